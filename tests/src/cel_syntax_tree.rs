//! Prints CEL syntax trees in the form of the recorded trees of cel-go (`conformance/cel-ast.jsonl`).

use std::fmt::Write as _;

use crd_cel::ast::{EntryKey, Kind, Literal};
use crd_cel::{Ast, NodeId};

/// Whether the IDs of expressions are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpressionIds {
    /// `(id x)`
    Hidden,
    /// `#1(id x)`
    Shown,
}

/// Prints a tree, with or without the IDs of its expressions.
pub fn print(ast: &Ast, ids: ExpressionIds) -> String {
    let mut printer = Printer {
        ast,
        ids: ids == ExpressionIds::Shown,
        out: String::new(),
    };
    if let Some(root) = ast.root() {
        printer.node(root);
    }
    printer.out
}

struct Printer<'a> {
    ast: &'a Ast,
    ids: bool,
    out: String,
}

impl Printer<'_> {
    fn all(&mut self, nodes: &[NodeId]) {
        for node in nodes {
            self.out.push(' ');
            self.node(*node);
        }
    }

    fn node(&mut self, id: NodeId) {
        let ast = self.ast;
        if self.ids {
            _ = write!(self.out, "#{}", ast.node(id).expr_id);
        }
        match ast.kind(id) {
            Kind::Unspecified => self.out.push_str("(unspecified"),
            Kind::Literal(literal) => {
                let name = match literal {
                    Literal::Null => "null_type",
                    Literal::Bool(_) => "bool",
                    Literal::Int(_) => "int",
                    Literal::Uint(_) => "uint",
                    Literal::Double(_) => "double",
                    Literal::String(_) => "string",
                    Literal::Bytes(_) => "bytes",
                };
                _ = write!(self.out, "(lit {name}");
            }
            Kind::Ident(name) => _ = write!(self.out, "(id {}", ast.text(name)),
            Kind::Select {
                operand,
                field,
                test_only,
            } => {
                _ = write!(self.out, "(sel {} {test_only}", ast.text(field));
                self.all(&[operand]);
            }
            Kind::Call {
                function,
                target,
                args,
            } => {
                _ = write!(self.out, "(call {} ", ast.text(function));
                if let Some(target) = target {
                    self.out.push_str("T:");
                    self.node(target);
                }
                self.all(ast.nodes(args));
            }
            Kind::List { elements, optional } => {
                _ = write!(self.out, "(list {}", ast.optional_indices(optional).len());
                self.all(ast.nodes(elements));
            }
            Kind::Map(entries) | Kind::Struct { entries, .. } => {
                match ast.kind(id) {
                    Kind::Struct { type_name, .. } => _ = write!(self.out, "(struct {}", ast.text(type_name)),
                    _ => self.out.push_str("(map"),
                }
                for entry in ast.entries(entries) {
                    _ = write!(self.out, " [{} ", entry.optional);
                    match entry.key {
                        EntryKey::Expr(key) => self.node(key),
                        EntryKey::Field(name) => self.out.push_str(ast.text(name)),
                    }
                    self.all(&[entry.value]);
                    self.out.push(']');
                }
            }
            Kind::Comprehension(id) => {
                let Some(c) = ast.comprehension(id).copied() else {
                    return;
                };
                let second = c.iter_var2.map_or("", |name| ast.text(name));
                _ = write!(
                    self.out,
                    "(comp {} {second} {} ",
                    ast.text(c.iter_var),
                    ast.text(c.accu_var)
                );
                self.all(&[c.iter_range, c.accu_init, c.loop_cond, c.loop_step, c.result]);
            }
        }
        self.out.push(')');
    }
}
