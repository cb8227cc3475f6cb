//! Converts a rule to an equivalent schema: values satisfy the schema exactly if the rule is true.
//!
//! ```text
//! self >= 3 && self != 5        allOf: [{minimum: 3}, {not: {enum: [5]}}]
//! self.startsWith('a')          pattern: ^a
//! has(self.a) || has(self.b)    anyOf: [{required: [a]}, {required: [b]}]
//! (has(self.a) ? 1 : 0) + (has(self.b) ? 1 : 0) == 1
//!                               oneOf: [{required: [a]}, {required: [b]}]
//! ```
//!
//! So unsatisfiable rules are found like unsatisfiable keywords, including the combination of a rule with other rules and bounds.

use crd_cel::Ast;
use crd_cel::ast::{Kind, Literal, NodeId, Text};
use serde_json::Value;

use crate::check::lints::satisfiable::as_pattern;
use crate::model::schema::JsonSchemaProps;
use crd_cel::facts::{is_self, size_operand};

/// The value that a rule restricts.
#[derive(Clone, Copy)]
pub(super) enum Subject {
    /// `self`.
    Whole,
    /// `self.metadata.name`.
    ObjectName,
    /// An element of a list: the variable of a loop with this name.
    Element(Text),
}

impl Subject {
    fn is(self, ast: &Ast, id: NodeId) -> bool {
        match self {
            Subject::Whole => is_self(ast, id),
            Subject::Element(variable) => {
                matches!(ast.kind(id), Kind::Ident(name) if ast.text(name) == ast.text(variable))
            }
            Subject::ObjectName => {
                let metadata = selected(ast, id, "name").and_then(|of| selected(ast, of, "metadata"));
                metadata.is_some_and(|of| is_self(ast, of))
            }
        }
    }
}

/// Returns the operand of a selection of a member.
fn selected(ast: &Ast, id: NodeId, member: &str) -> Option<NodeId> {
    match ast.kind(id) {
        Kind::Select {
            operand,
            field,
            test_only: false,
        } if ast.text(field) == member => Some(operand),
        _ => None,
    }
}

/// Returns the schema of a rule about values of a schema; `None` if keywords cannot express it.
pub(super) fn of_rule(
    ast: &Ast,
    id: NodeId,
    subject: Subject,
    schema: &JsonSchemaProps,
) -> Option<JsonSchemaProps> {
    match ast.kind(id) {
        Kind::Literal(Literal::Bool(true)) => Some(JsonSchemaProps::default()),
        Kind::Literal(Literal::Bool(false)) => Some(not(JsonSchemaProps::default())),
        Kind::Ident(_) if subject.is(ast, id) && *schema.type_ == *"boolean" => {
            Some(one_of(vec![true.into()]))
        }
        Kind::Select {
            operand,
            field,
            test_only: true,
        } if subject.is(ast, operand) => {
            let name = ast.text(field);
            is_there_if_required(schema, name).then(|| requiring(&[name]))
        }
        Kind::Call {
            function,
            target,
            args,
        } => call(
            ast,
            (subject, schema),
            ast.text(function),
            target,
            ast.nodes(args),
        ),
        _ => None,
    }
}

/// Returns the negation of a schema from this module. Negations are moved below `all_of` and `any_of`, where more of them can be
/// decided.
pub(super) fn not(schema: JsonSchemaProps) -> JsonSchemaProps {
    let rest = JsonSchemaProps {
        not: None,
        all_of: None,
        any_of: None,
        ..schema.clone()
    };
    let is_junctor = rest == JsonSchemaProps::default();
    let all = |schemas: Vec<JsonSchemaProps>| Some(schemas.into_iter().map(not).collect());
    match (schema.not, schema.all_of, schema.any_of) {
        (Some(inner), None, None) if is_junctor => *inner,
        (None, Some(schemas), None) if is_junctor => JsonSchemaProps {
            any_of: all(schemas),
            ..JsonSchemaProps::default()
        },
        (None, None, Some(schemas)) if is_junctor => JsonSchemaProps {
            all_of: all(schemas),
            ..JsonSchemaProps::default()
        },
        (inner, all_of, any_of) => JsonSchemaProps {
            not: Some(Box::new(JsonSchemaProps {
                not: inner,
                all_of,
                any_of,
                ..rest
            })),
            ..JsonSchemaProps::default()
        },
    }
}

pub(super) fn one_of(values: Vec<Value>) -> JsonSchemaProps {
    JsonSchemaProps {
        enum_: Some(values),
        ..JsonSchemaProps::default()
    }
}

pub(super) fn pattern(pattern: String) -> JsonSchemaProps {
    JsonSchemaProps {
        pattern: pattern.into(),
        ..JsonSchemaProps::default()
    }
}

