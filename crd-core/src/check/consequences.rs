//! Findings that follow from the mistake of another one. They are not reported beside it: the mistake is corrected, the document is
//! checked again, and the findings that are gone are its consequences.
//!
//! ```text
//! type: int          an unknown type, a default that it does not allow, and a rule that cannot use it
//! type: integer      no findings: only the first one is reported
//! ```

use std::cmp::Ordering;

use super::causes::CRASH;
use super::diagnose::is_unknown;
use super::diagnostic::Stage;
use super::misplaced::Correction;
use super::{Diagnostic, Fix, FixSafety, Severity, codes};
use crate::model::field::FieldPath;
use crate::model::sort::sort_by;
use crate::yaml::tree::{Node, Span};

/// Maximum number of corrections that are tried for a document.
pub(super) const MOST: usize = 6;

/// Maximum number of proposals of names that are tried together.
const MOST_TOGETHER: usize = 100;

/// A correction of the mistake of some findings.
pub(super) struct Attempt {
    /// The indices of the findings.
    pub(super) subjects: Vec<usize>,
    /// Whether the first of them has another place and other words.
    pub(super) words: Option<Words>,
    /// The proposals of other names for members: that of the first of them, or one for each.
    pub(super) renamed: Vec<Renamed>,
    /// Whether the findings have mistakes of their own, whose proposals are only tried together.
    pub(super) is_joint: bool,
    /// The corrected document.
    pub(super) document: Node,
}

/// A member of an object with a proposed name, which it has in the corrected document.
pub(super) struct Renamed {
    name: String,
    /// Where errors about it start: at its name, its value, and what is directly in that.
    starts: Vec<u32>,
    is_collection: bool,
    /// The path of its object, if an error about a member beside it is one about the new name, too.
    beside: Option<FieldPath>,
}

impl Renamed {
    /// Creates the proposal of a name for a member with a key and a value.
    pub(super) fn new(name: &str, key: Span, value: &Node, beside: Option<FieldPath>) -> Self {
        let mut starts = vec![key.start, value.span.start];
        starts.extend(value.elements().iter().map(|element| element.span.start));
        for member in value.members() {
            starts.extend([member.key_span.start, member.value.span.start]);
        }
        Renamed {
            name: name.to_owned(),
            starts,
            is_collection: value.is_collection(),
            beside,
        }
    }

    /// Returns the help for the member if its new name leads to an error there, given the findings that are new in the corrected document.
    fn refuted<'a>(&self, mut new: impl Iterator<Item = &'a Diagnostic>) -> Option<String> {
        let error = new.find(|one| {
            let is_there = one.span.is_some_and(|span| self.starts.contains(&span.start));
            let is_wrong = one.severity == Severity::Error || one.code == codes::KEYWORD_DEAD;
            let is_beside = || {
                self.beside
                    .as_ref()
                    .is_some_and(|object| one.field == *object || one.field.ancestor(1) == *object)
            };
            is_wrong && (is_there || is_beside())
        })?;
        let is_dead = error.code == codes::KEYWORD_DEAD;
        let then = error
            .help
            .first()
            .and_then(|help| match help.strip_prefix("did you mean ") {
                Some(meant) if !is_dead => Some(format!("write {}", meant.split('?').next()?)),
                Some(_) => None,
                None => Some(help.clone()),
            });
        Some(match then {
            Some(then) => format!("if you mean `{}`: {then}", self.name),
            // An object or a list is not meant to be a text or a number.
            None if self.is_collection && error.code == codes::OBJECT_TYPE => {
                "remove it, or fix its spelling".to_owned()
            }
            // A keyword may be similar by chance.
            None if self.beside.is_some() => "remove it, or fix its spelling".to_owned(),
            None => format!("if you mean `{}`: {}", self.name, error.message),
        })
    }
}

/// The place and the words of a finding.
pub(super) struct Words {
    place: Span,
    message: String,
    label: String,
    help: String,
}

impl Attempt {
    /// Creates the correction of findings, given by their indices.
    pub(super) fn new(subjects: Vec<usize>, document: Node) -> Self {
        Attempt {
            subjects,
            words: None,
            renamed: Vec::new(),
            is_joint: false,
            document,
        }
    }

