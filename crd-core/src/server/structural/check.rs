//! Checks that a schema is structural (rules STR-01 to STR-30): `validateStructuralInvariants` of the server.
//!
//! ```text
//! properties: {a: {}}                    STR-06  properties[a].type: Required value: must not be empty for …
//! anyOf: [{type: string}]                STR-20  anyOf[0].type: Forbidden: must be empty to be structural
//! ```

use super::complete;
use super::is_empty::{is_allowed_metadata, is_int_or_string};
use crate::KubeVersion;
use crate::go::quote;
use crate::model::changes::Change;
use crate::model::field::{Cause, FieldError, Path};
use crate::model::map::Map;
use crate::model::rules::{self, RuleId};
use crate::model::schema::{JsonSchemaProps, SchemaOrBool};

/// Returns the errors of the server's structural validation, sorted as it sorts them. Only for schemas that
/// are [supported](super::unsupported).
pub(crate) fn check(schema: &JsonSchemaProps, path: &Path<'_>, version: KubeVersion) -> Vec<FieldError> {
    let mut checker = StructuralChecker {
        version,
        errors: Vec::new(),
    };
    checker.node(schema, NodeLevel::Root, path);
    complete::check(schema, path, &mut checker.errors);
    checker.errors.sort_by_cached_key(ToString::to_string);
    checker.errors
}

/// The relation of a node to its parent.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NodeLevel {
    Root,
    Item,
    Field,
}

/// The place where a schema spells out `[{type: integer}, {type: string}]`, the types of an int-or-string.
#[derive(Clone, Copy)]
struct Spelling {
    any_of: bool,
    any_of_in_first_all_of: bool,
}

impl Spelling {
    const NONE: Spelling = Spelling {
        any_of: false,
        any_of_in_first_all_of: false,
    };
}

struct StructuralChecker {
    version: KubeVersion,
    errors: Vec<FieldError>,
}

impl StructuralChecker {
    #[cold]
    fn required(&mut self, rule: RuleId, path: &Path<'_>, detail: &str) {
        self.errors.push(FieldError::required(rule, path, detail));
    }

    #[cold]
    fn invalid(&mut self, rule: RuleId, path: &Path<'_>, value: String, detail: &str) {
        self.errors.push(FieldError::invalid(rule, path, value, detail));
    }

    #[cold]
    fn forbidden(&mut self, rule: RuleId, path: &Path<'_>, detail: &str) {
        self.errors.push(FieldError::forbidden(rule, path, detail));
    }

    fn node(&mut self, schema: &JsonSchemaProps, level: NodeLevel, path: &Path<'_>) {
        self.children(schema, path);
        self.shape(schema, level, path);
        self.extensions(schema, path);
        self.metadata(schema, level, path);
        let first = schema.all_of.as_ref().and_then(|schemas| schemas.first());
        let spelling = Spelling {
            any_of: is_int_or_string(schema.any_of.as_ref(), self.version),
            any_of_in_first_all_of: first
                .is_some_and(|first| is_int_or_string(first.any_of.as_ref(), self.version)),
        };
        self.values(schema, spelling, path);
    }

    fn children(&mut self, schema: &JsonSchemaProps, path: &Path<'_>) {
        if let Some(items) = schema.item_schema() {
            self.node(items, NodeLevel::Item, &path.child("items"));
        }
        if let Some(properties) = &schema.properties {
            let path = path.child("properties");
            for (name, property) in properties.iter() {
                self.node(property, NodeLevel::Field, &path.key(name));
            }
        }
        if let Some(additional) = schema.additional_schema() {
            self.node(additional, NodeLevel::Field, &path.child("additionalProperties"));
        }
    }

