//! Names that other tools use: kube, schemars, serde, validator, garde, JSON Schema, kubebuilder.

use super::keys;
use crate::suggest::nearest;

/// Names that other tools use, with advice: each line has one or more names, then what to write instead.
const FOREIGN: &str = r#"
scope cluster cluster_scoped: write `namespaced`, or nothing for cluster scope
names: use `plural`, `singular`, `kind`, `shortname` and `category`
short_name: use `shortname`
shortnames short_names: use `shortname`, repeated for each name
categories: use `category`, repeated for each name
struct: use `root`
mutable: a field is mutable unless it has `immutable`, which needs no value
api_group domain: use `group`
api_version: use `version`
group_version: use `group` and `version`
apiextensions: every CRD is `apiextensions.k8s.io/v1`; remove it
versions: use `version`; each version has its own type
min min_value: use `minimum`, `min_length`, `min_items` or `min_properties`
max max_value: use `maximum`, `max_length`, `max_items` or `max_properties`
range between: use `minimum` and `maximum`
length size len char_length: use `min_length` and `max_length`, or `min_items` and `max_items`
regex contains: use `pattern = "…"`
unique_items unique: the API server forbids `uniqueItems`; in its place, a list of scalars has `list_type = set`, and a list of objects has `list_type = map` with `list_map_keys("…")`
keys property_names key_pattern key_length: a schema cannot restrict the keys of a map; write a rule: `rule("self.all(key, key.size() <= 63)")`
previous prev: mappings are declared on the older version: `next = v2::Type`
additional_properties: for the values of a map, use `values(…)`; otherwise make the field a map, or use `preserve_unknown_fields`
pattern_properties: structural schemas have no `patternProperties`; use a map and a rule
cel: rules are always checked; write `rule("…")`
x_kube: use `crd`
deny_unknown_fields: the API server prunes or rejects unknown fields by itself; for Rust, it is a serde attribute
rename name json field: names in JSON come from serde: `#[serde(rename = "…")]`
rename_all: names in JSON come from serde: `#[serde(rename_all = "…")]`
hidden: a schema cannot hide a field; `skip` leaves it out
ignore ignored: use `#[serde(skip)]`
no_spec: every resource has a `spec`; put the fields there
with value_type: use `schema_as = Type`
inner each element elements: use `items(…)`, or `values(…)` for a map
email: use `format = "email"`
password: use `format = "password"`
hostname: use `format = "hostname"`
uuid: use `format = "uuid"`
date_time datetime: use `format = "date-time"`
url uri: use `format = "uri"`
ip: use `format = "ipv4"` or `format = "ipv6"`
ipv4: use `format = "ipv4"`
ipv6: use `format = "ipv6"`
inline: schemas are always inlined where they are used
transform: a schema is a constant; write another one with `schema_with`
extend: each keyword that the API server supports has its own attribute, such as `list_type` for `x-kubernetes-list-type`; the API server drops other `x-` keywords
min_len minlen min_chars: use `min_length`, or `min_items` for a list
min_size: use `min_items` for a list, `min_properties` for a map, or `min_length` for a text
max_size: use `max_items` for a list, `max_properties` for a map, or `max_length` for a text
max_len maxlen max_chars: use `max_length`, or `max_items` for a list
ge gte greater_than_or_equal: use `minimum = …`
gt greater_than: use `exclusive_minimum = …`
le lte less_than_or_equal: use `maximum = …`
lt less_than: use `exclusive_maximum = …`
positive: use `minimum = 1`, or `exclusive_minimum = 0` for a fraction
non_negative: use `minimum = 0`
step divisible_by: use `multiple_of`
not_empty non_empty: use `min_length = 1`, or `min_items = 1` for a list
prefix: use `pattern = "^…"`
suffix: use `pattern = "…$"`
trim trimmed strip: a schema changes no values; to reject spaces at the ends, write a rule: `rule("self == self.trim()")`
lowercase: use `pattern = "^[a-z]*$"`
uppercase: use `pattern = "^[A-Z]*$"`
phone phone_number credit_card non_control_character: use `pattern = "…"`
does_not_contain: write a rule: `rule("!self.contains('…')")`
ascii: use `pattern = "^[[:ascii:]]*$"`
alphanumeric: use `pattern = "^[[:alnum:]]*$"`
must_match: write a rule on the struct: `rule("self.a == self.b")`
custom x_kubernetes_validation cel_validate check assert constraint expression invariant validations: write it in CEL: `rule("…", message = "…")`
nested dive: a nested type is always part of the schema; remove it
message msg: a message is part of a rule: `rule("…", message = "…")`
message_expression: it is part of a rule: `rule("…", message_expression = "…")`
reason: it is part of a rule: `rule("…", reason = FieldValueInvalid)`
field_path: it is part of a rule: `rule("…", field_path = ".a")`
const const_value: write an enum of one value: `enum("…")`
type type_ schema_type: the type is inferred from the Rust type; for another type, write `schema_as = Type`
choices enumeration allowed allowed_values variants: use `enum("…", "…")`
default_value default_value_t: use `default = …`
desc comment help: write a doc comment, or `description = "…"`
non_null not_null: write `nullable = false`, or nothing: a field that is no `Option` is never null
examples: use `example = …`, with one example
read_only readonly: the API server has no read-only fields; put fields that only the controller writes into the status
write_only writeonly sensitive secret: the API server has no write-only fields; keep secrets in a `Secret`
external_docs: it is not supported; put the link into the doc comment
content_encoding: use `format = "byte"`
required_one_of one_required any_required: on the type, write `at_least_one_of("a", "b")` or `exactly_one_of("a", "b")`
mutually_exclusive conflicts_with: on the type, write `at_most_one_of("a", "b")`
requires depends_on: write a rule on the type: `rule("!has(self.a) || has(self.b)")`
if: structural schemas have no conditions; write a rule such as `rule("!a || b")`
ref: structural schemas have no references; schemas are always inlined
x_validation x_kubernetes_validations: use `rule("…", message = "…")`
x_kubernetes_list_type: use `list_type = set`, `map` or `atomic`
x_kubernetes_list_map_keys list_map_key key merge_key patch_merge_key primary_key unique_by: use `list_map_keys("…")`, with `list_type = map`
x_kubernetes_map_type: use `map_type = granular` or `atomic`
x_kubernetes_preserve_unknown_fields x_preserve_unknown_fields pruning: use `preserve_unknown_fields`
x_kubernetes_embedded_resource: use `embedded_resource`
x_kubernetes_int_or_string x_int_or_string: use `int_or_string`
schemaless: to leave a field without a schema, write `preserve_unknown_fields`
struct_type: use `map_type`
patch_strategy: use `list_type = map` with `list_map_keys("…")`, or `list_type = set`
frozen not_updatable immutable_after_set: use `immutable`
resource: write `plural`, `shortname`, `category` and `namespaced`
subresource subresources: write `status = Type`, or `scale(…)`
stored hub storage_version storageversion: use `storage`; every version but one has `storage = false`
not_storage not_stored unstored spoke: use `storage = false`
unserved unserved_version not_served: use `served = false`
webhook: use `conversion(service = "…", namespace = "…")`
deprecated_version deprecation_warning: use `deprecated`, or `deprecated = "…"` with a warning
metadata: write `annotation("key", "value")` and `label("key", "value")`
annotations: use `annotation("key", "value")`, repeated for each
labels: use `label("key", "value")`, repeated for each
column columns print_column printer_column printer_columns additional_printer_columns: use `printcolumn(name = "…", type_ = "…", json_path = ".…")`, repeated for each
selectable_field selectable_fields index indexed: use `selectable = ".spec.…"`, or `selectable` on a field
convert_to converts_to: use `next = v2::Type`
removed deleted: write `next(dropped)` on each field that the next version does not have
dropped: write `next(dropped)` on the field
falls_back: write `next(falls_back = "…")` on the variant
new: use `added("…")`
into: it is part of a mapping: `next(into("…", "…"), up = …, down = …)`
up down: they are parts of a mapping: `next(up = …, down = …)`
skip_version: each version has its own type; leave the field out of that type
"#;

