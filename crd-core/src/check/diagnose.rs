//! Creates diagnostics from the results of the parser, the decoder and the validator.

use crd_cel::regex::RegexErrorKind;

use super::suggest::keywords;
use super::{
    Code, Diagnostic, DocumentSource, Severity, cel, codes, fix, foreign, keyword_level, members, place,
    related, rule_members, suggest,
};
use crate::model::field::{Cause, ErrorType, FieldError, FieldPath, Segment};
use crate::model::rules::{self, RuleId};
use crate::model::schema::SchemaKeyword;
use crate::server::decode::{DecodeCause, DecodeError, StrictError};
use crate::server::validation::{Location, ServerPanic, Warning, locate};
use crate::yaml::tree::{Duplicate, Entry, Node, Span};
use crate::yaml::{ReadError, ReadErrorKind};

/// Maximum number of characters of a value that a message shows.
const VALUE_LIMIT: usize = 60;

/// Creates the diagnostic of an error of the validator.
pub(super) fn field_error(source: DocumentSource<'_>, error: &FieldError) -> Diagnostic {
    let document = source.document;
    let location = locate(document, &blamed(error));
    let place = &location.place;
    let span = place::underlined(document, error.kind, place);
    let mut diagnostic = match codes::of_rule(error.rule) {
        Some((entry, wording)) => {
            let words = TemplateWords::new(error);
            let mut diagnostic = Diagnostic::new(entry.code, words.fill(wording.message), span)
                .with_label(words.fill(wording.label));
            diagnostic.help = wording.help.iter().map(|help| words.fill(help)).collect();
            diagnostic.labels = other_places(document, error, &location, span);
            diagnostic
        }
        // The rule has no wording.
        None => Diagnostic::new(codes::CEL_TYPE, error.text(), span),
    };
    diagnostic.field = place.path.clone();
    diagnostic.server = Some(error.clone());
    cel::refine(source, error, place, &mut diagnostic);
    if let Some(Cause::Pattern(pattern)) = error.cause.as_deref() {
        let words = pattern.describe();
        diagnostic.message = words.message;
        if pattern.kind() == RegexErrorKind::InvalidPerlOp {
            diagnostic.help.splice(0..0, words.help);
        } else {
            diagnostic.help = words.help;
        }
    }
    if let Some(help) = suggest::of_field_error(source, error, &place.path) {
        diagnostic.help = vec![help];
    }
    if let Some(message) = suggest::selectable::in_list(error) {
        diagnostic.message = message;
    }
    related::label(document, error, &place.path, &mut diagnostic);
    if let Some((help, span)) = suggest::of_items(document, error, &place.path) {
        diagnostic.help = vec![help];
        diagnostic.span = Some(span);
    }
    if let Some(undeclared) = suggest::of_undeclared(document, error, &place.path) {
        if let Some(help) = undeclared.help {
            diagnostic.help = vec![help];
        }
        diagnostic.span = Some(undeclared.place);
    }
    diagnostic.fix = fix::find(source, error, place);
    rule_members::suggest(document, &place.path, &mut diagnostic);
    diagnostic
}

/// Returns the field that an error is about. The server confuses the two names of a webhook's service.
fn blamed(error: &FieldError) -> FieldPath {
    if error.rule != rules::CRD_70 {
        return error.field.clone();
    }
    let other = match &*place::last_word(&error.field) {
        "name" => "namespace",
        _ => "name",
    };
    error.field.ancestor(1).child(other)
}

/// Returns the code of an error, without the cost of finding its place.
pub(super) fn code_of(error: &FieldError) -> Code {
    cel::code(error).unwrap_or_else(|| code_of_rule(error.rule))
}

/// Returns the code of a rule.
pub(super) fn code_of_rule(rule: RuleId) -> Code {
    codes::of_rule(rule).map_or(codes::CEL_TYPE, |(entry, _)| entry.code)
}

