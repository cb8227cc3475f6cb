//! Which server's CEL environment.

/// A compatibility version of the API server's CEL environment, as the minor of 1.x.
///
/// A server of minor *n* compiles *new* expressions in the environment *n − 1* and expressions that
/// are already stored in [`CompatVersion::STORED`].
///
/// ```
/// use crd_cel::CompatVersion;
///
/// assert_eq!(CompatVersion::of_server(36), CompatVersion::new(35));
/// assert!(CompatVersion::new(30).has(30) && !CompatVersion::new(30).has(31));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CompatVersion(u8);

impl CompatVersion {
    /// The environment for expressions that are already stored: everything any version has.
    pub const STORED: Self = Self(u8::MAX);

    /// The environment that came with Kubernetes 1.`minor`. Earlier than 1.28 counts as 1.28.
    pub const fn new(minor: u8) -> Self {
        Self(if minor < 28 { 28 } else { minor })
    }

    /// The environment in which a server of Kubernetes 1.`minor` compiles new expressions.
    pub const fn of_server(minor: u8) -> Self {
        Self::new(minor.saturating_sub(1))
    }

    /// The minor version; 255 for [`CompatVersion::STORED`].
    pub const fn minor(self) -> u8 {
        self.0
    }

    /// Whether what came with 1.`since` is there.
    pub const fn has(self, since: u8) -> bool {
        self.0 >= since
    }
}