/// Returns the schema of the integers from a minimum to a maximum, which may be infinite.
pub(super) fn between(least: f64, most: f64) -> JsonSchemaProps {
    let bound = |bound: f64| (bound.abs() < 9e15).then_some(bound);
    JsonSchemaProps {
        minimum: bound(least),
        maximum: bound(most),
        ..JsonSchemaProps::default()
    }
}

fn call(
    ast: &Ast,
    (subject, schema): (Subject, &JsonSchemaProps),
    function: &str,
    target: Option<NodeId>,
    args: &[NodeId],
) -> Option<JsonSchemaProps> {
    match (function, target, args) {
        ("!_", None, [one]) => of_rule(ast, *one, subject, schema).map(not),
        ("_&&_", None, [one, other]) => Some(JsonSchemaProps {
            all_of: Some(vec![
                of_rule(ast, *one, subject, schema)?,
                of_rule(ast, *other, subject, schema)?,
            ]),
            ..JsonSchemaProps::default()
        }),
        ("_||_", None, [one, other]) => Some(JsonSchemaProps {
            any_of: Some(vec![
                of_rule(ast, *one, subject, schema)?,
                of_rule(ast, *other, subject, schema)?,
            ]),
            ..JsonSchemaProps::default()
        }),
        ("@in", None, [of, list]) if subject.is(ast, *of) => {
            let Kind::List { elements, .. } = ast.kind(*list) else {
                return None;
            };
            let elements = ast.nodes(elements).iter();
            let values: Option<Vec<Value>> = elements.map(|element| literal(ast, *element, schema)).collect();
            values.map(one_of)
        }
        ("_==_", None, [of, to]) if subject.is(ast, *of) => Some(one_of(vec![literal(ast, *to, schema)?])),
        ("_!=_", None, [of, to]) if subject.is(ast, *of) => {
            Some(not(one_of(vec![literal(ast, *to, schema)?])))
        }
        (function, Some(of), [text]) if subject.is(ast, of) && *schema.type_ == *"string" => {
            let text = ast.string_literal(*text)?;
            match function {
                "matches" => Some(pattern(text.to_owned())),
                "startsWith" => Some(pattern(format!("^{}", as_pattern(text)))),
                "endsWith" => Some(pattern(format!("{}$", as_pattern(text)))),
                "contains" => Some(pattern(as_pattern(text))),
                _ => None,
            }
        }
        (operator, None, [of, to]) => comparison(ast, (subject, schema), operator, *of, *to),
        _ => None,
    }
}

/// Returns a literal of the type of the values.
fn literal(ast: &Ast, id: NodeId, schema: &JsonSchemaProps) -> Option<Value> {
    match (ast.kind(id), &*schema.type_) {
        (Kind::Literal(Literal::Int(value)), "integer") => Some(value.into()),
        (Kind::Literal(Literal::Bool(value)), "boolean") => Some(value.into()),
        (Kind::Literal(Literal::String(text)), "string") => Some(ast.text(text).into()),
        _ => None,
    }
}

/// Returns the schema of a comparison of the subject or of its size with a number.
fn comparison(
    ast: &Ast,
    (subject, schema): (Subject, &JsonSchemaProps),
    operator: &str,
    of: NodeId,
    to: NodeId,
) -> Option<JsonSchemaProps> {
    let Kind::Literal(Literal::Int(number)) = ast.kind(to) else {
        return None;
    };
    let (least, most) = match operator {
        "_<_" => (None, Some(number.checked_sub(1)?)),
        "_<=_" => (None, Some(number)),
        "_>_" => (Some(number.checked_add(1)?), None),
        "_>=_" => (Some(number), None),
        "_==_" => (Some(number), Some(number)),
        _ => return None,
    };
    if size_operand(ast, of).is_some_and(|of| subject.is(ast, of)) {
        return size(schema, least, most);
    }
    let mut names = Vec::new();
    if add_counted(ast, of, (subject, schema), &mut names).is_some() {
        return count(&names, least, most);
    }
    #[expect(
        clippy::cast_precision_loss,
        reason = "numbers that a float does not hold are passed over"
    )]
    let float = |number: i64| (number.unsigned_abs() < 1 << 53).then_some(number as f64);
    let fits = subject.is(ast, of) && *schema.type_ == *"integer" && float(number).is_some();
    fits.then(|| JsonSchemaProps {
        minimum: least.and_then(float),
        maximum: most.and_then(float),
        ..JsonSchemaProps::default()
    })
}

/// Whether a member that is present is there for rules. One that is null is not.
fn is_there_if_required(schema: &JsonSchemaProps, name: &str) -> bool {
    schema.property(name).is_some_and(|member| !member.nullable)
}

