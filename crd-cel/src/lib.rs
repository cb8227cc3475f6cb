//! CEL for Kubernetes: what an API server makes of an `x-kubernetes-validations` rule, offline.

pub mod ast;
mod check;
mod checked;
pub mod cost;
mod decls;
mod env;
mod issue;
mod lex;
pub mod literal;
mod macros;
mod nearest;
mod parse;
pub mod regex;
mod types;
mod unescape;
mod version;

pub use ast::{Ast, NodeId, Span};
pub use checked::{Checked, Reference};
pub use decls::{Function, Overload, functions};
pub use env::Env;
pub use issue::{Issue, IssueKind, Issues};
pub use parse::parse;
pub use types::{Field, ObjectId, ObjectType, Type, TypeId, TypeStore};
pub use version::CompatVersion;
