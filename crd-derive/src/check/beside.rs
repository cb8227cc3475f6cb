//! Reports attributes of other derives that change the schema or validation that those generate, but that `Schema` does not read.
//!
//! ```text
//! #[derive(JsonSchema, Schema)] struct A { #[schemars(range(min = 1))] a: i32 }      `minimum` is in one of two schemas
//! #[derive(Schema)] #[x_kube(validation = "self.a > 1")] struct A { a: i32 }         the rule is nowhere
//! ```

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Attribute, Type};

use crate::attr::input::{Input, InputField, ItemBody, Variant};
use crate::attr::keys::{self, AttributeTarget};
use crate::attr::literal::literal;
use crate::attr::meta::{Arg, Meta, MetaValue};
use crate::attr::rule::CelRule;
use crate::attr::{equivalent, foreign};
use crate::errors::{Errors, report};
use crate::rust_type;

/// The derives whose attributes define which values are valid.
const TOOLS: [&str; 5] = [SCHEMARS, "validate", "garde", X_KUBE, KUBE];
const SCHEMARS: &str = "schemars";
const X_KUBE: &str = "x_kube";
const KUBE: &str = "kube";

/// Names of their attributes, with the equivalent attributes of `#[crd(…)]`, any of which suffices.
const COUNTERPARTS: &[(&[&str], &[&str])] = &[
    (
        &["range"],
        &[
            "minimum",
            "maximum",
            "exclusive_minimum",
            "exclusive_maximum",
            "enum",
            "rule",
        ],
    ),
    (
        &["length", "byte_length"],
        &[
            "min_length",
            "max_length",
            "min_items",
            "max_items",
            "min_properties",
            "max_properties",
            "enum",
            "rule",
        ],
    ),
    (
        &["regex", "pattern", "contains", "prefix", "suffix"],
        &["pattern", "enum", "format", "rule"],
    ),
    (
        &["email", "url", "ip", "ipv4", "ipv6"],
        &["format", "pattern", "enum", "rule"],
    ),
    (&["required"], &["required"]),
    (&["inner"], &["items", "values"]),
    (
        &["with", "schema_with"],
        &["schema_as", "schema_with", "schemars"],
    ),
    (&["title"], &["title"]),
    (&["description"], &["description"]),
    (&["example"], &["example"]),
    (&["validation"], &["rule", "validation"]),
    (&["merge_strategy"], &["list_type", "map_type", "merge_strategy"]),
];

/// Those of them that only schemars has.
const ONLY_OF_SCHEMARS: [&str; 5] = ["with", "schema_with", "title", "description", "example"];

/// Attributes of schemars that replace those of serde with the same name.
const OF_SERDE: [&str; 12] = [
    "rename_all",
    "rename_all_fields",
    "tag",
    "content",
    "untagged",
    "default",
    "deny_unknown_fields",
    "transparent",
    "from",
    "try_from",
    "into",
    "flatten",
];

/// A place with attributes: a type, a variant or a field.
struct Place<'a> {
    target: AttributeTarget,
    /// The derive that does not read the attributes.
    derive: &'static str,
    attributes: &'a [Attribute],
    /// The names of its attributes in `#[crd(…)]`.
    given: Vec<String>,
    /// The expressions of its rules; empty for a constant.
    rules: Vec<String>,
    serde: Vec<Meta>,
    /// The name in JSON of a variant or a field.
    name: Option<&'a str>,
    ty: Option<&'a Type>,
    has_description: bool,
}

/// Reports attributes without a counterpart in `#[crd(…)]` or `#[serde(…)]`.
pub(super) fn check(cx: &Errors, input: &Input<'_>) {
    check_item(cx, input, AttributeTarget::Type);
}

/// Like [`check`], for a union.
pub(super) fn check_union(cx: &Errors, input: &Input<'_>) {
    check_item(cx, input, AttributeTarget::Union);
}

fn check_item(cx: &Errors, input: &Input<'_>, target: AttributeTarget) {
    if input.attrs.replaces_schema() {
        return;
    }
    let of_type = Place::new(target, input.foreign, input.attrs.description.as_deref());
    of_type.check(cx, input.attrs.of_custom_resource.is_some());
    match &input.data {
        ItemBody::Struct(_, fields) => fields.iter().for_each(|field| check_field(cx, field)),
        ItemBody::Enum(variants) => variants
            .iter()
            .for_each(|variant| check_variant(cx, variant, of_type.derive)),
    }
}

fn check_variant(cx: &Errors, variant: &Variant<'_>, derive: &'static str) {
    if !variant.is_skipped() {
        let mut place = Place::new(
            AttributeTarget::Variant,
            variant.foreign,
            Some(&variant.description),
        );
        place.name = Some(&variant.name.value);
        place.derive = derive;
        place.check(cx, false);
    }
    variant.fields.iter().for_each(|field| check_field(cx, field));
}

