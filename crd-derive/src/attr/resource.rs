//! What `#[crd(…)]` says of a custom resource beside its schema.

use syn::{Expr, ExprLit, Lit, Path, Type};

use super::meta::{Arg, Body, Meta};
use super::read::{self, Spanned};
use super::rule::Rule;
use super::{keys, kube};
use crate::check::names;
use crate::codes::{self, Code};
use crate::context::Context;
use crate::suggest::did_you_mean;

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

/// The scale subresource.
#[expect(clippy::struct_field_names, reason = "the names of the API")]
pub(crate) struct Scale {
    pub(crate) spec_replicas_path: Spanned<String>,
    pub(crate) status_replicas_path: Spanned<String>,
    pub(crate) label_selector_path: Option<Spanned<String>>,
}

/// A printer column.
#[derive(Clone)]
pub(crate) struct Column {
    pub(crate) name: Option<Spanned<String>>,
    pub(crate) type_: Option<Spanned<&'static str>>,
    pub(crate) format: Option<Spanned<String>>,
    pub(crate) description: Option<Spanned<String>>,
    pub(crate) json_path: Option<Spanned<String>>,
    pub(crate) priority: i32,
}

/// CRD-40: the types a column may have.
const COLUMN_TYPES: &[(&str, &str)] = &[
    ("string", "string"),
    ("integer", "integer"),
    ("number", "number"),
    ("boolean", "boolean"),
    ("date", "date"),
];

/// Written by people, with what was meant.
const COLUMN_TYPES_MISTAKEN: &[(&str, &str)] = &[
    ("int", "integer"),
    ("bool", "boolean"),
    ("float", "number"),
    ("time", "date"),
    ("text", "string"),
];

/// CRD-42: the formats a column may have.
const COLUMN_FORMATS: &[&str] = &[
    "int32",
    "int64",
    "float",
    "double",
    "byte",
    "date",
    "date-time",
    "password",
];

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
            derives: all("derive").flat_map(|meta| derives(cx, meta)).collect(),
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

impl Scale {
    fn read(cx: &Context, meta: &Meta, has_status: bool) -> Option<Scale> {
        let before = cx.count();
        let mut spec = None;
        let mut status = None;
        let mut selector = None;
        let expected =
            "`scale(spec_replicas_path = \".spec.replicas\", status_replicas_path = \".status.replicas\")`";
        for part in kube::parts(cx, meta, expected)? {
            let value = read::string(cx, &part);
            match part.name.as_str() {
                "spec_replicas_path" => spec = value,
                "status_replicas_path" => status = value,
                "label_selector_path" => selector = value,
                other => {
                    let parts = [
                        "spec_replicas_path",
                        "status_replicas_path",
                        "label_selector_path",
                    ];
                    let hint = did_you_mean(other, parts);
                    cx.error(
                        &part.ident,
                        codes::UNKNOWN,
                        format!("`scale` has no `{other}`{hint}"),
                    );
                }
            }
        }
        if cx.count() == before && (spec.is_none() || status.is_none()) {
            cx.error(
                &meta.ident,
                codes::MISSING,
                "`scale` needs `spec_replicas_path = \".spec.replicas\"` and `status_replicas_path = \".status.replicas\"`",
            );
        }
        if !has_status {
            cx.error(
                &meta.ident,
                codes::MISSING,
                "`scale` reads the status; name its type with `status = …`",
            );
        }
        let (spec, status) = (spec?, status?);
        // CRD-32, CRD-34, CRD-36: each path lies under its part of the object.
        for (path, prefix) in [
            (Some(&spec), ".spec."),
            (Some(&status), ".status."),
            (selector.as_ref(), "."),
        ] {
            if let Some(path) = path
                && path.value.starts_with('.')
                && !path.value.starts_with(prefix)
            {
                cx.error(
                    path,
                    codes::SCALE,
                    format!("this path must start with `{prefix}`"),
                );
            }
        }
        if let Some(selector) = &selector
            && !selector.value.starts_with(".spec.")
            && !selector.value.starts_with(".status.")
        {
            cx.error(
                selector,
                codes::SCALE,
                "this path must start with `.spec.` or `.status.`",
            );
        }
        Some(Scale {
            spec_replicas_path: spec,
            status_replicas_path: status,
            label_selector_path: selector,
        })
    }
}

