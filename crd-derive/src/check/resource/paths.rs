//! Paths of the scale subresource, of printer columns and of selectable fields.
//!
//! Whether a path leads to a field is checked by constants in the generated code.

use crate::attr::keys;
use crate::attr::resource::{Column, Resource, Scale};
use crate::codes::{self, Code};
use crate::context::Context;
use crate::spanned::Spanned;

/// CRD-55.
const MAX_SELECTABLE: usize = 8;

pub(super) fn check(cx: &Context, resource: &Resource) {
    if let Some(scale) = &resource.scale {
        if resource.status.is_none() {
            cx.error(
                &scale.ident,
                codes::ATTRIBUTE_MISSING,
                "`scale` reads the status; name its type with `status = …`",
            );
        }
        scale_paths(cx, scale);
    }
    selectable(cx, &resource.selectable);
    for column in &resource.columns {
        column_path(cx, column);
        column_of_root(cx, column);
    }
}

/// CRD-31, CRD-34, CRD-36: each path is below its part of the object.
fn scale_paths(cx: &Context, scale: &Scale) {
    below(cx, &scale.spec_replicas_path, &[".spec."], "`.spec.`");
    below(cx, &scale.status_replicas_path, &[".status."], "`.status.`");
    if let Some(selector) = &scale.label_selector_path {
        below(cx, selector, &[".spec.", ".status."], "`.spec.` or `.status.`");
    }
}

fn below(cx: &Context, path: &Spanned<String>, prefixes: &[&str], expected: &str) {
    if !path.value.starts_with('.') {
        without_dot(cx, path, codes::SCALE_PATH, "a scale path");
    } else if !prefixes.iter().any(|prefix| path.value.starts_with(prefix)) {
        cx.error(
            path,
            codes::SCALE_PATH,
            format!("this path must start with {expected}"),
        );
    }
}

/// CRD-51, CRD-52, CRD-54, CRD-55: at most eight selectable fields, each named once, none of the metadata.
fn selectable(cx: &Context, paths: &[Spanned<String>]) {
    for (index, path) in paths.iter().enumerate() {
        if !path.value.starts_with('.') {
            without_dot(cx, path, codes::SELECTABLE_PATH, "a selectable field");
        }
        if path.value.starts_with(".metadata.") {
            cx.error(
                path,
                codes::SELECTABLE_PATH,
                "fields of `metadata` cannot be selectable; the server selects by name and namespace itself",
            );
        }
        if paths
            .iter()
            .take(index)
            .any(|earlier| earlier.value == path.value)
        {
            cx.error(
                path,
                codes::SELECTABLE_DUPLICATE,
                format!("`{}` is already selectable", path.value),
            );
        }
        if index == MAX_SELECTABLE {
            cx.error(
                path,
                codes::SELECTABLE_TOO_MANY,
                format!("at most {MAX_SELECTABLE} fields can be selectable"),
            );
        }
    }
}

/// CRD-43.
pub(in crate::check) fn column_path(cx: &Context, column: &Column) {
    if let Some(path) = &column.json_path
        && !path.value.starts_with('.')
    {
        without_dot(cx, path, codes::COLUMN_PATH, "a column's path");
    }
}

/// A column of the root has no field to take its parts from.
fn column_of_root(cx: &Context, column: &Column) {
    let Some(tokens) = column.name.as_ref().or(column.json_path.as_ref()) else {
        return;
    };
    for (name, is_missing) in [
        (keys::column::NAME, column.name.is_none()),
        (keys::column::TYPE, column.type_.is_none()),
        (keys::column::JSON_PATH, column.json_path.is_none()),
    ] {
        if is_missing {
            cx.error(
                tokens,
                codes::ATTRIBUTE_MISSING,
                format!(
                    "a column of the root needs `{name}`; on a field, `printcolumn` takes it from the field"
                ),
            );
        }
    }
}

fn without_dot(cx: &Context, path: &Spanned<String>, code: Code, what: &str) {
    cx.error(path, code, format!("{what} starts with a dot: `.{}`", path.value));
}
