//! Checks one CRD of a text: decodes and validates it, and turns the results into diagnostics.

use super::documents::{duplicates_in_yaml, join_cut, name};
use super::findings::{Collector, FindingSubject};
use super::levels::Level;
use super::lints::{JudgedCrd, LintRun, names};
use super::options::{CheckMode, Options, SizeCheck, UnknownMembers};
use super::place::node_at;
use super::report::{CheckOutput, CheckedCrd, ConditionAnswer};
use super::{
    Diagnostic, DocumentSource, Fix, Levels, Severity, Stage, advise, causes, cel, codes, consequences,
    corrections, diagnose, formats, keyword_level, lints, minimum, proposals, suggest,
};
use crate::model::crd::Crd;
use crate::model::field::{FieldError, FieldPath, Segment};
use crate::model::rules;
use crate::model::sort::sort_by;
use crate::server::decode::{Decoded, decode_for};
use crate::server::validation::{self, Verdict, locate};
use crate::yaml::Document;
use crate::yaml::tree::{Node, Span};
use crate::yaml::{is_expression, quoted};

/// The number of errors from which on it is not asked which errors follow them.
const MOST_BEFORE_LATER: usize = 100;

/// A CRD of a text.
#[derive(Clone, Copy)]
pub(super) struct CrdDocument<'a> {
    /// The options of the check.
    pub(super) options: &'a Options,
    /// The CRD, and the text that contains it.
    pub(super) source: DocumentSource<'a>,
    /// The comments of the text.
    pub(super) comments: &'a [Span],
    /// The document that is the CRD or lists it.
    pub(super) whole: &'a Document,
    /// The position of that document in the text.
    pub(super) position: usize,
}

/// Checks one CRD.
pub(super) fn check(document: &CrdDocument<'_>, collector: &mut Collector<'_>) -> CheckedCrd {
    let CrdDocument { options, source, .. } = *document;
    let decoded = decode(document);
    let mut checked = unchecked(source.document);
    // Unless it is known that no name is repeated, duplicates are searched again, with the line numbers of the server.
    let mut may_repeat = !document.whole.json;
    match (options.mode, &decoded.crd) {
        (CheckMode::MinimumVersion, Some(crd)) => {
            let minimum = minimum::find(source, crd);
            checked.is_bad = minimum.version.is_none();
            checked.output = CheckOutput::MinimumVersion(Box::new(minimum));
        }
        (CheckMode::Condition, Some(crd)) => {
            let condition = condition(document, crd);
            checked.is_bad = condition.is_some();
            checked.output = CheckOutput::Condition(condition);
        }
        _ => {
            let is_repeated = verdict(document, &decoded, &mut checked, collector);
            may_repeat &= is_repeated || !std::ptr::eq(source.document, &raw const document.whole.root);
        }
    }
    if may_repeat && options.unknown_members == UnknownMembers::Report {
        checked.yaml_duplicates = duplicates_in_yaml(source.text, document.whole);
    }
    checked.decode_errors = decoded.errors;
    checked.strict_errors = decoded.strict;
    checked
}

fn decode(document: &CrdDocument<'_>) -> Decoded {
    let mut decoded = decode_for(document.source.document, document.options.version);
    if !document.whole.json {
        // kubectl converts YAML to JSON in which each name is set once.
        decoded.strict.retain(|error| error.first.is_none());
        decoded.unreported.retain(|error| error.first.is_none());
    }
    decoded
}

fn unchecked(document: &Node) -> CheckedCrd {
    CheckedCrd {
        name: name(document).map(str::to_owned),
        replaces: None,
        decode_errors: Vec::new(),
        strict_errors: Vec::new(),
        yaml_duplicates: None,
        not_served: None,
        output: CheckOutput::Verdict(None),
        oversize: None,
        is_bad: false,
    }
}

fn condition(document: &CrdDocument<'_>, crd: &Crd) -> Option<ConditionAnswer> {
    let condition = validation::condition(crd, document.options.version)?;
    let place = |error: &FieldError| locate(document.source.document, &error.field).place;
    let places = condition.errors.iter().map(place).collect();
    Some(ConditionAnswer { condition, places })
}