/// Creates the diagnostic of a document that cannot be parsed.
pub(super) fn unreadable(error: &ReadError) -> Diagnostic {
    let (code, label) = match error.kind {
        ReadErrorKind::TooLarge => (codes::TOO_LARGE, ""),
        ReadErrorKind::Encoding => (codes::INVALID_UTF8, "not text"),
        ReadErrorKind::Syntax => (codes::YAML_SYNTAX, "here"),
        ReadErrorKind::Separator => (codes::DOCUMENT_SEPARATOR, "must be alone on its line"),
        ReadErrorKind::TooDeep => (codes::TOO_DEEP, "too deep"),
        ReadErrorKind::Alias => (codes::ALIAS_EXPANSION, "here"),
        ReadErrorKind::Value => (codes::NOT_JSON, "here"),
        ReadErrorKind::HelmTemplate => (codes::HELM_TEMPLATE, "a template"),
    };
    let mut diagnostic = Diagnostic::new(code, error.message.clone(), error.span).with_label(label);
    if error.kind == ReadErrorKind::TooLarge {
        // A file that was not read has no place to show.
        diagnostic.span = None;
    }
    diagnostic
}

/// Creates the diagnostic of a name that is set twice in a YAML object.
pub(super) fn repeated_name(duplicate: &Duplicate) -> Diagnostic {
    let key = cut(&duplicate.key, VALUE_LIMIT);
    twice(codes::DUPLICATE_KEY, &key, duplicate.key_span, duplicate.first)
}

/// The end of the message about a name that is set twice, where the server accepts it.
pub(super) const LAST_WINS: &str = "; the last value wins";

/// Creates the diagnostic of a name that is set twice.
fn twice(code: Code, name: &str, again: Span, first: Span) -> Diagnostic {
    let mut diagnostic = Diagnostic::new(code, format!("`{name}` is set twice{LAST_WINS}"), again)
        .with_label("set again")
        .with_help("remove one of them");
    diagnostic.labels.push((first, "first here".to_owned()));
    diagnostic
}

/// Creates the diagnostic of text after the end of a document.
pub(super) fn ignored_text(span: Span) -> Diagnostic {
    let message = "kubectl ignores the text after the end of a document";
    Diagnostic::new(codes::IGNORED_TEXT, message, span)
        .with_label("not read")
        .with_help("put `---` on a separate line between documents")
}

/// Returns labels at the places that the error relates to, and at the same place in other versions.
fn other_places(document: &Node, error: &FieldError, location: &Location, span: Span) -> Vec<(Span, String)> {
    let mut labels: Vec<(Span, String)> = Vec::new();
    for (field, note) in &error.related {
        let other = place::underlined(document, error.kind, &locate(document, field).place);
        // A place that is missing on both sides is shown once.
        if other != span && labels.iter().all(|(known, _)| *known != other) {
            labels.push((other, note.clone()));
        }
    }
    if let Some((other, more)) = location.others.split_first() {
        let text = match more.len() {
            0 => "the same here".to_owned(),
            1 => "the same here, and in 1 more version".to_owned(),
            more => format!("the same here, and in {more} more versions"),
        };
        labels.push((place::underlined(document, error.kind, other), text));
    }
    labels
}

/// Creates the diagnostic of a warning that the server sends.
pub(super) fn warning(source: DocumentSource<'_>, warning: &Warning) -> Diagnostic {
    let (rule, text) = (warning.rule, &warning.text);
    let error = FieldError {
        value: warning.value.clone(),
        ..FieldError::at(rule, ErrorType::Invalid, warning.field.clone(), text.clone())
    };
    let mut diagnostic = field_error(source, &error);
    diagnostic.severity = Severity::Warning;
    // The server only sends the text.
    diagnostic.server = Some(without_field(rule, text));
    diagnostic
}

