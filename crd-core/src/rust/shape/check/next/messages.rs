//! Composes messages. The compiler reads the body of each function that a constant calls, so messages have separate
//! functions.

mod discriminators;
mod elements;
mod functions;

use super::presence::Absence;
use crate::rust::shape::check::json_type::{describe, of_std};
use crate::rust::shape::check::members::{find, variants_of, why_missing};
use crate::rust::shape::check::resolve::resolve;
use crate::rust::shape::check::text::{Message, NamePath, Suggestion, same};
use crate::rust::shape::check::walk::FoundMember;
use crate::rust::shape::{Field, Kind, MetadataEntry, MetadataKind, Next, Resource, Shape};
pub(super) use discriminators::{
    discriminator_differs, discriminator_in_both, no_case, no_discriminator, no_such_value,
};
pub(super) use elements::{
    element_differs, element_requires, key_is_no_text, no_element, no_place_beside_value, no_place_in_map,
    not_by_key, rest_is_no_object, value_is_field,
};
use functions::{are_of_two_versions, field_of};
pub(super) use functions::{rust_type, signatures};

#[inline]
pub(super) const fn other_type(older: &'static Shape, next: &'static Next, newer: &'static Shape) -> Message {
    message!(
        "`next` of `{}` is `{}`, but the field of the next version is `{}`: name that type in `next`",
        [resolve(older).name, resolve(next.to).name, resolve(newer).name]
    )
}

#[inline]
pub(super) const fn different(a: &'static Shape, b: &'static Shape) -> Message {
    message!(
        "it is {} in this version and {} in the next version",
        [describe(a), describe(b)]
    )
}

#[inline]
pub(super) const fn no_value(with: &'static Shape, without: &'static Shape, value: &'static str) -> Message {
    message!(
        "`{}` has the value `{}`, but `{}` of the other version does not; map it with `#[crd(next = …)]` on \
         the enum",
        [with.name, value, without.name]
    )
}

#[inline]
pub(super) const fn member_differs(
    name: &'static str,
    older: &'static Shape,
    newer: &'static Shape,
    how: &'static str,
) -> Message {
    message!(
        "`{}` of this version differs from `{}` of the next: `{}` {}; map one to the other with `#[crd(next \
         = …)]` on the type",
        [resolve(older).name, resolve(newer).name, name, how]
    )
}

#[inline]
pub(super) const fn unfit(field: &'static Field, next: &'static Next, why: Message) -> Message {
    message!(
        NEXT_TYPE,
        "`{}` cannot be converted to `{}` of `{}` in the next version: {}; or write functions: `next(up = \
         …, down = …)`{}",
        [
            field.name,
            field.name,
            resolve(next.to).name,
            why.as_str(),
            signatures(field.shape, field_of(next.to, field.name)).as_str()
        ]
    )
}

#[inline]
pub(super) const fn unmapped(field: &'static Field, next: &'static Next) -> Message {
    let (_, meant) = find(next.to, field.name, Suggestion::new(field.name));
    message!(
        NEXT_UNMAPPED,
        "`{}` of the next version has no field `{}`: map it with `next(rename = \"…\")`, `next(path = \
         \"….…\")`, `next(into(\"…\", \"…\"), up = …, down = …)` or `next(dropped)`{}",
        [resolve(next.to).name, field.name, meant.message().as_str()]
    )
}

#[inline]
pub(super) const fn maybe_renamed(field: &'static Field, next: &'static Next, name: &'static str) -> Message {
    message!(
        NEXT_UNMAPPED,
        "`{}` of the next version has no field `{}`, and only it has `{}`: if they are the same, write \
         `next(rename = \"{}\")`; if not, `next(dropped)` here and `added(\"{}\")` on the type",
        [resolve(next.to).name, field.name, name, name, name]
    )
}

#[inline]
pub(super) const fn goes_elsewhere(name: &'static str, next: &'static Next) -> Message {
    message!(
        NEXT_UNMAPPED,
        "`{}` of `{}` in the next version has no source, because `{}` of this version is dropped or moved: remove that \
         mapping; or, if it is another field, write `added(\"{}\")` here",
        [name, resolve(next.to).name, name, name]
    )
}

#[inline]
pub(super) const fn unsourced(name: &'static str, next: &'static Next) -> Message {
    message!(
        NEXT_UNMAPPED,
        "only the next version has `{}` in `{}`: write `added(\"{}\")` here, or `next(…)` on the field that \
         is converted to it",
        [name, resolve(next.to).name, name]
    )
}

