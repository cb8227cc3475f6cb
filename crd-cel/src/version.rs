//! The version of the CEL environment: the functions that a server has, and the functions that it accepts in new rules.

/// A compatibility version of the API server's CEL environment, as the minor of 1.x, and the server that has
/// this environment.
///
/// A server of minor *n* compiles *new* expressions in the environment *n − 1*, and expressions that are
/// already stored with everything it has. A few functions were added or removed with the server itself,
/// independently of the environment.
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

/// The server that [`CompatVersion::new`] assumes, unless the version needs a later one.
const SERVER: u8 = 36;

impl CompatVersion {
    /// The environment with the functions of all versions.
    pub const STORED: Self = Self {
        minor: u8::MAX,
        server: SERVER,
    };

    /// Returns the environment introduced with Kubernetes 1.`minor`, in a server of 1.36 or later. Versions
    /// before 1.28 count as 1.28.
    pub const fn new(minor: u8) -> Self {
        let minor = if minor < 28 { 28 } else { minor };
        Self {
            minor,
            server: if minor < SERVER { SERVER } else { minor },
        }
    }

    /// Returns the environment in which a server of Kubernetes 1.`minor` compiles new expressions.
    pub const fn of_server(minor: u8) -> Self {
        Self {
            minor: Self::new(minor.saturating_sub(1)).minor,
            server: minor,
        }
    }

    /// Returns the environment in which a server of Kubernetes 1.`minor` compiles expressions that are
    /// already stored.
    pub const fn stored_of_server(minor: u8) -> Self {
        Self {
            minor: Self::new(minor).minor,
            server: minor,
        }
    }

    /// Returns the minor version; 255 for [`CompatVersion::STORED`].
    pub const fn minor(self) -> u8 {
        self.minor
    }

    /// Checks whether the environment has the features introduced with 1.`since`.
    pub const fn has(self, since: u8) -> bool {
        self.minor >= since
    }

    /// Checks whether fields can be written in backticks. [`CompatVersion::STORED`] belongs to an earlier server.
    #[cfg(feature = "expressions")]
    pub(crate) const fn has_quoted_names(self) -> bool {
        self.server >= 37
    }

    /// Returns the server that has this environment, as the minor of 1.x. It determines the costs of expressions.
    pub const fn server(self) -> u8 {
        self.server
    }
}