fn check_field(cx: &Errors, field: &InputField<'_>) {
    if field.attrs.source.is_some() || field.is_skipped() {
        return;
    }
    let description = field.attrs.description.as_deref();
    let mut place = Place::new(AttributeTarget::Field, field.foreign, description);
    place.name = Some(&field.name.value);
    place.ty = Some(field.ty);
    place.check(cx, false);
}

impl<'a> Place<'a> {
    fn new(target: AttributeTarget, attributes: &'a [Attribute], description: Option<&str>) -> Self {
        // Errors in these attributes are reported where they are parsed.
        let silent = Errors::silent();
        let given = Meta::collect(&silent, attributes, "crd");
        let rules = given
            .iter()
            .filter(|meta| matches!(&*meta.name, keys::RULE | keys::VALIDATION));
        Place {
            target,
            derive: if target == AttributeTarget::Union {
                "Union"
            } else {
                "Schema"
            },
            attributes,
            rules: rules.filter_map(expression).collect(),
            given: given.into_iter().map(|meta| meta.name).collect(),
            serde: Meta::collect(&silent, attributes, "serde"),
            name: None,
            ty: None,
            has_description: description.is_some_and(|text| !text.is_empty()),
        }
    }

    /// Reports the attributes that have no effect. `#[derive(CustomResource)]` reports `#[kube(…)]` on its type.
    fn check(&self, cx: &Errors, is_custom_resource: bool) {
        for attribute in self.attributes {
            let Some(tool) = TOOLS.iter().find(|tool| attribute.path().is_ident(tool)) else {
                continue;
            };
            if is_custom_resource && *tool == KUBE {
                continue;
            }
            // Errors in the attribute are reported by its own derive.
            let metas = Meta::collect(&Errors::silent(), std::slice::from_ref(attribute), tool);
            let is_kubes = self.target == AttributeTarget::Type && *tool == KUBE && is_read_by_kube(&metas);
            for meta in &metas {
                // kube itself drops rules where it does not derive the schema.
                if is_kubes && !(meta.name == "validation" && has_schema_of_its_own(&metas)) {
                    continue;
                }
                match (&*meta.name, &meta.value) {
                    ("extend", MetaValue::List(members)) if *tool == SCHEMARS => {
                        for member in members {
                            self.check_member(cx, member);
                        }
                    }
                    _ if is_kubes && !self.has(&["rule", "validation"]) => {
                        report!(cx, meta.ident => ATTRIBUTE_UNKNOWN,
                            "kube drops `validation` where it does not derive the schema; in `#[crd(…)]` use \
                             `rule(\"…\")`, in which `self` is the spec");
                    }
                    _ if !is_kubes && self.is_without_effect(tool, meta) => self.report(cx, tool, meta),
                    _ => {}
                }
            }
        }
    }

    /// Whether the schema lacks the effect of the attribute.
    fn is_without_effect(&self, tool: &str, meta: &Meta) -> bool {
        let name = &*meta.name;
        if tool == SCHEMARS {
            match name {
                "rename" => {
                    let renamed = match &meta.value {
                        MetaValue::Expr(literal!(Str(text))) => Some(text.value()),
                        _ => None,
                    };
                    return self.name.is_some()
                        && renamed.is_some_and(|renamed| Some(&*renamed) != self.name);
                }
                "skip" => return true,
                // The doc comment is a description, too.
                "description" if self.has_description => return false,
                "transform" => return self.given.is_empty(),
                "default" if self.has(&["default", "no_default"]) => return false,
                _ if OF_SERDE.contains(&name) => return !self.is_of_serde(meta),
                _ => {}
            }
        }
        let is_of_kube = matches!(name, "validation" | "merge_strategy");
        if matches!(tool, KUBE | X_KUBE) && !is_of_kube {
            // `crates` has an effect on the code of kube's derive only.
            return name != "crates";
        }
        if (ONLY_OF_SCHEMARS.contains(&name) && tool != SCHEMARS)
            || (is_of_kube && !matches!(tool, KUBE | X_KUBE))
        {
            return false;
        }
        if name == "required" && !self.ty.is_some_and(rust_type::is_option) {
            return false;
        }
        if name == keys::VALIDATION
            && let Some(rule) = expression(meta)
        {
            return !self.rules.iter().any(|own| own.is_empty() || *own == rule);
        }
        let counterparts = COUNTERPARTS.iter().find(|(names, _)| names.contains(&name));
        counterparts.is_some_and(|(_, ours)| !self.has(ours))
    }

    /// Whether one of the attributes stands in `#[crd(…)]`.
    fn has(&self, names: &[&str]) -> bool {
        self.given.iter().any(|given| names.contains(&given.as_str()))
    }

    /// Whether `#[serde(…)]` has the attribute, with the same value.
    fn is_of_serde(&self, meta: &Meta) -> bool {
        let text = |meta: &Meta| meta.to_token_stream().to_string();
        self.serde.iter().any(|other| text(other) == text(meta))
    }

