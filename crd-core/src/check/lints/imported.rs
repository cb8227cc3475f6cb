//! Types of Kubernetes and of others inside of schemas, recognized by their characteristic members. Conventions are not checked on them, since
//! the author of a CRD does not choose how they are written.
//!
//! An object that has the members of such a type and others beside them, such as a `spec` into which Go inlines a `PodSpec`, is not
//! imported itself; only these members are.

mod types;

use crate::model::map::Map;
use crate::model::schema::JsonSchemaProps;
use types::TYPES;

/// A type of Kubernetes.
pub(super) struct ImportedType {
    /// Members that identify it, the rarest one first.
    identifying: &'static [&'static str],
    /// Its other members.
    others: &'static [&'static str],
    /// Whether objects with other members are not of this type, because the identifying ones are common.
    is_exact: bool,
}

/// For each first letter of the names that identify types, the lengths of these names, a bit for each.
const IDENTIFYING_LENGTHS: [u64; 32] = {
    let mut lengths = [0; 32];
    let mut index = 0;
    while index < TYPES.len() {
        let name = TYPES[index].identifying[0].as_bytes();
        lengths[(name[0] & 31) as usize] |= 1 << name.len();
        index += 1;
    }
    lengths
};

/// Whether a name may be the first of those that identify a type, by its first letter and its length.
fn may_identify(name: &str) -> bool {
    let [first, ..] = name.as_bytes() else {
        return false;
    };
    name.len() < 64 && IDENTIFYING_LENGTHS[usize::from(first & 31)] >> name.len() & 1 != 0
}

impl ImportedType {
    /// Returns the type whose members an object has, with or without others.
    fn of(schema: &JsonSchemaProps) -> Option<&'static Self> {
        let properties = schema.properties.as_ref()?;
        let mut least = None;
        for name in properties.keys() {
            // Most objects have none of the members that identify a type.
            if may_identify(name) {
                let place = TYPES.iter().position(|known| match known.identifying {
                    [first, others @ ..] => {
                        *first == name
                            && others.iter().all(|member| properties.contains_key(member))
                            && (!known.is_exact || known.is_all_of(schema))
                    }
                    [] => false,
                });
                least = least.into_iter().chain(place).min();
            }
        }
        TYPES.get(least?)
    }

    fn has(&self, name: &str) -> bool {
        self.identifying.contains(&name) || self.others.contains(&name)
    }

    /// Whether an object has no members beside those of the type.
    fn is_all_of(&self, schema: &JsonSchemaProps) -> bool {
        let mut names = schema.properties.iter().flat_map(Map::keys);
        names.all(|name| self.has(name))
    }
}

/// How much of a schema is a type of Kubernetes.
#[derive(Clone, Copy)]
pub(super) enum ImportedPart {
    None,
    /// The members of the type, among others.
    Members(&'static ImportedType),
    All,
}

impl ImportedPart {
    /// Returns the part of an element of the list with a name; `LocalObjectReference` has no characteristic members, but a description.
    pub(super) fn of_element(list: &str, schema: &JsonSchemaProps) -> Self {
        let mut members = schema.properties.iter().flat_map(Map::iter);
        let is_reference = |(name, schema): (&str, &JsonSchemaProps)| {
            let is_described = schema
                .description
                .trim_start()
                .starts_with("Name of the referent");
            name == "name" && (is_described || list == "imagePullSecrets")
        };
        if members.all(is_reference) {
            Self::All
        } else {
            Self::of(schema)
        }
    }

    pub(super) fn of(schema: &JsonSchemaProps) -> Self {
        match ImportedType::of(schema) {
            None => Self::None,
            Some(known) if known.is_all_of(schema) => Self::All,
            Some(known) => Self::Members(known),
        }
    }

    pub(super) fn is_all(self) -> bool {
        matches!(self, Self::All)
    }

    /// Whether a member is one of the type.
    pub(super) fn has(self, name: &str) -> bool {
        match self {
            Self::None => false,
            Self::Members(known) => known.has(name),
            Self::All => true,
        }
    }
}
