//! How a type becomes the type of the next version, as constants.

use super::Shape;

/// The names on a plain path: `.spec.replicas` is `["spec", "replicas"]`.
pub type NamePath = &'static [&'static str];

/// How values of a type become values of another, and back.
///
/// Members of the same name and structure are mapped without words; types of members may have a mapping of their own.
#[derive(Clone, Copy, Debug)]
pub struct Next {
    /// The path of the type that has the mapping, such as `api::v1::User`. Where both versions have this type, it stays as it is.
    pub of: &'static str,
    /// The type of the next version.
    pub to: &'static Shape,
    /// What becomes of fields that are not simply there again.
    pub steps: &'static [NextStep],
    /// Fields of the next version that this one has not.
    pub added: &'static [NamePath],
    /// What becomes of the values of an enum.
    pub variants: &'static [NextVariant],
    /// What becomes of values that the other version's schema refuses, where a step does not say it.
    pub unfit: Option<UnfitPolicy>,
}

/// What becomes of values that the other version's schema refuses: a number out of its bounds, a text that is too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnfitPolicy {
    /// The value is kept in an annotation. Its place is empty, or has the default.
    Keep,
    /// The nearest value that is admitted stands for it, and the value is kept in an annotation.
    Saturate,
    /// The object cannot be converted: reading it at the other version fails.
    Refuse,
    /// It is passed on as it is, though the other version's schema refuses it.
    Pass,
}

impl Next {
    /// A mapping in which everything has its name again.
    #[must_use]
    pub const fn new(to: &'static Shape) -> Self {
        Next {
            of: "",
            to,
            steps: &[],
            added: &[],
            variants: &[],
            unfit: None,
        }
    }
}

/// What becomes of one field or of several.
#[derive(Clone, Copy, Debug)]
pub struct NextStep {
    /// The paths of the fields, from the type with the mapping.
    pub from: &'static [NamePath],
    /// The paths of the fields of the next version, from its type; none if the fields are dropped.
    pub to: &'static [NamePath],
    /// The functions that compute values; without them, there is one field on each side, and its value stays the same.
    pub functions: Option<NextFunctions>,
    /// What becomes of values that the other version's schema refuses, if it is said.
    pub unfit: Option<UnfitPolicy>,
}

/// The functions of a step.
#[derive(Clone, Copy, Debug)]
pub struct NextFunctions {
    /// To the next version.
    pub up: Computation,
    /// From the next version.
    pub down: Computation,
    /// Whether several values of one version may become one of the other, which is then kept beside it.
    pub is_lossy: bool,
}

/// A function between the values of two versions.
#[derive(Clone, Copy, Debug)]
pub struct Computation {
    /// Runs the function on the JSON of its arguments.
    pub run: fn(&[Option<&str>]) -> Computed,
    /// The shapes of its arguments.
    pub takes: &'static [&'static Shape],
    /// The shapes of its results.
    pub gives: &'static [&'static Shape],
}

/// What a function made of its arguments: the JSON of each result, null for none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Computed {
    /// The results, as JSON: one value, or a list if there are several results. Null if the other version has no value for
    /// this one.
    Values(String),
    /// An argument is missing.
    Missing,
    /// An argument could not be read as the type that the function takes.
    Unreadable,
}

/// What becomes of a value of an enum.
#[derive(Clone, Copy, Debug)]
pub enum NextVariant {
    /// It has another name in the next version.
    Renamed {
        /// The name here.
        from: &'static str,
        /// The name in the next version.
        to: &'static str,
    },
    /// The next version does not have it; another value of the next version stands for it.
    Dropped {
        /// The name here.
        name: &'static str,
        /// The value of the next version that stands for it.
        falls_back: &'static str,
    },
    /// Only the next version has it; another value of this version stands for it.
    Added {
        /// The name in the next version.
        name: &'static str,
        /// The value of this version that stands for it.
        falls_back: &'static str,
    },
}
