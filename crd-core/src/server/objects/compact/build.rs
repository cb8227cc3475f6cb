//! Builds the compact form of a schema.

use serde_json::Value;

use super::{
    Bounds, Checks, CompactMember, CompactNode, CompactSchema, NameKey, NodeDefault, NodeId, Patterns,
    RareChecks, TableIndex, flags, id_of, types,
};
use crate::KubeVersion;
use crate::model::sort::{distinct, sort_by};
use crate::model::structural::{Additional, ListType, Structural, ValueValidation};
use crate::server::formats::StringFormat;
use crate::server::objects::default;
use crate::server::objects::parts::{SchemaNode, ValidationPurpose, as_integers, format_of};
use crate::server::objects::view::is_meta_name;

impl CompactSchema {
    /// Builds the compact form of the schema of a resource.
    pub(in crate::server::objects) fn of(
        schema: &Structural,
        patterns: &Patterns,
        version: KubeVersion,
    ) -> Self {
        let mut builder = CompactBuilder {
            made: CompactSchema::default(),
            patterns,
            version,
            depth: 0,
        };
        builder.add(SchemaNode::Structural(schema), flags::RESOURCE);
        builder.made
    }
}

/// The maximum depth of nodes. No document has deeper schemas, and no object deeper values.
const DEEPEST: usize = 256;

struct CompactBuilder<'s> {
    made: CompactSchema,
    patterns: &'s Patterns,
    version: KubeVersion,
    /// Depth of the current node.
    depth: usize,
}

/// Returns the index after `count` entries; `None` if a table cannot have so many.
fn place(count: usize) -> Option<TableIndex> {
    u32::try_from(count).ok().and_then(TableIndex::new)
}

