//! Errors of the functions in this module.

use std::fmt;

use super::Loss;

/// The reason why a step was not taken.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The API server responded with an error, or not at all.
    Api {
        /// The action that failed.
        doing: String,
        /// The client's error.
        source: ::kube::Error,
    },
    /// The API server would reject the CRD.
    Rejected {
        /// The name of the CRD.
        crd: String,
        /// The server's errors, with suggestions, one per line.
        findings: Vec<String>,
    },
    /// The CRD would make the cluster lose data.
    Losses {
        /// The name of the CRD.
        crd: String,
        /// The data that would be lost.
        losses: Vec<Loss>,
    },
    /// The conversion webhook of the CRD does not respond, so that requests at its versions would fail.
    WebhookSilent {
        /// The name of the CRD.
        crd: String,
        /// The URL at which the API server would call it.
        webhook: String,
        /// The last attempt and its result.
        reason: String,
    },
    /// An expected event did not occur, or not in time.
    Unexpected(String),
}

impl Error {
    pub(super) fn api(doing: impl Into<String>) -> impl FnOnce(::kube::Error) -> Self {
        let doing = doing.into();
        move |source| Self::Api { doing, source }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Api { doing, source } => write!(f, "{doing}: {source}"),
            Self::Rejected { crd, findings } => {
                write!(f, "the API server would reject `{crd}`")?;
                findings.iter().try_for_each(|finding| write!(f, "\n  {finding}"))
            }
            Self::Losses { crd, losses } => {
                write!(f, "applying `{crd}` would lose data")?;
                losses.iter().try_for_each(|loss| write!(f, "\n  {loss}"))?;
                f.write_str("\nto accept some losses, list them in `ApplyOptions::allowed`")
            }
            Self::WebhookSilent { crd, webhook, reason } => write!(
                f,
                "`{crd}` is not applied: its conversion webhook at {webhook} does not respond as the API \
                 server requires: {reason}; start it before the CRD refers to it, or see \
                 `ApplyOptions::webhook` if it cannot be reached from here"
            ),
            Self::Unexpected(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Api { source, .. } => Some(source),
            _ => None,
        }
    }
}

/// Returns the status code of an error that the API server returned.
pub(super) fn code(error: &::kube::Error) -> Option<u16> {
    match error {
        ::kube::Error::Api(status) => Some(status.code),
        _ => None,
    }
}
