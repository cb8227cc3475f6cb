//! The names of all attributes: where each may stand and whether it may be repeated.

use super::meta::Meta;
use crate::codes;
use crate::context::Context;
use crate::suggest::did_you_mean;

/// Where an attribute stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// `#[crd(…)]` on a type, with `#[derive(Schema)]`.
    Type,
    /// `#[crd(…)]` on an enum, with `#[derive(Union)]`.
    Union,
    /// On a field of a struct or variant.
    Field,
    /// On a variant of an enum.
    Variant,
    /// In `items(…)` and `values(…)`.
    Element,
    /// In `any_of(…)`, `all_of(…)`, `one_of(…)`, `not(…)`.
    Nested,
}

/// One attribute.
struct Key {
    name: &'static str,
    /// Letters of the places: `r`oot, `t`ype, `u`nion, `f`ield, `v`ariant, `e`lement, `n`ested; `*` for repeatable.
    places: &'static str,
}

const KEYS: &[Key] = &[
    // Root of a custom resource.
    key("group", "r"),
    key("version", "r"),
    key("kind", "r"),
    key("plural", "r"),
    key("singular", "r"),
    key("list_kind", "r"),
    key("shortname", "r*"),
    key("category", "r*"),
    key("namespaced", "r"),
    key("status", "r"),
    key("scale", "r"),
    key("annotation", "r*"),
    key("label", "r*"),
    key("served", "r"),
    key("storage", "r"),
    key("deprecated", "r"),
    key("root", "r"),
    key("root_rule", "r*"),
    key("kube", "r"),
    key("derive", "r*"),
    key("doc", "r"),
    key("attr", "r*"),
    key("schema", "r"),
    key("printcolumn", "rf*"),
    key("selectable", "rf*"),
    // Both derives.
    key("crate", "rtu"),
    key("crates", "rtu"),
    // Types.
    key("exactly_one_of", "t*"),
    key("at_most_one_of", "t*"),
    key("at_least_one_of", "t*"),
    key("max_description", "tf"),
    key("descriptions", "f"),
    key("feature_gates", "t"),
    key("bound", "t"),
    key("json_schema", "tu"),
    key("discriminator", "uf"),
    // Types and fields.
    key("rule", "tufe*"),
    key("validation", "tufe*"),
    key("title", "tufe"),
    key("description", "tufve"),
    key("example", "tfe"),
    key("map_type", "tfe"),
    key("schema_with", "tfe"),
    key("schema_as", "tf"),
    key("schemars", "tf"),
    key("preserve_unknown_fields", "tfe"),
    key("embedded_resource", "tfe"),
    key("int_or_string", "tfe"),
    key("nullable", "tfen"),
    key("immutable", "tfe"),
    // Fields.
    key("default", "fn"),
    key("optional", "f"),
    key("required", "fn"),
    key("skip", "fv"),
    key("union", "f"),
    key("lifecycle", "f*"),
    // Value validation.
    key("minimum", "tfen"),
    key("maximum", "tfen"),
    key("exclusive_minimum", "tfen"),
    key("exclusive_maximum", "tfen"),
    key("multiple_of", "tfen"),
    key("min_length", "tfen"),
    key("max_length", "tfen"),
    key("pattern", "tfen"),
    key("format", "tfen"),
    key("min_items", "tfen"),
    key("max_items", "tfen"),
    key("min_properties", "tfen"),
    key("max_properties", "tfen"),
    key("enum", "tfen"),
    key("list_type", "tfe"),
    key("list_map_keys", "tfe"),
    key("merge_strategy", "tfe"),
    key("items", "tfen"),
    key("values", "tfe"),
    key("properties", "n"),
    key("any_of", "tufen"),
    key("all_of", "tufen"),
    key("one_of", "tufen"),
    key("not", "tufen"),
    key("value", "v"),
];

const fn key(name: &'static str, places: &'static str) -> Key {
    Key { name, places }
}

