//! Values that can be changed and written.

use std::borrow::Cow;

use serde_json::Value;

use crate::convert::json::{Json, Kind, Sink as _, Written};

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Sample<'a> {
    /// A scalar as JSON.
    Scalar(Cow<'a, str>),
    List(Vec<Sample<'a>>),
    Object(Vec<(Cow<'a, str>, Sample<'a>)>),
}

impl<'a> Sample<'a> {
    /// Copies a value.
    pub(super) fn of(value: Json<'a>) -> Sample<'a> {
        match value.kind() {
            Kind::List => Sample::List(value.elements().map(Sample::of).collect()),
            Kind::Object => {
                let members = value.members();
                Sample::Object(members.map(|(name, value)| (name, Sample::of(value))).collect())
            }
            _ => Sample::Scalar(Cow::Borrowed(value.raw())),
        }
    }

    /// Copies a value that is not read from a text.
    pub(super) fn of_value(value: &Value) -> Sample<'static> {
        match value {
            Value::Array(elements) => Sample::List(elements.iter().map(Sample::of_value).collect()),
            Value::Object(members) => {
                let members = members.iter();
                let copy =
                    |(name, value): (&String, &Value)| (Cow::Owned(name.clone()), Sample::of_value(value));
                Sample::Object(members.map(copy).collect())
            }
            scalar => Sample::Scalar(Cow::Owned(scalar.to_string())),
        }
    }

    pub(super) fn get(&self, name: &str) -> Option<&Sample<'a>> {
        match self {
            Sample::Object(members) => members
                .iter()
                .find(|(key, _)| **key == *name)
                .map(|(_, value)| value),
            _ => None,
        }
    }

    pub(super) fn get_mut(&mut self, name: &str) -> Option<&mut Sample<'a>> {
        match self {
            Sample::Object(members) => members
                .iter_mut()
                .find(|(key, _)| **key == *name)
                .map(|(_, value)| value),
            _ => None,
        }
    }

    pub(super) fn set(&mut self, name: &str, value: Sample<'a>) {
        if let Some(place) = self.get_mut(name) {
            *place = value;
        } else if let Sample::Object(members) = self {
            members.push((Cow::Owned(name.to_owned()), value));
        }
    }

    pub(super) fn write(&self, out: &mut Written) {
        match self {
            Sample::Scalar(raw) => out.json(raw),
            Sample::List(elements) => {
                let opened = out.open("[");
                for (index, element) in elements.iter().enumerate() {
                    if index > 0 {
                        out.separator(",");
                    }
                    element.write(out);
                }
                out.close(opened, "]");
            }
            Sample::Object(members) => {
                let opened = out.open("{");
                for (index, (name, value)) in members.iter().enumerate() {
                    if index > 0 {
                        out.separator(",");
                    }
                    out.name("", name);
                    value.write(out);
                }
                out.close(opened, "}");
            }
        }
    }

    pub(super) fn to_written(&self) -> Written {
        let mut out = Written::with_capacity(1024);
        self.write(&mut out);
        out
    }
}
