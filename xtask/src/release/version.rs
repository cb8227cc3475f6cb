//! Versions of this project: three numbers.

use std::fmt;
use std::str::FromStr;

/// A version. While the major version is 0, the minor version has the role of the major one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Version {
    major: u32,
    minor: u32,
    patch: u32,
}

impl Version {
    /// Returns the version requirement, such as `0.2`, which admits 0.2.7 and not 0.3.0.
    pub(super) fn requirement(self) -> String {
        format!("{}.{}", self.major, self.minor)
    }

    /// Whether items that were public in an older version may be removed in this one.
    pub(super) fn may_break(self, older: Version) -> bool {
        self.major > older.major || (self.major == 0 && older.major == 0 && self.minor > older.minor)
    }

    /// Whether public items may be added since an older version.
    pub(super) fn may_add(self, older: Version) -> bool {
        self.may_break(older) || self.major == 0 || self.minor > older.minor
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.patch)
    }
}

impl FromStr for Version {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts: Vec<&str> = text.split('.').collect();
        let number = |text: &str| {
            text.parse::<u32>()
                .ok()
                .filter(|number| number.to_string() == text)
        };
        if let [major, minor, patch] = parts[..]
            && let (Some(major), Some(minor), Some(patch)) = (number(major), number(minor), number(patch))
        {
            return Ok(Version { major, minor, patch });
        }
        Err(format!(
            "`{text}` is no version; write three numbers, such as 0.2.0"
        ))
    }
}
