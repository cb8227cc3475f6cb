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
//! `expressions` (on by default) is all that is about expressions and patterns. Without it, there are only Go's formats, names in
//! expressions and [`nearest`], which crd-core needs at run time: the derive has its own build of this crate.
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

#[cfg(feature = "expressions")]
pub mod ast;
mod bytes;
#[cfg(feature = "expressions")]
#[doc(hidden)]
mod check;
#[cfg(feature = "expressions")]
mod checked;
#[cfg(feature = "expressions")]
mod code_points;
#[cfg(feature = "expressions")]
mod conversion;
#[cfg(feature = "expressions")]
pub mod cost;
#[cfg(feature = "expressions")]
mod decls;
#[cfg(feature = "expressions")]
mod description;
#[cfg(feature = "editor")]
pub mod editor;
#[cfg(feature = "expressions")]
mod env;
mod escape;
#[cfg(feature = "eval")]
pub mod eval;
#[cfg(feature = "expressions")]
pub mod facts;
pub mod go;
#[cfg(feature = "expressions")]
mod issue;
#[cfg(feature = "expressions")]
mod lex;
#[cfg(feature = "expressions")]
pub mod literal;
#[cfg(feature = "expressions")]
mod macros;
#[cfg(feature = "expressions")]
mod mistake;
#[cfg(feature = "names")]
#[doc(hidden)]
pub mod names;
mod nearest;
mod number_format;
#[cfg(feature = "expressions")]
mod parse;
#[cfg(feature = "expressions")]
mod proposal;
#[cfg(feature = "expressions")]
pub mod regex;
#[cfg(feature = "expressions")]
mod synonyms;
#[cfg(feature = "expressions")]
#[doc(hidden)]
pub mod syntax;
#[cfg(feature = "expressions")]
pub mod template;
#[cfg(feature = "expressions")]
mod types;
#[cfg(feature = "expressions")]
mod unescape;
mod version;

pub use escape::{escape, is_reserved};
pub use nearest::{edit_distance, nearest, nearest_within};
pub use number_format::NumberFormat;
pub use version::CompatVersion;
#[cfg(feature = "expressions")]
pub use {
    self::ast::{Ast, NodeId, Span},
    self::checked::{Checked, Reference},
    self::decls::{Function, Overload, functions, is_namespace},
    self::description::Description,
    self::env::Env,
    self::issue::{Issue, Issues},
    self::lex::comments_and_texts,
    self::mistake::{
        BadArgument, BadLiteral, CallStyle, Expected, FormatError, IssueClass, IssueKind, MacroError,
        MeantSelection, MeantTest, MismatchPlace, PanicCause, Purpose, SyntaxError, TooLarge,
    },
    self::parse::parse,
    self::types::{Field, ObjectId, ObjectType, Type, TypeId, TypeName, TypeStore},
};
