//! Tests the server over real connections.

mod bad_input;
mod server;
mod support;
#[cfg(any(feature = "ring", feature = "aws-lc-rs"))]
mod tls;
