//! Builds the constants that the derive would generate for planned types.
//!
//! Shapes have static lifetime, so those that are built here are never freed: a few hundred kilobytes for a large CRD, once per run
//! of a build script or a command.

use std::collections::BTreeMap;

use crd_core::Schema;
use crd_core::crd::Crd;
use crd_core::schema::ValidationRule;
use crd_core::shape::{self, Kind, Null, Shape, TypeMetaDocs, Validation};
use crd_core::structural::{ListType, NestedValidation, ValueValidation};
use serde_json::Value;

use crate::constants::{keep, list, literal, text};
use crate::known::{Addition, KeptDescriptions};
use crate::model::{
    Attrs, Choice, Definition, Enforcement, IntegerType, Nullability, Presence, RustType, SpecPresence,
    StructField, TypeId, Unchecked,
};
use crate::plan::root::{ResourceRoot, TypeMeta};
use crate::table::TypeTable;

/// The shapes of generated types.
#[derive(Default)]
pub(crate) struct Shapes {
    made: BTreeMap<TypeId, &'static Shape>,
}

impl Shapes {
    /// Builds the resource of a version, with everything that its schema depends on.
    pub(crate) fn resource(&mut self, root: &ResourceRoot, crd: &Crd, types: &TypeTable) -> shape::Resource {
        shape::Resource {
            group: text(&crd.spec.group),
            version: "v1",
            kind: text(&crd.spec.names.kind),
            plural: text(&crd.spec.names.plural),
            title: text(&root.title),
            description: text(&root.description),
            spec: self.own(root.spec, types),
            spec_optional: root.presence == SpecPresence::Optional,
            flatten: root.presence == SpecPresence::AtRoot,
            metadata_required: root.requires_metadata,
            status: root.status.as_ref().map(|status| self.of(status, types)),
            spec_default: root.spec_default.as_ref().map(literal),
            status_default: root.status_default.as_ref().map(literal),
            status_nullable: root.status_nullable,
            type_meta: match &root.type_meta {
                TypeMeta::None => TypeMetaDocs::None,
                TypeMeta::Lines => TypeMetaDocs::Lines,
                TypeMeta::Joined => TypeMetaDocs::Joined,
                TypeMeta::Given([of_version, of_kind]) => {
                    TypeMetaDocs::Given(text(of_version), text(of_kind))
                }
            },
            rules: list(root.rules.iter().map(rule)),
            ..shape::Resource::NONE
        }
    }

