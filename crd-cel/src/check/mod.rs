//! The type checker.
//!
//! It walks the tree with an explicit stack (the tree may be much deeper than the source once macros are
//! expanded), in cel-go's order, because bindings of type variables and therefore verdicts depend on it.

mod advice;
mod aggregates;
mod calls;
mod compared;
mod conditions;
mod elements;
mod idents;
mod joined;
mod loops;
mod macro_forms;
mod meant_fields;
mod missing_fields;
mod names;
mod operands;
mod report;
mod rewritten;
mod select;
mod templates;
mod undeclared;
mod unify;

use crate::ast::{Ast, Comprehension, Kind, Literal, NodeId, Text};
use crate::checked::{Checked, NO_REF};
use crate::decls::{Function, Overload};
use crate::issue::Issues;
use crate::literal;
use crate::types::{TypeId, TypeStore};
use crate::version::CompatVersion;
use idents::Rewrite;
pub(crate) use meant_fields::find_fields;
use unify::TypeUnifier;

/// Checks a tree.
pub(crate) fn check<'e>(
    ast: Ast,
    store: &'e TypeStore,
    version: CompatVersion,
    variables: &[(&str, TypeId)],
) -> Result<Checked<'e>, Issues> {
    let (checked, issues) = check_partly(ast, store, version, variables);
    if !issues.is_empty() {
        return Err(issues.sorted(checked.ast.source()));
    }
    let issues = Issues::of(literal::validate(&checked, version));
    if issues.is_empty() {
        Ok(checked)
    } else {
        Err(issues.sorted(checked.ast.source()))
    }
}

/// Whether the checker proposes what to write instead of a mistake.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Proposals {
    /// Proposals that do not lead to other mistakes.
    Tried,
    None,
}

/// Checks a tree, and infers as many types as possible where it has mistakes.
pub(crate) fn check_partly<'e>(
    ast: Ast,
    store: &'e TypeStore,
    version: CompatVersion,
    variables: &[(&str, TypeId)],
) -> (Checked<'e>, Issues) {
    check_with(ast, store, version, variables, Proposals::Tried)
}

/// Returns the mistakes of an expression that is itself a proposal.
#[cold]
fn issues_without_proposals(
    ast: Ast,
    store: &TypeStore,
    version: CompatVersion,
    variables: &[(&str, TypeId)],
) -> Issues {
    let (checked, issues) = check_with(ast, store, version, variables, Proposals::None);
    if issues.is_empty() {
        return Issues::of(literal::validate(&checked, version));
    }
    issues
}

fn check_with<'e>(
    ast: Ast,
    store: &'e TypeStore,
    version: CompatVersion,
    variables: &[(&str, TypeId)],
    proposals: Proposals,
) -> (Checked<'e>, Issues) {
    let mut checker = TypeChecker {
        ast: &ast,
        version,
        variables,
        types: TypeUnifier::new(store),
        issues: Issues::default(),
        proposals,
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
    let TypeChecker {
        types,
        issues,
        node_types,
        node_refs,
        overloads,
        rewrites,
        ..
    } = checker;
    let mut checked = Checked {
        store,
        local: types.local,
        ast,
        node_types,
        node_refs,
        overloads,
        version,
    };
    for (node, rewrite) in &rewrites {
        rewrite.apply(&mut checked.ast, *node);
    }
    (checked, issues)
}

/// The pending steps of the check; the last one of the stack is next.
#[derive(Clone, Copy)]
enum CheckTask {
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
        message: MessageType,
    },
    /// Range and first value of a loop are checked.
    LoopBody(NodeId),
    /// Condition and step are checked.
    LoopResult(NodeId, TypeId),
    /// The result is checked.
    LoopEnd(NodeId),
}

/// The message that a literal creates.
#[derive(Clone, Copy)]
enum MessageType {
    Known(&'static str),
    Object(TypeId),
    /// Not a message; the error is reported again for each field.
    Unknown(Text),
}

struct TypeChecker<'a, 'e> {
    ast: &'a Ast,
    version: CompatVersion,
    variables: &'a [(&'a str, TypeId)],
    types: TypeUnifier<'e>,
    issues: Issues,
    proposals: Proposals,
    node_types: Vec<TypeId>,
    node_refs: Vec<(u32, u32)>,
    overloads: Vec<&'static Overload>,
    rewrites: Vec<(NodeId, Rewrite)>,
    /// Loop variables, innermost last.
    scopes: Vec<(Text, TypeId)>,
    tasks: Vec<CheckTask>,
    /// Argument types of the call being resolved.
    args: Vec<TypeId>,
}

impl TypeChecker<'_, '_> {
    fn run(&mut self, root: NodeId) {
        self.tasks.push(CheckTask::Node(root));
        while let Some(task) = self.tasks.pop() {
            match task {
                CheckTask::Node(node) => self.node(node),
                CheckTask::Select(node) => self.select(node),
                CheckTask::OptSelect(node) => self.opt_select(node),
                CheckTask::Call(node, function) => self.call(node, function),
                CheckTask::List { node, next, joined } => self.list(node, next, joined),
                CheckTask::Map {
                    node,
                    next,
                    stage,
                    joined,
                    key,
                } => self.map(node, next, stage, joined, key),
                CheckTask::Field { node, next, message } => self.field(node, next, message),
                CheckTask::LoopBody(node) => self.loop_body(node),
                CheckTask::LoopResult(node, accu) => self.loop_result(node, accu),
                CheckTask::LoopEnd(node) => self.loop_end(node),
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
                    .extend_from_slice(&[CheckTask::Select(node), CheckTask::Node(operand)]);
            }
            Kind::Call {
                function: Text::OPT_SELECT,
                args,
                ..
            } => {
                self.tasks.push(CheckTask::OptSelect(node));
                if let Some(operand) = self.ast.nodes(args).first() {
                    self.tasks.push(CheckTask::Node(*operand));
                }
            }
            Kind::Call {
                function,
                target,
                args,
            } => {
                let namespaced = target.and_then(|target| self.namespaced(target, function));
                self.tasks.push(CheckTask::Call(node, namespaced));
                if let (Some(target), None) = (target, namespaced) {
                    self.tasks.push(CheckTask::Node(target));
                }
                for arg in self.ast.nodes(args).iter().rev() {
                    self.tasks.push(CheckTask::Node(*arg));
                }
            }
            Kind::List { .. } => self.tasks.push(CheckTask::List {
                node,
                next: 0,
                joined: None,
            }),
            Kind::Map(_) => {
                self.tasks.push(CheckTask::Map {
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
                    CheckTask::LoopBody(node),
                    CheckTask::Node(*accu_init),
                    CheckTask::Node(*iter_range),
                ]);
            }
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
