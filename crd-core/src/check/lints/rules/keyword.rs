//! Finds the keyword that is equivalent to a rule.

use crd_cel::Ast;
use crd_cel::ast::{Kind, Literal, NodeId};
use crd_cel::facts::{is_self, size_operand};

use crate::model::schema::JsonSchemaProps;
use crate::yaml::in_flow;

/// Returns the keyword, with its value: `maxItems: 5` for `size(self) <= 5`.
pub(super) fn of_rule(ast: &Ast, root: NodeId, schema: &JsonSchemaProps) -> Option<String> {
    match ast.kind(root) {
        Kind::Select {
            operand,
            field,
            test_only: true,
        } if is_self(ast, operand) => {
            let before = schema.required.iter().flatten().map(|name| &**name);
            let names = before.chain([ast.text(field)]).map(in_flow);
            Some(format!(
                "required: [{}]",
                names.collect::<Option<Vec<_>>>()?.join(", ")
            ))
        }
        Kind::Call {
            function,
            target,
            args,
        } => match (ast.text(function), target, ast.nodes(args)) {
            // There is another `enum` already, or another `pattern`.
            ("@in" | "_==_", None, _) if schema.enum_.is_some() => None,
            ("matches", Some(_), _) if !schema.pattern.is_empty() => None,
            ("@in", None, [of, list]) if is_self(ast, *of) => enumeration(ast, *list),
            ("_==_", None, [of, to]) if is_self(ast, *of) => {
                literal(ast, *to).map(|value| format!("enum: [{value}]"))
            }
            // The rule fails for the integers of an int-or-string, which `pattern` admits.
            ("matches", Some(of), [pattern]) if is_self(ast, of) && *schema.type_ == *"string" => {
                let pattern = ast.string_literal(*pattern)?;
                let plain = !pattern.contains('\'') && pattern.len() < 40;
                Some(if plain {
                    format!("pattern: '{pattern}'")
                } else {
                    "pattern: …".to_owned()
                })
            }
            (operator, None, [of, to]) => bound(ast, operator, *of, *to, schema),
            _ => None,
        },
        _ => None,
    }
}

/// Returns an optional member without which a rule is false: `a` for `has(self.a) && self.a.b != ''`.
pub(super) fn needed_member<'a>(ast: &'a Ast, id: NodeId, schema: &JsonSchemaProps) -> Option<&'a str> {
    match ast.kind(id) {
        Kind::Select {
            operand,
            field,
            test_only: true,
        } if is_self(ast, operand) => {
            let name = ast.text(field);
            let member = schema.property(name)?;
            let mut required = schema.required.iter().flatten();
            (member.default.is_none() && !required.any(|required| **required == *name)).then_some(name)
        }
        _ => match ast.plain_call(id)? {
            ("_&&_", [one, other]) => {
                needed_member(ast, *one, schema).or_else(|| needed_member(ast, *other, schema))
            }
            _ => None,
        },
    }
}

fn literal(ast: &Ast, id: NodeId) -> Option<String> {
    match ast.kind(id) {
        Kind::Literal(Literal::Int(value)) => Some(value.to_string()),
        Kind::Literal(Literal::Bool(value)) => Some(value.to_string()),
        Kind::Literal(Literal::String(text)) => in_flow(ast.text(text)),
        _ => None,
    }
}

fn enumeration(ast: &Ast, list: NodeId) -> Option<String> {
    let Kind::List { elements, .. } = ast.kind(list) else {
        return None;
    };
    let mut values = Vec::new();
    for element in ast.nodes(elements) {
        values.push(literal(ast, *element)?);
    }
    (!values.is_empty()).then(|| format!("enum: [{}]", values.join(", ")))
}