    fn report(&self, cx: &Errors, tool: &str, meta: &Meta) {
        let name = &meta.name;
        let of_union = foreign::advice_for_union(name).filter(|_| self.target == AttributeTarget::Union);
        let advice = if let Some(advice) = of_union {
            format!("in `#[crd(…)]`, {advice}")
        } else if tool == SCHEMARS && OF_SERDE.contains(&name.as_str()) {
            format!("what serde does counts: write `#[serde({})]`", meta.source())
        } else if let Some(ours) =
            equivalent::of(meta, self.ty).filter(|_| self.target != AttributeTarget::Variant)
        {
            format!("write `#[crd({ours})]`")
        } else {
            self.advice(name)
        };
        report!(cx, meta.ident => ATTRIBUTE_UNKNOWN,
            "`{}` ignores `{name}` of `#[{tool}(…)]`, so it has no effect on this schema; {advice}",
            self.derive);
    }

    /// Checks `"key" = value` in `extend(…)`.
    fn check_member(&self, cx: &Errors, member: &Arg) {
        let Some(key) = member.to_token_stream().into_iter().next() else {
            return;
        };
        let tokens = TokenStream::from(key);
        let Ok(key) = syn::parse2::<syn::LitStr>(tokens.clone()) else {
            return;
        };
        let key = key.value();
        let plain = foreign::snake_case(key.strip_prefix("x-kubernetes-").unwrap_or(&key));
        let ours = plain.replace('-', "_");
        let has_counterpart = match &*ours {
            "validations" => self.has(&["rule", "validation"]),
            "list_type" | "list_map_keys" | "map_type" => self.has(&[&*ours, "merge_strategy"]),
            "minimum" | "maximum" => self.has(&[&*ours, &*format!("exclusive_{ours}")]),
            "additional_properties" => self.has(&["values", "preserve_unknown_fields"]),
            "description" => self.has_description,
            "examples" => self.has(&["example"]),
            "type" => self.has(&["schema_as", "schema_with"]),
            name => self.has(&[name]),
        };
        if has_counterpart {
            return;
        }
        let advice = match &*ours {
            "validations" => self.advice("x_kubernetes_validations"),
            // Other keys are unknown to the server.
            _ if keys::find(&ours).is_none() && foreign::advice(&ours).is_none() => self.advice("extend"),
            _ => self.advice(&ours),
        };
        report!(cx, tokens => ATTRIBUTE_UNKNOWN,
            "`{}` ignores `extend(\"{key}\" = …)` of `#[schemars(…)]`, so it has no effect on this schema; {advice}",
            self.derive);
    }

    /// Returns what to write instead of an attribute.
    fn advice(&self, name: &str) -> String {
        let advice = match name {
            "rename" | "rename_all" => return foreign::advice(name).unwrap_or_default(),
            "cel" => {
                return "for objects in Rust, `crd_core::Validate` evaluates the rules; remove it".to_owned();
            }
            "skip" => "use `skip`".to_owned(),
            "description" => "use `description`, or write a doc comment".to_owned(),
            _ if self.target == AttributeTarget::Variant => {
                return "a variant has only a name and a description; put it on the type or the fields of the variant, or remove it".to_owned();
            }
            "printcolumn" if self.target == AttributeTarget::Field => "use `printcolumn(…)`".to_owned(),
            "validation" => "use `rule(\"…\")`".to_owned(),
            "merge_strategy" if self.target == AttributeTarget::Type => "use `map_type`".to_owned(),
            "merge_strategy" => "use `list_type` or `map_type`".to_owned(),
            "schema_with" => {
                "use `schema_with = path` with a function that returns a schema, such as that of \
                 `crd_core::interop::schema_from_json`"
                    .to_owned()
            }
            _ if keys::find(name).is_some_and(|key| key.belongs(self.target)) => format!("use `{name}`"),
            _ if keys::find(name).is_some_and(|key| key.belongs(AttributeTarget::Root)) => {
                return "it belongs to the spec of a custom resource; remove it".to_owned();
            }
            _ => match foreign::advice(name) {
                Some(advice) if advice.starts_with("use ") || advice.starts_with("write ") => advice,
                Some(advice) => return advice,
                None => "use the attribute for this, or remove it".to_owned(),
            },
        };
        format!("in `#[crd(…)]` {advice}")
    }
}

/// Returns the expression of a rule without what may differ in the two schemas: spaces, and the style of names. It is empty for a constant.
fn expression(meta: &Meta) -> Option<String> {
    let rule = CelRule::parse(&Errors::silent(), meta)?;
    let is_same = |c: &char| !c.is_whitespace() && *c != '_';
    Some(rule.rule.value.to_lowercase().chars().filter(is_same).collect())
}

/// Whether kube's `CustomResource` is derived, and reads the attributes of the type.
fn is_read_by_kube(metas: &[Meta]) -> bool {
    let has = |name: &str| metas.iter().any(|meta| meta.name == name);
    has("group") || has("kind")
}

/// Whether the schema of the object is not the one that kube derives.
fn has_schema_of_its_own(metas: &[Meta]) -> bool {
    metas.iter().any(|meta| {
        meta.name == "schema"
            && matches!(&meta.value, MetaValue::Expr(literal!(Str(text))) if text.value() != "derived")
    })
}