/// Returns the schema of objects with these members.
fn requiring(names: &[&str]) -> JsonSchemaProps {
    JsonSchemaProps {
        required: Some(names.iter().map(|name| (*name).into()).collect()),
        ..JsonSchemaProps::default()
    }
}

/// Adds the members that a sum such as `(has(self.a) ? 1 : 0) + (has(self.b) ? 1 : 0)` counts; returns `None` for another expression.
fn add_counted<'a>(
    ast: &'a Ast,
    id: NodeId,
    (subject, schema): (Subject, &JsonSchemaProps),
    names: &mut Vec<&'a str>,
) -> Option<()> {
    match ast.plain_call(id)? {
        ("_+_", [one, other]) => {
            add_counted(ast, *one, (subject, schema), names)?;
            add_counted(ast, *other, (subject, schema), names)
        }
        ("_?_:_", [condition, one, none]) => {
            let is_int = |id, number| matches!(ast.kind(id), Kind::Literal(Literal::Int(is)) if is == number);
            let Kind::Select {
                operand,
                field,
                test_only: true,
            } = ast.kind(*condition)
            else {
                return None;
            };
            let name = ast.text(field);
            let is_counted = is_int(*one, 1) && is_int(*none, 0) && subject.is(ast, operand);
            let is_new = is_there_if_required(schema, name) && !names.contains(&name);
            (is_counted && is_new).then(|| names.push(name))
        }
        _ => None,
    }
}

/// Returns the schema of objects with at least and at most some number of these members; `None` if it has many branches.
fn count(names: &[&str], least: Option<i64>, most: Option<i64>) -> Option<JsonSchemaProps> {
    let all = i64::try_from(names.len()).ok()?;
    let (least, most) = (least.unwrap_or(0).max(0), most.unwrap_or(all).min(all));
    if least > most {
        return Some(not(JsonSchemaProps::default()));
    }
    let each = || names.iter().map(|name| requiring(&[name])).collect();
    let some = |branches| JsonSchemaProps {
        any_of: Some(branches),
        ..JsonSchemaProps::default()
    };
    if most == 1 && all > 1 {
        let mut branches: Vec<_> = each();
        if least == 0 {
            branches.push(not(some(each())));
        }
        return Some(JsonSchemaProps {
            one_of: Some(branches),
            ..JsonSchemaProps::default()
        });
    }
    let mut both = Vec::new();
    if least > 0 {
        both.push(some(combinations(names, least)?));
    }
    if most < all {
        both.push(not(some(combinations(names, most + 1)?)));
    }
    Some(JsonSchemaProps {
        all_of: (!both.is_empty()).then_some(both),
        ..JsonSchemaProps::default()
    })
}

/// The maximum number of combinations of members.
const MOST_COMBINATIONS: usize = 32;

/// Returns the schemas of objects with each combination of some number of these members; `None` if there are many.
fn combinations(names: &[&str], number: i64) -> Option<Vec<JsonSchemaProps>> {
    let mut chosen: Vec<Vec<&str>> = vec![Vec::new()];
    for name in names {
        let with: Vec<_> = chosen
            .iter()
            .map(|others| others.iter().chain([name]).copied().collect())
            .collect();
        chosen.extend(with);
        if chosen.len() > MOST_COMBINATIONS {
            return None;
        }
    }
    let has_number = |names: &&Vec<&str>| i64::try_from(names.len()) == Ok(number);
    Some(
        chosen
            .iter()
            .filter(has_number)
            .map(|names| requiring(names))
            .collect(),
    )
}

