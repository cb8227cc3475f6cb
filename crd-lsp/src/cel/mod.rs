//! Requests about the CEL expressions of CRDs: `rule` and `messageExpression`, in any YAML syntax.
//!
//! An incomplete expression usually cannot be parsed. A request is always about one subexpression, so [`scan`] finds the
//! subexpression in the tokens, and [`scope`] computes its type inside of the enclosing macros:
//!
//! ```text
//! self.items.all(i, i.na|      checks [i] in self.items.map(i, [i]); offers the members of i that begin with `na`
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
