//! Checks on the mapping from a type to that of the next version.
//!
//! A member of one version fits one of the other if both have the same structure, or if the older one's type says itself
//! how it becomes the other type.

use super::Outcome;
use super::members::{Member, describe, find, is_open, resolve};
use super::text::{Meant, Message, Path, same};
use crate::rust::shape::{
    Content, EnumValue, Field, Kind, Next, NextVariant, Resource, Shape, Tagging, UnionMember, Variant,
};

/// Whether values of one type are values of the other without a function.
pub const fn fits(older: &'static Shape, newer: &'static Shape) -> Outcome {
    if let Some(next) = next_of(older) {
        return if same(resolve(next.to).name, resolve(newer).name) {
            Ok(())
        } else {
            Err(other_type(older, next, newer))
        };
    }
    let (a, b) = (resolve(older), resolve(newer));
    if is_open(a.attrs) || is_open(b.attrs) {
        return if is_open(a.attrs) == is_open(b.attrs) {
            Ok(())
        } else {
            Err(different(a, b))
        };
    }
    match (a.kind, b.kind) {
        (Kind::Boolean, Kind::Boolean)
        | (Kind::Integer { .. }, Kind::Integer { .. })
        | (Kind::Number { .. }, Kind::Number { .. })
        | (Kind::String { .. }, Kind::String { .. })
        | (Kind::IntOrString, Kind::IntOrString)
        | (Kind::Any, Kind::Any)
        | (Kind::EmbeddedResource(_), Kind::EmbeddedResource(_))
        | (Kind::Foreign(_), _)
        | (_, Kind::Foreign(_)) => Ok(()),
        (Kind::StringEnum(older), Kind::StringEnum(newer)) => match first_missing(older, newer) {
            Some(value) => Err(no_value(a, b, value)),
            None => match first_missing(newer, older) {
                Some(value) => Err(no_value(b, a, value)),
                None => Ok(()),
            },
        },
        (Kind::Array(a) | Kind::Set(a), Kind::Array(b) | Kind::Set(b)) | (Kind::Map(a), Kind::Map(b)) => {
            fits(a, b)
        }
        (
            Kind::Object(_) | Kind::Variants(..) | Kind::Union { .. },
            Kind::Object(_) | Kind::Variants(..) | Kind::Union { .. },
        ) => match members_fit(a, b) {
            Ok(()) => names_exist(b, a),
            Err(message) => Err(message),
        },
        _ => Err(different(a, b)),
    }
}

/// The mapping of a type, or of the type behind its aliases.
pub(in crate::rust) const fn next_of(shape: &Shape) -> Option<&'static Next> {
    let mut shape = shape;
    loop {
        if let Some(next) = shape.attrs.next {
            return Some(next);
        }
        match shape.kind {
            Kind::Alias(inner) if !is_open(shape.attrs) => shape = inner,
            _ => return None,
        }
    }
}

/// The first value of an enum that another enum lacks.
const fn first_missing(values: &'static [EnumValue], other: &'static [EnumValue]) -> Option<&'static str> {
    let mut rest = values;
    while let [value, tail @ ..] = rest {
        if !has_value(other, value.name) {
            return Some(value.name);
        }
        rest = tail;
    }
    None
}

const fn has_value(values: &'static [EnumValue], name: &str) -> bool {
    let mut rest = values;
    while let [value, tail @ ..] = rest {
        if same(value.name, name) {
            return true;
        }
        rest = tail;
    }
    false
}

/// Every member of one object fits the member of that name of the other.
const fn members_fit(older: &'static Shape, newer: &'static Shape) -> Outcome {
    let shape = resolve(older);
    match shape.kind {
        Kind::Object(fields) => fields_fit(fields, older, newer),
        Kind::Variants(tagging, variants) => variants_fit(tagging, variants, older, newer),
        Kind::Union { members, .. } => union_fits(members, older, newer),
        _ => Ok(()),
    }
}

