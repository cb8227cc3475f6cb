use super::context::Context;
use super::junctor::requires;
use super::node::{self, build_under, value};
use super::{attrs, junctor, sugar, union, variants};
use crate::model::map::Map;
use crate::model::schema::ValidationRule;
use crate::model::structural::{Additional, Object, Structural, StructuralShape, ValueValidation};
use crate::rust::shape::{Attrs, Field, Kind, Null, Shape, UnionDeclaration, Validation};

/// An object of named fields.
pub(super) fn build(cx: &mut Context, fields: &[Field]) -> Structural {
    let mut members = Members::default();
    members.add(cx, fields, false);
    members.into_node(cx)
}

/// The members of an object while they come together from fields and flattened fields.
#[derive(Default)]
pub(super) struct Members {
    pub(super) properties: Map<Structural>,
    pub(super) required: Vec<Box<str>>,
    pub(super) validation: ValueValidation,
    pub(super) rules: Vec<ValidationRule>,
    unions: Vec<&'static UnionDeclaration>,
    additional: Option<Structural>,
    pub(super) preserve_unknown_fields: bool,
}

/// What a type brings along when its members stand among others.
pub(super) fn flattened(cx: &mut Context, name: &'static str, shape: &'static Shape) -> Structural {
    let field = Field::new(name, shape);
    let mut members = Members::default();
    members.flatten(cx, &field, shape, shape.optional);
    members.into_node(cx)
}

impl Members {
    /// Adds fields; under `all_optional` none of them is required.
    pub(super) fn add(&mut self, cx: &mut Context, fields: &[Field], all_optional: bool) {
        for field in fields {
            if field.flatten {
                self.flatten(cx, field, field.shape, all_optional || field.shape.optional);
                continue;
            }
            let node = cx.within(field.name, |cx| field_node(cx, field));
            let required = field.is_required() && !all_optional;
            if !field.aliases.is_empty() {
                self.aliases(cx, field, &node, required);
            }
            if field.attrs.immutable && !field.is_required() {
                self.rules.extend(sugar::stays_set(cx, field.name));
            }
            if self.properties.insert(field.name, node).is_some() {
                cx.problem(format!(
                    "two fields are called `{}`; rename or skip one",
                    field.name
                ));
            }
            if required && field.aliases.is_empty() {
                self.required.push(field.name.into());
            }
        }
    }

    /// Other names serde reads are members too, so that objects that use them are not pruned; serde refuses an
    /// object that has two of the names.
    fn aliases(&mut self, cx: &mut Context, field: &Field, node: &Structural, required: bool) {
        let mut names = vec![field.name];
        for alias in field.aliases {
            let mut other = node.clone();
            other.generic.description = format!("Another name of `{}`.", field.name).into();
            other.generic.default = None;
            if self.properties.insert(*alias, other).is_some() {
                cx.problem(format!("two fields are called `{alias}`; rename or skip one"));
            }
            names.push(alias);
        }
        let branches: Vec<_> = names.iter().map(|name| requires(&[name])).collect();
        if required {
            junctor::add_one_of(&mut self.validation, branches);
        } else {
            let pairs = names.iter().enumerate();
            let pairs =
                pairs.flat_map(|(at, one)| names.iter().skip(at + 1).map(|other| requires(&[one, other])));
            junctor::add_not(&mut self.validation, junctor::none_of(pairs.collect()));
        }
    }

