//! The parties that a change harms, as letters and in words.

use std::fmt;

/// A party that a change harms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AffectedParty {
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

impl AffectedParty {
    /// Returns the letter: `S`, `W`, `R`, `A` or `G`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            AffectedParty::StoredObjects => 'S',
            AffectedParty::Writers => 'W',
            AffectedParty::Readers => 'R',
            AffectedParty::Apply => 'A',
            AffectedParty::GitOps => 'G',
        }
    }

    /// Describes the party in words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            AffectedParty::StoredObjects => "stored objects",
            AffectedParty::Writers => "writers",
            AffectedParty::Readers => "readers",
            AffectedParty::Apply => "server-side apply",
            AffectedParty::GitOps => "GitOps",
        }
    }

    pub(super) fn of_letter(letter: char) -> Option<AffectedParty> {
        [
            AffectedParty::StoredObjects,
            AffectedParty::Writers,
            AffectedParty::Readers,
            AffectedParty::Apply,
            AffectedParty::GitOps,
        ]
        .into_iter()
        .find(|affected| affected.letter() == letter)
    }
}

impl fmt::Display for AffectedParty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}
