//! Builds the schemas of structs, with the members of flattened fields among their own.
//!
//! ```text
//! struct Spec { name: String, #[serde(flatten)] limits: Option<Limits> }
//! struct Limits { cpu: u8 }
//! ```
//! becomes
//! ```text
//! {type: object, properties: {name: …, cpu: …}, required: [name]}
//! ```

use super::context::Context;
use super::junctor::{self, Junctor, requires};
use super::merge_checks::{self, Mergeable};
use super::presence::GroupPresence;
use super::restrict::restrict;
use super::variant_schema::{MergedVariants, or_absent};
use super::{default, derived_rules, union, variants};
use crate::model::map::Map;
use crate::model::schema::ValidationRule;
use crate::model::sort::sort;
use crate::model::structural::{Additional, Object, Structural, StructuralShape, ValueValidation};
use crate::rust::shape::{Attrs, Field, Kind, Null, Shape, UnionDeclaration, Validation};

/// Returns the schema of a struct.
pub(super) fn build(cx: &mut Context, shape: &Shape) -> Structural {
    match (merge_checks::check(cx, shape), shape.kind) {
        (Mergeable::Yes, Kind::Object(fields)) => of_fields(cx, fields),
        _ => Structural::new(StructuralShape::Any),
    }
}

/// Returns the schema of an object with these fields.
pub(super) fn of_fields(cx: &mut Context, fields: &[Field]) -> Structural {
    let mut members = ObjectMembers::default();
    members.add(cx, fields, GroupPresence::Required);
    members.into_node(cx)
}

/// The members of an object, collected from its fields and from flattened ones.
#[derive(Default)]
struct ObjectMembers {
    properties: Map<Structural>,
    required: Vec<Box<str>>,
    validation: ValueValidation,
    rules: Vec<ValidationRule>,
    unions: Vec<&'static UnionDeclaration>,
    /// The values of a flattened map.
    additional: Option<Structural>,
    preserve_unknown_fields: bool,
}

/// Returns the schema of the members that a flattened value of the type adds to the object around it.
pub(super) fn flattened(cx: &mut Context, name: &'static str, shape: &'static Shape) -> Structural {
    let field = Field::new(name, shape);
    let mut members = ObjectMembers::default();
    members.flatten(cx, &field, shape, GroupPresence::of(shape));
    members.into_node(cx)
}

impl ObjectMembers {
    /// Adds fields. None of them is required in an optional group.
    fn add(&mut self, cx: &mut Context, fields: &[Field], group: GroupPresence) {
        for field in fields {
            if !cx.includes_field(field.attrs) {
                continue;
            }
            if field.flatten {
                self.flatten(
                    cx,
                    field,
                    field.shape,
                    GroupPresence::of(field.shape).within(group),
                );
                continue;
            }
            let node = cx.member(field.name, |cx| field_node(cx, field));
            let required = field.is_required() && group == GroupPresence::Required;
            if !field.aliases.is_empty() {
                self.add_aliases(cx, field, &node, group);
            }
            if field.attrs.immutable && !field.is_required() {
                self.rules.extend(derived_rules::stays_set(cx, field.name));
            }
            if self.properties.insert(field.name, node).is_some() {
                cx.problem(format!(
                    "two fields have the name `{}`; rename or skip one",
                    field.name
                ));
            }
            if required && field.aliases.is_empty() {
                self.required.push(field.name.into());
            }
        }
    }

