//! Paths of printer columns, selectable fields and the scale subresource through the types.

use super::Outcome;
use super::members::{Member, describe, find, is_open, resolve};
use super::text::{Meant, Message, same, split_dot, strip};
use crate::shape::{Kind, Shape};

/// What the paths of a resource lead through.
#[derive(Clone, Copy, Debug)]
pub struct Root {
    /// The spec.
    pub spec: &'static Shape,
    /// The status.
    pub status: Option<&'static Shape>,
}

/// A path of a printer column leads to a field, as far as it is a plain one (`[…]` and `@` are not followed).
pub const fn column(root: Root, path: &'static str) -> Outcome {
    match walk(root, path, " [CRD0920]") {
        Ok(_) => Ok(()),
        Err(message) => Err(message),
    }
}

/// A selectable field leads to a string, boolean or integer (CRD-51, CRD-53).
pub const fn selectable(root: Root, path: &'static str) -> Outcome {
    match walk(root, path, " [CRD0141]") {
        Ok(Some(shape)) => match resolve(shape).kind {
            Kind::Boolean
            | Kind::Integer { .. }
            | Kind::String { .. }
            | Kind::StringEnum(_)
            | Kind::Foreign(_)
            | Kind::Alias(_) => Ok(()),
            _ => Err(
                Message::new("a selectable field is a string, boolean or integer, but ")
                    .name(path)
                    .text(" is ")
                    .text(describe(shape))
                    .text(" [CRD0142]"),
            ),
        },
        Ok(None) => Ok(()),
        Err(message) => Err(message),
    }
}

/// A replicas path leads to an integer.
pub const fn replicas(root: Root, path: &'static str) -> Outcome {
    match walk(root, path, " [CRD0920]") {
        Ok(Some(shape)) => match resolve(shape).kind {
            Kind::Integer { .. } | Kind::Any | Kind::Foreign(_) | Kind::Alias(_) => Ok(()),
            _ => Err(Message::new("a number of replicas is an integer, but ")
                .name(path)
                .text(" is ")
                .text(describe(shape))
                .text(" [CRD0920]")),
        },
        Ok(None) => Ok(()),
        Err(message) => Err(message),
    }
}

/// A label selector path leads to a string.
pub const fn selector(root: Root, path: &'static str) -> Outcome {
    match walk(root, path, " [CRD0920]") {
        Ok(Some(shape)) => match resolve(shape).kind {
            Kind::String { .. } | Kind::Any | Kind::Foreign(_) | Kind::Alias(_) => Ok(()),
            _ => Err(
                Message::new("the label selector of `scale` is its text form, a string, but ")
                    .name(path)
                    .text(" is ")
                    .text(describe(shape))
                    .text(" [CRD0920]"),
            ),
        },
        Ok(None) => Ok(()),
        Err(message) => Err(message),
    }
}

/// The shape a path leads to; `None` where it cannot be followed.
const fn walk(root: Root, path: &'static str, code: &str) -> Result<Option<&'static Shape>, Message> {
    let Some(rest) = strip(path, b'.') else {
        return Ok(None);
    };
    if !is_plain(rest) {
        return Ok(None);
    }
    let (first, rest) = split_dot(rest);
    let mut shape = if same(first, "spec") {
        root.spec
    } else if same(first, "status") {
        match root.status {
            Some(status) => status,
            None => {
                return Err(Message::name(Message::NEW, path)
                    .text(" needs a status, but the resource has none; name its type with `status = …`")
                    .text(code));
            }
        }
    } else if same(first, "metadata") || same(first, "apiVersion") || same(first, "kind") {
        return Ok(None);
    } else {
        let message = Message::name(Message::NEW, path)
            .text(" leads nowhere: ")
            .name(first)
            .text(" is none of `spec`, `status`, `metadata`");
        return Err(Meant::new(first)
            .or("spec")
            .or("status")
            .or("metadata")
            .say(message)
            .text(code));
    };
    let mut rest = rest;
    while let Some(path_rest) = rest {
        let (name, next) = split_dot(path_rest);
        let (member, _) = find(shape, name, Meant::NOTHING);
        match member {
            Member::Field(field) => {
                if is_open(field.attrs) {
                    return Ok(None);
                }
                shape = field.shape;
            }
            Member::Content(content) => shape = content,
            Member::Tag | Member::Open => return Ok(None),
            Member::Missing => {
                let inner = resolve(shape);
                let message = Message::name(Message::NEW, path)
                    .text(" leads nowhere: ")
                    .name(inner.name);
                let message = match inner.kind {
                    Kind::Object(_) | Kind::Variants(..) | Kind::Union { .. } => {
                        let (_, meant) = find(shape, name, Meant::new(name));
                        meant.say(message.text(" has no field ").name(name))
                    }
                    _ => message.text(" is ").text(describe(inner)).text(" without fields"),
                };
                return Err(message.text(code));
            }
        }
        rest = next;
    }
    Ok(Some(shape))
}

/// Whether a path is names and dots only.
const fn is_plain(path: &str) -> bool {
    let mut rest = path.as_bytes();
    while let [byte, tail @ ..] = rest {
        if matches!(
            *byte,
            b'[' | b']' | b'@' | b'*' | b'?' | b'(' | b'\'' | b'"' | b'\\' | b' '
        ) {
            return false;
        }
        rest = tail;
    }
    true
}
