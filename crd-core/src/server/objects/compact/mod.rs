//! A schema in the form that the admission of most objects uses: small adjacent nodes, in the order in which
//! objects are walked. It quickly determines that an object needs no change and has no error, and it sets
//! defaults. The errors and their reasons are found by the walks over the schema itself.
//!
//! ```text
//! {type: object, required: [a], properties: {a: {type: integer, maximum: 3}, b: {default: 1}}}
//!
//! nodes    0: object, members 0..2, 1 required, 1 with a default   1: integer, checks 0   2: any, default 0
//! members  a: node 1, required                                     b: node 2, with a default
//! ```

mod build;
mod fill;
mod lists;
mod lookup;
mod name_key;
mod survey;
#[cfg(test)]
mod tests;
mod valid;

use serde_json::Value;

use self::name_key::NameKey;
use super::parts::{IntegerBounds, Patterns};
use crate::server::formats::StringFormat;

#[cfg(feature = "eval")]
pub(super) use survey::Survey;

/// A schema.
#[derive(Clone, Debug, Default)]
pub(super) struct CompactSchema {
    nodes: Vec<CompactNode>,
    members: Vec<CompactMember>,
    /// The concatenated names of all members.
    names: String,
    checks: Vec<Checks>,
    defaults: Vec<NodeDefault>,
    /// Whether there are defaults inside the metadata of a resource.
    has_metadata_defaults: bool,
    /// Keys of map lists.
    keys: Vec<Box<str>>,
}

/// The default of a node.
#[derive(Clone, Debug)]
struct NodeDefault {
    /// The default as served outside of metadata.
    served: Value,
    /// The default as in the schema, for nodes that may be inside metadata.
    given: Option<Box<Value>>,
}

/// The index of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NodeId(u32);

impl NodeId {
    /// The schema of whole objects.
    pub(super) const ROOT: NodeId = NodeId(0);
}

/// A node of a schema.
#[derive(Clone, Copy, Debug, Default)]
struct CompactNode {
    /// Index of its first member, and number of members; they are sorted by name.
    first: u32,
    count: u32,
    /// Number of required members, and number of members with a default.
    required: u32,
    defaulted: u32,
    items: Option<TableIndex>,
    additional: Option<TableIndex>,
    checks: Option<TableIndex>,
    default: Option<TableIndex>,
    /// The key of a map list with a single key.
    key: Option<TableIndex>,
    types: u8,
    flags: u16,
}

/// A one-based index into a table.
type TableIndex = std::num::NonZeroU32;

/// The types that a value may have; none means any.
mod types {
    pub(super) const STRING: u8 = 1;
    pub(super) const INTEGER: u8 = 2;
    pub(super) const NUMBER: u8 = 4;
    pub(super) const BOOLEAN: u8 = 8;
    pub(super) const OBJECT: u8 = 16;
    pub(super) const ARRAY: u8 = 32;
}

mod flags {
    /// Null is a valid value.
    pub(super) const NULLABLE: u16 = 1;
    /// Unknown members are kept.
    pub(super) const PRESERVES: u16 = 2;
    /// The server's own members are not those of the schema.
    pub(super) const RESOURCE: u16 = 4;
    /// Members that are not properties are errors.
    pub(super) const CLOSED: u16 = 8;
    /// Members that are not properties are known, but have no schema.
    pub(super) const OPEN: u16 = 16;
    /// Validation requires the schema itself.
    pub(super) const UNSURE: u16 = 32;
    /// There are defaults at or below the node.
    pub(super) const DEFAULTS: u16 = 64;
    /// There are sets or map lists at or below the node.
    pub(super) const LISTS: u16 = 128;
    /// The node is a set.
    pub(super) const SET: u16 = 256;
    /// The node is a map list.
    pub(super) const MAP_LIST: u16 = 512;
    /// The node may be inside the metadata of a resource.
    pub(super) const METADATA: u16 = 1024;
}

/// A named member of a node.
#[derive(Clone, Copy, Debug)]
struct CompactMember {
    /// The key for finding it.
    key: NameKey,
    name: u32,
    length: u32,
    /// `None` if the name is required but no property has it.
    node: Option<TableIndex>,
    is_required: bool,
    has_default: bool,
}

/// The restrictions on the values of a node.
#[derive(Clone, Debug, PartialEq)]
struct Checks {
    lengths: Bounds,
    pattern: Option<u32>,
    format: Option<StringFormat>,
    numbers: Option<Box<IntegerBounds>>,
    /// The members of an enumeration; none if there is no enumeration.
    members: Vec<Value>,
    /// The same, if all are short texts: each preceded by its length.
    texts: Option<Box<[u8]>>,
    rare: Option<Box<RareChecks>>,
}

/// The restrictions that few nodes have.
#[derive(Clone, Debug, PartialEq)]
struct RareChecks {
    /// Bounds of the length of lists.
    items: Bounds,
    /// Bounds of the number of members of objects.
    properties: Bounds,
    any_of: Vec<NodeId>,
    one_of: Vec<NodeId>,
    all_of: Vec<NodeId>,
    not: Option<NodeId>,
}

/// Bounds of a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Bounds {
    least: i64,
    most: i64,
}

impl Bounds {
    const NONE: Bounds = Bounds {
        least: i64::MIN,
        most: i64::MAX,
    };

    fn new(least: Option<i64>, most: Option<i64>) -> Self {
        Bounds {
            least: least.unwrap_or(i64::MIN),
            most: most.unwrap_or(i64::MAX),
        }
    }

    fn contain(self, count: usize) -> bool {
        let count = i64::try_from(count).unwrap_or(i64::MAX);
        (self.least..=self.most).contains(&count)
    }
}

impl CompactSchema {
    fn node(&self, id: NodeId) -> Option<&CompactNode> {
        self.nodes.get(id.0 as usize)
    }

    fn members_of(&self, node: &CompactNode) -> &[CompactMember] {
        let first = node.first as usize;
        self.members
            .get(first..first + node.count as usize)
            .unwrap_or_default()
    }

    fn name(&self, member: &CompactMember) -> &str {
        let first = member.name as usize;
        self.names
            .get(first..first + member.length as usize)
            .unwrap_or_default()
    }

    /// Returns the node of the elements of a list.
    pub(super) fn items_of(&self, id: NodeId) -> Option<NodeId> {
        self.node(id)?.items.map(id_of)
    }
}

impl CompactNode {
    fn has(&self, flag: u16) -> bool {
        self.flags & flag != 0
    }
}

fn id_of(place: TableIndex) -> NodeId {
    NodeId(place.get() - 1)
}
