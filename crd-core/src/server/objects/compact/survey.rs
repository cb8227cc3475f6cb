//! Determines in one pass over an object which steps of decoding it needs: pruning, dropping nulls, defaulting.

use serde_json::Value;

use super::lookup::Lookup;
use super::{CompactSchema, NodeId, flags, id_of};
use crate::server::objects::view::is_meta_name;

/// The maximum nesting depth of lists and objects, as in the reader of documents. The server's is 10,000.
const DEEPEST: usize = 256;

/// The properties of an object that require decoding to change or reject it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::server::objects) struct Survey {
    /// Whether it is nested too deeply.
    pub(in crate::server::objects) is_too_deep: bool,
    /// Whether it may have fields that the schema does not declare.
    pub(in crate::server::objects) has_unknown: bool,
    pub(in crate::server::objects) has_null: bool,
    /// Whether it may lack members that have a default.
    pub(in crate::server::objects) lacks_defaults: bool,
}

impl Survey {
    /// Scans an object without a schema.
    pub(in crate::server::objects) fn without_schema(object: &Value) -> Self {
        let mut survey = Survey::default();
        survey.look_below(object, DEEPEST);
        survey
    }

    /// Scans a value without a schema, which may be nested in `levels` levels.
    fn look_below(&mut self, value: &Value, levels: usize) {
        match (value, levels.checked_sub(1)) {
            (Value::Null, _) => self.has_null = true,
            (Value::Array(_) | Value::Object(_), None) => self.is_too_deep = true,
            (Value::Array(items), Some(levels)) => {
                for item in items {
                    self.look_below(item, levels);
                }
            }
            (Value::Object(members), Some(levels)) => {
                for member in members.values() {
                    self.look_below(member, levels);
                }
            }
            _ => {}
        }
    }
}

impl CompactSchema {
    /// Scans an object.
    pub(in crate::server::objects) fn survey(&self, object: &Value) -> Survey {
        let mut survey = Survey {
            lacks_defaults: self.has_metadata_defaults,
            ..Survey::default()
        };
        self.look(Some(NodeId::ROOT), object, DEEPEST, &mut survey);
        survey
    }

    fn look(&self, id: Option<NodeId>, value: &Value, levels: usize, survey: &mut Survey) {
        let node = id.and_then(|id| self.node(id));
        match (value, levels.checked_sub(1)) {
            (Value::Null, _) => survey.has_null = true,
            (Value::Array(_) | Value::Object(_), None) => survey.is_too_deep = true,
            (Value::Array(items), Some(levels)) => {
                // Below lists that preserve unknown fields, other fields are removed than elsewhere.
                if node.is_some_and(|node| node.has(flags::PRESERVES)) {
                    survey.has_unknown |= items.iter().any(|item| item.is_array() || item.is_object());
                }
                let below = node.and_then(|node| node.items).map(id_of);
                for item in items {
                    self.look(below, item, levels, survey);
                }
            }
            (Value::Object(members), Some(levels)) => {
                let Some(node) = node else {
                    survey.has_unknown |= !members.is_empty();
                    for member in members.values() {
                        survey.look_below(member, levels);
                    }
                    return;
                };
                let mut defaulted = 0;
                let mut lookup = Lookup::new(self, node);
                for (key, member) in members {
                    let found = lookup.find(key);
                    defaulted += u32::from(found.is_some_and(|member| member.has_default));
                    if node.has(flags::RESOURCE) && is_meta_name(key) {
                        survey.look_below(member, levels);
                        continue;
                    }
                    match found.and_then(|member| member.node).or(node.additional) {
                        Some(below) => self.look(Some(id_of(below)), member, levels, survey),
                        None if node.has(flags::OPEN) => self.look(None, member, levels, survey),
                        None => {
                            survey.has_unknown |= !node.has(flags::PRESERVES);
                            survey.look_below(member, levels);
                        }
                    }
                }
                survey.lacks_defaults |= defaulted < node.defaulted;
            }
            _ => {}
        }
    }
}
