//! Generates values of a schema: random ones, the smallest, those at its bounds, and those of one member of a union
//! (feature `values`).
//!
//! ```
//! use crd_core::structural::{Structural, StructuralShape};
//! use crd_core::values::{ValueOptions, Values};
//!
//! let mut port = Structural::new(StructuralShape::Integer);
//! port.validation.minimum = Some(1.0);
//! port.validation.maximum = Some(65_535.0);
//! assert_eq!(Values::new(0).value(&port, ValueOptions::SMALLEST), 1);
//! let random = Values::new(7).value(&port, ValueOptions::WHOLE);
//! assert!((1..=65_535).contains(&random.as_i64().unwrap()));
//! ```
//!
//! Types, bounds, lengths, formats, patterns, `enum`, required members, and the members of `oneOf`, `anyOf` and `allOf`
//! are respected. CEL rules and most of `not` are not: [`Values::admitted`] calls a validator, and generates another
//! value if it rejects one.

mod at;
mod limits;
mod options;
mod random;
#[cfg(feature = "samples")]
mod readable;
mod texts;
#[cfg(feature = "samples")]
mod within;
mod writer;

use std::ops::Range;

use serde_json::Value;

use crate::model::structural::{
    Additional, Array, ListType, NestedValidation, Object, Structural, StructuralShape, ValueValidation,
};
pub use at::{PlacedValue, ValueStep, node_at};
use limits::Limits;
pub use limits::UnionChoice;
pub use options::{MemberChoice, ValueOptions, ValueSize};
pub use random::Random;
#[cfg(feature = "compat")]
pub(crate) use texts::all_kinds;
use texts::{READABLE_TEXT, Texts};
#[cfg(feature = "samples")]
pub(crate) use within::{is_within, remove_at, value_at, value_at_mut, values_in};
pub use writer::ValueWriter;

/// Maximum number of elements or members that are generated to reach a bound.
const MOST: usize = 4096;

const FLOATS: &[&str] = &["0", "1", "-1.5", "31.245270191439438", "1e300", "0.1", "2.50"];

/// A generator of values. The same seed gives the same values.
#[derive(Default)]
pub struct Values {
    random: Random,
    texts: Texts,
}

impl Values {
    /// Creates a generator from a seed.
    #[must_use]
    pub fn new(seed: u64) -> Values {
        Values {
            random: Random::new(seed),
            texts: Texts::default(),
        }
    }

    /// Restarts the generator with a seed.
    pub fn reseed(&mut self, seed: u64) {
        self.random = Random::new(seed);
    }

    /// Returns the source of random numbers.
    pub fn random(&mut self) -> &mut Random {
        &mut self.random
    }

    /// Generates a value of a schema.
    pub fn value(&mut self, schema: &Structural, options: ValueOptions) -> Value {
        let mut text = String::new();
        self.write(schema, options, &mut text);
        serde_json::from_str(&text).unwrap_or_default()
    }

    /// Generates a value that a validator accepts, which may evaluate CEL rules; `None` if it rejects the first
    /// `attempts` values.
    pub fn admitted(
        &mut self,
        schema: &Structural,
        options: ValueOptions,
        attempts: usize,
        mut judge: impl FnMut(&Value) -> bool,
    ) -> Option<Value> {
        (0..attempts).find_map(|_| Some(self.value(schema, options)).filter(|value| judge(value)))
    }

    /// Generates a value of a schema and writes it.
    pub fn write<W: ValueWriter>(&mut self, schema: &Structural, options: ValueOptions, out: &mut W) {
        let Values { random, texts } = self;
        let mut writing = Writing {
            depth: 0,
            random,
            texts,
            options,
            out,
        };
        writing.value(schema, &[]);
    }
}

/// A value that is being written.
struct Writing<'a, W> {
    random: &'a mut Random,
    texts: &'a mut Texts,
    options: ValueOptions,
    depth: usize,
    out: &'a mut W,
}

/// Writes a comma before all members except the first.
#[derive(Clone, Copy, Default)]
struct Separator {
    count: usize,
}

impl Separator {
    fn write(&mut self, out: &mut impl ValueWriter) {
        if self.count > 0 {
            out.separator(",");
        }
        self.count += 1;
    }

    fn name(&mut self, name: &str, out: &mut impl ValueWriter) {
        self.write(out);
        out.string(name);
        out.separator(":");
    }
}