/// Computes the verdict, and adds the findings that do not follow from others, ordered by place. Returns whether a name is set twice.
fn verdict(
    document: &CrdDocument<'_>,
    decoded: &Decoded,
    checked: &mut CheckedCrd,
    collector: &mut Collector<'_>,
) -> bool {
    let CrdDocument { options, source, .. } = *document;
    let levels = options.levels.of_crd(checked.name.as_deref().unwrap_or_default());
    collector.ask(&levels);
    let (mut found, is_repeated) = findings(document, decoded, &levels, checked, collector);
    if options.limit > 0 {
        let attempts = corrections::of_crd(source, &found);
        let level = |one: &Diagnostic| levels.reported(one.code, one.severity);
        let check = |corrected: &Node| findings_about(document, corrected, &levels);
        consequences::fold(&mut found, attempts, level, check);
        let is_default = |one: &Diagnostic| one.code == codes::DEFAULT_INVALID;
        proposals::try_values(source.document, &mut found, is_default, &check);
    }
    let is_error = |code| levels.of(code, Severity::Error) == Level::Report(Severity::Error);
    causes::join_crash(&mut found, is_error);
    causes::drop_follow_ups(&mut found, is_error);
    causes::drop_vacuous(&mut found);
    causes::drop_beside_wrong_type(&mut found);
    causes::join_missing(&mut found);
    causes::join_names(source.document, &mut found);
    causes::join_rules_of_defaults(&mut found, is_error);
    let of_formats = levels.of(codes::FORMAT_UNRECOGNIZED, Severity::Warning);
    formats::join_known_later(source.document, &mut found, of_formats);
    if !document.whole.json {
        explain_words(source, &mut found);
        join_cut(source.text, source.document, &mut found);
    }
    sort_by(&mut found, &|a, b| (a.span, a.code).cmp(&(b.span, b.code)));
    for mut diagnostic in found {
        if levels.severity(diagnostic.code).is_none() {
            // A lint that is not selected.
            continue;
        }
        cel::explain_quotes(source, document.whole, &mut diagnostic);
        let subject = FindingSubject {
            document: document.position,
            name: checked.name.as_deref(),
            version: version_of(source.document, &diagnostic.field),
            levels: Some(&levels),
        };
        checked.is_bad |= collector.add(subject, diagnostic);
    }
    if options.sizes == SizeCheck::Check {
        let name = checked.name.as_deref().unwrap_or_default();
        checked.oversize = lints::size::check(name, source.document);
    }
    is_repeated
}

/// Returns the findings about the document of a CRD after a change.
fn findings_about(document: &CrdDocument<'_>, changed: &Node, levels: &Levels) -> Vec<Diagnostic> {
    let changed = CrdDocument {
        source: DocumentSource {
            document: changed,
            ..document.source
        },
        ..*document
    };
    let mut checked = unchecked(changed.source.document);
    let mut collector = Collector::new("", &[], levels, usize::MAX);
    findings(&changed, &decode(&changed), levels, &mut checked, &mut collector).0
}

/// Computes the verdict. Returns the findings, and whether a name is set twice.
fn findings(
    document: &CrdDocument<'_>,
    decoded: &Decoded,
    levels: &Levels,
    checked: &mut CheckedCrd,
    collector: &mut Collector<'_>,
) -> (Vec<Diagnostic>, bool) {
    let CrdDocument { options, source, .. } = *document;
    let of_crd = FindingSubject {
        levels: Some(levels),
        ..FindingSubject::default()
    };
    let mut found = Vec::new();
    if options.old.is_none()
        && let Some(diagnostic) = lints::v1beta1::check(source.document)
    {
        checked.not_served = Some(lints::v1beta1::ANSWER);
        found.push(diagnostic);
    }
    let is_repeated = read_findings(document, decoded, &mut found);
    if let Some(crd) = &decoded.crd {
        let old = options
            .old
            .as_ref()
            .and_then(|old| old.named(&crd.metadata.name, options.version));
        let verdict = match &old {
            Some(old) => validation::update(old, crd, options.version),
            None => validation::create(crd, options.version),
        };
        let room = collector.room();
        // Errors that the server reports only after those of its verdict are fixed are skipped if only the verdict is asked for.
        let later = if options.limit == 0 || verdict.errors.len() >= MOST_BEFORE_LATER {
            Vec::new()
        } else {
            validation::later(crd, old.as_ref(), options.version, &verdict)
        };
        let judged = JudgedCrd {
            options,
            levels,
            source,
            comments: document.comments,
            crd,
            old: old.as_ref(),
            verdict: &verdict,
            later: &later,
        };
        checked.is_bad |= count_beyond(room, &verdict, of_crd, collector);
        said_by_the_server(&judged, room, &mut found);
        let mut run = LintRun::new(&judged, room);
        lints::check(&mut run);
        for (code, severity, count) in run.beyond() {
            checked.is_bad |= collector.count(of_crd, code, severity, count);
        }
        found.extend(run.found);
        checked.replaces = old.map(|old| old.metadata.name.into());
        checked.output = CheckOutput::Verdict(Some(verdict));
    }
    (found, is_repeated)
}

