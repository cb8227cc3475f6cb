//! One CRD of a text: decoded, validated, and what is found turned into diagnostics.

use super::checker::{FindingSubject, TextChecker};
use super::documents::name;
use super::options::{Question, Sizes, UnknownMembers};
use super::report::{Answer, CheckedCrd, ConditionAnswer};
use super::{Diagnostic, DocumentSource, Severity, Stage, advise, diagnose, lints, minimum};
use crate::model::crd::Crd;
use crate::model::field::{FieldError, FieldPath, Path};
use crate::model::sort::sort_by;
use crate::server::decode::{Decoded, decode_for};
use crate::server::validation::{self, Verdict, locate};
use crate::yaml::tree::{Duplicate, Node, Value};

/// The rules by which a document was read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Syntax {
    Json,
    Yaml,
}

/// Checks one CRD.
pub(super) fn check(
    checker: &mut TextChecker<'_>,
    position: usize,
    document: &Node,
    syntax: Syntax,
) -> CheckedCrd {
    let mut decoded = decode_for(document, checker.options.version);
    if syntax == Syntax::Yaml {
        // From YAML, kubectl makes JSON in which each name is set once.
        decoded.strict.retain(|error| error.first.is_none());
    }
    let source = DocumentSource {
        text: checker.text,
        document,
    };
    let mut checked = CheckedCrd {
        name: name(document).map(str::to_owned),
        replaces: None,
        decode_errors: Vec::new(),
        strict_errors: Vec::new(),
        yaml_duplicates: None,
        not_served: None,
        answer: Answer::Verdict(None),
        oversize: None,
        is_bad: false,
    };
    match (checker.options.question, &decoded.crd) {
        (Question::MinimumVersion, Some(crd)) => {
            let minimum = minimum::find(source, crd);
            checked.is_bad = minimum.version.is_none();
            checked.answer = Answer::MinimumVersion(Box::new(minimum));
        }
        (Question::Condition, Some(crd)) => {
            let condition = condition(checker, document, crd);
            checked.is_bad = condition.is_some();
            checked.answer = Answer::Condition(condition);
        }
        (_, crd) => {
            let old = crd.as_ref().and_then(|crd| replaced(checker, crd));
            let verdict = crd.as_ref().map(|crd| match &old {
                Some(old) => validation::update(old, crd, checker.options.version),
                None => validation::create(crd, checker.options.version),
            });
            checked.replaces = old.as_ref().map(|old| old.metadata.name.to_string());
            let not_served = match checker.options.old {
                None => lints::v1beta1::check(document),
                Some(_) => None,
            };
            if not_served.is_some() {
                checked.not_served = Some(lints::v1beta1::ANSWER);
            }
            let subject = FindingSubject {
                document: position,
                name: checked.name.as_deref(),
                version: None,
            };
            checked.is_bad = report(
                checker,
                subject,
                source,
                syntax,
                &decoded,
                Judged {
                    verdict: verdict.as_ref(),
                    old: old.as_ref(),
                },
                not_served,
            );
            if checker.options.sizes == Sizes::Check {
                let name = subject.name.unwrap_or_default();
                checked.oversize = lints::size::check(name, &document.to_json());
            }
            checked.answer = Answer::Verdict(verdict);
        }
    }
    checked.decode_errors = decoded.errors;
    checked.strict_errors = decoded.strict;
    checked
}

/// The deployed CRD that this one replaces.
fn replaced(checker: &TextChecker<'_>, crd: &Crd) -> Option<Crd> {
    let options = checker.options;
    let old = options.old.as_ref()?;
    old.named(&crd.metadata.name, options.version)
}

/// What the server answers, and the CRD that is replaced.
#[derive(Clone, Copy)]
struct Judged<'c> {
    verdict: Option<&'c Verdict>,
    old: Option<&'c Crd>,
}

/// The errors that the server says only when those of its verdict are gone. None are sought where findings are only counted.
fn later(checker: &TextChecker<'_>, crd: &Crd, old: Option<&Crd>, verdict: &Verdict) -> Vec<FieldError> {
    let options = checker.options;
    if options.limit == 0 || checker.room() <= verdict.errors.len() {
        return Vec::new();
    }
    validation::later(crd, old, options.version, &verdict.errors)
}

fn condition(checker: &TextChecker<'_>, document: &Node, crd: &Crd) -> Option<ConditionAnswer> {
    let condition = validation::condition(crd, checker.options.version)?;
    let places = condition
        .errors
        .iter()
        .map(|error| locate(document, &error.field).place)
        .collect();
    Some(ConditionAnswer { condition, places })
}

