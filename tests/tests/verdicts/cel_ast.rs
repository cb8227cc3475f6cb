//! The syntax tree of every recorded expression equals that of cel-go, including the IDs of expressions.

use crd_cel::CompatVersion;
use crd_gen_tests::cel_syntax_tree::{ExpressionIds, print};
use crd_gen_tests::lines;

#[derive(serde::Deserialize)]
struct Case {
    expr: String,
    /// The printed tree, or `ERR ` and the first line of the error.
    ast: String,
    ast_with_ids: String,
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
                assert_eq!(print(&ast, ExpressionIds::Hidden), case.ast, "{}", case.expr);
                assert_eq!(
                    print(&ast, ExpressionIds::Shown),
                    case.ast_with_ids,
                    "{}",
                    case.expr
                );
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
