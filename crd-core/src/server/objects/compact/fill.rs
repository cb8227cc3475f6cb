//! Sets defaults (rule PRN-03): `defaulting.Default` of the server.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::lookup::Lookup;
use super::{CompactNode, CompactSchema, NodeId, flags, id_of};
use crate::server::objects::at::At;
use crate::server::objects::default::served_in_metadata;
use crate::server::objects::view::is_meta_name;

impl CompactSchema {
    /// Sets defaults wherever their parents are present, and replaces nulls that are not nullable by defaults.
    pub(in crate::server::objects) fn fill(&self, object: &mut Value) {
        self.fill_node(NodeId::ROOT, object, None);
    }

    /// Sets the defaults of a node. `in_metadata` is its position below the nearest resource, if it is inside its metadata.
    fn fill_node(&self, id: NodeId, value: &mut Value, in_metadata: Option<&At<'_>>) {
        let Some(node) = self.node(id).filter(|node| node.has(flags::DEFAULTS)) else {
            return;
        };
        match value {
            Value::Array(items) => {
                let at = in_metadata.map(|at| at.index(0));
                if let Some(below) = node.items.map(id_of) {
                    for item in items {
                        self.replace_null(below, item, at.as_ref());
                        self.fill_node(below, item, at.as_ref());
                    }
                }
            }
            Value::Object(members) => {
                self.add_defaults(node, members, in_metadata);
                let mut lookup = Lookup::new(self, node);
                for (name, member) in members.iter_mut() {
                    let property = lookup.find(name).and_then(|member| member.node);
                    let Some(below) = property.or(node.additional).map(id_of) else {
                        continue;
                    };
                    let at = member_at(node, in_metadata, name);
                    self.replace_null(below, member, at.as_ref());
                    self.fill_node(below, member, at.as_ref());
                }
            }
            _ => {}
        }
    }

    /// Adds the members with a default that are absent.
    fn add_defaults(
        &self,
        node: &CompactNode,
        members: &mut Map<String, Value>,
        in_metadata: Option<&At<'_>>,
    ) {
        let defaulted = self.members_of(node).iter().filter(|member| member.has_default);
        for member in defaulted.take(node.defaulted as usize) {
            let name = self.name(member);
            if let Some(below) = member.node
                && !members.contains_key(name)
                && let at = member_at(node, in_metadata, name)
                && let Some(default) = self.default_of(id_of(below), at.as_ref())
            {
                members.insert(name.to_owned(), default.into_owned());
            }
        }
    }

    fn default_of(&self, id: NodeId, in_metadata: Option<&At<'_>>) -> Option<Cow<'_, Value>> {
        let place = self.node(id)?.default?;
        let default = self.defaults.get(place.get() as usize - 1)?;
        match (in_metadata, &default.given) {
            (Some(at), Some(given)) => served_in_metadata(given, at).map(Cow::Owned),
            _ => Some(Cow::Borrowed(&default.served)),
        }
    }

    /// Replaces a null that is not nullable by the default of its node.
    fn replace_null(&self, id: NodeId, value: &mut Value, in_metadata: Option<&At<'_>>) {
        if value.is_null()
            && !self.node(id).is_some_and(|node| node.has(flags::NULLABLE))
            && let Some(default) = self.default_of(id, in_metadata)
        {
            *value = default.into_owned();
        }
    }
}

/// Returns the position of a member, if it is inside metadata.
fn member_at<'a>(node: &CompactNode, in_metadata: Option<&'a At<'a>>, name: &'a str) -> Option<At<'a>> {
    const RESOURCE: &At<'static> = &At::ROOT;
    if node.has(flags::RESOURCE) {
        return is_meta_name(name).then(|| RESOURCE.property(name));
    }
    in_metadata.map(|at| at.property(name))
}
