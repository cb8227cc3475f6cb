//! Implements the API server's behaviour: decodes and validates CRDs, checks the types and costs of rules,
//! admits objects, and publishes `OpenAPI` documents.
//!
//! Every check names the rule that it implements by its ID; `docs/rules.md` lists them.

pub(crate) mod cel;
pub mod decode;
pub mod formats;
mod metadata;
pub mod objects;
pub mod publish;
mod server_panic;
mod structural;
pub mod validation;
mod verdict;
