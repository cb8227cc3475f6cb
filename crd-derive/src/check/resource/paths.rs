//! Checks paths of the scale subresource, of printer columns and of selectable fields.
//!
//! Constants in the generated code check that a path leads to a field.

use crd_cel::go::jsonpath::{self, JsonPathStep, StepKind};

use crate::attr::column::Column;
use crate::attr::keys;
use crate::attr::resource::{ResourceAttrs, ScaleAttr};
use crate::codes::{self, Code};
use crate::errors::{Errors, report};
use crate::spanned::Spanned;
use crate::suggest::did_you_mean;

/// CRD-55.
const MAX_SELECTABLE: usize = 8;

pub(super) fn check(cx: &Errors, resource: &ResourceAttrs) {
    if let Some(scale) = &resource.scale {
        if resource.status.is_none() {
            report!(cx, scale.ident => ATTRIBUTE_MISSING,
                "`scale` needs a status; declare its type with `status = …`");
        }
        scale_paths(cx, scale);
        if !resource.unchecked_paths {
            let paths = [&scale.spec_replicas_path, &scale.status_replicas_path];
            for path in paths.into_iter().chain(&scale.label_selector_path) {
                without_brackets(cx, path, codes::SCALE_PATH, "`scale`");
            }
        }
    }
    selectable(cx, &resource.selectable);
    for column in &resource.columns {
        column_path(cx, column);
        column_of_root(cx, column);
    }
}

/// CRD-31, CRD-34, CRD-36: each path is below its part of the object.
fn scale_paths(cx: &Errors, scale: &ScaleAttr) {
    below(cx, &scale.spec_replicas_path, &[".spec."], "`.spec.`");
    below(cx, &scale.status_replicas_path, &[".status."], "`.status.`");
    if let Some(selector) = &scale.label_selector_path {
        below(cx, selector, &[".spec.", ".status."], "`.spec.` or `.status.`");
    }
}

fn below(cx: &Errors, path: &Spanned<String>, prefixes: &[&str], expected: &str) {
    if !path.value.starts_with('.') {
        without_dot(cx, path, codes::SCALE_PATH, "a scale path");
    } else if !prefixes.iter().any(|prefix| path.value.starts_with(prefix)) {
        report!(cx, path => SCALE_PATH, "this path must start with {expected}");
    }
}

/// CRD-51, CRD-52, CRD-54, CRD-55: at most eight selectable fields, each named once, none of the metadata.
fn selectable(cx: &Errors, paths: &[Spanned<String>]) {
    for (index, path) in paths.iter().enumerate() {
        if !path.value.starts_with('.') {
            without_dot(cx, path, codes::SELECTABLE_PATH, "a selectable field");
        }
        without_brackets(cx, path, codes::SELECTABLE_PATH, "a selectable field");
        if path.value.starts_with(".metadata.") {
            report!(cx, path => SELECTABLE_PATH,
                "fields of `metadata` cannot be selectable; the API server always supports selecting by \
                 name and namespace");
        }
        if paths
            .iter()
            .take(index)
            .any(|earlier| earlier.value == path.value)
        {
            report!(cx, path => SELECTABLE_DUPLICATE, "`{}` is already selectable; remove one", path.value);
        }
        if index == MAX_SELECTABLE {
            report!(cx, path => SELECTABLE_TOO_MANY, "at most {MAX_SELECTABLE} fields can be selectable");
        }
    }
}

/// Reports brackets in a path that the server splits at dots.
fn without_brackets(cx: &Errors, path: &Spanned<String>, code: Code, what: &str) {
    let Some((before, rest)) = path.value.split_once('[') else {
        return;
    };
    let (inside, length) = match rest.split_once(']') {
        Some((inside, _)) => (inside, inside.len() + 2),
        None => (rest, 1),
    };
    let name = inside.trim_matches(['\'', '"']);
    let hint = if name == inside {
        "name a field outside of lists".to_owned()
    } else {
        format!("write `.{name}`")
    };
    cx.error_in(
        path,
        before.len()..before.len() + length,
        code,
        format_args!("the path of {what} consists of names after dots, without brackets; {hint}"),
    );
}

/// The members of metadata.
const METADATA: &[&str] = &[
    "name",
    "generateName",
    "namespace",
    "uid",
    "resourceVersion",
    "generation",
    "creationTimestamp",
    "deletionTimestamp",
    "deletionGracePeriodSeconds",
    "labels",
    "annotations",
    "ownerReferences",
    "finalizers",
    "managedFields",
    "selfLink",
];

