//! Compares the keywords of a node that has the same type in two schemas, and reports each difference with its direction.
//!
//! ```text
//! old {minimum: 1, pattern: "a"}   new {minimum: 2, exclusiveMinimum: true}
//! ->  Bound(minimum, 1 -> 2 exclusive, Narrower), Pattern("a", "")
//! ```

use std::cmp::Ordering;

use crd_cel::ast::{Ast, Kind, Literal, NodeId};
use serde_json::Value;

use crate::go;
use crate::model::map::Map;
use crate::model::schema::{JsonSchemaProps, ValidationRule};

/// Change in the set of values that a keyword accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ValueSet {
    Narrower,
    Wider,
    /// Some values were removed, and others added.
    Incomparable,
}

/// A difference in the keywords of a node.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum KeywordChange {
    /// A bound, with its old and new values as text.
    Bound {
        keyword: &'static str,
        before: Option<String>,
        after: Option<String>,
        set: ValueSet,
    },
    MultipleOf(Option<f64>, Option<f64>, ValueSet),
    /// The removed and the added values, and whether the old and the new schema have an `enum`.
    Enum {
        removed: Vec<Value>,
        added: Vec<Value>,
        listed: [bool; 2],
    },
    Pattern(Box<str>, Box<str>),
    Format(Box<str>, Box<str>),
    /// The member is required now; records whether the old schema declares it.
    Required(Box<str>, MemberBefore),
    /// The member is no longer required.
    Optional(Box<str>),
    /// Whether null is accepted now.
    Nullable(bool),
    Default(Option<Value>, Option<Value>),
    /// The junctors that differ.
    Junctors(Vec<&'static str>),
    ListType(ListMerge, ListMerge),
    /// Whether server-side apply replaces objects as a whole now.
    AtomicObject(bool),
    /// Whether the value is an embedded resource now.
    Embedded(bool),
    RuleAdded(ValidationRule),
    RuleRemoved(ValidationRule),
    /// A rule with the same expression, whose message, reason or path differs.
    RuleReworded(ValidationRule),
    /// Keywords without an effect on values.
    Words(Vec<&'static str>),
}

/// Whether an older schema declares a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MemberBefore {
    Declared,
    New,
}

/// The way in which server-side apply merges a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ListMerge {
    Atomic,
    Set,
    Map(Vec<Box<str>>),
}

impl ListMerge {
    fn of(schema: &JsonSchemaProps) -> ListMerge {
        match schema.x_list_type.as_deref() {
            Some("set") => ListMerge::Set,
            Some("map") => {
                let mut keys = schema.x_list_map_keys.clone().unwrap_or_default();
                keys.sort_unstable();
                ListMerge::Map(keys)
            }
            _ => ListMerge::Atomic,
        }
    }

    pub(crate) fn words(&self) -> String {
        match self {
            ListMerge::Atomic => "`atomic`".to_owned(),
            ListMerge::Set => "`set`".to_owned(),
            ListMerge::Map(keys) => format!("`map` by `{}`", keys.join("`, `")),
        }
    }
}

/// Returns the keywords that differ.
pub(crate) fn keyword_changes(old: &JsonSchemaProps, new: &JsonSchemaProps) -> Vec<KeywordChange> {
    let mut found = Vec::new();
    counts(old, new, &mut found);
    numbers(old, new, &mut found);
    values(old, new, &mut found);
    members(old, new, &mut found);
    if old.nullable != new.nullable {
        found.push(KeywordChange::Nullable(new.nullable));
    }
    if old.default != new.default {
        found.push(KeywordChange::Default(old.default.clone(), new.default.clone()));
    }
    junctors(old, new, &mut found);
    let (before, after) = (ListMerge::of(old), ListMerge::of(new));
    if before != after {
        found.push(KeywordChange::ListType(before, after));
    }
    let is_atomic = |schema: &JsonSchemaProps| schema.x_map_type.as_deref() == Some("atomic");
    if is_atomic(old) != is_atomic(new) {
        found.push(KeywordChange::AtomicObject(is_atomic(new)));
    }
    if old.x_embedded_resource != new.x_embedded_resource {
        found.push(KeywordChange::Embedded(new.x_embedded_resource));
    }
    rules(old, new, &mut found);
    words(old, new, &mut found);
    found
}

