//! How the derive makes constants: a call sets one member. The compiler reads that faster than a literal that copies
//! all the others.

use super::{
    Attrs, Column, Descriptions, Field, FieldGroup, ForeignError, Lifecycle, ListType, Literal, MapType,
    Null, Presence, Rule, Shape, UnionDeclaration, Validation, macros::setters,
};
use crate::Structural;

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

setters!(Column {
    name: &'static str => name;
    type_: &'static str => type_;
    format: &'static str => format;
    description: &'static str => description;
    json_path: &'static str => json_path;
    priority: i32 => priority;
});