/// Returns the keyword for a comparison of `self` or of its size with a number.
fn bound(ast: &Ast, operator: &str, of: NodeId, to: NodeId, schema: &JsonSchemaProps) -> Option<String> {
    let Kind::Literal(Literal::Int(number)) = ast.kind(to) else {
        return None;
    };
    let is_upper = matches!(operator, "_<_" | "_<=_");
    if !is_upper && !matches!(operator, "_>_" | "_>=_") {
        return None;
    }
    let number = match operator {
        "_<_" => number.checked_sub(1)?,
        "_>_" => number.checked_add(1)?,
        _ => number,
    };
    let (lower, upper) = if size_operand(ast, of).is_some_and(|of| is_self(ast, of)) {
        match &*schema.type_ {
            "string" => ("minLength", "maxLength"),
            "array" => ("minItems", "maxItems"),
            "object" => ("minProperties", "maxProperties"),
            _ => return None,
        }
    } else if is_self(ast, of) && *schema.type_ == *"integer" {
        ("minimum", "maximum")
    } else {
        return None;
    };
    Some(format!("{}: {number}", if is_upper { upper } else { lower }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::KubeVersion;

    #[test]
    fn members_that_rules_need() {
        let member = || JsonSchemaProps::default();
        let with_default = JsonSchemaProps {
            default: Some(1.into()),
            ..member()
        };
        let schema = JsonSchemaProps {
            required: Some(vec!["needed".into()]),
            properties: Some(
                [("a", member()), ("needed", member()), ("set", with_default)]
                    .into_iter()
                    .collect(),
            ),
            ..JsonSchemaProps::default()
        };
        for (rule, expected) in [
            ("has(self.a) && has(self.a.b) && self.a.b != ''", Some("a")),
            ("self.needed != '' && has(self.a)", Some("a")),
            ("has(self.needed) && self.needed != ''", None),
            ("has(self.set) && self.set > 0", None),
            ("has(self.a) || self.needed != ''", None),
            ("!has(self.a) && self.needed != ''", None),
        ] {
            let ast = crd_cel::parse(rule, KubeVersion::DEFAULT.compatibility()).unwrap();
            assert_eq!(
                needed_member(&ast, ast.root().unwrap(), &schema),
                expected,
                "{rule}"
            );
        }
    }

    #[test]
    fn rules_that_are_keywords() {
        for (rule, type_, keyword) in [
            ("size(self) <= 5", "array", Some("maxItems: 5")),
            ("self.size() > 0", "string", Some("minLength: 1")),
            ("self >= 3", "integer", Some("minimum: 3")),
            ("self in ['A', 'B']", "string", Some("enum: [A, B]")),
            ("self == 'A'", "string", Some("enum: [A]")),
            ("self == ''", "string", Some("enum: ['']")),
            (
                "self in ['1', 'no', 'a: b']",
                "string",
                Some("enum: ['1', 'no', 'a: b']"),
            ),
            ("self in [1, 2]", "integer", Some("enum: [1, 2]")),
            ("self.matches('^a+$')", "string", Some("pattern: '^a+$'")),
            ("self.matches('^a+$')", "", None),
            ("has(self.a)", "object", Some("required: [a]")),
            ("self == oldSelf", "string", None),
            ("self.a <= self.b", "object", None),
            ("self.all(x, x > 1)", "array", None),
        ] {
            let ast = crd_cel::parse(rule, KubeVersion::DEFAULT.compatibility()).unwrap();
            let schema = JsonSchemaProps {
                type_: type_.into(),
                ..JsonSchemaProps::default()
            };
            assert_eq!(
                of_rule(&ast, ast.root().unwrap(), &schema).as_deref(),
                keyword,
                "{rule}"
            );
        }
    }

    #[test]
    fn keywords_that_are_set_already() {
        for (rule, expected) in [
            ("self.matches('^a+$')", None),
            ("self == 'A'", None),
            ("has(self.a)", Some("required: [b, a]")),
        ] {
            let ast = crd_cel::parse(rule, KubeVersion::DEFAULT.compatibility()).unwrap();
            let schema = JsonSchemaProps {
                type_: "string".into(),
                pattern: "b$".into(),
                enum_: Some(vec!["A".into(), "B".into()]),
                required: Some(vec!["b".into()]),
                ..JsonSchemaProps::default()
            };
            let found = of_rule(&ast, ast.root().unwrap(), &schema);
            assert_eq!(found.as_deref(), expected, "{rule}");
        }
    }
}