/// Attributes of serde that have no value, and those that have one.
const SERDE_FLAGS: &[&str] = &[
    "flatten",
    "skip_serializing",
    "skip_deserializing",
    "untagged",
    "transparent",
];
const SERDE_VALUES: &[&str] = &["tag", "skip_serializing_if", "alias", "content"];

/// Returns what to write instead of a name that another tool uses; the case of the name does not matter.
pub(crate) fn advice(name: &str) -> Option<String> {
    let plain = &*snake_case(name);
    let of_serde = |form: &str| {
        Some(format!(
            "it is a serde attribute: write `#[serde({plain}{form})]`"
        ))
    };
    if SERDE_FLAGS.contains(&plain) {
        return of_serde("");
    }
    if SERDE_VALUES.contains(&plain) {
        return of_serde(" = \"…\"");
    }
    for line in FOREIGN.lines() {
        if let Some((names, advice)) = line.split_once(": ")
            && names.split(' ').any(|known| known == plain)
        {
            return Some(advice.to_owned());
        }
    }
    None
}

/// Returns what to write instead of a serde attribute on a union, which has a serde form of its own.
pub(crate) fn advice_for_union(name: &str) -> Option<&'static str> {
    match name {
        "tag" => Some("a union has a discriminator: write `discriminator = \"…\"`"),
        "content" => Some("each member of a union is a field of its own; remove it"),
        "untagged" => Some("a union has a discriminator; remove it"),
        _ => None,
    }
}