/// CRD-43: checks whether the server can parse a path, and whether the path can select anything.
pub(in crate::check) fn column_path(cx: &Errors, column: &Column) {
    let Some(path) = &column.json_path else {
        return;
    };
    if path.value.starts_with('{') && path.value.ends_with('}') {
        let inner = path.value.trim_matches(['{', '}']);
        report!(cx, path => COLUMN_PATH, "the path of a column is written without braces: `{inner}`");
        return;
    }
    if !path.value.starts_with('.') {
        without_dot(cx, path, codes::COLUMN_PATH, "the path of a column");
        return;
    }
    match jsonpath::parse(&path.value) {
        Ok(steps) => {
            find_nothing(cx, path, &steps);
            metadata_member(cx, path, &steps);
            metadata_key(cx, path, &steps);
        }
        Err(malformed) => report!(cx, path, malformed.span => COLUMN_PATH_MALFORMED,
            "the API server cannot parse this path: {}", malformed.message),
    }
}

/// Reports steps that select nothing in any object.
fn find_nothing(cx: &Errors, path: &Spanned<String>, steps: &[JsonPathStep]) {
    for step in steps {
        match &step.kind {
            StepKind::Field(name) if name.is_empty() => {
                report!(cx, path, step.span.clone() => COLUMN_PATH_DANGLING,
                "a dot without a name after it selects nothing");
            }
            StepKind::Word(word) => report!(cx, path, step.span.clone() => COLUMN_PATH_DANGLING,
                "`{word}` selects nothing; write a dot before a name, and quotes around a string"),
            StepKind::Filter {
                left,
                operator,
                right,
            } => {
                find_nothing(cx, path, left);
                find_nothing(cx, path, right);
                if !matches!(operator.as_str(), "" | "==" | "!=" | "<" | "<=" | ">" | ">=") {
                    report!(cx, path, step.span.clone() => COLUMN_PATH_DANGLING,
                        "`{operator}` is not a comparison operator of filters; use `==`");
                }
            }
            _ => {}
        }
    }
}

/// Reports an unknown field of metadata, which has the same fields in all objects.
fn metadata_member(cx: &Errors, path: &Spanned<String>, steps: &[JsonPathStep]) {
    let [first, second, ..] = steps else {
        return;
    };
    if let (StepKind::Field(root), StepKind::Field(name)) = (&first.kind, &second.kind)
        && root == "metadata"
        && !name.is_empty()
        && !METADATA.contains(&name.as_str())
    {
        let hint = did_you_mean(name, METADATA.iter().copied());
        report!(cx, path, second.span.clone() => COLUMN_PATH_DANGLING,
            "`metadata` has no field `{name}`{hint}");
    }
}

/// Reports the key of a label or annotation whose dots are not escaped: its parts select in a string, which has no members.
fn metadata_key(cx: &Errors, path: &Spanned<String>, steps: &[JsonPathStep]) {
    let mut names = Vec::new();
    for step in steps {
        let StepKind::Field(name) = &step.kind else {
            return;
        };
        names.push(name.as_str());
    }
    if let (["metadata", map @ ("labels" | "annotations"), key @ ..], [_, _, third, .., last]) =
        (&*names, steps)
        && key.len() > 1
        && !key.contains(&"")
    {
        report!(cx, path, third.span.start..last.span.end => COLUMN_PATH_DANGLING,
            "this column is always empty, because the dots of the key separate members; write `r\".metadata.{map}.{}\"`",
            key.join("\\."));
    }
}

/// Reports missing parts of a column of the root, which cannot be inferred from a field.
fn column_of_root(cx: &Errors, column: &Column) {
    let Some(tokens) = column.name.as_ref().or(column.json_path.as_ref()) else {
        return;
    };
    for (name, is_missing) in [
        (keys::column::NAME, column.name.is_none()),
        (keys::column::TYPE, column.type_.is_none()),
        (keys::column::JSON_PATH, column.json_path.is_none()),
    ] {
        if is_missing {
            report!(cx, tokens => ATTRIBUTE_MISSING,
                "a column on the root needs `{name}`; only on a field can `printcolumn` infer it");
        }
    }
}

fn without_dot(cx: &Errors, path: &Spanned<String>, code: Code, what: &str) {
    cx.error(
        path,
        code,
        format_args!(
            "{what} must start with a dot: `.{}`",
            without_variable(&path.value)
        ),
    );
}

/// Returns a path without the variable of a rule, or of another tool, that it begins with.
fn without_variable(path: &str) -> &str {
    ["self.", "object.", "$."]
        .iter()
        .find_map(|variable| path.strip_prefix(variable))
        .unwrap_or(path)
}