/// Adds the findings of parsing and decoding the CRD. Returns whether a name is set twice in a YAML document.
fn read_findings(document: &CrdDocument<'_>, decoded: &Decoded, found: &mut Vec<Diagnostic>) -> bool {
    let source = document.source;
    let is_yaml = !document.whole.json;
    let is_repeated = is_yaml && document.whole.has_odd_names && names::check(source, found);
    for error in &decoded.errors {
        let mut diagnostic = diagnose::decode_error(source.document, error);
        if is_yaml && error.needs_string() {
            diagnostic.fix = names::quotes(source.text, error.span);
            explain_indicator(&mut diagnostic, source.text);
        }
        if !keyword_level::is_written_as_keyword(source.document, &error.path)
            && let Some(form) = suggest::of_decode_error(source, error)
        {
            diagnostic.help = vec![form];
        }
        found.push(diagnostic);
    }
    if document.options.unknown_members == UnknownMembers::Report {
        let unknown = decoded.strict.iter();
        found.extend(unknown.map(|error| diagnose::strict_error(source.document, error)));
        let unreported = decoded.unreported.iter();
        found.extend(unreported.filter_map(|error| diagnose::unreported(source.document, error)));
    }
    is_repeated
}

/// Explains a value that is no text because of its first character: the tag `!has(self.a)`, and the object `{a}`.
fn explain_indicator(diagnostic: &mut Diagnostic, text: &str) {
    let written = diagnostic
        .span
        .and_then(|span| span.slice(text))
        .unwrap_or_default();
    if let Some(inside) = without_brackets(written).filter(|inside| is_quoted(inside)) {
        diagnostic.help = vec![format!("write only the text, without brackets: `{inside}`")];
        return;
    }
    if let Some(path) = without_brackets(written).filter(|inside| is_path(inside))
        && takes_path(&diagnostic.field)
        && written.starts_with('{')
    {
        let path = path.trim_start_matches(['$', '.']);
        diagnostic.help = vec![format!("write the path without braces: `.{path}`")];
        return;
    }
    // No rule is a list or an object.
    let is_rule = matches!(diagnostic.field.segments.last(), Some(Segment::Field(name)) if &**name == "rule");
    let meant = match without_brackets(written) {
        Some(inside) if is_rule => Some(inside).filter(|inside| is_expression(inside)),
        _ => Some(written),
    };
    let what = match written.chars().next() {
        Some('!') => "`!` starts a tag",
        Some('&') => "`&` starts an anchor",
        Some('{') => "`{` starts an object",
        Some('[') => "`[` starts a list",
        _ => return,
    };
    diagnostic.help = vec![match meant.and_then(quoted) {
        Some(quoted) => format!("{what} in YAML; quote the text: `{quoted}`"),
        None => format!("{what} in YAML; quote the text"),
    }];
}

/// Whether the value of a field of a CRD is a path in objects, such as `.spec.replicas`.
fn takes_path(field: &FieldPath) -> bool {
    field.segments.last().and_then(Segment::name).is_some_and(|name| {
        matches!(
            name,
            "jsonPath" | "JSONPath" | "specReplicasPath" | "statusReplicasPath" | "labelSelectorPath"
        )
    })
}

/// Whether a text is a path of names, such as `.spec.replicas`.
fn is_path(text: &str) -> bool {
    let path = text.trim_start_matches(['$', '.']);
    let is_name =
        |name: &str| !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || "-_[]".contains(c));
    path.split('.').all(is_name)
}

/// Whether a text is one text in quotes.
fn is_quoted(text: &str) -> bool {
    let inside = ['\'', '"'].iter().find_map(|quote| {
        let inside = text.strip_prefix(*quote)?.strip_suffix(*quote)?;
        (!inside.contains(*quote)).then_some(inside)
    });
    inside.is_some_and(|inside| !inside.is_empty() && !inside.contains('`'))
}

/// Returns the text between the brackets or braces around a text.
fn without_brackets(mut text: &str) -> Option<&str> {
    let inside = |text: &str| match text.strip_prefix('[') {
        Some(rest) => rest.strip_suffix(']').map(str::len),
        None => text.strip_prefix('{')?.strip_suffix('}').map(str::len),
    };
    let mut length = inside(text)?;
    loop {
        text = text.get(1..length.checked_add(1)?)?.trim();
        let Some(shorter) = inside(text) else {
            return (!text.is_empty()).then_some(text);
        };
        length = shorter;
    }
}

