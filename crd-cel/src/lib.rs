//! CEL for Kubernetes: what an API server makes of an `x-kubernetes-validations` rule, offline.
//!
//! Text becomes a tree ([`Env::parse`]: lexer, parser, macros, with cel-go's node numbers and limits),
//! a tree becomes a typed one ([`Env::check`]: cel-go's overloads, errors and places; literals that
//! cannot work are refused), a typed tree has a price ([`cost`]). Which macros, functions and fields
//! there are depends on the server: [`CompatVersion`].
//!
//! ```
//! use crd_cel::{CompatVersion, Env, IssueKind, ObjectType, TypeId};
//!
//! let mut env = Env::new(CompatVersion::of_server(34));
//! let fields = [("replicas".to_owned(), TypeId::INT), ("maxReplicas".to_owned(), TypeId::INT)];
//! let spec = env.add_object(ObjectType::new("Spec", fields));
//! env.declare("self", spec);
//!
//! assert!(env.compile("self.replicas <= self.maxReplicas").is_ok());
//!
//! let issues = env.compile("self.replicas <= self.maxReplica").unwrap_err();
//! let issue = &issues.list()[0];
//! assert_eq!(&issues.source()[issue.span.range()], "maxReplica");
//! assert!(matches!(&issue.kind, IssueKind::UndefinedField { suggestion: Some(near), .. } if near == "maxReplicas"));
//! ```
//!
//! Nothing here recurses as deep as an input likes, and no input makes it panic.

pub mod ast;
mod bytes;
mod check;
mod checked;
pub mod cost;
mod decls;
mod env;
mod escape;
pub mod go;
mod issue;
mod lex;
pub mod literal;
mod macros;
mod mistake;
mod nearest;
mod parse;
pub mod regex;
mod synonyms;
mod types;
mod unescape;
mod version;
mod words;

pub use ast::{Ast, NodeId, Span};
pub use checked::{Checked, Reference};
pub use decls::{Function, Overload, functions};
pub use env::Env;
pub use escape::{escape, is_reserved};
pub use issue::{Issue, Issues};
pub use mistake::{
    BadArgument, BadLiteral, CallStyle, Expected, FormatError, IssueKind, MacroError, MismatchPlace, Purpose,
    SyntaxError, TooLarge,
};
pub use nearest::{edit_distance, nearest, nearest_within};
pub use parse::parse;
pub use types::{Field, ObjectId, ObjectType, Type, TypeId, TypeName, TypeStore};
pub use version::CompatVersion;
pub use words::Words;
