//! Errors of imports.

use std::fmt;
use std::io;
use std::path::PathBuf;

/// The error of an import.
#[derive(Debug)]
#[non_exhaustive]
pub enum ImportError {
    /// A text is not YAML or JSON, or not a CRD.
    Unreadable {
        /// The error message.
        message: String,
    },
    /// There is no CRD to import.
    NoCrd,
    /// The API server would reject CRDs, or there are two different forms of a CRD, so that no types are correct for them.
    Rejected(Vec<Rejection>),
    /// A file cannot be read or written.
    Io {
        /// The file.
        path: PathBuf,
        /// The error.
        error: io::Error,
    },
    /// An option names something that does not exist, or is invalid.
    Option {
        /// The error message, with a suggestion.
        message: String,
    },
    /// The types were written before, and a new import would differ.
    Stale {
        /// The file.
        path: PathBuf,
    },
}

/// A CRD that was not imported.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rejection {
    /// The name of the CRD.
    pub name: String,
    /// The errors of the server, or another reason, one line for each.
    pub errors: Vec<String>,
}

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ImportError::Unreadable { message } | ImportError::Option { message } => f.write_str(message),
            ImportError::NoCrd => f.write_str("it contains no CustomResourceDefinition"),
            ImportError::Rejected(rejections) => {
                for (index, rejection) in rejections.iter().enumerate() {
                    if index > 0 {
                        f.write_str("\n")?;
                    }
                    write!(
                        f,
                        "cannot generate types for `{}`; fix it first (`crd-gen check` shows the \
                         locations):\n  {}",
                        rejection.name,
                        rejection.errors.join("\n  ")
                    )?;
                }
                Ok(())
            }
            ImportError::Io { path, error } => write!(f, "`{}`: {error}", path.display()),
            ImportError::Stale { path } => {
                write!(f, "`{}` is out of date; import the CRDs again", path.display())
            }
        }
    }
}

impl std::error::Error for ImportError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            ImportError::Io { error, .. } => Some(error),
            _ => None,
        }
    }
}
