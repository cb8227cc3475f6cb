//! Changes values so that they satisfy simple rules of their own nodes.
//!
//! ```text
//! string(self).startsWith('BEGIN'), string(self).endsWith('END')      "BEGINEND", in base64 if the format is `byte`
//! 'role' in self && self['role'] == 'master'                          {role: master}
//! isURL(self) && url(self).getScheme() == 'https'                     "https://example.com"
//! ```
//!
//! The values are validated afterwards like all others.

use crd_cel::ast::{Ast, Kind, NodeId};
use crd_cel::{CompatVersion, parse};
use serde_json::{Map, Value};

use super::combinations::PlaceSearch;
use crate::go::base64;
use crate::model::structural::{Structural, StructuralShape};
use crate::values::{ValueOptions, ValueStep, Values, node_at};

/// Functions that read texts, or that validate them, with a text that they accept.
const KINDS: [(&str, &str); 17] = [
    ("isURL", "https://example.com"),
    ("url", "https://example.com"),
    ("uri", "https://example.com"),
    ("isIP", "10.0.0.1"),
    ("ip", "10.0.0.1"),
    ("isCIDR", "10.0.0.0/8"),
    ("cidr", "10.0.0.0/8"),
    ("isQuantity", "1"),
    ("quantity", "1"),
    ("isSemver", "1.0.0"),
    ("semver", "2.0.0"),
    ("duration", "1h"),
    ("timestamp", "2020-01-01T00:00:00Z"),
    ("datetime", "2020-01-01T00:00:00Z"),
    ("date", "2020-01-01"),
    ("uuid", "123e4567-e89b-12d3-a456-426614174000"),
    ("byte", "AAAA"),
];

/// Generates a value that satisfies simple rules of its own nodes.
pub(crate) fn obliging(values: &mut Values, schema: &Structural, options: ValueOptions) -> Value {
    let mut value = values.value(schema, options);
    oblige(values, schema, &mut value);
    value
}

/// Changes values of a schema so that they satisfy rules of their nodes. The recursion depth is that of the schema.
pub(crate) fn oblige(values: &mut Values, schema: &Structural, value: &mut Value) {
    match value {
        Value::Array(elements) => {
            if let Some(items) = schema.items() {
                for element in elements {
                    oblige(values, items, element);
                }
            }
        }
        Value::Object(members) => {
            if let Some(of_values) = schema.additional_schema() {
                for rule in &schema.rules {
                    add_asked(values, of_values, &rule.rule, members);
                }
            }
            for (name, member) in members {
                if let Some(below) = schema.property(name).or_else(|| schema.additional_schema()) {
                    oblige(values, below, member);
                }
            }
        }
        _ => {}
    }
    for asked in asked_texts(schema) {
        if let Some(node) = node_at(schema, &asked.steps) {
            each_at(value, &asked.steps, &mut |value| {
                asked.change(values, node, value);
            });
        }
    }
}

/// Changes the values at a place, which are several below a list.
fn each_at(value: &mut Value, steps: &[ValueStep], change: &mut dyn FnMut(&mut Value)) {
    match (steps.split_first(), value) {
        (None, value) => change(value),
        (Some((ValueStep::Member(name), rest)), Value::Object(members)) => {
            if let Some(member) = members.get_mut(&**name) {
                each_at(member, rest, change);
            }
        }
        (Some((ValueStep::Element, rest)), Value::Array(elements)) => {
            for element in elements {
                each_at(element, rest, change);
            }
        }
        _ => {}
    }
}

/// What the rules of a node require of a text at or below it.
#[derive(Default)]
struct AskedText {
    steps: Vec<ValueStep>,
    start: String,
    middle: String,
    end: String,
    /// The possible texts, if there are few.
    listed: Vec<String>,
    pattern: String,
    /// A text that the functions accept with which it is read.
    kind: &'static str,
}

