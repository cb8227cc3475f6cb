//! Checks channels and feature gates: reports gates that are unknown or unused, and rules that name fields that are not
//! in every output.

use super::lifecycle;
use crate::attr::allow::allows;
use crate::attr::attrs::Attrs;
use crate::attr::input::{Input, InputField, ItemBody};
use crate::attr::when::When;
use crate::codes;
use crate::errors::{Errors, report};
use crate::spanned::Spanned;

/// Checks the gates of a type against those that it declares with `feature_gates(…)`.
pub(super) fn check(cx: &Errors, input: &Input<'_>) {
    let Some(declared) = &input.attrs.feature_gates else {
        return;
    };
    let mut used = Vec::new();
    gates_of(&input.attrs, &mut used);
    match &input.data {
        ItemBody::Struct(_, fields) => gates_of_fields(fields, &mut used),
        ItemBody::Enum(variants) => {
            for variant in variants {
                gates_of(&variant.attrs, &mut used);
                gates_of_fields(&variant.fields, &mut used);
            }
        }
    }
    let before = cx.count();
    for gate in &used {
        lifecycle::gate_is_declared(cx, gate, declared);
    }
    let lifecycles = match &input.data {
        ItemBody::Struct(_, fields) => fields.iter().collect(),
        ItemBody::Enum(variants) => variants
            .iter()
            .flat_map(|variant| &variant.fields)
            .collect::<Vec<_>>(),
    };
    let in_lifecycles = lifecycles
        .iter()
        .flat_map(|field| &field.attrs.lifecycle)
        .filter_map(|entry| entry.feature_gate.as_ref());
    let is_declared = |gate: &Spanned<String>| declared.iter().any(|known| known.value == gate.value);
    if cx.count() > before || !in_lifecycles.clone().all(is_declared) {
        // A gate that is used under a misspelled name is not reported as unused.
        return;
    }
    if allows(&input.attrs.allows, codes::FEATURE_GATE_UNUSED) {
        return;
    }
    for gate in declared {
        let mut all = used.iter().copied().chain(in_lifecycles.clone());
        let is_used = all.any(|used| used.value == gate.value);
        if !is_used {
            report!(cx, gate => FEATURE_GATE_UNUSED,
                "feature gate `{}` is declared but not used; remove it, or add `feature_gate = \"{}\"` to a \
                 field", gate.value, gate.value);
        }
    }
}

fn gates_of_fields<'a>(fields: &'a [InputField<'_>], used: &mut Vec<&'a Spanned<String>>) {
    for field in fields {
        gates_of(&field.attrs, used);
    }
}

fn gates_of<'a>(attrs: &'a Attrs, used: &mut Vec<&'a Spanned<String>>) {
    let mut add = |when: &'a When| {
        used.extend(&when.feature_gates);
        used.extend(&when.without_gates);
    };
    add(&attrs.when);
    for rule in &attrs.rules {
        add(&rule.when);
    }
    for only in &attrs.only {
        add(&only.when);
    }
    for nested in [&attrs.items, &attrs.values].into_iter().flatten() {
        gates_of(nested, used);
    }
}
