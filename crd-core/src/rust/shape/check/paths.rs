//! Follows the paths of printer columns, selectable fields and the scale subresource through the types.

use super::Outcome;
use super::members::{Member, describe, find, is_enum_without_fields, is_open, resolve};
use super::text::{Meant, Message, Path, same};
use crate::rust::shape::{Attrs, Field, Kind, Shape, When};

/// The types at which the paths of a resource start.
#[derive(Clone, Copy, Debug)]
pub struct Root {
    /// The spec.
    pub spec: &'static Shape,
    /// The status.
    pub status: Option<&'static Shape>,
    /// In which channels and with which gates the resource exists.
    pub when: &'static When,
}

/// The path of a printer column leads to a field, whose values a column of this type shows; an empty type is not
/// compared. `[]` and `[*]` in the path are brackets after a list.
pub const fn column(root: Root, path: Path, type_: &'static str) -> Outcome {
    match walk(root, path, code!(PATH_UNKNOWN)) {
        Ok(Some(shape)) => shows(shape, path, type_),
        Ok(None) => Ok(()),
        Err(message) => Err(message),
    }
}

/// A column of this type shows the values of a field.
pub const fn column_of_field(field: &'static Field, type_: &'static str) -> Outcome {
    if is_open(field.attrs) {
        return Ok(());
    }
    shows(field.shape, &[], type_)
}

/// A column shows values of its type, and text columns show any value.
const fn shows(shape: &'static Shape, path: Path, type_: &'static str) -> Outcome {
    if type_.is_empty() || same(type_, "string") {
        return Ok(());
    }
    let inner = resolve(shape);
    let fits = match inner.kind {
        Kind::Boolean => same(type_, "boolean"),
        Kind::Integer { .. } | Kind::Number { .. } => same(type_, "integer") || same(type_, "number"),
        Kind::String { .. } => same(type_, "date"),
        Kind::IntOrString | Kind::Any | Kind::Foreign(_) | Kind::Alias(_) => true,
        Kind::Variants(..) => is_enum_without_fields(inner) || is_open(inner.attrs),
        _ => is_open(inner.attrs),
    };
    if fits {
        Ok(())
    } else {
        Err(other_type(inner, path, type_))
    }
}

const fn other_type(shape: &'static Shape, path: Path, type_: &'static str) -> Message {
    let message = match path {
        [] => Message::new("this column is always empty: its type is "),
        _ => Message::NEW
            .path(path)
            .text(" is always empty: the type of the column is "),
    };
    let message = message
        .name(type_)
        .text(", but the field is ")
        .text(describe(shape));
    let fitting = match shape.kind {
        Kind::Boolean => "boolean",
        Kind::Integer { .. } => "integer",
        Kind::Number { .. } => "number",
        _ => "string",
    };
    message
        .text("; write `type_ = \"")
        .text(fitting)
        .text(concat!("\"`", code!(COLUMN_TYPE_MISMATCH)))
}

/// A selectable field leads to a string, boolean or integer (CRD-51, CRD-53).
pub const fn selectable(root: Root, path: Path) -> Outcome {
    match walk(root, path, code!(SELECTABLE_PATH)) {
        Ok(Some(shape)) => match resolve(shape).kind {
            Kind::Boolean
            | Kind::Integer { .. }
            | Kind::String { .. }
            | Kind::StringEnum(_)
            | Kind::Foreign(_)
            | Kind::Alias(_) => Ok(()),
            _ => Err(
                Message::new("a selectable field is a string, boolean or integer, but ")
                    .path(path)
                    .text(" is ")
                    .text(describe(shape))
                    .text(code!(SELECTABLE_TYPE)),
            ),
        },
        Ok(None) => Ok(()),
        Err(message) => Err(message),
    }
}

/// A rule names only fields of its own struct that exist wherever the rule does.
pub const fn in_channel(rule: &When, field: &When, name: &'static str) -> Outcome {
    if field.includes(rule) {
        return Ok(());
    }
    Err(Message::NEW.name(name).text(concat!(
        " is not in every channel that this rule is in; give the rule the channel of the field",
        code!(CHANNEL_ABSENT)
    )))
}

/// `required(…)` in `any_of(…)` and the like names only fields that exist wherever the type does.
pub const fn required(shape: &'static Shape, attrs: &'static Attrs, name: &'static str) -> Outcome {
    match find(resolve(shape), name, Meant::NOTHING).0 {
        Member::Field(field) if !field.attrs.when.includes(attrs.when) => Err(Message::new(
            "`required` names ",
        )
        .name(name)
        .text(concat!(
            ", which not every output has; require it where it is, or remove its `channel` or `feature_gate`",
            code!(CHANNEL_ABSENT)
        ))),
        _ => Ok(()),
    }
}

