//! A fast check that no set or map list has a duplicate (rule LST-01). It does not tell which element is the duplicate.

use serde_json::Value;

use super::lookup::Lookup;
use super::{CompactSchema, NodeId, flags, id_of};
use crate::server::objects::list_types::are_distinct_texts;

impl CompactSchema {
    /// Checks that no set or map list of an object has a duplicate; false if only the schema itself can decide.
    pub(in crate::server::objects) fn has_distinct_elements(&self, object: &Value) -> bool {
        // The root of an object is not a list.
        !object.is_object() || self.is_distinct(NodeId::ROOT, object)
    }

    fn is_distinct(&self, id: NodeId, value: &Value) -> bool {
        let Some(node) = self.node(id).filter(|node| node.has(flags::LISTS)) else {
            return true;
        };
        match value {
            Value::Array(items) => {
                let own = if node.has(flags::SET) {
                    are_distinct_texts(items.iter().map(Some))
                } else if node.has(flags::MAP_LIST) {
                    let key = node.key.and_then(|key| self.keys.get(key.get() as usize - 1));
                    key.is_some_and(|key| are_distinct_texts(items.iter().map(|item| item.get(&**key))))
                } else {
                    true
                };
                let below = node.items.map(id_of);
                own && below.is_none_or(|below| items.iter().all(|item| self.is_distinct(below, item)))
            }
            Value::Object(members) => {
                let mut lookup = Lookup::new(self, node);
                members.iter().all(|(key, member)| {
                    // A declared property is also checked against `additionalProperties`, if both exist.
                    let property = lookup.find(key).and_then(|member| member.node);
                    [property, node.additional]
                        .into_iter()
                        .flatten()
                        .all(|below| self.is_distinct(id_of(below), member))
                })
            }
            _ => true,
        }
    }
}
