//! The costs of comprehensions, and the sizes of their variables.

use crate::ast::{ComprehensionId, Kind, Literal, NodeId, Text};
use crate::types::Type;

use super::path::{SlicePath, SliceStep};
use super::{CostTask, ENTRY_SIZES_SINCE, Estimate, Estimator, LOOP_SIZES_SINCE, LoopLocal, SizeSource};

impl<S: SizeSource + ?Sized> Estimator<'_, S> {
    /// Declares the variables once the range and the initial value are known, and continues with the parts
    /// that run for each element.
    pub(super) fn loop_body(&mut self, node: NodeId, id: ComprehensionId) {
        let Some(fold) = self.ast().comprehension(id) else {
            return;
        };
        self.declare(fold.accu_var, fold.accu_init);
        let range = fold.iter_range;
        let sizes = self.entries_of(range);
        let is_list = match sizes {
            Some(sizes) => sizes.is_list,
            None => matches!(self.checked.type_of(range), Type::List(_)),
        };
        let (key, value) = (sizes.map(|sizes| sizes.key), sizes.map(|sizes| sizes.value));
        let (key_step, value_step) = if is_list {
            (SliceStep::Indices, SliceStep::Items)
        } else {
            (SliceStep::Keys, SliceStep::Values)
        };
        match fold.iter_var2 {
            Some(second) => {
                self.declare_element(fold.iter_var, range, key_step, key);
                self.declare_element(second, range, value_step, value);
            }
            None if is_list => self.declare_element(fold.iter_var, range, SliceStep::Items, value),
            None => self.declare_element(fold.iter_var, range, SliceStep::Keys, key),
        }
        self.work.extend_from_slice(&[
            CostTask::LoopResult(node, id),
            CostTask::Visit(fold.loop_step),
            CostTask::Visit(fold.loop_cond),
        ]);
    }

    pub(super) fn loop_result(&mut self, node: NodeId, id: ComprehensionId) {
        let Some(fold) = self.ast().comprehension(id) else {
            return;
        };
        let variables = if fold.iter_var2.is_some() { 2 } else { 1 };
        self.locals.truncate(self.locals.len().saturating_sub(variables));
        self.work
            .extend_from_slice(&[CostTask::LoopEnd(node, id), CostTask::Visit(fold.result)]);
    }

    pub(super) fn loop_end(&mut self, node: NodeId, id: ComprehensionId) {
        let Some(fold) = self.ast().comprehension(id) else {
            return;
        };
        self.locals.pop();
        let count = self.size_of(fold.iter_range).unwrap_or(Estimate::UNKNOWN);
        let once = self
            .cost(fold.iter_range)
            .plus(self.cost(fold.accu_init))
            .plus(self.cost(fold.result));
        let each = self.cost(fold.loop_step).plus(self.cost(fold.loop_cond));
        match self.ast().kind(fold.accu_init) {
            _ if self.server < LOOP_SIZES_SINCE => {}
            _ if self.server < ENTRY_SIZES_SINCE => self.set_size(node, Some(count)),
            Kind::Literal(_) => {
                let size = self.size_of(fold.accu_init);
                self.set_size(node, size);
            }
            Kind::List { .. } | Kind::Map(_) => {
                self.set_size(node, Some(count));
                if let Some(entries) = self.entries_of(fold.loop_step) {
                    self.set_entries(node, entries);
                }
            }
            _ => {}
        }
        self.loops.push((node, count));
        self.set_cost(node, once.plus(count.times(each)));
    }

    /// Checks whether a loop over an empty list only binds a name to a value.
    pub(super) fn is_bind(&self, id: ComprehensionId) -> bool {
        let Some(fold) = self.ast().comprehension(id) else {
            return false;
        };
        let over_nothing =
            matches!(self.ast().kind(fold.iter_range), Kind::List { elements, .. } if elements.is_empty());
        over_nothing
            && matches!(
                self.ast().kind(fold.loop_cond),
                Kind::Literal(Literal::Bool(false))
            )
    }

    pub(super) fn declare(&mut self, name: Text, value: NodeId) {
        if self.server < ENTRY_SIZES_SINCE {
            let path = match name {
                Text::ACCUMULATOR => SlicePath::default(),
                _ => self.paths.root(name),
            };
            self.locals.push(LoopLocal {
                name,
                path,
                size: None,
                entries: None,
            });
            return;
        }
        let path = self.path_of(value);
        let entries = self.entries_of(value);
        let size = self.size_of(value);
        self.locals.push(LoopLocal {
            name,
            path,
            size,
            entries,
        });
    }

    pub(super) fn declare_element(
        &mut self,
        name: Text,
        range: NodeId,
        step: SliceStep,
        size: Option<Estimate>,
    ) {
        let path = self.path_of(range);
        let path = self.paths.append(path, step);
        self.locals.push(LoopLocal {
            name,
            path,
            size,
            entries: None,
        });
    }
}
