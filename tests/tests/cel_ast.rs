//! Every recorded expression has cel-go's syntax tree, numbers included.

use std::fmt::Write as _;

use crd_cel::ast::{EntryKey, Kind, Literal};
use crd_cel::{Ast, CompatVersion, NodeId};
use crd_gen_tests::lines;

#[derive(serde::Deserialize)]
struct Case {
    expr: String,
    /// Or `ERR ` and the first line of the error.
    ast: String,
    ast_with_ids: String,
}

/// Writes a tree as the recorder does.
struct Printer<'a> {
    ast: &'a Ast,
    ids: bool,
    out: String,
}

impl Printer<'_> {
    fn print(ast: &Ast, ids: bool) -> String {
        let mut printer = Printer {
            ast,
            ids,
            out: String::new(),
        };
        printer.node(ast.root().unwrap());
        printer.out
    }

    fn all(&mut self, nodes: &[NodeId]) {
        for node in nodes {
            self.out.push(' ');
            self.node(*node);
        }
    }

    fn node(&mut self, id: NodeId) {
        let ast = self.ast;
        if self.ids {
            write!(self.out, "#{}", ast.node(id).expr_id).unwrap();
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
                write!(self.out, "(lit {name}").unwrap();
            }
            Kind::Ident(name) => write!(self.out, "(id {}", ast.text(name)).unwrap(),
            Kind::Select {
                operand,
                field,
                test_only,
            } => {
                write!(self.out, "(sel {} {test_only}", ast.text(field)).unwrap();
                self.all(&[operand]);
            }
            Kind::Call {
                function,
                target,
                args,
            } => {
                write!(self.out, "(call {} ", ast.text(function)).unwrap();
                if let Some(target) = target {
                    self.out.push_str("T:");
                    self.node(target);
                }
                self.all(ast.nodes(args));
            }
            Kind::List { elements, optional } => {
                write!(self.out, "(list {}", ast.optional_indices(optional).len()).unwrap();
                self.all(ast.nodes(elements));
            }
            Kind::Map(entries) | Kind::Struct { entries, .. } => {
                match ast.kind(id) {
                    Kind::Struct { type_name, .. } => {
                        write!(self.out, "(struct {}", ast.text(type_name)).unwrap()
                    }
                    _ => self.out.push_str("(map"),
                }
                for entry in ast.entries(entries) {
                    write!(self.out, " [{} ", entry.optional).unwrap();
                    match entry.key {
                        EntryKey::Expr(key) => self.node(key),
                        EntryKey::Field(name) => self.out.push_str(ast.text(name)),
                    }
                    self.all(&[entry.value]);
                    self.out.push(']');
                }
            }
            Kind::Comprehension(id) => {
                let c = *ast.comprehension(id).unwrap();
                let second = c.iter_var2.map_or("", |name| ast.text(name));
                write!(
                    self.out,
                    "(comp {} {second} {} ",
                    ast.text(c.iter_var),
                    ast.text(c.accu_var)
                )
                .unwrap();
                self.all(&[c.iter_range, c.accu_init, c.loop_cond, c.loop_step, c.result]);
            }
        }
        self.out.push(')');
    }
}

#[test]
fn trees_are_cel_gos() {
    let Some(lines) = lines("conformance/cel-ast.jsonl") else {
        return;
    };
    for line in &lines {
        let case: Case = serde_json::from_str(line).unwrap();
        match crd_cel::parse(&case.expr, CompatVersion::new(36)) {
            Ok(ast) => {
                assert_eq!(Printer::print(&ast, false), case.ast, "{}", case.expr);
                assert_eq!(Printer::print(&ast, true), case.ast_with_ids, "{}", case.expr);
            }
            Err(issues) => {
                let text = issues.to_string();
                let first = format!("ERR {}", text.lines().next().unwrap());
                assert_eq!(first, case.ast, "{}", case.expr);
            }
        }
    }
    println!("{} expressions", lines.len());
}