#[inline]
pub(super) const fn no_field(shape: &'static Shape, name: &'static str, version: &'static str) -> Message {
    if let Kind::Array(_) | Kind::Set(_) | Kind::Map(_) = resolve(shape).kind {
        return leads_into(shape, version);
    }
    if let Some((list, end)) = name.split_at_checked(name.len().saturating_sub(2))
        && (same(end, "[]") || same(end, "{}"))
        && let FoundMember::Field(field) = find(shape, list, Suggestion::NOTHING).0
    {
        return leads_into(field.shape, version);
    }
    let why = why_missing(shape, name);
    message!(
        NEXT_PATH,
        "`{}` of {} has no field `{}`{}",
        [resolve(shape).name, version, name, why.as_str()]
    )
}

#[inline]
const fn leads_into(list: &'static Shape, version: &'static str) -> Message {
    let ty = rust_type(list);
    let (older, newer) = if same(version, "the next version") {
        ("…", ty.as_str())
    } else {
        (ty.as_str(), "…")
    };
    message!(
        NEXT_PATH,
        "a path does not lead into the elements of a list or the values of a map, here those of `{}`: give functions of the whole \
         field: `moved(\"…\", to = \"…\", up = …, down = …)` with `fn up(value: {}) -> Option<{}>` and `fn down(value: {}) -> \
         Option<{}>`",
        [ty.as_str(), older, newer, newer, older]
    )
}

#[inline]
pub(super) const fn wrong_count(
    verb: &'static str,
    given: usize,
    wanted: usize,
    declared: Message,
) -> Message {
    message!(
        NEXT_TYPE,
        "the function {} {} {}, but {} `{}`",
        [
            verb,
            Message::number(given as i128).as_str(),
            if given == 1 { "value" } else { "values" },
            if wanted == 1 {
                message!("there is 1 field, which needs")
            } else {
                message!(
                    "there are {} fields, which need",
                    [Message::number(wanted as i128).as_str()]
                )
            }
            .as_str(),
            declared.as_str()
        ]
    )
}

/// `need` is what needs the declared function: `fields need`.
#[inline]
pub(super) const fn takes_a_reference(need: &'static str, declared: Message) -> Message {
    message!(
        NEXT_TYPE,
        "the function takes a reference, but serde reads values that own their data; the {} `{}`",
        [need, declared.as_str()]
    )
}

#[inline]
pub(super) const fn wrong_type(
    verb: &'static str,
    ty: &'static Shape,
    path: NamePath,
    field: &'static Shape,
    declared: Message,
) -> Message {
    message!(
        NEXT_TYPE,
        "the function {} `{}`, but `{}` is {} (`{}`){}{}{}",
        [
            verb,
            rust_type(ty).as_str(),
            Message::path(path).as_str(),
            describe(field),
            rust_type(field).as_str(),
            declared.as_str(),
            if are_of_two_versions(ty, field) {
                ": these are types of two versions; write the module before the name of the type"
            } else {
                instead_of(resolve(ty).name, resolve(field).name)
            },
            of_std(field)
        ]
    )
}

/// Names what has the type of a field, if a function returns another one.
#[inline]
const fn instead_of(returned: &str, wanted: &str) -> &'static str {
    if same(returned, "Result") {
        ": end the function with `.ok()`"
    } else if same(wanted, "Duration") && !same(returned, "Duration") {
        ", such as those of `SecondsAsDuration`"
    } else if same(wanted, "Quantity") {
        ", such as those of `NumberAsQuantity`"
    } else {
        ""
    }
}

#[inline]
pub(super) const fn any_string(ty: &'static Shape, path: NamePath, field: &'static Shape) -> Message {
    let name = resolve(field).name;
    message!(
        NEXT_TYPE,
        "the function returns any `{}`, but `{}` has only the values of `{}`; use a function that returns `{}`{}",
        [
            resolve(ty).name,
            Message::path(path).as_str(),
            name,
            name,
            if same(name, "Duration") {
                ", such as `SecondsAsDuration`"
            } else {
                ""
            }
        ]
    )
}

#[inline]
pub(super) const fn no_variant(shape: &'static Shape, name: &'static str, version: &'static str) -> Message {
    message!(
        NEXT_PATH,
        "`{}` of {} has no variant `{}`{}",
        [
            resolve(shape).name,
            version,
            name,
            variants_of(shape, name).as_str()
        ]
    )
}