/// Returns what to write instead of an attribute on a type.
pub(super) fn advice_for_type(name: &str) -> Option<&'static str> {
    match name {
        "name" => Some("use `kind`, from which the other names of the CRD follow"),
        "path" => Some("use `plural`"),
        "into" => Some("the type of the next version is `next = …`"),
        _ => None,
    }
}

/// Returns the attribute that every custom resource needs and that was meant by an unknown name.
pub(super) fn needed_by_root(name: &str) -> Option<&'static str> {
    match &*snake_case(name) {
        "name" => Some(keys::KIND),
        "api_group" => Some(keys::GROUP),
        "api_version" => Some(keys::VERSION),
        plain => {
            let meant = nearest(plain, keys::KEYS.iter().map(|key| key.name))?;
            [keys::GROUP, keys::VERSION, keys::KIND]
                .into_iter()
                .find(|key| *key == meant)
        }
    }
}

/// Whether a name of another tool may declare a status.
pub(super) fn is_status(name: &str) -> bool {
    matches!(&*snake_case(name), "subresource" | "subresources")
}

/// Returns what to write instead of an attribute on a variant.
pub(super) fn advice_for_variant(name: &str) -> Option<&'static str> {
    match name {
        "rename" => Some(
            "names in JSON come from serde: `#[serde(rename = \"…\")]`; the value of the discriminator of a union \
             is `value = \"…\"`; the name in the next version of the API is `next(rename = \"…\")`",
        ),
        _ => None,
    }
}

/// Returns what to write instead of an attribute on a field.
pub(super) fn advice_for_field(name: &str) -> Option<&'static str> {
    match name {
        "rename" => Some(
            "the name in JSON is serde's: `#[serde(rename = \"…\")]`; the name in the next version of the API is \
             `next(rename = \"…\")`",
        ),
        _ => None,
    }
}

/// Names that other tools use for the parts of an attribute, after ours.
const PARTS: &str = "
message: msg text error
message_expression: message_expr
min_version: version since
feature_gate: gate
field_path: path
json_path: path
name: title
service: webhook name svc
rename: name renamed to
path: moved
up: forward
down: back backward
by: with using
dropped: drop removed deleted none skip
type_: column_type
spec_replicas_path: specpath spec_path
status_replicas_path: statuspath status_path
label_selector_path: selectorpath selector_path
";

/// Returns the part of an attribute that corresponds to another tool's name.
pub(super) fn part<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    let plain = snake_case(name);
    for line in PARTS.lines() {
        if let Some((ours, names)) = line.split_once(": ")
            && names.split(' ').any(|name| name == plain)
            && let Some(meant) = known.iter().find(|known| **known == ours)
        {
            return Some(meant);
        }
    }
    None
}

/// Converts `uniqueItems`, `UniqueItems` and `XValidation` to `unique_items` and `x_validation`.
pub(crate) fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    let mut after_small = false;
    let mut characters = name.chars().peekable();
    while let Some(c) = characters.next() {
        let before_small = characters.peek().is_some_and(char::is_ascii_lowercase);
        if c.is_ascii_uppercase()
            && !snake.is_empty()
            && (after_small || before_small)
            && !snake.ends_with('_')
        {
            snake.push('_');
        }
        after_small = !c.is_ascii_uppercase();
        snake.push(c.to_ascii_lowercase());
    }
    snake
}
