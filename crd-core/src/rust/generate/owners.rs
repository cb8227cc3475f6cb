//! Maps each path of a resource to the Rust field that it comes from, for findings about generated CRDs.
//!
//! ```text
//! struct DatabaseSpec { users: Vec<User> }    spec.users         DatabaseSpec::users
//! struct User { name: String }                spec.users[].name  User::name
//! ```

use std::collections::BTreeMap;
use std::fmt;
use std::panic::catch_unwind;

use crate::rust::shape::{
    Content, Field, Kind, LostValue, Resource, RuleText, RustDefault, RustSource, Shape, Tagging,
};

/// A Rust type or field, and its source position.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct RustOwner {
    /// `DatabaseSpec`, or `DatabaseSpec::max_users`.
    pub name: String,
    /// Source position of its name; `None` for a type that is not derived, and without the features `check` and `registry`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<RustPlace>,
    /// The findings that are not reported at this type or field.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub allows: Vec<RustAllow>,
    /// The texts of the rules at this type or field, and of those that its type declares.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub texts: Vec<PlacedText>,
    /// The attribute with the default of this field.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<PlacedDefault>,
    /// The value of this field that serde does not write, although an absent field has another value.
    #[serde(skip)]
    pub lost: Option<LostValue>,
    /// Whether it is a field whose wire name has an underscore that no attribute asks for.
    #[serde(skip)]
    pub has_underscore: bool,
    /// Whether it is a field that serde writes and does not read.
    #[serde(skip)]
    pub is_write_only: bool,
    /// The attribute of this field that has no effect, because no path of structs leads to the field.
    #[serde(skip)]
    pub without_path: Option<&'static str>,
}

/// A name in `#[crd(allow(…))]`, whose findings are not reported.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub struct RustAllow {
    /// The name of a code or slug, or of a rule or family of lints: `CRD1019`, `list-type-absent`, `LNT-16`, `lists`.
    pub name: String,
    /// The reason, in one line.
    pub reason: String,
    /// The position of the attribute.
    pub place: RustPlace,
}

/// A text in an attribute, such as that of a rule.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct PlacedText {
    /// The text.
    pub text: String,
    /// Whether it is the value of a constant expression, not a literal.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_constant: bool,
    /// The position of the literal or expression.
    pub place: RustPlace,
}

/// The attribute with the default of a field.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct PlacedDefault {
    /// Whether it is serde's, and not `#[crd(default = …)]`.
    pub is_of_serde: bool,
    /// The position of the word `default`.
    pub place: RustPlace,
}

/// A position in a Rust file, as the compiler reports it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub struct RustPlace {
    /// Path of the file: absolute, or relative to the root of the workspace.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
}

impl fmt::Display for RustPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

impl RustOwner {
    fn of_type(shape: &Shape) -> Self {
        let source = shape.source.map(|source| source());
        RustOwner {
            name: shape.name.to_owned(),
            place: source.map(|source| RustPlace {
                file: source.file.to_owned(),
                line: source.position.0,
                column: source.position.1,
            }),
            allows: allows_of(shape, ""),
            texts: Vec::new(),
            default: None,
            lost: None,
            has_underscore: false,
            is_write_only: false,
            without_path: None,
        }
    }

