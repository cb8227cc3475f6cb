//! Parses `#[crd(…)]` and `#[serde(…)]`: tokens in, typed values with their tokens out.
//!
//! ```text
//! #[crd(minimum = 1, minimun = 2)]      meta         `name`, `name = value`, `name(…)`
//!                                       reject       unknown (`minimun`), misplaced and repeated names
//!                                       attrs …      Attrs { validation: Validation { minimum: Some(1.0) … } … }
//! ```
//!
//! A parser reports only errors that leave it without a typed value: wrong syntax; names that are unknown, misplaced or
//! repeated; two attributes for one value; words that are not in a list; parts that are missing. Everything that
//! depends on a value is left to `check`.

pub(crate) mod input;

pub(crate) mod allow;
pub(crate) mod attrs;
pub(crate) mod column;
pub(crate) mod lifecycle;
pub(crate) mod resource;
pub(crate) mod rule;
pub(crate) mod validation;
pub(crate) mod when;

pub(crate) mod crates;
pub(crate) mod doc;
pub(crate) mod serde;

pub(crate) mod equivalent;
pub(crate) mod foreign;
pub(crate) mod json_literal;
pub(crate) mod keys;
mod lint_names;
pub(crate) mod literal;
pub(crate) mod manifest;
pub(crate) mod merge_strategy;
pub(crate) mod meta;
pub(crate) mod next;
mod next_when;
mod parts;
pub(crate) mod reject;
pub(crate) mod unquoted;
pub(crate) mod value;
