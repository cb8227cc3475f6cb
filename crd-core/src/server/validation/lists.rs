//! Checks on `x-kubernetes-list-type` and `x-kubernetes-map-type` (rules OAS-17 to OAS-42).

use super::options::ValidationOptions;
use crate::go::{json_string, quote};
use crate::model::field::{FieldError, Path, Segment};
use crate::model::rules::{self, RuleId};
use crate::model::schema::{JsonSchemaProps, texts, write_items};

/// Checks OAS-17 to OAS-30.
pub(super) fn check(
    schema: &JsonSchemaProps,
    path: &Path<'_>,
    options: &ValidationOptions,
    errors: &mut Vec<FieldError>,
) {
    if let Some(map_type) = &schema.x_map_type {
        check_map_type(schema, map_type, path, errors);
    }
    if let Some(list_type) = &schema.x_list_type {
        check_list_type(schema, list_type, path, options, errors);
    }
    let list_type = schema.x_list_type.as_deref();
    if !schema.list_map_keys().is_empty() && list_type != Some("map") {
        const DETAIL: &str = "must be map if x-kubernetes-list-map-keys is non-empty";
        let path = path.child("x-kubernetes-list-type");
        errors.push(match list_type {
            None => FieldError::required(rules::OAS_23, &path, DETAIL),
            Some(found) => FieldError::invalid(rules::OAS_23, &path, quote(found), DETAIL),
        });
    }
    if list_type == Some("map") {
        check_map_list(schema, path, errors);
    }
}

fn check_map_type(schema: &JsonSchemaProps, map_type: &str, path: &Path<'_>, errors: &mut Vec<FieldError>) {
    if &*schema.type_ != "object" {
        let detail = "must be object if x-kubernetes-map-type is specified";
        errors.push(wrong_type(rules::OAS_17, &schema.type_, path, detail));
    }
    if !matches!(map_type, "atomic" | "granular") {
        let path = path.child("x-kubernetes-map-type");
        errors.push(FieldError::not_supported(
            rules::OAS_18,
            &path,
            map_type,
            r#""atomic", "granular""#,
        ));
    }
}

fn check_list_type(
    schema: &JsonSchemaProps,
    list_type: &str,
    path: &Path<'_>,
    options: &ValidationOptions,
    errors: &mut Vec<FieldError>,
) {
    if &*schema.type_ != "array" {
        let detail = "must be array if x-kubernetes-list-type is specified";
        errors.push(wrong_type(rules::OAS_19, &schema.type_, path, detail));
    } else if options.require_atomic_set && has_non_atomic_set(schema) {
        const DETAIL: &str = "must be atomic as item of a list with x-kubernetes-list-type=set";
        // The server prints the list type of the items in both cases.
        let items = schema.item_schema();
        let found = items.and_then(|items| items.x_list_type.as_deref());
        let value = found.map_or_else(|| String::from("null"), json_string);
        let (rule, member) = match items.map(|items| &*items.type_) {
            Some("array") => (rules::OAS_20, "x-kubernetes-list-type"),
            _ => (rules::OAS_21, "x-kubernetes-map-type"),
        };
        let path = path.child("items");
        errors.push(FieldError::invalid(rule, &path.child(member), value, DETAIL));
    }
    if !matches!(list_type, "atomic" | "set" | "map") {
        let path = path.child("x-kubernetes-list-type");
        errors.push(FieldError::not_supported(
            rules::OAS_22,
            &path,
            list_type,
            r#""atomic", "set", "map""#,
        ));
    }
}

/// Checks lists of type `map` (OAS-24 to OAS-30).
fn check_map_list(schema: &JsonSchemaProps, path: &Path<'_>, errors: &mut Vec<FieldError>) {
    let keys_path = path.child("x-kubernetes-list-map-keys");
    let items_path = path.child("items");
    if schema.list_map_keys().is_empty() {
        let detail = "must not be empty if x-kubernetes-list-type is map";
        errors.push(FieldError::required(rules::OAS_24, &keys_path, detail));
    }
    let Some(items) = schema.item_schema() else {
        errors.push(match &schema.items {
            None => {
                let detail = "must have a schema if x-kubernetes-list-type is map";
                FieldError::required(rules::OAS_25, &items_path, detail)
            }
            Some(items) => {
                let mut value = String::new();
                write_items(&mut value, items);
                let detail = "must only have a single schema if x-kubernetes-list-type is map";
                FieldError::invalid(rules::OAS_26, &items_path, value, detail)
            }
        });
        return;
    };
    if &*items.type_ != "object" {
        let detail = "must be object if parent array's x-kubernetes-list-type is map";
        let value = quote(&items.type_);
        errors.push(FieldError::invalid(
            rules::OAS_27,
            &items_path.child("type"),
            value,
            detail,
        ));
        return;
    }
    check_keys(schema, items, path, errors);
}