    /// Returns the owner for the member of a type with a wire name; `variant` is the wire name of the variant that
    /// holds it, or empty.
    fn of_member(shape: &Shape, variant: &str, wire: &str) -> Self {
        let source = shape.source.map(|source| source());
        let member = source.and_then(|source| {
            let is_wanted = |name: &str| match name.rsplit_once('.') {
                Some((of, name)) if !variant.is_empty() => of == variant && name == wire,
                _ => variant.is_empty() && name == wire,
            };
            let mut members = source.members.iter();
            let (_, rust, line, column) = members.find(|(name, ..)| is_wanted(name))?;
            let place = RustPlace {
                file: source.file.to_owned(),
                line: *line,
                column: *column,
            };
            Some((*rust, place))
        });
        let rust = member.as_ref().map_or(wire, |(rust, _)| rust);
        let place_of_allows = if variant.is_empty() {
            wire.to_owned()
        } else {
            format!("{variant}.{wire}")
        };
        let default = source
            .and_then(|source| default_of(source, wire))
            .filter(|_| variant.is_empty());
        let (default, lost) = default.unzip();
        let mut allows = allows_of(shape, &place_of_allows);
        allows.extend(allows_of(shape, ""));
        RustOwner {
            name: format!("{}::{rust}", shape.name),
            has_underscore: rust == wire
                && wire.trim_matches('_').contains('_')
                && source.is_some_and(|source| source.has_plain_names),
            is_write_only: false,
            without_path: None,
            place: member.map(|(_, place)| place),
            default,
            lost: lost.flatten(),
            allows,
            texts: source.map_or_else(Vec::new, |source| {
                texts_of(source, |member| member == place_of_allows)
            }),
        }
    }
}

/// Returns the attribute with the default of a field, and the value that serde loses beside it.
fn default_of(source: &RustSource, wire: &str) -> Option<(PlacedDefault, Option<LostValue>)> {
    let (_, default, line, column) = source.defaults.iter().find(|(name, ..)| *name == wire)?;
    let placed = PlacedDefault {
        is_of_serde: !matches!(default, RustDefault::Attribute),
        place: RustPlace {
            file: source.file.to_owned(),
            line: *line,
            column: *column,
        },
    };
    let lost = match default {
        // A panic of the default is an error of the schema.
        RustDefault::SerdeBesideSkipped(lost) => catch_unwind(lost).ok().flatten(),
        _ => None,
    };
    Some((placed, lost))
}

/// Returns the allowances at a member of a type, or at the type itself if the name is empty.
fn allows_of(shape: &Shape, member: &str) -> Vec<RustAllow> {
    let Some(source) = shape.source.map(|source| source()) else {
        return Vec::new();
    };
    let allows = source.allows.iter().filter(|(of, ..)| *of == member);
    allows
        .map(|(_, name, reason, line, column)| RustAllow {
            name: (*name).to_owned(),
            reason: (*reason).to_owned(),
            place: RustPlace {
                file: source.file.to_owned(),
                line: *line,
                column: *column,
            },
        })
        .collect()
}

/// Returns the texts of rules at the members of a type that are asked for; the name of the type itself is empty.
fn texts_of(source: &RustSource, is_wanted: impl Fn(&str) -> bool) -> Vec<PlacedText> {
    let texts = source.texts.iter().filter(|(member, ..)| is_wanted(member));
    texts
        .map(|(_, text, line, column)| PlacedText {
            text: text.value().to_owned(),
            is_constant: matches!(text, RuleText::Constant(_)),
            place: RustPlace {
                file: source.file.to_owned(),
                line: *line,
                column: *column,
            },
        })
        .collect()
}

/// Adds the texts of the rules of a type to the owner of the path with its schema. The rules of variants and of the content of a
/// newtype are at this path too.
fn add_texts(shape: &Shape, path: &str, owners: &mut BTreeMap<String, RustOwner>) {
    let Some(source) = shape.source.map(|source| source()) else {
        return;
    };
    let mut texts = texts_of(source, str::is_empty);
    texts.extend(texts_of(source, |member| !member.is_empty()));
    if let Some(owner) = at_and_above(path).find(|here| owners.contains_key(*here))
        && let Some(owner) = owners.get_mut(owner)
    {
        owner.texts.extend(texts);
    }
}

/// Adds the allowances of a type to the node that has its schema. If no field is at that node, as for the elements of a list, the
/// owner remains the field above.
fn allow_at(shape: &Shape, path: &str, owners: &mut BTreeMap<String, RustOwner>) {
    let allows = allows_of(shape, "");
    if allows.is_empty() {
        return;
    }
    if !owners.contains_key(path) {
        let Some(above) = nearest(owners, path).cloned() else {
            return;
        };
        owners.insert(path.to_owned(), above);
    }
    let Some(owner) = owners.get_mut(path) else { return };
    for allow in allows {
        if !owner.allows.contains(&allow) {
            owner.allows.push(allow);
        }
    }
}

