//! Decides whether a rule is true for all objects that the old CRD keeps: it is about fields or values that are new, or about a field
//! that was required.
//!
//! ```text
//! old    spec: {secretRef}
//! new    spec: {secretRef, account}     rule  !has(self.secretRef) || !has(self.account)
//! ```
//!
//! `has(self.account)` is false for all objects that the old CRD keeps, so the rule rejects none of them.

use crd_cel::ast::{Ast, Kind, Literal, NodeId, Quantifier, QuantifierKind};
use crd_cel::{CompatVersion, escape, parse};
use serde_json::Value;

use crate::changes::{is_open, is_same_node};
use crate::model::field::Path;
use crate::model::map::Map;
use crate::model::schema::{Items, JsonSchemaProps, VisitNext, VisitScope};

/// The same node in the old and in the new schema.
#[derive(Clone, Copy)]
pub(super) struct SchemaPair<'s> {
    pub(super) old: &'s JsonSchemaProps,
    pub(super) new: &'s JsonSchemaProps,
}

/// Whether a rule of a node is true, without an error, for all values that the old schema keeps there. `root` is the whole new
/// schema, whose defaults may add fields. `false` if that is not known.
pub(super) fn is_always_true(rule: &str, node: SchemaPair<'_>, root: &JsonSchemaProps) -> bool {
    let Ok(tree) = parse(rule, CompatVersion::STORED) else {
        return false;
    };
    let evaluation = Evaluation {
        tree: &tree,
        node,
        root,
    };
    tree.root()
        .is_some_and(|root| evaluation.result(root, &Scope::default()) == Some(true))
}

/// The variables of loops, and the fields that are present because a `has` is true.
#[derive(Clone, Default)]
struct Scope<'a> {
    variables: Vec<(&'a str, SchemaPair<'a>)>,
    present: Vec<NodeId>,
}

struct Evaluation<'a> {
    tree: &'a Ast,
    node: SchemaPair<'a>,
    root: &'a JsonSchemaProps,
}

impl<'a> Evaluation<'a> {
    /// Returns the result that an expression has for all values. The parser bounds the depth of expressions.
    fn result(&self, id: NodeId, scope: &Scope<'a>) -> Option<bool> {
        match self.tree.kind(id) {
            Kind::Literal(Literal::Bool(value)) => Some(value),
            Kind::Select {
                operand,
                field,
                test_only: true,
            } => {
                let around = self.pair(operand, scope)?;
                let name = self.tree.text(field);
                if !self.stays(operand, scope) {
                    None
                } else if self.is_new(around, name) {
                    Some(false)
                } else {
                    self.is_always_present(operand, name, scope).then_some(true)
                }
            }
            Kind::Comprehension(_) => self.loop_result(self.tree.quantifier(id)?, scope),
            _ => {
                let (function, args) = self.tree.plain_call(id)?;
                self.call(function, args, scope)
            }
        }
    }

    fn call(&self, function: &str, args: &[NodeId], scope: &Scope<'a>) -> Option<bool> {
        match (function, args) {
            ("!_", [operand]) => self.result(*operand, scope).map(|result| !result),
            // An operand with this result suffices, whatever errors the other one has.
            ("_&&_", [a, b]) => {
                let then = self.assuming(*a, true, scope);
                match (self.result(*a, scope), self.result(*b, &then)) {
                    (Some(false), _) | (_, Some(false)) => Some(false),
                    (Some(true), Some(true)) => Some(true),
                    _ => None,
                }
            }
            ("_||_", [a, b]) => {
                let then = self.assuming(*a, false, scope);
                match (self.result(*a, scope), self.result(*b, &then)) {
                    (Some(true), _) | (_, Some(true)) => Some(true),
                    (Some(false), Some(false)) => Some(false),
                    _ => None,
                }
            }
            ("_?_:_", [condition, a, b]) => {
                let then = self.result(*a, &self.assuming(*condition, true, scope));
                let otherwise = self.result(*b, &self.assuming(*condition, false, scope));
                match self.result(*condition, scope) {
                    Some(true) => then,
                    Some(false) => otherwise,
                    None if self.stays(*condition, scope) && then == otherwise => then,
                    None => None,
                }
            }
            ("_==_", [a, b]) => self.equality(*a, *b, scope),
            ("_!=_", [a, b]) => self.equality(*a, *b, scope).map(|result| !result),
            ("@in", [value, list]) => {
                let Kind::List { elements, .. } = self.tree.kind(*list) else {
                    return None;
                };
                let all = self.tree.nodes(elements);
                let is_none = all
                    .iter()
                    .all(|element| self.equality(*value, *element, scope) == Some(false));
                is_none.then_some(false)
            }
            _ => None,
        }
    }

