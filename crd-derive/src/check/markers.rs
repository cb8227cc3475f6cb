//! Reports markers of controller-gen in doc comments, which have no effect in Rust.
//!
//! ```text
//! /// +kubebuilder:validation:Minimum=1
//! pub workers: i32,                           write `#[crd(minimum = 1)]`
//! ```

use syn::{Attribute, Meta};

use crate::attr::input::{Input, InputField, ItemBody};
use crate::attr::literal::literal;
use crate::attr::{foreign, keys};
use crate::errors::{Errors, report};

/// The markers without a prefix, and advice: each line has one or more names, then what to write instead. Those after the prefixes
/// `kubebuilder:`, `kubebuilder:validation:` and `k8s:` are read the same way.
const MARKERS: &str = "
optional: make the field an `Option`, or give it a default
required: remove it; a field is required unless it is an `Option` or has a default
default: write `#[crd(default = …)]` or `#[serde(default)]`
listType: write `#[crd(list_type = …)]`
listMapKey: write `#[crd(list_map_keys(\"…\"))]`
mapType structType: write `#[crd(map_type = …)]`
patchStrategy patchMergeKey: write `#[crd(list_type = map, list_map_keys(\"…\"))]`
union unionDiscriminator unionMember: derive `Union`
enum: write `#[crd(enum(\"…\"))]`, or use a Rust enum
groupName versionName: write `#[crd(group = \"…\", version = \"…\")]`
subresource: write `#[crd(status = Type)]` or `#[crd(scale(…))]`
object skip: derive `CustomResource` for the spec of a resource
nullable: write `#[crd(nullable)]`
genclient k8s openshift operator-sdk featureGate: remove it
";

/// Prefixes of markers.
const PREFIXES: [&str; 3] = ["kubebuilder:", "k8s:", "validation:"];

pub(super) fn check(cx: &Errors, input: &Input<'_>) {
    if input.attrs.replaces_schema() {
        return;
    }
    check_docs(cx, input.foreign);
    let check_fields = |fields: &[InputField<'_>]| {
        for field in fields {
            check_docs(cx, field.foreign);
        }
    };
    match &input.data {
        ItemBody::Struct(_, fields) => check_fields(fields),
        ItemBody::Enum(variants) => {
            for variant in variants {
                check_docs(cx, variant.foreign);
                check_fields(&variant.fields);
            }
        }
    }
}

fn check_docs(cx: &Errors, attributes: &[Attribute]) {
    for attribute in attributes {
        let Meta::NameValue(pair) = &attribute.meta else {
            continue;
        };
        let literal!(Str(text)) = &pair.value else {
            continue;
        };
        if !pair.path.is_ident("doc") {
            continue;
        }
        for line in text.value().lines() {
            if let Some(marker) = line.trim_start_matches([' ', '*']).strip_prefix('+')
                && let Some(advice) = advice(marker.trim_end())
            {
                let marker = marker.split(['=', ' ']).next().unwrap_or_default();
                report!(cx, text => ATTRIBUTE_UNKNOWN,
                    "the marker `+{marker}` has no effect in Rust, and would be part of the description; {advice}");
            }
        }
    }
}

/// Returns what to write instead of a marker; `None` for text that is no marker.
fn advice(marker: &str) -> Option<String> {
    let mut rest = marker;
    for prefix in PREFIXES {
        rest = rest.strip_prefix(prefix).unwrap_or(rest);
    }
    let name = rest.split([':', '=', ' ']).next().unwrap_or_default();
    let known = MARKERS.lines().find_map(|line| {
        let (names, advice) = line.split_once(": ")?;
        let mut names = names.split(' ');
        names
            .any(|known| known.eq_ignore_ascii_case(name))
            .then(|| advice.to_owned())
    });
    if rest.len() == marker.len() {
        // A word alone, or with a value: other text begins with such words, too.
        let is_marker = !rest.contains(' ') || rest.contains('=');
        return known.filter(|_| is_marker);
    }
    let ours = foreign::snake_case(name);
    let of_ours = || {
        let value = rest.split_once('=').map(|(_, value)| value);
        let value = value.filter(|value| value.parse::<f64>().is_ok() || *value == "true");
        keys::find(&ours).is_some().then(|| match value {
            Some("true") => format!("write `#[crd({ours})]`"),
            Some(value) => format!("write `#[crd({ours} = {value})]`"),
            None => format!("write `#[crd({ours} = …)]`"),
        })
    };
    let of_others = || foreign::advice(name).map(|advice| format!("in `#[crd(…)]`, {advice}"));
    known
        .or_else(of_ours)
        .or_else(of_others)
        .or_else(|| Some("remove it".to_owned()))
}