/// Returns the notes on fields that are probably not what was meant.
#[cfg(any(feature = "check", feature = "registry"))]
pub(crate) fn notes(owners: &BTreeMap<String, RustOwner>) -> Vec<String> {
    let mut notes = notes_on_names(owners);
    notes.extend(notes_on_ignored_fields(owners));
    notes.extend(notes_on_lost_values(owners));
    notes.extend(notes_on_paths(owners));
    notes
}

/// Returns a note for each field with a value that serde does not write, although an absent field has another value.
#[cfg(any(feature = "check", feature = "registry"))]
fn notes_on_lost_values(owners: &BTreeMap<String, RustOwner>) -> Vec<String> {
    let mut noted: Vec<&RustOwner> = Vec::new();
    for owner in owners.values().filter(|owner| owner.lost.is_some()) {
        if !noted
            .iter()
            .any(|other| other.name == owner.name && other.place == owner.place)
        {
            noted.push(owner);
        }
    }
    let note = |owner: &RustOwner| {
        let LostValue { value, default } = owner.lost.as_ref()?;
        Some(format!(
            "{}`skip_serializing_if` leaves out `{value}`, but an absent `{}` is `{default}`, so the value `{value}` is lost when \
             this program writes the object: remove `skip_serializing_if`, or let its condition be true of `{default}` only",
            place_before(owner),
            owner.name
        ))
    };
    noted.into_iter().filter_map(note).collect()
}

/// Returns a note for each field of the spec that serde does not read, because users write the spec.
#[cfg(any(feature = "check", feature = "registry"))]
fn notes_on_ignored_fields(owners: &BTreeMap<String, RustOwner>) -> Vec<String> {
    let mut ignored: Vec<&RustOwner> = Vec::new();
    for (path, owner) in owners {
        let is_of_spec = path.starts_with("spec.");
        if is_of_spec && owner.is_write_only && !ignored.iter().any(|other| other.name == owner.name) {
            ignored.push(owner);
        }
    }
    let note = |owner: &RustOwner| {
        format!(
            "{}users can set `{}`, but serde does not read it, so this program ignores the value: remove \
             `skip_deserializing`, or write `#[serde(skip)]` to remove the field from the schema",
            place_before(owner),
            owner.name
        )
    };
    ignored.into_iter().map(note).collect()
}

/// Returns a note for each field with a column or `selectable` that the CRD does not have.
#[cfg(any(feature = "check", feature = "registry"))]
fn notes_on_paths(owners: &BTreeMap<String, RustOwner>) -> Vec<String> {
    let mut notes = Vec::new();
    for (path, owner) in owners {
        let Some(attribute) = owner.without_path else {
            continue;
        };
        let is_of_elements = path.contains("[]") || path.split('.').any(|name| name == "*");
        let meant = match attribute {
            "selectable" if is_of_elements => "remove it".to_owned(),
            "selectable" => format!("write `selectable = \".{path}\"` on the resource"),
            _ => format!(
                "write `printcolumn(name = \"…\", type_ = \"…\", json_path = \".{}\")` on the resource",
                path.replace("[]", "[0]").replace('*', "KEY")
            ),
        };
        let why = if is_of_elements {
            "goes through a list or map"
        } else {
            "does not go through structs only"
        };
        notes.push(format!(
            "{}`{attribute}` of `{}` has no effect, because its path `.{path}` {why}: {meant}",
            place_before(owner),
            owner.name
        ));
    }
    notes
}

/// Returns the position of an owner for the beginning of a note.
#[cfg(any(feature = "check", feature = "registry"))]
fn place_before(owner: &RustOwner) -> String {
    owner
        .place
        .as_ref()
        .map_or_else(String::new, |place| format!("{place}: "))
}

