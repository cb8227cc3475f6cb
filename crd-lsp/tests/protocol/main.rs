//! Tests of the server by messages of the protocol.

#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::panic,
    clippy::needless_pass_by_value,
    reason = "tests may unwrap, and write literals"
)]

mod cel;
mod editing;
mod objects;
mod properties;
mod random;
mod session;
mod support;
mod unfinished;
