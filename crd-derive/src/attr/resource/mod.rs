//! What `#[crd(…)]` says of a custom resource beside its schema.
//!
//! Its printer columns and its scale subresource have files of their own.

mod column;
mod scale;

use syn::{Expr, ExprLit, Lit, Path, Type};

pub(crate) use self::column::Column;
pub(crate) use self::scale::Scale;
use super::meta::{Arg, Body, Meta};
use super::read::{self, Spanned};
use super::rule::Rule;
use super::{keys, kube};
use crate::check::names;
use crate::codes::{self, Code};
use crate::context::Context;

/// The attributes of the root of a custom resource.
pub(crate) struct Resource {
    pub(crate) group: Spanned<String>,
    pub(crate) version: Spanned<String>,
    pub(crate) kind: Spanned<String>,
    pub(crate) plural: String,
    pub(crate) singular: String,
    pub(crate) list_kind: String,
    pub(crate) short_names: Vec<Spanned<String>>,
    pub(crate) categories: Vec<Spanned<String>>,
    pub(crate) namespaced: bool,
    pub(crate) served: bool,
    pub(crate) storage: bool,
    pub(crate) deprecated: Option<Deprecation>,
    pub(crate) annotations: Vec<(String, String)>,
    pub(crate) labels: Vec<(String, String)>,
    pub(crate) status: Option<Type>,
    pub(crate) scale: Option<Scale>,
    pub(crate) columns: Vec<Column>,
    pub(crate) selectable: Vec<Spanned<String>>,
    pub(crate) rules: Vec<Rule>,
    pub(crate) root: Option<Spanned<String>>,
    pub(crate) doc: Option<String>,
    pub(crate) kube: bool,
    pub(crate) derives: Vec<Path>,
    pub(crate) attributes: Vec<syn::Meta>,
}

/// A deprecated version, with a warning of its own or the server's.
pub(crate) struct Deprecation {
    pub(crate) warning: Option<Spanned<String>>,
}

