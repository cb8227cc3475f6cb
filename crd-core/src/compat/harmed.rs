//! Who is harmed by a change, as letters and in words.

use std::fmt;

/// Who is harmed by a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Harmed {
    /// Objects in the store, and whoever edits them.
    StoredObjects,
    /// Whoever writes objects.
    Writers,
    /// Whoever reads objects.
    Readers,
    /// Owners of fields in server-side apply.
    Apply,
    /// Tools that compare what is live with what is in Git.
    GitOps,
}

impl Harmed {
    /// The letter: `S`, `W`, `R`, `A` or `G`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Harmed::StoredObjects => 'S',
            Harmed::Writers => 'W',
            Harmed::Readers => 'R',
            Harmed::Apply => 'A',
            Harmed::GitOps => 'G',
        }
    }

    /// In words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Harmed::StoredObjects => "stored objects",
            Harmed::Writers => "writers",
            Harmed::Readers => "readers",
            Harmed::Apply => "server-side apply",
            Harmed::GitOps => "GitOps",
        }
    }

    pub(super) fn of_letter(letter: char) -> Option<Harmed> {
        [
            Harmed::StoredObjects,
            Harmed::Writers,
            Harmed::Readers,
            Harmed::Apply,
            Harmed::GitOps,
        ]
        .into_iter()
        .find(|harmed| harmed.letter() == letter)
    }
}

impl fmt::Display for Harmed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}
