//! CEL for Kubernetes, offline: an API server's verdict on a rule in `x-kubernetes-validations`.
//!
//! The API server parses each CEL rule, checks its types and estimates its cost when a CRD is created, and
//! rejects the CRD if one of these steps fails. This crate gives the same answers without a server, for
//! Kubernetes 1.29 to 1.37: the verdict, the server's text byte for byte (for syntax errors with the feature
//! `syntax-errors`), the position, and the exact estimated cost. It knows CEL and Go's regular expressions,
//! but not CRDs: the caller declares the types.
//!
//! ```
//! use crd_cel::{CompatVersion, Env, ObjectType, TypeId};
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
//! assert_eq!(issue.message, "undefined field 'maxReplica'"); // the server's text
//! assert_eq!(issue.describe().one_line(), "no field `maxReplica` on `Spec`; did you mean `maxReplicas`?");
//! ```
//!
//! # From text to cost
//!
//! | step | function | result |
//! |---|---|---|
//! | parse, expand macros | [`Env::parse`], [`parse`] | [`Ast`], with cel-go's node numbers and limits |
//! | check types and literals | [`Env::check`], [`Env::compile`] | [`Checked`]: a type and the overloads of each node |
//! | check what the server computes in advance | [`literal::instantiate`] | nothing, or a [`ProgramError`](literal::ProgramError) |
//! | estimate the cost | [`cost::estimate`] | [`cost::Cost`], with sizes from a [`cost::SizeSource`] |
//!
//! [`Env`] holds the version, the types ([`TypeStore`], [`ObjectType`], [`TypeId`]) and the variables. Which macros,
//! functions and fields there are depends on the server: [`CompatVersion`]. [`functions`] lists all of them.
//!
//! Besides CEL: [`regex`] gives the verdict of Go's `regexp.Compile` and a translation for the `regex` crate, [`go`]
//! reads and writes durations, times and numbers as Go does, [`nearest`] is the did-you-mean of this project.
//!
//! # Errors
//!
//! [`Issues`] holds at most 100 [`Issue`]s and prints as the server prints them. An [`IssueKind`] carries
//! every fact of a mistake as values; [`Issue::message`] is the server's text, [`Issue::describe`] the
//! wording that the tools of this project share. Tools decide by the kind and never parse a text.
//!
//! # Untrusted input
//!
//! No input makes this crate panic, recurse without bound or run for long. Depth, length and nodes are
//! limited as on the server; where the server has no limit (copies made by `optMap`, types that double), this
//! crate rejects what grows beyond [`TooLarge`]. There is no `unsafe` code and no IO; there are no
//! dependencies without the feature `eval`.
//!
//! # House rule: plain loops
//!
//! Every user of the derive compiles this crate before their own code. Generic instantiations (iterator chains,
//! `collect`, `sort`, closures as type parameters) cost most of the build time of such a crate, so it uses plain
//! loops, `&dyn Fn` where it is not hot, and few generic functions. Keep it so.
//!
//! # Cargo features
//!
//! `syntax-errors` (off by default) adds the server's texts of syntax errors, which come from its parser generator:
//! all errors that it reports for one mistake. Without it, the text of a syntax error is this project's own.
//!
//! `editor` (off by default) adds the module `editor`, for editors: the tokens of text that need not parse,
//! and the macros. [`Env`] then also infers the types of expressions with mistakes.
//!
//! `eval` (off by default) adds the module `eval`, which runs expressions over JSON objects: values, errors and
//! run-time costs as on the API server. It needs the crates `jiff`, `regex` and `serde_json`; without it this crate
//! has no dependencies.

// docs.rs labels each item with the feature that it needs.
#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod ast;
mod bytes;
#[doc(hidden)]
mod check;
mod checked;
mod code_points;
mod conversion;
pub mod cost;
mod decls;
mod description;
#[cfg(feature = "editor")]
pub mod editor;
mod env;
mod escape;
#[cfg(feature = "eval")]
pub mod eval;
pub mod facts;
pub mod go;
mod issue;
mod lex;
pub mod literal;
mod macros;
mod mistake;
#[cfg(feature = "names")]
#[doc(hidden)]
pub mod names;
mod nearest;
mod number_format;
mod parse;
mod proposal;
pub mod regex;
mod synonyms;
#[doc(hidden)]
pub mod syntax;
pub mod template;
mod types;
mod unescape;
mod version;

pub use ast::{Ast, NodeId, Span};
pub use checked::{Checked, Reference};
pub use decls::{Function, Overload, functions, is_namespace};
pub use description::Description;
pub use env::Env;
pub use escape::{escape, is_reserved};
pub use issue::{Issue, Issues};
pub use lex::comments_and_texts;
pub use mistake::{
    BadArgument, BadLiteral, CallStyle, Expected, FormatError, IssueClass, IssueKind, MacroError,
    MeantSelection, MismatchPlace, PanicCause, Purpose, SyntaxError, TooLarge,
};
pub use nearest::{edit_distance, nearest, nearest_within};
pub use number_format::NumberFormat;
pub use parse::parse;
pub use types::{Field, ObjectId, ObjectType, Type, TypeId, TypeName, TypeStore};
pub use version::CompatVersion;
