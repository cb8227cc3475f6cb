//! The result of checking an expression: the types of its nodes, and what names and calls refer to.

use crate::CompatVersion;
use crate::ast::{Ast, Kind, NodeId, Span};
use crate::decls::Overload;
use crate::issue::Issue;
use crate::macros::TWO_VARIABLES_SINCE;
use crate::mistake::{IssueKind, Purpose};
use crate::proposal::{of_value, short, without_comment};
use crate::types::{Audience, ObjectType, Type, TypeId, TypeName, TypeStore, write_type};

/// The declaration that a name or call in the expression refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reference<'c> {
    /// None: the node is a literal, a field selection, a loop …
    None,
    /// A variable, a loop variable or a type's name.
    Ident,
    /// A call, with every overload that can be selected at run time; several only where an argument is `dyn`.
    Call(&'c [&'static Overload]),
}

/// A type-checked expression.
///
/// Like cel-go, the checker rewrites the tree where a chain of selections turned out to be a
/// qualified name: `optional.of(x)` is a call of the function `optional.of` without a target,
/// `google.protobuf.Timestamp` one identifier.
#[derive(Clone, Debug)]
pub struct Checked<'e> {
    pub(crate) store: &'e TypeStore,
    /// Types created while checking this expression; their ids follow the store's.
    pub(crate) local: Vec<Type>,
    pub(crate) ast: Ast,
    /// The type of each node.
    pub(crate) node_types: Vec<TypeId>,
    /// The range of each node in `overloads`; `IDENT` marks identifiers.
    pub(crate) node_refs: Vec<(u32, u32)>,
    pub(crate) overloads: Vec<&'static Overload>,
    /// The version of the environment.
    pub(crate) version: CompatVersion,
}

pub(crate) const NO_REF: (u32, u32) = (u32::MAX, 0);
pub(crate) const IDENT_REF: (u32, u32) = (u32::MAX, 1);

/// The environment that introduced loops with two variables.
impl<'e> Checked<'e> {
    /// Returns the tree, with qualified names resolved.
    pub fn ast(&self) -> &Ast {
        &self.ast
    }

