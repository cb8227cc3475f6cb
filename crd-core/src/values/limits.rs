//! Collects all restrictions on one value: those of its schema, and those below the junctors that apply to it.

use std::collections::BTreeSet;

use serde_json::Value;

use super::random::Random;
use crate::model::structural::{NestedValidation, ValueValidation};

/// The members of unions that are generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnionChoice {
    /// A random one.
    Random,
    /// The member with this index of each `oneOf` and `anyOf`, from 0; larger indexes wrap around.
    Number(usize),
}

/// The name of strings that formats reject, or that Go and other parsers read differently.
pub(super) const UNFIT: &str = "unfit";

/// The restrictions on a value.
#[derive(Default)]
pub(super) struct Limits<'s> {
    pub(super) values: Option<&'s [Value]>,
    pub(super) format: &'s str,
    pub(super) pattern: &'s str,
    pub(super) least: Option<f64>,
    pub(super) most: Option<f64>,
    pub(super) multiple_of: Option<f64>,
    pub(super) shortest: usize,
    pub(super) longest: usize,
    pub(super) fewest_items: usize,
    pub(super) most_items: usize,
    pub(super) fewest_members: usize,
    pub(super) most_members: usize,
    required: Vec<&'s [Box<str>]>,
    /// Names that are only required by members of a union that were not chosen.
    excluded: Vec<&'s [Box<str>]>,
    /// Restrictions on members and elements.
    pub(super) nested: Vec<&'s NestedValidation>,
}

impl<'s> Limits<'s> {
    pub(super) fn new(
        own: &'s ValueValidation,
        from_above: &[&'s NestedValidation],
        member: UnionChoice,
        random: &mut Random,
    ) -> Limits<'s> {
        let mut limits = Limits {
            longest: usize::MAX,
            most_items: usize::MAX,
            most_members: usize::MAX,
            ..Limits::default()
        };
        limits.add(own, member, random);
        for nested in from_above {
            limits.add_nested(nested, member, random);
        }
        limits
    }

    fn add_nested(&mut self, nested: &'s NestedValidation, member: UnionChoice, random: &mut Random) {
        self.nested.push(nested);
        self.add(&nested.validation, member, random);
    }

    /// Adds restrictions. The recursion depth is that of junctors in a schema, which is bounded when schemas are parsed.
    fn add(&mut self, more: &'s ValueValidation, member: UnionChoice, random: &mut Random) {
        if let Some(values) = more.enum_.as_deref() {
            self.values = match self.values {
                Some(before) if before.len() <= values.len() => Some(before),
                _ => Some(values),
            };
        }
        if !more.format.is_empty() {
            self.format = &more.format;
        }
        if !more.pattern.is_empty() {
            self.pattern = &more.pattern;
        }
        let smallest_step = more.multiple_of.unwrap_or(1.0);
        let inside = |bound: Option<f64>, is_exclusive: bool, step: f64| {
            bound.map(|bound| if is_exclusive { bound + step } else { bound })
        };
        self.least = larger(
            self.least,
            inside(more.minimum, more.exclusive_minimum, smallest_step),
        );
        self.most = smaller(
            self.most,
            inside(more.maximum, more.exclusive_maximum, -smallest_step),
        );
        self.multiple_of = more.multiple_of.or(self.multiple_of);
        for (least, bound) in [
            (&mut self.shortest, more.min_length),
            (&mut self.fewest_items, more.min_items),
            (&mut self.fewest_members, more.min_properties),
        ] {
            *least = (*least).max(bound.and_then(|bound| usize::try_from(bound).ok()).unwrap_or(0));
        }
        for (most, bound) in [
            (&mut self.longest, more.max_length),
            (&mut self.most_items, more.max_items),
            (&mut self.most_members, more.max_properties),
        ] {
            *most = (*most).min(
                bound
                    .and_then(|bound| usize::try_from(bound).ok())
                    .unwrap_or(usize::MAX),
            );
        }
        self.required.extend(more.required.as_deref());
        for nested in &more.all_of {
            self.add_nested(nested, member, random);
        }
        if let Some(not) = &more.not
            && let Some([_]) = not.validation.required.as_deref()
        {
            self.excluded.extend(not.validation.required.as_deref());
        }
        for branches in [&more.any_of, &more.one_of] {
            if branches.is_empty() {
                continue;
            }
            let chosen = match member {
                UnionChoice::Random => random.below(branches.len()),
                UnionChoice::Number(number) => number % branches.len(),
            };
            for (at, branch) in branches.iter().enumerate() {
                if at == chosen {
                    self.add_nested(branch, member, random);
                } else {
                    self.excluded.extend(branch.validation.required.as_deref());
                }
            }
        }
    }

    /// Removes the restrictions on scalars.
    pub(super) fn of_members_only(self) -> Limits<'s> {
        Limits {
            values: None,
            format: if self.format.is_empty() && self.pattern.is_empty() {
                ""
            } else {
                UNFIT
            },
            pattern: "",
            least: None,
            most: None,
            multiple_of: None,
            shortest: 0,
            longest: usize::MAX,
            ..self
        }
    }

    /// Returns the required names, each once.
    pub(super) fn required(&self) -> BTreeSet<&'s str> {
        self.required
            .iter()
            .flat_map(|names| names.iter())
            .map(|name| &**name)
            .collect()
    }

    pub(super) fn is_required(&self, name: &str) -> bool {
        self.required
            .iter()
            .any(|names| names.iter().any(|other| **other == *name))
    }

    pub(super) fn is_excluded(&self, name: &str) -> bool {
        self.excluded
            .iter()
            .any(|names| names.iter().any(|other| **other == *name))
    }

    /// Returns the restrictions on a member.
    pub(super) fn of_member(&self, name: &str) -> Vec<&'s NestedValidation> {
        self.nested
            .iter()
            .filter_map(|nested| nested.properties.get(name))
            .collect()
    }

    /// Returns the restrictions on the elements.
    pub(super) fn of_items(&self) -> Vec<&'s NestedValidation> {
        self.nested
            .iter()
            .filter_map(|nested| nested.items.as_deref())
            .collect()
    }
}

fn larger(a: Option<f64>, b: Option<f64>) -> Option<f64> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.max(b)),
        _ => a.or(b),
    }
}

fn smaller(a: Option<f64>, b: Option<f64>) -> Option<f64> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        _ => a.or(b),
    }
}