/// Creates the diagnostic of a value that the server cannot decode.
pub(super) fn decode_error(document: &Node, error: &DecodeError) -> Diagnostic {
    let code = match error.cause {
        DecodeCause::UnknownKind | DecodeCause::UnknownVersion { .. } => codes::MISSING_KIND,
        _ => codes::DECODE,
    };
    let (message, label) = match &error.cause {
        DecodeCause::WrongType {
            expected,
            found,
            number,
        } => {
            let found = number.clone().unwrap_or_else(|| found.to_string());
            let message = if error.path.segments.is_empty() {
                format!("the document must be {expected}, not {found}")
            } else {
                format!("`{}` must be {expected}, not {found}", error.path)
            };
            (message, format!("must be {expected}"))
        }
        DecodeCause::OutOfRange { number } => (
            format!("`{}` is out of range: {number}", error.path),
            "out of range".to_owned(),
        ),
        DecodeCause::UnknownVersion { kind, api_version } => (
            format!("the server has no `{kind}` in `{api_version}`"),
            String::new(),
        ),
        DecodeCause::UnknownKind => (
            "the document has no `apiVersion` or no `kind`".to_owned(),
            String::new(),
        ),
        _ => (cut(&error.message, 3 * VALUE_LIMIT), String::new()),
    };
    let mut diagnostic = Diagnostic::new(code, message, error.span)
        .with_label(label)
        .with_field(error.path.clone());
    if error.cause == DecodeCause::UnknownKind {
        let missing = [
            ("apiVersion", "apiextensions.k8s.io/v1"),
            ("kind", "CustomResourceDefinition"),
        ];
        let is_empty = |node: &Node| node.as_str().is_none_or(str::is_empty);
        let missing = missing
            .iter()
            .find(|(name, _)| document.get(name).is_none_or(is_empty));
        if let Some((name, value)) = missing {
            diagnostic.message = format!("the document has no `{name}`");
            let misspelt = misspelt(document, name);
            diagnostic.span = misspelt.map(|entry| entry.key_span).or(diagnostic.span);
            diagnostic.help.push(match misspelt {
                Some(entry) if &*entry.key == *name => format!("write `{name}: {value}`"),
                Some(entry) => format!("write `{name}` instead of `{}`", entry.key),
                None => format!("add `{name}: {value}`"),
            });
        }
    }
    diagnostic
        .help
        .extend(keyword_level::help_among_fields(document, &error.path));
    if let DecodeCause::UnknownVersion { kind, .. } = &error.cause {
        let version = document.get("apiVersion").map(|version| version.span);
        let help = if kind == "CustomResourceDefinition" {
            diagnostic.span = version.or(diagnostic.span);
            "write `apiextensions.k8s.io/v1`"
        } else {
            "write `apiVersion: apiextensions.k8s.io/v1` and `kind: CustomResourceDefinition`"
        };
        diagnostic.help.push(help.to_owned());
    }
    diagnostic.server = Some(without_field(rules::DEC_01, &error.message));
    diagnostic
}

/// Returns the member whose name is similar to one that is missing.
pub(super) fn misspelt<'a>(object: &'a Node, name: &str) -> Option<&'a Entry> {
    object.members().iter().find(|entry| {
        let is_near = crd_cel::nearest_within(&entry.key, [name], name.len() / 4).is_some();
        is_near || entry.key.eq_ignore_ascii_case(name)
    })
}

/// Creates the diagnostic of an unknown or repeated member.
pub(super) fn strict_error(document: &Node, error: &StrictError) -> Diagnostic {
    let name = place::last_word(&error.path);
    let mut diagnostic = if let Some(first) = error.first {
        twice(codes::DUPLICATE_FIELD, &name, error.span, first)
    } else {
        unknown(document, error, &name)
    };
    diagnostic.field = error.path.clone();
    diagnostic.server = Some(without_field(rules::DEC_02, &error.message));
    diagnostic
}