/// The JSON of elements, or of their keys, that a list already has.
#[derive(Default)]
struct Seen(Vec<Range<usize>>);

impl Seen {
    /// Whether the JSON from a position to the end of the output is new; records it if so.
    fn is_new(&mut self, start: usize, text: &str) -> bool {
        let new = start..text.len();
        let mut known = self.0.iter();
        let is_new = known.all(|known| text.get(known.clone()) != text.get(new.clone()));
        if is_new {
            self.0.push(new);
        }
        is_new
    }
}

/// Returns the value that a schema itself gives: its example, or a default that is not empty.
fn example_of(schema: &Structural) -> Option<&Value> {
    let says_something = |value: &&Value| match value {
        Value::Object(_) | Value::Null => false,
        Value::Array(elements) => !elements.is_empty(),
        Value::String(text) => !text.is_empty(),
        _ => true,
    };
    let default = schema.generic.default.as_ref().filter(says_something);
    schema.generic.example.as_ref().or(default)
}

/// The JSON of the metadata of an embedded resource.
const METADATA: &str = "{\"name\":\"a\"}";

/// Returns the JSON of a member that the server requires of embedded resources, and for which it accepts few values.
fn resource_member(name: &str) -> Option<&'static str> {
    match name {
        "apiVersion" => Some("\"v1\""),
        "kind" => Some("\"Other\""),
        _ => None,
    }
}

