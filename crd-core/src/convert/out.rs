//! A converted value: parts of the source text, and new values.

use std::borrow::Cow;

use super::json::{Json, Sink, Written, fingerprint};
use super::list_with::ListWith;

/// The members of an object.
pub(super) type Members<'a> = Vec<(Cow<'a, str>, Out<'a>)>;

/// A converted value.
#[derive(Clone)]
pub(super) enum Out<'a> {
    /// A part of the input.
    Input(Json<'a>),
    /// JSON from a function, or from an annotation.
    Text(Cow<'a, str>),
    /// A default of the target; a value from an annotation replaces it.
    Default(&'a str),
    Object(Members<'a>),
    /// An object that exists only if one of its members does.
    Implied(Members<'a>),
    /// The elements, and their fingerprints once one was requested.
    List(Vec<Out<'a>>, Option<Box<Prints>>),
    /// The result of a function, if any, and its argument: the JSON that `was` of an annotation is compared with.
    Made(Option<Box<Out<'a>>>, Cow<'a, str>),
    /// A list in which an element gets the current value.
    ListWith(Box<ListWith<'a>>),
}

/// The fingerprints of the elements of a list. They are boxed because they are rare, and values are often moved.
#[derive(Clone)]
pub(super) struct Prints(pub(super) Vec<u64>);

impl<'a> Out<'a> {
    /// Whether the value is absent.
    pub(super) fn is_nothing(&self) -> bool {
        match self {
            Out::Made(None, _) => true,
            Out::Made(Some(value), _) => matches!(&**value, Out::ListWith(list) if list.is_empty()),
            Out::Implied(members) => members.iter().all(|(_, member)| member.is_nothing()),
            _ => false,
        }
    }

    /// Marks the value as computed from another.
    pub(super) fn made_of(self, source: String) -> Out<'a> {
        let value = match self {
            Out::Made(value, _) => value,
            other => Some(Box::new(other)),
        };
        Out::Made(value, Cow::Owned(source))
    }

    /// Whether it is an object that is written without members.
    pub(super) fn is_empty_object(&self) -> bool {
        match self {
            Out::Input(value) => value.is_object() && value.members().next().is_none(),
            Out::Object(members) => members.iter().all(|(_, member)| member.is_nothing()),
            _ => false,
        }
    }

    /// Returns the members of an object for changes.
    pub(super) fn members(&mut self) -> Option<&mut Members<'a>> {
        if let Out::Input(value) = self
            && value.is_object()
        {
            let mut members = Vec::with_capacity(value.capacity() + 1);
            members.extend(value.members().map(|(name, value)| (name, Out::Input(value))));
            *self = Out::Object(members);
        }
        match self {
            Out::Object(members) | Out::Implied(members) => Some(members),
            Out::Made(Some(value), _) => value.members(),
            _ => None,
        }
    }

    /// Returns the elements of a list for changes.
    pub(super) fn elements(&mut self) -> Option<(&mut Vec<Out<'a>>, &mut Option<Box<Prints>>)> {
        if let Out::Input(value) = self
            && value.raw().starts_with('[')
        {
            *self = Out::List(value.elements().map(Out::Input).collect(), None);
        }
        match self {
            Out::List(elements, prints) => Some((elements, prints)),
            Out::Made(Some(value), _) => value.elements(),
            _ => None,
        }
    }

    /// Returns the member with a name.
    pub(super) fn member(&mut self, name: &str) -> Option<&mut Out<'a>> {
        let members = self.members()?;
        let found = members.iter_mut().find(|(key, _)| **key == *name);
        found.map(|(_, value)| value)
    }

    /// Sets a value at the end of a path of names, and creates the objects in between.
    pub(super) fn put(&mut self, path: &'a [Box<str>], value: Out<'a>) {
        let Some((first, rest)) = path.split_first() else {
            *self = value;
            return;
        };
        let Some(members) = self.members() else {
            return;
        };
        if let Some((_, member)) = members.iter_mut().find(|(key, _)| **key == **first) {
            member.put(rest, value);
            return;
        }
        let member = if rest.is_empty() {
            value
        } else {
            let mut member = Out::Implied(Vec::new());
            member.put(rest, value);
            member
        };
        members.push((Cow::Borrowed(&**first), member));
    }

    pub(super) fn write<S: Sink>(&self, out: &mut S) {
        match self {
            Out::Input(value) => out.copy(*value),
            Out::Text(text) => out.json(text),
            Out::Default(text) => out.json(text),
            Out::Object(members) | Out::Implied(members) => {
                let opened = out.open("{");
                let mut separator = "";
                for (name, value) in members {
                    if value.is_nothing() {
                        continue;
                    }
                    out.name(separator, name);
                    value.write(out);
                    separator = ",";
                }
                out.close(opened, "}");
            }
            Out::List(elements, _) => {
                let opened = out.open("[");
                let mut separator = "";
                for element in elements.iter().filter(|element| !element.is_nothing()) {
                    out.separator(separator);
                    element.write(out);
                    separator = ",";
                }
                out.close(opened, "]");
            }
            Out::Made(Some(value), _) => value.write(out),
            Out::Made(None, _) => out.json("null"),
            Out::ListWith(list) => out.json(&list.to_text()),
        }
    }

    pub(super) fn to_text(&self) -> String {
        let mut text = String::new();
        self.write(&mut text);
        text
    }

    /// Returns the value as a document.
    pub(super) fn to_written(&self) -> Written {
        let mut written = Written::with_capacity(256);
        self.write(&mut written);
        written
    }

    /// Returns the fingerprint of the value.
    pub(super) fn fingerprint(&self) -> u64 {
        match self {
            Out::Input(value) => fingerprint(*value),
            other => fingerprint(other.to_written().root()),
        }
    }
}