fn unknown(document: &Node, error: &StrictError, name: &str) -> Diagnostic {
    let misread = || suggest::misread(name, place::node_at(document, &error.path)?);
    let is_of_versions = || members::members_of_crd("versions").any(|known| known == name);
    let near = || match meant_at(document, &error.path, name) {
        _ if let Some(misread) = misread() => misread.help,
        Some(INT_OR_STRING) if has_type(document, &error.path) => {
            format!("write `{INT_OR_STRING}: true` instead of `type`. If it is not meant, remove it")
        }
        Some(meant) => format!(
            "did you mean `{}`? If not, remove it",
            keywords::with_value(meant, place::node_at(document, &error.path))
        ),
        None if error.path.segments.len() == 2 && is_of_versions() => {
            "move it into each version that it is for; only `v1beta1` has it in `spec`".to_owned()
        }
        None if is_version_in_spec(document, &error.path) => {
            format!("write it as an element of `versions`, which starts with `- name: {name}`")
        }
        None => foreign::in_its_object(&error.path, name)
            .unwrap_or_else(|| "remove it, or fix its spelling".to_owned()),
    };
    let help = foreign::help(document, &error.path, name).unwrap_or_else(near);
    let message = format!("unknown field `{name}`, which the server drops");
    Diagnostic::new(codes::UNKNOWN_FIELD, message, error.span)
        .with_label("dropped by the server")
        .with_help(help)
}

/// Whether a member of `spec` is an object with the name of a version.
pub(super) fn is_version_in_spec(document: &Node, path: &FieldPath) -> bool {
    let name = place::last_word(path);
    let is_version = name
        .strip_prefix('v')
        .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    let is_object = || place::node_at(document, path).is_some_and(|node| node.as_mapping().is_some());
    is_version && path.segments.len() == 2 && is_object()
}

pub(super) const INT_OR_STRING: &str = "x-kubernetes-int-or-string";

/// Whether the schema of the keyword at a path has a type.
fn has_type(document: &Node, path: &FieldPath) -> bool {
    place::node_at(document, &path.ancestor(1).child("type")).is_some()
}

/// Creates the diagnostic of an unknown member that the server does not report, unless it is an extension of another tool.
pub(super) fn unreported(document: &Node, error: &StrictError) -> Option<Diagnostic> {
    let name = place::last_word(&error.path);
    if let Some(first) = error.first {
        let mut diagnostic = twice(codes::UNREPORTED_FIELD, &name, error.span, first);
        diagnostic.message =
            format!("`{name}` is set twice; the server takes the last value without a warning");
        return Some(diagnostic.with_field(error.path.clone()));
    }
    if name.starts_with("x-") && meant(&error.path, &name, &Some).is_none() {
        return None;
    }
    let mut diagnostic = unknown(document, error, &name).with_field(error.path.clone());
    diagnostic.code = codes::UNREPORTED_FIELD;
    diagnostic.message += " without a warning";
    Some(diagnostic)
}

/// Whether a finding is about an unknown member.
pub(super) fn is_unknown(diagnostic: &Diagnostic) -> bool {
    matches!(diagnostic.code, codes::UNKNOWN_FIELD | codes::UNREPORTED_FIELD)
}

/// Returns the member that was probably meant by the unknown one at a path, and may have its value.
pub(super) fn meant_at(document: &Node, path: &FieldPath, name: &str) -> Option<&'static str> {
    let parent = place::node_at(document, &path.ancestor(1));
    let is_free = |meant: &&str| parent.is_none_or(|parent| parent.get(meant).is_none());
    let fit = |keyword| keywords::keyword(parent, keyword, place::node_at(document, path)).filter(is_free);
    let versions = Some("versions").filter(|_| foreign::is_versions(document, path));
    let meant = versions.or_else(|| meant(path, name, &fit)).filter(is_free);
    meant.or_else(|| part_of(path, name, parent?))
}

/// Returns the only absent member of an object outside of schemas that has a name as a part, starts it, or starts like it:
/// `specReplicasPath` for `replicasPath`, `storage` for `storageVersion` and for `stored`.
fn part_of(path: &FieldPath, name: &str, parent: &Node) -> Option<&'static str> {
    let is_known = || {
        members::members_of_crds().any(|member| member == name) || foreign::of_v1beta1(path, name).is_some()
    };
    if path.below_schema().is_some() || name.len() < suggest::SHORTEST_PART || is_known() {
        return None;
    }
    let of = path.ancestor(1);
    let of = of.segments.iter().rev().find_map(Segment::name)?;
    let name = name.to_ascii_lowercase();
    let is_part = |member: &&str| {
        let letters = member.to_ascii_lowercase();
        let is_start = letters.len() >= suggest::SHORTEST_PART && name.starts_with(&letters);
        let same = letters
            .bytes()
            .zip(name.bytes())
            .take_while(|(one, other)| one == other);
        let same = same.count();
        let starts_alike = same >= suggest::SHORTEST_PART && 2 * same >= letters.len().max(name.len());
        parent.get(member).is_none() && (is_start || starts_alike || letters.contains(&name))
    };
    let mut members = members::members_of_crd(of).filter(is_part);
    members.next().filter(|_| members.next().is_none())
}

