//! The type checker.
//!
//! A walk over the tree with a stack of its own (the tree may be much deeper than the source, once
//! macros are expanded), in cel-go's order, as bindings of type variables and thereby verdicts
//! depend on it.

mod aggregates;
mod calls;
mod names;
mod report;
mod unify;

use crate::ast::{Ast, Comprehension, Kind, Literal, NodeId, Nodes, Text};
use crate::checked::{Checked, IDENT_REF, NO_REF};
use crate::decls::{self, Function, Overload};
use crate::issue::Issues;
use crate::literal;
use crate::parse::is_reserved;
use crate::types::{ObjectType, Type, TypeId, TypeStore};
use crate::version::CompatVersion;
use names::{NULL_VALUE, is_namespace, named_type};
use unify::{Types, is_opaque, is_provided};

/// Checks a tree.
pub(crate) fn check<'e>(
    ast: Ast,
    store: &'e TypeStore,
    version: CompatVersion,
    variables: &[(&str, TypeId)],
) -> Result<Checked<'e>, Issues> {
    let mut checker = Checker {
        ast: &ast,
        version,
        variables,
        types: Types::new(store),
        issues: Issues::default(),
        node_types: vec![TypeId::DYN; ast.len()],
        node_refs: vec![NO_REF; ast.len()],
        overloads: Vec::new(),
        rewrites: Vec::new(),
        scopes: Vec::new(),
        tasks: Vec::new(),
        args: Vec::new(),
    };
    if let Some(root) = ast.root() {
        checker.run(root);
    }
    if checker.types.exhausted() {
        checker.too_large();
    }
    for ty in &mut checker.node_types {
        *ty = checker.types.finish(*ty);
    }
    let Checker {
        types,
        issues,
        node_types,
        node_refs,
        overloads,
        rewrites,
        ..
    } = checker;
    if !issues.is_empty() {
        return Err(issues.sorted(ast.source()));
    }
    let mut checked = Checked {
        store,
        local: types.local,
        ast,
        node_types,
        node_refs,
        overloads,
    };
    for (node, rewrite) in &rewrites {
        apply(&mut checked.ast, *node, rewrite);
    }
    let issues = Issues::of(literal::validate(&checked, version));
    if issues.is_empty() {
        Ok(checked)
    } else {
        Err(issues.sorted(checked.ast.source()))
    }
}

/// The first environment in which a reserved word names a field as it is, and not only in its escaped form.
const RESERVED_FIELDS_SINCE: u8 = 31;

/// The type of a field. A property with the name of a reserved word is declared as `__namespace__`.
fn field_of(object: &ObjectType, name: &str, version: CompatVersion) -> Option<TypeId> {
    let escaped = || {
        let applies = version.has(RESERVED_FIELDS_SINCE) && is_reserved(name);
        applies.then(|| object.field(&format!("__{name}__"))).flatten()
    };
    object.field(name).or_else(escaped)
}

/// A qualified name that was written as a chain of selections.
enum Rewrite {
    Ident(String),
    Call(&'static str, Nodes),
}

fn apply(ast: &mut Ast, id: NodeId, rewrite: &Rewrite) {
    let kind = match rewrite {
        Rewrite::Ident(name) => Kind::Ident(ast.add_text(name)),
        Rewrite::Call(name, args) => Kind::Call {
            function: ast.add_text(name),
            target: None,
            args: *args,
        },
    };
    if let Some(node) = ast.node_mut(id) {
        node.kind = kind;
    }
}

/// What is to be done next; the last of the stack first.
#[derive(Clone, Copy)]
enum Task {
    /// Check a node.
    Node(NodeId),
    /// The operand of a selection is checked.
    Select(NodeId),
    /// The operand of `?.` is checked.
    OptSelect(NodeId),
    /// The arguments of a call are checked, and its target.
    Call(NodeId, Option<&'static Function>),
    /// Elements before `next` are checked; all but the last are joined.
    List {
        node: NodeId,
        next: usize,
        joined: Option<TypeId>,
    },
    /// Entries before `next` are done; of that one, `stage` parts are checked.
    Map {
        node: NodeId,
        next: usize,
        stage: u8,
        joined: Option<(TypeId, TypeId)>,
        key: TypeId,
    },
    /// The value of a field is checked.
    Field {
        node: NodeId,
        next: usize,
        message: Message,
    },
    /// Range and first value of a loop are checked.
    LoopBody(NodeId),
    /// Condition and step are checked.
    LoopResult(NodeId, TypeId),
    /// The result is checked.
    LoopEnd(NodeId),
}

/// The message a literal makes.
#[derive(Clone, Copy)]
enum Message {
    Known(&'static str),
    Object(TypeId),
    /// Not a message; the error is reported for each field once more.
    Unknown(Text),
}

struct Checker<'a, 'e> {
    ast: &'a Ast,
    version: CompatVersion,
    variables: &'a [(&'a str, TypeId)],
    types: Types<'e>,
    issues: Issues,
    node_types: Vec<TypeId>,
    node_refs: Vec<(u32, u32)>,
    overloads: Vec<&'static Overload>,
    rewrites: Vec<(NodeId, Rewrite)>,
    /// Loop variables, innermost last.
    scopes: Vec<(Text, TypeId)>,
    tasks: Vec<Task>,
    /// Argument types of the call being resolved.
    args: Vec<TypeId>,
}

impl Checker<'_, '_> {
    fn run(&mut self, root: NodeId) {
        self.tasks.push(Task::Node(root));
        while let Some(task) = self.tasks.pop() {
            match task {
                Task::Node(node) => self.node(node),
                Task::Select(node) => self.select(node),
                Task::OptSelect(node) => self.opt_select(node),
                Task::Call(node, function) => self.call(node, function),
                Task::List { node, next, joined } => self.list(node, next, joined),
                Task::Map {
                    node,
                    next,
                    stage,
                    joined,
                    key,
                } => self.map(node, next, stage, joined, key),
                Task::Field { node, next, message } => self.field(node, next, message),
                Task::LoopBody(node) => self.loop_body(node),
                Task::LoopResult(node, accu) => self.loop_result(node, accu),
                Task::LoopEnd(node) => self.loop_end(node),
            }
            if self.types.exhausted() {
                return;
            }
        }
    }