impl AskedText {
    fn change(&self, values: &mut Values, node: &Structural, value: &mut Value) {
        let current = match value {
            Value::String(text) => text,
            Value::Number(_) if matches!(node.shape, StructuralShape::IntOrString { .. }) => "",
            _ => return,
        };
        if let Some(text) = self.text(values, node, current) {
            *value = match &*node.validation.format {
                "byte" => base64::encode(text.as_bytes()),
                _ => text,
            }
            .into();
        }
    }

    fn fits(&self, text: &str) -> bool {
        text.starts_with(&self.start) && text.contains(&self.middle) && text.ends_with(&self.end)
    }

    /// Returns the text in place of another one, unless that one may remain.
    fn text(&self, values: &mut Values, node: &Structural, current: &str) -> Option<String> {
        let of_schema = [&node.generic.example, &node.generic.default];
        let is_of_schema = of_schema.into_iter().flatten().any(|value| value == current);
        if is_of_schema || node.validation.enum_.is_some() {
            return None;
        }
        let listed = self.listed.iter().find(|text| self.fits(text));
        let mut text = match listed.or(self.listed.first()) {
            Some(text) => text.clone(),
            None if !self.pattern.is_empty() => {
                let mut with_pattern = Structural::new(StructuralShape::String);
                with_pattern.validation = node.validation.clone();
                with_pattern.validation.pattern = self.pattern.as_str().into();
                let text = values.value(&with_pattern, ValueOptions::READABLE);
                text.as_str()?.to_owned()
            }
            None if !self.kind.is_empty() && node.validation.pattern.is_empty() => self.kind.to_owned(),
            None if self.fits(current) => return None,
            None => String::new(),
        };
        if !text.starts_with(&self.start) {
            text.insert_str(0, &self.start);
        }
        for part in [&self.middle, &self.end] {
            if !text.contains(part.as_str()) {
                text.push_str(part);
            }
        }
        let least = node.validation.min_length.unwrap_or(0);
        let missing = usize::try_from(least).ok()?.saturating_sub(text.len());
        if missing > 0 {
            let mut more = "a".repeat(missing);
            if text.starts_with("https:") {
                more.replace_range(..1, "/");
            }
            text.insert_str(text.len().saturating_sub(self.end.len()), &more);
        }
        Some(text)
    }
}
/// Returns what the rules of a node require of texts.
fn asked_texts(schema: &Structural) -> Vec<AskedText> {
    let mut found = Vec::new();
    for rule in &schema.rules {
        let may_ask =
            rule.rule.contains(['\'', '"']) || KINDS.iter().any(|(name, _)| rule.rule.contains(name));
        if let Some(tree) = may_ask
            .then(|| parse(&rule.rule, CompatVersion::STORED).ok())
            .flatten()
            && let Some(root) = tree.root()
        {
            let places = PlaceSearch::new(&tree, schema);
            RuleReader {
                tree: &tree,
                places,
                found: &mut found,
            }
            .read(root);
        }
    }
    found
}

/// Reads what a rule requires. The parser bounds the depth of the recursion.
struct RuleReader<'a> {
    tree: &'a Ast,
    places: PlaceSearch<'a>,
    found: &'a mut Vec<AskedText>,
}