const fn fields_fit(fields: &'static [Field], older: &'static Shape, newer: &'static Shape) -> Outcome {
    let mut rest = fields;
    while let [field, tail @ ..] = rest {
        let outcome = if field.flatten {
            members_fit(field.shape, newer)
        } else {
            member_fits(field.name, Some(field), field.shape, older, newer)
        };
        if outcome.is_err() {
            return outcome;
        }
        rest = tail;
    }
    Ok(())
}

const fn variants_fit(
    tagging: Tagging,
    variants: &'static [Variant],
    older: &'static Shape,
    newer: &'static Shape,
) -> Outcome {
    let mut rest = variants;
    while let [variant, tail @ ..] = rest {
        let outcome = match (tagging, variant.content) {
            (Tagging::External, Content::Newtype(content)) => {
                member_fits(variant.name, None, content, older, newer)
            }
            (Tagging::External | Tagging::Adjacent(..), _) => {
                if has_variant(newer, variant.name) {
                    Ok(())
                } else {
                    Err(no_value(older, newer, variant.name))
                }
            }
            (Tagging::Internal(_), _) if !has_variant(newer, variant.name) => {
                Err(no_value(older, newer, variant.name))
            }
            (_, Content::Struct(fields)) => fields_fit(fields, older, newer),
            (_, Content::Newtype(content)) => members_fit(content, newer),
            (_, Content::Unit | Content::Tuple(_)) => Ok(()),
        };
        if outcome.is_err() {
            return outcome;
        }
        rest = tail;
    }
    Ok(())
}

const fn union_fits(
    members: &'static [UnionMember],
    older: &'static Shape,
    newer: &'static Shape,
) -> Outcome {
    let mut rest = members;
    while let [member, tail @ ..] = rest {
        if !has_variant(newer, member.value) {
            return Err(no_value(older, newer, member.value));
        }
        if let Some(content) = member.shape
            && let Err(message) = member_fits(member.field, None, content, older, newer)
        {
            return Err(message);
        }
        rest = tail;
    }
    Ok(())
}

/// Whether an enum has a variant of a name.
const fn has_variant(shape: &'static Shape, name: &str) -> bool {
    match resolve(shape).kind {
        Kind::StringEnum(values) => has_value(values, name),
        Kind::Variants(_, variants) => {
            let mut rest = variants;
            while let [variant, tail @ ..] = rest {
                if same(variant.name, name) {
                    return true;
                }
                rest = tail;
            }
            false
        }
        Kind::Union { members, .. } => {
            let mut rest = members;
            while let [member, tail @ ..] = rest {
                if same(member.value, name) {
                    return true;
                }
                rest = tail;
            }
            false
        }
        _ => false,
    }
}

const fn member_fits(
    name: &'static str,
    field: Option<&'static Field>,
    shape: &'static Shape,
    older: &'static Shape,
    newer: &'static Shape,
) -> Outcome {
    let (member, _) = find(newer, name, Meant::NOTHING);
    let is_opened = match field {
        Some(field) => is_open(field.attrs),
        None => false,
    };
    match member {
        Member::Field(other) => {
            if is_opened || is_open(other.attrs) {
                return if is_opened && is_open(other.attrs) {
                    Ok(())
                } else {
                    Err(member_differs(name, older, newer, "is open in one of them only"))
                };
            }
            fits(shape, other.shape)
        }
        Member::Content(other) => fits(shape, other),
        Member::Tag | Member::Untyped(_) => Ok(()),
        Member::Open | Member::Missing => Err(member_differs(name, older, newer, "is only in the first")),
    }
}

/// Every member of one object has its name in the other.
const fn names_exist(newer: &'static Shape, older: &'static Shape) -> Outcome {
    match first_unnamed(newer, older) {
        Some(name) => Err(member_differs(name, older, newer, "is only in the second")),
        None => Ok(()),
    }
}

