//! Known differences of values, errors and costs, with the reasons.

use super::outcome::EvalOutcome;
use crate::fuzz::comparison::{REPEATED_TARGET, repeated_target};

/// A known difference.
pub(super) struct Known {
    /// Whether a difference is this one. Arguments: the expression, our outcome and the server's.
    is_it: fn(&str, &str, &str) -> bool,
    pub(super) reason: &'static str,
}

const KNOWN: &[Known] = &[
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
            let without_type = |text: &str| {
                let error = text.strip_prefix("error unsupported conversion to ref.Val: (*")?;
                error.split_once(')').map(|(_, rest)| rest.to_owned())
            };
            without_type(ours).is_some_and(|rest| without_type(theirs) == Some(rest))
        },
        reason: "the Go types of errors that are read through an optional until 1.36",
    },
    Known {
        is_it: |text, ours, theirs| {
            // A negative depth reduces the cost that was counted before the error.
            let counted = |text: &str| -> Option<u64> {
                let cost = text.strip_prefix("error level must be non-negative, cost ")?;
                cost.parse().ok()
            };
            text.contains(".flatten(")
                && (theirs.starts_with("error operation cancelled: actual cost limit exceeded")
                    || counted(ours).is_some_and(|ours| counted(theirs).is_some_and(|theirs| theirs < ours)))
        },
        reason: "depths of flatten below zero or beyond the limit overflow what the server has counted",
    },
    Known {
        is_it: |_, ours, theirs| has_address(ours, theirs),
        reason: "the server prints addresses of its memory in errors about lists and objects of the data",
    },
];

/// Returns the entry of the list for a difference.
pub(super) fn known(text: &str, ours: &EvalOutcome, theirs: &EvalOutcome) -> Option<&'static Known> {
    let (ours, theirs) = (ours.shown(), theirs.shown());
    KNOWN.iter().find(|known| (known.is_it)(text, &ours, &theirs))
}

/// Whether the server's error contains an address, and ours is equal up to the value that it prints.
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

/// Reasons of differences that do not occur if the expression is rewritten.
const SHARED_KEYS: &str =
    "lists and objects are one key of a map for the server if they are read from one variable";
const SHARED_ZONES: &str = "times with an offset of minutes are one key of a map for the server if they come from one constant or variable";
const ADDED_IN_PLACE: &str = "the server adds in place to an empty list that optMap or sortBy binds, so that later reads have the elements";

/// A difference that does not occur if the expression is rewritten.
pub(super) struct Rewritten {
    pub(super) text: String,
    pub(super) reason: &'static str,
}

/// Returns the expression without the parts whose results depend on the server's memory, for each of the reasons that may
/// apply.
///
/// ```text
/// {v1: 2}[v1]               {[v1]: 2}[v1]                          a new list equals no other key
/// timestamp('…+02:30')      timestamp('…+02:00')                   zones of whole hours are shared
/// v1 + [2]                  v1.filter(w, true) + [2]               a new list is not changed in place
/// ```
pub(super) fn rewritten(text: &str) -> Vec<Rewritten> {
    let sums = each_variable(text, |_, name, after| {
        let is_added_to = after.starts_with(" + ") && is_bound(text, name);
        is_added_to.then(|| format!("{name}.filter(w, true)"))
    });
    // The server has one instance of the zone of each whole hour.
    let zones = text.contains(":30'").then(|| text.replace(":30'", ":00'"));
    // All keys of a map have the same type.
    let found = [
        (with_new_keys(text, "[", "]"), SHARED_KEYS),
        (with_new_keys(text, "dyn([", "])"), SHARED_KEYS),
        (sums, ADDED_IN_PLACE),
        (zones, SHARED_ZONES),
    ];
    let found = found.into_iter();
    found
        .filter_map(|(text, reason)| text.map(|text| Rewritten { text, reason }))
        .collect()
}

/// Returns the text with `before` and `after` around each key of a map that ends with a variable; `None` if there are none.
fn with_new_keys(text: &str, before: &str, after: &str) -> Option<String> {
    let mut out = String::new();
    let mut done = 0;
    for (colon, _) in text.match_indices(": ") {
        let Some(start) = key_start(text, colon).filter(|start| *start >= done) else {
            continue;
        };
        let (plain, key) = (text.get(done..start)?, text.get(start..colon)?);
        let last = key
            .trim_end_matches(')')
            .rsplit(|c: char| !c.is_ascii_alphanumeric());
        if last.into_iter().next().is_some_and(is_variable) {
            out.extend([plain, before, key, after]);
            done = colon;
        }
    }
    out.push_str(text.get(done..)?);
    (done > 0).then_some(out)
}

/// Returns the offset of the key of a map that ends at a colon; `None` for the colon of a condition.
fn key_start(text: &str, colon: usize) -> Option<usize> {
    let key = text.get(..colon).filter(|key| !key.ends_with(' '))?;
    let mut depth = 0_usize;
    for (at, c) in key.char_indices().rev() {
        match c {
            ')' | ']' | '}' => depth += 1,
            ',' | '{' if depth == 0 => {
                let key = key.get(at + 1..)?;
                let plain = key.trim_start_matches([' ', '?']);
                return Some(colon - plain.len());
            }
            '(' | '[' | '{' => depth = depth.checked_sub(1)?,
            _ => {}
        }
    }
    None
}

/// Whether a word is the name of a variable.
fn is_variable(word: &str) -> bool {
    let number = word.strip_prefix('v').unwrap_or_default();
    matches!(word, "self" | "oldSelf") || number.parse::<u32>().is_ok()
}

/// Whether a macro binds a variable to the value of an expression.
fn is_bound(text: &str, name: &str) -> bool {
    ["optMap", "optFlatMap", "sortBy"]
        .iter()
        .any(|macro_| text.contains(&format!(".{macro_}({name}, ")))
}

/// Returns the text with some variables replaced, depending on the text before and after each; `None` if there are none.
fn each_variable(text: &str, mut other: impl FnMut(&str, &str, &str) -> Option<String>) -> Option<String> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut out = String::new();
    let mut rest = text;
    let mut is_changed = false;
    while let Some(start) = rest.find(is_part) {
        let (plain, word) = rest.split_at(start);
        out.push_str(plain);
        let end = word.find(|c| !is_part(c)).unwrap_or(word.len());
        let (mut name, mut after) = word.split_at(end);
        let whole = "oldSelf.orValue(self)";
        if let Some(behind) = word.strip_prefix(whole) {
            (name, after) = (whole, behind);
        }
        let number = name.strip_prefix('v').unwrap_or_default();
        let is_variable =
            matches!(name, "self" | "oldSelf") || name == whole || number.parse::<u32>().is_ok();
        match is_variable.then(|| other(&out, name, after)).flatten() {
            Some(new) => {
                is_changed = true;
                out.push_str(&new);
            }
            None => out.push_str(name),
        }
        rest = after;
    }
    out.push_str(rest);
    is_changed.then_some(out)
}