    /// Creates the correction of unknown fields, each with the index of its finding.
    pub(super) fn of(correction: Correction, unknown: &[(&str, usize)]) -> Self {
        let index = |name: &String| unknown.iter().find(|(known, _)| known == name);
        Attempt {
            subjects: correction
                .names
                .iter()
                .filter_map(index)
                .map(|(_, index)| *index)
                .collect(),
            words: Some(Words {
                place: correction.place,
                message: correction.message,
                label: correction.label,
                help: correction.help,
            }),
            renamed: Vec::new(),
            is_joint: false,
            document: correction.document,
        }
    }
}

/// The corrections of findings that concern one member each: the first are tried one by one, the other proposals of names together.
#[derive(Default)]
pub(super) struct OneByOne {
    pub(super) single: Vec<Attempt>,
    joint: Option<Attempt>,
}

impl OneByOne {
    /// Adds the correction of a finding, whose mistake `correct` removes from a document.
    pub(super) fn add(
        &mut self,
        subject: usize,
        renamed: Option<Renamed>,
        document: &Node,
        correct: impl FnOnce(&Node) -> Option<Node>,
    ) {
        if self.single.len() < MOST {
            self.single.extend(correct(document).map(|corrected| Attempt {
                renamed: renamed.into_iter().collect(),
                ..Attempt::new(vec![subject], corrected)
            }));
            return;
        }
        let joint = self.joint.as_ref();
        let has_room = joint.is_none_or(|joint| joint.subjects.len() < MOST_TOGETHER);
        let base = joint.map_or(document, |joint| &joint.document);
        if let Some(renamed) = renamed.filter(|_| has_room)
            && let Some(corrected) = correct(base)
        {
            let joint = self.joint.take();
            let (mut subjects, mut names) =
                joint.map_or_else(Default::default, |joint| (joint.subjects, joint.renamed));
            subjects.push(subject);
            names.push(renamed);
            self.joint = Some(Attempt {
                renamed: names,
                is_joint: true,
                ..Attempt::new(subjects, corrected)
            });
        }
    }

    pub(super) fn into_attempts(self) -> impl Iterator<Item = Attempt> {
        self.single.into_iter().chain(self.joint)
    }
}

/// Removes the findings that follow from the subjects of attempts. `check` returns the findings about a corrected document, `level` the
/// severity with which a finding is reported.
pub(super) fn fold(
    found: &mut Vec<Diagnostic>,
    attempts: Vec<Attempt>,
    level: impl Fn(&Diagnostic) -> Option<Severity>,
    check: impl Fn(&Node) -> Vec<Diagnostic>,
) {
    let mut is_removed = vec![false; found.len()];
    let mut mains = Vec::new();
    let (joint, single): (Vec<_>, Vec<_>) = attempts.into_iter().partition(|attempt| attempt.is_joint);
    for attempt in single.into_iter().take(MOST).chain(joint) {
        let Some(first) = attempt.subjects.first().copied() else {
            continue;
        };
        let after = check(&attempt.document);
        let remaining = in_order(&after);
        let gone: Vec<usize> = found
            .iter()
            .enumerate()
            .filter(|(index, one)| !is_in(&is_removed, *index) && !contains(&remaining, one))
            .map(|(index, _)| index)
            .collect();
        let is_gone = |subject: &usize| gone.binary_search(subject).is_ok();
        if !attempt.subjects.iter().all(is_gone) {
            continue;
        }
        // Where there are new errors, the check may have stopped before it came to the other findings.
        let known = in_order(found);
        let new = || after.iter().filter(|one| !contains(&known, one));
        let has_wrong_type = |words: &Words| {
            let starts_there = |span: Span| span.start == words.place.start;
            new().any(|one| one.code == codes::OBJECT_TYPE && one.span.is_some_and(starts_there))
        };
        if attempt.words.as_ref().is_some_and(has_wrong_type) {
            continue;
        }
        let is_complete = new().all(|one| one.severity != Severity::Error);
        let proposals = attempt.subjects.iter().zip(&attempt.renamed);
        let refuted: Vec<(usize, String)> = proposals
            .filter_map(|(index, renamed)| Some((*index, renamed.refuted(new())?)))
            .collect();
        if attempt.is_joint || !refuted.is_empty() {
            for (index, help) in refuted {
                if let Some(subject) = found.get_mut(index) {
                    subject.help = vec![help];
                    subject.fix = None;
                }
            }
            continue;
        }
        // An unknown keyword is not a consequence of the keyword that contains it.
        let is_of_unsatisfiable = found
            .get(first)
            .is_some_and(|one| one.code == codes::UNSATISFIABLE);
        let is_cause = |index: &usize| is_of_unsatisfiable && found.get(*index).is_some_and(is_unknown);
        let follows = |index: &usize| is_complete && !is_cause(index) || attempt.subjects.contains(index);
        let gone: Vec<usize> = gone.into_iter().filter(follows).collect();
        let Some(mut main) = main(found, first, &gone, attempt.words, &level) else {
            continue;
        };
        let mut refused = gone.iter().filter_map(|index| found.get(*index)?.server.clone());
        if is_of_unsatisfiable
            && main.server.is_none()
            && let Some(refused) = refused.next()
        {
            // The server rejects the CRD, since it has a default.
            main.server = Some(refused);
        }
        for index in gone.into_iter().filter(|index| *index != first) {
            let is_lower = found.get(index).is_some_and(|one| level(one) <= level(&main));
            if let Some(removed) = is_removed.get_mut(index).filter(|_| is_lower) {
                *removed = true;
            }
        }
        mains.push((first, main));
    }
    for (first, main) in mains {
        if let Some(slot) = found.get_mut(first) {
            *slot = main;
        }
    }
    let mut is_removed = is_removed.into_iter();
    found.retain(|_| !is_removed.next().unwrap_or_default());
}

