//! The positions of a type, its members and its rules in the user's code, as the compiler reports them.

/// The positions of a type, its members and its rules in the user's code.
///
/// The derives write it with the features `check` and `registry` only, and as a function: if it were part of the
/// constant, each line that is added above a type would make the compiler evaluate its shape again.
#[derive(Clone, Copy, Debug)]
pub struct RustSource {
    /// The file as cargo passes it to the compiler: absolute, or relative to the root of the workspace.
    pub file: &'static str,
    /// The line and column of the type's name, both from 1; columns count characters. For a type that a macro
    /// generates, it is the position of the macro call, unless the name is an argument of the call.
    pub position: (u32, u32),
    /// The members: wire name, Rust name, line, column. The wire name of a field of a variant is prefixed with the
    /// variant's name and a dot.
    pub members: &'static [(&'static str, &'static str, u32, u32)],
    /// The findings that are not reported: the member's name on the wire as in `members`, empty for the type itself; the
    /// name of a code, slug, rule or family of lints, the reason, and the line and column of the attribute.
    pub allows: &'static [(&'static str, &'static str, &'static str, u32, u32)],
    /// The texts of rules, messages and field paths: the member's name on the wire as in `members`, empty for the type itself;
    /// the text; the line and column of the literal or constant.
    pub texts: &'static [(&'static str, RuleText, u32, u32)],
    /// The defaults and examples of the fields of a struct: the field's name on the wire; the source; the line and column of the
    /// attribute with a default, or of the example.
    pub defaults: &'static [(&'static str, RustDefault, u32, u32)],
    /// Whether it is a struct without `rename_all`, whose fields have their Rust names on the wire.
    pub has_plain_names: bool,
}

/// The attribute that a default or an example comes from.
#[derive(Clone, Copy, Debug)]
pub enum RustDefault {
    /// `#[crd(default = …)]`.
    Attribute,
    /// `#[serde(default)]`.
    Serde,
    /// `#[serde(default = "…", skip_serializing_if = "…")]`, with a function that finds whether a value is lost.
    SerdeBesideSkipped(fn() -> Option<LostValue>),
    /// `#[crd(example = …)]`.
    Example,
}

/// A value that serde does not write although an absent field has another value, both as JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LostValue {
    /// The value that is not written.
    pub value: String,
    /// The value of an absent field.
    pub default: String,
}

/// A text in the attributes of a rule.
#[derive(Clone, Copy, Debug)]
pub enum RuleText {
    /// A string literal.
    Literal(&'static str),
    /// A constant expression, such as the name of a constant or `concat!(…)`.
    Constant(fn() -> &'static str),
}

impl RuleText {
    /// Returns the text.
    pub fn value(self) -> &'static str {
        match self {
            RuleText::Literal(text) => text,
            RuleText::Constant(text) => text(),
        }
    }
}

/// Writes the function that returns the position of a type.
#[cfg(any(feature = "check", feature = "registry"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __source {
    ($file:expr, $position:expr, $members:expr, $allows:expr, $texts:expr, $defaults:expr, $has_plain_names:expr) => {{
        fn source() -> &'static $crate::shape::RustSource {
            &$crate::shape::RustSource {
                file: $file,
                position: $position,
                members: &$members,
                allows: &$allows,
                texts: &$texts,
                defaults: &$defaults,
                has_plain_names: $has_plain_names,
            }
        }
        ::core::option::Option::Some(source)
    }};
}

/// Writes no function, since no feature needs it.
#[cfg(not(any(feature = "check", feature = "registry")))]
#[doc(hidden)]
#[macro_export]
macro_rules! __source {
    ($($source:tt)*) => {
        ::core::option::Option::None
    };
}
