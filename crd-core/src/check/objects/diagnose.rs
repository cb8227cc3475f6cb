//! Creates diagnostics from the server's response to an object.

use std::collections::BTreeMap;

use super::checked::CheckedObject;
use super::crd_place;
use super::declared::RuleLocation;
use super::explain;
use super::meant::{elsewhere_known, meant, one_of_missing};
use super::other_version;
use super::place::{ObjectStep, PathPlace, find, quoted_path};
use super::subject::ObjectSubject;
use super::undecodable::wrong_member;
use super::words::{Marked, Unjudgeable};
use crate::KubeVersion;
use crate::check::diagnose::{LAST_WINS, cut};
use crate::check::members::METADATA;
use crate::check::place::node_at;
use crate::check::rules::failing_call;
use crate::check::{Code, Diagnostic, ExternalLocation, Severity, codes, suggest};
use crate::decode::JsonType;
use crate::go::quantity;
use crate::model::field::{Cause, ErrorType, FieldError, FieldPath, ValueFault, ValueFaultKind};
use crate::model::rules;
use crate::model::sort::sort;
use crate::objects::{Admitted, FieldValidation, Finding, Warning};
use crate::yaml::tree::{Node, Span, Value};

/// Maximum number of characters of a value that a message shows.
pub(super) const VALUE_LIMIT: usize = 60;
/// Maximum number of characters of a rule's message that a message shows.
const TEXT_LIMIT: usize = 400;

/// The help for a whole number whose `multipleOf` is below 1.
const NO_MULTIPLE: &str = "for whole numbers, the server cuts off the fraction of `multipleOf`, which leaves 0, so it rejects all of \
                           them: in the CRD, write a rule instead";

/// Creates a diagnostic that does not concern a schema.
pub(super) fn of_words(node: &Node, wrong: Unjudgeable) -> Diagnostic {
    let span = match &wrong.place {
        Marked::Value(name) => find(node, name).span(),
        Marked::Name(name) => {
            let place = find(node, name);
            place.key.unwrap_or_else(|| place.span())
        }
    };
    let mut diagnostic = Diagnostic::new(wrong.code, wrong.message, span).with_label(wrong.label);
    diagnostic.help.extend(wrong.help);
    diagnostic
}

/// Adds the findings of a response.
pub(super) fn all(
    subject: &ObjectSubject<'_>,
    admitted: &Admitted,
    field_validation: FieldValidation,
    judged: &mut CheckedObject,
) {
    if let Some(fault) = &admitted.decode {
        judged.findings.push(undecodable(subject, fault));
    }
    let strictness = match field_validation {
        FieldValidation::Strict => Severity::Error,
        _ => Severity::Warning,
    };
    let wrong_collections = explain::wrong_collections(subject, &admitted.errors);
    for finding in &admitted.strict {
        if is_within(subject, finding, &wrong_collections) {
            continue;
        }
        if judged.findings.len() < subject.limit {
            let mut diagnostic = strict(subject, finding);
            diagnostic.severity = strictness;
            if strictness == Severity::Error {
                let message = diagnostic.message.trim_end_matches(LAST_WINS).len();
                diagnostic.message.truncate(message);
            }
            judged.findings.push(diagnostic);
        } else {
            let code = strict_code(finding);
            *judged.more.entry((strictness, code)).or_default() += 1;
        }
    }
    other_version::join_unknown(subject, &mut judged.findings);
    let of_types = of_types(&admitted.errors);
    let enums = explain::enums(&admitted.errors);
    for error in &admitted.errors {
        judged.rejected_by.extend(rule_at(subject, error));
        if follows(error, &of_types)
            || explain::follows_from_value(error, &admitted.errors)
            || explain::follows_from_enum(subject, error, &enums)
            || explain::is_of_choice(error, &admitted.errors)
        {
            continue;
        }
        let code = code_of(error);
        if judged.findings.len() < subject.limit {
            judged.findings.push(of_error(subject, error, code));
        } else {
            let severity = codes::entry(code).map_or(Severity::Error, |entry| entry.severity);
            *judged.more.entry((severity, code)).or_default() += 1;
        }
    }
    drop_failed_rules(&mut judged.findings);
    for warning in &admitted.warnings {
        judged.findings.push(of_warning(subject, warning));
    }
}