impl CompactBuilder<'_> {
    /// Adds a node and its descendants.
    fn add(&mut self, of: SchemaNode<'_>, given: u16) -> Option<TableIndex> {
        self.made.nodes.push(CompactNode {
            flags: flags::UNSURE,
            ..CompactNode::default()
        });
        let here = place(self.made.nodes.len())?;
        if self.depth == DEEPEST {
            return Some(here);
        }
        self.depth += 1;
        let node = self.node(of, given);
        self.depth -= 1;
        if let Some(place) = self.made.nodes.get_mut(here.get() as usize - 1) {
            *place = node;
        }
        Some(here)
    }

    fn node(&mut self, of: SchemaNode<'_>, given: u16) -> CompactNode {
        let mut node = CompactNode {
            flags: given,
            ..CompactNode::default()
        };
        let known = of.types(ValidationPurpose::Instance);
        for name in known {
            node.types |= match *name {
                "string" => types::STRING,
                "integer" => types::INTEGER,
                "number" => types::NUMBER,
                "boolean" => types::BOOLEAN,
                "object" => types::OBJECT,
                _ => types::ARRAY,
            };
        }
        let format = format_of(of, known, ValidationPurpose::Instance, self.version);
        let mut set = |flag, is_set| node.flags |= if is_set { flag } else { 0 };
        set(
            flags::UNSURE,
            of.unknown_type().is_some() || known.is_empty() && !format.is_empty(),
        );
        set(flags::NULLABLE, of.nullable());
        set(flags::CLOSED, of.closed(ValidationPurpose::Instance));
        if let Some(schema) = of.structural() {
            set(flags::PRESERVES, schema.preserve_unknown_fields);
            set(flags::RESOURCE, schema.is_embedded_resource());
            set(
                flags::OPEN,
                matches!(schema.additional(), Some(Additional::Bool(_))),
            );
            if let Some(served) = default::served(schema) {
                let is_in_metadata = given & flags::METADATA != 0;
                let given = schema.generic.default.clone().filter(|_| is_in_metadata);
                self.made.has_metadata_defaults |= is_in_metadata;
                self.made.defaults.push(NodeDefault {
                    served,
                    given: given.map(Box::new),
                });
                node.default = place(self.made.defaults.len());
            }
        }
        let checks = self.checks(of, known, format);
        match checks {
            Some(checks) if checks != Checks::NONE => {
                self.made.checks.push(checks);
                node.checks = place(self.made.checks.len());
            }
            Some(_) => {}
            None => node.flags |= flags::UNSURE,
        }
        let inherited = node.flags & flags::METADATA;
        // A member of a resource that is not a property may have the name of metadata.
        let of_members = if node.has(flags::RESOURCE) {
            flags::METADATA
        } else {
            inherited
        };
        node.items = of.items().and_then(|items| self.add(items, inherited));
        node.additional = of.additional().and_then(|values| self.add(values, of_members));
        self.members(of, &mut node);
        self.list_type(of, &mut node);
        let below = [node.items, node.additional];
        if below.into_iter().flatten().any(|below| self.has_defaults(below)) {
            node.flags |= flags::DEFAULTS;
        }
        node
    }

    /// Checks whether there are defaults at or below a node.
    fn has_defaults(&self, at: TableIndex) -> bool {
        let node = self.made.nodes.get(at.get() as usize - 1);
        node.is_some_and(|node| node.default.is_some() || node.has(flags::DEFAULTS))
    }

    /// Sets the kind of list of the node, and whether there are such lists below it.
    fn list_type(&mut self, of: SchemaNode<'_>, node: &mut CompactNode) {
        match of.structural().and_then(Structural::list_type) {
            Some(ListType::Set) => node.flags |= flags::SET | flags::LISTS,
            Some(ListType::Map(keys)) => {
                node.flags |= flags::MAP_LIST | flags::LISTS;
                if let [key] = &**keys {
                    self.made.keys.push(key.clone());
                    node.key = place(self.made.keys.len());
                }
            }
            Some(ListType::Atomic) | None => {}
        }
        let members = self.made.members_of(node).iter().filter_map(|member| member.node);
        let mut below = [node.items, node.additional].into_iter().flatten().chain(members);
        let has_lists =
            |below: TableIndex| matches!(self.made.node(id_of(below)), Some(node) if node.has(flags::LISTS));
        if below.any(has_lists) {
            node.flags |= flags::LISTS;
        }
    }

    fn members(&mut self, of: SchemaNode<'_>, node: &mut CompactNode) {
        let required = of
            .validation()
            .and_then(|validation| validation.required.as_deref())
            .into_iter()
            .flatten()
            .map(|name| &**name);
        let required = distinct(required.collect());
        let mut members = Vec::new();
        for (name, property) in of.properties() {
            let flags_below = match (node.has(flags::RESOURCE), is_meta_name(name)) {
                (true, true) => flags::METADATA,
                (true, false) => 0,
                (false, _) => node.flags & flags::METADATA,
            };
            let below = self.add(property, flags_below);
            let defaults = below.is_some_and(|below| self.has_defaults(below));
            let has_default = property
                .structural()
                .is_some_and(|property| property.generic.default.is_some());
            if defaults {
                node.flags |= flags::DEFAULTS;
            }
            node.defaulted += u32::from(has_default);
            members.push((name, below, has_default));
        }
        let undeclared = required.iter().filter(|name| of.property(name).is_none());
        members.extend(undeclared.map(|name| (*name, None, false)));
        sort_by(&mut members, &|left, right| left.0.cmp(right.0));
        node.first = u32::try_from(self.made.members.len()).unwrap_or(u32::MAX);
        node.count = u32::try_from(members.len()).unwrap_or(u32::MAX);
        node.required = u32::try_from(required.len()).unwrap_or(u32::MAX);
        for (name, below, has_default) in members {
            let member = CompactMember {
                key: NameKey::of(name),
                name: u32::try_from(self.made.names.len()).unwrap_or(u32::MAX),
                length: u32::try_from(name.len()).unwrap_or(u32::MAX),
                node: below,
                is_required: required.binary_search(&name).is_ok(),
                has_default,
            };
            self.made.names.push_str(name);
            self.made.members.push(member);
        }
    }

    /// Returns the restrictions on values; `None` if only the schema itself can check them.
    fn checks(&mut self, of: SchemaNode<'_>, known: &[&'static str], format: &str) -> Option<Checks> {
        let mut checks = Checks::NONE;
        checks.format = StringFormat::named(format);
        let nothing = ValueValidation::default();
        let validation = of.validation().unwrap_or(&nothing);
        if validation.unique_items {
            return None;
        }
        checks.lengths = Bounds::new(validation.min_length, validation.max_length);
        checks.members = validation.enum_.clone().unwrap_or_default();
        checks.texts = texts(&checks.members);
        if !validation.pattern.is_empty() {
            checks.pattern = u32::try_from(self.patterns.position(&validation.pattern)?).ok();
        }
        checks.numbers = as_integers(known, format, self.version, validation)?.map(Box::new);
        let rare = RareChecks {
            items: Bounds::new(validation.min_items, validation.max_items),
            properties: Bounds::new(validation.min_properties, validation.max_properties),
            any_of: self.branches(of.any_of())?,
            one_of: self.branches(of.one_of())?,
            all_of: self.branches(of.all_of())?,
            not: match of.not() {
                Some(branch) => Some(id_of(self.add(branch, 0)?)),
                None => None,
            },
        };
        checks.rare = (rare != RareChecks::NONE).then(|| Box::new(rare));
        Some(checks)
    }

    fn branches<'b>(&mut self, branches: impl Iterator<Item = SchemaNode<'b>>) -> Option<Vec<NodeId>> {
        branches.map(|branch| self.add(branch, 0).map(id_of)).collect()
    }
}

/// Encodes the members of an enumeration of short texts, each preceded by its length.
fn texts(members: &[Value]) -> Option<Box<[u8]>> {
    let mut all = Vec::new();
    for member in members {
        let text = member.as_str()?;
        all.push(u8::try_from(text.len()).ok()?);
        all.extend_from_slice(text.as_bytes());
    }
    (!all.is_empty()).then(|| all.into())
}

impl Checks {
    const NONE: Checks = Checks {
        lengths: Bounds::NONE,
        pattern: None,
        format: None,
        numbers: None,
        members: Vec::new(),
        texts: None,
        rare: None,
    };
}

impl RareChecks {
    const NONE: RareChecks = RareChecks {
        items: Bounds::NONE,
        properties: Bounds::NONE,
        any_of: Vec::new(),
        one_of: Vec::new(),
        all_of: Vec::new(),
        not: None,
    };
}
