//! Generates the CRD of a custom resource: names, the version, columns, and the root object with spec and status.

use super::context::Context;
use super::simple::object_of;
use super::{conversion, default, nullable_enum};
use crate::model::crd::{
    Crd, CrdSpec, CrdValidation, Names, ObjectMeta, PrinterColumn, Scale, Subresources, Version,
    compare_versions,
};
use crate::model::map::Map;
use crate::model::schema::ValidationRule;
use crate::model::sort::sort_by;
use crate::model::structural::{Object, Structural, StructuralShape};
use crate::rust::shape::{AlsoVersion, Attrs, Column, Field, Kind, Resource, Shape};

pub(super) fn crd(cx: &mut Context, resource: &Resource) -> Crd {
    let mut columns: Vec<Placed> = resource
        .columns
        .iter()
        .map(|column| Placed::new(column, printer_column(column, "", "")))
        .collect();
    let mut selectable: Vec<Box<str>> = resource.selectable.iter().map(|path| (*path).into()).collect();
    let of_spec = if resource.flatten { "" } else { ".spec" };
    declared_below(cx, resource.spec, of_spec, &mut columns, &mut selectable);
    if let Some(status) = resource.status {
        declared_below(cx, status, ".status", &mut columns, &mut selectable);
    }
    let columns = in_order(columns);
    let root = root(cx, resource);
    let scale = resource.scale.map(|scale| Scale {
        spec_replicas_path: scale.spec_replicas_path.into(),
        status_replicas_path: scale.status_replicas_path.into(),
        label_selector_path: (!scale.label_selector_path.is_empty())
            .then(|| scale.label_selector_path.into()),
    });
    let status = resource.status_subresource.unwrap_or(resource.status.is_some());
    let version = Version {
        name: resource.version.into(),
        served: resource.served,
        storage: resource.storage,
        deprecated: resource.deprecated.is_some(),
        deprecation_warning: resource.deprecated.flatten().map(Into::into),
        schema: Some(CrdValidation {
            open_api_v3_schema: Some(Box::new(root.into())),
        }),
        subresources: (status || scale.is_some()).then_some(Subresources { status, scale }),
        additional_printer_columns: (!columns.is_empty()).then_some(columns),
        selectable_fields: (!selectable.is_empty()).then_some(selectable),
    };
    let mut crd = Crd {
        metadata: ObjectMeta {
            name: format!("{}.{}", resource.plural, resource.group).into(),
            labels: pairs(resource.labels),
            annotations: pairs(resource.annotations),
            ..ObjectMeta::default()
        },
        spec: CrdSpec {
            group: resource.group.into(),
            names: Names {
                plural: resource.plural.into(),
                singular: resource.singular.into(),
                short_names: resource.short_names.iter().map(|name| (*name).into()).collect(),
                kind: resource.kind.into(),
                list_kind: resource.list_kind.into(),
                categories: resource.categories.iter().map(|name| (*name).into()).collect(),
            },
            scope: if resource.namespaced {
                "Namespaced".into()
            } else {
                "Cluster".into()
            },
            versions: Some(with_others(version, resource.also)),
            ..CrdSpec::default()
        },
        ..Crd::default()
    };
    if let Some(webhook) = &resource.conversion {
        conversion::declared(&mut crd, webhook);
    }
    crd
}

/// Returns a version and the versions that differ from it in their names only, in the server's order.
fn with_others(version: Version, others: &[AlsoVersion]) -> Vec<Version> {
    let mut versions: Vec<Version> = others
        .iter()
        .map(|other| Version {
            name: other.version.into(),
            served: other.served,
            storage: other.storage,
            deprecated: other.deprecated.is_some(),
            deprecation_warning: other.deprecated.flatten().map(Into::into),
            ..version.clone()
        })
        .collect();
    versions.push(version);
    sort_by(&mut versions, &|a, b| compare_versions(&a.name, &b.name));
    versions
}

fn pairs(pairs: &[(&str, &str)]) -> Map<Box<str>> {
    pairs
        .iter()
        .map(|(key, value)| (*key, Box::from(*value)))
        .collect()
}

fn root(cx: &mut Context, resource: &Resource) -> Structural {
    if let Some(schema) = resource.schema {
        return cx.foreign(schema().map_err(|error| vec![error]));
    }
    let mut properties = Map::new();
    for (name, description) in ["apiVersion", "kind"].into_iter().zip(resource.type_meta.texts()) {
        let mut member = Structural::new(StructuralShape::String);
        member.generic.description = description.into();
        properties.insert(name, member);
    }
    properties.insert(
        "metadata",
        Structural::new(StructuralShape::Object(Object::default())),
    );
    let spec = (!resource.flatten).then_some(resource.spec);
    for (name, shape) in [("spec", spec), ("status", resource.status)] {
        if let Some(shape) = shape {
            let mut child = cx.within(name, |cx| cx.node(shape));
            child.generic.nullable = name == "status" && resource.status_nullable;
            nullable_enum::finish(cx, &mut child, 1);
            let default = match name {
                "status" => resource.status_default,
                _ => resource.spec_default,
            };
            if let Some(value) = default {
                let field = Field {
                    default: Some(value),
                    ..Field::new(name, shape)
                };
                child.generic.default = default::build(cx, &field, &child);
            }
            properties.insert(name, child);
        }
    }
    let mut root = object_of(properties);
    let mut required: Vec<Box<str>> = Vec::new();
    if resource.metadata_required {
        required.push("metadata".into());
    }
    if resource.flatten {
        let mut spec = cx.node(resource.spec);
        nullable_enum::finish(cx, &mut spec, 0);
        required.extend(spec.validation.required.take().unwrap_or_default());
        if let (StructuralShape::Object(members), StructuralShape::Object(object)) =
            (spec.shape, &mut root.shape)
        {
            for (name, member) in members.properties {
                object.properties.insert(name, member);
            }
        }
        root.validation = spec.validation;
        root.preserve_unknown_fields = spec.preserve_unknown_fields;
        root.rules = spec.rules;
    } else if !resource.spec_optional {
        required.push("spec".into());
    }
    root.validation.required = (!required.is_empty()).then_some(required);
    root.generic.title = resource.title.into();
    root.generic.description = resource.description.into();
    let rules = resource.rules.iter().filter(|rule| cx.includes(rule.when));
    root.rules.extend(rules.map(ValidationRule::from));
    root
}