    fn type_of(&self, node: NodeId) -> TypeId {
        self.node_types
            .get(node.index())
            .copied()
            .unwrap_or(TypeId::ERROR)
    }

    fn set_type(&mut self, node: NodeId, ty: TypeId) {
        if let Some(place) = self.node_types.get_mut(node.index()) {
            *place = ty;
        }
    }

    fn set_reference(&mut self, node: NodeId, reference: (u32, u32)) {
        if let Some(place) = self.node_refs.get_mut(node.index()) {
            *place = reference;
        }
    }

    fn node(&mut self, node: NodeId) {
        match self.ast.kind(node) {
            Kind::Unspecified => self.set_type(node, TypeId::ERROR),
            Kind::Literal(literal) => self.set_type(node, literal_type(literal)),
            Kind::Ident(name) => self.ident(node, name),
            Kind::Select {
                operand, test_only, ..
            } => {
                if !test_only && self.qualified_ident(node) {
                    return;
                }
                self.tasks
                    .extend_from_slice(&[Task::Select(node), Task::Node(operand)]);
            }
            Kind::Call {
                function: Text::OPT_SELECT,
                args,
                ..
            } => {
                self.tasks.push(Task::OptSelect(node));
                if let Some(operand) = self.ast.nodes(args).first() {
                    self.tasks.push(Task::Node(*operand));
                }
            }
            Kind::Call {
                function,
                target,
                args,
            } => {
                let namespaced = target.and_then(|target| self.namespaced(target, function));
                self.tasks.push(Task::Call(node, namespaced));
                if let (Some(target), None) = (target, namespaced) {
                    self.tasks.push(Task::Node(target));
                }
                for arg in self.ast.nodes(args).iter().rev() {
                    self.tasks.push(Task::Node(*arg));
                }
            }
            Kind::List { .. } => self.tasks.push(Task::List {
                node,
                next: 0,
                joined: None,
            }),
            Kind::Map(_) => {
                self.tasks.push(Task::Map {
                    node,
                    next: 0,
                    stage: 0,
                    joined: None,
                    key: TypeId::DYN,
                });
            }
            Kind::Struct { type_name, .. } => self.message(node, type_name),
            Kind::Comprehension(id) => {
                let Some(Comprehension {
                    iter_range,
                    accu_init,
                    ..
                }) = self.ast.comprehension(id)
                else {
                    return;
                };
                self.tasks.extend_from_slice(&[
                    Task::LoopBody(node),
                    Task::Node(*accu_init),
                    Task::Node(*iter_range),
                ]);
            }
        }
    }

    // Names.

    /// The type of a name that is declared: a loop variable, a variable, a type.
    fn lookup(&mut self, name: &str) -> Option<TypeId> {
        let name = name.strip_prefix('.').unwrap_or(name);
        if let Some((_, ty)) = self
            .scopes
            .iter()
            .rev()
            .find(|(known, _)| self.ast.text(*known) == name)
        {
            return Some(*ty);
        }
        if let Some((_, ty)) = self.variables.iter().find(|(known, _)| *known == name) {
            return Some(*ty);
        }
        if name == NULL_VALUE {
            return Some(TypeId::INT);
        }
        let ty = named_type(name, self.version).or_else(|| self.provided(name))?;
        Some(self.types.intern(Type::Type(Some(ty))))
    }

    /// An object type expressions may name.
    fn provided(&self, name: &str) -> Option<TypeId> {
        let ty = self.types.store.find_object(name)?;
        matches!(self.types.get(ty), Type::Object(object) if is_provided(object)).then_some(ty)
    }

