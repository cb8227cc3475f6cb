//! Bounds of lengths, counts and numbers.

use std::collections::BTreeSet;

use crd_cel::regex::{self, Difference, Lengths};
use serde_json::Value;

use super::KeywordComparison;
use crate::changes::{ValueSet, is_open};
use crate::compat::comparison::Probe;
use crate::compat::{law, words};
use crate::model::field::Segment;
use crate::model::map::Map;
use crate::model::schema::JsonSchemaProps;
use crate::model::structural::Structural;
use crate::samples::candidates::Constants;
use crate::server::objects::is_outside_of_format;

impl KeywordComparison<'_, '_, '_> {
    pub(super) fn bound(
        &mut self,
        keyword: &'static str,
        before: Option<&str>,
        after: Option<&str>,
        set: ValueSet,
    ) {
        let (message, detail) = words::bound(&self.path, keyword, before, after);
        let rejects_all = self.rejects_all(keyword);
        if set == ValueSet::Same && !rejects_all {
            return;
        }
        if set != ValueSet::Narrower && !rejects_all {
            self.add(
                law::BOUND_WIDER,
                message,
                words::WIDER_HELP,
                detail,
                Probe::Nothing,
            );
            return;
        }
        if !rejects_all && self.is_implied(keyword) {
            return;
        }
        let mut candidates = self.beyond(keyword);
        if rejects_all {
            candidates.extend(self.nodes.candidates(self.node, &Constants::default()));
        }
        let is_length = matches!(keyword, "minLength" | "maxLength");
        if is_length && !self.old.pattern.is_empty() && !self.nodes.is_one_admitted(self.node, &candidates) {
            candidates.extend(self.text_of_length(keyword));
        }
        let probe = self.refused(candidates, &[keyword], law::BOUND);
        self.add(law::BOUND, message, words::NARROWER_HELP, detail, probe);
    }

    /// Whether a bound is outside of the range of the type and the format, so that the server rejects every value, or every integer.
    fn rejects_all(&self, keyword: &str) -> bool {
        let is_outside = |schema: &JsonSchemaProps| {
            let bound = match keyword {
                "minimum" => schema.minimum,
                "maximum" => schema.maximum,
                _ => None,
            };
            let version = self.nodes.server();
            // For a value that is an integer, whatever its type is, the server's conversion of larger bounds overflows: they become
            // the smallest integer.
            let overflows = |bound: f64| keyword == "maximum" && bound >= 9_223_372_036_854_775_808.0;
            bound.is_some_and(|bound| {
                overflows(bound) || is_outside_of_format(&schema.type_, &schema.format, bound, version)
            })
        };
        is_outside(self.new) && !is_outside(self.old)
    }

    /// Whether other keywords of the old node imply the new bound.
    fn is_implied(&self, keyword: &str) -> bool {
        // A name may be listed twice.
        let required = self.old.required.iter().flatten().collect::<BTreeSet<_>>().len();
        let size = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        let is_closed = self.old.additional_properties.is_none()
            && !is_open(self.old)
            && !self.old.x_embedded_resource
            && !self.nodes.keeps_all();
        // The root also has the members that every object has, and elements of lists may keep undeclared members.
        let is_property = matches!(self.node.last(), Some(Segment::Key(_)));
        let declared = (is_closed && is_property).then(|| self.old.properties.as_ref().map_or(0, Map::len));
        match keyword {
            "minProperties" => {
                self.new.min_properties <= Some(size(required))
                    || declared.is_some_and(|declared| Some(size(declared)) < self.old.min_properties)
            }
            "maxProperties" => {
                declared.is_some_and(|declared| self.new.max_properties >= Some(size(declared)))
            }
            // The server reads the number of replicas as a whole number from 0 on.
            "minimum" => admits_from_zero(self.new) && self.nodes.is_spec_replicas(self.node),
            _ => false,
        }
    }

    /// Generates values of the old node that the new bound rejects.
    pub(super) fn beyond(&mut self, keyword: &'static str) -> Vec<Value> {
        let new = self.new.clone();
        let mut found = self.nodes.values_of(self.node, |schema| {
            let validation = &mut schema.validation;
            let above = |bound: Option<i64>| bound.map(|bound| bound.saturating_add(1));
            let below = |bound: Option<i64>| bound.map(|bound| bound.saturating_sub(1));
            match keyword {
                "maxLength" => validation.min_length = above(new.max_length),
                "minLength" => validation.max_length = below(new.min_length),
                "maxItems" => validation.min_items = above(new.max_items),
                "minItems" => validation.max_items = below(new.min_items),
                "maxProperties" => validation.min_properties = above(new.max_properties),
                "minProperties" => validation.max_properties = below(new.min_properties),
                _ => beyond_number(schema, keyword, &new),
            }
        });
        if let Some(step) = self.new.maximum.filter(|_| keyword == "maximum") {
            found.extend(near(step, &self.new.type_));
        }
        if let Some(step) = self.new.minimum.filter(|_| keyword == "minimum") {
            found.extend(near(step, &self.new.type_));
        }
        found
    }

    /// Generates a string that matches the old pattern and has a length that is rejected.
    pub(super) fn text_of_length(&self, keyword: &str) -> Option<Value> {
        let size = |bound: Option<i64>| bound.and_then(|bound| usize::try_from(bound).ok());
        let lengths = if keyword == "maxLength" {
            Lengths {
                least: size(self.new.max_length)?.saturating_add(1),
                most: size(self.old.max_length).unwrap_or(usize::MAX),
            }
        } else {
            Lengths {
                least: size(self.old.min_length).unwrap_or(0),
                most: size(self.new.min_length)?.saturating_sub(1),
            }
        };
        match regex::shortest_match(&self.old.pattern, lengths) {
            Difference::Text(text) => Some(text.into()),
            _ => None,
        }
    }

    pub(super) fn multiple_of(&mut self, before: Option<f64>, after: Option<f64>, set: ValueSet) {
        let (message, detail) = words::multiple_of(&self.path, before, after);
        if set == ValueSet::Wider {
            self.add(
                law::MULTIPLE_OF_WIDER,
                message,
                words::WIDER_HELP,
                detail,
                Probe::Nothing,
            );
            return;
        }
        let mut candidates = self.nodes.values_of(self.node, |_| {});
        let step = before.unwrap_or(1.0);
        candidates.extend((1..6).flat_map(|factor| near(step * f64::from(factor), &self.new.type_)));
        let probe = self.refused(candidates, &["multipleOf"], law::MULTIPLE_OF);
        self.add(law::MULTIPLE_OF, message, words::NARROWER_HELP, detail, probe);
    }
}

