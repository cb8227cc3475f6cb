//! Const setters, with which the derive macros build constants: each call sets one member. The compiler evaluates that
//! faster than a struct literal that copies all other members from a base.

use super::{
    Attrs, Column, Descriptions, Field, FieldGroup, ForeignError, Lifecycle, ListType, Literal, MapType,
    Null, Presence, Rule, Shape, UnionDeclaration, Validation,
};
use crate::Structural;

macro_rules! setters {
    ($type:ty { $($name:ident: $argument:ty => $set:expr;)* }) => {
        impl $type {
            $(
                #[doc(hidden)]
                #[inline]
                #[must_use]
                pub const fn $name(mut self, $name: $argument) -> Self {
                    self.$name = $set;
                    self
                }
            )*
        }
    };
}

setters!(Shape {
    optional: bool => optional;
    nullable: bool => nullable;
    attrs: &'static Attrs => attrs;
});

impl Field {
    #[doc(hidden)]
    #[inline]
    #[must_use]
    pub const fn at(name: &'static str, shape: &'static Shape, description: &'static str) -> Self {
        let mut field = Field::new(name, shape);
        field.description = description;
        field
    }
}

setters!(Field {
    aliases: &'static [&'static str] => aliases;
    presence: Presence => presence;
    null: Null => null;
    default: Literal => Some(default);
    flatten: bool => flatten;
    attrs: &'static Attrs => attrs;
});

setters!(Attrs {
    title: &'static str => title;
    description: &'static str => description;
    max_description: usize => Some(max_description);
    descriptions: Descriptions => descriptions;
    example: Literal => Some(example);
    validation: &'static Validation => validation;
    items: &'static Attrs => Some(items);
    values: &'static Attrs => Some(values);
    list_type: ListType => Some(list_type);
    map_type: MapType => Some(map_type);
    nullable: bool => Some(nullable);
    preserve_unknown_fields: bool => preserve_unknown_fields;
    embedded_resource: bool => embedded_resource;
    int_or_string: bool => int_or_string;
    immutable: bool => immutable;
    rules: &'static [Rule] => rules;
    groups: &'static [FieldGroup] => groups;
    unions: &'static [UnionDeclaration] => unions;
    lifecycle: &'static [Lifecycle] => lifecycle;
    columns: &'static [Column] => columns;
    selectable: bool => selectable;
    closed: bool => closed;
    foreign: fn() -> Result<Structural, ForeignError> => Some(foreign);
});

setters!(Validation {
    format: &'static str => Some(format);
    minimum: f64 => Some(minimum);
    exclusive_minimum: bool => exclusive_minimum;
    maximum: f64 => Some(maximum);
    exclusive_maximum: bool => exclusive_maximum;
    multiple_of: f64 => Some(multiple_of);
    min_length: i64 => Some(min_length);
    max_length: i64 => Some(max_length);
    pattern: &'static str => pattern;
    min_items: i64 => Some(min_items);
    max_items: i64 => Some(max_items);
    min_properties: i64 => Some(min_properties);
    max_properties: i64 => Some(max_properties);
    enumeration: &'static [Literal] => enumeration;
    required: &'static [&'static str] => required;
    properties: &'static [(&'static str, Validation)] => properties;
    items: &'static Validation => Some(items);
    all_of: &'static [Validation] => all_of;
    any_of: &'static [Validation] => any_of;
    one_of: &'static [Validation] => one_of;
    not: &'static Validation => Some(not);
});

setters!(Rule {
    message: &'static str => message;
    message_expression: &'static str => message_expression;
    reason: &'static str => Some(reason);
    field_path: &'static str => field_path;
    optional_old_self: bool => Some(optional_old_self);
});

setters!(Column {
    name: &'static str => name;
    type_: &'static str => type_;
    format: &'static str => format;
    description: &'static str => description;
    json_path: &'static str => json_path;
    priority: i32 => priority;
});
