//! Messages. The compiler reads the body of each function that it calls, so they are composed in functions of their own.

use crate::rust::shape::check::members::{describe, find, resolve};
use crate::rust::shape::check::text::{Meant, Message, Path};
use crate::rust::shape::{Field, Next, Resource, Shape};

pub(super) const fn other_type(older: &'static Shape, next: &'static Next, newer: &'static Shape) -> Message {
    Message::NEW
        .name(resolve(older).name)
        .text(" becomes ")
        .name(resolve(next.to).name)
        .text(", but the field of the next version is ")
        .name(resolve(newer).name)
}

pub(super) const fn different(a: &'static Shape, b: &'static Shape) -> Message {
    Message::new("it is ")
        .text(describe(a))
        .text(" here and ")
        .text(describe(b))
        .text(" in the next version")
}

pub(super) const fn no_value(with: &'static Shape, without: &'static Shape, value: &'static str) -> Message {
    Message::NEW
        .name(with.name)
        .text(" has the value ")
        .name(value)
        .text(", and the other version's ")
        .name(without.name)
        .text(" has not; say what becomes of it with `#[crd(next = …)]` on the enum")
}

pub(super) const fn member_differs(
    name: &'static str,
    older: &'static Shape,
    newer: &'static Shape,
    how: &'static str,
) -> Message {
    Message::NEW
        .name(resolve(older).name)
        .text(" of this version is not ")
        .name(resolve(newer).name)
        .text(" of the next: ")
        .name(name)
        .text(" ")
        .text(how)
        .text("; say how one becomes the other with `#[crd(next = …)]` on the type")
}

pub(super) const fn unfit(field: &'static Field, next: &'static Next, why: Message) -> Message {
    Message::NEW
        .name(field.name)
        .text(" does not become ")
        .name(field.name)
        .text(" of ")
        .name(resolve(next.to).name)
        .text(" in the next version: ")
        .text(why.as_str())
        .text("; or give functions: `next(up = …, down = …)`")
        .text(code!(NEXT_TYPE))
}

pub(super) const fn unmapped(field: &'static Field, next: &'static Next) -> Message {
    let (_, meant) = find(next.to, field.name, Meant::new(field.name));
    meant
        .say(
            Message::NEW
                .name(resolve(next.to).name)
                .text(" of the next version has no field ")
                .name(field.name),
        )
        .text(
            " Say what becomes of it: `next(rename = \"…\")`, `next(path = \"….…\")`, `next(into(\"…\", \"…\"), up = …, \
             down = …)` or `next(dropped)`",
        )
        .text(code!(NEXT_UNMAPPED))
}

pub(super) const fn unsourced(name: &'static str, next: &'static Next) -> Message {
    Message::new("only the next version has ")
        .name(name)
        .text(" in ")
        .name(resolve(next.to).name)
        .text(": write `added(\"")
        .text(name)
        .text("\")` here, or `next(…)` on the field that becomes it")
        .text(code!(NEXT_UNMAPPED))
}

pub(super) const fn no_field(shape: &'static Shape, name: &'static str, version: &'static str) -> Message {
    let (_, meant) = find(shape, name, Meant::new(name));
    let message = Message::NEW
        .name(resolve(shape).name)
        .text(" of ")
        .text(version)
        .text(" has no field ")
        .name(name);
    meant.say(message).text(code!(NEXT_PATH))
}

pub(super) const fn wrong_count(verb: &'static str, given: usize, wanted: usize) -> Message {
    Message::new("the function ")
        .text(verb)
        .text(" ")
        .number(given as i128)
        .text(" values, but there are ")
        .number(wanted as i128)
        .text(" fields")
        .text(code!(NEXT_TYPE))
}

pub(super) const fn wrong_type(
    verb: &'static str,
    ty: &'static Shape,
    path: Path,
    field: &'static Shape,
) -> Message {
    Message::new("the function ")
        .text(verb)
        .text(" ")
        .name(resolve(ty).name)
        .text(", but ")
        .path(path)
        .text(" is ")
        .text(describe(field))
        .text(" (")
        .name(resolve(field).name)
        .text(")")
        .text(code!(NEXT_TYPE))
}

pub(super) const fn no_variant(shape: &'static Shape, name: &'static str, version: &'static str) -> Message {
    Message::NEW
        .name(resolve(shape).name)
        .text(" of ")
        .text(version)
        .text(" has no variant ")
        .name(name)
        .text(code!(NEXT_PATH))
}

pub(super) const fn no_fall_back(name: &'static str) -> Message {
    Message::new("only the next version has the variant ")
        .name(name)
        .text(": write `variant(\"")
        .text(name)
        .text("\", falls_back = \"…\")` on the enum, with the variant of this version that stands for it, or `next(rename = \"")
        .text(name)
        .text("\")` on the variant that becomes it")
        .text(code!(NEXT_UNMAPPED))
}

pub(super) const fn never_there(name: &'static str, version: &'static str, other: &'static str) -> Message {
    Message::NEW
        .name(name)
        .text(" is required in ")
        .text(version)
        .text(", and objects of ")
        .text(other)
        .text(" have none: give it a default, or make it optional")
        .text(code!(NEXT_UNMAPPED))
}

pub(super) const fn other_resource(older: &Resource, newer: &Resource) -> Message {
    Message::new("the next version is of another resource: ")
        .name(newer.kind)
        .text(" of ")
        .name(newer.group)
        .text(", not ")
        .name(older.kind)
        .text(" of ")
        .name(older.group)
        .text(code!(NEXT_TYPE))
}