#[inline]
pub(super) const fn no_fall_back(name: &'static str) -> Message {
    message!(
        NEXT_UNMAPPED,
        "only the next version has the variant `{}`: write `variant(\"{}\", falls_back = \"…\")` on the \
         enum, with the variant of this version that represents it, or `next(rename = \"{}\")` on the \
         variant that is converted to it",
        [name, name, name]
    )
}

#[inline]
pub(super) const fn never_there(name: &'static str, version: &'static str, other: &'static str) -> Message {
    message!(
        NEXT_UNMAPPED,
        "`{}` is required in {}, but objects of {} do not have it: give it a default, or make it optional",
        [name, version, other]
    )
}

#[inline]
pub(super) const fn other_resource(older: &Resource, newer: &Resource) -> Message {
    message!(
        NEXT_TYPE,
        "the next version belongs to another resource: `{}` of `{}`, not `{}` of `{}`",
        [newer.kind, newer.group, older.kind, older.group]
    )
}

#[inline]
pub(super) const fn taken_twice(path: NamePath) -> Message {
    message!(
        NEXT_TWICE,
        "two mappings convert `{}`, but only one value could be converted back; keep one of them",
        [Message::path(path).without_dot()]
    )
}

#[inline]
pub(super) const fn two_sources(
    path: NamePath,
    first: &'static str,
    second: &'static str,
    next: &'static Next,
) -> Message {
    if same(second, "added(…)") {
        return message!(
            NEXT_TWICE,
            "`{}` of `{}` in the next version already gets its value from `{}`: remove it from `added(…)`",
            [Message::path(path).without_dot(), resolve(next.to).name, first]
        );
    }
    message!(
        NEXT_TWICE,
        "`{}` of `{}` in the next version already gets its value from `{}`, and can have only one source: \
         map `{}` to another field, mark it `next(dropped)`, or compute one value from both: `moved(\"{}\", \
         \"{}\", to = …, up = …, down = …)`",
        [
            Message::path(path).without_dot(),
            resolve(next.to).name,
            first,
            second,
            first,
            second
        ]
    )
}

#[inline]
pub(super) const fn added_but_there(path: NamePath) -> Message {
    message!(
        NEXT_TWICE,
        "this version has `{}`, too; remove it from `added`, or map the field of this version to another one",
        [Message::path(path).without_dot()]
    )
}

#[inline]
pub(super) const fn both_stay(path: NamePath, next: &'static Next) -> Message {
    message!(
        NEXT_TWICE,
        "`{}` of `{}` in the next version already gets its value from the unmapped field `{}` of this \
         version, and can have only one source: map `{}` of this version to another field, or choose \
         another target",
        [
            Message::path(path).without_dot(),
            resolve(next.to).name,
            Message::path(path).without_dot(),
            Message::path(path).without_dot()
        ]
    )
}

#[inline]
pub(super) const fn added_twice(name: &str) -> Message {
    message!(NEXT_TWICE, "`{}` is added twice; keep one", [name])
}

#[inline]
pub(super) const fn two_variants(target: &'static str, first: &'static str, second: &'static str) -> Message {
    message!(
        NEXT_TWICE,
        "`{}` of the next version already represents `{}`, so `{}` could not be converted back: write \
         `next(falls_back = \"{}\")`, which remembers the original variant, or choose another name",
        [target, first, second, target]
    )
}

#[inline]
pub(super) const fn status_missing(with: &'static str, without: &'static str) -> Message {
    message!(
        NEXT_UNMAPPED,
        "only {} has a status: add one to {} too, which may be the same type (`status = …`), or remove it",
        [with, without]
    )
}

#[inline]
pub(super) const fn variant_stays(target: &'static str, second: &'static str) -> Message {
    message!(
        NEXT_TWICE,
        "`{}` is also in this version, so `{}` could not be converted back: write `next(falls_back = \
         \"{}\")`, which remembers the original variant, or choose another name",
        [target, second, target]
    )
}

#[inline]
pub(super) const fn not_added(name: &'static str, source: &'static str) -> Message {
    message!(
        NEXT_TWICE,
        "`{}` of the next version is converted from `{}` of this version, so it is not added: remove \
         `variant(\"{}\", …)`",
        [name, source, name]
    )
}