    /// Compares two known results, or a value that the old schema lists with a text that it does not list.
    fn equality(&self, a: NodeId, b: NodeId, scope: &Scope<'a>) -> Option<bool> {
        if let (Some(a), Some(b)) = (self.result(a, scope), self.result(b, scope)) {
            return Some(a == b);
        }
        let (value, text) = match (self.tree.string_literal(a), self.tree.string_literal(b)) {
            (None, Some(text)) => (a, text),
            (Some(text), None) => (b, text),
            _ => return None,
        };
        let pair = self.pair(value, scope)?;
        let listed = pair.old.enum_.as_deref()?;
        let is_new = !listed.iter().any(|listed| listed.as_str() == Some(text))
            && pair.new.default.as_ref().and_then(Value::as_str) != Some(text);
        (is_new && self.stays(value, scope) && !self.is_within_default(text)).then_some(false)
    }

    /// Returns the scope after a condition has a result.
    fn assuming(&self, condition: NodeId, result: bool, scope: &Scope<'a>) -> Scope<'a> {
        let mut scope = scope.clone();
        self.assume(condition, result, &mut scope);
        scope
    }

    fn assume(&self, condition: NodeId, result: bool, scope: &mut Scope<'a>) {
        if result && matches!(self.tree.kind(condition), Kind::Select { test_only: true, .. }) {
            scope.present.push(condition);
        }
        match self.tree.plain_call(condition) {
            Some(("!_", [operand])) => self.assume(*operand, !result, scope),
            Some(("_&&_", [a, b])) if result => {
                self.assume(*a, result, scope);
                self.assume(*b, result, scope);
            }
            Some(("_||_", [a, b])) if !result => {
                self.assume(*a, result, scope);
                self.assume(*b, result, scope);
            }
            _ => {}
        }
    }

    /// Whether an expression has a value, and no error, for all objects.
    fn stays(&self, id: NodeId, scope: &Scope<'a>) -> bool {
        match self.tree.kind(id) {
            Kind::Literal(_) => true,
            Kind::Ident(_) => self.pair(id, scope).is_some(),
            Kind::List { elements, optional } => {
                optional.is_empty() && self.tree.nodes(elements).iter().all(|id| self.stays(*id, scope))
            }
            Kind::Select {
                operand,
                test_only: true,
                ..
            } => self.stays(operand, scope),
            Kind::Select { operand, field, .. } => {
                let name = self.tree.text(field);
                self.stays(operand, scope)
                    && (self.is_always_present(operand, name, scope)
                        || self.is_present(operand, name, scope)
                            && self
                                .pair(id, scope)
                                .is_some_and(|pair| !pair.old.nullable && !pair.new.nullable))
            }
            _ => {
                const OPERATORS: [&str; 6] = ["!_", "_&&_", "_||_", "_==_", "_!=_", "@in"];
                self.tree.plain_call(id).is_some_and(|(function, args)| {
                    OPERATORS.contains(&function) && args.iter().all(|id| self.stays(*id, scope))
                })
            }
        }
    }

    /// Whether the old schema requires a field that neither schema allows to be null.
    fn is_always_present(&self, operand: NodeId, field: &str, scope: &Scope<'a>) -> bool {
        self.pair(operand, scope).is_some_and(|around| {
            let mut required = around.old.required.iter().flatten();
            let name = required.find(|name| escape(name).as_deref() == Some(field));
            let is_not_null = |schema: &JsonSchemaProps, name: &str| {
                schema
                    .property(name)
                    .is_some_and(|field| !field.nullable && !field.type_.is_empty())
            };
            name.is_some_and(|name| is_not_null(around.old, name) && is_not_null(around.new, name))
        })
    }

    /// Whether a `has` of this field is true in the scope.
    fn is_present(&self, operand: NodeId, field: &str, scope: &Scope<'_>) -> bool {
        scope.present.iter().any(|test| match self.tree.kind(*test) {
            Kind::Select {
                operand: other,
                field: name,
                ..
            } => self.tree.text(name) == field && is_same_node((self.tree, operand), (self.tree, other)),
            _ => false,
        })
    }

    /// Returns the schemas of a value that both CRDs declare.
    fn pair(&self, id: NodeId, scope: &Scope<'a>) -> Option<SchemaPair<'a>> {
        match self.tree.kind(id) {
            Kind::Ident(name) => {
                let name = self.tree.text(name);
                let variable = scope
                    .variables
                    .iter()
                    .rev()
                    .find(|(variable, _)| *variable == name);
                match (variable, name) {
                    (Some((_, pair)), _) => Some(*pair),
                    (None, "self" | "oldSelf") => Some(self.node),
                    _ => None,
                }
            }
            Kind::Select {
                operand,
                field,
                test_only: false,
            } => {
                let around = self.pair(operand, scope)?;
                let field = self.tree.text(field);
                let mut members = around.new.properties.iter().flat_map(Map::iter);
                let (name, new) = members.find(|(name, _)| escape(name).as_deref() == Some(field))?;
                let old = around.old.property(name)?;
                Some(SchemaPair { old, new })
            }
            _ => None,
        }
    }

    /// Whether no object that the old CRD keeps has a field, and no default adds it.
    fn is_new(&self, around: SchemaPair<'_>, field: &str) -> bool {
        const EVERYWHERE: [&str; 3] = ["apiVersion", "kind", "metadata"];
        let mut members = around.new.properties.iter().flat_map(Map::iter);
        let Some((name, new)) = members.find(|(name, _)| escape(name).as_deref() == Some(field)) else {
            return false;
        };
        &*around.old.type_ == "object"
            && around.old.property(name).is_none()
            && around.old.additional_properties.is_none()
            && !is_open(around.old)
            && !EVERYWHERE.contains(&name)
            && new.default.is_none()
            && !self.is_within_default(name)
    }

    /// Whether a default of the new schema contains a name or text.
    fn is_within_default(&self, text: &str) -> bool {
        let mut is_found = false;
        self.root
            .visit(VisitScope::Structural, &Path::root(""), &mut |_, node| {
                is_found |= node
                    .default
                    .as_ref()
                    .is_some_and(|default| contains(default, text));
                VisitNext::Children
            });
        is_found
    }

    /// Returns the result of a loop of `all` or `exists` over a list: that of an empty list, if each element has it too.
    fn loop_result(&self, of_loop: Quantifier, scope: &Scope<'a>) -> Option<bool> {
        if of_loop.second_variable.is_some() || !self.stays(of_loop.range, scope) {
            return None;
        }
        let list = self.pair(of_loop.range, scope)?;
        let element = SchemaPair {
            old: items_of(list.old)?,
            new: items_of(list.new)?,
        };
        let mut scope = scope.clone();
        scope.variables.push((self.tree.text(of_loop.variable), element));
        let result = of_loop.kind == QuantifierKind::All;
        (self.result(of_loop.predicate, &scope) == Some(result)).then_some(result)
    }
}

fn items_of(list: &JsonSchemaProps) -> Option<&JsonSchemaProps> {
    match &list.items {
        Some(Items::Schema(items)) => Some(items),
        _ => None,
    }
}

fn contains(value: &Value, text: &str) -> bool {
    match value {
        Value::Object(members) => members
            .iter()
            .any(|(name, value)| name == text || contains(value, text)),
        Value::Array(elements) => elements.iter().any(|element| contains(element, text)),
        Value::String(value) => value == text,
        _ => false,
    }
}