    fn ident(&mut self, node: NodeId, name: Text) {
        let text = self.ast.text(name);
        if let Some(ty) = self.lookup(text) {
            self.set_type(node, ty);
            self.set_reference(node, IDENT_REF);
            if let Some(plain) = text.strip_prefix('.') {
                self.rewrites.push((node, Rewrite::Ident(plain.to_owned())));
            }
            return;
        }
        self.set_type(node, TypeId::ERROR);
        self.undeclared(node, text, name, None);
    }

    /// Whether a chain of selections is a declared name.
    fn qualified_ident(&mut self, node: NodeId) -> bool {
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

    /// The dotted name of a chain of selections, when any dotted name begins with its first part.
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

    /// Whether a dotted name may begin with a word.
    fn is_namespace(&self, first: &str) -> bool {
        let dotted = |name: &str| name.strip_prefix(first).is_some_and(|rest| rest.starts_with('.'));
        is_namespace(first)
            || self.types.store.is_namespace(first)
            || self.variables.iter().any(|(name, _)| dotted(name))
    }

    /// The function `target.function` is, if the target is no value but a namespace. All namespaces
    /// are single words.
    fn namespaced(&self, target: NodeId, function: Text) -> Option<&'static Function> {
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

    // Selections.

    fn select(&mut self, node: NodeId) {
        let Kind::Select {
            operand,
            field,
            test_only,
        } = self.ast.kind(node)
        else {
            return;
        };
        let mut ty = self.select_field(node, operand, field, false);
        if test_only {
            ty = TypeId::BOOL;
        }
        let ty = self.types.resolve(ty);
        self.set_type(node, ty);
    }

    fn opt_select(&mut self, node: NodeId) {
        let Kind::Call { args, .. } = self.ast.kind(node) else {
            return;
        };
        let &[operand, name] = self.ast.nodes(args) else {
            return;
        };
        let Kind::Literal(Literal::String(field)) = self.ast.kind(name) else {
            return;
        };
        let ty = self.select_field(node, operand, field, true);
        let ty = self.types.resolve(ty);
        self.set_type(node, ty);
        self.set_type(name, TypeId::STRING);
        if let Some(function) = decls::find_fixed(Text::OPT_SELECT, self.version) {
            let start = self.overloads.len();
            self.overloads.extend(function.overloads.first());
            self.set_overloads(node, start);
        }
    }

    fn select_field(&mut self, node: NodeId, operand: NodeId, field: Text, optional: bool) -> TypeId {
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
                self.not_selectable(node, field, target);
                TypeId::DYN
            }
        };
        if is_optional || optional {
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
            self.failed_resolution(node, object_type.name());
            return TypeId::ERROR;
        }
        let found = field_of(object_type, self.ast.text(field), self.version);
        if found.is_none() {
            self.undefined_field(node, field, object_type);
        }
        found.unwrap_or(TypeId::ERROR)
    }

    fn unwrap_optional(&self, ty: TypeId) -> (TypeId, bool) {
        match self.types.get(ty) {
            Type::Optional(inner) => (inner, true),
            _ => (ty, false),
        }
    }

    // Loops.

    fn loop_of(&self, node: NodeId) -> Option<Comprehension> {
        match self.ast.kind(node) {
            Kind::Comprehension(id) => self.ast.comprehension(id).copied(),
            _ => None,
        }
    }

    fn loop_body(&mut self, node: NodeId) {
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
            Task::LoopResult(node, accu),
            Task::Node(lap.loop_step),
            Task::Node(lap.loop_cond),
        ]);
    }

    fn loop_result(&mut self, node: NodeId, accu: TypeId) {
        let Some(lap) = self.loop_of(node) else { return };
        self.assert_type(lap.loop_cond, TypeId::BOOL);
        self.assert_type(lap.loop_step, accu);
        self.scopes.truncate(
            self.scopes
                .len()
                .saturating_sub(1 + usize::from(lap.iter_var2.is_some())),
        );
        self.tasks
            .extend_from_slice(&[Task::LoopEnd(node), Task::Node(lap.result)]);
    }

    fn loop_end(&mut self, node: NodeId) {
        let Some(lap) = self.loop_of(node) else { return };
        self.scopes.pop();
        let ty = self.type_of(lap.result);
        let ty = self.types.resolve(ty);
        self.set_type(node, ty);
    }

    fn assert_type(&mut self, node: NodeId, wanted: TypeId) {
        let ty = self.type_of(node);
        if !self.types.assignable(wanted, ty) {
            self.mismatch(node, wanted, ty);
        }
    }
}

fn literal_type(literal: Literal) -> TypeId {
    match literal {
        Literal::Null => TypeId::NULL,
        Literal::Bool(_) => TypeId::BOOL,
        Literal::Int(_) => TypeId::INT,
        Literal::Uint(_) => TypeId::UINT,
        Literal::Double(_) => TypeId::DOUBLE,
        Literal::String(_) => TypeId::STRING,
        Literal::Bytes(_) => TypeId::BYTES,
    }
}
