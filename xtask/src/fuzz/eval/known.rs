//! Differences of values, errors and costs that are known, with the reasons.

use super::{Answer, shown};
use crate::fuzz::comparison::{REPEATED_TARGET, repeated_target};

/// A difference that is known.
pub(super) struct Known {
    /// Whether it is this one: the expression, our outcome and the server's.
    is_it: fn(&str, &str, &str) -> bool,
    pub(super) reason: &'static str,
}

const KNOWN: &[Known] = &[
    Known {
        is_it: |_, ours, theirs| {
            !ours.starts_with("compile") && theirs.starts_with("program reference to undefined type")
        },
        reason: "the server cannot make programs with variables whose type is `type`",
    },
    Known {
        is_it: |_, ours, theirs| {
            let crash = |text: &str| {
                text.contains("runtime error: index out of range")
                    || text.contains("runtime error: invalid memory address")
            };
            ours.starts_with("compile") && crash(ours) && theirs.starts_with("error panic: ") && crash(theirs)
        },
        reason: "the checker of the server crashes, which is a compile error here",
    },
    Known {
        is_it: |text, ours, theirs| {
            !ours.starts_with("compile")
                && (text.contains(".optMap(") || text.contains(".optFlatMap("))
                && theirs.starts_with("compile")
                && repeated_target(theirs).is_some()
        },
        reason: REPEATED_TARGET,
    },
    Known {
        is_it: |text, ours, theirs| {
            text.contains('{')
                && !ours.starts_with("compile")
                && theirs.starts_with("error panic: runtime error: hash of unhashable type")
        },
        reason: "the server crashes when it makes a program with a constant map that has such a key",
    },
    Known {
        is_it: |_, ours, theirs| {
            let crash = |text: &str| text.rsplit_once(", cost ").map(|(crash, _)| crash.to_owned());
            ours.starts_with("error internal error: ") && crash(ours) == crash(theirs)
        },
        reason: "what the server has charged when its code crashes",
    },
    Known {
        is_it: |_, ours, theirs| {
            let error = "error unsupported conversion to ref.Val: (*";
            ours.starts_with(error) && theirs.starts_with(error)
        },
        reason: "the Go types of errors that are read through an optional until 1.36",
    },
    Known {
        is_it: |text, _, theirs| {
            text.contains(".flatten(")
                && theirs.starts_with("error operation cancelled: actual cost limit exceeded")
        },
        reason: "depths of flatten below zero or beyond the limit overflow what the server has counted",
    },
    Known {
        is_it: |_, ours, theirs| has_address(ours, theirs),
        reason: "the server prints addresses of its memory in errors about lists and objects of the data",
    },
    Known {
        is_it: |text, ours, theirs| {
            let is_run = |outcome: &str| !outcome.starts_with("compile") && !outcome.starts_with("program");
            is_run(ours) && is_run(theirs) && has_variable_as_key(text)
        },
        reason: "lists and objects are one key of a map for the server if they are read from one variable",
    },
];

/// The entry of the list for a difference.
pub(super) fn known(text: &str, ours: &Answer, theirs: &Answer) -> Option<&'static Known> {
    let (ours, theirs) = (shown(ours), shown(theirs));
    KNOWN.iter().find(|known| (known.is_it)(text, &ours, &theirs))
}

/// Whether the server's error has an address in it, and ours is the same up to the value that it prints.
fn has_address(ours: &str, theirs: &str) -> bool {
    let Some(address) = theirs.find(" 0x") else {
        return false;
    };
    let value = theirs.get(..address).and_then(|before| before.find('{'));
    let before = value
        .and_then(|value| theirs.get(..value))
        .map(|before| before.trim_end_matches('&'));
    let cost = |text: &str| text.rsplit_once(", cost ").map(|(_, cost)| cost.to_owned());
    before.is_some_and(|before| before.starts_with("error ") && ours.starts_with(before))
        && cost(ours) == cost(theirs)
}

/// Whether a map has a variable as one of its keys, and meets it again: it is read elsewhere, too, or keys of several turns
/// of a loop come together.
fn has_variable_as_key(text: &str) -> bool {
    let words = || text.split(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | ':')));
    words().any(|word| {
        let Some(name) = word.strip_suffix(':') else {
            return false;
        };
        let number = name.strip_prefix('v').unwrap_or_default();
        let is_variable = matches!(name, "self" | "oldSelf") || number.parse::<u32>().is_ok();
        let times = words().filter(|word| word.trim_end_matches(':') == name).count();
        let declared = usize::from(name.starts_with('v'));
        is_variable && (times > 1 + declared || text.contains("transformMapEntry("))
    })
}
