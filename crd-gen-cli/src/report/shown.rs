//! Counts the findings that are shown, so that threads do not format those beyond the limit.

use std::sync::{Mutex, PoisonError};

/// The findings of the files that have been checked. A file can have findings among the shown ones only if those before it have fewer.
#[derive(Debug)]
pub(crate) struct ShownSoFar {
    limit: usize,
    files: Mutex<FinishedFiles>,
}

/// The numbers of findings of the files that have been checked.
#[derive(Debug)]
struct FinishedFiles {
    counts: Vec<Option<usize>>,
    /// The number of first files that all have been checked, and the number of their findings.
    first: usize,
    shown: usize,
}

impl ShownSoFar {
    /// Creates the count for this number of files.
    pub(crate) fn new(files: usize, limit: usize) -> Self {
        ShownSoFar {
            limit,
            files: Mutex::new(FinishedFiles {
                counts: vec![None; files],
                first: 0,
                shown: 0,
            }),
        }
    }

    /// Returns the maximum number of findings that are shown of a file that has not been checked.
    pub(crate) fn left(&self) -> usize {
        let files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        self.limit.saturating_sub(files.shown)
    }

    /// Counts the findings of a file that has been checked.
    pub(crate) fn finish(&self, index: usize, findings: usize) {
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = files.counts.get_mut(index) {
            *count = Some(findings);
        }
        while let Some(Some(count)) = files.counts.get(files.first) {
            files.shown += *count;
            files.first += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::ShownSoFar;

    #[test]
    fn only_files_before_one_take_its_place() {
        let shown = ShownSoFar::new(3, 10);
        shown.finish(2, 8);
        assert_eq!(shown.left(), 10, "the last file takes no place of the others");
        shown.finish(0, 4);
        assert_eq!(shown.left(), 6);
        shown.finish(1, 7);
        assert_eq!(shown.left(), 0);
    }
}
