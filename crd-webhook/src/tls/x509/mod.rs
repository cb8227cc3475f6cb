//! The small part of X.509 that a webhook needs: reads dates and names, and writes a CA and its server
//! certificates. Certificates are verified by the API server or by rustls.

#[cfg(any(feature = "ring", feature = "aws-lc-rs"))]
mod der;
pub(super) mod read;
#[cfg(any(feature = "ring", feature = "aws-lc-rs"))]
pub(super) mod write;