/// A replicas path leads to an integer.
pub const fn replicas(root: Root, path: Path) -> Outcome {
    match walk(root, path, code!(PATH_UNKNOWN)) {
        Ok(Some(shape)) => match resolve(shape).kind {
            Kind::Integer { .. } | Kind::Any | Kind::Foreign(_) | Kind::Alias(_) => Ok(()),
            _ => Err(Message::new("a number of replicas is an integer, but ")
                .path(path)
                .text(" is ")
                .text(describe(shape))
                .text(code!(PATH_UNKNOWN))),
        },
        Ok(None) => Ok(()),
        Err(message) => Err(message),
    }
}

/// A label selector path leads to a string.
pub const fn selector(root: Root, path: Path) -> Outcome {
    match walk(root, path, code!(PATH_UNKNOWN)) {
        Ok(Some(shape)) => match resolve(shape).kind {
            Kind::String { .. } | Kind::Any | Kind::Foreign(_) | Kind::Alias(_) => Ok(()),
            _ => Err(
                Message::new("the label selector of `scale` is its text form, a string, but ")
                    .path(path)
                    .text(" is ")
                    .text(describe(shape))
                    .text(code!(PATH_UNKNOWN)),
            ),
        },
        Ok(None) => Ok(()),
        Err(message) => Err(message),
    }
}

/// The shape a path leads to; `None` where it leads out of what is known.
const fn walk(root: Root, path: Path, code: &str) -> Result<Option<&'static Shape>, Message> {
    let [first, rest @ ..] = path else {
        return Ok(None);
    };
    let mut shape = if same(first, "spec") {
        root.spec
    } else if same(first, "status")
        && let Some(status) = root.status
    {
        status
    } else if same(first, "metadata") || same(first, "apiVersion") || same(first, "kind") {
        return Ok(None);
    } else {
        return Err(no_start(first, path).text(code));
    };
    let mut rest = rest;
    while let [name, tail @ ..] = rest {
        if same(name, "[]") || same(name, "[*]") {
            match resolve(shape).kind {
                Kind::Array(items) | Kind::Set(items) => shape = items,
                Kind::Any | Kind::Foreign(_) | Kind::Alias(_) => return Ok(None),
                _ if same(name, "[*]") || is_open(shape.attrs) => return Ok(None),
                _ => return Err(no_list(shape, path).text(code)),
            }
            rest = tail;
            continue;
        }
        let (member, _) = find(shape, name, Meant::NOTHING);
        match member {
            Member::Field(field) => {
                if !field.attrs.when.includes(root.when) {
                    return Err(not_everywhere(name, path));
                }
                if is_open(field.attrs) {
                    return Ok(None);
                }
                shape = field.shape;
            }
            Member::Content(content) => shape = content,
            Member::Tag | Member::Open | Member::Untyped(_) => return Ok(None),
            Member::Missing => return Err(no_member(shape, name, path).text(code)),
        }
        rest = tail;
    }
    Ok(Some(shape))
}

// The compiler reads the body of each function that it calls, so messages are composed in functions of their own.

const fn not_everywhere(name: &'static str, path: Path) -> Message {
    Message::NEW
        .path(path)
        .text(" leads through ")
        .name(name)
        .text(concat!(
            ", which not every output has; write the attribute on the field itself, or give the resource the same channel",
            code!(CHANNEL_ABSENT)
        ))
}

const fn no_start(first: &'static str, path: Path) -> Message {
    if same(first, "status") {
        return Message::NEW
            .path(path)
            .text(" needs a status, but the resource has none; name its type with `status = …`");
    }
    let message = Message::NEW
        .path(path)
        .text(" leads nowhere: ")
        .name(first)
        .text(" is none of `spec`, `status`, `metadata`");
    Meant::new(first)
        .or("spec")
        .or("status")
        .or("metadata")
        .say(message)
}

const fn no_list(shape: &'static Shape, path: Path) -> Message {
    Message::NEW
        .path(path)
        .text(" leads nowhere: brackets select elements of a list, but ")
        .name(resolve(shape).name)
        .text(" is ")
        .text(describe(shape))
}

const fn no_member(shape: &'static Shape, name: &'static str, path: Path) -> Message {
    let inner = resolve(shape);
    let message = Message::NEW.path(path).text(" leads nowhere: ").name(inner.name);
    match inner.kind {
        Kind::Object(_) | Kind::Variants(..) | Kind::Union { .. } => {
            let (_, meant) = find(shape, name, Meant::new(name));
            meant.say(message.text(" has no field ").name(name))
        }
        Kind::Array(_) | Kind::Set(_) => message
            .text(" is ")
            .text(describe(inner))
            .text("; select an element: `[0]`, or `[?(@.type==\"Ready\")]`"),
        _ => message.text(" is ").text(describe(inner)).text(" without fields"),
    }
}
