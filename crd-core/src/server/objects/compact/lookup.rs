//! Finds members by the first bytes of their names.

use super::{CompactMember, CompactNode, CompactSchema};

/// The first sixteen bytes of a name as a number, with zeros behind shorter names. Names are in the order of their keys; two
/// have the same key if they begin alike, or differ in zeros at their ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct NameKey(u128);

impl NameKey {
    pub(super) fn of(name: &str) -> Self {
        let (first, second) = match name.as_bytes().split_at_checked(8) {
            Some((first, second)) => (head(first), head(second)),
            None => (head(name.as_bytes()), 0),
        };
        NameKey(u128::from(first) << 64 | u128::from(second))
    }
}

/// The first eight bytes as a number, with zeros behind fewer.
fn head(bytes: &[u8]) -> u64 {
    if let Some(whole) = bytes.first_chunk() {
        return u64::from_be_bytes(*whole);
    }
    match (bytes.first_chunk(), bytes.last_chunk()) {
        // Four to seven bytes: both chunks have the bytes in the middle.
        (Some(first), Some(last)) => {
            let (first, last) = (u32::from_be_bytes(*first), u32::from_be_bytes(*last));
            u64::from(first) << 32 | u64::from(last) << (64 - 8 * bytes.len())
        }
        _ => bytes
            .iter()
            .rev()
            .fold(0, |number, byte| number >> 8 | u64::from(*byte) << 56),
    }
}

/// Finds the members of one object, which are mostly asked for in the order of their names.
pub(super) struct Lookup<'s> {
    schema: &'s CompactSchema,
    members: &'s [CompactMember],
    /// The place behind the last member that was found.
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

    /// The member of a name.
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
