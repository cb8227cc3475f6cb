//! Names that other tools use: kube, schemars, serde, validator, garde, JSON Schema, kubebuilder.

/// Names that other tools use, with advice: each line has one or more names, then what to write instead.
const FOREIGN: &str = r#"
scope: write `namespaced`, or nothing for cluster scope
names: write `plural`, `singular`, `kind`, `shortname` and `category`
short_name: it is `shortname`
shortnames short_names: it is `shortname`, repeated for each name
categories: it is `category`, repeated for each name
struct: it is `root`
api_version: it is `version`
versions: it is `version`; each version is a type of its own
min: it is `minimum`, `min_length`, `min_items` or `min_properties`
max: it is `maximum`, `max_length`, `max_items` or `max_properties`
range: it is `minimum` and `maximum`
length: it is `min_length` and `max_length`, or `min_items` and `max_items`
regex contains: it is `pattern = "…"`
unique_items: the API server forbids `uniqueItems`; write `list_type = set`
keys property_names: a schema does not restrict the keys of a map; write a rule: `rule("self.all(key, key.size() <= 63)")`
previous prev: the older version names the newer one: `next = v2::Type`
additional_properties: use a map type, or `preserve_unknown_fields`
pattern_properties: structural schemas have no `patternProperties`; use a map and a rule
cel: rules are always checked; write `rule("…")`
x_kube: it is `crd`
deny_unknown_fields: the API server prunes or rejects unknown fields by itself; it is an attribute of serde
rename: names in JSON come from serde: `#[serde(rename = "…")]`
rename_all: names in JSON come from serde: `#[serde(rename_all = "…")]`
hidden: a schema cannot hide a field; `skip` leaves it out
no_spec: every resource has a `spec`; put the fields there
with value_type: it is `schema_as = Type`
inner: it is `items(…)`
email: it is `format = "email"`
url: it is `format = "uri"`
ip: it is `format = "ipv4"` or `format = "ipv6"`
inline: schemas are always inlined where they are used
transform: a schema is a constant; `schema_with` takes one from a function
extend: each keyword that the API server allows has an attribute of its own, such as `list_type` for `x-kubernetes-list-type`; it does not keep other `x-` keywords
min_len: it is `min_length`, or `min_items` for a list
max_len: it is `max_length`, or `max_items` for a list
ge gte: it is `minimum = …`
gt: it is `exclusive_minimum = …`
le lte: it is `maximum = …`
lt: it is `exclusive_maximum = …`
not_empty non_empty: it is `min_length = 1`, or `min_items = 1` for a list
prefix: it is `pattern = "^…"`
suffix: it is `pattern = "…$"`
ascii: it is `pattern = "^[[:ascii:]]*$"`
alphanumeric: it is `pattern = "^[[:alnum:]]*$"`
must_match: it is a rule on the struct: `rule("self.a == self.b")`
custom: write it in CEL: `rule("…", message = "…")`
nested dive: a nested type is always part of the schema; remove it
message msg: a message belongs to a rule: `rule("…", message = "…")`
message_expression: it belongs to a rule: `rule("…", message_expression = "…")`
reason: it belongs to a rule: `rule("…", reason = FieldValueInvalid)`
field_path: it belongs to a rule: `rule("…", field_path = ".a")`
const: write an enum of one value: `enum("…")`
type type_ schema_type: the type follows from the Rust type; for another, write `schema_as = Type`
examples: it is `example = …`, one of them
read_only: the API server has no read-only fields; put what only the controller writes into the status
write_only: the API server has no write-only fields; keep secrets in a `Secret`
external_docs: the schema has no place for it here; put the link into the doc comment
content_encoding: it is `format = "byte"`
if: structural schemas have no conditions; write a rule such as `rule("!a || b")`
ref: structural schemas have no references; schemas are always inlined
x_validation x_kubernetes_validations: it is `rule("…", message = "…")`
x_kubernetes_list_type: it is `list_type = set`, `map` or `atomic`
x_kubernetes_list_map_keys list_map_key: it is `list_map_keys("…")`
x_kubernetes_map_type: it is `map_type = granular` or `atomic`
x_kubernetes_preserve_unknown_fields x_preserve_unknown_fields pruning: it is `preserve_unknown_fields`
x_kubernetes_embedded_resource: it is `embedded_resource`
x_kubernetes_int_or_string x_int_or_string: it is `int_or_string`
schemaless: to leave a field without a schema, write `preserve_unknown_fields`
struct_type: it is `map_type`
resource: write `plural`, `shortname`, `category` and `namespaced`
subresource: write `status = Type`, or `scale(…)`
storage_version storageversion: it is `storage = true`; the other versions have `storage = false`
unserved_version: it is `served = false`
deprecated_version deprecation_warning: it is `deprecated`, or `deprecated = "…"` with a warning
metadata: write `annotation("key", "value")` and `label("key", "value")`
annotations: it is `annotation("key", "value")`, repeated for each
labels: it is `label("key", "value")`, repeated for each
selectable_field: it is `selectable = ".spec.…"`, or `selectable` on a field
skip_version: each version is a type of its own; leave it out there
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
    let of_serde = |form: &str| Some(format!("it is an attribute of serde: `#[serde({plain}{form})]`"));
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

/// Names that other tools use for the parts of an attribute, after ours.
const PARTS: &str = "
message: msg text error
message_expression: message_expr
min_version: version since
feature_gate: gate
field_path: path
json_path: path
name: title
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
fn snake_case(name: &str) -> String {
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
