//! The files that a command writes, looked at before its work begins: nothing is overwritten by accident, and never an input.

use super::output::give_stdout_to_a_file;
use super::{Failure, Outcome, interrupt};
use clap::Args;
use phalanx::scenario::is_stdout;
use std::fs;
use std::path::{Path, PathBuf};

/// Whether files may be overwritten.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct ForceArgs {
    /// Overwrite files that exist
    #[arg(long)]
    pub force: bool,
}

/// The files that a command reads and writes.
#[derive(Default)]
pub struct Outputs {
    inputs: Vec<PathBuf>,
    /// The option that names it, and its name.
    files: Vec<(&'static str, PathBuf)>,
    /// Whether stdout is for JSON.
    json: bool,
}

impl Outputs {
    /// A command that reads these files.
    pub fn reading<'a>(inputs: impl IntoIterator<Item = &'a Path>) -> Self {
        Self { inputs: inputs.into_iter().map(PathBuf::from).collect(), ..Self::default() }
    }

    /// Also a file that an option names.
    pub fn and(mut self, option: &'static str, file: Option<&PathBuf>) -> Self {
        self.files.extend(file.map(|file| (option, file.clone())));
        self
    }

    /// Says whether stdout is for JSON.
    pub fn beside_json(self, json: bool) -> Self {
        Self { json, ..self }
    }

    /// Refuses files that would be lost. If all is well, interrupts are watched from now on, and one of the files may have
    /// stdout.
    pub fn check(self, ForceArgs { force }: ForceArgs) -> Outcome {
        for (place, (option, file)) in self.files.iter().enumerate() {
            let name = file.display();
            if let Some(input) = self.inputs.iter().find(|input| is_same(input, file)) {
                let message =
                    format!("{option} {name} would overwrite {}, which is read", input.display());
                return Err(Failure::Usage(message));
            }
            if let Some((other, _)) =
                self.files[..place].iter().find(|(_, other)| is_same(other, file))
            {
                let message =
                    format!("{other} and {option} are both {name}; give each its own name");
                return Err(Failure::Usage(message));
            }
            if is_stdout(file) && self.json {
                let message =
                    format!("{option} {name} and --json both want stdout; give the file a name");
                return Err(Failure::Usage(message));
            }
            refuse_to_lose(file, force)?;
        }
        if self.files.iter().any(|(_, file)| is_stdout(file)) {
            give_stdout_to_a_file();
        }
        interrupt::watch();
        Ok(())
    }
}

/// Refuses a plain file that exists, unless it may be overwritten.
pub fn refuse_to_lose(file: &Path, force: bool) -> Outcome {
    let is_there = !is_stdout(file) && fs::metadata(file).is_ok_and(|about| about.is_file());
    if force || !is_there || is_descriptor(file) {
        return Ok(());
    }
    Err(Failure::Failed(format!("{}: this file exists; --force overwrites it", file.display())))
}

/// Whether a name means an open file of this process, which the shell has opened for writing.
fn is_descriptor(file: &Path) -> bool {
    file.parent().is_some_and(|folder| {
        fs::canonicalize(folder).is_ok_and(|folder| folder.starts_with("/proc"))
    })
}

/// Whether two names mean one file that can be lost; what is written into a device is not kept anyway.
fn is_same(a: &Path, b: &Path) -> bool {
    if is_stdout(a) && is_stdout(b) {
        return true;
    }
    if is_device(a) || is_device(b) {
        return false;
    }
    whole_name(a) == whole_name(b) || has_same_content(a, b)
}

/// The name without links and dots. The file need not exist.
fn whole_name(file: &Path) -> PathBuf {
    fs::canonicalize(file).unwrap_or_else(|_| {
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = fs::canonicalize(folder.unwrap_or(Path::new(".")));
        match (folder, file.file_name()) {
            (Ok(folder), Some(name)) => folder.join(name),
            _ => file.to_path_buf(),
        }
    })
}

#[cfg(unix)]
fn has_same_content(a: &Path, b: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |file| fs::metadata(file).ok().map(|about| (about.dev(), about.ino()));
    identity(a).is_some_and(|a| Some(a) == identity(b))
}

#[cfg(not(unix))]
fn has_same_content(_: &Path, _: &Path) -> bool {
    false
}

#[cfg(unix)]
fn is_device(file: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt;
    let kind = fs::metadata(file).map(|about| about.file_type());
    kind.is_ok_and(|kind| kind.is_char_device() || kind.is_block_device())
}

#[cfg(not(unix))]
fn is_device(_: &Path) -> bool {
    false
}
