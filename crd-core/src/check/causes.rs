//! Findings that say the same as another one or depend on it, and the crash of the server on a path into a schema that it cannot
//! convert.

#[cfg(test)]
mod tests;

use super::place::last_word;
use super::{Code, Diagnostic, Severity, Stage, codes, suggest};
use crate::model::field::{ErrorType, FieldError, FieldPath};
use crate::model::rules::{self, RuleId};
use crate::yaml::tree::{Node, Span};

/// The errors of selectable fields beside a schema that the server cannot convert.
const UNCONVERTIBLE: [RuleId; 2] = [rules::CRD_25, rules::CRD_57];

/// Pairs of codes: the second one at the place of the first says the same, or will be gone with it.
const SAME_AT_ONE_PLACE: [(Code, Code); 6] = [
    (codes::ROOT_FIELDS_WITH_STATUS, codes::ROOT_NULLABLE),
    (codes::ROOT_FIELDS_WITH_STATUS, codes::ROOT_ADDITIONAL_PROPERTIES),
    (codes::LIST_TYPE_UNKNOWN, codes::LIST_MAP_KEYS_WITHOUT_MAP),
    (codes::CONVERSION_WEBHOOK, codes::CONVERSION_REVIEW_VERSIONS),
    (codes::SCALE_PATH, codes::SCALE_PATH_DANGLING),
    (codes::ROOT_TYPE_WITH_STATUS, codes::ROOT_NOT_OBJECT),
];

/// Pairs of rules of the server: in a version, the second one can only be judged once the first is kept.
const UNDECIDED: [(RuleId, RuleId); 17] = [
    (rules::CRD_01, rules::M_04),
    (rules::N_01, rules::M_04),
    (rules::CRD_03, rules::M_04),
    (rules::CRD_48, rules::M_04),
    (rules::M_03, rules::M_04),
    (rules::CEL_12, rules::SCH_08),
    (rules::CEL_12, rules::SCH_09),
    (rules::CEL_15, rules::SCH_08),
    (rules::CEL_15, rules::SCH_09),
    (rules::CRD_14, rules::CRD_46),
    (rules::CRD_28, rules::CRD_83),
    (rules::CRD_29, rules::CRD_82),
    (rules::CRD_29, rules::CRD_83),
    (rules::CRD_60, rules::CRD_79),
    (rules::CRD_61, rules::CRD_79),
    (rules::CRD_79, rules::CRD_80),
    (rules::CRD_87, rules::CRD_08),
];

/// The same for the members of one object: a rule of a schema, or a schema.
const UNDECIDED_OF_MEMBERS: [(RuleId, RuleId); 8] = [
    (rules::OAS_17, rules::OAS_18),
    (rules::CEL_13, rules::CEL_21),
    (rules::OAS_01, rules::WRN_01),
    (rules::STR_05, rules::STR_12),
    (rules::STR_08, rules::STR_01),
    (rules::OAS_28, rules::OAS_41),
    (rules::STR_06, rules::OAS_27),
    (rules::STR_10, rules::STR_06),
];

/// The same for all versions of a CRD.
const UNDECIDED_OF_VERSIONS: [(RuleId, RuleId); 4] = [
    (rules::CRD_06, rules::CRD_24),
    (rules::CRD_06, rules::CRD_56),
    (rules::CRD_07, rules::CRD_24),
    (rules::CRD_07, rules::CRD_56),
];