/// Returns the keyword of a schema that may be meant by an unknown one, if it is similar to a keyword.
type Fit<'a> = &'a dyn Fn(&'static str) -> Option<&'static str>;

/// Returns the member that was probably meant by the unknown one at a path.
fn meant(path: &FieldPath, name: &str, fit: Fit<'_>) -> Option<&'static str> {
    if let Some(meant) = foreign::meant(path, name, fit) {
        return Some(meant);
    }
    let contains = |member: &str| {
        let mut segments = path.ancestor(1).segments.into_iter();
        segments.any(|segment| matches!(segment, Segment::Field(field) if *field == *member))
    };
    let keywords = SchemaKeyword::IN_GO.map(SchemaKeyword::wire);
    let is_in_schema = contains("openAPIV3Schema");
    if contains("x-kubernetes-validations") {
        crd_cel::nearest(name, members::OF_RULES)
    } else if members::members_of_crds().any(|member| member == name)
        || !is_in_schema && (keywords.contains(&name) || foreign::of_v1beta1(path, name).is_some())
    {
        // It is not misspelt, but misplaced, or of another version.
        None
    } else if is_in_schema {
        keywords::similar(name).find_map(fit)
    } else {
        let parent = path.ancestor(1);
        let parent = parent.segments.iter().rev().find_map(Segment::name);
        crd_cel::nearest(name, members::members_of_crd(parent.unwrap_or_default()))
    }
}

/// Creates the diagnostic of a request that makes the server panic.
pub(super) fn server_panic(source: DocumentSource<'_>, panic: &ServerPanic) -> Diagnostic {
    let message = format!(
        "the API server crashes on this and responds with status 500: {}",
        panic.reason
    );
    place::diagnostic_at(source.document, &panic.field, codes::SERVER_PANIC, message)
        .with_label("crashes the server")
        .with_help("change the schema or remove this field; this is a bug of the server")
}

/// Creates an error of the server that does not concern a field.
fn without_field(rule: RuleId, text: &str) -> FieldError {
    FieldError::at(rule, ErrorType::Invalid, FieldPath::default(), text)
}

/// The values of the placeholders of a template.
struct TemplateWords {
    name: String,
    parent: String,
    value: String,
    detail: String,
    factor: String,
}

impl TemplateWords {
    fn new(error: &FieldError) -> Self {
        let value = error.value.as_deref().unwrap_or_default();
        let unquoted: Option<String> = serde_json::from_str(value).ok();
        TemplateWords {
            name: place::last_word(&blamed(error)),
            parent: place::last_word(&error.field.ancestor(1)),
            value: cut(unquoted.as_deref().unwrap_or(value), VALUE_LIMIT).replace('`', "'"),
            factor: match error.cause.as_deref() {
                Some(Cause::Cost(excess)) => format!("{}×", excess.factor()),
                _ => "more than".to_owned(),
            },
            detail: match error.cause.as_deref() {
                Some(Cause::Value(fault)) => cut(&fault.describe(), 4 * VALUE_LIMIT),
                _ if error.detail.is_empty() && error.kind == ErrorType::Required => {
                    format!("`{}` is required", place::last_word(&error.field))
                }
                _ => {
                    let first = error.detail.lines().next().unwrap_or_default();
                    // The server ends with the name of the value, and the value of a default has none.
                    let first = first.strip_suffix(" in ").unwrap_or(first);
                    let first = match first.strip_prefix("Checked value ") {
                        Some(rest) => format!("it {rest}"),
                        None => first.to_owned(),
                    };
                    cut(&first, 4 * VALUE_LIMIT)
                }
            },
        }
    }

    fn fill(&self, template: &str) -> String {
        let mut out = String::with_capacity(template.len());
        let mut rest = template;
        while let Some((before, after)) = rest.split_once('{') {
            out.push_str(before);
            let named = [
                ("name}", &self.name),
                ("parent}", &self.parent),
                ("value}", &self.value),
                ("detail}", &self.detail),
                ("factor}", &self.factor),
            ];
            if let Some((word, text)) = named.iter().find(|(word, _)| after.starts_with(word)) {
                out.push_str(text);
                rest = after.get(word.len()..).unwrap_or_default();
            } else {
                out.push('{');
                rest = after;
            }
        }
        out.push_str(rest);
        out
    }
}

/// Shortens a text to about `limit` characters.
pub(super) fn cut(text: &str, limit: usize) -> String {
    match text.char_indices().nth(limit) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::field::Path;

    #[test]
    fn templates_are_filled_once() {
        let root = Path::root("spec");
        let path = root.child("group");
        let error = FieldError::invalid(rules::CRD_03, &path, "\"{name}\"".into(), "x");
        let words = TemplateWords::new(&error);
        assert_eq!(
            words.fill("`{value}` {name} {parent} {other: {x}"),
            "`{name}` group spec {other: {x}"
        );
    }

    #[test]
    fn misspelt_members() {
        let check = |parents: &[&str], name: &str, expected: Option<&str>| {
            let path = parents
                .iter()
                .fold(FieldPath::default(), |path, parent| path.child(parent));
            assert_eq!(meant(&path.child(name), name, &Some), expected, "{name}");
        };
        let schema = ["spec", "versions", "schema", "openAPIV3Schema"];
        check(&schema, "maximun", Some("maximum"));
        check(&schema, "additionalPropertes", Some("additionalProperties"));
        check(
            &schema,
            "x-kubernetes-list-mapkeys",
            Some("x-kubernetes-list-map-keys"),
        );
        check(&schema, "xyzzy", None);
        check(
            &["openAPIV3Schema", "x-kubernetes-validations"],
            "mesage",
            Some("message"),
        );
        check(&["spec", "names"], "shortName", Some("shortNames"));
        check(
            &["spec", "versions"],
            "additionalPrinterColums",
            Some("additionalPrinterColumns"),
        );
    }

    #[test]
    fn decode_errors_in_words() {
        let check = |value: &str, expected: &str| {
            let head = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n";
            let text = match value.strip_prefix("schema ") {
                Some(schema) => {
                    format!("{head}spec: {{versions: [{{schema: {{openAPIV3Schema: {schema}}}}}]}}\n")
                }
                None => format!(
                    "{head}spec: {{conversion: {{webhook: {{clientConfig: {{service: {value}}}}}}}}}\n"
                ),
            };
            let read = crate::yaml::read(text.as_bytes(), crate::yaml::Options::default());
            let decoded = crate::server::decode::decode(&read.documents[0].root);
            assert_eq!(
                decode_error(&read.documents[0].root, &decoded.errors[0]).message,
                expected,
                "{value}"
            );
        };
        let at = "`spec.conversion.webhook.clientConfig.service";
        check(
            "{port: 5.5}",
            &format!("{at}.port` must be a whole number, not 5.5"),
        );
        check(
            "{port: 5000000000}",
            &format!("{at}.port` is out of range: 5000000000"),
        );
        check(
            "{port: x}",
            &format!("{at}.port` must be a whole number, not a string"),
        );
        check(
            "{name: true}",
            &format!("{at}.name` must be a string, not a boolean"),
        );
        check("[]", &format!("{at}` must be an object, not a list"));
        check(
            "schema {x-kubernetes-validations: {rule: a}}",
            "`spec.versions[0].schema.openAPIV3Schema.x-kubernetes-validations` must be a list, not an object",
        );
    }
}
