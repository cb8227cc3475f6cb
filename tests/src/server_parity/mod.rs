//! The API server's verdicts and this project's, side by side.
//!
//! ```text
//!                  +-> oracle::Oracle (the server's code) -> verdict::Verdict --+
//! request::Request |                                                            +-> difference::Difference
//!                  +-> our_verdict::our_verdict (this project) -> Verdict ------+
//! ```
//!
//! A [`fixture`](fixture::Fixture) is a request with the oracle's recorded verdict, so that tests need no Go.

pub mod difference;
pub mod fixture;
pub mod http;
pub mod minimise;
pub mod object_answer;
pub mod oracle;
pub mod our_verdict;
pub mod request;
pub mod verdict;
