//! Kubernetes server versions.

use std::fmt;
use std::str::FromStr;

use crd_cel::CompatVersion;

/// The minor version of a Kubernetes API server, such as `1.36`.
///
/// Rules, CEL libraries, messages and limits depend on it. [`KubeVersion::compatibility`] is the version of
/// its CEL environment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KubeVersion {
    minor: u16,
}

impl KubeVersion {
    /// The oldest supported version.
    pub const OLDEST: KubeVersion = KubeVersion { minor: 29 };
    /// The newest known version.
    pub const NEWEST: KubeVersion = KubeVersion { minor: 37 };
    /// The version that is used if none is given; the recorded verdicts are from a server of this version.
    pub const DEFAULT: KubeVersion = KubeVersion { minor: 36 };

    /// Returns version `1.minor`, if it is supported.
    pub const fn from_minor(minor: u16) -> Option<Self> {
        if minor >= Self::OLDEST.minor && minor <= Self::NEWEST.minor {
            Some(KubeVersion { minor })
        } else {
            None
        }
    }

    /// Returns the number after `1.`.
    pub const fn minor(self) -> u16 {
        self.minor
    }

    /// Returns the CEL environment in which the server compiles new expressions: that of the minor version
    /// before its own, so that the previous server can still compile them after a rollback.
    pub const fn compatibility(self) -> CompatVersion {
        CompatVersion::of_server(self.small_minor())
    }

    /// Returns the CEL environment in which the server compiles expressions that are already stored.
    pub const fn stored_compatibility(self) -> CompatVersion {
        CompatVersion::stored_of_server(self.small_minor())
    }

    /// Returns the number after `1.`, in the type that crd-cel uses.
    #[expect(clippy::cast_possible_truncation, reason = "versions end at `NEWEST`")]
    const fn small_minor(self) -> u8 {
        self.minor as u8
    }

    /// Checks whether the server is `1.minor` or newer.
    pub const fn at_least(self, minor: u16) -> bool {
        self.minor >= minor
    }

    /// Returns all supported versions, oldest first.
    pub fn all() -> impl DoubleEndedIterator<Item = KubeVersion> {
        (Self::OLDEST.minor..=Self::NEWEST.minor).map(|minor| KubeVersion { minor })
    }
}

impl Default for KubeVersion {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl fmt::Display for KubeVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "1.{}", self.minor)
    }
}

/// A version that is not among the supported ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownKubeVersion(String);

impl fmt::Display for UnknownKubeVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` is not a supported Kubernetes version; use one of {} to {}",
            self.0,
            KubeVersion::OLDEST,
            KubeVersion::NEWEST
        )
    }
}

impl std::error::Error for UnknownKubeVersion {}

impl FromStr for KubeVersion {
    type Err = UnknownKubeVersion;

    /// Parses `1.36`, `v1.36` or `1.36.2`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut parts = text.strip_prefix('v').unwrap_or(text).split('.');
        match (
            parts.next(),
            parts.next().and_then(|minor| minor.parse().ok()),
            parts.next(),
            parts.next(),
        ) {
            (Some("1"), Some(minor), patch, None) if patch.is_none_or(|p| p.parse::<u32>().is_ok()) => {
                KubeVersion::from_minor(minor).ok_or_else(|| UnknownKubeVersion(text.to_owned()))
            }
            _ => Err(UnknownKubeVersion(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_and_prints() {
        assert_eq!("v1.30.4".parse::<KubeVersion>().map(KubeVersion::minor), Ok(30));
        assert_eq!("1.36".parse::<KubeVersion>().unwrap().to_string(), "1.36");
        for bad in ["", "1", "2.36", "1.28", "1.99", "1.36.x", "1.36.1.1"] {
            assert!(bad.parse::<KubeVersion>().is_err(), "{bad}");
        }
    }
}