impl Resource {
    /// Reads the root attributes; `None` when group, version or kind are missing.
    pub(crate) fn read(cx: &Context, target: &syn::Ident, metas: Vec<Meta>) -> Option<Resource> {
        let metas = keys::roots(cx, metas);
        let one = |name: &str| metas.iter().find(|meta| meta.name == name);
        let all = |name: &'static str| metas.iter().filter(move |meta| meta.name == name);
        let string = |name: &str| one(name).and_then(|meta| read::string(cx, meta));
        let flag = |name: &str| one(name).and_then(|meta| read::flag(cx, meta));

        let missing: Vec<&str> = ["group", "version", "kind"]
            .into_iter()
            .filter(|name| one(name).is_none())
            .collect();
        if !missing.is_empty() {
            cx.error(
                target,
                codes::MISSING,
                format!(
                    "a custom resource needs {}: `#[crd(group = \"example.com\", version = \"v1\", kind = \"{}\")]`",
                    missing.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" and "),
                    target.to_string().trim_end_matches("Spec"),
                ),
            );
        }
        let (group, version, kind) = (string("group"), string("version"), string("kind"));
        let lower = kind
            .as_ref()
            .map(|kind| kind.value.to_lowercase())
            .unwrap_or_default();
        let plural = string("plural");
        let singular = string("singular");
        let list_kind = string("list_kind");
        let names_of = |name: &'static str| -> Vec<Spanned<String>> {
            all(name).filter_map(|meta| read::string(cx, meta)).collect()
        };

        if let Some(group) = &group {
            names::group(cx, group);
        }
        if let Some(version) = &version {
            names::version(cx, version);
        }
        if let Some(kind) = &kind {
            names::kind(cx, "kind", kind);
        }
        if let Some(list_kind) = &list_kind {
            names::kind(cx, "list_kind", list_kind);
            // N-06
            if kind.as_ref().is_some_and(|kind| kind.value == list_kind.value) {
                cx.error(
                    list_kind,
                    codes::LIST_KIND,
                    format!(
                        "`list_kind` and `kind` may not be the same; the custom is `{}List`",
                        list_kind.value
                    ),
                );
            }
        }
        for (what, name) in [("plural", &plural), ("singular", &singular)] {
            if let Some(name) = name {
                names::label(cx, what, name);
            }
        }
        let short_names = names_of("shortname");
        let categories = names_of("category");
        for name in &short_names {
            names::label(cx, "shortname", name);
        }
        for name in &categories {
            names::label(cx, "category", name);
        }
        names::distinct(cx, "shortname", &short_names);
        names::distinct(cx, "category", &categories);

        if let Some(meta) = one("schema") {
            kube::schema(cx, meta);
        }
        let status = one("status").and_then(|meta| read::type_(cx, meta));
        let scale = one("scale").and_then(|meta| Scale::read(cx, meta, one("status").is_some()));
        let annotations = pairs(cx, all("annotation"));
        if let Some(group) = &group {
            names::protected_group(cx, group, &annotations);
        }
        let deprecated = one("deprecated").and_then(|meta| match &meta.body {
            Body::Flag => Some(Deprecation { warning: None }),
            Body::Value(Expr::Lit(ExprLit {
                lit: Lit::Bool(value),
                ..
            })) => value.value.then_some(Deprecation { warning: None }),
            _ => read::string(cx, meta).map(|warning| Deprecation {
                warning: Some(warning),
            }),
        });
        if let Some(warning) = deprecated
            .as_ref()
            .and_then(|deprecated| deprecated.warning.as_ref())
        {
            names::warning(cx, warning);
        }
        let read = Resource {
            plural: plural.map_or_else(|| names::plural_of(&lower), |plural| plural.value),
            singular: singular.map_or(lower, |singular| singular.value),
            list_kind: list_kind.map_or_else(
                || {
                    format!(
                        "{}List",
                        kind.as_ref().map(|kind| kind.value.as_str()).unwrap_or_default()
                    )
                },
                |list_kind| list_kind.value,
            ),
            short_names,
            categories,
            namespaced: flag("namespaced").unwrap_or(false),
            served: flag("served").unwrap_or(true),
            storage: flag("storage").unwrap_or(true),
            deprecated,
            annotations,
            labels: pairs(cx, all("label")),
            status,
            scale,
            columns: all("printcolumn")
                .filter_map(|meta| Column::read(cx, meta, false))
                .collect(),
            selectable: all("selectable")
                .flat_map(|meta| read::names(cx, meta))
                .map(|(path, _)| path)
                .collect(),
            rules: all("root_rule").filter_map(|meta| Rule::read(cx, meta)).collect(),
            root: string("root"),
            doc: string("doc").map(|doc| doc.value.trim().to_owned()),
            kube: flag("kube").unwrap_or(false),
            derives: all("derive").flat_map(|meta| kube::derives(cx, meta)).collect(),
            attributes: all("attr")
                .filter_map(|meta| kube::root_attribute(cx, meta))
                .collect(),
            group: group?,
            version: version?,
            kind: kind?,
        };
        read.check(cx);
        Some(read)
    }

    fn check(&self, cx: &Context) {
        if let Some(scale) = &self.scale {
            for path in [
                Some(&scale.spec_replicas_path),
                Some(&scale.status_replicas_path),
                scale.label_selector_path.as_ref(),
            ]
            .into_iter()
            .flatten()
            {
                simple_path(cx, path, codes::SCALE, "a scale path");
            }
        }
        // CRD-51: at most eight selectable fields, each named once.
        for (index, path) in self.selectable.iter().enumerate() {
            simple_path(cx, path, codes::SELECTABLE, "a selectable field");
            if path.value.starts_with(".metadata.") {
                cx.error(path, codes::SELECTABLE, "fields of `metadata` cannot be selectable; the server selects by name and namespace itself");
            }
            if self
                .selectable
                .iter()
                .take(index)
                .any(|earlier| earlier.value == path.value)
            {
                cx.error(
                    path,
                    codes::SELECTABLE_TWICE,
                    format!("`{}` is selectable already", path.value),
                );
            }
            if index == 8 {
                cx.error(path, codes::SELECTABLE_MANY, "at most 8 fields can be selectable");
            }
        }
        for column in &self.columns {
            for (name, missing) in [
                ("name", column.name.is_none()),
                ("type_", column.type_.is_none()),
                ("json_path", column.json_path.is_none()),
            ] {
                if missing && let Some(tokens) = column.name.as_ref().or(column.json_path.as_ref()) {
                    cx.error(
                        tokens,
                        codes::MISSING,
                        format!("a column of the root needs `{name}`; on a field, `printcolumn` knows it by itself"),
                    );
                }
            }
        }
    }
}

/// CRD-30…CRD-55: the server wants a path that starts with a dot.
fn simple_path(cx: &Context, path: &Spanned<String>, code: Code, what: &str) {
    if !path.value.starts_with('.') {
        cx.error(path, code, format!("{what} starts with a dot: `.{}`", path.value));
    }
}

fn pairs<'a>(cx: &Context, metas: impl Iterator<Item = &'a Meta>) -> Vec<(String, String)> {
    metas
        .filter_map(|meta| match read::list(cx, meta) {
            [
                Arg::Expr(Expr::Lit(ExprLit {
                    lit: Lit::Str(key), ..
                })),
                Arg::Expr(Expr::Lit(ExprLit {
                    lit: Lit::Str(value), ..
                })),
            ] => {
                names::metadata(
                    cx,
                    &meta.name,
                    &Spanned::new(key.value(), key),
                    &Spanned::new(value.value(), value),
                );
                Some((key.value(), value.value()))
            }
            _ => read::wrong(cx, meta, &format!("`{}(\"key\", \"value\")`", meta.name)),
        })
        .collect()
}