    /// Checks the shape (STR-01, 02, 05 to 08, 12).
    fn shape(&mut self, schema: &JsonSchemaProps, level: NodeLevel, path: &Path<'_>) {
        let type_ = &*schema.type_;
        if type_ == "array" && schema.item_schema().is_none() {
            self.required(rules::STR_01, &path.child("items"), "must be specified");
        }
        if level == NodeLevel::Root && schema.additional_properties.is_some() {
            self.forbidden(
                rules::STR_02,
                &path.child("additionalProperties"),
                "must not be used at the root",
            );
        }
        if schema.x_embedded_resource && type_ != "object" {
            let detail = "must be object if x-kubernetes-embedded-resource is true";
            self.wrong_type(rules::STR_05, schema, path, detail);
        } else if type_.is_empty()
            && !schema.x_int_or_string
            && schema.x_preserve_unknown_fields != Some(true)
        {
            let detail = match level {
                NodeLevel::Root => "must not be empty at the root",
                NodeLevel::Item => "must not be empty for specified array items",
                NodeLevel::Field => "must not be empty for specified object fields",
            };
            self.required(rules::STR_06, &path.child("type"), detail);
        }
        if schema.x_embedded_resource && schema.additional_properties.is_some() {
            let detail = "must not be used if x-kubernetes-embedded-resource is set";
            self.forbidden(rules::STR_07, &path.child("additionalProperties"), detail);
        }
        if level == NodeLevel::Root && !type_.is_empty() && type_ != "object" {
            self.invalid(
                rules::STR_08,
                &path.child("type"),
                quote(type_),
                "must be object at the root",
            );
        }
        let empty = schema.properties.as_ref().is_none_or(Map::is_empty);
        if schema.x_embedded_resource && schema.x_preserve_unknown_fields != Some(true) && empty {
            let detail = "must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields";
            self.required(rules::STR_12, &path.child("properties"), detail);
        }
    }

    fn wrong_type(&mut self, rule: RuleId, schema: &JsonSchemaProps, path: &Path<'_>, detail: &'static str) {
        let path = path.child("type");
        if schema.type_.is_empty() {
            self.required(rule, &path, detail);
        } else {
            self.invalid(rule, &path, quote(&schema.type_), detail);
        }
    }

    /// Checks the extensions (STR-03, 04).
    fn extensions(&mut self, schema: &JsonSchemaProps, path: &Path<'_>) {
        const DETAIL: &str = "must be false if x-kubernetes-int-or-string is true";
        if !schema.x_int_or_string {
            return;
        }
        if schema.x_preserve_unknown_fields == Some(true) {
            let path = path.child("x-kubernetes-preserve-unknown-fields");
            self.invalid(rules::STR_03, &path, "true".into(), DETAIL);
        }
        if schema.x_embedded_resource {
            let path = path.child("x-kubernetes-embedded-resource");
            self.invalid(rules::STR_04, &path, "true".into(), DETAIL);
        }
    }

    /// Checks the implicit members of a resource (STR-09 to STR-11).
    fn metadata(&mut self, schema: &JsonSchemaProps, level: NodeLevel, path: &Path<'_>) {
        if level != NodeLevel::Root && !schema.x_embedded_resource {
            return;
        }
        for (rule, name, type_, detail) in [
            (rules::STR_09, "kind", "string", "must be string"),
            (rules::STR_09, "apiVersion", "string", "must be string"),
            (rules::STR_10, "metadata", "object", "must be object"),
        ] {
            let Some(property) = schema.property(name).filter(|found| *found.type_ != *type_) else {
                continue;
            };
            let value = quote(&property.type_);
            let properties = path.child("properties");
            let property = properties.key(name);
            self.invalid(rule, &property.child("type"), value, detail);
        }
        let metadata = schema.property("metadata").filter(|_| level == NodeLevel::Root);
        if metadata.is_some_and(|metadata| !is_allowed_metadata(metadata, self.version)) {
            let detail = "must not specify anything other than name and generateName, but metadata is implicitly specified";
            self.forbidden(rules::STR_11, &path.child("properties").key("metadata"), detail);
        }
    }

    /// Checks value validation of a node or under a junctor, except for the types of an int-or-string.
    fn values(&mut self, schema: &JsonSchemaProps, spelling: Spelling, path: &Path<'_>) {
        if !spelling.any_of {
            self.junctor(schema.any_of.as_deref(), Spelling::NONE, &path.child("anyOf"));
        }
        let in_first = Spelling {
            any_of: spelling.any_of_in_first_all_of,
            ..Spelling::NONE
        };
        self.junctor(schema.all_of.as_deref(), in_first, &path.child("allOf"));
        self.junctor(schema.one_of.as_deref(), Spelling::NONE, &path.child("oneOf"));
        if let Some(not) = &schema.not {
            self.nested(not, Spelling::NONE, &path.child("not"));
        }
        if !schema.pattern.is_empty() {
            self.pattern(&schema.pattern, path);
        }
    }

