//! Derive macros of crd-gen: [`macro@Schema`], [`macro@CustomResource`], [`macro@Union`].
//!
//! Use them through `crd-core`, which re-exports them.
//!
//! Each macro works in three steps, each a module: `attr` parses attributes to typed values, `check` reports errors in
//! them, `expand` generates code and cannot fail. `expand` may use `check`, and `check` may use `attr`, never the other
//! way round. Checks that involve more than one type are constants in the generated code, which the compiler evaluates
//! (`crd_core::shape::check`).

mod attr;
mod check;
mod expand;

mod codes;
mod errors;
mod hygiene;
mod rust_type;
mod spanned;
mod suggest;
#[cfg(test)]
mod tests;

/// The example of the README compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

use crate::attr::crates::{CorePath, Crates, KubeCrates};
use crate::attr::input::Input;
use crate::attr::keys::{self, AttributeTarget};
use crate::attr::meta::Meta;
use crate::attr::resource::{MetadataType, Owner, ResourceAttrs, Spec};
use crate::errors::Errors;
use crate::hygiene::StableSpans;

/// Derives `crd_core::Schema`: the structural schema of a struct or enum, as a constant.
///
/// The schema describes the JSON that serde writes and reads, so the macro follows serde's attributes: `rename`,
/// `rename_all`, `rename_all_fields`, `default`, `skip*`, `flatten`, `tag`, `content`, `untagged`, `transparent`, `alias`,
/// `skip_serializing_if`, `deny_unknown_fields`, `other`, and `from` with `into` of the same type. Attributes that no schema
/// can express are errors.
///
/// ```
/// use crd_core::Schema;
/// use serde::{Deserialize, Serialize};
///
/// /// A user of the database.
/// #[derive(Schema, Serialize, Deserialize)]
/// #[serde(rename_all = "camelCase")]
/// #[crd(rule("!has(self.validUntil) || self.name != 'admin'", message = "admin never expires"))]
/// struct User {
///     /// Login name.
///     #[crd(min_length = 1, max_length = 63, pattern = "^[a-z][a-z0-9_]*$", immutable)]
///     name: String,
///     #[crd(format = "date-time")]
///     #[serde(default, skip_serializing_if = "Option::is_none")]
///     valid_until: Option<String>,
///     #[crd(list_type = set, max_items = 8, items(max_length = 63))]
///     #[serde(default)]
///     databases: Vec<String>,
///     #[crd(default = 10, minimum = 1)]
///     connections: u16,
///     #[serde(default)]
///     mode: Mode,
/// }
///
/// #[derive(Schema, Serialize, Deserialize, Default)]
/// enum Mode {
///     #[default]
///     Login,
///     /// Cannot log in.
///     Locked,
/// }
///
/// let schema = crd_core::generate::structural(&User::SHAPE, crd_core::generate::Profile::ApiServer).unwrap();
/// let json = serde_json::to_value(crd_core::JsonSchemaProps::from(schema)).unwrap();
/// assert_eq!(json["properties"]["mode"]["enum"], serde_json::json!(["Login", "Locked"]));
/// assert_eq!(json["properties"]["connections"]["default"], 10);
/// assert_eq!(json["required"], serde_json::json!(["name"]));
/// ```
///
/// # On a type
///
/// | attribute | meaning |
/// |---|---|
/// | `rule("…", message = "…", message_expression = "…", reason = …, field_path = "…", optional_old_self)` | a rule in CEL; repeatable. kube's `validation = …` means the same |
/// | `exactly_one_of("a", "b")`, `at_most_one_of(…)`, `at_least_one_of(…)` | the number of the named fields that may be set; repeatable |
/// | `any_of(…)`, `all_of(…)`, `one_of(…)`, `not(…)` | value validation: `any_of((minimum = 1, maximum = 5), (minimum = 10))`, with `required("a")` and `properties(a(max_length = 3))` inside |
/// | `title = "…"`, `description = "…"`, `example = …` | documentation; without `description` the doc comment is used |
/// | `map_type = granular \| atomic` | whether server-side apply merges members one by one |
/// | `preserve_unknown_fields` | keeps members that are not declared; an enum admits anything then |
/// | `embedded_resource`, `int_or_string`, `nullable` | the keywords of the same names in the schema |
/// | `schema_as = Type`, `schema_with = path` | the schema of another type, or of a function that returns a `Structural` or a `Result<Structural, ForeignError>` |
/// | `next = v2::Type`, `added("a", "b.c")`*, `moved("a", to = "b.c")`*, `when("kind", case("A", "a", to = "b"))`*, `variant("New", falls_back = "Old")`*, `unfit = "keep"` | the mapping of the type to the next version; see the guide to versions |
/// | `no_derived_rules` | on an externally tagged enum or a union: no rules, `oneOf` or counts are derived from its form. The attributes of the type must restrict it, as in `min_properties = 1, max_properties = 1`. For CRDs that exist |
/// | `keep_line_breaks` | doc comments of the type, its fields and variants keep their line breaks, which are spaces otherwise |
/// | `max_description = 120` | cuts each description in the type to that many bytes; 0 removes them |
/// | `schemars` | the schema of the type's own `schemars::JsonSchema` (feature `schemars` of crd-core) |
/// | `json_schema` | implements `schemars::JsonSchema` with this schema (feature `schemars` of crd-core) |
/// | `feature_gates("A", "B")` | the feature gates that `lifecycle` and `feature_gate` may name, each of which is used |
/// | `allow("list-type-absent", "LNT-17", reason = "…")` | findings about the type itself and its fields that are not reported; on a field, about the field. Generated YAML says so in a comment |
/// | `only(channel = experimental, …)`*, `only(before = experimental, …)`, `only(feature_gate = "A", …)`, `only(without_gate = "A", …)` | attributes of elements that hold in some channels, or with some gates, only |
/// | `bound = "T: Schema"` | replaces the bounds on type parameters that follow from the fields |
/// | `crate = "path"`, `crates(crd_core = "path")` | the path of crd-core, if it is renamed or re-exported |
///
/// A newtype also takes every constraint of a field. The guide `crd_core::guide::attributes` shows each attribute with an example
/// and its schema.
///
/// # On a field
///
/// | attribute | meaning |
/// |---|---|
/// | `minimum`, `maximum`, `exclusive_minimum`, `exclusive_maximum`, `multiple_of` | bounds of numbers; `exclusive_minimum` makes `minimum` exclusive, `exclusive_minimum = 0` is a bound by itself |
/// | `min_length`, `max_length`, `pattern`, `format` | restrictions of strings. Lengths count characters, patterns are RE2, `format` is also for numbers; `format = ""` removes that of the type, as in `type: integer` without `format: int32` |
/// | `min_items`, `max_items`, `list_type = atomic \| set \| map`, `list_map_keys("a", "b")` | restrictions of lists, and how server-side apply merges them |
/// | `min_properties`, `max_properties`, `map_type` | restrictions of structs and maps, and how server-side apply merges them |
/// | `enum("a", "b")` | the values that are valid, all of which the type can hold |
/// | `items(…)`, `values(…)` | these attributes for the elements of a list, or the values of a map; may be nested |
/// | `at("containers[].resources", map_type = atomic)`* | these attributes for a node below the field, inside of another type; `[]` stands for the elements of a list, `*` for the values of a map. `no_default` removes the default there |
/// | `default = value` | a literal, or an expression that is serialized when the CRD is generated. Without it, serde's own default is used |
/// | `example`, `title`, `description`, `nullable`, `required`, `optional` | the keywords of the same names; `optional` takes a field out of `required` |
/// | `max_description = 120`, `descriptions = keep \| drop \| TABLE` | cuts each description of the field and below it; takes those below it from the type's `JsonSchema` (features `schemars` of crd-core and of the type's crate), removes them, or takes them from a constant `&[("spec.users[].name", "text")]` |
/// | `immutable` | may not change on update |
/// | `allow("boolean-field", reason = "…")` | findings about the field that are not reported |
/// | `skip` | leaves the field, or the variant of an enum, out of the schema |
/// | `discriminator`, `union`, `union = "Value"` | a union of fields as in KEP-2335; `"Value"` is what the discriminator says for the field |
/// | `lifecycle(project = "…", min_version = "v1.30", status = alpha \| beta \| deprecated, feature_gate = "…", replacement = "…")` | a lifecycle marker of KEP-2558; repeatable. What is deprecated names its replacement |
/// | `channel = experimental`, `feature_gate = "A"`* | the field, or the variant of an enum, exists from that channel on, or where the gate is on: `crd_core::channels!` declares channels. Rules take both too: `rule("…", channel = experimental)`, and so does a whole custom resource |
/// | `printcolumn`, `printcolumn(name = "…", type_ = "…", format, description, priority, position)`, `selectable` | a printer column or a selectable field; path and type come from the field |
/// | `next(rename = "…")`, `next(path = "a.b")`, `next(into("a", "b"), up = f, down = g)`, `next(up = f, down = g)` (and `lossy`), `next(by = Times<1000>)`, `next(keyed_by = "name", value = "value")`, `next(annotation = "…")`, `next(label = "…")`, `next(unfit = "keep")`, `next(dropped)`; `next(rename = "…")`, `next(falls_back = "…")` on variants | what becomes of the field in the next version |
/// | `preserve_unknown_fields` | keeps members that are not declared, beside the schema of the type: for structs, maps and `serde_json::Value`. A type without a schema, and one that contains itself, may have any value; `schema_as = serde_json::Value` leaves out any schema |
/// | `unchecked(format = "ip", preserve_unknown_fields, …)` | keywords that stand in the schema although they are for values of another type, which the server ignores; `x-kubernetes-preserve-unknown-fields` of a list; `int_or_string` (`int_or_string = any_of` with its `anyOf`) beside a type; `nullable` of an enum that refuses null. For CRDs that exist |
/// | `no_default` | keeps serde's default out of the schema: the field may be absent, and the server sets nothing |
/// | `int_or_string` | admits integers and strings: for `types::IntOrString`, types without a schema, and fields whose `#[serde(with = "…")]` reads both |
/// | `rule`, `any_of` …, `embedded_resource`, `schema_as`, `schema_with`, `schemars` | as on types |
///
/// A field may be null where serde can write null: `Option` without `skip_serializing_if`.
///
/// Bounds, lengths and `pattern` also take a constant or an expression of constants: `max_length = MAX_NAME`,
/// `maximum = u16::MAX`, `max_items = 2 * N`; so do rules and their messages: `rule(RULE, message = MESSAGE)`. The compiler checks numbers as it checks literals; a pattern or a rule from a constant is only
/// compiled when the CRD is checked, by `crd-gen generate` or `assert_crd!`.
///
/// A keyword restricts one form of a value only, as in any schema: on `types::IntOrString`, bounds of numbers do not restrict
/// texts (`minimum = 1` admits `"-5"`), and `pattern` and lengths do not restrict numbers. On `types::Quantity`, bounds of
/// numbers are an error for this reason; a rule compares both forms:
/// `rule("quantity(string(self)).compareTo(quantity('1')) >= 0")`.
///
/// Keys of a map that are an enum are the only ones that the schema admits, by a rule and `maxProperties`. Below lists
/// and maps without a limit the rule would exceed the server's budget, so only `maxProperties` is there: the server
/// then admits other keys, which serde rejects; limit the list with `max_items`.
///
/// kube's `merge_strategy = ListMerge::Set` is accepted for `list_type` and `map_type`.
///
/// # Errors
///
/// Errors that the tokens of the type show are reported on the wrong token, also inside of rules and patterns. Errors
/// that involve more than one type are found by constants that the compiler evaluates, and are reported at the
/// attribute: keys of lists, paths, defaults against the bounds of a newtype, names that clash through `flatten`. Each
/// message ends with a code such as `CRD0905`, which `crd-gen explain CRD0905` explains.
// The attributes of other derives are registered so that their use without that derive is reported by this one. The schema follows
// those of serde; a type without serde's derives lacks the traits that a custom resource needs, which is reported.
#[proc_macro_derive(Schema, attributes(crd, serde, schemars, validate, garde, kube, x_kube))]
pub fn schema(item: TokenStream) -> TokenStream {
    let item = parse_macro_input!(item as DeriveInput);
    let _spans = StableSpans::of(&item);
    let cx = Errors::new();

    let metas = Meta::collect(&cx, &item.attrs, "crd");
    if attr::reject::is_union(&cx, &item, &metas) {
        // `Union` implements the same traits as this derive.
        return errors_and(proc_macro2::TokenStream::new(), cx);
    }
    let crates = Crates::parse(&cx, &metas);
    if crates.report_unknown_core(&cx, &item.ident) == CorePath::Unknown {
        return errors_and(proc_macro2::TokenStream::new(), cx);
    }
    attr::reject::wrong_next(&cx, &item.ident, &metas);
    let input = Input::parse(&cx, &item, AttributeTarget::Type);
    let checked = input
        .as_ref()
        .map(|input| (input, check::input::check(&cx, input)));
    match &checked {
        // The fields of a type with wrong rules are known.
        Some((input, rule_checks)) if cx.has_only_errors_of_rules() => {
            errors_and(expand::schema::expand(input, rule_checks, &crates), cx)
        }
        _ => {
            let fails_in_serde = cx.fails_in_serde();
            let mut code = expand::schema::fallback(&item, &cx.finish(), &crates);
            if fails_in_serde {
                code.extend(expand::serde_fallback::impls(&item, &crates));
            }
            code.into()
        }
    }
}