    fn of(&mut self, ty: &RustType, types: &TypeTable) -> &'static Shape {
        match ty {
            RustType::Bool => bool::REF,
            RustType::Integer(ty) => integer(*ty),
            RustType::F32 => f32::REF,
            RustType::F64 => f64::REF,
            RustType::String => String::REF,
            RustType::Any | RustType::Given(_) => Value::REF,
            RustType::Known(known) => known.shape,
            RustType::List(element) => keep(Shape::new("Vec", Kind::Array(self.of(element, types)))),
            RustType::Map(value) => keep(Shape::new("BTreeMap", Kind::Map(self.of(value, types)))),
            RustType::Nullable(inner) => keep(Shape {
                optional: true,
                nullable: true,
                ..*self.of(inner, types)
            }),
            RustType::Own(id) => self.own(*id, types),
        }
    }

    fn own(&mut self, id: TypeId, types: &TypeTable) -> &'static Shape {
        if let Some(made) = self.made.get(&id) {
            return made;
        }
        let Some(entry) = types.get(id) else {
            return Value::REF;
        };
        let shape = match &entry.definition {
            Definition::Struct(definition) => {
                let mut fields: Vec<shape::Field> = definition
                    .fields
                    .iter()
                    .map(|field| self.field(field, types))
                    .collect();
                if definition.is_open {
                    fields.push(shape::Field {
                        flatten: true,
                        ..shape::Field::new("other", keep(Shape::new("BTreeMap", Kind::Map(Value::REF))))
                    });
                }
                let attrs = Self::attrs(&definition.attrs);
                Shape::new("", Kind::Object(list(fields))).with(keep(shape::Attrs {
                    description: text(entry.doc().trim()),
                    ..attrs
                }))
            }
            Definition::Enum(values) => {
                let values = values.iter().map(|value| shape::EnumValue {
                    name: text(value),
                    description: "",
                    aliases: &[],
                    when: &shape::When::ALWAYS,
                });
                Shape::new("", Kind::StringEnum(list(values))).with(keep(shape::Attrs {
                    description: text(entry.doc().trim()),
                    ..shape::Attrs::NONE
                }))
            }
            Definition::Choice(choice) => self.choice(choice, types).with(keep(shape::Attrs {
                description: text(entry.doc().trim()),
                no_derived_rules: choice.enforcement == Enforcement::Attributes,
                discriminator_description: choice.discriminator.as_ref().map(|found| text(&found.doc)),
                ..Self::attrs(&choice.attrs)
            })),
        };
        let shape = keep(shape);
        self.made.insert(id, shape);
        shape
    }

    fn choice(&mut self, choice: &Choice, types: &TypeTable) -> Shape {
        let mut content = |field: &StructField| {
            keep(Shape::new("", Kind::Alias(self.of(&field.ty, types))).with(keep(Self::attrs(&field.attrs))))
        };
        let alternatives = choice.alternatives.iter();
        let Some(discriminator) = &choice.discriminator else {
            let variants = alternatives.filter_map(|one| {
                let field = one.content.as_ref()?;
                Some(shape::Variant {
                    description: text(field.doc.trim()),
                    ..shape::Variant::new(text(&field.wire), shape::Content::Newtype(content(field)))
                })
            });
            return Shape::new("", Kind::Variants(shape::Tagging::External, list(variants)));
        };
        let members = alternatives.map(|one| shape::UnionMember {
            value: text(&one.value),
            field: one.content.as_ref().map_or("", |field| text(&field.wire)),
            description: one.content.as_ref().map_or("", |field| text(field.doc.trim())),
            shape: one.content.as_ref().map(&mut content),
            when: &shape::When::ALWAYS,
        });
        let (discriminator, members) = (text(&discriminator.wire), list(members));
        Shape::new(
            "",
            Kind::Union {
                discriminator,
                members,
            },
        )
    }

    fn field(&mut self, field: &StructField, types: &TypeTable) -> shape::Field {
        let mut shape = self.of(&field.ty, types);
        if field.is_option() {
            shape = keep(Shape {
                optional: true,
                nullable: true,
                ..*shape
            });
        }
        let presence = match field.presence {
            Presence::Required if field.is_option() => shape::Presence::Required,
            _ => shape::Presence::FromType,
        };
        let null = match field.null {
            _ if field.attrs.nullable == Some(false) => Null::Refused,
            Nullability::Admitted if field.is_skipped_when_none() => Null::Allowed,
            Nullability::Refused if field.is_skipped_when_none() => Null::Refused,
            _ => Null::FromType,
        };
        shape::Field {
            description: text(field.doc.trim()),
            presence,
            null,
            default: field.default.as_ref().map(literal),
            attrs: keep(Self::attrs(&field.attrs)),
            ..shape::Field::new(text(&field.wire), shape)
        }
    }

    fn attrs(attrs: &Attrs) -> shape::Attrs {
        let part = |part: &Option<Box<Attrs>>| part.as_ref().map(|attrs| keep(Self::attrs(attrs)));
        let (items, values) = (part(&attrs.items), part(&attrs.values));
        shape::Attrs {
            title: text(&attrs.title),
            description: text(attrs.description.trim()),
            example: attrs.example.as_ref().map(literal),
            validation: keep(Validation {
                format: attrs.format.as_deref().map(text),
                ..validation(&attrs.validation)
            }),
            unchecked: (attrs.unchecked != Unchecked::default()).then(|| {
                keep(shape::Unchecked {
                    validation: keep(validation(&attrs.unchecked.validation)),
                    preserve_unknown_fields: attrs.unchecked.preserve_unknown_fields,
                    nullable: attrs.unchecked.nullable,
                    int_or_string: attrs.unchecked.int_or_string,
                    items: attrs.unchecked.items,
                })
            }),
            items,
            values,
            at: list(attrs.at.iter().map(|(path, addition)| (text(path), at(addition)))),
            list_type: attrs.list_type.as_ref().map(list_type),
            map_type: attrs.map_type,
            nullable: attrs.nullable,
            preserve_unknown_fields: attrs.preserve_unknown_fields,
            embedded_resource: attrs.embedded_resource,
            descriptions: match &attrs.descriptions {
                None => shape::Descriptions::AsDeclared,
                Some(KeptDescriptions::Drop) => shape::Descriptions::Dropped,
                Some(KeptDescriptions::Table(table)) => shape::Descriptions::Table(list(
                    table
                        .iter()
                        .map(|(path, description)| (text(path), text(description))),
                )),
            },
            rules: list(attrs.rules.iter().map(rule)),
            ..shape::Attrs::NONE
        }
    }
}