/// Returns a note for each type with underscores in the wire names of its fields, which are camel case in Kubernetes.
#[cfg(any(feature = "check", feature = "registry"))]
fn notes_on_names(owners: &BTreeMap<String, RustOwner>) -> Vec<String> {
    let mut notes = Vec::new();
    let mut noted: Vec<(&str, Option<&str>)> = Vec::new();
    for owner in owners.values().filter(|owner| owner.has_underscore) {
        let type_name = owner.name.split("::").next().unwrap_or_default();
        let of = (type_name, owner.place.as_ref().map(|place| place.file.as_str()));
        if noted.contains(&of) {
            continue;
        }
        noted.push(of);
        let place = place_before(owner);
        notes.push(format!(
            "{place}`{}` has an underscore in JSON, but Kubernetes uses camel case: add `#[serde(rename_all \
             = \"camelCase\")]` to `{type_name}`, or `rename_all = \"snake_case\"` if it is intended",
            owner.name
        ));
    }
    notes
}

/// Returns the Rust fields of a resource by their path.
///
/// The owner of the whole object, with an empty path, is the type of the spec, which carries the attributes of the resource.
pub(crate) fn of(resource: &Resource) -> BTreeMap<String, RustOwner> {
    let mut owners = BTreeMap::new();
    let mut root = RustOwner::of_type(resource.spec);
    if let Some(source) = resource.source {
        root.texts = texts_of(source(), str::is_empty);
    }
    owners.insert(String::new(), root);
    owners.insert("spec".to_owned(), RustOwner::of_type(resource.spec));
    walk(resource.spec, "spec", &mut owners);
    if let Some(status) = resource.status {
        owners.insert("status".to_owned(), RustOwner::of_type(status));
        walk(status, "status", &mut owners);
    }
    let mut with_path = Vec::new();
    add_fields_of_structs(resource.spec, "spec", &owners, &mut with_path);
    if let Some(status) = resource.status {
        add_fields_of_structs(status, "status", &owners, &mut with_path);
    }
    for owner in owners.values_mut() {
        if with_path.contains(&owner.name) {
            owner.without_path = None;
        }
    }
    owners
}

/// Adds the names of the fields with columns or `selectable` to which a path of structs leads, as in the CRD.
fn add_fields_of_structs(
    shape: &Shape,
    path: &str,
    owners: &BTreeMap<String, RustOwner>,
    names: &mut Vec<String>,
) {
    match shape.kind {
        Kind::Alias(inner) => add_fields_of_structs(inner, path, owners, names),
        Kind::Object(members) => {
            for field in members {
                let below = if field.flatten {
                    path.to_owned()
                } else {
                    format!("{path}.{}", field.name)
                };
                let owner = owners.get(&below).filter(|_| !field.flatten);
                names.extend(
                    owner
                        .filter(|owner| owner.without_path.is_some())
                        .map(|owner| owner.name.clone()),
                );
                add_fields_of_structs(field.shape, &below, owners, names);
            }
        }
        _ => {}
    }
}

/// Returns the Rust field at a path of the generator, such as `spec.users.[].name`, or the nearest field above.
pub(super) fn of_place(resource: &Resource, place: &str) -> RustOwner {
    let owner = nearest(&of(resource), &place.replace(".[]", "[]")).cloned();
    owner.unwrap_or_else(|| RustOwner::of_type(resource.spec))
}

/// Returns the owner of a path, or of the nearest path above.
fn nearest<'o>(owners: &'o BTreeMap<String, RustOwner>, path: &str) -> Option<&'o RustOwner> {
    at_and_above(path).find_map(|here| owners.get(here))
}

/// Returns a path and those above it: `spec.users[]`, `spec.users`, `spec`, and the empty path of the root.
pub(crate) fn at_and_above(path: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(path), |here| {
        if here.is_empty() {
            return None;
        }
        let above = here.strip_suffix("[]").map(str::len).or_else(|| here.rfind('.'));
        here.get(..above.unwrap_or_default())
    })
}

