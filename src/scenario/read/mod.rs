//! From a text to a scenario: text files, the format, the check of what it says, and messages with line and column.

mod check;
mod check_orders;
mod file;
mod ground;
mod load;
mod locate;
mod manual;
mod nearest;
mod shape;
mod syntax;
mod text_file;

#[cfg(test)]
mod message_tests;

pub(super) use check::{Fault, doctrine};
pub(super) use file::options;
pub(super) use file::{DoctrineEntry, USUAL_KIND, VERSION};
pub use load::{MAP_FOLDER, load_file, load_map, load_str};
pub(super) use locate::{Position, Step, find_field, locate, position, skip_blanks, token};
pub use manual::describe_format;
pub(super) use nearest::choices;
pub use nearest::nearest;
pub(super) use syntax::{explain, not_text};
pub use text_file::{read_bytes, read_scen_file};
pub(super) use text_file::{read_start, read_text};