impl Column {
    /// Reads `printcolumn`; on a field everything is optional.
    pub(crate) fn read(cx: &Context, meta: &Meta, on_field: bool) -> Option<Column> {
        let before = cx.count();
        let mut column = Column {
            name: None,
            type_: None,
            format: None,
            description: None,
            json_path: None,
            priority: 0,
        };
        let expected =
            "`printcolumn(name = \"Replicas\", type_ = \"integer\", json_path = \".spec.replicas\")`";
        let parts = match (&meta.body, on_field) {
            (Body::Flag, true) => Vec::new(),
            _ => kube::parts(cx, meta, expected)?,
        };
        let mut seen: Vec<String> = Vec::new();
        for part in parts {
            if seen.contains(&part.name) {
                cx.error(
                    &part.ident,
                    codes::DUPLICATE,
                    format!("`{}` is given twice; keep one", part.name),
                );
                continue;
            }
            seen.push(part.name.clone());
            match part.name.as_str() {
                "name" => column.name = read::string(cx, &part),
                "type_" | "type" => column.type_ = column_type(cx, &part),
                "format" => column.format = column_format(cx, &part),
                "description" => column.description = read::string(cx, &part),
                "json_path" | "jsonpath" => column.json_path = read::string(cx, &part),
                "priority" => column.priority = priority(cx, &part),
                other => {
                    let hint = did_you_mean(
                        other,
                        ["name", "type_", "format", "description", "json_path", "priority"],
                    );
                    cx.error(
                        &part.ident,
                        codes::UNKNOWN,
                        format!("a column has no `{other}`{hint}"),
                    );
                }
            }
        }
        if let Some(path) = &column.json_path {
            simple_path(cx, path, codes::COLUMN_PATH, "a column's path");
        }
        // What was reported is not missing too.
        (cx.count() == before).then_some(column)
    }
}

/// A whole number; in quotes as kube's documentation has it.
fn priority(cx: &Context, part: &Meta) -> i32 {
    let quoted = match &part.body {
        Body::Value(Expr::Lit(ExprLit {
            lit: Lit::Str(text), ..
        })) => text.value().parse().ok(),
        _ => None,
    };
    quoted
        .or_else(|| read::count(cx, part).and_then(|value| i32::try_from(value.value).ok()))
        .unwrap_or(0)
}

/// CRD-30…CRD-55: the server wants a path that starts with a dot.
fn simple_path(cx: &Context, path: &Spanned<String>, code: Code, what: &str) {
    if !path.value.starts_with('.') {
        cx.error(path, code, format!("{what} starts with a dot: `.{}`", path.value));
    }
}

fn column_type(cx: &Context, part: &Meta) -> Option<Spanned<&'static str>> {
    if let Body::Value(Expr::Lit(ExprLit {
        lit: Lit::Str(text), ..
    })) = &part.body
        && let Some((_, meant)) = COLUMN_TYPES_MISTAKEN
            .iter()
            .find(|(name, _)| *name == text.value())
    {
        cx.error(
            text,
            codes::COLUMN_TYPE,
            format!("a column has no type `{}`; did you mean `{meant}`?", text.value()),
        );
        return None;
    }
    read::word(cx, part, COLUMN_TYPES)
}

fn column_format(cx: &Context, part: &Meta) -> Option<Spanned<String>> {
    let format = read::string(cx, part)?;
    if !COLUMN_FORMATS.contains(&format.value.as_str()) {
        let hint = did_you_mean(&format.value, COLUMN_FORMATS.iter().copied());
        cx.error(
            &format,
            codes::COLUMN_FORMAT,
            format!("a column's format is one of {}{hint}", COLUMN_FORMATS.join(", ")),
        );
    }
    Some(format)
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

fn derives(cx: &Context, meta: &Meta) -> Vec<Path> {
    let texts = match &meta.body {
        Body::List(arguments) => arguments
            .iter()
            .filter_map(|argument| match argument {
                Arg::Meta(Meta {
                    ident,
                    body: Body::Flag,
                    ..
                }) => Some(Ok(ident.clone().into())),
                Arg::Expr(Expr::Path(path)) => Some(Ok(path.path.clone())),
                Arg::Expr(Expr::Lit(ExprLit {
                    lit: Lit::Str(text), ..
                })) => Some(text.parse()),
                _ => None,
            })
            .collect(),
        Body::Value(Expr::Lit(ExprLit {
            lit: Lit::Str(text), ..
        })) => vec![text.parse()],
        _ => Vec::new(),
    };
    let mut paths = Vec::new();
    for text in texts {
        match text {
            Ok(path) => paths.push(path),
            Err(error) => cx.syntax(codes::VALUE, &error),
        }
    }
    if paths.is_empty() {
        let _: Option<()> = read::wrong(cx, meta, "`derive(Default, PartialEq)`");
    }
    paths.retain(|path| {
        let name = read::last_segment(path);
        let given = ["Clone", "Debug", "Serialize", "Deserialize"].contains(&name.as_str());
        if given {
            cx.error(
                path,
                codes::CONTRADICTION,
                format!("the root has `{name}` already; drop it here"),
            );
        }
        !given
    });
    paths
}
