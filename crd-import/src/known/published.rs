//! The types of k8s-openapi, in every form that the releases of Kubernetes have of them.

use crd_core::sort::sort;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{LazyLock, OnceLock};

use crd_core::generate::{Profile, structural};
use crd_core::shape::{Attrs, Field, Kind, ListType, Literal, MapType, Null, Presence};
use crd_core::structural::{Additional, Structural, StructuralShape};
use crd_core::{Schema, Shape, types};
use miniz_oxide::inflate::decompress_to_vec;
use serde_json::Value;

use super::{FoundType, KnownType, best, properties};
use crate::constants::{keep, list, literal, text};
use crate::options::{NEWEST, OLDEST};
use crate::place::{SchemaPosition, SchemaStep};
use crate::words::words;

/// `published.txt`, which `cargo xtask regenerate k8s-types` generates. It is compressed (RFC 1951) by `cargo xtask regenerate compressed`.
static TABLE: LazyLock<String> = LazyLock::new(|| {
    let text = decompress_to_vec(include_bytes!("published.txt.deflate")).unwrap_or_default();
    String::from_utf8(text).unwrap_or_default()
});

/// The type that has the schema of an object: in a release, or in all of them. In all, the type also reads each object that its schema
/// admits: k8s-openapi's `Quantity` reads no numbers.
pub(super) fn find(node: &Structural, place: &SchemaPosition, release: Option<u32>) -> Option<FoundType> {
    let object = properties(node)?;
    let types = of_release(release.unwrap_or(NEWEST))?;
    let mut names: Vec<&str> = object.properties.keys().collect();
    sort(&mut names);
    let candidates = types.by_members.get(&names.join(" "))?;
    let candidates = candidates.iter().filter_map(|path| types.types.get(path));
    let candidates = candidates.filter(|found| release.is_some() || found.is_safe);
    let candidates = candidates.filter_map(|found| {
        let (known, schema) = found.made.as_ref()?;
        let schema = schema.get_or_init(|| structural(known.shape, Profile::ApiServer).ok());
        let schema = schema.as_ref()?;
        is_telling(known, schema, types.place_name(known.name, place)).then_some((*known, schema))
    });
    best(node, place, candidates)
}

/// Whether a type is what stands at a place: its members are many, or are merged as one, or the place is called as in Kubernetes.
///
/// `{name, value}` and what conditions have in common are in too many APIs. `spec` and `status` are in all of them, and a single member
/// needs a name of several words, such as `readinessGates`: `{name}` of `os` and `{replicas}` of `spec` are of other projects, too.
fn is_telling(known: &KnownType, schema: &Structural, place: PlaceName) -> bool {
    const FEWEST: usize = 4;
    let count = count(schema);
    let is_named = match place {
        PlaceName::OfKubernetes(words) => words > 1 || count > 1,
        PlaceName::Other => false,
    };
    let is_atomic = properties(schema).is_some_and(|object| object.map_type == Some(MapType::Atomic));
    let is_condition = known.name.ends_with("Condition") && known.name != "Condition";
    !is_condition && (is_named || is_atomic || count >= FEWEST)
}

/// What a member is called.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PlaceName {
    /// As members of Kubernetes' types that have the type, with this number of words.
    OfKubernetes(usize),
    Other,
}

/// How many members an object has, those of its members included.
fn count(node: &Structural) -> usize {
    match &node.shape {
        StructuralShape::Object(object) => {
            let members = object.properties.iter();
            let values = match &object.additional {
                Some(Additional::Schema(values)) => count(values),
                _ => 0,
            };
            members.map(|(_, member)| 1 + count(member)).sum::<usize>() + values
        }
        StructuralShape::Array(array) => count(&array.items),
        _ => 0,
    }
}

/// The types of a release.
struct PublishedTypes {
    types: BTreeMap<&'static str, PublishedType>,
    /// The paths of types, by the names of their members.
    by_members: BTreeMap<String, Vec<&'static str>>,
    /// The members that have a type, by its name.
    called: BTreeMap<&'static str, BTreeSet<&'static str>>,
}