    fn flatten(&mut self, cx: &mut Context, field: &Field, shape: &Shape, all_optional: bool) {
        if !all_optional {
            // Counts of members would count those around them too.
            let restrictions = Validation {
                min_properties: None,
                max_properties: None,
                ..*shape.attrs.validation
            };
            attrs::restrict(&mut self.validation, &restrictions);
        }
        match shape.kind {
            Kind::Alias(inner) => self.flatten(cx, field, inner, all_optional || inner.optional),
            Kind::Object(fields) => {
                let from = self.required.len();
                self.add(cx, fields, all_optional);
                if shape.attrs.preserve_unknown_fields {
                    self.preserve_unknown_fields = true;
                }
                self.rules.extend(
                    shape
                        .attrs
                        .rules
                        .iter()
                        .chain(field.attrs.rules)
                        .map(ValidationRule::from),
                );
                for group in shape.attrs.groups {
                    let rule = sugar::group(cx, group);
                    self.rules.extend(rule);
                }
                self.unions.extend(shape.attrs.unions);
                debug_assert!(!all_optional || self.required.len() == from);
            }
            Kind::Any => self.preserve_unknown_fields = true,
            Kind::Map(values) => {
                let values = cx.within(field.name, |cx| node::build(cx, values));
                if values.shape == StructuralShape::Any {
                    self.preserve_unknown_fields = true;
                } else if self.additional.replace(values).is_some() {
                    cx.problem(
                        "two maps are flattened into one object; serde would give each of them every key",
                    );
                }
            }
            Kind::Variants(tagging, list) => {
                variants::flatten(cx, self, tagging, list, shape.attrs.closed, all_optional);
            }
            Kind::Union {
                discriminator,
                members,
            } => {
                let node = if all_optional {
                    union::build_optional(cx, discriminator, members)
                } else {
                    union::build(cx, discriminator, members)
                };
                self.join(cx, field.name, node, all_optional);
            }
            Kind::Foreign(_) => {
                let node = cx.within(field.name, |cx| node::build(cx, shape));
                self.join(cx, field.name, node, all_optional);
            }
            _ => cx.problem(format!(
                "`{}` cannot be flattened: only structs, enums with data and maps can",
                shape.name
            )),
        }
    }

    /// Adds the members of a schema made at run time.
    fn join(&mut self, cx: &mut Context, field: &str, node: Structural, all_optional: bool) {
        let StructuralShape::Object(object) = node.shape else {
            if node.shape == StructuralShape::Any {
                self.preserve_unknown_fields = true;
            } else {
                cx.problem(format!(
                    "`{field}` cannot be flattened, for its schema is not of an object"
                ));
            }
            return;
        };
        self.preserve_unknown_fields |= node.preserve_unknown_fields;
        for (name, property) in object.properties {
            if self.properties.insert(name.clone(), property).is_some() {
                cx.problem(format!("two fields are called `{name}`; rename or skip one"));
            }
        }
        match object.additional {
            Some(Additional::Schema(values)) => {
                if self.additional.replace(*values).is_some() {
                    cx.problem(
                        "two maps are flattened into one object; serde would give each of them every key",
                    );
                }
            }
            Some(Additional::Bool(true)) => self.preserve_unknown_fields = true,
            Some(Additional::Bool(false)) | None => {}
        }
        self.rules.extend(node.rules);
        let mut validation = node.validation;
        let required = validation.required.take();
        if !all_optional {
            self.required.extend(required.into_iter().flatten());
            if validation != ValueValidation::default() {
                self.validation.all_of.push(junctor::nested(validation));
            }
        }
    }

    pub(super) fn into_node(self, cx: &mut Context) -> Structural {
        let mut object = Object {
            properties: self.properties,
            ..Object::default()
        };
        if let Some(values) = self.additional {
            if object.properties.is_empty() && !self.preserve_unknown_fields {
                object.additional = Some(Additional::Schema(Box::new(values)));
            } else {
                cx.problem(
                    "a flattened map stands beside named fields, but the server takes `properties` or \
                     `additionalProperties`, not both; make it a map of `serde_json::Value` or a field of its own",
                );
            }
        }
        let mut node = Structural::new(StructuralShape::Object(object));
        node.preserve_unknown_fields = self.preserve_unknown_fields;
        node.validation = self.validation;
        node.rules = self.rules;
        if !self.required.is_empty() {
            let mut required = self.required;
            required.sort();
            required.dedup();
            node.validation.required = Some(required);
        }
        for declaration in self.unions {
            union::declare(cx, &mut node, declaration);
        }
        node
    }
}

/// The schema of one field: its type's, under its own attributes, with default and null policy.
fn field_node(cx: &mut Context, field: &Field) -> Structural {
    let mut node = if field.description.is_empty() {
        build_under(cx, field.shape, field.attrs)
    } else {
        let attrs = Attrs {
            description: field.description,
            ..*field.attrs
        };
        build_under(cx, field.shape, &attrs)
    };
    if field.attrs.nullable.is_none() {
        match field.null {
            Null::FromType => {}
            Null::Allowed => node.generic.nullable = true,
            Null::Refused => node.generic.nullable = false,
        }
    }
    node.generic.default = field
        .default
        .as_ref()
        .and_then(value)
        .filter(|default| !default.is_null());
    node
}