    fn junctor(&mut self, schemas: Option<&[JsonSchemaProps]>, in_first: Spelling, path: &Path<'_>) {
        for (index, schema) in schemas.unwrap_or_default().iter().enumerate() {
            let spelling = if index == 0 { in_first } else { Spelling::NONE };
            self.nested(schema, spelling, &path.index(index));
        }
    }

    /// Checks a pattern (STR-13).
    fn pattern(&mut self, pattern: &str, path: &Path<'_>) {
        if let Err(error) = crd_cel::regex::check(pattern) {
            let detail = format!("must be a valid regular expression, but isn't: {error}");
            let path = path.child("pattern");
            let invalid = FieldError::invalid(rules::STR_13, &path, quote(pattern), detail);
            self.errors.push(invalid.with_cause(Cause::Pattern(error)));
        }
    }

    fn nested(&mut self, schema: &JsonSchemaProps, spelling: Spelling, path: &Path<'_>) {
        self.values(schema, spelling, path);
        if let Some(items) = schema.item_schema() {
            self.nested(items, Spelling::NONE, &path.child("items"));
        }
        if let Some(properties) = &schema.properties {
            let path = path.child("properties");
            for (name, property) in properties.iter() {
                self.nested(property, Spelling::NONE, &path.key(name));
            }
        }
        self.nested_members(schema, path);
    }

    /// Checks the members of nested value validation (STR-20 to STR-30).
    fn nested_members(&mut self, schema: &JsonSchemaProps, path: &Path<'_>) {
        let additional = match &schema.additional_properties {
            None => false,
            Some(SchemaOrBool::Bool(false)) => !self.version.has(Change::DropsNestedFalse),
            Some(_) => true,
        };
        for (rule, member, set, detail) in [
            (
                rules::STR_20,
                "type",
                !schema.type_.is_empty(),
                "must be empty to be structural",
            ),
            (
                rules::STR_21,
                "additionalProperties",
                additional,
                "must be undefined to be structural",
            ),
            (
                rules::STR_22,
                "default",
                schema.default.is_some(),
                "must be undefined to be structural",
            ),
            (
                rules::STR_23,
                "title",
                !schema.title.is_empty(),
                "must be empty to be structural",
            ),
            (
                rules::STR_24,
                "description",
                !schema.description.is_empty(),
                "must be empty to be structural",
            ),
            (
                rules::STR_25,
                "nullable",
                schema.nullable,
                "must be false to be structural",
            ),
            (
                rules::STR_26,
                "x-kubernetes-preserve-unknown-fields",
                schema.x_preserve_unknown_fields == Some(true),
                "must be false to be structural",
            ),
            (
                rules::STR_26,
                "x-kubernetes-embedded-resource",
                schema.x_embedded_resource,
                "must be false to be structural",
            ),
            (
                rules::STR_26,
                "x-kubernetes-int-or-string",
                schema.x_int_or_string,
                "must be false to be structural",
            ),
            (
                rules::STR_27,
                "x-kubernetes-list-map-keys",
                !schema.list_map_keys().is_empty(),
                "must be empty to be structural",
            ),
            (
                rules::STR_28,
                "x-kubernetes-list-type",
                schema.x_list_type.is_some(),
                "must be undefined to be structural",
            ),
            (
                rules::STR_28,
                "x-kubernetes-map-type",
                schema.x_map_type.is_some(),
                "must be undefined to be structural",
            ),
            (
                rules::STR_29,
                "x-kubernetes-validations",
                !schema.rules().is_empty(),
                "must be empty to be structural",
            ),
        ] {
            if set {
                self.forbidden(rule, &path.child(member), detail);
            }
        }
        if schema.property("metadata").is_some() {
            let detail = "must not be specified in a nested context";
            self.forbidden(rules::STR_30, &path.child("properties").key("metadata"), detail);
        }
    }
}