/// Whether the minimum admits all whole numbers from 0 on.
fn admits_from_zero(schema: &JsonSchemaProps) -> bool {
    // The server converts the bound to an integer first.
    let is_zero_admitted = |bound: f64| bound <= 0.0 && (bound.trunc() < 0.0 || !schema.exclusive_minimum);
    schema.minimum.is_none_or(is_zero_admitted)
}

/// Restricts the numbers of a node to those that the new bound rejects.
fn beyond_number(schema: &mut Structural, keyword: &str, new: &JsonSchemaProps) {
    let validation = &mut schema.validation;
    if keyword == "maximum" {
        validation.minimum = new.maximum;
        validation.exclusive_minimum = !new.exclusive_maximum;
    } else {
        validation.maximum = new.minimum;
        validation.exclusive_maximum = !new.exclusive_minimum;
    }
}

/// Returns numbers near a bound: integers for an integer.
fn near(bound: f64, type_: &str) -> Vec<Value> {
    let offsets = [0.0, 1.0, -1.0, 0.5, -0.5];
    let numbers = offsets.into_iter().map(|offset| bound + offset);
    if type_ == "number" {
        return numbers.map(Value::from).collect();
    }
    #[expect(
        clippy::cast_possible_truncation,
        reason = "what is beyond 64 bits is no integer of an object"
    )]
    let whole = |number: f64| Value::from(number as i64);
    numbers.take(3).map(whole).collect()
}