fn walk(shape: &Shape, path: &str, owners: &mut BTreeMap<String, RustOwner>) {
    allow_at(shape, path, owners);
    add_texts(shape, path, owners);
    match &shape.kind {
        Kind::Object(members) => fields(shape, "", members, path, owners),
        Kind::Array(element) | Kind::Set(element) => walk(element, &format!("{path}[]"), owners),
        Kind::Map(value) => walk(value, &format!("{path}.*"), owners),
        Kind::Alias(inner) | Kind::EmbeddedResource(Some(inner)) => walk(inner, path, owners),
        Kind::Variants(tagging, variants) => {
            for variant in *variants {
                let below = match tagging {
                    Tagging::External => format!("{path}.{}", variant.name),
                    Tagging::Adjacent(_, content) => format!("{path}.{content}"),
                    Tagging::Internal(_) | Tagging::Untagged => path.to_owned(),
                };
                if *tagging == Tagging::External {
                    owners.insert(below.clone(), RustOwner::of_member(shape, "", variant.name));
                }
                match variant.content {
                    Content::Newtype(inner) => walk(inner, &below, owners),
                    Content::Struct(members) => fields(shape, variant.name, members, &below, owners),
                    Content::Unit | Content::Tuple(_) => {}
                }
            }
        }
        Kind::Union { members, .. } => {
            for member in *members {
                let below = format!("{path}.{}", member.field);
                owners.insert(below.clone(), RustOwner::of_member(shape, "", member.value));
                if let Some(inner) = member.shape {
                    walk(inner, &below, owners);
                }
            }
        }
        _ => {}
    }
}

fn fields(
    of: &Shape,
    variant: &str,
    members: &[Field],
    path: &str,
    owners: &mut BTreeMap<String, RustOwner>,
) {
    for field in members {
        if field.flatten {
            walk(field.shape, path, owners);
            continue;
        }
        let below = format!("{path}.{}", field.name);
        let mut owner = RustOwner::of_member(of, variant, field.name);
        owner.is_write_only = field.written_only;
        owner.without_path = match field.attrs {
            attrs if attrs.selectable => Some("selectable"),
            attrs if !attrs.columns.is_empty() => Some("printcolumn"),
            _ => None,
        };
        owners.insert(below.clone(), owner);
        walk(field.shape, &below, owners);
    }
}

#[cfg(all(test, any(feature = "check", feature = "registry")))]
mod tests {
    use super::*;
    use crate::rust::shape::{Attrs, Column};

    #[test]
    fn fields_of_the_spec_that_are_not_read_are_noted() {
        static TEXT: Shape = Shape::new("String", Kind::Any);
        static FIELDS: &[Field] = &[Field {
            written_only: true,
            ..Field::new("owner", &TEXT)
        }];
        static OWNED: Shape = Shape::new("Owned", Kind::Object(FIELDS));
        static SPEC: Shape = Shape::new("FlagSpec", Kind::Object(&[Field::new("owned", &OWNED)]));
        let of_spec = Resource {
            spec: &SPEC,
            ..Resource::NONE
        };
        let of_status = Resource {
            status: Some(&SPEC),
            ..Resource::NONE
        };
        let noted = notes(&of(&of_spec));
        let [note] = &*noted else { panic!("{noted:?}") };
        assert!(note.starts_with("users can set `Owned::owner`"), "{note}");
        assert!(notes(&of(&of_status)).is_empty());
    }