/// Removes findings about rules that cannot be evaluated, because a value that they read is invalid.
fn drop_failed_rules(found: &mut Vec<Diagnostic>) {
    let is_of_value =
        |one: &&Diagnostic| matches!(one.code, codes::OBJECT_TYPE | codes::OBJECT_OUT_OF_BOUNDS);
    let mut invalid: Vec<Span> = found
        .iter()
        .filter(is_of_value)
        .filter_map(|one| one.span)
        .collect();
    sort(&mut invalid);
    let has_invalid = |read: Span| {
        let first = invalid.partition_point(|value| value.start <= read.start);
        let inside = invalid.get(first..).unwrap_or_default().iter();
        let mut inside = inside.take_while(|value| value.start < read.end);
        inside.any(|value| value.end <= read.end)
    };
    found.retain(|one| {
        let labels = one.labels.iter().map(|(span, _)| *span);
        one.code != codes::OBJECT_RULE_FAILED || !one.span.into_iter().chain(labels).any(has_invalid)
    });
}

/// Returns the identity of the rule that caused an error.
fn rule_at(subject: &ObjectSubject<'_>, error: &FieldError) -> Option<RuleLocation> {
    let keyword = &error.origin.as_ref()?.keyword;
    let (path, position) = crd_place::rule_of(keyword)?;
    Some(subject.declared.rule_at(subject.version, &path, position))
}

fn path_text(field: &FieldPath) -> String {
    if field.segments.is_empty() {
        String::new()
    } else {
        field.to_string()
    }
}

fn undecodable(subject: &ObjectSubject<'_>, fault: &Finding) -> Diagnostic {
    let path = path_text(&fault.field);
    let place = find(subject.node, &path);
    let mut diagnostic = Diagnostic::new(
        codes::OBJECT_UNDECODABLE,
        cut(&fault.text, TEXT_LIMIT),
        place.span(),
    )
    .with_label("cannot be decoded")
    .with_field(fault.field.clone());
    if let Some(wrong) = wrong_member(place.node, &fault.text) {
        let (node, found) = (wrong.node, JsonType::of(wrong.node));
        let (name, inner) = wrong.path.split_once('[').unwrap_or((&wrong.path, ""));
        let inner = inner.trim_end_matches(']');
        let (expected, found, form) = match wrong.expected {
            Some(expected) => {
                let form = if METADATA.contains(&inner) && node.is_collection() {
                    Some(format!(
                        "`{inner}` belongs to `metadata`: indent it like `{name}`"
                    ))
                } else {
                    suggest::of_wrong_type(subject.text, node, name, expected)
                };
                (expected.to_string(), found.to_string(), form)
            }
            None => {
                let form = "write it like `2027-03-01T08:30:00Z`, or remove it: the server sets it";
                let found = format!("`{}`", cut(node.as_str().unwrap_or_default(), VALUE_LIMIT));
                ("a time".to_owned(), found, Some(form.to_owned()))
            }
        };
        let member = format!("{path}.{}", wrong.path);
        diagnostic.message = format!(
            "`{}` must be {expected}, not {found}",
            member.trim_end_matches('.')
        );
        diagnostic.label = format!("must be {expected}");
        diagnostic.span = Some(node.span);
        diagnostic.help.extend(form);
    }
    diagnostic.server = Some(without_field(&fault.text));
    diagnostic
}

/// Creates an error of the server that does not concern a field.
fn without_field(text: &str) -> FieldError {
    FieldError::at(rules::OBJ_03, ErrorType::Invalid, FieldPath::default(), text)
}

fn strict_code(finding: &Finding) -> Code {
    if finding.text.starts_with("duplicate") {
        codes::OBJECT_DUPLICATE_FIELD
    } else {
        codes::OBJECT_UNKNOWN_FIELD
    }
}

/// Whether an unknown or repeated field is inside one of the values, which are in the order of the text.
fn is_within(subject: &ObjectSubject<'_>, finding: &Finding, values: &[Span]) -> bool {
    if values.is_empty() {
        return false;
    }
    let path = path_of(finding);
    let place = find(subject.node, &path);
    let is_inside = |span: Span| {
        // None is inside another one.
        let before = values.partition_point(|value| value.start <= span.start);
        let last = before.checked_sub(1).and_then(|last| values.get(last));
        last.is_some_and(|value| span.end <= value.end)
    };
    place.key.is_some_and(is_inside)
}