/// Names that other tools use for what has another name here.
const FOREIGN: &[(&str, &str)] = &[
    ("scope", "say `namespaced`, or nothing for cluster scope"),
    (
        "names",
        "say `plural`, `singular`, `kind`, `shortname`, `category`",
    ),
    ("short_name", "it is `shortname`"),
    ("shortnames", "it is `shortname`, once for each"),
    ("short_names", "it is `shortname`, once for each"),
    ("categories", "it is `category`, once for each"),
    ("struct", "it is `root`"),
    ("api_version", "it is `version`"),
    ("versions", "it is `version`; each version is a type of its own"),
    (
        "min",
        "it is `minimum`, `min_length`, `min_items` or `min_properties`",
    ),
    (
        "max",
        "it is `maximum`, `max_length`, `max_items` or `max_properties`",
    ),
    ("range", "it is `minimum` and `maximum`"),
    (
        "length",
        "it is `min_length` and `max_length`, or `min_items` and `max_items`",
    ),
    ("regex", "it is `pattern = \"…\"`"),
    (
        "unique_items",
        "the API server forbids `uniqueItems`; say `list_type = set`",
    ),
    (
        "additional_properties",
        "use a map type, or `preserve_unknown_fields`",
    ),
    (
        "pattern_properties",
        "structural schemas have no `patternProperties`; use a map and a rule",
    ),
    ("cel", "rules are always checked; say `rule(\"…\")`"),
    ("x_kube", "it is `crd`"),
    (
        "deny_unknown_fields",
        "the API server prunes or refuses unknown fields itself; it is a serde attribute",
    ),
    (
        "rename",
        "names on the wire are serde's: `#[serde(rename = \"…\")]`",
    ),
    (
        "rename_all",
        "names on the wire are serde's: `#[serde(rename_all = \"…\")]`",
    ),
    ("flatten", "it is serde's: `#[serde(flatten)]`"),
    ("tag", "it is serde's: `#[serde(tag = \"…\")]`"),
    (
        "hidden",
        "there is no such thing in a schema; `skip` leaves a field out",
    ),
    (
        "no_spec",
        "every resource here has a `spec`; put the fields there",
    ),
    (
        "conversion",
        "conversion is declared where the versions of a resource are joined",
    ),
    ("with", "it is `schema_as = Type`"),
    ("inner", "it is `items(…)`"),
    ("contains", "it is `pattern = \"…\"`"),
    ("email", "it is `format = \"email\"`"),
    ("url", "it is `format = \"uri\"`"),
    ("ip", "it is `format = \"ipv4\"` or `format = \"ipv6\"`"),
    ("inline", "schemas always stand where they are used"),
    (
        "transform",
        "a schema is a constant; `schema_with` gives one that is made",
    ),
    (
        "extend",
        "each keyword of a schema has an attribute of its own, such as `preserve_unknown_fields` or `list_type`",
    ),
];

/// Attributes whose value is a type.
pub(crate) fn is_type_valued(name: &str) -> bool {
    matches!(name, "status" | "schema_as")
}

impl Place {
    const fn letter(self) -> char {
        match self {
            Place::Type => 't',
            Place::Union => 'u',
            Place::Field => 'f',
            Place::Variant => 'v',
            Place::Element => 'e',
            Place::Nested => 'n',
        }
    }

    const fn text(self) -> &'static str {
        match self {
            Place::Type => "on a type",
            Place::Union => "on a union",
            Place::Field => "on a field",
            Place::Variant => "on a variant",
            Place::Element => "in `items(…)` or `values(…)`",
            Place::Nested => "in `any_of`, `all_of`, `one_of` or `not`",
        }
    }
}

