//! The result of checking an expression: the types of its nodes, and what names and calls refer to.

use crate::CompatVersion;
use crate::ast::{Ast, Kind, NodeId, Span};
use crate::decls::Overload;
use crate::issue::Issue;
use crate::macros::TWO_VARIABLES_SINCE;
use crate::mistake::{IssueKind, Purpose};
use crate::types::{Audience, ObjectType, Type, TypeId, TypeName, TypeStore, write_type};

/// What a name or call in the expression refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reference<'c> {
    /// Nothing: a literal, a field selection, a loop …
    None,
    /// A variable, a loop variable or a type's name.
    Ident,
    /// A call, with every overload that may be meant; several only where an argument is `dyn`.
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
    /// Types that arose in this expression; their ids follow the store's.
    pub(crate) local: Vec<Type>,
    pub(crate) ast: Ast,
    /// One type a node.
    pub(crate) node_types: Vec<TypeId>,
    /// One range into `overloads` a node; `IDENT` marks identifiers.
    pub(crate) node_refs: Vec<(u32, u32)>,
    pub(crate) overloads: Vec<&'static Overload>,
    /// The version of the environment.
    pub(crate) version: CompatVersion,
}

pub(crate) const NO_REF: (u32, u32) = (u32::MAX, 0);
pub(crate) const IDENT_REF: (u32, u32) = (u32::MAX, 1);

/// The environment that brought loops with two variables.
impl<'e> Checked<'e> {
    /// The tree, with qualified names resolved.
    pub fn ast(&self) -> &Ast {
        &self.ast
    }

    /// The types of the environment the expression was checked in.
    pub fn store(&self) -> &'e TypeStore {
        self.store
    }

    /// The id of a node's type.
    pub fn type_id(&self, node: NodeId) -> TypeId {
        self.node_types.get(node.index()).copied().unwrap_or(TypeId::DYN)
    }

    /// A node's type.
    pub fn type_of(&self, node: NodeId) -> Type {
        self.get(self.type_id(node))
    }

    /// What a type is.
    pub fn get(&self, id: TypeId) -> Type {
        match (id.0 as usize).checked_sub(self.store.len()) {
            None => self.store.get(id),
            Some(local) => self.local.get(local).copied().unwrap_or(Type::Dyn),
        }
    }

    /// The type of the whole expression.
    pub fn result_type(&self) -> Type {
        self.ast.root().map_or(Type::Dyn, |root| self.type_of(root))
    }

    /// The object type a node has, if it has one.
    pub fn object_of(&self, node: NodeId) -> Option<&'e ObjectType> {
        match self.type_of(node) {
            Type::Object(object) => Some(self.store.object_type(object)),
            _ => None,
        }
    }

    /// What a node refers to.
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

    /// The overloads a call may mean; empty for anything else.
    pub fn overloads(&self, node: NodeId) -> &[&'static Overload] {
        match self.reference(node) {
            Reference::Call(overloads) => overloads,
            _ => &[],
        }
    }

    /// What needs a later environment than 1.28: each such call and loop, with the minor version that
    /// brought it. Check in [`CompatVersion::STORED`](crate::CompatVersion::STORED) to ask this of
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

    /// A type as cel-go's messages write it.
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

    /// A type as people read it: `object` stands for types without a name of their own.
    pub fn describe(&self, id: TypeId) -> TypeName {
        let mut out = String::new();
        write_type(&mut out, id, &|id| self.get(id), self.store, Audience::People, 0);
        TypeName::new(out, self.get(id))
    }

    /// The mistake that the expression's value is not of the type that its purpose needs. The server takes
    /// exactly `bool` or `string`, not `dyn`.
    ///
    /// ```
    /// use crd_cel::{CompatVersion, Env, Purpose};
    ///
    /// let env = Env::new(CompatVersion::of_server(36));
    /// let checked = env.compile("1 + 1").unwrap();
    /// let issue = checked.wrong_result(Purpose::Rule).unwrap();
    /// assert_eq!(issue.in_words().message, "a rule must give `bool`, but this gives `int`");
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
            },
            message: purpose.to_string(),
            span: Span::new(0, self.ast.source().len()),
            position: None,
        })
    }
}
