//! Mappings from a type to the type of the next version, as constants.

use super::{Kind, Shape};

/// The names on a plain path: `.spec.replicas` is `["spec", "replicas"]`.
pub type NamePath = &'static [&'static str];

/// A mapping between the values of two types, in both directions.
///
/// Members of the same name and structure are mapped implicitly; types of members may have mappings of their own.
#[derive(Clone, Copy, Debug)]
pub struct Next {
    /// The path of the type that has the mapping, such as `api::v1::User`. Where both versions have this type, its
    /// values are unchanged.
    pub of: &'static str,
    /// The type of the next version.
    pub to: &'static Shape,
    /// Mappings of fields that are not the same in both versions.
    pub steps: &'static [NextStep],
    /// Fields of the next version that this one does not have.
    pub added: &'static [NamePath],
    /// Mappings of the values of an enum.
    pub variants: &'static [NextVariant],
    /// Policy for values that the other version's schema rejects, unless a step has its own.
    pub unfit: Option<UnfitPolicy>,
}

/// Policy for values that the other version's schema rejects, such as a number out of bounds or a string that is too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnfitPolicy {
    /// The value is kept in an annotation. The field is left out, or gets the default.
    Keep,
    /// The nearest valid value replaces it, and the original value is kept in an annotation.
    Saturate,
    /// The object cannot be converted: reading it at the other version fails.
    Refuse,
    /// The value is passed on unchanged, though the other version's schema rejects it.
    Pass,
}

impl Next {
    /// Creates a mapping in which all members keep their names.
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

/// The mapping of one or more fields.
#[derive(Clone, Copy, Debug)]
pub struct NextStep {
    /// The paths of the fields, from the type with the mapping.
    pub from: &'static [NamePath],
    /// The paths of the fields of the next version, from its type; none if the fields are dropped.
    pub to: &'static [NamePath],
    /// The functions that compute values; without them, there is one field on each side, and its value is unchanged.
    pub functions: Option<NextFunctions>,
    /// The member of elements that is the key, if a list becomes a map or a map a list.
    pub by_key: Option<ByKey>,
    /// The choice of a field by the value of a discriminator. The discriminator is the first of the paths of its versions.
    pub choice: Option<NextChoice>,
    /// Policy for values that the other version's schema rejects, if the step declares one.
    pub unfit: Option<UnfitPolicy>,
    /// The annotation or label that the field is in the other version. Either `from` or `to` is empty then.
    pub metadata: Option<MetadataEntry>,
}

impl NextStep {
    /// Creates a step that does nothing.
    pub const NONE: NextStep = NextStep {
        from: &[],
        to: &[],
        functions: None,
        by_key: None,
        choice: None,
        unfit: None,
        metadata: None,
    };
}

/// Fields that exchange values if a discriminator has a value.
///
/// The inverse of a choice by a discriminator that only one version has is the field of the other version that is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NextChoice {
    /// The versions that have the discriminator.
    pub discriminator: DiscriminatorIn,
    /// One case for each value.
    pub cases: &'static [NextCase],
    /// The number of paths of the step in this version and in the next.
    pub paths: [usize; 2],
}

/// The versions that have the discriminator of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiscriminatorIn {
    /// Only this version.
    Older,
    /// Only the next version.
    Newer,
    /// Both, with the same values.
    Both,
}

impl DiscriminatorIn {
    /// Whether this version has it.
    #[must_use]
    pub const fn is_in_older(self) -> bool {
        !matches!(self, DiscriminatorIn::Newer)
    }

    /// Whether the next version has it.
    #[must_use]
    pub const fn is_in_newer(self) -> bool {
        !matches!(self, DiscriminatorIn::Older)
    }
}

/// The fields that exchange values if a discriminator has a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NextCase {
    /// The value; `None` if the discriminator is absent or has a value without a case.
    pub value: Option<&'static str>,
    /// The index of the field among the paths of this version.
    pub from: usize,
    /// The index of the field among the paths of the next version.
    pub to: usize,
}

/// An annotation or a label with a given name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MetadataEntry {
    /// Which of the two it is.
    pub kind: MetadataKind,
    /// Its name.
    pub name: &'static str,
}

/// The two maps of `metadata` that users write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MetadataKind {
    /// `metadata.annotations`.
    Annotation,
    /// `metadata.labels`.
    Label,
}

impl MetadataKind {
    /// Both maps.
    pub const ALL: [MetadataKind; 2] = [MetadataKind::Annotation, MetadataKind::Label];

    /// Returns the name of the map in `metadata`.
    #[must_use]
    pub const fn map(self) -> &'static str {
        match self {
            MetadataKind::Annotation => "annotations",
            MetadataKind::Label => "labels",
        }
    }
}

/// The conversion of a list of objects to a map, or to the value of one element, and back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByKey {
    /// The member of an element that is the key of the map.
    pub key: &'static str,
    /// The member that is the value; without it, the value is the element without its key.
    pub value: Option<&'static str>,
    /// The key of the only element that the other version has, which has the value instead of a map.
    pub element: Option<&'static str>,
}

/// The functions of a step.
#[derive(Clone, Copy, Debug)]
pub struct NextFunctions {
    /// To the next version.
    pub up: MappingFunction,
    /// From the next version.
    pub down: MappingFunction,
    /// Whether several values of one version may map to one value of the other; the original value is then kept in an annotation.
    pub is_lossy: bool,
    /// The name of both, as given by `by`; empty for functions of the mapping itself. Results that the other version rejects count as
    /// values without a counterpart, since named functions do not know the bounds of the field.
    pub name: &'static str,
}

/// A function between the values of two versions.
#[derive(Clone, Copy, Debug)]
pub struct MappingFunction {
    /// Runs the function on the JSON of its arguments.
    pub run: fn(&[Option<&str>]) -> FunctionResult,
    /// The shapes of its arguments.
    pub arguments: &'static [&'static Shape],
    /// The shapes of its results.
    pub results: &'static [&'static Shape],
}

/// Stands for the shape of an argument that is a reference, which a function cannot take.
pub(crate) const BORROWED_ARGUMENT: Shape = Shape::new("&", Kind::Any);

/// The outcome of a function: the JSON of each result, null for none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FunctionResult {
    /// The results as JSON: one value, or a list if there are several results. Null if the other version has no
    /// counterpart for the value.
    Values(String),
    /// An argument is missing.
    Missing,
    /// An argument could not be read as the type that the function takes.
    Unreadable,
}

/// The mapping of a value of an enum.
#[derive(Clone, Copy, Debug)]
pub enum NextVariant {
    /// It has another name in the next version.
    Renamed {
        /// The name in this version.
        from: &'static str,
        /// The name in the next version.
        to: &'static str,
    },
    /// The next version does not have it; another value of the next version replaces it.
    Dropped {
        /// The name in this version.
        name: &'static str,
        /// The value of the next version that replaces it.
        falls_back: &'static str,
    },
    /// Only the next version has it; another value of this version replaces it.
    Added {
        /// The name in the next version.
        name: &'static str,
        /// The value of this version that replaces it.
        falls_back: &'static str,
    },
}