#[inline]
pub(super) const fn range_differs(older: &'static str, newer: &'static str, absence: Absence) -> Message {
    let policies = match absence {
        Absence::Allowed => "`next(unfit = \"keep\")` (in an annotation), `\"saturate\"` (the nearest one)",
        // A kept value would be absent.
        Absence::Refused => "`next(unfit = \"saturate\")` (the nearest one)",
    };
    message!(
        NEXT_UNFIT,
        "it is `{}` in this version and `{}` in the next version: choose how to convert numbers that do not \
         fit: {}, `\"refuse\"` or `\"pass\"`; or write functions: `next(up = …, down = …)`",
        [older, newer, policies]
    )
}

#[inline]
pub(super) const fn content_differs(name: &'static str, target: &'static str, why: Message) -> Message {
    message!(
        NEXT_TYPE,
        "`{}` cannot be converted to `{}` of the next version: {}",
        [name, target, why.as_str()]
    )
}

#[inline]
pub(super) const fn content_missing(name: &'static str, version: &'static str) -> Message {
    message!(
        NEXT_TYPE,
        "`{}` has content in only one of the versions: add content in {} too, which may be a struct without \
         fields, or write `next(falls_back = \"…\")` on it and add the other as a new variant",
        [name, version]
    )
}

#[inline]
pub(super) const fn field_unmapped(target: &'static str, name: &'static str) -> Message {
    message!(
        NEXT_UNMAPPED,
        "`{}` of the next version has no field `{}`: map it with an attribute on the field: `next(rename = \
         \"…\")`, `next(up = …, down = …)` or `next(dropped)`",
        [target, name]
    )
}

#[inline]
pub(super) const fn field_unsourced(
    target: &'static str,
    below: &'static str,
    name: &'static str,
) -> Message {
    let dot = if below.is_empty() { "" } else { "." };
    message!(
        NEXT_UNMAPPED,
        "only the next version has `{}` in `{}`: write `added(\"{}{}{}\")` on the enum, or `next(…)` on the \
         field that is converted to it",
        [name, target, below, dot, name]
    )
}

#[inline]
pub(super) const fn no_stand_in(falls_back: &'static str, name: &'static str) -> Message {
    message!(
        NEXT_UNMAPPED,
        "`{}` requires `{}`, which objects that fall back to it do not have: choose a variant that is valid \
         without content, or make `{}` optional",
        [falls_back, name, name]
    )
}

#[inline]
pub(super) const fn falls_back_to_none(falls_back: &'static str, other: &'static str) -> Message {
    message!(
        NEXT_PATH,
        "`{}` is the fallback of other variants, but {} does not have it: choose a variant that both \
         versions have",
        [falls_back, other]
    )
}

#[inline]
pub(super) const fn metadata_twice(entry: MetadataEntry) -> Message {
    message!(
        NEXT_TWICE,
        "two mappings use {} `{}`, but only one value could be converted back; use another name",
        [the(entry.kind), entry.name]
    )
}

#[inline]
const fn the(kind: MetadataKind) -> &'static str {
    match kind {
        MetadataKind::Annotation => "the annotation",
        MetadataKind::Label => "the label",
    }
}

#[inline]
pub(super) const fn no_label(field: &'static Shape) -> Message {
    message!(
        NEXT_TYPE,
        "the value of a label is a short string, but the field is {}: use an annotation, or write \
         functions: `up = …, down = …`",
        [describe(field)]
    )
}

#[inline]
pub(super) const fn function_of_no_text(
    verb: &'static str,
    types: &'static [&'static Shape],
    field: &'static Shape,
    name: &'static str,
) -> Message {
    let given = match types {
        [one, ..] => resolve(one).name,
        [] => "nothing",
    };
    let ty = rust_type(field);
    message!(
        NEXT_TYPE,
        "the function {} `{}`, but annotations and labels are strings: the functions for `{}` are \
         `fn(value: {}) -> Option<String>` and `fn(text: String) -> Option<{}>`, where `None` means that \
         the other version cannot represent the value",
        [verb, given, name, ty.as_str(), ty.as_str()]
    )
}

#[inline]
pub(super) const fn not_as_it_is(from: NamePath, to: NamePath, why: &str, functions: Message) -> Message {
    message!(
        NEXT_TYPE,
        "`when` does not change values, but `{}` cannot be converted to `{}` of the next version: {}{}",
        [
            Message::path(from).without_dot(),
            Message::path(to).without_dot(),
            why,
            functions.as_str()
        ]
    )
}