/// Returns the path of a field, which the server's message quotes literally.
fn path_of(finding: &Finding) -> String {
    quoted_path(&finding.text).map_or_else(|| path_text(&finding.field), str::to_owned)
}

/// Creates the diagnostic of an unknown or repeated field.
fn strict(subject: &ObjectSubject<'_>, finding: &Finding) -> Diagnostic {
    let path = path_of(finding);
    let place = find(subject.node, &path);
    let span = place
        .key
        .filter(|_| place.rest.is_empty())
        .unwrap_or_else(|| place.span());
    let code = strict_code(finding);
    let shown = cut(&path, VALUE_LIMIT);
    let mut diagnostic = if code == codes::OBJECT_DUPLICATE_FIELD {
        Diagnostic::new(code, format!("`{shown}` is set twice{LAST_WINS}"), span)
            .with_label("set more than once")
            .with_help("remove one of them")
    } else {
        let message = format!("unknown field `{shown}`, which the server drops");
        let mut diagnostic = Diagnostic::new(code, message, span).with_label("dropped by the server");
        let misread = place.steps.last().and_then(|step| match step {
            ObjectStep::Member(name) => suggest::misread(name, place.node),
            ObjectStep::Element(_) => None,
        });
        diagnostic.help.push(match meant(subject, &place) {
            _ if let Some(misread) = misread => misread.help,
            Some(meant) => format!("did you mean `{meant}`?"),
            None => elsewhere_known(subject, &place)
                .or_else(|| other_version::declaring(subject, &place))
                .or_else(|| one_of_missing(subject, &place))
                .unwrap_or_else(|| "remove it, or fix its spelling".to_owned()),
        });
        diagnostic
    };
    diagnostic.field = finding.field.clone();
    diagnostic.server = Some(without_field(&finding.text));
    diagnostic
}

/// Returns the first error about the type of each value that has one.
fn of_types(errors: &[FieldError]) -> BTreeMap<&FieldPath, &FieldError> {
    let mut first = BTreeMap::new();
    for error in errors.iter().filter(|error| explain::is_of_type(error)) {
        first.entry(&error.field).or_insert(error);
    }
    first
}

/// Whether an error about a value follows from the first error about its type.
fn follows(error: &FieldError, of_types: &BTreeMap<&FieldPath, &FieldError>) -> bool {
    // The server reports some errors at the whole object.
    let origin = error.origin.as_ref().map(|origin| &origin.value);
    let field = origin
        .filter(|_| error.field.segments.is_empty())
        .unwrap_or(&error.field);
    let of_type = of_types.get(field);
    let is_other = of_type.is_some_and(|of_type| !std::ptr::eq(*of_type, error));
    // The values of an enum are worth knowing, unless the value is a list or an object.
    let is_scalar = !error
        .value
        .as_deref()
        .is_some_and(|value| value.starts_with(['[', '{']));
    let is_of_enum = is_scalar
        && matches!(error.cause.as_deref(), Some(Cause::Value(fault)) if matches!(fault.kind, ValueFaultKind::Enum(_)));
    is_other && !is_of_enum
}

/// Returns the code of an error.
fn code_of(error: &FieldError) -> Code {
    match error.cause.as_deref() {
        Some(Cause::Value(fault)) => match fault.kind {
            ValueFaultKind::Missing => codes::OBJECT_REQUIRED,
            ValueFaultKind::Type(_) => codes::OBJECT_TYPE,
            ValueFaultKind::Duplicates => codes::OBJECT_DUPLICATE_ELEMENT,
            _ => codes::OBJECT_OUT_OF_BOUNDS,
        },
        _ if error.kind == ErrorType::Unstorable => codes::RESOURCE_VERSION,
        _ if error.rule == rules::RUL_04 => codes::OBJECT_RULE,
        _ if [rules::RUL_07, rules::RUL_08, rules::RUL_12].contains(&error.rule) => codes::OBJECT_RULE_FAILED,
        _ if error.rule == rules::OBJ_12 => codes::OBJECT_RULES_SKIPPED,
        _ if error.rule == rules::LST_01 => codes::OBJECT_DUPLICATE_ELEMENT,
        _ if error
            .field
            .segments
            .first()
            .is_some_and(|first| first.is_field("metadata")) =>
        {
            codes::OBJECT_METADATA
        }
        _ => match error.kind {
            ErrorType::TypeInvalid => codes::OBJECT_TYPE,
            ErrorType::Required => codes::OBJECT_REQUIRED,
            _ => codes::OBJECT_INVALID,
        },
    }
}