/// Explains members of an `enum` of strings that are no strings in YAML: `off`. Those of one `enum` are one finding.
fn explain_words(source: DocumentSource<'_>, found: &mut Vec<Diagnostic>) {
    let mut firsts: Vec<usize> = Vec::new();
    let mut index = 0;
    while let Some(diagnostic) = found.get_mut(index) {
        if !quote(source, diagnostic) {
            index += 1;
            continue;
        }
        let list = diagnostic.field.ancestor(1);
        let is_in_list = |first: &&usize| {
            found
                .get(**first)
                .is_some_and(|one| one.field.ancestor(1) == list)
        };
        if let Some(first) = firsts.iter().find(is_in_list).copied() {
            let other = found.remove(index);
            if let Some(first) = found.get_mut(first) {
                join_words(first, other);
            }
        } else {
            firsts.push(index);
            index += 1;
        }
    }
}

/// Explains a member of an `enum` of strings that is no string in YAML. Returns whether the finding is about one.
fn quote(source: DocumentSource<'_>, diagnostic: &mut Diagnostic) -> bool {
    if diagnostic.code != codes::ENUM_MEMBER_REFUSED {
        return false;
    }
    let schema = node_at(source.document, &diagnostic.field.ancestor(2));
    let type_ = schema.and_then(|schema| schema.get("type"));
    if type_.and_then(Node::as_str) == Some("string")
        && let Some(node) = node_at(source.document, &diagnostic.field)
        && let Some(advice) = suggest::in_quotes(source.text, node)
    {
        diagnostic.help = vec![advice];
        diagnostic.fix = names::quotes(source.text, node.span).map(Fix::likely);
        return true;
    }
    false
}

/// Adds the finding about another member of an `enum` to that about the first one.
fn join_words(first: &mut Diagnostic, other: Diagnostic) {
    first.labels.extend(other.span.map(|span| (span, other.label)));
    first.help.extend(other.help);
    first.fix = match (first.fix.take(), other.fix) {
        (Some(mut fix), Some(more)) => {
            fix.edits.extend(more.edits);
            Some(Fix {
                title: "write them in quotes".to_owned(),
                ..fix
            })
        }
        _ => None,
    };
}

/// Counts the errors and warnings of the server for which there is no room. Returns whether there are errors.
fn count_beyond(
    room: usize,
    verdict: &Verdict,
    of_crd: FindingSubject<'_>,
    collector: &mut Collector<'_>,
) -> bool {
    let mut is_bad = false;
    for error in verdict.errors.iter().skip(room) {
        is_bad |= collector.count(of_crd, diagnose::code_of(error), Severity::Error, 1);
    }
    for warning in verdict.warnings.iter().skip(room) {
        is_bad |= collector.count(of_crd, diagnose::code_of_rule(warning.rule), Severity::Warning, 1);
    }
    is_bad
}

/// Creates diagnostics for the server's current and later errors, as far as there is room.
fn said_by_the_server(judged: &JudgedCrd<'_>, room: usize, found: &mut Vec<Diagnostic>) {
    let JudgedCrd { source, verdict, .. } = *judged;
    let is_of_tag = |diagnostic: &Diagnostic| {
        let node = node_at(source.document, &diagnostic.field);
        node.is_some_and(|node| names::tag_of(source.text, node).is_some())
    };
    let of_error = |error: &FieldError| {
        let mut diagnostic = diagnose::field_error(source, error);
        advise::add(&mut diagnostic, error, judged.crd, judged.options.version);
        if error.rule == rules::CEL_01 {
            explain_indicator(&mut diagnostic, source.text);
        } else if is_of_tag(&diagnostic) {
            diagnostic.help = vec!["`!` starts a tag in YAML: remove it, or quote the text".to_owned()];
            diagnostic.fix = None;
        }
        diagnostic
    };
    let errors: Vec<Diagnostic> = verdict.errors.iter().take(room).map(of_error).collect();
    let start = |one: &Diagnostic| one.span.map(|span| span.start);
    let mut explained = errors
        .iter()
        .filter(|error| is_of_tag(error))
        .map(start)
        .peekable();
    if explained.peek().is_some() {
        let places: Vec<_> = explained.collect();
        found.retain(|one| one.code != codes::YAML_WORD || !places.contains(&start(one)));
    }
    found.extend(errors);
    if let Some(panic) = &verdict.panic {
        found.push(diagnose::server_panic(source, panic));
    }
    let warnings = verdict.warnings.iter().take(room);
    found.extend(warnings.map(|warning| diagnose::warning(source, warning)));
    found.extend(judged.later.iter().map(|error| Diagnostic {
        stage: Stage::Later,
        ..of_error(error)
    }));
}