    /// Adds a property for each alias that serde reads, since the server would prune it otherwise. An object with two
    /// of the names is rejected, as by serde.
    fn add_aliases(&mut self, cx: &mut Context, field: &Field, node: &Structural, group: GroupPresence) {
        let mut names = vec![field.name];
        for alias in field.aliases {
            let mut other = node.clone();
            other.generic.description = format!("Another name of `{}`.", field.name).into();
            other.generic.default = None;
            if self.properties.insert(*alias, other).is_some() {
                cx.problem(format!("two fields have the name `{alias}`; rename or skip one"));
            }
            names.push(alias);
        }
        let branches: Vec<_> = names.iter().map(|name| requires(&[name])).collect();
        if field.is_required() && group == GroupPresence::Required {
            Junctor::OneOf.add(&mut self.validation, branches);
        } else {
            let pairs = names.iter().enumerate();
            let pairs =
                pairs.flat_map(|(at, one)| names.iter().skip(at + 1).map(|other| requires(&[one, other])));
            junctor::add_not(&mut self.validation, junctor::none_of(pairs.collect()));
        }
    }

    /// Adds the members of a flattened field. `shape` is the field's, or the one behind its aliases.
    fn flatten(&mut self, cx: &mut Context, field: &Field, shape: &Shape, group: GroupPresence) {
        if merge_checks::check(cx, shape) == Mergeable::No {
            return;
        }
        // Members that the struct does not declare may belong to the flattened value.
        self.preserve_unknown_fields |= field.attrs.preserve_unknown_fields;
        if group == GroupPresence::Required {
            // `minProperties` and `maxProperties` would count the members of the struct around them too.
            let restrictions = Validation {
                min_properties: None,
                max_properties: None,
                ..*shape.attrs.validation
            };
            restrict(&mut self.validation, &restrictions);
        }
        match shape.kind {
            Kind::Alias(inner) => {
                self.flatten(cx, field, inner, GroupPresence::of(inner).within(group));
            }
            Kind::Object(fields) => {
                self.add(cx, fields, group);
                if shape.attrs.preserve_unknown_fields {
                    self.preserve_unknown_fields = true;
                }
                let attrs = [shape.attrs, field.attrs];
                let also = attrs.iter().flat_map(|attrs| cx.only(attrs));
                let attrs: Vec<&Attrs> = attrs.iter().copied().chain(also).collect();
                for rule in attrs.iter().flat_map(|attrs| attrs.rules) {
                    self.rules
                        .extend(cx.includes(rule.when).then(|| ValidationRule::from(rule)));
                }
                for group in attrs.iter().flat_map(|attrs| attrs.groups) {
                    let rule = derived_rules::group(cx, group, Some(&self.properties));
                    self.rules.extend(rule);
                }
                self.unions.extend(shape.attrs.unions);
            }
            Kind::Any => self.preserve_unknown_fields = true,
            Kind::Map(values) => {
                let values = cx.within(field.name, |cx| cx.node(values));
                if values.shape == StructuralShape::Any {
                    self.preserve_unknown_fields = true;
                } else if self.additional.replace(values).is_some() {
                    cx.problem(
                        "two maps are flattened into one object, so serde would read every key into both; \
                         keep one",
                    );
                }
            }
            Kind::Variants(..) => {
                if let Some((junctor, merged)) = variants::flatten(cx, shape, group) {
                    self.add_enum(cx, junctor, merged, group);
                }
            }
            Kind::Union {
                discriminator,
                members,
            } => {
                let members = union::included(cx, members);
                let mut node = union::build(cx, discriminator, &members, shape.attrs, group);
                let one_of = std::mem::take(&mut node.validation.one_of);
                self.join(cx, field.name, node, group);
                if !one_of.is_empty() {
                    // The `oneOf` accepts an absent union if the group is optional.
                    self.validation.all_of.push(junctor::nested(ValueValidation {
                        one_of,
                        ..ValueValidation::default()
                    }));
                }
            }
            Kind::Foreign(_) => {
                let node = cx.within(field.name, |cx| cx.node(shape));
                self.join(cx, field.name, node, group);
            }
            _ => cx.problem(format!(
                "`{}` cannot be flattened: only structs, enums with data, and maps can",
                shape.name
            )),
        }
    }