impl RuleReader<'_> {
    /// Reads an expression that must be true, or a part of one; returns whether it requires something.
    fn read(&mut self, id: NodeId) -> bool {
        if let Some(loop_) = self.tree.quantifier(id) {
            return self.read(loop_.predicate);
        }
        let Kind::Call {
            function,
            target,
            args,
        } = self.tree.kind(id)
        else {
            return false;
        };
        let args = self.tree.nodes(args);
        let function = self.tree.text(function);
        match (function, target, args) {
            // One alternative is enough, and the condition before them need not be true.
            ("_||_", _, [first, second]) | ("_?_:_", _, [_, first, second]) => {
                self.read(*first) || self.read(*second)
            }
            // That a text of a format has errors is negated.
            ("!_", _, [negated]) => match self.tree.method_call(*negated) {
                Some(("hasValue", target, _)) => self.read(target),
                _ => false,
            },
            ("validate", Some(format), [operand]) => match self.tree.kind(format) {
                Kind::Call { function, .. } => self.kind(self.tree.text(function), *operand),
                _ => false,
            },
            _ => {
                self.call(function, target, args) || {
                    let mut is_asked = false;
                    for operand in target.iter().chain(args) {
                        is_asked |= self.read(*operand);
                    }
                    is_asked
                }
            }
        }
    }

    /// Reads a call that is about a text; returns whether it is.
    fn call(&mut self, function: &str, target: Option<NodeId>, args: &[NodeId]) -> bool {
        let tree = self.tree;
        let literal = |id: &NodeId| {
            let text = tree.string_literal(*id)?;
            (!text.contains(char::is_control)).then(|| text.to_owned())
        };
        match (function, target, args) {
            ("startsWith" | "endsWith" | "contains" | "matches", Some(operand), [argument]) => {
                let (Some(text), Some(asked)) = (literal(argument), self.asked(operand)) else {
                    return false;
                };
                let part = match function {
                    "startsWith" => &mut asked.start,
                    "endsWith" => &mut asked.end,
                    "contains" => &mut asked.middle,
                    _ => &mut asked.pattern,
                };
                if part.is_empty() {
                    *part = text;
                }
                true
            }
            ("_==_" | "@in", _, [first, second]) => {
                let (operand, others) = match tree.string_literal(*first) {
                    Some(_) => (second, first),
                    None => (first, second),
                };
                let listed: Vec<String> = match tree.kind(*others) {
                    Kind::List { elements, .. } => tree.nodes(elements).iter().filter_map(literal).collect(),
                    _ => literal(others)
                        .into_iter()
                        .filter(|text| !text.is_empty())
                        .collect(),
                };
                match self.asked(*operand).filter(|_| !listed.is_empty()) {
                    Some(asked) => {
                        asked.listed = listed;
                        true
                    }
                    None => false,
                }
            }
            (_, None, [operand, ..]) => self.kind(function, *operand),
            _ => false,
        }
    }

    /// Reads a text with a function or format; returns whether it requires texts of a kind.
    fn kind(&mut self, function: &str, operand: NodeId) -> bool {
        let kind = KINDS.iter().find(|(name, _)| *name == function);
        match kind.and_then(|(_, text)| Some((self.asked(operand)?, text))) {
            Some((asked, text)) => {
                asked.kind = text;
                true
            }
            None => false,
        }
    }

    /// Returns what is required of the text of an operand.
    fn asked(&mut self, operand: NodeId) -> Option<&mut AskedText> {
        let operand = match self.tree.plain_call(operand) {
            Some(("string", [operand])) => *operand,
            _ => operand,
        };
        let steps = self.places.steps_to(operand, 0)?;
        let at = match self.found.iter().position(|asked| asked.steps == steps) {
            Some(at) => at,
            None => {
                self.found.push(AskedText {
                    steps,
                    ..AskedText::default()
                });
                self.found.len() - 1
            }
        };
        self.found.get_mut(at)
    }
}

/// Adds the member of a map that a rule requires.
fn add_asked(values: &mut Values, of_values: &Structural, rule: &str, members: &mut Map<String, Value>) {
    let rule = rule.trim_start_matches(['(', ' ']);
    let Some(name) = literal(rule) else { return };
    let Some(rest) = rule.get(name.len() + 2..) else {
        return;
    };
    if !rest.trim_start().starts_with("in self") || members.contains_key(name) {
        return;
    }
    let quoted = rule.get(..name.len() + 2).unwrap_or_default();
    let compared = rest
        .split_once(&format!("self[{quoted}] == "))
        .and_then(|(_, compared)| literal(compared));
    let value = compared.map_or_else(|| values.value(of_values, ValueOptions::READABLE), Value::from);
    members.insert(name.to_owned(), value);
}

/// Returns the string literal at the start of an expression.
fn literal(expression: &str) -> Option<&str> {
    let quote = expression.chars().next().filter(|c| matches!(c, '\'' | '"'))?;
    expression.get(1..)?.split(quote).next()
}