/// Returns the schema of the sizes of a schema's values within bounds.
fn size(schema: &JsonSchemaProps, least: Option<i64>, most: Option<i64>) -> Option<JsonSchemaProps> {
    let mut made = JsonSchemaProps::default();
    match &*schema.type_ {
        "string" => (made.min_length, made.max_length) = (least, most),
        "array" => (made.min_items, made.max_items) = (least, most),
        "object" if schema.additional_properties.is_some() => {
            (made.min_properties, made.max_properties) = (least, most);
        }
        _ => return None,
    }
    Some(made)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::KubeVersion;
    use crate::check::lints::satisfiable::{Prover, contradiction};

    /// Returns the result that a rule has for every value of a schema, if it is proved.
    fn decided(rule: &str, schema: &JsonSchemaProps) -> Option<bool> {
        let ast = crd_cel::parse(rule, KubeVersion::DEFAULT.compatibility()).unwrap();
        let made = of_rule(&ast, ast.root().unwrap(), Subject::Whole, schema).unwrap();
        let mut prover = Prover::new(KubeVersion::DEFAULT);
        let mut nothing = |more: &JsonSchemaProps| contradiction(&mut prover, schema, &[more]).is_some();
        match (nothing(&made), nothing(&not(made.clone()))) {
            (true, _) => Some(false),
            (_, true) => Some(true),
            _ => None,
        }
    }

    #[test]
    fn rules_are_decided_with_what_is_beside_them() {
        let schema = |type_: &str| JsonSchemaProps {
            type_: type_.into(),
            ..JsonSchemaProps::default()
        };
        let port = JsonSchemaProps {
            minimum: Some(1.0),
            maximum: Some(9.0),
            ..schema("integer")
        };
        let letters = JsonSchemaProps {
            pattern: "^[a-z]+$".into(),
            ..schema("string")
        };
        let mode = one_of(vec!["A".into(), "B".into()]);
        let mode = JsonSchemaProps {
            type_: "string".into(),
            ..mode
        };
        for (rule, schema, expected) in [
            ("self > 0 && self != 12", port.clone(), Some(true)),
            ("self > 0 && self != 2", port.clone(), None),
            ("self in [10, 11]", port.clone(), Some(false)),
            ("!(self < 3 || self >= 3)", port, Some(false)),
            ("self.matches('^[a-z0-9]*$')", letters.clone(), Some(true)),
            ("self.startsWith('A')", letters.clone(), Some(false)),
            ("self.contains('.')", letters.clone(), Some(false)),
            ("self.endsWith('a')", letters, None),
            ("self in ['A', 'B', 'C']", mode.clone(), Some(true)),
            ("self != 'C'", mode.clone(), Some(true)),
            ("self == 'A'", mode, None),
            ("self || !self", schema("boolean"), Some(true)),
            ("size(self) > 3 && size(self) < 4", schema("array"), Some(false)),
        ] {
            assert_eq!(decided(rule, &schema), expected, "{rule}");
        }
    }

    #[test]
    fn members_are_counted() {
        let schema = |names: &[&str], least: Option<i64>, most: Option<i64>| JsonSchemaProps {
            type_: "object".into(),
            properties: Some(
                names
                    .iter()
                    .map(|name| (*name, JsonSchemaProps::default()))
                    .collect(),
            ),
            min_properties: least,
            max_properties: most,
            ..JsonSchemaProps::default()
        };
        let (few, many) = (["a", "b", "c"], ["a", "b", "c", "d", "e", "f", "g", "h"]);
        for (names, bounds, compared, expected) in [
            (&few[..2], (Some(2), None), "<= 1", Some(false)),
            (&few, (Some(2), None), "<= 1", Some(false)),
            (&few, (Some(1), None), "<= 1", None),
            (&few, (Some(3), None), "< 3", Some(false)),
            (&few, (Some(2), None), "< 3", None),
            (&few, (None, Some(1)), ">= 2", Some(false)),
            (&few, (None, Some(2)), ">= 2", None),
            (&few, (None, Some(0)), "== 1", Some(false)),
            (&few, (None, Some(1)), "<= 1", Some(true)),
            (&few, (Some(1), Some(1)), "== 1", Some(true)),
            (&few, (None, None), "<= 3", Some(true)),
            (&few, (None, None), "> 3", Some(false)),
            (&few, (Some(1), None), "== 0", Some(false)),
            (&few, (None, None), "== 2", None),
            (&many, (Some(2), None), "<= 1", Some(false)),
            (&many, (Some(2), None), "== 1", Some(false)),
            (&many, (Some(1), None), "<= 1", None),
        ] {
            let terms: Vec<String> = names
                .iter()
                .map(|name| format!("(has(self.{name}) ? 1 : 0)"))
                .collect();
            let rule = format!("{} {compared}", terms.join(" + "));
            let schema = schema(names, bounds.0, bounds.1);
            assert_eq!(decided(&rule, &schema), expected, "{bounds:?} {rule}");
        }
    }

    #[test]
    fn a_member_that_is_null_is_required_but_not_there_for_rules() {
        let object = |nullable: bool| JsonSchemaProps {
            properties: Some(
                [(
                    "a",
                    JsonSchemaProps {
                        nullable,
                        ..JsonSchemaProps::default()
                    },
                )]
                .into_iter()
                .collect(),
            ),
            ..JsonSchemaProps::default()
        };
        let ast = crd_cel::parse("has(self.a)", KubeVersion::DEFAULT.compatibility()).unwrap();
        let root = ast.root().unwrap();
        assert!(of_rule(&ast, root, Subject::Whole, &object(false)).is_some());
        assert!(of_rule(&ast, root, Subject::Whole, &object(true)).is_none());
    }
}