/// Removes findings that say the same as another one, or that depend on another one.
pub(super) fn drop_follow_ups(found: &mut Vec<Diagnostic>, is_error: impl Fn(Code) -> bool) {
    let is_cause = |diagnostic: &&Diagnostic| {
        let is_known = |(cause, _): &(Code, Code)| *cause == diagnostic.code;
        // Comments silence findings that are no errors of the server.
        let rule = diagnostic.server.as_ref().map(|error| error.rule);
        let is_pair = |rule| {
            let of_object = UNDECIDED_OF_MEMBERS.iter().chain(&UNDECIDED_OF_VERSIONS);
            let mut undecided = UNDECIDED.iter().chain(of_object);
            SAME_AT_ONE_PLACE.iter().any(is_known) || undecided.any(|(cause, _)| *cause == rule)
        };
        diagnostic.severity == Severity::Error && rule.is_some_and(is_pair) && is_error(diagnostic.code)
    };
    let causes: Vec<Diagnostic> = found.iter().filter(is_cause).cloned().collect();
    if causes.is_empty() {
        return;
    }
    found.retain(|diagnostic| {
        let rule = |diagnostic: &Diagnostic| Some(diagnostic.server.as_ref()?.rule);
        let start = |diagnostic: &Diagnostic| diagnostic.span.map(|span| span.start);
        let follows_from = |cause: &Diagnostic| {
            let pair = rule(cause).zip(rule(diagnostic));
            let is_same = SAME_AT_ONE_PLACE.contains(&(cause.code, diagnostic.code))
                && start(cause) == start(diagnostic);
            is_same
                || pair.is_some_and(|pair| {
                    UNDECIDED.contains(&pair)
                        && cause.field.version_index() == diagnostic.field.version_index()
                        || UNDECIDED_OF_VERSIONS.contains(&pair)
                        || UNDECIDED_OF_MEMBERS.contains(&pair)
                            && cause.field.ancestor(1) == diagnostic.field.ancestor(1)
                })
        };
        !causes.iter().any(follows_from)
    });
}

/// Removes the other errors about a default that is of the wrong type.
pub(super) fn drop_beside_wrong_type(found: &mut Vec<Diagnostic>) {
    let kind = |one: &Diagnostic| {
        let error = one.server.as_ref()?;
        (error.rule == rules::DFT_04).then_some(error.kind)
    };
    let is_of_type = |one: &&Diagnostic| kind(one) == Some(ErrorType::TypeInvalid);
    let places: Vec<Option<Span>> = found.iter().filter(is_of_type).map(|one| one.span).collect();
    found.retain(|one| {
        let kind = kind(one);
        kind.is_none() || kind == Some(ErrorType::TypeInvalid) || !places.contains(&one.span)
    });
}

/// Removes rules that are true for every value only because their value, or one in it, has none.
pub(super) fn drop_vacuous(found: &mut Vec<Diagnostic>) {
    let is_cause = |diagnostic: &&Diagnostic| diagnostic.code == codes::UNSATISFIABLE;
    let empty: Vec<FieldPath> = found
        .iter()
        .filter(is_cause)
        .map(|one| one.field.clone())
        .collect();
    if empty.is_empty() {
        return;
    }
    found.retain(|diagnostic| {
        let rule = &diagnostic.field;
        let is_rule = rule.segments.last().is_some_and(|last| last.is_field("rule"));
        // `x-kubernetes-validations[0].rule` is below the value.
        let value = rule.ancestor(3);
        let is_vacuous = |path: &FieldPath| path.segments.starts_with(&value.segments);
        diagnostic.code != codes::RULE_CONSTANT || !is_rule || !empty.iter().any(is_vacuous)
    });
}

/// Joins the errors about required fields that one default lacks.
pub(super) fn join_missing(found: &mut Vec<Diagnostic>) {
    let missing = |one: &Diagnostic| {
        let error = one.server.as_ref()?;
        let is_missing = error.rule == rules::DFT_04 && suggest::is_missing(error)
            || error.rule == rules::DFT_03 && error.kind == ErrorType::Required;
        is_missing.then(|| (one.span, last_word(&error.field)))
    };
    let mut index = 0;
    while let Some((place, name)) = found.get(index).map(|one| missing(one).unzip()) {
        let of_same = |one: &Diagnostic| place.is_some() && missing(one).map(|(span, _)| span) == place;
        let mut names: Vec<String> = name.into_iter().collect();
        let mut position = index + 1;
        while position < found.len() {
            if found.get(position).is_some_and(of_same) {
                names.extend(missing(&found.remove(position)).map(|(_, name)| name));
            } else {
                position += 1;
            }
        }
        if let (Some(first), [others @ .., last]) = (found.get_mut(index), names.as_slice())
            && !others.is_empty()
        {
            first.label = format!("`{}` and `{last}` are required", others.join("`, `"));
            let what = first.message.split(':').next().unwrap_or_default();
            first.message = format!("{what}: {}", first.label);
        }
        index += 1;
    }
}