/// Returns the name of the version that contains a field.
fn version_of<'a>(document: &'a Node, field: &FieldPath) -> Option<&'a str> {
    let versions = document.get("spec")?.get("versions")?.as_sequence()?;
    versions.get(field.version_index()?)?.get("name")?.as_str()
}

#[cfg(test)]
mod tests {
    use crate::check::test_manifest::widgets;
    use crate::check::{self, Options};

    #[test]
    fn members_of_an_enum_without_quotes_are_one_finding() {
        let check = |members: &str, expected: &[&str], has_fix: bool| {
            let text = widgets(&format!("a:\n  type: string\n  enum: [{members}]"));
            let report = check::text(&text, &Options::default());
            let help: Vec<&[String]> = report
                .findings
                .iter()
                .map(|finding| &*finding.diagnostic.help)
                .collect();
            assert_eq!(help, [expected], "{members}");
            let fix = &report.findings[0].diagnostic.fix;
            assert_eq!(
                fix.as_ref().map_or(0, |fix| fix.edits.len()),
                if has_fix { expected.len() } else { 0 }
            );
        };
        check(
            "true, false, Unknown",
            &["write it in quotes: `'true'`", "write it in quotes: `'false'`"],
            false,
        );
        check(
            "on, off, Auto",
            &[
                "`on` is a boolean in YAML; write it in quotes: `'on'`",
                "`off` is a boolean in YAML; write it in quotes: `'off'`",
            ],
            true,
        );
        check("5, A", &["write it in quotes: `'5'`"], false);
    }

    #[test]
    fn repeated_names_in_json_that_the_server_does_not_report() {
        let text = widgets("a: {type: array, items: {type: string, maxLength: 5}}");
        let read = crate::yaml::read(text.as_bytes(), crate::yaml::Options::default());
        let json = read.documents[0].root.to_json().to_string();
        let text = json.replace("\"maxLength\":5", "\"maxLength\":5,\"maxLength\":6");
        let report = check::text(&text, &Options::default());
        let messages: Vec<&str> = report
            .findings
            .iter()
            .map(|finding| &*finding.diagnostic.message)
            .collect();
        assert_eq!(
            messages,
            ["`maxLength` is set twice; the server takes the last value without a warning"]
        );
    }

    #[test]
    fn paths_in_braces() {
        for path in ["{.spec.a}", "{ $.spec.a }"] {
            let text = widgets("spec: {type: object, properties: {a: {type: string}}}").replace(
                "\n    served:",
                &format!("\n    additionalPrinterColumns: [{{name: A, type: string, jsonPath: {path}}}]\n    served:"),
            );
            let report = check::text(&text, &Options::default());
            let help = &report.findings[0].diagnostic.help;
            assert_eq!(help, &["write the path without braces: `.spec.a`"]);
            let corrected = text.replace(path, ".spec.a");
            assert!(check::text(&corrected, &Options::default()).findings.is_empty());
        }
    }

    #[test]
    fn values_that_are_no_texts_because_of_their_first_character() {
        for (value, expected) in [
            (
                "!has(self)",
                "`!` starts a tag in YAML; quote the text: `'!has(self)'`",
            ),
            ("&self", "`&` starts an anchor in YAML; quote the text: `'&self'`"),
            ("{self}", "`{` starts an object in YAML; quote the text: `'self'`"),
            ("[self]", "`[` starts a list in YAML; quote the text: `'self'`"),
            (
                "['self != 1']",
                "write only the text, without brackets: `'self != 1'`",
            ),
            ("[self, 'a']", "`[` starts a list in YAML; quote the text"),
            // The `!` of a text in quotes is that of the rule.
            ("'!self || true'", "compare it: `… == ''`"),
            ("\"true || !self\"", "compare it: `… == ''`"),
        ] {
            let rules = format!("a:\n  type: string\n  x-kubernetes-validations:\n  - rule: {value}");
            let report = check::text(&widgets(&rules), &Options::default());
            let help: Vec<&str> = report
                .findings
                .iter()
                .flat_map(|finding| finding.diagnostic.help.iter().map(String::as_str))
                .filter(|help| !help.starts_with("in YAML, "))
                .collect();
            assert_eq!(help, [expected], "{value}");
        }
        let empty = "a:\n  type: string\n  x-kubernetes-validations:\n  - rule: ''";
        let report = check::text(&widgets(empty), &Options::default());
        assert_eq!(
            report.findings[0].diagnostic.help,
            ["write the condition that must be true"]
        );
    }
}
