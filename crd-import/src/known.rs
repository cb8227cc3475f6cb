//! Types of `crd_core::types` that an import writes in place of types of its own.

use std::fmt;
use std::sync::OnceLock;

use crd_core::generate::{Profile, structural};
use crd_core::structural::{Structural, StructuralShape};
use crd_core::{Schema, Shape, types};

/// A type that crd-core has.
pub(crate) struct KnownType {
    /// Its name in `crd_core::types`.
    pub(crate) name: &'static str,
    pub(crate) shape: &'static Shape,
    /// Whether it is found by the kind of a node, not by its members.
    is_scalar: bool,
}

/// Which descriptions stand below a known type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum KeptDescriptions {
    /// None.
    Drop,
    /// Those of a table: paths and texts.
    Table(Vec<(String, String)>),
}

/// Its shape would fill pages, and keys of the table of types are made of this text.
impl fmt::Debug for KnownType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl PartialEq for KnownType {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

macro_rules! known {
    ($( $constant:ident $name:ident $is_scalar:literal; )*) => {
        $( pub(crate) static $constant: KnownType = KnownType {
            name: stringify!($name),
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
    CONFIG_MAP_KEY_SELECTOR ConfigMapKeySelector false;
    SECRET_KEY_SELECTOR SecretKeySelector false;
    LOCAL_OBJECT_REFERENCE LocalObjectReference false;
}

/// Whether a name is that of a type of `crd_core::types` that may stand in the text.
pub(crate) fn is_name(name: &str) -> bool {
    name == "Nullable" || ALL.iter().any(|known| known.name == name)
}

/// The objects among the known types with their schemas.
fn objects() -> &'static [(&'static KnownType, Structural)] {
    static OBJECTS: OnceLock<Vec<(&'static KnownType, Structural)>> = OnceLock::new();
    OBJECTS.get_or_init(|| {
        let objects = ALL.iter().copied().filter(|known| !known.is_scalar);
        let schemas =
            objects.filter_map(|known| Some((known, structural(known.shape, Profile::ApiServer).ok()?)));
        schemas.collect()
    })
}

/// The known type that has the schema of an object, but for descriptions and the keywords of its own node that a field may add.
pub(crate) fn object(node: &Structural) -> Option<(&'static KnownType, Option<KeptDescriptions>)> {
    let StructuralShape::Object(object) = &node.shape else {
        return None;
    };
    objects().iter().find_map(|(known, schema)| {
        let StructuralShape::Object(own) = &schema.shape else {
            return None;
        };
        let is_same = object.properties.len() == own.properties.len()
            && object.additional.is_none()
            && !object.embedded_resource
            && node.preserve_unknown_fields == schema.preserve_unknown_fields
            && object.map_type == own.map_type
            && node.misplaced.is_none()
            && object
                .properties
                .iter()
                .all(|(name, member)| own.properties.get(name).is_some_and(|own| is_same(member, own)))
            && node.validation == schema.validation;
        is_same.then(|| (*known, descriptions(node, schema)))
    })
}

/// Whether two schemas differ in descriptions only.
fn is_same(a: &Structural, b: &Structural) -> bool {
    let (mut a, mut b) = (a.clone(), b.clone());
    undescribe(&mut a);
    undescribe(&mut b);
    a == b
}

fn undescribe(node: &mut Structural) {
    node.generic.description = "".into();
    match &mut node.shape {
        StructuralShape::Object(object) => {
            for (_, member) in object.properties.iter_mut() {
                undescribe(member);
            }
            if let Some(crd_core::structural::Additional::Schema(values)) = &mut object.additional {
                undescribe(values);
            }
        }
        StructuralShape::Array(array) => undescribe(&mut array.items),
        _ => {}
    }
}

/// The descriptions below a node, if they are not those of the type.
fn descriptions(node: &Structural, own: &Structural) -> Option<KeptDescriptions> {
    let (mut found, mut published) = (Vec::new(), Vec::new());
    collect(node, "", &mut found);
    collect(own, "", &mut published);
    if found == published {
        None
    } else if found.is_empty() {
        Some(KeptDescriptions::Drop)
    } else {
        Some(KeptDescriptions::Table(found))
    }
}

fn collect(node: &Structural, path: &str, found: &mut Vec<(String, String)>) {
    let mut add = |child: &Structural, path: String| {
        if !child.generic.description.is_empty() {
            found.push((path.clone(), child.generic.description.to_string()));
        }
        collect(child, &path, found);
    };
    match &node.shape {
        StructuralShape::Object(object) => {
            for (name, member) in object.properties.iter() {
                let below = if path.is_empty() {
                    name.to_owned()
                } else {
                    format!("{path}.{name}")
                };
                add(member, below);
            }
            if let Some(crd_core::structural::Additional::Schema(values)) = &object.additional {
                add(values, format!("{path}.*"));
            }
        }
        StructuralShape::Array(array) => add(&array.items, format!("{path}[]")),
        _ => {}
    }
}