/// Joins the errors of a rule for a default with the error of the rule itself, which is the one to correct. The server reports the
/// former first.
pub(super) fn join_rules_of_defaults(found: &mut Vec<Diagnostic>, is_error: impl Fn(Code) -> bool) {
    let mut index = 0;
    while let Some(of_default) = found.get(index).map(|one| one.server.clone()) {
        let of_default = of_default.filter(|error| error.rule == rules::DFT_05C);
        let detail = of_default
            .as_ref()
            .and_then(|error| error.detail.strip_prefix("rule compile error: "));
        let is_rule = |one: &&mut Diagnostic| {
            is_error(one.code) && one.server.as_ref().map(|error| &*error.detail) == detail
        };
        match found.iter_mut().filter(|_| detail.is_some()).find(is_rule) {
            Some(rule) => {
                let cause = rule.server.take().and_then(|error| error.cause);
                rule.server = of_default.map(|error| FieldError { cause, ..error });
                rule.stage = Stage::Now;
                found.remove(index);
            }
            None => index += 1,
        }
    }
}

/// Joins the errors about missing names: `singular` and `listKind` default to names derived from `kind`.
pub(super) fn join_names(document: &Node, found: &mut Vec<Diagnostic>) {
    let missing = |one: &Diagnostic| {
        let rule = one.server.as_ref().map(|error| error.rule);
        (rule == Some(rules::CRD_48)).then(|| last_word(&one.field))
    };
    let position = |found: &[Diagnostic], name: &str| {
        let is_of = |one: &Diagnostic| missing(one).as_deref() == Some(name);
        found.iter().position(is_of)
    };
    if position(found, "kind").is_none() {
        return;
    }
    found.retain(|one| !matches!(missing(one).as_deref(), Some("singular" | "listKind")));
    let Some(plural) = position(found, "plural") else {
        return;
    };
    found.retain(|one| missing(one).as_deref() != Some("kind"));
    let Some(plural) = found.get_mut(plural) else {
        return;
    };
    "`names.plural` and `names.kind` are missing".clone_into(&mut plural.message);
    "must have `plural` and `kind`".clone_into(&mut plural.label);
    let has_names = document.get("spec").and_then(|spec| spec.get("names")).is_some();
    let example = "`names: {plural: widgets, kind: Widget}`";
    plural.help = vec![if has_names {
        "add both; the others default to names derived from `kind`".to_owned()
    } else {
        format!("add `names` with both, such as {example}; the others default to names derived from `kind`")
    }];
}

/// The label at the path that makes the server crash.
pub(super) const CRASH: &str = "the server crashes here and responds with status 500";

/// Joins the crash of the server on a path with the error of the schema that causes it, unless the levels do not report it as an error.
pub(super) fn join_crash(found: &mut Vec<Diagnostic>, is_error: impl Fn(Code) -> bool) {
    let is_unconvertible = |diagnostic: &Diagnostic| {
        let error = diagnostic.server.as_ref();
        error.is_some_and(|error| UNCONVERTIBLE.contains(&error.rule))
    };
    if !found.iter().any(is_unconvertible) {
        return;
    }
    let Some(crash) = found
        .iter()
        .find(|diagnostic| diagnostic.code == codes::SERVER_PANIC)
    else {
        return;
    };
    let place = crash.span;
    let is_cause = |diagnostic: &&mut Diagnostic| {
        diagnostic.stage == Stage::Later
            && diagnostic.field.below_schema().is_some()
            && !is_unconvertible(diagnostic)
            && is_error(diagnostic.code)
    };
    if let Some(cause) = found.iter_mut().filter(is_cause).min_by_key(|cause| cause.span) {
        cause.labels.extend(place.map(|span| (span, CRASH.to_owned())));
        found.retain(|diagnostic| diagnostic.code != codes::SERVER_PANIC && !is_unconvertible(diagnostic));
    }
}
