//! Checks selections of fields.

use super::TypeChecker;
use super::unify::{is_opaque, is_provided};
use crate::ast::{Kind, Literal, NodeId, Text};
use crate::decls;
use crate::parse::is_reserved;
use crate::types::{ObjectType, Type, TypeId};
use crate::version::CompatVersion;

/// The first environment in which a field named like a reserved word can be written unescaped, not only escaped.
const RESERVED_FIELDS_SINCE: u8 = 31;

/// Returns the type of a field. A property with the name of a reserved word is declared as `__namespace__`.
pub(super) fn field_of(object: &ObjectType, name: &str, version: CompatVersion) -> Option<TypeId> {
    let escaped = || {
        let applies = version.has(RESERVED_FIELDS_SINCE) && is_reserved(name);
        applies.then(|| object.field(&format!("__{name}__"))).flatten()
    };
    object.field(name).or_else(escaped)
}

/// The form of a field selection.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SelectionForm {
    /// `x.field`
    Plain,
    /// `x.?field`
    Optional,
}

impl TypeChecker<'_, '_> {
    pub(super) fn select(&mut self, node: NodeId) {
        let Kind::Select {
            operand,
            field,
            test_only,
        } = self.ast.kind(node)
        else {
            return;
        };
        let mut ty = self.select_field(node, operand, field, SelectionForm::Plain);
        if test_only {
            ty = TypeId::BOOL;
        }
        let ty = self.types.resolve(ty);
        self.set_type(node, ty);
    }

    pub(super) fn opt_select(&mut self, node: NodeId) {
        let Kind::Call { args, .. } = self.ast.kind(node) else {
            return;
        };
        let &[operand, name] = self.ast.nodes(args) else {
            return;
        };
        let Kind::Literal(Literal::String(field)) = self.ast.kind(name) else {
            return;
        };
        let ty = self.select_field(node, operand, field, SelectionForm::Optional);
        let ty = self.types.resolve(ty);
        self.set_type(node, ty);
        self.set_type(name, TypeId::STRING);
        if let Some(function) = decls::find_fixed(Text::OPT_SELECT, self.version) {
            let start = self.overloads.len();
            self.overloads.extend(function.overloads.first());
            self.set_overloads(node, start);
        }
    }

    fn select_field(
        &mut self,
        node: NodeId,
        operand: NodeId,
        field: Text,
        selection: SelectionForm,
    ) -> TypeId {
        let operand_type = self.type_of(operand);
        let operand_type = self.types.resolve(operand_type);
        let (target, is_optional) = self.unwrap_optional(operand_type);
        let result = match self.types.get(target) {
            Type::Map(_, value) => value,
            Type::Object(_) if !is_opaque(target) => self.object_field(node, target, field),
            Type::Var(_) => {
                self.types.assignable(TypeId::DYN, target);
                TypeId::DYN
            }
            Type::Dyn | Type::Any | Type::Error => TypeId::DYN,
            _ => {
                self.not_selectable(node, field, target, operand_type);
                TypeId::DYN
            }
        };
        if is_optional || selection == SelectionForm::Optional {
            self.types.optional(result)
        } else {
            result
        }
    }

    fn object_field(&mut self, node: NodeId, target: TypeId, field: Text) -> TypeId {
        let Type::Object(object) = self.types.get(target) else {
            return TypeId::ERROR;
        };
        let object_type = self.types.store.object_type(object);
        if !is_provided(object) {
            self.failed_resolution(node, field, target);
            return TypeId::ERROR;
        }
        let found = field_of(object_type, self.ast.text(field), self.version);
        if found.is_none() {
            self.undefined_field(node, field, object_type);
        }
        found.unwrap_or(TypeId::ERROR)
    }

    pub(super) fn unwrap_optional(&self, ty: TypeId) -> (TypeId, bool) {
        match self.types.get(ty) {
            Type::Optional(inner) => (inner, true),
            _ => (ty, false),
        }
    }
}
