//! Types of `crd_core::types` and of k8s-openapi that an import uses instead of generated types.

mod compare;
mod published;

use std::fmt;
use std::sync::OnceLock;

use crd_core::generate::{Profile, structural};
use crd_core::shape::ForeignError;
use crd_core::structural::{ListType, MapType, Structural, StructuralShape};
use crd_core::{Schema, Shape, interop, types};

use crate::options::{ImportOptions, KubernetesTypes};
use crate::place::{SchemaPosition, SchemaStep};
use crate::words::words;

/// A type of another crate.
pub(crate) struct KnownType {
    /// Its name.
    pub(crate) name: &'static str,
    /// The module that has it, such as `crd_core::types`.
    pub(crate) module: &'static str,
    pub(crate) shape: &'static Shape,
    /// Whether the type is selected by the kind of a node, not by its members.
    pub(crate) is_scalar: bool,
}

/// The descriptions of the fields of a known type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum KeptDescriptions {
    /// No descriptions.
    Drop,
    /// The descriptions of a table: paths and texts.
    Table(Vec<(String, String)>),
}

/// A keyword of a node that the type does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Addition {
    /// How server-side apply merges a list.
    ListType(ListType),
    /// How server-side apply merges an object.
    MapType(MapType),
    /// The schema has no default.
    NoDefault,
    /// The metadata of a template, which differs from `ObjectMeta`.
    Metadata(TemplateMetadata),
    /// `nullable` with an `enum` that does not allow null, in a schema as JSON.
    RefusedNull,
}

/// The metadata of a template in the forms of controller-gen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TemplateMetadata {
    /// An object without members.
    Pruned,
    /// Five members of `ObjectMeta`.
    Embedded,
}

impl TemplateMetadata {
    pub(crate) const ALL: [TemplateMetadata; 2] = [TemplateMetadata::Pruned, TemplateMetadata::Embedded];

    /// Returns the function in `crd_core::interop` that returns its schema.
    pub(crate) fn function(self) -> &'static str {
        match self {
            TemplateMetadata::Pruned => "pruned_metadata",
            TemplateMetadata::Embedded => "embedded_metadata",
        }
    }

    pub(crate) fn schema(self) -> fn() -> Result<Structural, ForeignError> {
        match self {
            TemplateMetadata::Pruned => interop::pruned_metadata,
            TemplateMetadata::Embedded => interop::embedded_metadata,
        }
    }
}

/// A known type for an object, with additional keywords.
#[derive(Debug)]
pub(crate) struct FoundType {
    pub(crate) known: &'static KnownType,
    pub(crate) descriptions: Option<KeptDescriptions>,
    /// The additions by path; the empty path is the object itself.
    pub(crate) additions: Vec<(String, Addition)>,
}

/// Omits the shape, which is very long; this text is used in keys of the table of types.
impl fmt::Debug for KnownType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}::{}", self.module, self.name)
    }
}

impl PartialEq for KnownType {
    fn eq(&self, other: &Self) -> bool {
        (self.module, self.name) == (other.module, other.name)
    }
}

macro_rules! known {
    ($( $constant:ident $name:ident $is_scalar:literal; )*) => {
        $( pub(crate) static $constant: KnownType = KnownType {
            name: stringify!($name),
            module: "crd_core::types",
            shape: <types::$name as Schema>::REF,
            is_scalar: $is_scalar,
        }; )*
        static ALL: &[&KnownType] = &[$( &$constant ),*];
    };
}

known! {
    TIME Time true;
    INT_OR_STRING IntOrString true;
    QUANTITY Quantity true;
    RAW_EXTENSION RawExtension true;
    EMBEDDED_RESOURCE EmbeddedResource true;
    CONDITION Condition false;
    LABEL_SELECTOR LabelSelector false;
    LABEL_SELECTOR_REQUIREMENT LabelSelectorRequirement false;
    EMBEDDED_OBJECT_META EmbeddedObjectMeta false;
    OBJECT_META ObjectMeta false;
    OWNER_REFERENCE OwnerReference false;
    SECRET_KEY_SELECTOR SecretKeySelector false;
    CONFIG_MAP_KEY_SELECTOR ConfigMapKeySelector false;
    LOCAL_OBJECT_REFERENCE LocalObjectReference false;
}

/// Whether a name is that of a type of `crd_core::types` that an import can use.
pub(crate) fn is_name(name: &str) -> bool {
    name == "Nullable" || ALL.iter().any(|known| known.name == name)
}

/// Returns the types of crd-core that are objects, with their schemas.
fn of_crd_core() -> &'static [(&'static KnownType, Structural)] {
    static OBJECTS: OnceLock<Vec<(&'static KnownType, Structural)>> = OnceLock::new();
    OBJECTS.get_or_init(|| {
        let objects = ALL.iter().copied().filter(|known| !known.is_scalar);
        let schemas =
            objects.filter_map(|known| Some((known, structural(known.shape, Profile::ApiServer).ok()?)));
        schemas.collect()
    })
}

/// Returns the known type with the schema of an object. Descriptions may differ, and the keywords of the node that a field may add.
pub(crate) fn object(
    node: &Structural,
    place: &SchemaPosition,
    options: &ImportOptions,
) -> Option<FoundType> {
    if !options.known_types {
        return None;
    }
    let of_kubernetes = match options.kubernetes {
        KubernetesTypes::None => None,
        KubernetesTypes::OfAllReleases => published::find(node, place, None),
        KubernetesTypes::Of(release) => published::find(node, place, Some(release)),
    };
    of_kubernetes.or_else(|| {
        let all = of_crd_core().iter().map(|(known, schema)| (*known, schema));
        best(node, place, all)
    })
}

/// Returns the type with the schema of an object whose name is most similar to the place.
fn best<'a>(
    node: &Structural,
    place: &SchemaPosition,
    candidates: impl Iterator<Item = (&'static KnownType, &'a Structural)>,
) -> Option<FoundType> {
    let mut found: Option<(usize, FoundType)> = None;
    for (known, schema) in candidates {
        let Some(additions) = compare::additions(node, schema) else {
            continue;
        };
        let score = likeness(known.name, node, place);
        if found.as_ref().is_none_or(|(best, _)| score > *best) {
            let type_ = FoundType {
                known,
                descriptions: compare::descriptions(node, schema),
                additions,
            };
            found = Some((score, type_));
        }
    }
    found.map(|(_, found)| found)
}

/// Returns the number of words of a type's name that occur in the place and its description.
fn likeness(name: &str, node: &Structural, place: &SchemaPosition) -> usize {
    let members: String = place.steps.iter().rev().take(3).map(step_text).collect();
    let description = words(&node.generic.description);
    let at_place = words(&members);
    let words = words(name);
    let count = |found: &[String]| words.iter().filter(|word| found.contains(word)).count();
    2 * count(&at_place) + count(&description)
}

fn step_text(step: &SchemaStep) -> String {
    match step {
        SchemaStep::Member(name) => format!("{name} "),
        SchemaStep::Element | SchemaStep::Value => String::new(),
    }
}

/// Returns the object of a node that has members.
fn properties(node: &Structural) -> Option<&crd_core::structural::Object> {
    match &node.shape {
        StructuralShape::Object(object) if !object.properties.is_empty() => Some(object),
        _ => None,
    }
}