    /// Adds the members of a flattened enum.
    fn add_enum(&mut self, cx: &mut Context, junctor: Junctor, merged: MergedVariants, group: GroupPresence) {
        self.preserve_unknown_fields |= merged.preserve_unknown_fields;
        self.rules.extend(merged.rules);
        for (name, node) in merged.properties {
            let name = String::from(name);
            if let Some(other) = self.properties.insert(name.clone(), node.clone())
                && other != node
            {
                cx.problem(format!(
                    "`{name}` is a field of the struct and of a flattened enum; rename one of them"
                ));
            }
        }
        let mut branches = merged.branches;
        match group {
            GroupPresence::Optional => branches = or_absent(branches, &merged.required),
            GroupPresence::Required => {
                self.required.extend(merged.required);
                self.required.extend(merged.required_members);
            }
        }
        junctor.add(&mut self.validation, branches);
    }

    /// Adds the members of a complete schema: that of a union, or one made at run time.
    fn join(&mut self, cx: &mut Context, field: &str, node: Structural, group: GroupPresence) {
        let StructuralShape::Object(object) = node.shape else {
            if node.shape == StructuralShape::Any {
                self.preserve_unknown_fields = true;
            } else {
                cx.problem(format!(
                    "`{field}` cannot be flattened, because its schema is not an object"
                ));
            }
            return;
        };
        self.preserve_unknown_fields |= node.preserve_unknown_fields;
        for (name, property) in object.properties {
            if self.properties.insert(name.clone(), property).is_some() {
                cx.problem(format!("two fields have the name `{name}`; rename or skip one"));
            }
        }
        match object.additional {
            Some(Additional::Schema(values)) => {
                if self.additional.replace(*values).is_some() {
                    cx.problem(
                        "two maps are flattened into one object, so serde would read every key into both; \
                         keep one",
                    );
                }
            }
            Some(Additional::Bool(true)) => self.preserve_unknown_fields = true,
            Some(Additional::Bool(false)) | None => {}
        }
        self.rules.extend(node.rules);
        let mut validation = node.validation;
        let required = validation.required.take();
        if group == GroupPresence::Required {
            self.required.extend(required.into_iter().flatten());
            if validation != ValueValidation::default() {
                self.validation.all_of.push(junctor::nested(validation));
            }
        }
    }

    /// Returns the schema of the object.
    fn into_node(self, cx: &mut Context) -> Structural {
        let mut object = Object {
            properties: self.properties,
            ..Object::default()
        };
        if let Some(values) = self.additional {
            if object.properties.is_empty() && !self.preserve_unknown_fields {
                object.additional = Some(Additional::Schema(Box::new(values)));
            } else {
                cx.problem(
                    "a map is flattened next to named fields, but the API server does not accept both \
                     `properties` and `additionalProperties`; make it a map of `serde_json::Value`, or a \
                     separate field",
                );
            }
        }
        let mut node = Structural::new(StructuralShape::Object(object));
        node.preserve_unknown_fields = self.preserve_unknown_fields;
        node.validation = self.validation;
        node.rules = self.rules;
        if !self.required.is_empty() {
            let mut required = self.required;
            sort(&mut required);
            required.dedup();
            node.validation.required = Some(required);
        }
        for declaration in self.unions {
            union::declare(cx, &mut node, declaration);
        }
        node
    }
}

/// Returns the schema of one field: that of its type with the field's attributes, default and nullability.
fn field_node(cx: &mut Context, field: &Field) -> Structural {
    let mut node = if field.description.is_empty() {
        cx.node_under(field.shape, field.attrs)
    } else {
        let attrs = Attrs {
            description: field.description,
            ..*field.attrs
        };
        cx.node_under(field.shape, &attrs)
    };
    if field.attrs.nullable.is_none() {
        match field.null {
            Null::FromType => {}
            Null::Allowed => node.generic.nullable = true,
            Null::Refused => node.generic.nullable = false,
        }
    }
    node.generic.default = default::build(cx, field, &node);
    node
}