fn list_type(list_type: &ListType) -> shape::ListType {
    match list_type {
        ListType::Atomic => shape::ListType::Atomic,
        ListType::Set => shape::ListType::Set,
        ListType::Map(keys) => shape::ListType::Map(list(keys.iter().map(|key| text(key)))),
    }
}

/// Returns the attributes of a node inside of a known type.
fn at(addition: &Addition) -> &'static shape::Attrs {
    let none = shape::Attrs::NONE;
    keep(match addition {
        Addition::ListType(found) => none.list_type(list_type(found)),
        Addition::MapType(map_type) => none.map_type(*map_type),
        Addition::NoDefault => none.no_default(true),
        Addition::Metadata(metadata) => none.foreign(metadata.schema()),
        Addition::RefusedNull => none.unchecked(keep(shape::Unchecked {
            nullable: true,
            ..shape::Unchecked::NONE
        })),
    })
}

fn integer(ty: IntegerType) -> &'static Shape {
    match ty {
        IntegerType::I8 => i8::REF,
        IntegerType::I16 => i16::REF,
        IntegerType::I32 => i32::REF,
        IntegerType::I64 => i64::REF,
        IntegerType::U8 => u8::REF,
        IntegerType::U16 => u16::REF,
        IntegerType::U32 => u32::REF,
        IntegerType::U64 => u64::REF,
    }
}

fn rule(rule: &ValidationRule) -> shape::Rule {
    shape::Rule {
        message: text(&rule.message),
        message_expression: text(&rule.message_expression),
        reason: rule.reason.as_deref().map(text),
        field_path: text(&rule.field_path),
        optional_old_self: rule.optional_old_self,
        ..shape::Rule::new(text(&rule.rule))
    }
}

fn validation(from: &ValueValidation) -> Validation {
    let branches = |nested: &[NestedValidation]| list(nested.iter().map(self::nested));
    Validation {
        format: (!from.format.is_empty()).then(|| text(&from.format)),
        required: list(from.required.iter().flatten().map(|name| text(name))),
        enumeration: list(from.enum_.iter().flatten().map(literal)),
        pattern: text(&from.pattern),
        minimum: from.minimum,
        exclusive_minimum: from.exclusive_minimum,
        maximum: from.maximum,
        exclusive_maximum: from.exclusive_maximum,
        multiple_of: from.multiple_of,
        min_length: from.min_length,
        max_length: from.max_length,
        min_items: from.min_items,
        max_items: from.max_items,
        min_properties: from.min_properties,
        max_properties: from.max_properties,
        all_of: branches(&from.all_of),
        any_of: branches(&from.any_of),
        one_of: branches(&from.one_of),
        not: from.not.as_ref().map(|not| keep(nested(not))),
        ..Validation::NONE
    }
}

fn nested(from: &NestedValidation) -> Validation {
    Validation {
        properties: list(
            from.properties
                .iter()
                .map(|(name, member)| (text(name), nested(member))),
        ),
        items: from.items.as_ref().map(|items| keep(nested(items))),
        ..validation(&from.validation)
    }
}