fn of_error(subject: &ObjectSubject<'_>, error: &FieldError, code: Code) -> Diagnostic {
    // The server reports some errors at the whole object.
    let origin = error.origin.as_ref().map(|origin| &origin.value);
    let path = path_text(
        origin
            .filter(|_| error.field.segments.is_empty())
            .unwrap_or(&error.field),
    );
    let path = explain::with_index(subject.node, path);
    let place = find(subject.node, &path);
    let shown = if path.is_empty() {
        "the object".to_owned()
    } else {
        format!("`{}`", cut(&path, 2 * VALUE_LIMIT))
    };
    let detail = cut(&error.detail, TEXT_LIMIT);
    let mut diagnostic = Diagnostic::new(code, String::new(), place.span()).with_field(error.field.clone());
    match error.cause.as_deref() {
        Some(Cause::Value(fault)) => {
            value_words(&mut diagnostic, error, fault, &shown, &place);
            diagnostic.help.extend(explain::help(subject, fault, &place));
        }
        _ if code == codes::OBJECT_RULE => {
            diagnostic.message = match error.detail.as_str() {
                "" => format!("a rule rejects {shown} as a duplicate"),
                _ => format!("{shown}: {detail}"),
            };
            "rejected by a rule".clone_into(&mut diagnostic.label);
        }
        _ if code == codes::OBJECT_RULE_FAILED => {
            diagnostic.message = format!("a rule on {shown} cannot be evaluated: {detail}");
            "the rule fails here".clone_into(&mut diagnostic.label);
            if let Some(call) = failing_constant(subject, error) {
                diagnostic.help.push(format!(
                    "`{call}` in the rule fails for every object: correct the rule"
                ));
            } else if let Some(help) = suggest::of_failed_conversion(&error.detail) {
                diagnostic.help.push(help.to_owned());
            }
        }
        _ if code == codes::OBJECT_RULES_SKIPPED => {
            "the rules were not evaluated because of the other errors".clone_into(&mut diagnostic.message);
        }
        _ if code == codes::OBJECT_DUPLICATE_ELEMENT => {
            diagnostic.message = format!("{shown} is a duplicate{}", value_shown(error, ": "));
            "again here".clone_into(&mut diagnostic.label);
            explain::mark_first(&mut diagnostic, subject, error, &path);
        }
        _ if is_absent(error) && !place.rest.is_empty() => {
            diagnostic.message = format!("{shown} is required");
            diagnostic.label = absent(&place);
        }
        _ if error.kind == ErrorType::Unstorable => {
            diagnostic.message = format!("{shown} is set, so the server cannot create the object");
            "set by the server".clone_into(&mut diagnostic.label);
            diagnostic.help.push(
                "remove it; `kubectl` removes it itself when it creates an object, but other clients get this error; if this \
                 object replaces a stored one, pass the stored one with `--old`"
                    .to_owned(),
            );
        }
        _ if error.rule == rules::SCL_01 && !detail.starts_with("should be") => {
            diagnostic.message =
                format!("the type of {shown} is not one that the subresource `scale` can read");
            "wrong type".clone_into(&mut diagnostic.label);
        }
        _ => of_other_error(&mut diagnostic, subject, error, (&shown, &path, &place)),
    }
    diagnostic.elsewhere = elsewhere(subject, error);
    if matches!(code, codes::OBJECT_RULE | codes::OBJECT_RULE_FAILED) {
        mark_for_rule(&mut diagnostic, error, &place, &detail);
    }
    diagnostic.server = Some(error.clone());
    diagnostic
}