const fn first_unnamed(shape: &'static Shape, other: &'static Shape) -> Option<&'static str> {
    match resolve(shape).kind {
        Kind::Object(fields) => first_unnamed_field(fields, other),
        Kind::Variants(tagging, variants) => {
            let mut rest = variants;
            while let [variant, tail @ ..] = rest {
                if !matches!(tagging, Tagging::Untagged) && !has_variant(other, variant.name) {
                    return Some(variant.name);
                }
                let found = match variant.content {
                    Content::Struct(fields) if !matches!(tagging, Tagging::External) => {
                        first_unnamed_field(fields, other)
                    }
                    Content::Newtype(content)
                        if !matches!(tagging, Tagging::External | Tagging::Adjacent(..)) =>
                    {
                        first_unnamed(content, other)
                    }
                    _ => None,
                };
                if found.is_some() {
                    return found;
                }
                rest = tail;
            }
            None
        }
        Kind::Union { members, .. } => {
            let mut rest = members;
            while let [member, tail @ ..] = rest {
                if !has_variant(other, member.value) {
                    return Some(member.value);
                }
                rest = tail;
            }
            None
        }
        _ => None,
    }
}

const fn first_unnamed_field(fields: &'static [Field], other: &'static Shape) -> Option<&'static str> {
    let mut rest = fields;
    while let [field, tail @ ..] = rest {
        if field.flatten {
            let found = first_unnamed(field.shape, other);
            if found.is_some() {
                return found;
            }
        } else if matches!(
            find(other, field.name, Meant::NOTHING).0,
            Member::Missing | Member::Open
        ) {
            return Some(field.name);
        }
        rest = tail;
    }
    None
}

/// The `index`th field of a type with a mapping is in the next version, under its own name and with its own structure.
pub const fn next_field(shape: &'static Shape, index: usize) -> Outcome {
    let Some(next) = next_of(shape) else {
        return Ok(());
    };
    let Kind::Object(fields) = resolve(shape).kind else {
        return Ok(());
    };
    let Some((_, [field, ..])) = fields.split_at_checked(index) else {
        return Ok(());
    };
    if field.flatten {
        return next_flattened(field.shape, next);
    }
    next_member(field, next)
}

const fn next_flattened(shape: &'static Shape, next: &'static Next) -> Outcome {
    if next_of(shape).is_some() {
        return Err(Message::new(
            "a flattened type cannot have a mapping of its own; say what becomes of its fields on the type around it",
        )
        .text(code!(NEXT_UNMAPPED)));
    }
    if let Kind::Object(fields) = resolve(shape).kind {
        let mut rest = fields;
        while let [field, tail @ ..] = rest {
            let outcome = if field.flatten {
                next_flattened(field.shape, next)
            } else {
                next_member(field, next)
            };
            if outcome.is_err() {
                return outcome;
            }
            rest = tail;
        }
    }
    Ok(())
}

const fn next_member(field: &'static Field, next: &'static Next) -> Outcome {
    if starts_a_step(next, field.name) {
        return Ok(());
    }
    let (member, _) = find(next.to, field.name, Meant::NOTHING);
    match member {
        Member::Field(other) => {
            let opened = (is_open(field.attrs), is_open(other.attrs));
            match opened {
                (true, true) => Ok(()),
                (false, false) => match fits(field.shape, other.shape) {
                    Ok(()) => Ok(()),
                    Err(why) => Err(unfit(field, next, why)),
                },
                _ => Err(unfit(
                    field,
                    next,
                    different(resolve(field.shape), resolve(other.shape)),
                )),
            }
        }
        Member::Content(other) => match fits(field.shape, other) {
            Ok(()) => Ok(()),
            Err(why) => Err(unfit(field, next, why)),
        },
        Member::Tag | Member::Untyped(_) => Ok(()),
        Member::Open | Member::Missing => Err(unmapped(field, next)),
    }
}

/// Whether a step takes the member, or something below it.
const fn starts_a_step(next: &'static Next, name: &str) -> bool {
    let mut rest = next.steps;
    while let [step, tail @ ..] = rest {
        if starts(step.from, name) {
            return true;
        }
        rest = tail;
    }
    false
}

const fn starts(paths: &'static [Path], name: &str) -> bool {
    let mut rest = paths;
    while let [path, tail @ ..] = rest {
        if let [first, ..] = path
            && same(first, name)
        {
            return true;
        }
        rest = tail;
    }
    false
}