fn counts(old: &JsonSchemaProps, new: &JsonSchemaProps, found: &mut Vec<KeywordChange>) {
    let bounds = [
        ("maxLength", old.max_length, new.max_length),
        ("maxItems", old.max_items, new.max_items),
        ("maxProperties", old.max_properties, new.max_properties),
        ("minLength", old.min_length, new.min_length),
        ("minItems", old.min_items, new.min_items),
        ("minProperties", old.min_properties, new.min_properties),
    ];
    for (keyword, before, after) in bounds {
        let is_most = keyword.starts_with("max");
        // A missing bound is wider than any other; a minimum of 0 equals no bound.
        let rank = |bound: Option<i64>| match bound {
            None if is_most => i128::from(i64::MAX) + 1,
            None => 0,
            Some(bound) if is_most => i128::from(bound),
            Some(bound) => -i128::from(bound.max(0)),
        };
        let (old_rank, new_rank) = (rank(before), rank(after));
        if old_rank == new_rank {
            continue;
        }
        found.push(KeywordChange::Bound {
            keyword,
            before: before.map(|bound| bound.to_string()),
            after: after.map(|bound| bound.to_string()),
            set: moved(old_rank.cmp(&new_rank)),
        });
    }
}

/// Returns the change in the set of values when a bound changes, from the order of the old and the new bound.
fn moved(old_to_new: Ordering) -> ValueSet {
    if old_to_new.is_gt() {
        ValueSet::Narrower
    } else {
        ValueSet::Wider
    }
}

/// Returns a bound on numbers; exclusive bounds on integers are converted to inclusive ones.
fn number_bound(schema: &JsonSchemaProps, keyword: &str) -> Option<(f64, bool)> {
    let is_integer = &*schema.type_ == "integer";
    let (bound, is_exclusive, inside) = if keyword == "maximum" {
        (schema.maximum?, schema.exclusive_maximum, -1.0)
    } else {
        (schema.minimum?, schema.exclusive_minimum, 1.0)
    };
    if !is_integer {
        return Some((bound, is_exclusive));
    }
    let whole = if inside < 0.0 { bound.floor() } else { bound.ceil() };
    let is_at_bound = whole.to_bits() == bound.to_bits();
    Some((
        if is_exclusive && is_at_bound {
            whole + inside
        } else {
            whole
        },
        false,
    ))
}

fn numbers(old: &JsonSchemaProps, new: &JsonSchemaProps, found: &mut Vec<KeywordChange>) {
    for keyword in ["maximum", "minimum"] {
        let (before, after) = (number_bound(old, keyword), number_bound(new, keyword));
        let sign = if keyword == "maximum" { 1.0 } else { -1.0 };
        let old_to_new = match (before, after) {
            (None, None) => continue,
            (None, Some(_)) => Ordering::Greater,
            (Some(_), None) => Ordering::Less,
            (Some((old, old_exclusive)), Some((new, new_exclusive))) => {
                if old.total_cmp(&new).is_eq() && old_exclusive == new_exclusive {
                    continue;
                }
                let bounds = (old * sign).total_cmp(&(new * sign));
                bounds.then(new_exclusive.cmp(&old_exclusive))
            }
        };
        let words = |schema: &JsonSchemaProps| {
            let (bound, is_exclusive) = if keyword == "maximum" {
                (schema.maximum?, schema.exclusive_maximum)
            } else {
                (schema.minimum?, schema.exclusive_minimum)
            };
            let bound = go::float_json(bound);
            Some(if is_exclusive {
                format!("{bound} (exclusive)")
            } else {
                bound
            })
        };
        found.push(KeywordChange::Bound {
            keyword,
            before: words(old),
            after: words(new),
            set: moved(old_to_new),
        });
    }
    let (before, after) = (old.multiple_of, new.multiple_of);
    if before != after {
        let is_multiple = |of: f64, by: f64| (of / by).fract().abs() < f64::EPSILON;
        let set = match (before, after) {
            (Some(before), Some(after)) if is_multiple(before, after) => ValueSet::Wider,
            (Some(before), Some(after)) if is_multiple(after, before) => ValueSet::Narrower,
            (Some(_), Some(_)) => ValueSet::Incomparable,
            (None, _) => ValueSet::Narrower,
            (Some(_), None) => ValueSet::Wider,
        };
        found.push(KeywordChange::MultipleOf(before, after, set));
    }
}

fn values(old: &JsonSchemaProps, new: &JsonSchemaProps, found: &mut Vec<KeywordChange>) {
    let (before, after) = (old.enum_.as_deref(), new.enum_.as_deref());
    let missing = |from: Option<&[Value]>, within: Option<&[Value]>| -> Vec<Value> {
        let within = within.unwrap_or_default();
        let values = from.unwrap_or_default().iter();
        values
            .filter(|value| !within.iter().any(|other| go::json(other) == go::json(value)))
            .cloned()
            .collect()
    };
    let (removed, added) = (missing(before, after), missing(after, before));
    if before.is_some() != after.is_some() || !removed.is_empty() || !added.is_empty() {
        found.push(KeywordChange::Enum {
            removed,
            added,
            listed: [before.is_some(), after.is_some()],
        });
    }
    if old.pattern != new.pattern {
        found.push(KeywordChange::Pattern(old.pattern.clone(), new.pattern.clone()));
    }
    if old.format != new.format {
        found.push(KeywordChange::Format(old.format.clone(), new.format.clone()));
    }
}

