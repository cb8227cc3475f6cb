//! Checks comprehensions: the types of their variables and of their results.

use super::{CheckTask, TypeChecker};
use crate::ast::{Comprehension, Kind, NodeId};
use crate::mistake::MismatchPlace;
use crate::types::{Type, TypeId};

impl TypeChecker<'_, '_> {
    fn loop_of(&self, node: NodeId) -> Option<Comprehension> {
        match self.ast.kind(node) {
            Kind::Comprehension(id) => self.ast.comprehension(id).copied(),
            _ => None,
        }
    }

    pub(super) fn loop_body(&mut self, node: NodeId) {
        let Some(lap) = self.loop_of(node) else { return };
        let range = self.type_of(lap.iter_range);
        let range = self.types.resolve(range);
        let accu = self.type_of(lap.accu_init);
        self.scopes.push((lap.accu_var, accu));
        let two = lap.iter_var2.is_some();
        let (first, second) = match self.types.get(range) {
            Type::List(element) if two => (TypeId::INT, element),
            Type::List(element) => (element, element),
            Type::Map(key, value) => (key, value),
            Type::Dyn | Type::Error | Type::Var(_) => {
                self.types.assignable(TypeId::DYN, range);
                (TypeId::DYN, TypeId::DYN)
            }
            _ => {
                self.bad_range(lap.iter_range, range);
                (TypeId::ERROR, TypeId::ERROR)
            }
        };
        self.scopes.push((lap.iter_var, first));
        if let Some(name) = lap.iter_var2 {
            self.scopes.push((name, second));
        }
        self.tasks.extend_from_slice(&[
            CheckTask::LoopResult(node, accu),
            CheckTask::Node(lap.loop_step),
            CheckTask::Node(lap.loop_cond),
        ]);
    }

    pub(super) fn loop_result(&mut self, node: NodeId, accu: TypeId) {
        let Some(lap) = self.loop_of(node) else { return };
        self.assert_type(lap.loop_cond, TypeId::BOOL);
        self.assert_type(lap.loop_step, accu);
        self.scopes.truncate(
            self.scopes
                .len()
                .saturating_sub(1 + usize::from(lap.iter_var2.is_some())),
        );
        self.tasks
            .extend_from_slice(&[CheckTask::LoopEnd(node), CheckTask::Node(lap.result)]);
    }

    pub(super) fn loop_end(&mut self, node: NodeId) {
        let Some(lap) = self.loop_of(node) else { return };
        self.scopes.pop();
        let ty = self.type_of(lap.result);
        let ty = self.types.resolve(ty);
        self.set_type(node, ty);
    }

    fn assert_type(&mut self, node: NodeId, wanted: TypeId) {
        let ty = self.type_of(node);
        if !self.types.assignable(wanted, ty) {
            self.mismatch(node, wanted, ty, MismatchPlace::LoopStep);
        }
    }
}
