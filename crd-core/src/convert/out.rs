//! A converted value: parts of the text it came from, and what was made anew.

use std::borrow::Cow;

use super::json::{Document, Json, fingerprint, write_string};

/// A converted value.
#[derive(Clone)]
pub(super) enum Out<'a> {
    /// A part of the input.
    Input(Json<'a>),
    /// JSON made by a function, or taken from an annotation.
    Text(Cow<'a, str>),
    /// A default of the target; what was kept in annotations replaces it.
    Default(&'a str),
    Object(Vec<(Cow<'a, str>, Out<'a>)>),
    /// An object that exists only if one of its members does.
    Implied(Vec<(Cow<'a, str>, Out<'a>)>),
    /// The elements, and their fingerprints as soon as one is asked for.
    List(Vec<Out<'a>>, Vec<u64>),
    /// What a function made of a value, or nothing, and the value: the JSON that `was` of an annotation is compared with.
    Made(Option<Box<Out<'a>>>, Cow<'a, str>),
}

impl<'a> Out<'a> {
    /// Whether there is nothing to write.
    pub(super) fn is_nothing(&self) -> bool {
        match self {
            Out::Made(None, _) => true,
            Out::Implied(members) => members.iter().all(|(_, member)| member.is_nothing()),
            _ => false,
        }
    }

    /// The members of an object, to change them.
    pub(super) fn members(&mut self) -> Option<&mut Vec<(Cow<'a, str>, Out<'a>)>> {
        if let Out::Input(value) = self
            && value.is_object()
        {
            *self = Out::Object(
                value
                    .members()
                    .map(|(name, value)| (name, Out::Input(value)))
                    .collect(),
            );
        }
        match self {
            Out::Object(members) | Out::Implied(members) => Some(members),
            Out::Made(Some(value), _) => value.members(),
            _ => None,
        }
    }

    /// The elements of a list, to change them.
    pub(super) fn elements(&mut self) -> Option<(&mut Vec<Out<'a>>, &mut Vec<u64>)> {
        if let Out::Input(value) = self
            && value.raw().starts_with('[')
        {
            *self = Out::List(value.elements().map(Out::Input).collect(), Vec::new());
        }
        match self {
            Out::List(elements, prints) => Some((elements, prints)),
            Out::Made(Some(value), _) => value.elements(),
            _ => None,
        }
    }

    /// The member of a name.
    pub(super) fn member(&mut self, name: &str) -> Option<&mut Out<'a>> {
        let members = self.members()?;
        let found = members.iter_mut().find(|(key, _)| **key == *name);
        found.map(|(_, value)| value)
    }

    /// Puts a value at the end of a path of names, making the objects on the way.
    pub(super) fn put(&mut self, path: &[Box<str>], value: Out<'a>) {
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
        members.push((Cow::Owned(first.to_string()), member));
    }

    pub(super) fn write(&self, out: &mut String) {
        match self {
            Out::Input(value) => out.push_str(value.raw()),
            Out::Text(text) => out.push_str(text),
            Out::Default(text) => out.push_str(text),
            Out::Object(members) | Out::Implied(members) => {
                out.push('{');
                let mut separator = "";
                for (name, value) in members {
                    if value.is_nothing() {
                        continue;
                    }
                    out.push_str(separator);
                    write_string(out, name);
                    out.push(':');
                    value.write(out);
                    separator = ",";
                }
                out.push('}');
            }
            Out::List(elements, _) => {
                out.push('[');
                let mut separator = "";
                for element in elements.iter().filter(|element| !element.is_nothing()) {
                    out.push_str(separator);
                    element.write(out);
                    separator = ",";
                }
                out.push(']');
            }
            Out::Made(Some(value), _) => value.write(out),
            Out::Made(None, _) => out.push_str("null"),
        }
    }

    pub(super) fn to_text(&self) -> String {
        let mut text = String::new();
        self.write(&mut text);
        text
    }

    /// The fingerprint of the value.
    pub(super) fn fingerprint(&self) -> u64 {
        let text = self.to_text();
        Document::read(&text).map_or(0, |document| fingerprint(document.root()))
    }
}
