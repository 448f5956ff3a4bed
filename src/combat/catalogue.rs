//! The kinds of units that come with the program, inside the binary.

use super::file::{SetFile, intern};
use super::kind::UnitKind;
use std::sync::LazyLock;

/// A set of unit kinds that comes with the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Set {
    /// The file's name, as under `assets/units`.
    pub file: &'static str,
    /// The file's text.
    pub text: &'static str,
}

/// The sets that come with the program. The first kind of the first is the usual one.
pub fn built_in_sets() -> &'static [Set] {
    macro_rules! sets {
        ($($file:literal,)+) => {
            &[$(Set { file: $file, text: include_str!(concat!("../../assets/units/", $file)) },)+]
        };
    }
    sets!["basic.ron", "glest.ron", "starcraft.ron", "starcraft-2.ron", "movement.ron",]
}

/// The kinds that come with the program.
pub fn built_in() -> &'static [&'static UnitKind] {
    static KINDS: LazyLock<Vec<&UnitKind>> = LazyLock::new(|| {
        let sets = built_in_sets().iter();
        // A test reads every set, so that none is left out here.
        let kinds = sets.filter_map(|set| SetFile::options().from_str::<SetFile>(set.text).ok());
        kinds.filter_map(|file| file.check().ok()).flatten().map(intern).collect()
    });
    &KINDS
}

/// The kind with a name among those that come with the program.
pub fn kind_named(name: &str) -> Option<&'static UnitKind> {
    built_in().iter().copied().find(|k| k.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_set_that_comes_with_the_program_can_be_read() {
        let mut count = 0;
        for set in built_in_sets() {
            let file: SetFile = SetFile::options()
                .from_str(set.text)
                .unwrap_or_else(|error| panic!("{}: {error}", set.file));
            count += file.check().unwrap_or_else(|fault| panic!("{}: {fault:?}", set.file)).len();
        }
        assert_eq!(built_in().len(), count);
        let names: BTreeSet<_> = built_in().iter().map(|k| k.name).collect();
        assert_eq!(names.len(), count, "names are told apart even between sets");
        assert_eq!(built_in()[0].name, "soldier");
    }

    #[test]
    fn every_set_in_the_folder_comes_with_the_program() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/units");
        let files: BTreeSet<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        assert_eq!(files, built_in_sets().iter().map(|s| s.file.to_string()).collect());
    }
}
