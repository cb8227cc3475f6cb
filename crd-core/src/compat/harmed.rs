//! The parties that a change harms, as letters and in words.

use std::fmt;

/// A party that a change harms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Harmed {
    /// Stored objects, and clients that edit them.
    StoredObjects,
    /// Clients that write objects.
    Writers,
    /// Clients that read objects.
    Readers,
    /// Owners of fields in server-side apply.
    Apply,
    /// Tools that compare live objects with manifests in Git.
    GitOps,
}

impl Harmed {
    /// Returns the letter: `S`, `W`, `R`, `A` or `G`.
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

    /// Describes the party in words.
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