struct PublishedType {
    /// `None` if it holds what a CRD has in another form.
    made: Option<(&'static KnownType, OnceLock<Option<Structural>>)>,
    is_safe: bool,
}

impl PublishedTypes {
    /// Whether members of Kubernetes' types that have this type are called as the place is.
    fn place_name(&self, name: &str, place: &SchemaPosition) -> PlaceName {
        let member = place.steps.iter().rev().find_map(|step| match step {
            SchemaStep::Member(name) => Some(name.as_str()),
            _ => None,
        });
        let called = self.called.get(name);
        match member.filter(|member| !matches!(*member, "spec" | "status")) {
            Some(member) if called.is_some_and(|members| members.contains(member)) => {
                PlaceName::OfKubernetes(words(member).len())
            }
            _ => PlaceName::Other,
        }
    }
}

fn of_release(release: u32) -> Option<&'static PublishedTypes> {
    const COUNT: usize = (NEWEST - OLDEST + 1) as usize;
    static RELEASES: [OnceLock<PublishedTypes>; COUNT] = [const { OnceLock::new() }; COUNT];
    let index = usize::try_from(release.checked_sub(OLDEST)?).ok()?;
    Some(RELEASES.get(index)?.get_or_init(|| read(release)))
}

/// A form of a type in the table.
struct Form {
    is_of_all: bool,
    map_type: Option<MapType>,
    members: Vec<PublishedMember>,
}

struct PublishedMember {
    name: &'static str,
    is_required: bool,
    ty: &'static str,
    attrs: Attrs,
    default: Option<Literal>,
}

fn read(release: u32) -> PublishedTypes {
    let forms = forms(release);
    let mut makers = Makers {
        forms: &forms,
        made: BTreeMap::new(),
    };
    let mut found = PublishedTypes {
        types: BTreeMap::new(),
        by_members: BTreeMap::new(),
        called: BTreeMap::new(),
    };
    for (path, form) in &forms {
        let made = makers.shape(path);
        let (module, name) = path.rsplit_once("::").unwrap_or(("", path));
        let known = made.map(|made| -> &'static KnownType {
            keep(KnownType {
                name,
                module: text(&format!("k8s_openapi::{module}")),
                shape: made.shape,
                is_scalar: false,
            })
        });
        let mut names: Vec<&str> = form.members.iter().map(|member| member.name).collect();
        sort(&mut names);
        found.by_members.entry(names.join(" ")).or_default().push(path);
        for member in &form.members {
            let of = member.ty.trim_matches(['[', ']', '{', '}']);
            if let Some((_, name)) = of.rsplit_once("::") {
                found.called.entry(name).or_default().insert(member.name);
            }
        }
        let published = PublishedType {
            made: known.map(|known| (known, OnceLock::new())),
            is_safe: made.is_some_and(|made| made.is_safe),
        };
        found.types.insert(path, published);
    }
    found
}

/// The types of the table that a release has.
fn forms(release: u32) -> BTreeMap<&'static str, Form> {
    let mut forms: BTreeMap<&'static str, Form> = BTreeMap::new();
    let mut open: Option<&'static str> = None;
    for line in TABLE.lines().filter(|line| !line.starts_with('#')) {
        if let Some(member) = line.strip_prefix(' ') {
            let form = open.and_then(|path| forms.get_mut(path));
            if let (Some(form), Some(member)) = (form, self::member(member)) {
                form.members.push(member);
            }
            continue;
        }
        let mut parts = line.split(' ');
        let (Some(path), Some(releases)) = (parts.next(), parts.next()) else {
            continue;
        };
        let range = releases.split_once('-').and_then(|(first, last)| {
            let range: (u32, u32) = (first.parse().ok()?, last.parse().ok()?);
            Some(range)
        });
        open = range
            .filter(|(first, last)| (*first..=*last).contains(&release))
            .map(|_| path);
        if let (Some(path), Some(range)) = (open, range) {
            let form = Form {
                is_of_all: range == (OLDEST, NEWEST),
                map_type: parts.next().and_then(map_type),
                members: Vec::new(),
            };
            forms.insert(path, form);
        }
    }
    forms
}