/// Derives the root type of a custom resource (`metadata`, `spec`, `status`) and its CRD from the spec's struct.
///
/// The struct also derives [`macro@Schema`]. The root has the name of the kind and implements `Serialize`,
/// `Deserialize`, `Clone` and `Debug`.
///
/// ```
/// use crd_core::{CustomResource, Schema};
/// use serde::{Deserialize, Serialize};
///
/// /// A managed database.
/// #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
/// #[crd(
///     group = "db.example.com",
///     version = "v1",
///     kind = "Database",
///     namespaced,
///     shortname = "db",
///     status = DatabaseStatus,
///     scale(spec_replicas_path = ".spec.replicas", status_replicas_path = ".status.replicas"),
///     printcolumn(name = "Phase", type_ = "string", json_path = ".status.phase")
/// )]
/// struct DatabaseSpec {
///     #[crd(minimum = 1, maximum = 15, printcolumn)]
///     replicas: u32,
/// }
///
/// #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
/// struct DatabaseStatus {
///     replicas: u32,
///     phase: String,
/// }
///
/// let crd = Database::crd().unwrap();
/// assert_eq!(crd.metadata.name.as_ref(), "databases.db.example.com");
/// let database = Database::new("orders", DatabaseSpec { replicas: 3 });
/// assert_eq!(serde_json::to_value(&database).unwrap()["apiVersion"], "db.example.com/v1");
/// ```
///
/// | attribute | meaning |
/// |---|---|
/// | `group`, `version`, `kind` | must be given |
/// | `plural`, `singular`, `list_kind`, `shortname`*, `category`* | the other names; they follow from the kind unless given |
/// | `namespaced` | the scope; without it, objects belong to the cluster |
/// | `spec_optional` | objects may lack `spec`, which is then read as the `Default` of the struct; `spec` is required otherwise. With `spec_optional = option` the root holds an `Option` of the struct |
/// | `flatten` | the members of the struct stand beside `metadata`: there is no `spec` |
/// | `metadata_required` | `required` names `metadata`, too, which every object has |
/// | `status_subresource = bool` | whether the status is a subresource, where that is not whether there is a `status` |
/// | `status_nullable` | the status may be null |
/// | `describe_type_meta`, `describe_type_meta = joined`, `describe_type_meta("…", "…")` | the schema describes `apiVersion` and `kind`: as controller-gen does, as it did before 0.14, or in words of one's own. The server publishes its own words in any case |
/// | `root_title = "…"` | the title of the whole object |
/// | `root_schema_with = path` | the schema of the whole object, from a function as for `schema_with` |
/// | `unchecked_paths` | paths of columns and of the scale subresource may lead to nothing |
/// | `conversion(service = "…", namespace = "…", path = "/convert", port = 443)`, `conversion(url = "https://…")` | the webhook that converts between versions, on any one of them; `ca_bundle = "PEM"`, `cert_manager = "namespace/certificate"` and `openshift` say where its certificate's authority comes from; `external` says that it is another program's, so that no version needs `next`, and `review_versions("v1", "v1beta1")` which versions of `ConversionReview` it accepts. `conversion = none` is the strategy `None`: nothing converts |
/// | `next = v2::DatabaseSpec` | the spec of the next version, which objects of this one are converted to |
/// | `status = Type` | the type of the status, which becomes a subresource |
/// | `spec_default = …` | the spec that the server gives to objects without one, beside `spec_optional` |
/// | `status_default = …` | the status that the server gives to new objects: a constant of the type, or `serde_json::json!({…})` |
/// | `scale(spec_replicas_path, status_replicas_path, label_selector_path)` | the scale subresource |
/// | `printcolumn(name, type_, json_path, format, description, priority, position)`*, `selectable = ".spec.…"`* | printer columns and selectable fields; on fields, path and type come from the field. Columns appear in the order in which they are written: here, then on fields of the spec, then of the status; `position = 1` puts one first |
/// | `also("v1beta1", served = bool, storage = bool, deprecated = "…")`* | another version with the schema, columns and subresources of this one |
/// | `served = bool`, `storage = bool`, `deprecated`, `deprecated = "…"` | whether the API server serves this version, stores it, and warns about it |
/// | `annotation("key", "value")`*, `label("key", "value")`* | annotations and labels of the CRD |
/// | `root = "Name"`, `derive(Default, PartialEq)`*, `attr = "allow(deprecated)"`*, `doc = "…"` | name, further traits, attributes and description of the root type |
/// | `root_rule("…", …)`* | a rule on the whole object, which sees `self.metadata.name`, `self.spec`, `self.status` |
/// | `kube` | uses k8s-openapi's `ObjectMeta` and implements `kube::Resource`, so that `kube::Api` works |
/// | `crates(crd_core = "…", kube = "…", k8s_openapi = "…")` | the paths of crates, if they are renamed or re-exported |
///
/// Attributes with * are repeatable. kube's `schema = "derived"` is accepted.
// kube's attribute is registered so that this derive can report it; otherwise the compiler would not know it.
#[proc_macro_derive(CustomResource, attributes(crd, kube))]
pub fn custom_resource(item: TokenStream) -> TokenStream {
    let item = parse_macro_input!(item as DeriveInput);
    let _spans = StableSpans::of(&item);
    // `Schema`, which every spec also derives, reports malformed attributes.
    let unreported = Errors::new();
    let mut metas = Meta::collect(&unreported, &item.attrs, "crd");
    let cx = if unreported.is_clean() {
        Errors::new()
    } else {
        Errors::silent()
    };
    unreported.finish();
    if attr::reject::wrong_next(&Errors::silent(), &item.ident, &metas) {
        metas.retain(|meta| meta.name != keys::NEXT);
    }
    let crates = Crates::parse(&cx, &metas);
    if crates.report_unknown_core(&Errors::silent(), &item.ident) == CorePath::Unknown {
        // `Schema`, which every spec also derives, reports it.
        return errors_and(proc_macro2::TokenStream::new(), cx);
    }
    let spec = Spec::parse(&item, &metas);
    let kube_crates = crates.report_missing(&cx, &metas);
    let mut resource = match attr::resource::report_kube(&cx, &item.attrs) {
        Owner::Kube => None,
        Owner::Own => ResourceAttrs::parse(&cx, &item.ident, metas),
    };
    if let (Some(resource), KubeCrates::Missing) = (&mut resource, kube_crates) {
        // Prevents the compiler from also reporting the missing crates.
        resource.metadata = MetadataType::Own;
    }
    let root = check::resource::check(&cx, &spec, resource.as_mut());
    let root_ident = root.as_ref().map(|root| &root.ident);
    let mut code = expand::resource::marker(&spec, root_ident, &crates);
    match root {
        Some(root) if !cx.has_only_errors_of_rules() => {
            code.extend(expand::resource::expand(&root, &crates, Some(cx.finish())));
            code.into()
        }
        root => {
            code.extend(root.map(|root| expand::resource::expand(&root, &crates, None)));
            errors_and(code, cx)
        }
    }
}

