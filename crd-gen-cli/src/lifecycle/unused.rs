//! Writes expressions that are true for objects that do not use a field.
//!
//! ```text
//! .spec.retries        !has(object.spec) ||
//!                      !has(object.spec.retries)
//! .spec.users[].name   !has(object.spec) ||
//!                      !has(object.spec.users) ||
//!                      object.spec.users.all(x0,
//!                        !has(x0.name))
//! ```

use crd_core::cel::escape;

/// A step of a path.
#[derive(Debug, PartialEq, Eq)]
enum PathStep {
    Field(String),
    /// The elements of a list.
    Elements,
    /// The values of a map.
    Values,
}

/// Returns the expression for a path, with the name of the variable that holds the object; one line for each condition.
/// `None` for paths that are not fields, and for names that CEL cannot express.
pub(super) fn expression(variable: &str, path: &str) -> Option<String> {
    let steps = steps(path)?;
    let mut terms = Vec::new();
    terms_of(variable, &steps, 0, &mut terms)?;
    Some(terms.join(" ||\n"))
}

fn steps(path: &str) -> Option<Vec<PathStep>> {
    let mut found = Vec::new();
    for part in path.strip_prefix('.')?.split('.') {
        let name = part.trim_end_matches("[]");
        match name {
            "" => return None,
            "*" => found.push(PathStep::Values),
            name => found.push(PathStep::Field(escape(name)?)),
        }
        let lists = (part.len() - name.len()) / 2;
        found.extend((0..lists).map(|_| PathStep::Elements));
    }
    matches!(found.last(), Some(PathStep::Field(_))).then_some(found)
}

fn terms_of(value: &str, steps: &[PathStep], depth: usize, terms: &mut Vec<String>) -> Option<()> {
    let (first, rest) = steps.split_first()?;
    match first {
        PathStep::Field(name) => {
            terms.push(format!("!has({value}.{name})"));
            if !rest.is_empty() {
                terms_of(&format!("{value}.{name}"), rest, depth, terms)?;
            }
        }
        PathStep::Elements | PathStep::Values => {
            let variable = format!("x{depth}");
            let element = if *first == PathStep::Elements {
                variable.clone()
            } else {
                format!("{value}[{variable}]")
            };
            let mut inner = Vec::new();
            terms_of(&element, rest, depth + 1, &mut inner)?;
            let inner = inner.join(" ||\n").replace('\n', "\n  ");
            terms.push(format!("{value}.all({variable},\n  {inner})"));
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::expression;

    #[test]
    fn each_step_is_guarded() {
        for (path, expected) in [
            (".spec.retries", Some("!has(o.spec) ||\n!has(o.spec.retries)")),
            (
                ".spec.users[].name",
                Some("!has(o.spec) ||\n!has(o.spec.users) ||\no.spec.users.all(x0,\n  !has(x0.name))"),
            ),
            (
                ".spec.m.*.a[][].b-c",
                Some(
                    "!has(o.spec) ||\n!has(o.spec.m) ||\no.spec.m.all(x0,\n  !has(o.spec.m[x0].a) ||\n  \
                     o.spec.m[x0].a.all(x1,\n    x1.all(x2,\n      !has(x2.b__dash__c))))",
                ),
            ),
            (".spec.users[]", None),
            (".spec.m.*", None),
            ("", None),
        ] {
            assert_eq!(expression("o", path).as_deref(), expected, "{path}");
        }
    }
}
