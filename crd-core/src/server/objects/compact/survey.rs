//! What must be done with an object before it is judged.

use serde_json::Value;

use super::{CompactSchema, Node, NodeId, flags, id_of};
use crate::server::objects::view::is_meta_name;

/// What an object has that decoding changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::server::objects) struct Survey {
    /// It may have fields that the schema does not know.
    pub(in crate::server::objects) has_unknown: bool,
    pub(in crate::server::objects) has_null: bool,
    /// It may lack members that have a default.
    pub(in crate::server::objects) lacks_defaults: bool,
}

impl CompactSchema {
    /// Looks through an object.
    pub(in crate::server::objects) fn survey(&self, object: &Value) -> Survey {
        let mut survey = Survey {
            lacks_defaults: self.has_metadata_defaults,
            ..Survey::default()
        };
        self.look(Some(NodeId::ROOT), object, &mut survey);
        survey
    }

    fn look(&self, id: Option<NodeId>, value: &Value, survey: &mut Survey) {
        let node = id.and_then(|id| self.node(id));
        match value {
            Value::Null => survey.has_null = true,
            Value::Array(items) => {
                // Below lists that preserve, other fields are removed than elsewhere.
                if node.is_some_and(|node| node.has(flags::PRESERVES)) {
                    survey.has_unknown |= items.iter().any(|item| item.is_array() || item.is_object());
                }
                let below = node.and_then(|node| node.items).map(id_of);
                for item in items {
                    self.look(below, item, survey);
                }
            }
            Value::Object(members) => {
                let Some(node) = node else {
                    survey.has_unknown |= !members.is_empty();
                    survey.has_null |= has_null(value);
                    return;
                };
                let mut defaulted = 0;
                for (key, member) in members {
                    defaulted += self.look_at_member(node, key, member, survey);
                }
                survey.lacks_defaults |= defaulted < node.defaulted;
            }
            _ => {}
        }
    }

    /// How many defaults a member takes the place of: one or none.
    fn look_at_member(&self, node: &Node, key: &str, value: &Value, survey: &mut Survey) -> u32 {
        let found = self.member(node, key);
        if node.has(flags::RESOURCE) && is_meta_name(key) {
            survey.has_null |= has_null(value);
        } else {
            match (found.and_then(|member| member.node), node.additional) {
                (Some(below), _) | (None, Some(below)) => self.look(Some(id_of(below)), value, survey),
                (None, None) if node.has(flags::OPEN) => self.look(None, value, survey),
                (None, None) => {
                    survey.has_unknown |= !node.has(flags::PRESERVES);
                    survey.has_null |= has_null(value);
                }
            }
        }
        u32::from(found.is_some_and(|member| member.has_default))
    }
}

/// Whether there is a null anywhere in a value.
fn has_null(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(items) => items.iter().any(has_null),
        Value::Object(members) => members.values().any(has_null),
        _ => false,
    }
}