    #[test]
    fn columns_and_selectable_fields_of_elements_are_noted() {
        static TEXT: Shape = Shape::new("String", Kind::Any);
        static SELECTABLE: Attrs = Attrs {
            selectable: true,
            ..Attrs::NONE
        };
        static PRINTED: Attrs = Attrs {
            columns: &[Column::NONE],
            ..Attrs::NONE
        };
        static FIELDS: &[Field] = &[
            Field {
                attrs: &SELECTABLE,
                ..Field::new("zone", &TEXT)
            },
            Field {
                attrs: &PRINTED,
                ..Field::new("port", &TEXT)
            },
        ];
        static HOST: Shape = Shape::new("Host", Kind::Object(FIELDS));
        static HOSTS: Shape = Shape::new("Vec", Kind::Array(&HOST));
        static BOTH: Shape = Shape::new(
            "PoolSpec",
            Kind::Object(&[Field::new("first", &HOST), Field::new("others", &HOSTS)]),
        );
        static OTHERS: Shape = Shape::new("PoolSpec", Kind::Object(&[Field::new("others", &HOSTS)]));
        let noted = |spec: &'static Shape| {
            notes(&of(&Resource {
                spec,
                ..Resource::NONE
            }))
        };
        assert_eq!(
            noted(&OTHERS),
            [
                "`printcolumn` of `Host::port` has no effect, because its path `.spec.others[].port` goes through a list or map: \
                 write `printcolumn(name = \"…\", type_ = \"…\", json_path = \".spec.others[0].port\")` on the resource",
                "`selectable` of `Host::zone` has no effect, because its path `.spec.others[].zone` goes through a list or map: \
                 remove it",
            ]
        );
        // The column shows the field of the first host.
        assert!(noted(&BOTH).is_empty());
    }

    #[test]
    fn values_that_serde_does_not_write_are_noted() {
        fn source() -> &'static RustSource {
            &RustSource {
                file: "src/lib.rs",
                position: (1, 8),
                allows: &[],
                texts: &[],
                members: &[("size", "size", 3, 5), ("count", "count", 5, 5)],
                defaults: &[
                    (
                        "size",
                        RustDefault::SerdeBesideSkipped(|| {
                            Some(LostValue {
                                value: "0".to_owned(),
                                default: "3".to_owned(),
                            })
                        }),
                        2,
                        13,
                    ),
                    ("count", RustDefault::SerdeBesideSkipped(|| None), 4, 13),
                ],
                has_plain_names: false,
            }
        }
        static INTEGER: Shape = Shape::new("i32", Kind::Any);
        static FIELDS: &[Field] = &[Field::new("size", &INTEGER), Field::new("count", &INTEGER)];
        static SPEC: Shape = Shape::new("DiskSpec", Kind::Object(FIELDS)).source(Some(source));
        let owners = of(&Resource {
            spec: &SPEC,
            ..Resource::NONE
        });
        let noted = notes(&owners);
        let [note] = &*noted else { panic!("{noted:?}") };
        assert!(
            note.starts_with(
                "src/lib.rs:3:5: `skip_serializing_if` leaves out `0`, but an absent `DiskSpec::size` is `3`"
            ),
            "{note}"
        );
        let default = owners["spec.size"].default.as_ref().unwrap();
        assert!(default.is_of_serde && default.place.line == 2, "{default:?}");
    }

    #[test]
    fn underscores_in_names_are_noted_once_for_each_type() {
        fn source() -> &'static RustSource {
            &RustSource {
                file: "src/lib.rs",
                position: (1, 8),
                allows: &[],
                texts: &[],
                defaults: &[],
                members: &[("max_size", "max_size", 2, 5), ("min_size", "min_size", 3, 5)],
                has_plain_names: true,
            }
        }
        static INTEGER: Shape = Shape::new("i32", Kind::Any);
        static FIELDS: &[Field] = &[Field::new("max_size", &INTEGER), Field::new("min_size", &INTEGER)];
        static SPEC: Shape = Shape::new("DiskSpec", Kind::Object(FIELDS)).source(Some(source));
        let resource = Resource {
            spec: &SPEC,
            ..Resource::NONE
        };
        let notes = notes(&of(&resource));
        assert_eq!(notes.len(), 1, "{notes:?}");
        assert!(
            notes[0].starts_with("src/lib.rs:2:5: `DiskSpec::max_size`"),
            "{notes:?}"
        );
    }
}
