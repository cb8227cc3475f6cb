//! Reads variables and paths where a text, a list or a map is wanted, without a value in between.

use serde_json::{Map as JsonMap, Value as Json};

use super::run::{Bound, Scope, Tree};
use super::{Node, Place};
use crate::eval::data::{DataKind, DataSchema};
use crate::eval::plan::{Constant, Plain};
use crate::eval::value::{List, Map, Value};

/// A list or a map of the data, with the schema of what is in it.
pub(super) enum Container<'a> {
    List(&'a [Json], &'a DataSchema),
    Map(&'a JsonMap<String, Json>, &'a DataSchema),
}

impl Node {
    /// Whether [`direct_text`](Tree::direct_text) and [`container`](Tree::container) read it.
    pub(in crate::eval) fn is_direct(&self) -> bool {
        matches!(
            self,
            Node::Path(_) | Node::Variable { .. } | Node::Constant(Constant::Literal(Plain::String(_)))
        )
    }

    /// Whether it is a bool that is computed as one.
    pub(super) fn is_condition(&self) -> bool {
        match self {
            Node::Constant(constant) => matches!(constant, Constant::Literal(Plain::Bool(_))),
            Node::If(parts) => parts.iter().all(Node::is_condition),
            other => matches!(other, condition!()),
        }
    }
}

impl<'v, 'p: 'a, 'a> Tree<'v, 'a> {
    /// The text that a direct node is.
    pub(super) fn direct_text<'e>(&mut self, node: &'p Node, scope: Scope<'e, 'a>) -> Option<&'e str>
    where
        'v: 'e,
    {
        match node {
            Node::Constant(Constant::Literal(Plain::String(text))) => Some(text),
            Node::Path(path) => {
                let (json, schema) = self.path(path, scope)?;
                text_of(json, schema)
            }
            Node::Variable { place, charge } => {
                self.charge(*charge)?;
                match place {
                    Place::Given(index) => text_of_value(self.given.get(*index)?),
                    Place::Loop(hops) => match scope.at(*hops)? {
                        Bound::Data(json, schema) => text_of(json, schema),
                        Bound::Value(value) => text_of_value(value),
                    },
                }
            }
            _ => None,
        }
    }

    /// The list or map that a direct node is.
    pub(super) fn container(&mut self, node: &'p Node, scope: Scope<'_, 'a>) -> Option<Container<'a>> {
        match node {
            Node::Path(path) => {
                let (json, schema) = self.path(path, scope)?;
                container_of(json, schema)
            }
            Node::Variable { place, charge } => {
                self.charge(*charge)?;
                match place {
                    Place::Given(index) => container_of_value(self.given.get(*index)?),
                    Place::Loop(hops) => match scope.at(*hops)? {
                        Bound::Data(json, schema) => container_of(json, schema),
                        Bound::Value(value) => container_of_value(value),
                    },
                }
            }
            _ => None,
        }
    }
}

pub(super) fn text_of<'a>(json: &'a Json, schema: &DataSchema) -> Option<&'a str> {
    match json {
        Json::String(text) if matches!(schema.kind, DataKind::String | DataKind::IntOrString) => Some(text),
        _ => None,
    }
}

fn text_of_value<'e>(value: &'e Value<'_>) -> Option<&'e str> {
    match value {
        Value::String(text) => Some(text.as_str()),
        _ => None,
    }
}

fn container_of<'a>(json: &'a Json, schema: &'a DataSchema) -> Option<Container<'a>> {
    match (json, &schema.kind) {
        (Json::Array(items), DataKind::List(list)) => Some(Container::List(items, &list.items)),
        (Json::Object(map), DataKind::Map(values)) => Some(Container::Map(map, values)),
        _ => None,
    }
}

fn container_of_value<'a>(value: &Value<'a>) -> Option<Container<'a>> {
    match value {
        Value::List(List::Data { items, schema }) => Some(Container::List(items, &schema.items)),
        Value::Map(Map::Data { map, values }) => Some(Container::Map(map, values)),
        _ => None,
    }
}