/// Reports unknown, misplaced and repeated attributes, and returns the others.
///
/// The attributes of a root are left out where they may stand beside those of a type: they are read by
/// `#[derive(CustomResource)]`.
pub(crate) fn vet(cx: &Context, place: Place, metas: Vec<Meta>) -> Vec<Meta> {
    let mut seen: Vec<String> = Vec::new();
    let mut kept = Vec::new();
    for meta in metas {
        let Some(key) = KEYS.iter().find(|key| key.name == meta.name) else {
            report_unknown(cx, place, &meta);
            continue;
        };
        if !key.places.contains(place.letter()) {
            if !(place == Place::Type && key.places.contains('r')) {
                report_misplaced(cx, place, &meta, key);
            }
            continue;
        }
        if !key.places.contains('*') && seen.contains(&meta.name) {
            report_twice(cx, &meta);
            continue;
        }
        seen.push(meta.name.clone());
        kept.push(meta);
    }
    kept
}

/// The attributes of a root among those of a type; repeated ones are reported.
pub(crate) fn roots(cx: &Context, metas: Vec<Meta>) -> Vec<Meta> {
    let mut seen: Vec<String> = Vec::new();
    let mut kept = Vec::new();
    for meta in metas {
        let Some(key) = KEYS
            .iter()
            .find(|key| key.name == meta.name && key.places.contains('r'))
        else {
            continue;
        };
        if !key.places.contains('*') && seen.contains(&meta.name) {
            if !key.places.contains('t') {
                report_twice(cx, &meta);
            }
            continue;
        }
        seen.push(meta.name.clone());
        kept.push(meta);
    }
    kept
}

/// The parts of an attribute, each name once; repeated ones are reported when their turn comes.
pub(crate) fn once(cx: &Context, parts: Vec<Meta>) -> impl Iterator<Item = Meta> {
    let mut seen: Vec<String> = Vec::new();
    parts.into_iter().filter(move |part| {
        let is_first = !seen.contains(&part.name);
        if is_first {
            seen.push(part.name.clone());
        } else {
            report_twice(cx, part);
        }
        is_first
    })
}

pub(super) fn report_twice(cx: &Context, meta: &Meta) {
    cx.error(
        &meta.ident,
        codes::DUPLICATE,
        format!("`{}` is given twice; keep one", meta.name),
    );
}

fn report_unknown(cx: &Context, place: Place, meta: &Meta) {
    let name = &meta.name;
    if let Some((_, hint)) = FOREIGN.iter().find(|(foreign, _)| foreign == name) {
        cx.error(
            &meta.ident,
            codes::UNKNOWN,
            format!("there is no attribute `{name}`: {hint}"),
        );
        return;
    }
    let here = KEYS.iter().filter(|key| {
        key.places.contains(place.letter()) || (place == Place::Type && key.places.contains('r'))
    });
    let hint = did_you_mean(name, here.map(|key| key.name));
    let hint = if hint.is_empty() {
        did_you_mean(name, KEYS.iter().map(|key| key.name))
    } else {
        hint
    };
    let hint = if hint.is_empty() {
        "; the attributes are listed in the documentation of the derive macro".to_owned()
    } else {
        hint
    };
    cx.error(
        &meta.ident,
        codes::UNKNOWN,
        format!("there is no attribute `{name}`{hint}"),
    );
}

fn report_misplaced(cx: &Context, place: Place, meta: &Meta, key: &Key) {
    let mut belongs = Vec::new();
    for (letter, text) in [
        ('r', "on the spec struct of a custom resource"),
        ('t', "on a type"),
        ('u', "on an enum with `#[derive(Union)]`"),
        ('f', "on a field"),
        ('v', "on a variant"),
        ('e', "in `items(…)` or `values(…)`"),
        ('n', "in `any_of`, `all_of`, `one_of` or `not`"),
    ] {
        if key.places.contains(letter) {
            belongs.push(text);
        }
    }
    cx.error(
        &meta.ident,
        codes::MISPLACED,
        format!(
            "`{}` cannot stand {}; it belongs {}",
            meta.name,
            place.text(),
            belongs.join(" or ")
        ),
    );
}
