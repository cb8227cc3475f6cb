//! CEL for Kubernetes: what an API server makes of an `x-kubernetes-validations` rule, offline.

pub mod ast;
mod checked;
mod decls;
pub mod regex;
mod types;

pub use ast::{Ast, NodeId, Span};
pub use checked::{Checked, Reference};
pub use decls::Overload;
pub use types::{Field, ObjectId, ObjectType, Type, TypeId, TypeStore};