fn members(old: &JsonSchemaProps, new: &JsonSchemaProps, found: &mut Vec<KeywordChange>) {
    let names = |schema: &JsonSchemaProps| schema.required.clone().unwrap_or_default();
    let (before, after) = (names(old), names(new));
    for name in after.iter().filter(|name| !before.contains(name)) {
        let is_declared = old.property(name).is_some() || old.additional_schema().is_some();
        found.push(KeywordChange::Required(
            name.clone(),
            if is_declared {
                MemberBefore::Declared
            } else {
                MemberBefore::New
            },
        ));
    }
    let gone = before.iter().filter(|name| !after.contains(name));
    found.extend(gone.cloned().map(KeywordChange::Optional));
}

fn junctors(old: &JsonSchemaProps, new: &JsonSchemaProps, found: &mut Vec<KeywordChange>) {
    let normal = |list: &Option<Vec<JsonSchemaProps>>| {
        let mut texts: Vec<String> = list.iter().flatten().map(normal_form).collect();
        texts.sort_unstable();
        texts
    };
    let mut names = Vec::new();
    for (name, before, after) in [
        ("allOf", &old.all_of, &new.all_of),
        ("anyOf", &old.any_of, &new.any_of),
        ("oneOf", &old.one_of, &new.one_of),
    ] {
        let (mut before, mut after) = (normal(before), normal(after));
        if name != "oneOf" {
            before.dedup();
            after.dedup();
        }
        if before != after {
            names.push(name);
        }
    }
    if old.not.as_deref().map(normal_form) != new.not.as_deref().map(normal_form) {
        names.push("not");
    }
    if !names.is_empty() {
        found.push(KeywordChange::Junctors(names));
    }
}

/// Serializes a schema below a junctor, independently of order and annotations.
fn normal_form(schema: &JsonSchemaProps) -> String {
    let mut plain = schema.clone();
    plain.visit_mut(
        crate::model::schema::VisitScope::All,
        &crate::model::field::Path::root(""),
        &mut |_, node| {
            node.description = Box::default();
            node.title = Box::default();
            node.required.iter_mut().for_each(|names| names.sort_unstable());
            if let Some(values) = &mut node.enum_ {
                values.sort_by_key(go::json);
            }
            crate::model::schema::VisitNext::Children
        },
    );
    serde_json::to_string(&plain).unwrap_or_default()
}

fn rules(old: &JsonSchemaProps, new: &JsonSchemaProps, found: &mut Vec<KeywordChange>) {
    let is_same = |one: &ValidationRule, other: &ValidationRule| {
        (squeezed(&one.rule) == squeezed(&other.rule) || is_one_tree(&one.rule, &other.rule))
            && one.optional_old_self == other.optional_old_self
    };
    let (before, after) = (old.rules(), new.rules());
    for rule in after {
        match before.iter().find(|other| is_same(rule, other)) {
            None => found.push(KeywordChange::RuleAdded(rule.clone())),
            Some(other) if is_reworded(rule, other) => found.push(KeywordChange::RuleReworded(rule.clone())),
            Some(_) => {}
        }
    }
    let gone = before
        .iter()
        .filter(|rule| !after.iter().any(|other| is_same(rule, other)));
    found.extend(gone.cloned().map(KeywordChange::RuleRemoved));
}

/// Whether two expressions have the same syntax tree, so that they only differ in quotes, parentheses or comments.
fn is_one_tree(one: &str, other: &str) -> bool {
    let tree = |rule: &str| crd_cel::parse(rule, crd_cel::CompatVersion::STORED).ok();
    let (Some(one), Some(other)) = (tree(one), tree(other)) else {
        return false;
    };
    match (one.root(), other.root()) {
        (Some(here), Some(there)) => is_same_node((&one, here), (&other, there)),
        _ => false,
    }
}

