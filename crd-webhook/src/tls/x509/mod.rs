//! The little of X.509 that a webhook needs: its dates and names read, and a CA and its server certificates written. Whatever
//! verifies certificates is the API server's business, or rustls'.

#[cfg(any(feature = "ring", feature = "aws-lc-rs"))]
mod der;
pub(super) mod read;
#[cfg(any(feature = "ring", feature = "aws-lc-rs"))]
pub(super) mod write;