/// Adds the findings of a CRD, ordered by place. Returns whether one of them is an error.
fn report(
    checker: &mut TextChecker<'_>,
    subject: FindingSubject<'_>,
    source: DocumentSource<'_>,
    syntax: Syntax,
    decoded: &Decoded,
    Judged { verdict, old }: Judged<'_>,
    not_served: Option<Diagnostic>,
) -> bool {
    let mut found = Vec::new();
    let mut is_bad = false;
    found.extend(not_served);
    if syntax == Syntax::Yaml {
        repeated_names(source.document, None, &mut found);
        lints::words::check(source, &mut found);
    }
    for error in &decoded.errors {
        let mut diagnostic = diagnose::decode_error(error);
        if let (Syntax::Yaml, true, Some(fix)) = (
            syntax,
            error.needs_string(),
            lints::words::quotes(source.text, error.span),
        ) {
            diagnostic.fix = Some(fix);
        }
        found.push(diagnostic);
    }
    if checker.options.unknown_members == UnknownMembers::Report {
        found.extend(decoded.strict.iter().map(diagnose::strict_error));
    }
    if let (Some(verdict), Some(crd)) = (verdict, &decoded.crd) {
        let later = later(checker, crd, old, verdict);
        is_bad |= diagnose_verdict(checker, source, crd, verdict, &mut found);
        found.extend(later.iter().map(|error| {
            let mut diagnostic = diagnose::field_error(source, error);
            advise::add(&mut diagnostic, error, crd, checker.options.version);
            diagnostic.stage = Stage::Later;
            diagnostic
        }));
        lints::columns::check(source, crd, &mut found);
        found.extend(lints::none::check(
            source.document,
            crd,
            checker.options.data_loss,
            checker.options.mapping.as_deref(),
        ));
        found.extend(lints::ca_bundle::check(
            source.document,
            crd,
            old,
            checker.options.version,
        ));
        if let Some(old) = old {
            found.extend(lints::update::check(source.document, old, crd));
        }
        let errors = [verdict.errors.as_slice(), &later].concat();
        found.extend(lints::cel::check(source, crd, &errors, checker.options.version));
    }
    #[cfg(feature = "eval")]
    if let (Some(verdict), Some(crd)) = (verdict, &decoded.crd)
        && verdict.errors.is_empty()
    {
        found.extend(lints::examples::check(
            source.document,
            crd,
            checker.options.version,
        ));
    }
    sort_by(&mut found, &|a, b| (a.span, a.code).cmp(&(b.span, b.code)));
    for diagnostic in found {
        let version = version_of(source.document, &diagnostic.field);
        let subject = FindingSubject { version, ..subject };
        is_bad |= checker.add(subject, diagnostic);
    }
    is_bad
}

/// Makes diagnostics of errors, of a panic and of warnings; those beyond the limit are only counted. Returns
/// whether one of the counted ones is an error.
fn diagnose_verdict(
    checker: &mut TextChecker<'_>,
    source: DocumentSource<'_>,
    crd: &Crd,
    verdict: &Verdict,
    found: &mut Vec<Diagnostic>,
) -> bool {
    let mut is_bad = false;
    let room = checker.room();
    for (position, error) in verdict.errors.iter().enumerate() {
        if position < room {
            let mut diagnostic = diagnose::field_error(source, error);
            advise::add(&mut diagnostic, error, crd, checker.options.version);
            found.push(diagnostic);
        } else {
            is_bad |= checker.count(diagnose::code_of(error), Severity::Error);
        }
    }
    if let Some(panic) = &verdict.panic {
        found.push(diagnose::server_panic(source, panic));
    }
    let warnings = verdict.warnings.iter().take(room);
    found.extend(warnings.map(|warning| diagnose::warning(source, warning)));
    for warning in verdict.warnings.iter().skip(room) {
        is_bad |= checker.count(diagnose::code_of_rule(warning.rule), Severity::Warning);
    }
    is_bad
}

/// The name of the version in which a field is.
fn version_of<'a>(document: &'a Node, field: &FieldPath) -> Option<&'a str> {
    let versions = document.get("spec")?.get("versions")?.as_sequence()?;
    versions.get(field.version_index()?)?.get("name")?.as_str()
}

/// Finds the names that are set twice anywhere in a document, whose depth the reader bounds. Names that a merge
/// key brings in are meant to be overridden.
pub(super) fn repeated_names(node: &Node, path: Option<&Path<'_>>, found: &mut Vec<Diagnostic>) {
    let child = |name| path.map_or(Path::root(name), |path| path.child(name));
    match &node.value {
        Value::Mapping(mapping) => {
            let written = |duplicate: &&Duplicate| !duplicate.merged;
            for duplicate in mapping.duplicates().iter().filter(written) {
                let field = child(&duplicate.key).to_field_path();
                found.push(diagnose::repeated_name(duplicate).with_field(field));
            }
            for entry in &mapping.entries {
                repeated_names(&entry.value, Some(&child(&entry.key)), found);
            }
        }
        Value::Sequence(items) => {
            for (index, item) in items.iter().enumerate() {
                let here = path.map(|path| path.index(index));
                repeated_names(item, here.as_ref(), found);
            }
        }
        _ => {}
    }
}