/// `name! type list=atomic map=atomic keys=a,b default="text"`.
fn member(line: &'static str) -> Option<PublishedMember> {
    let (line, default) = match line.split_once(" default=") {
        Some((line, default)) => (line, serde_json::from_str::<Value>(default).ok()),
        None => (line, None),
    };
    let mut parts = line.split(' ');
    let (name, ty) = (parts.next()?, parts.next()?);
    let mut attrs = Attrs::NONE;
    for part in parts {
        match part.split_once('=')? {
            ("list", "set") => attrs.list_type = Some(ListType::Set),
            ("list", _) => attrs.list_type = Some(ListType::Atomic),
            ("keys", keys) => attrs.list_type = Some(ListType::Map(list(keys.split(',')))),
            _ => attrs.map_type = map_type(part),
        }
    }
    Some(PublishedMember {
        name: name.trim_end_matches('!'),
        is_required: name.ends_with('!'),
        ty,
        attrs,
        default: default.as_ref().map(literal),
    })
}

fn map_type(part: &str) -> Option<MapType> {
    match part {
        "map=atomic" => Some(MapType::Atomic),
        "map=granular" => Some(MapType::Granular),
        _ => None,
    }
}

/// A shape as crd-core has it for k8s-openapi.
#[derive(Clone, Copy)]
struct MadeShape {
    shape: &'static Shape,
    /// Whether it is the same in all releases, and the type reads what it admits.
    is_safe: bool,
}

struct Makers<'a> {
    forms: &'a BTreeMap<&'static str, Form>,
    made: BTreeMap<&'static str, Option<MadeShape>>,
}

impl Makers<'_> {
    /// `None` where a type holds bytes, whose format is another in CRDs, or itself.
    fn shape(&mut self, ty: &'static str) -> Option<MadeShape> {
        let inner = ty.get(1..ty.len().saturating_sub(1)).unwrap_or_default();
        if ty.starts_with('[') {
            let items = self.shape(inner)?;
            let shape = keep(Shape::new("Vec", Kind::Array(items.shape)));
            return Some(MadeShape { shape, ..items });
        }
        if ty.starts_with('{') {
            let values = self.shape(inner)?;
            let shape = keep(Shape::new("BTreeMap", Kind::Map(values.shape)));
            return Some(MadeShape { shape, ..values });
        }
        let simple: Option<&'static Shape> = match ty.rsplit("::").next().unwrap_or_default() {
            "string" => Some(String::REF),
            "i32" => Some(i32::REF),
            "i64" => Some(i64::REF),
            "bool" => Some(bool::REF),
            "Quantity" => Some(types::Quantity::REF),
            "FieldsV1" | "RawExtension" => Some(types::RawExtension::REF),
            "MicroTime" => Some(types::MicroTime::REF),
            "Time" => Some(types::Time::REF),
            "IntOrString" => Some(types::IntOrString::REF),
            _ => None,
        };
        if let Some(shape) = simple {
            return Some(MadeShape {
                shape,
                is_safe: !ty.ends_with("::Quantity"),
            });
        }
        if let Some(made) = self.made.get(ty) {
            return *made;
        }
        // A type that holds itself finds nothing here.
        self.made.insert(ty, None);
        let made = self.object(ty);
        self.made.insert(ty, made);
        made
    }

    fn object(&mut self, path: &'static str) -> Option<MadeShape> {
        let forms = self.forms;
        let form = forms.get(path)?;
        let mut is_safe = form.is_of_all;
        let mut fields = Vec::new();
        for member in &form.members {
            let made = self.shape(member.ty)?;
            is_safe &= made.is_safe;
            fields.push(Field {
                presence: if member.is_required {
                    Presence::Required
                } else {
                    Presence::Optional
                },
                null: Null::Refused,
                default: member.default,
                attrs: keep(member.attrs),
                ..Field::new(member.name, made.shape)
            });
        }
        let shape = Shape::new("", Kind::Object(list(fields))).with(keep(Attrs {
            map_type: form.map_type,
            ..Attrs::NONE
        }));
        Some(MadeShape {
            shape: keep(shape),
            is_safe,
        })
    }
}