/// The recursion depth is that of the schema, except for values without a schema.
impl<W: ValueWriter> Writing<'_, W> {
    fn value<'s>(&mut self, schema: &'s Structural, from_above: &[&'s NestedValidation]) {
        let is_small = self.options.size.is_small();
        if schema.generic.nullable && !is_small && self.random.percent(10) {
            self.out.json("null");
            return;
        }
        if self.options.size == ValueSize::Readable
            && let Some(value) = example_of(schema)
        {
            self.out.json(&value.to_string());
            return;
        }
        let mut limits = Limits::new(
            &schema.validation,
            from_above,
            self.options.union_member,
            self.random,
        );
        if self.options.unfit_percent > 0 && self.random.percent(self.options.unfit_percent) {
            limits = limits.of_members_only();
        }
        if let Some(values) = limits.values
            && let Some(value) = match self.options.size {
                ValueSize::Smallest | ValueSize::Readable => values.first(),
                _ => self.random.one(values),
            }
        {
            match value {
                Value::String(text) => self.out.string(text),
                other => self.out.json(&other.to_string()),
            }
            return;
        }
        self.depth += 1;
        match &schema.shape {
            StructuralShape::Object(shape) => self.object(schema, shape, &limits),
            StructuralShape::Array(array) => self.list(array, &limits),
            StructuralShape::String => self.text(&limits),
            StructuralShape::Integer => self.integer(&limits),
            StructuralShape::Number => self.float(&limits),
            StructuralShape::Boolean => {
                let is_true = !is_small && self.random.percent(50);
                self.out.json(if is_true { "true" } else { "false" });
            }
            StructuralShape::IntOrString { .. } => {
                if is_small || self.random.percent(50) {
                    self.integer(&limits);
                } else {
                    self.text(&limits);
                }
            }
            StructuralShape::Any => self.anything(2),
        }
        self.depth -= 1;
    }

    fn text(&mut self, limits: &Limits<'_>) {
        let text = self.texts.text(limits, self.options, self.random);
        self.out.string(text);
    }

    fn integer(&mut self, limits: &Limits<'_>) {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "bounds beyond 64 bits are those of the type"
        )]
        let bound = |bound: Option<f64>, otherwise: i64| bound.map_or(otherwise, |bound| bound as i64);
        let is_small = limits.format == "int32";
        let least = bound(limits.least, if is_small { -3 } else { i64::MIN });
        let most = bound(limits.most, if is_small { i64::from(i32::MAX) } else { i64::MAX });
        let most = most.max(least);
        let number = match (self.options.size, self.random.below(8)) {
            (ValueSize::Smallest, _) => 0,
            (ValueSize::Readable, _) => 1,
            (ValueSize::Edges, 0..=3) | (ValueSize::Random, 0) => most,
            (ValueSize::Edges, _) | (ValueSize::Random, 1) => {
                least.max(if limits.least.is_some() { least } else { -3 })
            }
            (ValueSize::Random, 2) => i64::try_from(self.random.below(100_000)).unwrap_or(0),
            (ValueSize::Random, _) => i64::try_from(self.random.below(100)).unwrap_or(0),
        };
        let mut number = number.clamp(least, most);
        if let Some(step) = limits.multiple_of {
            #[expect(
                clippy::cast_possible_truncation,
                reason = "a step of an integer is an integer"
            )]
            let step = (step as i64).max(1);
            number -= number.rem_euclid(step);
            if number < least {
                number = number.saturating_add(step);
            }
        }
        self.out.json(&number.to_string());
    }

    fn float(&mut self, limits: &Limits<'_>) {
        let text = match self.options.size {
            ValueSize::Smallest => "0",
            ValueSize::Readable => "1",
            _ => self.random.one(FLOATS).copied().unwrap_or("0"),
        };
        let number: f64 = text.parse().unwrap_or(0.0);
        let (least, most) = (limits.least.unwrap_or(f64::MIN), limits.most.unwrap_or(f64::MAX));
        if number < least || number > most || limits.multiple_of.is_some() {
            let step = limits.multiple_of.unwrap_or(0.0);
            let number = if step > 0.0 {
                let multiple = (least.max(0.0) / step).ceil() * step;
                // YAML makes an integer of a whole number, and the server has no fractional factor for integers.
                let is_refused_as_integer = step.fract() != 0.0 && multiple.fract() == 0.0;
                if is_refused_as_integer && multiple + step <= most {
                    multiple + step
                } else {
                    multiple
                }
            } else {
                number
            };
            let number = number.max(least).min(most);
            self.out.json(&Value::from(number).to_string());
        } else {
            self.out.json(text);
        }
    }

    fn object(&mut self, schema: &Structural, shape: &Object, limits: &Limits<'_>) {
        let mut separator = Separator::default();
        let opened = self.out.open("{");
        self.properties(shape, &[], limits, &mut separator);
        if shape.embedded_resource {
            for name in ["apiVersion", "kind", "metadata"] {
                let is_declared = shape.properties.contains_key(name);
                if !is_declared {
                    separator.name(name, self.out);
                    self.out.json(resource_member(name).unwrap_or(METADATA));
                }
            }
        }
        self.required_undeclared(schema, shape, limits, &mut separator);
        if let Some(Additional::Schema(values)) = &shape.additional {
            self.map(values, limits, &mut separator);
        }
        if schema.preserve_unknown_fields && !self.options.size.is_small() && self.random.percent(50) {
            separator.name("unknown member", self.out);
            self.anything(2);
        }
        self.out.close(opened, "}");
    }

    /// Writes the properties of an object, except for the keys by which its list is merged.
    fn properties(
        &mut self,
        shape: &Object,
        keys: &[Box<str>],
        limits: &Limits<'_>,
        separator: &mut Separator,
    ) {
        let is_whole = self.options.members == MemberChoice::Whole;
        for (name, property) in shape.properties.iter() {
            if keys.iter().any(|key| **key == *name) {
                continue;
            }
            let is_required = limits.is_required(name);
            let is_wanted = self.depth <= self.options.optional_depth
                && self.random.percent(self.options.optional_percent)
                && (is_required || !limits.is_excluded(name) && separator.count < limits.most_members);
            let of_resource = (is_whole && shape.embedded_resource)
                .then(|| resource_member(name))
                .flatten();
            if is_wanted || is_whole && is_required || of_resource.is_some() {
                separator.name(name, self.out);
                match of_resource {
                    Some(value) if property.validation == ValueValidation::default() => self.out.json(value),
                    _ => self.value(property, &limits.of_member(name)),
                }
            }
        }
    }

    /// Writes the required members that are not declared: values of a map, or fields that are kept without a schema.
    fn required_undeclared(
        &mut self,
        schema: &Structural,
        shape: &Object,
        limits: &Limits<'_>,
        separator: &mut Separator,
    ) {
        if self.options.members != MemberChoice::Whole {
            return;
        }
        for name in limits.required() {
            let is_written = shape.properties.contains_key(name)
                || shape.embedded_resource && matches!(name, "apiVersion" | "kind" | "metadata");
            match &shape.additional {
                _ if is_written => {}
                Some(Additional::Schema(values)) => {
                    separator.name(name, self.out);
                    self.value(values, &limits.of_member(name));
                }
                additional
                    if schema.preserve_unknown_fields
                        || matches!(additional, Some(Additional::Bool(true))) =>
                {
                    separator.name(name, self.out);
                    self.anything(0);
                }
                _ => {}
            }
        }
    }

    fn map(&mut self, values: &Structural, limits: &Limits<'_>, separator: &mut Separator) {
        let wanted = match self.options.size {
            ValueSize::Smallest => 0,
            _ if self.depth > self.options.optional_depth => 0,
            ValueSize::Readable => usize::from(self.options.optional_percent > 0),
            _ => self.random.below(4),
        };
        let written = separator.count;
        let wanted = wanted
            .max(limits.fewest_members.saturating_sub(written))
            .min(limits.most_members.saturating_sub(written))
            .min(MOST);
        let mut names = Seen::default();
        for number in 0..wanted {
            let before = self.out.length();
            let count = *separator;
            separator.write(self.out);
            let start = self.out.text().len();
            let name = match self.options.size {
                ValueSize::Readable => READABLE_TEXT,
                _ => self.texts.any(self.random),
            };
            if limits.fewest_members > 1 {
                self.out.string(&format!("{name}{number}"));
            } else {
                self.out.string(name);
            }
            if names.is_new(start, self.out.text()) && !limits.is_required(name) {
                self.out.separator(":");
                self.value(values, &[]);
            } else {
                self.out.cut(before);
                *separator = count;
            }
        }
    }

    fn list(&mut self, array: &Array, limits: &Limits<'_>) {
        let mut separator = Separator::default();
        let opened = self.out.open("[");
        let mut seen = Seen::default();
        let nested = limits.of_items();
        let wanted = match self.options.size {
            ValueSize::Smallest => limits.fewest_items,
            _ if self.depth > self.options.optional_depth => limits.fewest_items,
            ValueSize::Readable => usize::from(self.options.optional_percent > 0).max(limits.fewest_items),
            ValueSize::Edges if limits.most_items <= 8 && self.random.percent(50) => limits.most_items,
            ValueSize::Edges | ValueSize::Random => self.random.below(4).max(limits.fewest_items),
        };
        let wanted = wanted.min(limits.most_items).min(MOST);
        // Number of attempts, since duplicate elements are generated again.
        let mut attempts = wanted + 8 * limits.fewest_items.min(8);
        while separator.count < wanted && attempts > 0 {
            attempts -= 1;
            let before = self.out.length();
            let count = separator;
            separator.write(self.out);
            if !self.element(array, &nested, &mut seen) {
                self.out.cut(before);
                separator = count;
            }
        }
        self.out.close(opened, "]");
    }

    /// Writes an element; returns false if the list already has it.
    fn element<'s>(&mut self, array: &'s Array, nested: &[&'s NestedValidation], seen: &mut Seen) -> bool {
        match (&array.list_type, &array.items.shape) {
            (Some(ListType::Map(keys)), StructuralShape::Object(shape)) => {
                let limits = Limits::new(
                    &array.items.validation,
                    nested,
                    self.options.union_member,
                    self.random,
                );
                let element = self.out.open("{");
                let start = self.out.text().len();
                let mut separator = Separator::default();
                for key in keys {
                    if let Some(schema) = array.items.property(key) {
                        separator.name(key, self.out);
                        self.value(schema, &limits.of_member(key));
                    }
                }
                let is_new = seen.is_new(start, self.out.text());
                if is_new {
                    self.properties(shape, keys, &limits, &mut separator);
                    self.out.close(element, "}");
                }
                is_new
            }
            (Some(ListType::Set), _) => {
                let start = self.out.text().len();
                self.value(&array.items, nested);
                seen.is_new(start, self.out.text())
            }
            _ => {
                self.value(&array.items, nested);
                true
            }
        }
    }

    /// Writes a value without a schema.
    fn anything(&mut self, depth: usize) {
        if self.options.size.is_small() {
            self.out.json("{}");
            return;
        }
        match self.random.below(if depth == 0 { 3 } else { 5 }) {
            0 => {
                let text = self.texts.any(self.random);
                self.out.string(text);
            }
            1 => self.out.json(self.random.one(FLOATS).copied().unwrap_or("0")),
            2 => self.out.json("true"),
            3 => {
                let opened = self.out.open("[");
                self.anything(depth - 1);
                self.out.close(opened, "]");
            }
            _ => {
                let opened = self.out.open("{");
                let name = self.random.one(&["k0", "k1", "k2"]).copied().unwrap_or("k");
                Separator::default().name(name, self.out);
                self.anything(depth - 1);
                self.out.close(opened, "}");
            }
        }
    }
}

#[cfg(test)]
mod tests;