/// Every member of the next version comes from somewhere, or is said to be added.
pub const fn next_complete(shape: &'static Shape) -> Outcome {
    let Some(next) = next_of(shape) else {
        return Ok(());
    };
    match first_unsourced(resolve(next.to), resolve(shape), next) {
        Some(name) => Err(unsourced(name, next)),
        None => Ok(()),
    }
}

const fn first_unsourced(
    shape: &'static Shape,
    older: &'static Shape,
    next: &'static Next,
) -> Option<&'static str> {
    match resolve(shape).kind {
        Kind::Object(fields) => {
            let mut rest = fields;
            while let [field, tail @ ..] = rest {
                if field.flatten {
                    let found = first_unsourced(field.shape, older, next);
                    if found.is_some() {
                        return found;
                    }
                } else if !ends_a_step(next, field.name)
                    && !starts(next.added, field.name)
                    && !stays(older, field.name, next)
                {
                    return Some(field.name);
                }
                rest = tail;
            }
            None
        }
        _ => None,
    }
}

/// Whether a member has its name in the older version, too, and nothing else becomes of it.
const fn stays(older: &'static Shape, name: &str, next: &'static Next) -> bool {
    if starts_a_whole_step(next, name) {
        return false;
    }
    !matches!(
        find(older, name, Meant::NOTHING).0,
        Member::Missing | Member::Open
    )
}

const fn starts_a_whole_step(next: &'static Next, name: &str) -> bool {
    let mut rest = next.steps;
    while let [step, tail @ ..] = rest {
        let mut paths = step.from;
        while let [path, others @ ..] = paths {
            if let [only] = path
                && same(only, name)
            {
                return true;
            }
            paths = others;
        }
        rest = tail;
    }
    false
}

const fn ends_a_step(next: &'static Next, name: &str) -> bool {
    let mut rest = next.steps;
    while let [step, tail @ ..] = rest {
        if starts(step.to, name) {
            return true;
        }
        rest = tail;
    }
    false
}

/// A path of the next version leads to a field.
pub const fn next_target(shape: &'static Shape, path: Path) -> Outcome {
    match next_of(shape) {
        Some(next) => leads(next.to, path, "the next version"),
        None => Ok(()),
    }
}

/// A path of this version leads to a field.
pub const fn next_source(shape: &'static Shape, path: Path) -> Outcome {
    leads(shape, path, "this version")
}

const fn leads(shape: &'static Shape, path: Path, version: &'static str) -> Outcome {
    match follow(shape, path) {
        Ok(_) => Ok(()),
        Err((shape, name)) => Err(no_field(shape, name, version)),
    }
}

/// The shape at the end of a path; none where it leads out of what is known.
const fn follow(
    shape: &'static Shape,
    path: Path,
) -> Result<Option<&'static Shape>, (&'static Shape, &'static str)> {
    let mut shape = shape;
    let mut rest = path;
    while let [name, tail @ ..] = rest {
        let (member, _) = find(shape, name, Meant::NOTHING);
        match member {
            Member::Field(field) => {
                if is_open(field.attrs) {
                    return Ok(None);
                }
                shape = field.shape;
            }
            Member::Content(content) => shape = content,
            Member::Tag | Member::Untyped(_) => return Ok(None),
            Member::Open | Member::Missing => return Err((shape, name)),
        }
        rest = tail;
    }
    Ok(Some(shape))
}

/// A field that moves fits the field that it moves to.
pub const fn next_moved(shape: &'static Shape, from: Path, to: Path) -> Outcome {
    let Some(next) = next_of(shape) else {
        return Ok(());
    };
    match (follow(shape, from), follow(next.to, to)) {
        (Ok(Some(a)), Ok(Some(b))) => match fits(a, b) {
            Ok(()) => Ok(()),
            Err(why) => Err(why.text(concat!("; give functions: `up = …, down = …`", code!(NEXT_TYPE)))),
        },
        _ => Ok(()),
    }
}

