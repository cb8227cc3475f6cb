//! Finds members by the first bytes of their names.

use super::name_key::NameKey;
use super::{CompactMember, CompactNode, CompactSchema, NodeId, id_of};

/// Finds the members of one object, which are mostly requested in the order of their names.
pub(super) struct Lookup<'s> {
    schema: &'s CompactSchema,
    members: &'s [CompactMember],
    /// The index after the last member that was found.
    next: usize,
}

impl<'s> Lookup<'s> {
    pub(super) fn new(schema: &'s CompactSchema, node: &CompactNode) -> Self {
        Lookup {
            schema,
            members: schema.members_of(node),
            next: 0,
        }
    }

    /// Returns the member with a name.
    pub(super) fn find(&mut self, name: &str) -> Option<&'s CompactMember> {
        let key = NameKey::of(name);
        let (before, after) = self.members.split_at_checked(self.next)?;
        let from = if after.first().is_some_and(|member| member.key < key) {
            self.next + after.partition_point(|member| member.key < key)
        } else if before.last().is_none_or(|member| member.key < key) {
            self.next
        } else {
            before.partition_point(|member| member.key < key)
        };
        for (place, member) in self.members.iter().enumerate().skip(from) {
            if member.key != key {
                break;
            }
            if member.length as usize == name.len() && (name.len() <= 16 || self.schema.name(member) == name)
            {
                self.next = place + 1;
                return Some(member);
            }
        }
        None
    }
}

impl CompactSchema {
    /// Returns the member with a name.
    pub(super) fn member(&self, node: &CompactNode, name: &str) -> Option<&CompactMember> {
        Lookup::new(self, node).find(name)
    }

    /// Returns the node of a property of a node.
    pub(in crate::server::objects) fn property(&self, id: NodeId, name: &str) -> Option<NodeId> {
        self.member(self.node(id)?, name)?.node.map(id_of)
    }

    /// Returns the schema of a member: its property, or otherwise that of `additionalProperties`.
    pub(super) fn below(&self, node: &CompactNode, name: &str) -> Option<NodeId> {
        let property = self.member(node, name).and_then(|member| member.node);
        property.or(node.additional).map(id_of)
    }

    /// Returns the node of a member of an object.
    pub(in crate::server::objects) fn member_of(&self, id: NodeId, name: &str) -> Option<NodeId> {
        self.below(self.node(id)?, name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn keys_are_in_the_order_of_names(left in "[a-c\0é]{0,20}", right in "[a-c\0é]{0,20}") {
            let (left_key, right_key) = (NameKey::of(&left), NameKey::of(&right));
            if left_key != right_key {
                prop_assert_eq!(left_key.cmp(&right_key), left.cmp(&right));
            }
            if left.len() == right.len() && left.len() <= 16 {
                prop_assert_eq!(left_key == right_key, left == right);
            }
        }
    }

    #[test]
    fn members_are_found_in_any_order() {
        let names = [
            "a",
            "a\0",
            "abcdefgh",
            "abcdefghijklmnop",
            "abcdefghijklmnopq",
            "abcdefghijklmnopr",
            "b",
            "z",
        ];
        let mut schema = CompactSchema::default();
        for name in names {
            schema.members.push(CompactMember {
                key: NameKey::of(name),
                name: u32::try_from(schema.names.len()).unwrap(),
                length: u32::try_from(name.len()).unwrap(),
                node: None,
                is_required: false,
                has_default: false,
            });
            schema.names.push_str(name);
        }
        let node = CompactNode {
            count: u32::try_from(names.len()).unwrap(),
            ..CompactNode::default()
        };
        let unknown = [
            "",
            "a\0\0",
            "ab",
            "abcdefghijklmno",
            "abcdefghijklmnops",
            "c",
            "zz",
        ];
        let wanted = || names.iter().chain(&unknown);
        for first in wanted() {
            for second in wanted() {
                let mut lookup = Lookup::new(&schema, &node);
                for name in [first, second] {
                    let found = lookup.find(name).map(|member| schema.name(member));
                    assert_eq!(
                        found,
                        names.contains(name).then_some(*name),
                        "{first:?}, then {second:?}"
                    );
                }
            }
        }
    }
}
