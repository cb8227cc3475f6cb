//! The description of each mistake in plain words: the wording that the derive, `crd-gen check` and `crd-gen cel` share.
//!
//! ```text
//! self.maxReplica > 1      message  no field `maxReplica` on `Spec`
//!      ^^^^^^^^^^          help     did you mean `maxReplicas`?
//! server's text            undefined field 'maxReplica'
//! ```

mod named;
mod operators;
mod texts;
mod types;

pub(crate) use self::texts::always_set;
use self::texts::{
    literal, macro_argument, no_function, server_panic, syntax, unknown_function, unknown_variable,
};
use self::types::{
    bad_argument, bad_range, mismatch, no_overload, not_selectable, undefined_field, wrong_result,
};
use crate::issue::Issue;
use crate::mistake::{IssueKind, TooLarge};
use crate::synonyms;

/// A description of a mistake: lower-case, names and code in backticks, without a full stop.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Description {
    /// The error message.
    pub message: String,
    /// Suggestions, the best one first. May be empty.
    pub help: Vec<String>,
}

impl Description {
    fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            help: Vec::new(),
        }
    }

    fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help.push(help.into());
        self
    }

    fn with_some_help(mut self, help: Option<impl Into<String>>) -> Self {
        if let Some(help) = help {
            self.help.push(help.into());
        }
        self
    }

    /// Formats everything on one line: `message; help; help`.
    ///
    /// ```
    /// use crd_cel::{CompatVersion, Env};
    ///
    /// let issues = Env::new(CompatVersion::of_server(36)).compile("len('a') > 0").unwrap_err();
    /// assert_eq!(issues.list()[0].describe().one_line(), "there is no function `len`; did you mean `size`?");
    /// ```
    pub fn one_line(&self) -> String {
        let mut line = self.message.clone();
        for help in &self.help {
            line.push_str("; ");
            line.push_str(help);
        }
        line
    }
}

/// The maximum number of known names that a suggestion lists.
const NAMES: usize = 12;
/// The maximum number of signatures that a suggestion lists.
const SIGNATURES: usize = 4;

impl Issue {
    /// Describes the mistake in plain words, with suggestions.
    pub fn describe(&self) -> Description {
        self.kind.describe()
    }
}

impl IssueKind {
    /// Describes the mistake in plain words, with suggestions.
    ///
    /// ```
    /// use crd_cel::{CompatVersion, Env, ObjectType, TypeId};
    ///
    /// let mut env = Env::new(CompatVersion::of_server(36));
    /// let spec = env.add_object(ObjectType::new("Spec", [("maxReplicas".to_owned(), TypeId::INT)]));
    /// env.declare("self", spec);
    /// let issues = env.compile("self.maxReplica > 1").unwrap_err();
    /// let words = issues.list()[0].describe();
    /// assert_eq!(words.message, "no field `maxReplica` on `Spec`");
    /// assert_eq!(words.help, ["did you mean `maxReplicas`?"]);
    /// ```
    pub fn describe(&self) -> Description {
        match self {
            Self::Syntax(error) => syntax(error),
            Self::TooLong { size, limit } => Description::new(format!(
                "the expression has {size} characters, but the API server accepts at most {limit}"
            ))
            .with_help("split it into several rules"),
            Self::TooDeep { limit } => {
                Description::new(format!("the expression is nested more than {limit} levels deep"))
                    .with_help("split it into several rules")
            }
            Self::TooLarge(TooLarge::Nodes { limit }) => Description::new(format!(
                "the expression has more than {limit} nodes after its macros are expanded"
            ))
            .with_help("split it into several rules"),
            Self::TooLarge(TooLarge::Types) => Description::new("the types in this expression are too large")
                .with_help("split it into several rules"),
            Self::BadLiteral(bad) => literal(*bad),
            Self::ReservedWord { word, written } => {
                let words = Description::new(format!("`{word}` is a reserved word"));
                match synonyms::of_token(word) {
                    _ if let Some(written) = written => words.with_help(format!("write `{written}`")),
                    Some(help) => words.with_help(help),
                    None => words.with_help(format!("to select a field with this name, write `self.{word}`")),
                }
            }
            Self::UnknownType { name } => Description::new(format!("unknown type `{name}`")),
            Self::MacroArgument(error) => macro_argument(error),
            Self::UnknownVariable {
                called: Some(function),
                suggestion,
                ..
            } => no_function(function, suggestion.as_deref()),
            Self::UnknownVariable {
                name,
                suggestion,
                in_scope,
                called: None,
            } => unknown_variable(name, suggestion.as_deref(), in_scope),
            Self::UnknownFunction {
                name,
                suggestion,
                since,
                usage,
                call,
            } => unknown_function(name, *call, suggestion.as_deref(), *since, *usage),
            Self::UndefinedField {
                field,
                object,
                suggestion,
                known,
            } => undefined_field(field, object.as_deref(), suggestion.as_deref(), known),
            Self::NoOverload {
                function,
                receiver,
                arguments,
                signatures,
                rewritten,
                since,
            } => no_overload(
                function,
                receiver.as_ref(),
                arguments,
                signatures,
                rewritten.as_deref(),
            )
            .with_first_help(since.map(newer)),
            Self::TypeMismatch {
                expected,
                found,
                place,
                help,
            } => mismatch(expected, found, place, help.as_deref()),
            Self::BadRange {
                found,
                field,
                element,
            } => bad_range(found, field.as_deref(), element.as_deref()),
            Self::NotSelectable { field, found, meant } => not_selectable(field, found, meant.as_ref()),
            Self::NotAType { found } => {
                Description::new(format!("this is a value of type `{found}`, not a type"))
            }
            Self::NotAMessage { name } => Description::new(format!(
                "`{name}` cannot be created with `{{…}}`, because it is not a message type"
            )),
            Self::BadArgument(bad) => bad_argument(bad),
            Self::WrongResult {
                purpose,
                found,
                meant,
            } => wrong_result(*purpose, found, meant.as_deref()),
            Self::ServerPanic(cause) => server_panic(*cause),
        }
    }
}

const DURATIONS: &str = "write durations as `duration('1h30m')`";
const TIMESTAMPS: &str = "write timestamps as `timestamp('2026-01-31T00:00:00Z')`";
const UNWRAP: &str = "unwrap the optional first: `.orValue(…)`";
const SEARCH: &str = "to search a list or map, use `in`: `x in list`";
const RAW: &str = "double the backslash, or write a raw string: `r'\\d'`";

impl Description {
    fn with_first_help(mut self, help: Option<String>) -> Self {
        if let Some(help) = help {
            self.help.insert(0, help);
        }
        self
    }
}

fn did_you_mean(name: &str) -> String {
    format!("did you mean `{name}`?")
}

fn newer(since: u8) -> String {
    format!(
        "it was added in Kubernetes 1.{since}; new rules can use it since 1.{}",
        since.saturating_add(1)
    )
}

/// Formats a list of names: `` `a`, `b` and 3 more ``.
fn listed(names: &[String], most: usize) -> String {
    let mut out = String::new();
    for (at, name) in names.iter().enumerate() {
        if at == most {
            out.push_str(&format!(" and {} more", names.len() - most));
            return out;
        }
        let is_last = at > 0 && at + 1 == names.len();
        out.push_str(match at {
            0 => "`",
            _ if is_last => " and `",
            _ => ", `",
        });
        out.push_str(name);
        out.push('`');
    }
    out
}