/// A printer column with its requested position, from 1; 0 for none.
struct Placed {
    position: u32,
    column: PrinterColumn,
}

impl Placed {
    fn new(declared: &Column, column: PrinterColumn) -> Self {
        Placed {
            position: declared.position,
            column,
        }
    }
}

/// Returns the columns in declaration order, except that those with a position are moved to it.
fn in_order(columns: Vec<Placed>) -> Vec<PrinterColumn> {
    let (mut placed, free): (Vec<Placed>, Vec<Placed>) =
        columns.into_iter().partition(|column| column.position > 0);
    let mut ordered: Vec<PrinterColumn> = free.into_iter().map(|free| free.column).collect();
    sort_by(&mut placed, &|a, b| a.position.cmp(&b.position));
    for Placed { position, column } in placed {
        let index = usize::try_from(position - 1).unwrap_or(usize::MAX);
        ordered.insert(index.min(ordered.len()), column);
    }
    ordered
}

/// Collects printer columns and selectable fields that are declared on fields; elements of lists and maps have no path
/// for either.
fn declared_below(
    cx: &Context,
    shape: &Shape,
    path: &str,
    columns: &mut Vec<Placed>,
    selectable: &mut Vec<Box<str>>,
) {
    match shape.kind {
        Kind::Alias(inner) => declared_below(cx, inner, path, columns, selectable),
        Kind::Object(fields) => {
            for field in fields.iter().filter(|field| cx.includes_field(field.attrs)) {
                declared_on(cx, field, path, columns, selectable);
            }
        }
        _ => {}
    }
}

fn declared_on(
    cx: &Context,
    field: &Field,
    parent: &str,
    columns: &mut Vec<Placed>,
    selectable: &mut Vec<Box<str>>,
) {
    if field.flatten {
        return declared_below(cx, field.shape, parent, columns, selectable);
    }
    let path = format!("{parent}.{}", field.name.replace('.', "\\."));
    let only: Vec<&Attrs> = cx.only(field.attrs).collect();
    let also = only.iter().flat_map(|attrs| attrs.columns);
    for column in field.attrs.columns.iter().chain(also) {
        let name = if column.name.is_empty() {
            words(field.name)
        } else {
            String::new()
        };
        let mut printed = printer_column(column, column_type(field.shape), &path);
        if printed.name.is_empty() {
            printed.name = name.into();
        }
        columns.push(Placed::new(column, printed));
    }
    if field.attrs.selectable || only.iter().any(|attrs| attrs.selectable) {
        selectable.push(path.as_str().into());
    }
    declared_below(cx, field.shape, &path, columns, selectable);
}

fn printer_column(column: &Column, type_: &str, path: &str) -> PrinterColumn {
    let or = |given: &str, other: &str| {
        if given.is_empty() {
            other.into()
        } else {
            given.into()
        }
    };
    PrinterColumn {
        name: column.name.into(),
        type_: or(column.type_, type_),
        format: column.format.into(),
        description: column.description.into(),
        priority: column.priority,
        json_path: or(column.json_path, path),
    }
}

/// Returns the type of a column that shows values of the shape.
fn column_type(shape: &Shape) -> &'static str {
    match shape.kind {
        Kind::Boolean => "boolean",
        Kind::Integer { .. } => "integer",
        Kind::Number { .. } => "number",
        Kind::String { format: "date-time" } => "date",
        Kind::Alias(inner) => column_type(inner),
        _ => "string",
    }
}

/// Splits a field name into words: `maxReplicas` becomes `Max Replicas`.
fn words(name: &str) -> String {
    let mut out = String::with_capacity(name.len() + 4);
    let mut before = ' ';
    for c in name.chars() {
        match c {
            '-' | '_' | '.' => out.push(' '),
            c if c.is_ascii_uppercase() && before.is_ascii_lowercase() => {
                out.push(' ');
                out.push(c);
            }
            c if matches!(before, ' ' | '-' | '_' | '.') => out.push(c.to_ascii_uppercase()),
            c => out.push(c),
        }
        before = c;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{Placed, in_order, words};
    use crate::model::crd::PrinterColumn;

    #[test]
    fn columns_with_a_position_are_put_there() {
        let columns = [("a", 0), ("b", 2), ("c", 1), ("d", 0), ("e", 9)].map(|(name, position)| Placed {
            position,
            column: PrinterColumn {
                name: name.into(),
                ..PrinterColumn::default()
            },
        });
        let names: Vec<_> = in_order(columns.into())
            .into_iter()
            .map(|column| column.name)
            .collect();
        assert_eq!(names.concat(), "cbade");
    }

    #[test]
    fn column_names() {
        for (name, column) in [
            ("replicas", "Replicas"),
            ("maxReplicas", "Max Replicas"),
            ("clusterIP", "Cluster IP"),
        ] {
            assert_eq!(words(name), column);
        }
    }
}