/// A function takes or gives the type of the fields at the ends of paths; the elements of lists and maps will do.
pub const fn next_function(
    shape: &'static Shape,
    from: &'static [Path],
    takes: &'static [&'static Shape],
    to: &'static [Path],
    gives: &'static [&'static Shape],
) -> Outcome {
    let Some(next) = next_of(shape) else {
        return Ok(());
    };
    if takes.len() != from.len() {
        return Err(wrong_count("takes", takes.len(), from.len()));
    }
    if gives.len() != to.len() {
        return Err(wrong_count("returns", gives.len(), to.len()));
    }
    let whole = match all_fit(shape, from, takes, "takes") {
        Ok(()) => all_fit(next.to, to, gives, "returns"),
        Err(message) => Err(message),
    };
    if whole.is_err()
        && let ([from], [takes], [to], [gives]) = (from, takes, to, gives)
        && let (Ok(Some(a)), Ok(Some(b))) = (follow(shape, from), follow(next.to, to))
        && let (Some(a), Some(b)) = (element(a), element(b))
        && fits(a, takes).is_ok()
        && fits(b, gives).is_ok()
    {
        return Ok(());
    }
    whole
}

/// [`next_function`] for the function from the next version.
pub const fn next_function_down(
    shape: &'static Shape,
    from: &'static [Path],
    takes: &'static [&'static Shape],
    to: &'static [Path],
    gives: &'static [&'static Shape],
) -> Outcome {
    let Some(next) = next_of(shape) else {
        return Ok(());
    };
    if takes.len() != from.len() {
        return Err(wrong_count("takes", takes.len(), from.len()));
    }
    if gives.len() != to.len() {
        return Err(wrong_count("returns", gives.len(), to.len()));
    }
    let whole = match all_fit(next.to, from, takes, "takes") {
        Ok(()) => all_fit(shape, to, gives, "returns"),
        Err(message) => Err(message),
    };
    if whole.is_err()
        && let ([from], [takes], [to], [gives]) = (from, takes, to, gives)
        && let (Ok(Some(a)), Ok(Some(b))) = (follow(next.to, from), follow(shape, to))
        && let (Some(a), Some(b)) = (element(a), element(b))
        && fits(a, takes).is_ok()
        && fits(b, gives).is_ok()
    {
        return Ok(());
    }
    whole
}

const fn element(shape: &'static Shape) -> Option<&'static Shape> {
    match resolve(shape).kind {
        Kind::Array(items) | Kind::Set(items) | Kind::Map(items) => Some(items),
        _ => None,
    }
}

const fn all_fit(
    shape: &'static Shape,
    paths: &'static [Path],
    types: &'static [&'static Shape],
    verb: &'static str,
) -> Outcome {
    let (mut paths, mut types) = (paths, types);
    while let ([path, more_paths @ ..], [ty, more_types @ ..]) = (paths, types) {
        if let Ok(Some(field)) = follow(shape, path)
            && plain_fits(field, ty).is_err()
        {
            return Err(wrong_type(verb, ty, path, field));
        }
        (paths, types) = (more_paths, more_types);
    }
    Ok(())
}

/// Whether a function's type is that of a field, whatever the field's type becomes in the next version.
const fn plain_fits(field: &'static Shape, ty: &'static Shape) -> Outcome {
    let (a, b) = (resolve(field), resolve(ty));
    if same(a.name, b.name) {
        return Ok(());
    }
    fits(field, ty)
}

/// Every value of an enum has a value in the next version, and the other way round.
pub const fn next_variant(shape: &'static Shape, name: &'static str) -> Outcome {
    let Some(next) = next_of(shape) else {
        return Ok(());
    };
    let mut rest = next.variants;
    while let [variant, tail @ ..] = rest {
        match variant {
            NextVariant::Renamed { from, to } if same(from, name) => {
                return if has_variant(next.to, to) {
                    Ok(())
                } else {
                    Err(no_variant(next.to, to, "the next version"))
                };
            }
            NextVariant::Dropped {
                name: dropped,
                falls_back,
            } if same(dropped, name) => {
                return if has_variant(next.to, falls_back) {
                    Ok(())
                } else {
                    Err(no_variant(next.to, falls_back, "the next version"))
                };
            }
            _ => {}
        }
        rest = tail;
    }
    if has_variant(next.to, name) {
        Ok(())
    } else {
        Err(Message::new("the next version has no variant ")
            .name(name)
            .text(": write `next(rename = \"…\")` or `next(falls_back = \"…\")` on it")
            .text(code!(NEXT_UNMAPPED)))
    }
}

