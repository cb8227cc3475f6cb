//! Requests about the CEL expressions of CRDs: `rule` and `messageExpression`, however YAML writes them.
//!
//! An expression that is being typed rarely parses. What is asked is always about a piece of it, so [`scan`] reads the piece from
//! the tokens, and [`scope`] types it inside of the macros around it:
//!
//! ```text
//! self.items.all(i, i.na|      typed is [i] in self.items.map(i, [i]); offered are its members that begin with `na`
//! ```

mod complete;
mod cost;
mod explain;
mod hints;
mod lens;
mod names;
mod place;
mod rules;
mod scan;
mod scope;
mod signature;
mod tokens;

pub(crate) use complete::complete;
pub(crate) use explain::hover;
pub(crate) use hints::hints;
pub(crate) use lens::{lenses, resolve_lens};
pub(crate) use place::{CrdText, PlacedExpression, in_version};
pub(crate) use scope::parsed;
pub(crate) use signature::signature;
pub(crate) use tokens::{LEGEND, expression_tokens};
