//! The known sizes, paths and costs of nodes.

use crate::ast::{Kind, Literal, NodeId};
use crate::types::Type;

use super::path::{SlicePath, SliceStep};
use super::{AssumedSize, EntrySizes, Estimate, Estimator, NodeState, PathSegment, SizeSource};

impl<S: SizeSource + ?Sized> Estimator<'_, S> {
    pub(super) fn state(&self, node: NodeId) -> NodeState {
        self.nodes.get(node.index()).copied().unwrap_or_default()
    }

    pub(super) fn cost(&self, node: NodeId) -> Estimate {
        self.state(node).cost
    }

    pub(super) fn set_cost(&mut self, node: NodeId, cost: Estimate) {
        if let Some(state) = self.nodes.get_mut(node.index()) {
            state.cost = cost;
        }
    }

    pub(super) fn path_of(&self, node: NodeId) -> SlicePath {
        self.local_of(node)
            .map_or_else(|| self.state(node).path, |local| local.path)
    }

    pub(super) fn set_path(&mut self, node: NodeId, path: SlicePath) {
        if let Some(state) = self.nodes.get_mut(node.index()) {
            state.path = path;
        }
    }

    pub(super) fn set_size(&mut self, node: NodeId, size: Option<Estimate>) {
        if let (Some(state), Some(size)) = (self.nodes.get_mut(node.index()), size) {
            state.size = Some(size);
        }
    }

    pub(super) fn entries_of(&self, node: NodeId) -> Option<EntrySizes> {
        self.state(node).entries.or_else(|| self.local_of(node)?.entries)
    }

    pub(super) fn set_entries(&mut self, node: NodeId, entries: EntrySizes) {
        if let Some(state) = self.nodes.get_mut(node.index()) {
            state.entries = Some(entries);
        }
    }

    pub(super) fn copy_sizes(&mut self, to: NodeId, from: NodeId) {
        let size = self.size_of(from);
        self.set_size(to, size);
        if let Some(entries) = self.entries_of(from) {
            self.set_entries(to, entries);
        }
    }

    /// Returns the size of a node from the first source that has it: the computed size, the literal, the
    /// schema at its path, its type, the variable that it refers to.
    pub(super) fn size_of(&mut self, node: NodeId) -> Option<Estimate> {
        if let Some(size) = self.state(node).size {
            return Some(size);
        }
        if let Some(size) = self.literal_size(node) {
            return Some(size);
        }
        if let Some(size) = self.size_at(self.path_of(node), node) {
            self.set_size(node, Some(size));
            return Some(size);
        }
        if self.is_scalar(self.checked.type_of(node)) {
            return Some(Estimate::ONE);
        }
        self.local_of(node).and_then(|local| local.size)
    }

    pub(super) fn literal_size(&self, node: NodeId) -> Option<Estimate> {
        let length = match self.ast().kind(node) {
            Kind::Literal(Literal::String(text)) => self.ast().text(text).chars().count(),
            Kind::Literal(Literal::Bytes(blob)) => self.ast().bytes(blob).len(),
            Kind::Literal(_) => 1,
            Kind::List { elements, .. } => elements.len(),
            Kind::Map(entries) => entries.len(),
            _ => return None,
        };
        Some(Estimate::exactly(u64::try_from(length).unwrap_or(u64::MAX)))
    }

    pub(super) fn is_scalar(&self, ty: Type) -> bool {
        match ty {
            Type::Bool | Type::Double | Type::Duration | Type::Int | Type::Timestamp | Type::Uint => true,
            // Nested optionals end: each level is one in the expression.
            Type::Optional(inner) => {
                let mut inner = self.checked.get(inner);
                while let Type::Optional(next) = inner {
                    inner = self.checked.get(next);
                }
                matches!(
                    inner,
                    Type::Bool | Type::Double | Type::Duration | Type::Int | Type::Timestamp | Type::Uint
                )
            }
            _ => false,
        }
    }

    /// Looks up a size in the schema. The first step is treated as the variable, whatever it is.
    pub(super) fn size_at(&mut self, path: SlicePath, node: NodeId) -> Option<Estimate> {
        let ast = self.ast();
        let (_, steps) = self.paths.steps(path).split_first()?;
        let mut segments = Vec::with_capacity(steps.len());
        for step in steps {
            segments.push(match step {
                SliceStep::Name(name) => PathSegment::Field(ast.text(*name)),
                SliceStep::Items => PathSegment::Items,
                SliceStep::Keys => PathSegment::Keys,
                SliceStep::Values => PathSegment::Values,
                SliceStep::Indices => return None,
            });
        }
        let size = self.sizes.size_of(&segments)?;
        if !size.bounded && !self.assumed.iter().any(|assumed| assumed.is_at(&segments)) {
            self.assumed.push(AssumedSize::new(&segments, size.max, node));
        }
        Some(Estimate::new(0, size.max))
    }
}
