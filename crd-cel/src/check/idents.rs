//! Resolves names: variables, types, and chains of selections that form one qualified name.

use super::TypeChecker;
use super::names::{NULL_VALUE, is_namespace, named_type};
use super::unify::is_provided;
use crate::ast::{Ast, Kind, NodeId, Nodes, Text};
use crate::checked::IDENT_REF;
use crate::decls::{self, Function};
use crate::types::{Type, TypeId};

/// The first server on which a name with a leading dot never refers to a loop variable, and keeps its dot if
/// a loop variable has the same name.
const GLOBAL_NAMES_SINCE: u8 = 37;

/// A qualified name that was written as a chain of selections.
pub(super) enum Rewrite {
    Ident(String),
    Call(&'static str, Nodes),
}

impl Rewrite {
    pub(super) fn apply(&self, ast: &mut Ast, node: NodeId) {
        let kind = match self {
            Self::Ident(name) => Kind::Ident(ast.add_text(name)),
            Self::Call(name, args) => Kind::Call {
                function: ast.add_text(name),
                target: None,
                args: *args,
            },
        };
        if let Some(node) = ast.node_mut(node) {
            node.kind = kind;
        }
    }
}

impl TypeChecker<'_, '_> {
    /// Returns the type of a declared name: a loop variable, a variable or a type.
    pub(super) fn lookup(&mut self, name: &str) -> Option<TypeId> {
        let absolute = name.strip_prefix('.');
        let name = absolute.unwrap_or(name);
        if absolute.is_none() || self.version.server() < GLOBAL_NAMES_SINCE {
            for (known, ty) in self.scopes.iter().rev() {
                if self.ast.text(*known) == name {
                    return Some(*ty);
                }
            }
        }
        for (known, ty) in self.variables {
            if *known == name {
                return Some(*ty);
            }
        }
        if name == NULL_VALUE {
            return Some(TypeId::INT);
        }
        let ty = named_type(name, self.version).or_else(|| self.provided(name))?;
        // Until 1.31 the types from the schema do not have type `type`.
        if self.version.server() <= 31 && matches!(name, "duration" | "timestamp") {
            return Some(ty);
        }
        Some(self.types.intern(Type::Type(Some(ty))))
    }

    /// Checks whether a name is that of a loop variable.
    pub(super) fn is_local(&self, name: &str) -> bool {
        self.scopes.iter().any(|(known, _)| self.ast.text(*known) == name)
    }

    /// Returns the variables of loops with their types, from the innermost one. Those that macros declare for themselves are left out:
    /// no expression can contain their names.
    pub(super) fn loop_variables(&self) -> impl Iterator<Item = (&str, TypeId)> {
        let variables = self.scopes.iter().rev();
        variables
            .map(|(name, ty)| (self.ast.text(*name), *ty))
            .filter(|(name, _)| !name.starts_with(['@', '#']))
    }

    /// Returns an object type that expressions may name.
    fn provided(&self, name: &str) -> Option<TypeId> {
        let ty = self.types.store.find_object(name)?;
        matches!(self.types.get(ty), Type::Object(object) if is_provided(object)).then_some(ty)
    }

    pub(super) fn ident(&mut self, node: NodeId, name: Text) {
        let text = self.ast.text(name);
        if let Some(ty) = self.lookup(text) {
            self.set_type(node, ty);
            self.set_reference(node, IDENT_REF);
            if let Some(plain) = text.strip_prefix('.')
                && !(self.version.server() >= GLOBAL_NAMES_SINCE && self.is_local(plain))
            {
                self.rewrites.push((node, Rewrite::Ident(plain.to_owned())));
            }
            return;
        }
        self.set_type(node, TypeId::ERROR);
        self.unknown_variable(node, text, name);
    }

    /// Checks whether a chain of selections is a declared name.
    pub(super) fn qualified_ident(&mut self, node: NodeId) -> bool {
        let Some(name) = self.qualified_name(node) else {
            return false;
        };
        let Some(ty) = self.lookup(&name) else {
            return false;
        };
        self.set_type(node, ty);
        self.set_reference(node, IDENT_REF);
        let plain = name.strip_prefix('.').unwrap_or(&name).to_owned();
        self.rewrites.push((node, Rewrite::Ident(plain)));
        true
    }

    /// Returns the dotted name of a chain of selections if any dotted name begins with its first part.
    fn qualified_name(&self, node: NodeId) -> Option<String> {
        let mut root = node;
        while let Kind::Select {
            operand,
            test_only: false,
            ..
        } = self.ast.kind(root)
        {
            root = operand;
        }
        let Kind::Ident(first) = self.ast.kind(root) else {
            return None;
        };
        let first = self.ast.text(first);
        if !self.is_namespace(first.strip_prefix('.').unwrap_or(first)) {
            return None;
        }
        let mut parts = Vec::new();
        let mut at = node;
        while let Kind::Select { operand, field, .. } = self.ast.kind(at) {
            parts.push(field);
            at = operand;
        }
        let mut name = first.to_owned();
        for part in parts.iter().rev() {
            name.push('.');
            name.push_str(self.ast.text(*part));
        }
        Some(name)
    }

    /// Checks whether a dotted name may begin with a word.
    fn is_namespace(&self, first: &str) -> bool {
        let dotted = |name: &str| name.strip_prefix(first).is_some_and(|rest| rest.starts_with('.'));
        is_namespace(first)
            || self.types.store.is_namespace(first)
            || self.variables.iter().any(|(name, _)| dotted(name))
    }

    /// Returns the function that `target.function` names, if the target is a namespace and not a value. All
    /// namespaces are single words.
    pub(super) fn namespaced(&self, target: NodeId, function: Text) -> Option<&'static Function> {
        let Kind::Ident(namespace) = self.ast.kind(target) else {
            return None;
        };
        let namespace = self.ast.text(namespace);
        let namespace = namespace.strip_prefix('.').unwrap_or(namespace);
        if !matches!(
            namespace,
            "optional" | "strings" | "sets" | "format" | "ip" | "lists"
        ) {
            return None;
        }
        let name = format!("{namespace}.{}", self.ast.text(function));
        decls::find(&name, self.version)
    }
}
