//! Minimizes counterexamples.

use std::borrow::Cow;

use super::laws::Case;
use super::sample::Sample;

/// The maximum number of attempts.
const ATTEMPTS: usize = 5_000;

/// Returns the smallest case that is found for which `fails` still holds.
pub(super) fn shrink(mut case: Case, mut fails: impl FnMut(&Case) -> bool) -> Case {
    let mut attempts = 0;
    loop {
        let mut is_smaller = false;
        for index in 0..case.objects.len() {
            let mut number = 0;
            while attempts < ATTEMPTS {
                let smaller = case.objects.get(index).and_then(|object| {
                    Some(smaller(&Sample::of(object.root()), &mut number.clone())?.to_written())
                });
                let (Some(mut smaller), Some(place)) = (smaller, case.objects.get_mut(index)) else {
                    break;
                };
                attempts += 1;
                std::mem::swap(place, &mut smaller);
                if fails(&case) {
                    is_smaller = true;
                    continue;
                }
                if let Some(place) = case.objects.get_mut(index) {
                    *place = smaller;
                }
                number += 1;
            }
        }
        if !is_smaller || attempts >= ATTEMPTS {
            return case;
        }
    }
}

/// Returns the sample with the change of the given number; `None` if there are fewer changes.
fn smaller<'a>(sample: &Sample<'a>, number: &mut usize) -> Option<Sample<'a>> {
    match sample {
        Sample::Scalar(raw) => {
            let simple = if raw.starts_with('"') { "\"\"" } else { "0" };
            let is_simple = raw == simple || matches!(&**raw, "null" | "true" | "false");
            (!is_simple && take(number)).then_some(Sample::Scalar(Cow::Borrowed(simple)))
        }
        Sample::List(elements) => {
            for index in 0..elements.len() {
                if take(number) {
                    let mut rest = elements.clone();
                    rest.remove(index);
                    return Some(Sample::List(rest));
                }
            }
            for (index, element) in elements.iter().enumerate() {
                if let Some(element) = smaller(element, number) {
                    let mut changed = elements.clone();
                    if let Some(place) = changed.get_mut(index) {
                        *place = element;
                    }
                    return Some(Sample::List(changed));
                }
            }
            None
        }
        Sample::Object(members) => {
            let is_whole = |name: &str| matches!(name, "apiVersion" | "kind" | "metadata");
            for (index, (name, _)) in members.iter().enumerate() {
                if !is_whole(name) && take(number) {
                    let mut rest = members.clone();
                    rest.remove(index);
                    return Some(Sample::Object(rest));
                }
            }
            for (index, (name, member)) in members.iter().enumerate() {
                if is_whole(name) {
                    continue;
                }
                if let Some(member) = smaller(member, number) {
                    let mut changed = members.clone();
                    if let Some((_, place)) = changed.get_mut(index) {
                        *place = member;
                    }
                    return Some(Sample::Object(changed));
                }
            }
            None
        }
    }
}

/// Whether the number has reached 0; decrements it otherwise.
fn take(number: &mut usize) -> bool {
    if *number == 0 {
        return true;
    }
    *number -= 1;
    false
}