/// A variant that only the next version has, and the one of this version that stands for it.
pub const fn next_added_variant(
    shape: &'static Shape,
    name: &'static str,
    falls_back: &'static str,
) -> Outcome {
    let Some(next) = next_of(shape) else {
        return Ok(());
    };
    if !has_variant(next.to, name) {
        return Err(no_variant(next.to, name, "the next version"));
    }
    if !has_variant(shape, falls_back) {
        return Err(no_variant(shape, falls_back, "this version"));
    }
    Ok(())
}

/// Every variant of the next version has one here.
pub const fn next_variants_complete(shape: &'static Shape) -> Outcome {
    let Some(next) = next_of(shape) else {
        return Ok(());
    };
    match resolve(next.to).kind {
        Kind::StringEnum(values) => {
            let mut rest = values;
            while let [value, tail @ ..] = rest {
                if !comes_from(shape, next, value.name) {
                    return Err(no_fall_back(value.name));
                }
                rest = tail;
            }
        }
        Kind::Variants(_, variants) => {
            let mut rest = variants;
            while let [variant, tail @ ..] = rest {
                if !comes_from(shape, next, variant.name) {
                    return Err(no_fall_back(variant.name));
                }
                rest = tail;
            }
        }
        _ => {}
    }
    Ok(())
}

const fn comes_from(shape: &'static Shape, next: &'static Next, name: &str) -> bool {
    let mut rest = next.variants;
    while let [variant, tail @ ..] = rest {
        match variant {
            NextVariant::Renamed { to, .. } if same(to, name) => return true,
            NextVariant::Renamed { from, .. } if same(from, name) => return false,
            NextVariant::Added { name: added, .. } if same(added, name) => return true,
            _ => {}
        }
        rest = tail;
    }
    has_variant(shape, name)
}

/// A field that only the next version has may be absent there.
pub const fn next_added(shape: &'static Shape, path: Path) -> Outcome {
    let Some(next) = next_of(shape) else {
        return Ok(());
    };
    match required_at(next.to, path) {
        Ok(Some(name)) => Err(never_there(name, "the next version", "this one")),
        Ok(None) => Ok(()),
        Err((shape, name)) => Err(no_field(shape, name, "the next version")),
    }
}

/// A field that the next version drops may be absent here.
pub const fn next_dropped(shape: &'static Shape, path: Path) -> Outcome {
    match required_at(shape, path) {
        Ok(Some(name)) => Err(never_there(name, "this version", "the next one")),
        Ok(None) | Err(_) => Ok(()),
    }
}

/// The name of the field at the end of a path, if it must be there.
const fn required_at(
    shape: &'static Shape,
    path: Path,
) -> Result<Option<&'static str>, (&'static Shape, &'static str)> {
    let [parents @ .., last] = path else {
        return Ok(None);
    };
    match follow(shape, parents) {
        Ok(Some(parent)) => match find(parent, last, Meant::NOTHING).0 {
            Member::Field(field) if field.is_required() => Ok(Some(field.name)),
            Member::Open | Member::Missing => Err((parent, last)),
            _ => Ok(None),
        },
        Ok(None) => Ok(None),
        Err(wrong) => Err(wrong),
    }
}

/// A version and the next are versions of one resource, and the status becomes that of the next version.
pub const fn next_resource(older: Option<&'static Resource>, newer: Option<&'static Resource>) -> Outcome {
    let (Some(older), Some(newer)) = (older, newer) else {
        return Ok(());
    };
    if !same(older.group, newer.group) || !same(older.kind, newer.kind) {
        return Err(other_resource(older, newer));
    }
    if same(older.version, newer.version) {
        return Err(Message::new("the next version has the name of this one, ")
            .name(older.version)
            .text(code!(NEXT_TYPE)));
    }
    match (older.status, newer.status) {
        (Some(older), Some(newer)) => match fits(older, newer) {
            Ok(()) => Ok(()),
            Err(why) => Err(
                Message::new("the status does not become that of the next version: ")
                    .text(why.as_str())
                    .text(code!(NEXT_TYPE)),
            ),
        },
        _ => Ok(()),
    }
}

