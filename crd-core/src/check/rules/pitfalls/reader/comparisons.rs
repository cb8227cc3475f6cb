//! Comparisons of the values of a rule with constants and with each other.

use crd_cel::NodeId;
use crd_cel::ast::{Kind, Literal};
use crd_cel::facts::{DeclaredValue, ExpressionMistake, size_operand};
use crd_cel::nearest;

use super::super::TextKind;
use super::super::junctors;
use super::super::outcomes::{TracedValue, ValueSource};
use super::super::text_order::{BY_CHARACTER, OrderedText, kind_of_name, misordered_texts};
use super::{NeverEqual, NullComparison, RuleReader};
use crate::check::rules::known_values::{numbers, sizes};
use crate::model::schema::JsonSchemaProps;

impl<'s> RuleReader<'_, 's> {
    /// Records a comparison of the order of a text and a constant.
    pub(super) fn order(
        &mut self,
        node: NodeId,
        (value, operator, constant): (NodeId, &'static str, NodeId),
    ) {
        let printed = self.printed(value);
        if self.records()
            && let Some(text) = self.ast.string_literal(constant)
            && let ValueSource::At(_, schema) = self.value(printed.unwrap_or(value)).place
            && (*schema.type_ == *"string" || printed.is_some())
        {
            self.ordered.push(OrderedText {
                node,
                value,
                schema,
                operator,
                constant: text.to_owned(),
            });
        }
    }

    /// Returns the operand of `string(…)`.
    fn printed(&self, node: NodeId) -> Option<NodeId> {
        match self.ast.plain_call(node)? {
            ("string", &[of]) => Some(of),
            _ => None,
        }
    }

    /// Records a comparison of the order of two texts: converted int-or-strings, and texts whose names are those of amounts, durations
    /// or versions.
    pub(super) fn order_of_named(&mut self, node: NodeId, sign: &str, [one, other]: [NodeId; 2]) {
        let kind = |side| match self.printed(side) {
            Some(_) => Some(TextKind::Quantity),
            None => kind_of_name(self.ast.source_of(side)),
        };
        let Some(kind) = kind(one).filter(|_| self.records() && kind(one) == kind(other)) else {
            return;
        };
        let mut text = |side| {
            let printed = self.printed(side);
            match self.value(printed.unwrap_or(side)).place {
                ValueSource::At(_, schema) if printed.is_some() => schema.x_int_or_string.then_some(schema),
                ValueSource::At(_, schema) if *schema.type_ == *"string" => Some(schema),
                _ => None,
            }
        };
        if let (Some(first), Some(second)) = (text(one), text(other))
            && let Some((least, most)) = misordered_texts([first, second], kind)
        {
            let (one, other) = (self.ast.source_of(one), self.ast.source_of(other));
            let compared = |function| format!("`{function}({one}).compareTo({function}({other})) {sign} 0`");
            let (things, help) = match kind {
                TextKind::Duration => (
                    "durations",
                    format!("for durations, write `duration({one}) {sign} duration({other})`"),
                ),
                TextKind::Version => (
                    "versions",
                    format!(
                        "for versions such as `1.10.0`, write {}, which needs Kubernetes 1.34",
                        compared("semver")
                    ),
                ),
                _ => (
                    "numbers",
                    format!("for quantities, write {}", compared("quantity")),
                ),
            };
            self.misordered.push(ExpressionMistake {
                span: self.ast.node(node).span,
                message: format!(
                    "`{}` compares texts, not {things}: `{least}` is after `{most}`",
                    self.ast.source_of(node)
                ),
                label: BY_CHARACTER,
                help,
            });
        }
    }

    /// Records the range of a number or of a size that is compared with a number, and the number of texts of an `enum` that is compared
    /// with one.
    pub(super) fn declare_compared(&mut self, value: NodeId, with: NodeId) {
        match self.ast.kind(with) {
            Kind::Literal(Literal::Int(_) | Literal::Double(_)) => self.declare(value),
            Kind::Literal(Literal::String(_)) if self.records() => {
                if let ValueSource::At(path, schema) = self.value(value).place
                    && !path.old
                    && *schema.type_ == *"string"
                    && let Some(texts) = &schema.enum_
                {
                    self.declared.push((value, DeclaredValue::OneOf(texts.len())));
                }
            }
            _ => {}
        }
    }

    /// Records the range of a number or of a size.
    pub(super) fn declare(&mut self, value: NodeId) {
        if !self.records() {
            return;
        }
        let (of, range): (_, fn(&JsonSchemaProps) -> _) =
            match (size_operand(self.ast, value), self.ast.kind(value)) {
                (Some(of), _) => (of, sizes),
                (None, Kind::Select { .. } | Kind::Ident(_)) => (value, numbers),
                _ => return,
            };
        // An earlier version of the schema may have had other bounds, and the size of `format: byte` is that of the decoded bytes.
        if let ValueSource::At(path, schema) = self.value(of).place
            && !path.old
            && !schema.x_int_or_string
            && *schema.format != *"byte"
            && let Some(range) = range(schema)
        {
            self.declared.push((value, DeclaredValue::Range(range)));
        }
    }

    /// Records a comparison of a member, or of the old value, with null. The members of nullable values may be null before 1.34.
    pub(super) fn compare_with_null(
        &mut self,
        node: NodeId,
        value: &TracedValue<'s>,
        (of, null): (NodeId, NodeId),
    ) {
        let ValueSource::At(path, schema) = &value.place else {
            return;
        };
        let is_null = matches!(self.ast.kind(null), Kind::Literal(Literal::Null));
        let is_member = !path.name().is_empty() || path.old && !self.old_is_optional;
        if is_null && self.records() && is_member && !schema.nullable {
            let is_always_present = !self.reads.iter().any(|read| read.path == *path);
            self.null_comparisons.push(NullComparison {
                node,
                value: of,
                is_always_present,
            });
        }
    }

    /// Returns a text that an expression may be, if it is none of these values: one of `['Sun', 'Mon'][x]`, or the expression if it
    /// converts an integer.
    fn other_text(&mut self, node: NodeId, values: &[&str]) -> Option<String> {
        let ast = self.ast;
        match ast.plain_call(node)? {
            ("string", &[number]) => {
                let may_be_equal = values.iter().any(|value| value.parse::<i64>().is_ok());
                (!may_be_equal && self.is_integer(number)).then(|| ast.source_of(node).to_owned())
            }
            ("_[_]", &[list, _]) => {
                let Kind::List { elements, .. } = ast.kind(list) else {
                    return None;
                };
                let mut texts = ast.nodes(elements).iter().map(|text| ast.string_literal(*text));
                let first = texts.next()??;
                let is_other = |text: Option<&str>| text.is_some_and(|text| !values.contains(&text));
                (is_other(Some(first)) && texts.all(is_other)).then(|| first.to_owned())
            }
            _ => None,
        }
    }

    /// Whether an expression is certainly an integer.
    fn is_integer(&mut self, node: NodeId) -> bool {
        if let Some((function, ..)) = self.ast.method_call(node) {
            return matches!(
                function,
                "size"
                    | "getDayOfWeek"
                    | "getMonth"
                    | "getDate"
                    | "getDayOfMonth"
                    | "getFullYear"
                    | "getHours"
            );
        }
        matches!(self.ast.kind(node), Kind::Select { test_only: false, .. })
            && matches!(
                self.value(node).place,
                ValueSource::At(_, schema) if *schema.type_ == *"integer"
            )
    }

    /// Checks the comparison of a value with the string literals among the nodes, and with integers as texts.
    pub(super) fn compare(&mut self, value: &TracedValue<'s>, nodes: &[NodeId]) {
        let ValueSource::At(path, schema) = &value.place else {
            return;
        };
        if schema.x_int_or_string && self.records() {
            self.compare_number(schema, nodes);
        }
        if !self.records() || schema.x_int_or_string {
            return;
        }
        if *schema.type_ == *"integer" && !path.old {
            self.compare_integers(schema, nodes);
        }
        if *schema.type_ != *"string" {
            return;
        }
        let Some(values) = &schema.enum_ else {
            if !path.old && schema.format.is_empty() {
                self.compare_length(schema, nodes);
            }
            return;
        };
        let values: Vec<&str> = values.iter().filter_map(serde_json::Value::as_str).collect();
        // An earlier version of the schema may have had other values, but hardly the same in other letters.
        let is_other_old = |text: Option<&str>| {
            let is_same = |text: &str| values.iter().any(|value| value.eq_ignore_ascii_case(text));
            path.old && !text.is_some_and(is_same)
        };
        for node in nodes {
            let text = match self.ast.string_literal(*node) {
                text if is_other_old(text) => continue,
                Some(text) if values.contains(&text) => continue,
                Some(text) => text.to_owned(),
                None => match self.other_text(*node, &values) {
                    Some(text) => text,
                    None => continue,
                },
            };
            if !values.is_empty() {
                self.never_equal.push(NeverEqual {
                    span: self.ast.node(*node).span,
                    near: nearest(&text, values.iter().copied()).map(str::to_owned),
                    text,
                    values: values.iter().map(|value| (*value).to_owned()).collect(),
                });
            }
        }
    }

    /// Records the integers among the nodes that an enum does not have.
    fn compare_integers(&mut self, schema: &JsonSchemaProps, nodes: &[NodeId]) {
        let Some(values) = schema.enum_.as_deref().filter(|values| !values.is_empty()) else {
            return;
        };
        for node in nodes {
            if let Kind::Literal(Literal::Int(number)) = self.ast.kind(*node)
                && !values.iter().any(|value| is_number(value, number))
            {
                self.never_equal.push(NeverEqual {
                    span: self.ast.node(*node).span,
                    text: number.to_string(),
                    near: None,
                    values: values.iter().map(ToString::to_string).collect(),
                });
            }
        }
    }

    /// Records a text that is certainly meant as a pattern, which only `matches` reads: `self.name.contains('[A-Z]')`.
    fn part_as_pattern(&mut self, node: NodeId, (function, part): (&str, NodeId)) {
        let (Some((_, of, _)), Some(text)) = (self.ast.method_call(node), self.ast.string_literal(part))
        else {
            return;
        };
        let has_class = ["[A-Z]", "[a-z]", "[0-9]", "[A-Za-z", "[a-zA-Z", "[a-z0-9"]
            .iter()
            .any(|class| text.contains(class));
        let is_anchored = match function {
            "startsWith" => text
                .strip_prefix('^')
                .is_some_and(|rest| rest.starts_with(char::is_alphanumeric)),
            "endsWith" => text
                .strip_suffix('$')
                .is_some_and(|rest| rest.ends_with(char::is_alphanumeric)),
            _ => function == "contains",
        };
        // Of a text that is itself a pattern or a formula, the characters may be meant.
        let source = self.ast.source_of(of).to_ascii_lowercase();
        let is_pattern = ["pattern", "regex", "expr", "match", "glob", "template", "rule"]
            .iter()
            .any(|name| source.contains(name));
        if is_pattern || text.contains(['\'', '\\']) || !(has_class || is_anchored && function != "contains")
        {
            return;
        }
        let (start, end) = match function {
            "startsWith" if !text.starts_with('^') => ("^", ""),
            "endsWith" if !text.ends_with('$') => ("", "$"),
            _ => ("", ""),
        };
        self.mistakes.push(ExpressionMistake {
            span: self.ast.node(part).span,
            message: format!("`{function}` looks for `{text}` itself, not for texts that match it"),
            label: "no pattern here",
            help: format!(
                "for a pattern, write `{}.matches('{start}{text}{end}')`",
                self.ast.source_of(of)
            ),
        });
    }

    /// Records a part that no text of an enum has: `self.mode.contains('fast')`.
    pub(super) fn compare_part(
        &mut self,
        node: NodeId,
        (function, args): (&str, &[NodeId]),
        value: &TracedValue<'s>,
    ) {
        let (ValueSource::At(path, schema), &[part]) = (&value.place, args) else {
            return;
        };
        if self.records() && matches!(function, "contains" | "startsWith" | "endsWith") {
            self.part_as_pattern(node, (function, part));
        }
        let (Some(values), Some(text)) = (&schema.enum_, self.ast.string_literal(part)) else {
            return;
        };
        if !self.records() || path.old || *schema.type_ != *"string" || schema.x_int_or_string {
            return;
        }
        let (has, verb): (fn(&str, &str) -> bool, _) = match function {
            "contains" => (|value, part| value.contains(part), "contains"),
            "startsWith" => (|value, part| value.starts_with(part), "begins with"),
            "endsWith" => (|value, part| value.ends_with(part), "ends with"),
            _ => return,
        };
        let mut values = values.iter().filter_map(serde_json::Value::as_str).peekable();
        if values.peek().is_none() || values.clone().any(|value| has(value, text)) {
            return;
        }
        let lower = text.to_ascii_lowercase();
        let near = values.find(|value| has(&value.to_ascii_lowercase(), &lower));
        self.mistakes.push(ExpressionMistake {
            span: self.ast.node(node).span,
            message: format!(
                "`{}` is never true: no value of the enum {verb} `{text}`",
                self.ast.source_of(node)
            ),
            label: "never true",
            help: match near {
                Some(near) => format!("the enum has `{near}`, and capitals count"),
                None => "correct the text, or the enum".to_owned(),
            },
        });
    }

    /// Records the text of an integer with which an int-or-string is compared in a rule that neither reads the integer nor the type.
    fn compare_number(&mut self, schema: &JsonSchemaProps, nodes: &[NodeId]) {
        let ast = self.ast;
        let number = |node: &NodeId| ast.string_literal(*node)?.parse::<u32>().ok();
        let is_bounded = schema.minimum.is_some() || schema.maximum.is_some() || schema.multiple_of.is_some();
        let is_certain = !is_bounded && schema.enum_.is_none() && junctors(schema).all(is_of_type);
        let Some((node, number)) = nodes.iter().find_map(|node| Some((*node, number(node)?))) else {
            return;
        };
        let is_converted = ["type(", "string(", "int("]
            .iter()
            .any(|call| ast.source().contains(call));
        let is_number =
            |id| matches!(ast.kind(id), Kind::Literal(Literal::Int(other)) if other == i64::from(number));
        if self.mistakes.is_empty() && is_certain && !is_converted && !ast.ids().any(is_number) {
            let text = ast.source_of(node);
            self.mistakes.push(ExpressionMistake {
                span: ast.node(node).span,
                message: format!("`{text}` does not equal the integer `{number}`, which the value may be"),
                label: "equals only the text",
                help: "compare `string(…)` of the value, which is the same for both".to_owned(),
            });
        }
    }

    /// Records the string literals among the nodes that are longer than the texts of a schema.
    fn compare_length(&mut self, schema: &JsonSchemaProps, nodes: &[NodeId]) {
        let Some(most) = schema.max_length.and_then(|most| usize::try_from(most).ok()) else {
            return;
        };
        let is_longer = |node: &&NodeId| {
            let text = self.ast.string_literal(**node);
            text.is_some_and(|text| text.len() > most && text.chars().count() > most)
        };
        if let Some(node) = nodes.iter().find(is_longer) {
            self.mistakes.push(ExpressionMistake {
                span: self.ast.node(*node).span,
                message: format!(
                    "no value is `{}`: `maxLength` is {most}",
                    self.ast.source_of(*node)
                ),
                label: "never equal",
                help: "correct the text, or the bound in the schema".to_owned(),
            });
        }
    }
}

/// Whether a schema only lists one of the two types of int-or-strings.
fn is_of_type(schema: &JsonSchemaProps) -> bool {
    *schema
        == JsonSchemaProps {
            type_: schema.type_.clone(),
            ..JsonSchemaProps::default()
        }
}

/// Whether a value is this integer, which may be written as `3.0`.
fn is_number(value: &serde_json::Value, number: i64) -> bool {
    let as_written = || value.as_f64().map(|value| value.to_string());
    value.as_i64() == Some(number) || as_written() == Some(number.to_string())
}
