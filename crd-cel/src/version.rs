//! The version of the CEL environment: the functions that a server has, and the functions that it accepts in new rules.

/// A compatibility version of the API server's CEL environment, as the minor of 1.x, and the server
/// it is an environment of.
///
/// A server of minor *n* compiles *new* expressions in the environment *n − 1* and expressions that
/// are already stored with everything it has. A few functions came and went with the server itself,
/// whatever the environment.
///
/// ```
/// use crd_cel::CompatVersion;
///
/// assert_eq!(CompatVersion::of_server(36), CompatVersion::new(35));
/// assert!(CompatVersion::new(30).has(30) && !CompatVersion::new(30).has(31));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CompatVersion {
    minor: u8,
    server: u8,
}

/// The server whose environments [`CompatVersion::new`] gives, unless a later one is needed.
const SERVER: u8 = 36;

impl CompatVersion {
    /// The environment with everything any version has.
    pub const STORED: Self = Self {
        minor: u8::MAX,
        server: SERVER,
    };

    /// The environment that came with Kubernetes 1.`minor`, in a server of 1.36 or later. Earlier
    /// than 1.28 counts as 1.28.
    pub const fn new(minor: u8) -> Self {
        let minor = if minor < 28 { 28 } else { minor };
        Self {
            minor,
            server: if minor < SERVER { SERVER } else { minor },
        }
    }

    /// The environment in which a server of Kubernetes 1.`minor` compiles new expressions.
    pub const fn of_server(minor: u8) -> Self {
        Self {
            minor: Self::new(minor.saturating_sub(1)).minor,
            server: minor,
        }
    }

    /// The environment in which a server of Kubernetes 1.`minor` compiles expressions that are
    /// already stored.
    pub const fn stored_of_server(minor: u8) -> Self {
        Self {
            minor: Self::new(minor).minor,
            server: minor,
        }
    }

    /// The minor version; 255 for [`CompatVersion::STORED`].
    pub const fn minor(self) -> u8 {
        self.minor
    }

    /// Whether what came with 1.`since` is there.
    pub const fn has(self, since: u8) -> bool {
        self.minor >= since
    }

    /// Whether fields can be written in backticks. [`CompatVersion::STORED`] is that of a server before.
    pub(crate) const fn has_quoted_names(self) -> bool {
        self.server >= 37
    }

    /// The server whose environment it is, as the minor of 1.x. It decides what expressions cost.
    pub const fn server(self) -> u8 {
        self.server
    }
}