fn check_keys(
    schema: &JsonSchemaProps,
    items: &JsonSchemaProps,
    path: &Path<'_>,
    errors: &mut Vec<FieldError>,
) {
    let keys_path = path.child("x-kubernetes-list-map-keys");
    let items_path = path.child("items");
    let properties = items_path.child("properties");
    let keys = schema.list_map_keys();
    let printed = || {
        let mut value = String::new();
        texts(&mut value, keys);
        value
    };
    for (position, key) in keys.iter().enumerate() {
        let at = keys_path.to_field_path().join(Segment::Index(position));
        match items.property(key) {
            Some(property) if matches!(&*property.type_, "array" | "object") => {
                // The server prints the type of the items.
                let detail = "must be a scalar type if parent array's x-kubernetes-list-type is map";
                let path = properties.key(key);
                errors.push(
                    FieldError::invalid(rules::OAS_28, &path.child("type"), quote(&items.type_), detail)
                        .with_related(at, "the key"),
                );
            }
            Some(_) => {}
            None => errors.push(
                FieldError::invalid(
                    rules::OAS_29,
                    &keys_path,
                    printed(),
                    "entries must all be names of item properties",
                )
                .with_related(at, "no property of this name")
                .with_related(properties.to_field_path(), "the properties of an item"),
            ),
        }
        if keys.iter().take(position).any(|earlier| earlier == key) {
            let at = keys_path.to_field_path().join(Segment::Index(position));
            let error = FieldError::invalid(
                rules::OAS_30,
                &keys_path,
                printed(),
                "must not contain duplicate entries",
            );
            errors.push(error.with_related(at, "is listed here again"));
        }
    }
}

/// Checks the keys of map lists (OAS-40 to OAS-42).
pub(super) fn check_nullable_keys(schema: &JsonSchemaProps, path: &Path<'_>, errors: &mut Vec<FieldError>) {
    let (Some(items), Some(list_type)) = (schema.item_schema(), schema.x_list_type.as_deref()) else {
        return;
    };
    if !matches!(list_type, "set" | "map") {
        return;
    }
    let items_path = path.child("items");
    if items.nullable {
        let detail = format!("cannot be nullable when x-kubernetes-list-type is {list_type}");
        errors.push(FieldError::forbidden(
            rules::OAS_40,
            &items_path.child("nullable"),
            detail,
        ));
    }
    if list_type != "map" {
        return;
    }
    let required = items.required.as_deref().unwrap_or_default();
    let properties = items_path.child("properties");
    for (position, key) in schema.list_map_keys().iter().enumerate() {
        let Some(property) = items.property(key) else {
            continue;
        };
        let path_of_key = properties.key(key);
        let said = || {
            let keys = path.child("x-kubernetes-list-map-keys").to_field_path();
            keys.join(Segment::Index(position))
        };
        if property.default.is_none() && !required.contains(key) {
            let detail = "this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property";
            errors.push(
                FieldError::required(rules::OAS_41, &path_of_key.child("default"), detail)
                    .with_related(said(), "the key")
                    .with_related(
                        items_path.child("required").to_field_path(),
                        "what an item must have",
                    ),
            );
        }
        if property.nullable {
            let detail = "this property is in x-kubernetes-list-map-keys, so it cannot be nullable";
            errors.push(
                FieldError::forbidden(rules::OAS_42, &path_of_key.child("nullable"), detail)
                    .with_related(said(), "the key"),
            );
        }
    }
}

/// Checks whether the node is a set whose items are lists or objects that are not atomic.
pub(super) fn has_non_atomic_set(schema: &JsonSchemaProps) -> bool {
    let Some(items) = schema
        .item_schema()
        .filter(|_| schema.x_list_type.as_deref() == Some("set"))
    else {
        return false;
    };
    match &*items.type_ {
        "array" => items
            .x_list_type
            .as_deref()
            .is_some_and(|found| found != "atomic"),
        "object" => items.x_map_type.as_deref() != Some("atomic"),
        _ => false,
    }
}

/// Checks whether the node violates one of OAS-40 to OAS-42.
pub(super) fn breaks_list_map_keys(schema: &JsonSchemaProps) -> bool {
    let mut errors = Vec::new();
    check_nullable_keys(schema, &Path::root("schema"), &mut errors);
    !errors.is_empty()
}

fn wrong_type(rule: RuleId, type_: &str, path: &Path<'_>, detail: &str) -> FieldError {
    let path = path.child("type");
    if type_.is_empty() {
        FieldError::required(rule, &path, detail)
    } else {
        FieldError::invalid(rule, &path, quote(type_), detail)
    }
}
