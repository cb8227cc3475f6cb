//! Const setters, with which the derive macros build constants: each call sets one member. The compiler evaluates that
//! faster than a struct literal that copies all other members from a base.

use super::macros::setters;
use super::{
    AlsoVersion, Attrs, Column, ConversionWebhook, Field, Literal, Null, Presence, Resource, Rule,
    RustSource, Scale, Shape, When,
};

setters!(Shape {
    optional: bool => optional;
    nullable: bool => nullable;
    attrs: &'static Attrs => attrs;
    source: Option<fn() -> &'static RustSource> => source;
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

setters!(Column {
    name: &'static str => name;
    type_: &'static str => type_;
    format: &'static str => format;
    description: &'static str => description;
    json_path: &'static str => json_path;
    priority: i32 => priority;
    position: u32 => position;
});

setters!(Resource {
    group: &'static str => group;
    version: &'static str => version;
    kind: &'static str => kind;
    plural: &'static str => plural;
    singular: &'static str => singular;
    list_kind: &'static str => list_kind;
    short_names: &'static [&'static str] => short_names;
    categories: &'static [&'static str] => categories;
    namespaced: bool => namespaced;
    served: bool => served;
    storage: bool => storage;
    deprecated: Option<&'static str> => Some(deprecated);
    also: &'static [AlsoVersion] => also;
    annotations: &'static [(&'static str, &'static str)] => annotations;
    labels: &'static [(&'static str, &'static str)] => labels;
    description: &'static str => description;
    spec: &'static Shape => spec;
    spec_optional: bool => spec_optional;
    status: &'static Shape => Some(status);
    status_default: Literal => Some(status_default);
    scale: Scale => Some(scale);
    columns: &'static [Column] => columns;
    selectable: &'static [&'static str] => selectable;
    rules: &'static [Rule] => rules;
    next: Option<&'static Resource> => next;
    conversion: ConversionWebhook => Some(conversion);
    when: &'static When => when;
    rust_path: &'static str => rust_path;
});
