//! Follows the paths of printer columns, selectable fields and the scale subresource through the types.

use super::Outcome;
use super::members::{Member, describe, find, is_open, resolve};
use super::text::{Meant, Message, Path, same};
use crate::rust::shape::{Kind, Shape};

/// The types at which the paths of a resource start.
#[derive(Clone, Copy, Debug)]
pub struct Root {
    /// The spec.
    pub spec: &'static Shape,
    /// The status.
    pub status: Option<&'static Shape>,
}

/// The path of a printer column leads to a field.
pub const fn column(root: Root, path: Path) -> Outcome {
    match walk(root, path, code!(PATH_UNKNOWN)) {
        Ok(_) => Ok(()),
        Err(message) => Err(message),
    }
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
        let (member, _) = find(shape, name, Meant::NOTHING);
        match member {
            Member::Field(field) => {
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

const fn no_member(shape: &'static Shape, name: &'static str, path: Path) -> Message {
    let inner = resolve(shape);
    let message = Message::NEW.path(path).text(" leads nowhere: ").name(inner.name);
    match inner.kind {
        Kind::Object(_) | Kind::Variants(..) | Kind::Union { .. } => {
            let (_, meant) = find(shape, name, Meant::new(name));
            meant.say(message.text(" has no field ").name(name))
        }
        _ => message.text(" is ").text(describe(inner)).text(" without fields"),
    }
}
