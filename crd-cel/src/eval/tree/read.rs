//! Reads the data: selections and indexes on JSON values with their schemas.

use serde_json::Value as Json;

use super::failures::Failure;
use super::run::{Bound, Scope, Tree};
use super::{Name, Node, OptionalPath, Path, Place};
use crate::eval::data::{DataKind, DataSchema};
use crate::eval::value::{List, Map, Value};

/// A JSON value and what it is.
pub(super) type Data<'a> = (&'a Json, &'a DataSchema);

/// What a selection came to.
#[derive(Clone, Copy)]
pub(super) enum Member<'a> {
    Found(&'a Json, &'a DataSchema),
    Absent,
}

impl<'a> Member<'a> {
    fn of(found: Option<Data<'a>>) -> Self {
        match found {
            Some((json, schema)) => Member::Found(json, schema),
            None => Member::Absent,
        }
    }

    /// What was found; the machine reports what is absent.
    fn found(self) -> Option<Data<'a>> {
        match self {
            Member::Found(json, schema) => Some((json, schema)),
            Member::Absent => None,
        }
    }
}

impl<'p: 'a, 'a> Tree<'_, 'a> {
    /// The value of a node, not yet made of its JSON.
    pub(super) fn bound(&mut self, node: &'p Node, scope: Scope<'_, 'a>) -> Option<Bound<'a>> {
        match node {
            Node::Variable { place, charge } => {
                self.charge(*charge)?;
                match place {
                    Place::Given(index) => self.given.get(*index).cloned().map(Bound::Value),
                    Place::Loop(hops) => scope.at(*hops).cloned(),
                }
            }
            Node::Path(path) => {
                let (json, schema) = self.path(path, scope)?;
                Some(Bound::Data(json, schema))
            }
            Node::Select { of, name, charge } => {
                self.charge(*charge)?;
                let of = self.bound(of, scope);
                let (json, schema) = match self.unless_failed(of)? {
                    Bound::Data(json, schema) => member(json, schema, name, self.names)?,
                    Bound::Value(value) => member_of_value(&value, name, self.names)?,
                }
                .found()?;
                Some(Bound::Data(json, schema))
            }
            Node::Index { parts, charge } => {
                self.charge(*charge)?;
                let [of, index] = &**parts;
                let of = self.bound(of, scope);
                let of = self.unless_failed(of)?;
                let found = self.index(of, index, scope);
                self.unless_failed(found)
            }
            node => self.value(node, scope).map(Bound::Value),
        }
    }

    /// What a path leads to.
    pub(super) fn path(&mut self, path: &'p Path, scope: Scope<'_, 'a>) -> Option<Data<'a>> {
        let Member::Found(mut json, mut schema) = self.first(path.place, &path.first, scope)? else {
            return self.absent(path, &path.first, 0);
        };
        for (done, name) in path.rest.iter().enumerate() {
            match member(json, schema, name, self.names)? {
                Member::Found(inner, of_inner) => (json, schema) = (inner, of_inner),
                Member::Absent => return self.absent(path, name, done + 1),
            }
        }
        self.charge(path.charge)?;
        Some((json, schema))
    }

    /// Fails with the error of a member that is absent. `done` counts the selections before it; those after it cost nothing.
    fn absent<T>(&mut self, path: &'p Path, name: &'p Name, done: usize) -> Option<T> {
        let after = path.rest.len().checked_sub(done)?;
        self.charge(path.charge.checked_sub(after as u64)?)?;
        self.fail(Failure::NoSuchKey(name.of(self.names)))
    }

    /// Whether a path leads to a value.
    pub(super) fn has(&mut self, path: &'p Path, scope: Scope<'_, 'a>) -> Option<bool> {
        self.charge(path.charge)?;
        let mut found = self.first(path.place, &path.first, scope)?;
        for name in &path.rest {
            let (json, schema) = found.found()?;
            found = member(json, schema, name, self.names)?;
        }
        match found {
            Member::Absent => Some(false),
            Member::Found(json, schema) => fits(json, schema).then_some(true),
        }
    }

    /// What a path with optional steps leads to. What is absent is an optional without a value.
    pub(super) fn optional(&mut self, path: &'p OptionalPath, scope: Scope<'_, 'a>) -> Option<Member<'a>> {
        self.charge(path.charge)?;
        let mut names = path.names.iter();
        let (first, is_optional) = names.next()?;
        let mut is_optional = *is_optional;
        let mut found = self.first(path.place, first, scope)?;
        for (name, optional) in names {
            let Member::Found(json, schema) = found else {
                break;
            };
            self.charge(1)?;
            is_optional |= optional;
            found = member(json, schema, name, self.names)?;
        }
        match found {
            Member::Found(..) => self.charge(1)?,
            Member::Absent if is_optional => {}
            Member::Absent => return None,
        }
        Some(found)
    }

    /// A member of a variable.
    fn first(&self, place: Place, name: &'p Name, scope: Scope<'_, 'a>) -> Option<Member<'a>> {
        match place {
            Place::Given(index) => member_of_value(self.given.get(index)?, name, self.names),
            Place::Loop(hops) => match scope.at(hops)? {
                Bound::Data(json, schema) => member(json, schema, name, self.names),
                Bound::Value(value) => member_of_value(value, name, self.names),
            },
        }
    }

    fn index(&mut self, of: Bound<'a>, index: &'p Node, scope: Scope<'_, 'a>) -> Option<Bound<'a>> {
        match of {
            Bound::Data(Json::Array(items), schema) => {
                let DataKind::List(list) = &schema.kind else {
                    return None;
                };
                let place = usize::try_from(self.int(index, scope)?).ok()?;
                Some(Bound::Data(items.get(place)?, &list.items))
            }
            Bound::Data(Json::Object(map), schema) => {
                let DataKind::Map(values) = &schema.kind else {
                    return None;
                };
                let key = self.text(index, scope)?;
                Some(Bound::Data(map.get(key.as_str())?, values))
            }
            Bound::Value(Value::List(List::Data { items, schema })) => {
                let place = usize::try_from(self.int(index, scope)?).ok()?;
                Some(Bound::Data(items.get(place)?, &schema.items))
            }
            Bound::Value(Value::List(list)) => {
                let place = usize::try_from(self.int(index, scope)?).ok()?;
                list.get(place).map(Bound::Value)
            }
            Bound::Value(Value::Map(Map::Data { map, values })) => {
                let key = self.text(index, scope)?;
                Some(Bound::Data(map.get(key.as_str())?, values))
            }
            _ => None,
        }
    }
}

/// A member of a JSON value; `None` where the machine must say what that is.
fn member<'a>(json: &'a Json, schema: &'a DataSchema, name: &Name, names: &'a str) -> Option<Member<'a>> {
    let Json::Object(map) = json else { return None };
    match &schema.kind {
        DataKind::Object(object) => {
            let Some((field, key)) = object.field_at(name.of(names), &name.hint) else {
                return Some(Member::Absent);
            };
            Some(match map.get(key) {
                None | Some(Json::Null) => Member::Absent,
                Some(json) => Member::Found(json, &field.schema),
            })
        }
        DataKind::Map(values) => Some(Member::of(map.get(name.of(names)).map(|json| (json, &**values)))),
        _ => None,
    }
}

fn member_of_value<'a>(value: &Value<'a>, name: &Name, names: &'a str) -> Option<Member<'a>> {
    let found = match value {
        Value::Object(object) => {
            let found = object.member_at(name.of(names), &name.hint);
            found.map(|(field, json)| (json, &field.schema))
        }
        Value::Map(Map::Data { map, values }) => map.get(name.of(names)).map(|json| (json, *values)),
        _ => return None,
    };
    Some(Member::of(found))
}

/// Whether a value fits its schema, without making it where its type says so.
fn fits(json: &Json, schema: &DataSchema) -> bool {
    match (&schema.kind, json) {
        (DataKind::Bool, Json::Bool(_))
        | (DataKind::String | DataKind::IntOrString, Json::String(_))
        | (DataKind::List(_), Json::Array(_))
        | (DataKind::Map(_) | DataKind::Object(_), Json::Object(_)) => true,
        _ => !schema.value(json).is_error(),
    }
}