/// Whether two nodes are equal. The parser bounds the depth of expressions.
fn is_same_node((one, here): (&Ast, NodeId), (other, there): (&Ast, NodeId)) -> bool {
    let below = |here: NodeId, there: NodeId| is_same_node((one, here), (other, there));
    let all = |here: &[NodeId], there: &[NodeId]| {
        here.len() == there.len() && here.iter().zip(there).all(|(here, there)| below(*here, *there))
    };
    match (one.kind(here), other.kind(there)) {
        (Kind::Literal(Literal::String(a)), Kind::Literal(Literal::String(b))) => {
            one.text(a) == other.text(b)
        }
        (Kind::Literal(Literal::Bytes(a)), Kind::Literal(Literal::Bytes(b))) => {
            one.bytes(a) == other.bytes(b)
        }
        (Kind::Literal(a), Kind::Literal(b)) => a == b,
        (Kind::Ident(a), Kind::Ident(b)) => one.text(a) == other.text(b),
        (
            Kind::Select {
                operand: here,
                field: a,
                test_only: is_test,
            },
            Kind::Select {
                operand: there,
                field: b,
                test_only: is_test_there,
            },
        ) => is_test == is_test_there && one.text(a) == other.text(b) && below(here, there),
        (
            Kind::Call {
                function: a,
                target: here,
                args: arguments,
            },
            Kind::Call {
                function: b,
                target: there,
                args: arguments_there,
            },
        ) => {
            let is_same_target = match (here, there) {
                (Some(here), Some(there)) => below(here, there),
                (None, None) => true,
                _ => false,
            };
            one.text(a) == other.text(b)
                && is_same_target
                && all(one.nodes(arguments), other.nodes(arguments_there))
        }
        (
            Kind::List {
                elements: a,
                optional: with,
            },
            Kind::List {
                elements: b,
                optional: with_there,
            },
        ) => with.is_empty() && with_there.is_empty() && all(one.nodes(a), other.nodes(b)),
        (Kind::Comprehension(a), Kind::Comprehension(b)) => {
            let (Some(a), Some(b)) = (one.comprehension(a), other.comprehension(b)) else {
                return false;
            };
            one.text(a.iter_var) == other.text(b.iter_var)
                && a.iter_var2.map(|name| one.text(name)) == b.iter_var2.map(|name| other.text(name))
                && one.text(a.accu_var) == other.text(b.accu_var)
                && all(
                    &[a.iter_range, a.accu_init, a.loop_cond, a.loop_step, a.result],
                    &[b.iter_range, b.accu_init, b.loop_cond, b.loop_step, b.result],
                )
        }
        // Maps and messages are rare in rules: their source text is compared.
        _ => false,
    }
}

/// Whether the message, reason or path of a rule differs.
fn is_reworded(rule: &ValidationRule, before: &ValidationRule) -> bool {
    let with_its_text = ValidationRule {
        rule: rule.rule.clone(),
        ..before.clone()
    };
    with_its_text != *rule
}

/// Returns an expression without insignificant whitespace: that outside string literals that does not separate two words.
fn squeezed(rule: &str) -> String {
    let mut out = String::new();
    let mut quote = None;
    let mut was_blank = false;
    let mut is_escaped = false;
    let is_word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    for c in rule.chars() {
        match quote {
            Some(end) => {
                out.push(c);
                if c == end && !is_escaped {
                    quote = None;
                }
                is_escaped = c == '\\' && !is_escaped;
            }
            None if c.is_whitespace() => was_blank = true,
            None => {
                if was_blank && is_word(Some(c)) && is_word(out.chars().last()) {
                    out.push(' ');
                }
                was_blank = false;
                if c == '\'' || c == '"' {
                    quote = Some(c);
                }
                out.push(c);
            }
        }
    }
    out
}

fn words(old: &JsonSchemaProps, new: &JsonSchemaProps, found: &mut Vec<KeywordChange>) {
    let names: Vec<&'static str> = [
        ("description", old.description != new.description),
        ("title", old.title != new.title),
        ("example", old.example != new.example),
        ("externalDocs", old.external_docs != new.external_docs),
    ]
    .into_iter()
    .filter_map(|(name, differs)| differs.then_some(name))
    .collect();
    if !names.is_empty() {
        found.push(KeywordChange::Words(names));
    }
}

/// Finds a property with the same schema as a removed one, which may have been renamed.
pub(crate) fn moved_to<'s>(
    gone: &JsonSchemaProps,
    added: impl IntoIterator<Item = (usize, &'s JsonSchemaProps)>,
) -> Option<usize> {
    let is_distinctive = |schema: &JsonSchemaProps| {
        schema
            .properties
            .as_ref()
            .is_some_and(|properties| !Map::is_empty(properties))
            || !schema.description.is_empty()
    };
    let mut same = added
        .into_iter()
        .filter(|(_, schema)| is_distinctive(gone) && *schema == gone);
    let (place, _) = same.next()?;
    same.next().is_none().then_some(place)
}
