//! Determines whether a value that appears or disappears by itself, because of a default or a null, can make a request invalid.

use crate::model::field::{Path, Segment};
use crate::model::schema::rule::is_of_word;
use crate::model::schema::{JsonSchemaProps, ValidationRule, VisitNext, VisitScope};

/// Whether the new schema has a rule, a junctor, listed values or a count around the node or on it that may depend on the presence of
/// its value.
pub(super) fn is_judged(root: &JsonSchemaProps, node: &[Segment]) -> bool {
    let own = root.at(node);
    // Rules are not evaluated on defaults of the values of maps when a CRD is written.
    let is_map_value = node
        .last()
        .is_some_and(|step| step.is_field("additionalProperties"));
    own.is_some_and(|own| {
        !own.rules().is_empty()
            || has_junctor(own)
            || has_rule_within(own, &|rule| is_map_value || rule.is_transition())
    }) || (0..node.len()).any(|length| {
        let (way, rest) = node.split_at(length);
        root.at(way).is_some_and(|around| is_judged_by(around, rest))
    })
}

/// Whether there is such a rule within a value. Rules that compare it with the old value matter because there may be one now
/// where there was none.
fn has_rule_within(schema: &JsonSchemaProps, is_such: &dyn Fn(&ValidationRule) -> bool) -> bool {
    let mut has_rule = false;
    schema.visit(VisitScope::Structural, &Path::root(""), &mut |_, node| {
        has_rule |= node.rules().iter().any(is_such);
        VisitNext::Children
    });
    has_rule
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
    around.enum_.is_some()
        || around.max_properties.is_some()
        || around.min_properties.is_some()
        || matches!(around.x_list_type.as_deref(), Some("set" | "map"))
        || has_junctor(around)
        || around
            .rules()
            .iter()
            .any(|rule| !is_object || may_read(rule, &names))
}

pub(super) fn has_junctor(schema: &JsonSchemaProps) -> bool {
    schema.all_of.is_some() || schema.any_of.is_some() || schema.one_of.is_some() || schema.not.is_some()
}

/// Whether a rule names one of these members, or uses `self` as a whole.
fn may_read(rule: &ValidationRule, names: &[&str]) -> bool {
    let text = &*rule.rule;
    let uses_whole = |name: &str| {
        text.match_indices(name).any(|(at, _)| {
            let before = text.get(..at).and_then(|before| before.chars().last());
            let after = text.get(at + name.len()..).and_then(|after| after.chars().next());
            let goes_on = |c: Option<char>| c.is_some_and(is_of_word);
            !goes_on(before) && !goes_on(after) && after != Some('.')
        })
    };
    let is_named = |name: &&str| {
        let escaped = crd_cel::escape(name);
        let escaped = escaped.as_deref().unwrap_or(name);
        rule.words().any(|word| word == escaped)
    };
    names.iter().any(is_named) || uses_whole("self") || uses_whole("oldSelf")
}
