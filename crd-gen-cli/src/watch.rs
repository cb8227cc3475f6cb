//! `--watch`: repeats the work of a command whenever one of its files changes, until Ctrl-C.

use crd_core::sort::sort;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use ignore::WalkBuilder;

use crate::terminal::Terminal;
use crate::text::counted;
use crate::{CommandError, CommandOutcome};

/// Polling interval for files.
const PAUSE: Duration = Duration::from_millis(300);

/// The modification time and the size of each file; `None` for a missing file.
type FileStates = BTreeMap<PathBuf, Option<(SystemTime, u64)>>;

/// Does the work, and repeats it after each change of the files. Only ends if the output is closed.
pub(crate) fn repeat(
    terminal: &Terminal,
    files: impl Fn() -> Vec<PathBuf>,
    work: impl Fn() -> Result<CommandOutcome, CommandError>,
) -> Result<CommandOutcome, CommandError> {
    loop {
        // Changes during the work cause another round.
        let before = states(files());
        match work() {
            Ok(_) => {}
            Err(CommandError::OutputClosed) => return Err(CommandError::OutputClosed),
            Err(error) => error.report(terminal),
        }
        let watched = counted(before.len(), "file");
        terminal.note(&format!("watching {watched}; press Ctrl-C to stop"));
        let after = changed(&before, &files);
        terminal.note(&describe(&before, &after));
    }
}

/// Waits for a change, and until the files stop changing: editors and generators write several times.
fn changed(before: &FileStates, files: &impl Fn() -> Vec<PathBuf>) -> FileStates {
    let mut last = before.clone();
    loop {
        std::thread::sleep(PAUSE);
        let now = states(files());
        if now != *before && now == last {
            return now;
        }
        last = now;
    }
}

fn states(files: Vec<PathBuf>) -> FileStates {
    let state = |path: &Path| {
        let data = std::fs::metadata(path).ok()?;
        Some((data.modified().ok()?, data.len()))
    };
    let mut states = FileStates::new();
    for path in files {
        let state = state(&path);
        states.insert(path, state);
    }
    states
}

/// Describes the change: `a.yaml changed`, `a.yaml and 2 more files changed`.
fn describe(before: &FileStates, after: &FileStates) -> String {
    let differs = |path: &&PathBuf| {
        let state = |states: &FileStates| states.get(*path).copied().flatten();
        state(before) != state(after) || before.contains_key(*path) != after.contains_key(*path)
    };
    let mut changed: Vec<&PathBuf> = before.keys().chain(after.keys()).filter(differs).collect();
    sort(&mut changed);
    changed.dedup();
    let first = changed.first().map(|path| path.display().to_string());
    let first = first.unwrap_or_default();
    match changed.len() {
        0 | 1 => format!("`{first}` changed"),
        more => format!("`{first}` and {} changed", counted(more - 1, "more file")),
    }
}

/// Returns the Rust and Cargo files below a directory, except those in `target`.
pub(crate) fn rust_files(directory: &Path) -> Vec<PathBuf> {
    let is_source = |path: &Path| {
        let extension = path.extension().and_then(|extension| extension.to_str());
        matches!(extension, Some("rs" | "toml")) || path.file_name().is_some_and(|name| name == "Cargo.lock")
    };
    WalkBuilder::new(directory)
        .filter_entry(|entry| entry.file_name() != "target")
        .build()
        .filter_map(Result::ok)
        .filter(|entry| entry.file_type().is_some_and(|kind| kind.is_file()) && is_source(entry.path()))
        .map(ignore::DirEntry::into_path)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_described() {
        let states = |files: &[(&str, u64)]| -> FileStates {
            let state = |size| Some((SystemTime::UNIX_EPOCH, size));
            files
                .iter()
                .map(|(path, size)| (PathBuf::from(path), state(*size)))
                .collect()
        };
        let before = states(&[("a", 1), ("b", 1), ("c", 1)]);
        for (after, expected) in [
            (states(&[("a", 1), ("b", 2), ("c", 1)]), "`b` changed"),
            (
                states(&[("a", 2), ("b", 2), ("c", 1)]),
                "`a` and 1 more file changed",
            ),
            (states(&[("b", 1)]), "`a` and 1 more file changed"),
            (states(&[("a", 1), ("b", 1), ("c", 1), ("d", 1)]), "`d` changed"),
        ] {
            assert_eq!(describe(&before, &after), expected);
        }
    }

    #[test]
    fn a_change_is_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.yaml");
        std::fs::write(&path, "a").unwrap();
        let files = || vec![path.clone()];
        let before = states(files());
        std::fs::write(&path, "ab").unwrap();
        assert_ne!(changed(&before, &files), before);
    }
}