/// Describes an error by the server's words, and adds what they do not say.
fn of_other_error(
    diagnostic: &mut Diagnostic,
    subject: &ObjectSubject<'_>,
    error: &FieldError,
    (shown, path, place): (&str, &str, &PathPlace<'_, '_>),
) {
    let detail = cut(&error.detail, TEXT_LIMIT);
    diagnostic.message = match detail.strip_prefix("Checked value ") {
        Some(words) => format!("{shown} {}", words.trim_end_matches(&format!(" in {path}"))),
        None => format!("{shown}: {}", cut(&without_examples(error), TEXT_LIMIT)),
    };
    if detail.starts_with("Checked value must be of type integer") {
        diagnostic
            .help
            .extend(suggest::of_integer_format(&detail).map(str::to_owned));
    }
    let factor = keyword_of(subject, error).filter(|_| detail.starts_with("factor MultipleOf"));
    if factor.is_some_and(|factor| matches!(factor.value, Value::Float(factor) if factor > 0.0)) {
        diagnostic.help.push(NO_MULTIPLE.to_owned());
    }
    if let Some(choice) = explain::choice_of(subject, error) {
        choice.describe(diagnostic, shown, place.node);
    }
    if place.rest.is_empty() {
        explain::mark_text(diagnostic, place.node, error);
        if let Some(words) = explain::name_words(error) {
            let written = cut(&words.written, VALUE_LIMIT);
            diagnostic.message = format!("`{written}` is not a valid {}", words.what);
            diagnostic.label = format!("only {}, with a letter or digit at both ends", words.characters);
            diagnostic.help.extend(words.help);
        }
    }
}

/// Marks what a rule that failed reads in the object: the member that is absent, or the members that are there.
fn mark_for_rule(diagnostic: &mut Diagnostic, error: &FieldError, place: &PathPlace<'_, '_>, detail: &str) {
    let origin = error.origin.as_ref();
    if origin.is_none_or(|origin| origin.value != error.field) || !place.rest.is_empty() {
        return;
    }
    let Some(rule) = diagnostic.elsewhere.as_deref().cloned() else {
        return;
    };
    let Some(rule) = rule.span.slice(&rule.file.text) else {
        return;
    };
    let absent = detail.strip_prefix("no such key: ");
    let absent = absent.and_then(|rest| rest.split(' ').next());
    if !absent.is_some_and(|name| explain::mark_absent(diagnostic, place.node, rule, name)) {
        let error = (diagnostic.code == codes::OBJECT_RULE_FAILED).then_some(detail);
        explain::mark_read(diagnostic, place.node, rule, error);
    }
}

/// Whether the server reports that a value is absent, or that it is the empty text that stands for an absent one.
fn is_absent(error: &FieldError) -> bool {
    error.kind == ErrorType::Required || error.detail.ends_with("must not be empty")
}

/// Returns the server's text without the examples and the regular expression at its end.
fn without_examples(error: &FieldError) -> String {
    let text = error.text();
    let end = text.find(" (e.g. '");
    text.get(..end.unwrap_or(text.len()))
        .unwrap_or_default()
        .to_owned()
}

/// Composes the message for a value that its schema rejects.
fn value_words(
    diagnostic: &mut Diagnostic,
    error: &FieldError,
    fault: &ValueFault,
    shown: &str,
    place: &PathPlace<'_, '_>,
) {
    let words = ValueFault {
        name: String::new(),
        kind: fault.kind.clone(),
    };
    let words = words.describe();
    let words = match &fault.kind {
        ValueFaultKind::Pattern(pattern) if *pattern == *quantity::PATTERN => "must be a quantity",
        _ => words.strip_prefix("it ").unwrap_or(&words),
    };
    let words = &words.replace("integer,string", "integer or string");
    let found = match fault.kind {
        ValueFaultKind::Number(_) | ValueFaultKind::Enum(_) | ValueFaultKind::Pattern(_) => {
            value_shown(error, ", not ")
        }
        // The server shows the type of the value, except for a format, where it shows the value.
        ValueFaultKind::Type(_) if place.rest.is_empty() && place.node.value == Value::Null => {
            ", not null".to_owned()
        }
        ValueFaultKind::Type(_) if is_type_name(error) => value_shown(error, ", not ").replace('"', ""),
        // The server shows a type of Go: `int64` for any whole number, `float64` for one that is too large.
        ValueFaultKind::Type(ref format) if place.rest.is_empty() && place.node.as_str().is_none() => {
            match JsonType::of(place.node) {
                JsonType::Integer | JsonType::Number if format.starts_with("int") => {
                    let number = place.node.to_json();
                    match number.as_f64() {
                        Some(value) if value.fract() != 0.0 => format!(", not {number}"),
                        _ => String::new(),
                    }
                }
                found => format!(", not {found}"),
            }
        }
        ValueFaultKind::Type(_) => value_shown(error, ", not "),
        _ => size(&fault.kind, place).map_or_else(String::new, |size| format!(", not {size}")),
    };
    diagnostic.message = format!("{shown} {}{found}", cut(words, TEXT_LIMIT));
    diagnostic.label = match fault.kind {
        ValueFaultKind::Missing => absent(place),
        _ => cut(words, VALUE_LIMIT),
    };
}

