//! Fills in defaults (rule PRN-03).

use serde_json::Value;

use super::{CompactSchema, Lookup, NodeId, flags, id_of};

impl CompactSchema {
    /// Fills in defaults wherever their parents are present, and puts defaults in the place of nulls that are not nullable.
    /// False if the schema itself must be asked; nothing is changed then.
    pub(in crate::server::objects) fn fill(&self, object: &mut Value) -> bool {
        if self.has_metadata_defaults {
            return false;
        }
        self.fill_node(NodeId::ROOT, object);
        true
    }

    fn fill_node(&self, id: NodeId, value: &mut Value) {
        let Some(node) = self.node(id).filter(|node| node.has(flags::DEFAULTS)) else {
            return;
        };
        match value {
            Value::Array(items) => {
                if let Some(below) = node.items.map(id_of) {
                    for item in items {
                        self.replace_null(below, item);
                        self.fill_node(below, item);
                    }
                }
            }
            Value::Object(members) => {
                let defaulted = self.members_of(node).iter().filter(|member| member.has_default);
                for member in defaulted.take(node.defaulted as usize) {
                    let Some(below) = member.node.map(id_of) else {
                        continue;
                    };
                    let name = self.name(member);
                    match members.get_mut(name) {
                        Some(present) => self.replace_null(below, present),
                        None => {
                            if let Some(default) = self.default_of(below) {
                                members.insert(name.to_owned(), default.clone());
                            }
                        }
                    }
                }
                let mut lookup = Lookup::new(self, node);
                for (name, member) in members.iter_mut() {
                    let property = lookup.find(name).and_then(|member| member.node);
                    let Some(below) = property.or(node.additional).map(id_of) else {
                        continue;
                    };
                    self.replace_null(below, member);
                    self.fill_node(below, member);
                }
            }
            _ => {}
        }
    }

    fn default_of(&self, id: NodeId) -> Option<&Value> {
        let place = self.node(id)?.default?;
        self.defaults.get(place.get() as usize - 1)
    }

    /// Puts the default of a node in the place of a null that is not nullable.
    fn replace_null(&self, id: NodeId, value: &mut Value) {
        if value.is_null()
            && !self.node(id).is_some_and(|node| node.has(flags::NULLABLE))
            && let Some(default) = self.default_of(id)
        {
            *value = default.clone();
        }
    }
}