fn is_in(set: &[bool], index: usize) -> bool {
    set.get(index).is_some_and(|is_in| *is_in)
}

/// Compares findings by code, field and message.
fn compare(one: &Diagnostic, other: &Diagnostic) -> Ordering {
    let by_code = one.code.cmp(&other.code);
    let by_field = by_code.then_with(|| one.field.cmp(&other.field));
    by_field.then_with(|| one.message.cmp(&other.message))
}

/// Returns the findings in an order in which one is found quickly.
fn in_order(list: &[Diagnostic]) -> Vec<&Diagnostic> {
    let mut ordered: Vec<&Diagnostic> = list.iter().collect();
    sort_by(&mut ordered, &|one, other| compare(one, other));
    ordered
}

/// Whether an ordered list has a finding.
fn contains(ordered: &[&Diagnostic], one: &Diagnostic) -> bool {
    ordered.binary_search_by(|other| compare(other, one)).is_ok()
}

/// Returns the finding that stands for those that are gone. It is an error of the server if one of them is.
fn main(
    found: &[Diagnostic],
    first: usize,
    gone: &[usize],
    words: Option<Words>,
    level: impl Fn(&Diagnostic) -> Option<Severity>,
) -> Option<Diagnostic> {
    let mut main = found.get(first)?.clone();
    let is_elsewhere = words.is_some();
    if let Some(words) = words {
        main.span = Some(words.place);
        main.message = words.message;
        main.label = words.label;
        main.help = vec![words.help];
        let mut gone = gone.iter().filter_map(|index| found.get(*index));
        let is_enough = !gone.any(|one| one.severity == Severity::Error && one.fix.is_none());
        // A likely fix of the first one may be another correction than that of the words.
        let is_certain = |fix: &Fix| is_enough && fix.safety == FixSafety::Certain;
        main.fix = main.fix.take().filter(is_certain);
    }
    let is_error = |one: &&Diagnostic| {
        let is_now = one.code == codes::SERVER_PANIC || one.server.is_some() && one.stage == Stage::Now;
        one.severity == Severity::Error && is_now && level(one) > level(&main)
    };
    let gone = || gone.iter().filter_map(|index| found.get(*index));
    // A lint that is an error is not lost with the words of another finding.
    let is_lint =
        |one: &&Diagnostic| is_elsewhere && one.severity == Severity::Error && level(one) > level(&main);
    let error = gone().find(is_error).or_else(|| gone().find(is_lint));
    if let Some(error) = error {
        if error.code == codes::SERVER_PANIC {
            main.labels
                .extend(error.span.map(|span| (span, CRASH.to_owned())));
        }
        main.code = error.code;
        main.severity = error.severity;
        main.server.clone_from(&error.server);
    }
    Some(main)
}