/// Returns the size of a value of which the size is wrong.
fn size(fault: &ValueFaultKind, place: &PathPlace<'_, '_>) -> Option<usize> {
    let node = Some(place.node).filter(|_| place.rest.is_empty())?;
    match fault {
        ValueFaultKind::TooLong(_) | ValueFaultKind::TooShort(_) => Some(node.as_str()?.chars().count()),
        ValueFaultKind::TooManyItems(_) | ValueFaultKind::TooFewItems(_) => Some(node.elements().len()),
        ValueFaultKind::TooManyProperties(_) | ValueFaultKind::TooFewProperties(_) => {
            Some(node.members().len())
        }
        _ => None,
    }
}

/// Returns the label of a required field that is absent, or whose null the server drops.
fn absent(place: &PathPlace<'_, '_>) -> String {
    if place.rest.is_empty() {
        "is null, so the server drops it".to_owned()
    } else {
        format!("has no `{}`", place.missing())
    }
}

/// Whether an error shows the type of its value.
fn is_type_name(error: &FieldError) -> bool {
    const NAMES: &[&str] = &[
        "array", "boolean", "integer", "null", "number", "object", "string",
    ];
    let shown = error.value.as_deref().unwrap_or_default();
    NAMES.contains(&shown.trim_matches('"'))
}

/// Appends the invalid value to a text, unless the server shows none.
fn value_shown(error: &FieldError, before: &str) -> String {
    match error.value.as_deref() {
        None | Some("" | "\"\"" | "null" | "\"null\"") => String::new(),
        Some(value) => format!("{before}{}", cut(value, VALUE_LIMIT)),
    }
}

/// Returns the keyword or the rule of the CRD that caused an error.
fn elsewhere(subject: &ObjectSubject<'_>, error: &FieldError) -> Option<Box<ExternalLocation>> {
    let keyword = &error.origin.as_ref()?.keyword;
    let tree = subject.declared.tree()?;
    let schema = crd_place::schema_of(&tree.root, &subject.version.name)?;
    let (span, text) = crd_place::keyword(schema, keyword)?;
    Some(Box::new(subject.declared.elsewhere(tree, span, text)))
}

/// Returns the call in a rule that fails with an error for every object.
fn failing_constant(subject: &ObjectSubject<'_>, error: &FieldError) -> Option<String> {
    let rule = keyword_of(subject, error)?.as_str()?;
    failing_call(rule, &error.detail, KubeVersion::DEFAULT)
}

/// Returns the value of the keyword of the CRD that caused an error.
fn keyword_of<'a>(subject: &ObjectSubject<'a>, error: &FieldError) -> Option<&'a Node> {
    let keyword = &error.origin.as_ref()?.keyword;
    let tree = subject.declared.tree()?;
    let schema = crd_place::schema_of(&tree.root, &subject.version.name)?;
    node_at(schema, keyword)
}

fn of_warning(subject: &ObjectSubject<'_>, warning: &Warning) -> Diagnostic {
    match warning {
        Warning::Ratcheted(error) => {
            let mut diagnostic = of_error(subject, error, code_of(error));
            diagnostic.code = codes::OBJECT_RATCHETED;
            diagnostic.severity = Severity::Warning;
            diagnostic.help.push(
                "the value did not change, so the server only warns; it would reject a new object".to_owned(),
            );
            diagnostic
        }
        Warning::Finding(finding) => {
            let path = path_text(&finding.field);
            let span = find(subject.node, &path).span();
            let mut diagnostic = Diagnostic::new(codes::OBJECT_WARNING, cut(&finding.text, TEXT_LIMIT), span)
                .with_field(finding.field.clone());
            diagnostic.server = Some(without_field(&finding.text));
            diagnostic
        }
    }
}