/// The shape of the member of a name.
#[cfg(feature = "convert")]
pub(crate) fn member_shape(shape: &'static Shape, name: &str) -> Option<&'static Shape> {
    match find(shape, name, Meant::NOTHING).0 {
        Member::Field(field) if !is_open(field.attrs) => Some(field.shape),
        Member::Content(content) => Some(content),
        _ => None,
    }
}

// The compiler reads the body of each function that it calls, so messages are composed in functions of their own.

const fn other_type(older: &'static Shape, next: &'static Next, newer: &'static Shape) -> Message {
    Message::NEW
        .name(resolve(older).name)
        .text(" becomes ")
        .name(resolve(next.to).name)
        .text(", but the field of the next version is ")
        .name(resolve(newer).name)
}

const fn different(a: &'static Shape, b: &'static Shape) -> Message {
    Message::new("it is ")
        .text(describe(a))
        .text(" here and ")
        .text(describe(b))
        .text(" in the next version")
}

const fn no_value(with: &'static Shape, without: &'static Shape, value: &'static str) -> Message {
    Message::NEW
        .name(with.name)
        .text(" has the value ")
        .name(value)
        .text(", and the other version's ")
        .name(without.name)
        .text(" has not; say what becomes of it with `#[crd(next = …)]` on the enum")
}

const fn member_differs(
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

const fn unfit(field: &'static Field, next: &'static Next, why: Message) -> Message {
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

const fn unmapped(field: &'static Field, next: &'static Next) -> Message {
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

const fn unsourced(name: &'static str, next: &'static Next) -> Message {
    Message::new("only the next version has ")
        .name(name)
        .text(" in ")
        .name(resolve(next.to).name)
        .text(": write `added(\"")
        .text(name)
        .text("\")` here, or `next(…)` on the field that becomes it")
        .text(code!(NEXT_UNMAPPED))
}

const fn no_field(shape: &'static Shape, name: &'static str, version: &'static str) -> Message {
    let (_, meant) = find(shape, name, Meant::new(name));
    let message = Message::NEW
        .name(resolve(shape).name)
        .text(" of ")
        .text(version)
        .text(" has no field ")
        .name(name);
    meant.say(message).text(code!(NEXT_PATH))
}

const fn wrong_count(verb: &'static str, given: usize, wanted: usize) -> Message {
    Message::new("the function ")
        .text(verb)
        .text(" ")
        .number(given as i128)
        .text(" values, but there are ")
        .number(wanted as i128)
        .text(" fields")
        .text(code!(NEXT_TYPE))
}

const fn wrong_type(verb: &'static str, ty: &'static Shape, path: Path, field: &'static Shape) -> Message {
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

const fn no_variant(shape: &'static Shape, name: &'static str, version: &'static str) -> Message {
    Message::NEW
        .name(resolve(shape).name)
        .text(" of ")
        .text(version)
        .text(" has no variant ")
        .name(name)
        .text(code!(NEXT_PATH))
}

const fn no_fall_back(name: &'static str) -> Message {
    Message::new("only the next version has the variant ")
        .name(name)
        .text(": write `variant(\"")
        .text(name)
        .text("\", falls_back = \"…\")` on the enum, with the variant of this version that stands for it, or `next(rename = \"")
        .text(name)
        .text("\")` on the variant that becomes it")
        .text(code!(NEXT_UNMAPPED))
}

const fn never_there(name: &'static str, version: &'static str, other: &'static str) -> Message {
    Message::NEW
        .name(name)
        .text(" is required in ")
        .text(version)
        .text(", and objects of ")
        .text(other)
        .text(" have none: give it a default, or make it optional")
        .text(code!(NEXT_UNMAPPED))
}

const fn other_resource(older: &Resource, newer: &Resource) -> Message {
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
