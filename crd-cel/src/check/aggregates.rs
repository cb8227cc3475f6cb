//! Checks lists, maps and messages.

use super::names::{message_fields, message_name, named_fields};
use super::unify::is_opaque;
use super::{CheckTask, MessageType, TypeChecker};
use crate::ast::{Entries, EntryKey, Kind, NodeId, Text};
use crate::checked::IDENT_REF;
use crate::mistake::MismatchPlace;
use crate::types::{Type, TypeId};

impl TypeChecker<'_, '_> {
    /// Returns the common type of two elements: `dyn` if they differ. (A difference that is an error is
    /// detected when the types are final.)
    fn join(&mut self, before: Option<TypeId>, ty: TypeId) -> TypeId {
        match before {
            None => ty,
            Some(before) if self.types.assignable(before, ty) => self.types.most_general(before, ty),
            Some(_) => TypeId::DYN,
        }
    }

    /// Returns the type of an element: the optional's value type if it was written with `?`.
    fn element(&mut self, node: NodeId, optional: bool) -> TypeId {
        let ty = self.type_of(node);
        if !optional {
            return ty;
        }
        let (inner, is_optional) = self.unwrap_optional(ty);
        if !is_optional && !matches!(self.types.get(inner), Type::Dyn | Type::Any) {
            let wanted = self.types.optional(inner);
            self.mismatch(node, wanted, inner, MismatchPlace::OptionalEntry);
        }
        inner
    }

    pub(super) fn list(&mut self, node: NodeId, next: usize, mut joined: Option<TypeId>) {
        let Kind::List { elements, optional } = self.ast.kind(node) else {
            return;
        };
        let elements = self.ast.nodes(elements);
        if let Some((before, &element)) = next.checked_sub(1).and_then(|at| Some((at, elements.get(at)?))) {
            let ty = self.element(element, self.ast.is_optional(optional, before));
            joined = Some(self.join(joined, ty));
        }
        if let Some(&element) = elements.get(next) {
            self.tasks.extend_from_slice(&[
                CheckTask::List {
                    node,
                    next: next + 1,
                    joined,
                },
                CheckTask::Node(element),
            ]);
            return;
        }
        let element = joined.unwrap_or_else(|| self.types.variable());
        let ty = self.types.list(element);
        self.set_type(node, ty);
    }

    pub(super) fn map(
        &mut self,
        node: NodeId,
        next: usize,
        stage: u8,
        joined: Option<(TypeId, TypeId)>,
        key: TypeId,
    ) {
        let Kind::Map(entries) = self.ast.kind(node) else {
            return;
        };
        let Some(entry) = self.ast.entries(entries).get(next) else {
            let (key, value) = joined.unwrap_or_else(|| (self.types.variable(), self.types.variable()));
            let ty = self.types.map(key, value);
            self.set_type(node, ty);
            return;
        };
        let EntryKey::Expr(key_node) = entry.key else {
            return;
        };
        match stage {
            0 => self.tasks.extend_from_slice(&[
                CheckTask::Map {
                    node,
                    next,
                    stage: 1,
                    joined,
                    key,
                },
                CheckTask::Node(key_node),
            ]),
            1 => {
                let ty = self.type_of(key_node);
                let key = self.join(joined.map(|(key, _)| key), ty);
                self.tasks.extend_from_slice(&[
                    CheckTask::Map {
                        node,
                        next,
                        stage: 2,
                        joined,
                        key,
                    },
                    CheckTask::Node(entry.value),
                ]);
            }
            _ => {
                let ty = self.element(entry.value, entry.optional);
                let value = self.join(joined.map(|(_, value)| value), ty);
                self.tasks.push(CheckTask::Map {
                    node,
                    next: next + 1,
                    stage: 0,
                    joined: Some((key, value)),
                    key,
                });
            }
        }
    }

    pub(super) fn message(&mut self, node: NodeId, type_name: Text) {
        let name = self.ast.text(type_name);
        let Some(ident) = self.lookup(name) else {
            self.set_type(node, TypeId::ERROR);
            self.unknown_type(node, name, type_name);
            return;
        };
        // Since 1.37 the server accepts only types here.
        if self.version.server() >= 37 && !matches!(self.types.get(ident), Type::Type(_)) {
            self.set_type(node, TypeId::ERROR);
            self.unknown_type(node, name, type_name);
            return;
        }
        self.set_reference(node, IDENT_REF);
        let (result, message) = match self.types.get(ident) {
            Type::Type(Some(ty)) => match (message_name(self.types.get(ty)), self.types.get(ty)) {
                // `list` and `map` are generic types, not the message types of lists and maps.
                (Some(known), _) if !matches!(name, "list" | "map") => (ty, MessageType::Known(known)),
                (_, Type::Object(_)) if !is_opaque(ty) => (ty, MessageType::Object(ty)),
                _ => {
                    self.not_a_message(node, ty);
                    (TypeId::ERROR, MessageType::Unknown(type_name))
                }
            },
            Type::Error => (TypeId::ERROR, MessageType::Unknown(type_name)),
            _ => {
                self.not_a_type(node, ident);
                (TypeId::ERROR, MessageType::Unknown(type_name))
            }
        };
        self.set_type(node, result);
        self.tasks.push(CheckTask::Field {
            node,
            next: 0,
            message,
        });
    }

    /// Checks the field before `next`, whose value is checked, and continues with the field at `next`.
    pub(super) fn field(&mut self, node: NodeId, next: usize, message: MessageType) {
        let Kind::Struct { entries, .. } = self.ast.kind(node) else {
            return;
        };
        if let Some(before) = next.checked_sub(1) {
            self.field_value(entries, before, message);
        }
        if let Some(entry) = self.ast.entries(entries).get(next) {
            self.tasks.extend_from_slice(&[
                CheckTask::Field {
                    node,
                    next: next + 1,
                    message,
                },
                CheckTask::Node(entry.value),
            ]);
        }
    }

    fn field_value(&mut self, entries: Entries, at: usize, message: MessageType) {
        let Some(entry) = self.ast.entries(entries).get(at) else {
            return;
        };
        let EntryKey::Field(field) = entry.key else { return };
        let name = self.ast.text(field);
        let fields = match message {
            MessageType::Known(message) => message_fields(message),
            MessageType::Object(_) => None,
            MessageType::Unknown(name) => named_fields(self.ast.text(name)),
        };
        let ty = match (fields, message) {
            (Some(fields), _) => {
                let found = fields.iter().find(|(known, _)| *known == name).map(|(_, ty)| *ty);
                if found.is_none() {
                    self.undefined_message_field(entry, field, fields);
                }
                found
            }
            (None, MessageType::Object(object)) => self.message_field(entry, object, field),
            (None, MessageType::Known(message)) => self.failed_entry(entry, message),
            (None, MessageType::Unknown(message)) => self.failed_entry(entry, self.ast.text(message)),
        };
        let value = self.element(entry.value, entry.optional);
        let ty = ty.unwrap_or(TypeId::ERROR);
        if !self.types.assignable(ty, value) {
            self.field_mismatch(entry, field, ty, value);
        }
    }
}
