//! Determines whether a value that appears or disappears by itself, because of a default or a null, can make a request invalid.

use crate::model::field::{Path, Segment};
use crate::model::schema::{JsonSchemaProps, Reach, VisitNext};

/// Whether the new schema has a rule, a junctor or a count around the node or on it that may depend on the presence of its value.
pub(super) fn is_judged(root: &JsonSchemaProps, node: &[Segment]) -> bool {
    let own = root.at(node);
    own.is_some_and(|own| !own.rules().is_empty() || has_junctor(own) || compares_within(own))
        || (0..node.len()).any(|length| {
            let (way, rest) = node.split_at(length);
            root.at(way).is_some_and(|around| is_judged_by(around, rest))
        })
}

/// Whether a rule within a value compares it with the old one, which there may be now where there was none.
fn compares_within(schema: &JsonSchemaProps) -> bool {
    let mut compares = false;
    schema.visit(Reach::Structural, &Path::root(""), &mut |_, node| {
        compares |= node.rules().iter().any(|rule| rule.rule.contains("oldSelf"));
        VisitNext::Children
    });
    compares
}

fn is_judged_by(around: &JsonSchemaProps, rest: &[Segment]) -> bool {
    let names: Vec<&str> = rest
        .iter()
        .filter_map(|step| match step {
            Segment::Key(name) => Some(&**name),
            _ => None,
        })
        .collect();
    // Elements and values of maps are usually named by variables.
    let is_object = matches!(rest.get(1), Some(Segment::Key(_)));
    around.max_properties.is_some()
        || around.min_properties.is_some()
        || matches!(around.x_list_type.as_deref(), Some("set" | "map"))
        || has_junctor(around)
        || around
            .rules()
            .iter()
            .any(|rule| !is_object || may_read(&rule.rule, &names))
}

pub(super) fn has_junctor(schema: &JsonSchemaProps) -> bool {
    schema.all_of.is_some() || schema.any_of.is_some() || schema.one_of.is_some() || schema.not.is_some()
}

/// Whether a rule names one of these members, or uses `self` as a whole.
fn may_read(rule: &str, names: &[&str]) -> bool {
    let words = |text: &str, name: &str| {
        text.split(|c: char| !c.is_alphanumeric() && c != '_')
            .any(|word| word == name)
    };
    let uses_whole = |name: &str| {
        rule.match_indices(name).any(|(at, _)| {
            let before = rule.get(..at).and_then(|before| before.chars().last());
            let after = rule.get(at + name.len()..).and_then(|after| after.chars().next());
            let is_word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
            !is_word(before) && !is_word(after) && after != Some('.')
        })
    };
    let is_named = |name: &&str| words(rule, crd_cel::escape(name).as_deref().unwrap_or(name));
    names.iter().any(is_named) || uses_whole("self") || uses_whole("oldSelf")
}