/// Derives `crd_core::Schema`, `Serialize` and `Deserialize` for an enum, as a union in the shape of KEP-2335.
///
/// ```
/// use crd_core::{Schema, Union};
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Union, Debug, PartialEq)]
/// #[crd(discriminator = "type")]
/// enum Storage {
///     EmptyDir(EmptyDir),
///     HostPath(HostPath),
///     /// Nothing is stored.
///     None,
/// }
///
/// #[derive(Schema, Serialize, Deserialize, Debug, PartialEq)]
/// struct EmptyDir {}
///
/// #[derive(Schema, Serialize, Deserialize, Debug, PartialEq)]
/// struct HostPath {
///     path: String,
/// }
///
/// let storage = Storage::HostPath(HostPath { path: "/data".to_owned() });
/// let json = serde_json::json!({"type": "HostPath", "hostPath": {"path": "/data"}});
/// assert_eq!(serde_json::to_value(&storage).unwrap(), json);
/// assert_eq!(serde_json::from_value::<Storage>(json).unwrap(), storage);
/// ```
///
/// The discriminator is `type` unless `#[crd(discriminator = "…")]` names another. Its value for a member is the
/// variant's name, or `#[crd(value = "…")]`; the member's field is the variant's name with a small first letter,
/// or `#[serde(rename = "…")]`. `discriminator_description = "…"` replaces the description of the discriminator. `title`, `description`, `rule`,
/// `any_of` and the other combinations are allowed on the enum as on any type. So are `next`, `variant` and `unfit`, which
/// map the union to the next version; there, variants are named by the value of the discriminator.
// The attributes of other derives are registered as for `Schema`.
#[proc_macro_derive(Union, attributes(crd, serde, schemars, validate, garde, kube, x_kube))]
pub fn union(item: TokenStream) -> TokenStream {
    let item = parse_macro_input!(item as DeriveInput);
    let _spans = StableSpans::of(&item);
    let cx = Errors::new();

    let crates = Crates::parse(&cx, &Meta::collect(&cx, &item.attrs, "crd"));
    if crates.report_unknown_core(&cx, &item.ident) == CorePath::Unknown {
        return errors_and(proc_macro2::TokenStream::new(), cx);
    }
    let input = Input::parse(&cx, &item, AttributeTarget::Union);
    let union = input.as_ref().and_then(|input| check::union::check(&cx, input));
    match (&input, &union) {
        (Some(input), Some(union)) if cx.has_only_errors_of_rules() => {
            errors_and(expand::union::expand(input, union, &crates), cx)
        }
        _ => expand::union::fallback(&item, &cx.finish(), &crates).into(),
    }
}

/// Returns the errors as `compile_error!` items, and the generated code.
fn errors_and(code: proc_macro2::TokenStream, cx: Errors) -> TokenStream {
    let mut out = cx.finish();
    out.extend(code);
    out.into()
}