    /// Returns the types of the environment in which the expression was checked.
    pub fn store(&self) -> &'e TypeStore {
        self.store
    }

    /// Returns the id of a node's type.
    pub fn type_id(&self, node: NodeId) -> TypeId {
        self.node_types.get(node.index()).copied().unwrap_or(TypeId::DYN)
    }

    /// Returns a node's type.
    pub fn type_of(&self, node: NodeId) -> Type {
        self.get(self.type_id(node))
    }

    /// Returns the definition of a type.
    pub fn get(&self, id: TypeId) -> Type {
        match (id.0 as usize).checked_sub(self.store.len()) {
            None => self.store.get(id),
            Some(local) => self.local.get(local).copied().unwrap_or(Type::Dyn),
        }
    }

    /// Returns the type of the whole expression.
    pub fn result_type(&self) -> Type {
        self.ast.root().map_or(Type::Dyn, |root| self.type_of(root))
    }

    /// Returns the object type of a node, if it has one.
    pub fn object_of(&self, node: NodeId) -> Option<&'e ObjectType> {
        match self.type_of(node) {
            Type::Object(object) => Some(self.store.object_type(object)),
            _ => None,
        }
    }

    /// Whether any name in the expression is this one.
    #[doc(hidden)]
    pub fn uses_variable(&self, variable: &str) -> bool {
        self.ast.ids().any(|node| match self.ast.kind(node) {
            Kind::Ident(name) => self.ast.text(name) == variable && self.reference(node) == Reference::Ident,
            _ => false,
        })
    }

    /// Returns the declaration that a node refers to.
    pub fn reference(&self, node: NodeId) -> Reference<'_> {
        match self.node_refs.get(node.index()).copied().unwrap_or(NO_REF) {
            NO_REF => Reference::None,
            IDENT_REF => Reference::Ident,
            (start, len) => {
                let start = start as usize;
                Reference::Call(
                    self.overloads
                        .get(start..start + len as usize)
                        .unwrap_or_default(),
                )
            }
        }
    }

    /// Returns the overloads that a call can select; empty for any other node.
    pub fn overloads(&self, node: NodeId) -> &[&'static Overload] {
        match self.reference(node) {
            Reference::Call(overloads) => overloads,
            _ => &[],
        }
    }

    /// Returns each call and loop that needs a later environment than 1.28, with the minor version that
    /// introduced it. Check in [`CompatVersion::STORED`](crate::CompatVersion::STORED) to get the answer for
    /// any expression.
    ///
    /// ```
    /// use crd_cel::{CompatVersion, Env};
    ///
    /// let env = Env::new(CompatVersion::STORED);
    /// let checked = env.compile("cidr('::/0').prefixLength() == 0 && [1].all(i, v, i < v)").unwrap();
    /// let needs: Vec<u8> = checked.needs().map(|(_, since)| since).collect();
    /// assert_eq!(needs, [30, 30, 32]);
    /// ```
    pub fn needs(&self) -> impl Iterator<Item = (NodeId, u8)> + '_ {
        self.ast.ids().filter_map(|node| {
            let since = match self.ast.kind(node) {
                Kind::Comprehension(id) if self.ast.comprehension(id)?.iter_var2.is_some() => {
                    TWO_VARIABLES_SINCE
                }
                _ => self.overloads(node).iter().map(|overload| overload.since).min()?,
            };
            (since > 0).then_some((node, since))
        })
    }

    /// Formats a type as in cel-go's messages.
    pub fn display(&self, id: TypeId) -> String {
        let mut out = String::new();
        write_type(
            &mut out,
            id,
            &|id| self.get(id),
            self.store,
            Audience::of(self.version),
            0,
        );
        out
    }

    /// Formats a type for people: `object` stands for types without a name of their own.
    pub fn describe(&self, id: TypeId) -> TypeName {
        let mut out = String::new();
        write_type(&mut out, id, &|id| self.get(id), self.store, Audience::People, 0);
        TypeName::new(out, self.get(id))
    }

    /// Returns the mistake of an expression whose value does not have the type that its purpose requires. The
    /// server accepts exactly `bool` or `string`, not `dyn`.
    ///
    /// ```
    /// use crd_cel::{CompatVersion, Env, Purpose};
    ///
    /// let env = Env::new(CompatVersion::of_server(36));
    /// let checked = env.compile("1 + 1").unwrap();
    /// let issue = checked.wrong_result(Purpose::Rule).unwrap();
    /// assert_eq!(issue.describe().message, "a rule must return `bool`, but this returns `int`");
    /// ```
    pub fn wrong_result(&self, purpose: Purpose) -> Option<Issue> {
        let wanted = match purpose {
            Purpose::Rule => Type::Bool,
            Purpose::MessageExpression => Type::String,
        };
        let root = self.ast.root()?;
        if self.type_of(root) == wanted {
            return None;
        }
        Some(Issue {
            kind: IssueKind::WrongResult {
                purpose,
                found: self.describe(self.type_id(root)),
                meant: match purpose {
                    Purpose::Rule => of_value(&self.ast, root, self.version)
                        .or_else(|| without_comment(&self.ast, self.version))
                        .or_else(|| self.presence_of(root))
                        .or_else(|| self.all_of(root)),
                    Purpose::MessageExpression => None,
                },
            },
            message: purpose.to_string(),
            span: Span::new(0, self.ast.source().len()),
            position: None,
        })
    }

    /// Returns `list.all(x, x > 1)` for `list.map(x, x > 1)`, and `list.exists(x, x > 1)` for `list.filter(x, x > 1)`.
    fn all_of(&self, node: NodeId) -> Option<String> {
        let (called, meant) = match self.type_of(node) {
            Type::List(TypeId::BOOL) => (".map(", ".all("),
            Type::List(_) => (".filter(", ".exists("),
            _ => return None,
        };
        let source = self.ast.source_of(node);
        let is_call =
            matches!(self.ast.kind(node), Kind::Comprehension(_)) && source.matches(called).count() == 1;
        is_call.then(|| source.replace(called, meant)).and_then(short)
    }

    /// Returns the test whether an object is set.
    fn presence_of(&self, node: NodeId) -> Option<String> {
        let is_field = matches!(self.ast.kind(node), Kind::Select { test_only: false, .. });
        (is_field && matches!(self.type_of(node), Type::Object(_)))
            .then(|| format!("has({})", self.ast.source_of(node)))
            .and_then(short)
    }
}
