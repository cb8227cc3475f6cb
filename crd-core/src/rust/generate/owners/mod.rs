//! Maps each path of a resource to the Rust field that it comes from, for findings about generated CRDs.
//!
//! ```text
//! struct DatabaseSpec { users: Vec<User> }    spec.users         DatabaseSpec::users
//! struct User { name: String }                spec.users[].name  User::name
//! ```

#[cfg(any(feature = "check", feature = "registry"))]
mod notes;

use std::collections::BTreeMap;
use std::fmt;
use std::panic::catch_unwind;

#[cfg(any(feature = "check", feature = "registry"))]
pub(crate) use notes::notes;

use crate::rust::shape::check::of_std;
use crate::rust::shape::{
    Content, Field, Kind, LostValue, Resource, RuleText, RustDefault, RustSource, Shape, Tagging, UnionMember,
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
    /// The position of the example of this field.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub example: Option<RustPlace>,
    /// The value of this field that serde does not write, although an absent field has another value.
    #[serde(skip)]
    pub lost: Option<LostValue>,
    /// Whether it is a field whose wire name has an underscore that no attribute asks for.
    #[serde(skip)]
    pub has_underscore: bool,
    /// Whether it is a field that serde writes and does not read.
    #[serde(skip)]
    pub is_write_only: bool,
    /// The attribute that adds the path of this field to the CRD.
    #[serde(skip)]
    pub path_attribute: Option<PathAttribute>,
    /// A note that its JSON is probably not what was meant.
    #[serde(skip)]
    pub unusual_json: Option<String>,
}

/// An attribute that adds the path of its field to the CRD: `printcolumn` or `selectable`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathAttribute {
    /// The name.
    pub name: &'static str,
    /// Whether only structs lead to the field; otherwise, it has no path in the CRD.
    pub has_effect: bool,
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
            example: None,
            lost: None,
            has_underscore: false,
            is_write_only: false,
            path_attribute: None,
            unusual_json: None,
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
            path_attribute: None,
            unusual_json: None,
            place: member.map(|(_, place)| place),
            default,
            example: source.filter(|_| variant.is_empty()).and_then(|source| {
                let is_example = |value: &RustDefault| matches!(value, RustDefault::Example);
                Some(value_of(source, wire, is_example)?.1)
            }),
            lost: lost.flatten(),
            allows,
            texts: source.map_or_else(Vec::new, |source| {
                texts_of(source, |member| member == place_of_allows)
            }),
        }
    }
}

/// Returns the default or the example of a field, with its place.
fn value_of(
    source: &RustSource,
    wire: &str,
    which: impl Fn(&RustDefault) -> bool,
) -> Option<(RustDefault, RustPlace)> {
    let mut values = source.defaults.iter();
    let (_, value, line, column) = values.find(|(name, value, ..)| *name == wire && which(value))?;
    let place = RustPlace {
        file: source.file.to_owned(),
        line: *line,
        column: *column,
    };
    Some((*value, place))
}

/// Returns the attribute with the default of a field, and the value that serde loses beside it.
fn default_of(source: &RustSource, wire: &str) -> Option<(PlacedDefault, Option<LostValue>)> {
    let (default, place) = value_of(source, wire, |value| !matches!(value, RustDefault::Example))?;
    let placed = PlacedDefault {
        is_of_serde: !matches!(default, RustDefault::Attribute),
        place,
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
    walk(resource.spec, "spec", true, &mut owners);
    if let Some(status) = resource.status {
        owners.insert("status".to_owned(), RustOwner::of_type(status));
        walk(status, "status", true, &mut owners);
    }
    owners
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

/// Adds the fields of a shape. `in_structs` says whether only structs lead to it.
fn walk(shape: &Shape, path: &str, in_structs: bool, owners: &mut BTreeMap<String, RustOwner>) {
    allow_at(shape, path, owners);
    add_texts(shape, path, owners);
    match &shape.kind {
        Kind::Object(members) => fields(shape, ("", members), path, in_structs, owners),
        Kind::Array(element) | Kind::Set(element) => walk(element, &format!("{path}[]"), false, owners),
        Kind::Map(value) => walk(value, &format!("{path}.*"), false, owners),
        Kind::Alias(inner) => walk(inner, path, in_structs, owners),
        Kind::EmbeddedResource(Some(inner)) => walk(inner, path, false, owners),
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
                    Content::Newtype(inner) => walk(inner, &below, false, owners),
                    Content::Struct(members) => fields(shape, (variant.name, members), &below, false, owners),
                    Content::Unit | Content::Tuple(_) => {}
                }
            }
        }
        Kind::Union { members, .. } => {
            for member in *members {
                let below = format!("{path}.{}", member.field);
                let mut owner = RustOwner::of_member(shape, "", member.value);
                owner.unusual_json = name_like_a_value(member);
                owners.insert(below.clone(), owner);
                if let Some(inner) = member.shape {
                    walk(inner, &below, false, owners);
                }
            }
        }
        _ => {}
    }
}

/// Returns a note on a member of a union whose field has the name of a value of the discriminator.
fn name_like_a_value(member: &UnionMember) -> Option<String> {
    let mut characters = member.field.chars();
    let is_pascal_case = characters.next().is_some_and(|c| c.is_ascii_uppercase())
        && characters.next().is_some_and(|c| c.is_ascii_lowercase());
    (is_pascal_case && member.field != member.value).then(|| {
        format!(
            "its field in JSON is `{0}`, and the value of the discriminator is `{1}`: serde's `rename` names the field; the name \
             of the value is `#[crd(value = \"{0}\")]`",
            member.field, member.value
        )
    })
}

fn fields(
    of: &Shape,
    (variant, members): (&str, &[Field]),
    path: &str,
    in_structs: bool,
    owners: &mut BTreeMap<String, RustOwner>,
) {
    for field in members {
        if field.flatten {
            walk(field.shape, path, in_structs, owners);
            continue;
        }
        let below = format!("{path}.{}", field.name);
        let mut owner = RustOwner::of_member(of, variant, field.name);
        owner.is_write_only = field.written_only;
        let of_std = of_std(field.shape).trim_start_matches("; ");
        owner.unusual_json = (!of_std.is_empty()).then(|| of_std.to_owned());
        let attribute = match field.attrs {
            attrs if attrs.selectable => Some("selectable"),
            attrs if !attrs.columns.is_empty() => Some("printcolumn"),
            _ => None,
        };
        owner.path_attribute = attribute.map(|name| PathAttribute {
            name,
            has_effect: in_structs,
        });
        owners.insert(below.clone(), owner);
        walk(field.shape, &below, in_structs, owners);
    }
}
