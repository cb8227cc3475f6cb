//! Fields that are annotations or labels in the other version.
//!
//! ```text
//! v1  spec: {tier: gold, limits: {cpu: 1}}
//! v2  metadata: {annotations: {example.com/tier: gold, example.com/limits: '{"cpu":1}'}}
//! ```
//!
//! A string is the text itself, and everything else is JSON. An annotation of this name in the version that has the field, a text
//! that is no value of the field, and a value that cannot be a label are kept in annotations of ours.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::compute::{as_one, split};
use super::object::{has_only, schema_at};
use super::{Here, Run, Schemas, equal_texts, is_text_of};
use crate::convert::direction::Direction;
use crate::convert::entry::{Annotations, KeptValue};
use crate::convert::fit::admits_all;
use crate::convert::json::{Document, Json, Kind, unescape, write_string};
use crate::convert::out::Out;
use crate::convert::path::Segment;
use crate::convert::plan::{MetadataStep, Plan};
use crate::convert::prune::prune;
use crate::model::structural::{ListType, MapType, Structural, StructuralShape};
use crate::rust::shape::{FunctionResult, MetadataEntry, MetadataKind};

/// No schema is deeper than this.
const DEEPEST: usize = 200;

/// How deep annotations and labels are in an object.
const DEPTH: usize = 3;

/// An object on its way: as it was, and what it becomes.
pub(in crate::convert) struct WholeObject<'o, 'a> {
    pub(in crate::convert) source: Json<'a>,
    pub(in crate::convert) schemas: Schemas<'a>,
    pub(in crate::convert) annotations: &'o mut Annotations<'a>,
    pub(in crate::convert) root: &'o mut Out<'a>,
}

impl<'a> Run<'a> {
    /// Makes an annotation or a label of a field, or the field of it. The plan is that of the part with the field.
    pub(in crate::convert) fn metadata(
        &mut self,
        step: &'a MetadataStep,
        plan: Option<&'a Plan>,
        object: &mut WholeObject<'_, 'a>,
    ) {
        if step.leaves == self.direction {
            self.leave_to_metadata(step, object);
        } else {
            self.arrive_from_metadata(step, plan, object);
        }
    }

    fn leave_to_metadata(&mut self, step: &'a MetadataStep, object: &mut WholeObject<'_, 'a>) {
        if let Some(raw) = object.annotations.take(step.entry) {
            self.lose_metadata(step.entry, raw, None);
        }
        let Some(field) = schema_at(object.schemas.from, &step.path) else {
            return;
        };
        let source = object.source.at(&step.path);
        let made_of = as_one(&[source.map(Json::raw)]);
        let restored = self.kept_metadata(step.entry, |kept| match kept.was {
            Some(was) => is_text_of(&made_of, was),
            None => source.is_none(),
        });
        if let Some(text) = restored {
            object.annotations.put(step.entry, text);
            return;
        }
        let Some(source) = source else { return };
        let text = text_of(step, self.direction, source, field);
        let is_back = text
            .as_deref()
            .and_then(|text| value_of(step, self.direction.reversed(), text, field))
            .is_some_and(|back| equal_texts(&back, source.raw()));
        if !is_back {
            let was = as_one(&[text.as_deref()]);
            let length = self.path.len();
            self.path
                .extend(step.path.iter().map(|name| Here::Member(Cow::Borrowed(&**name))));
            self.lose_leaf(source.raw(), Some(was), length + 1);
            self.path.truncate(length);
        }
        if let Some(text) = &text {
            object.annotations.put(step.entry, text);
        }
    }

    fn arrive_from_metadata(
        &mut self,
        step: &'a MetadataStep,
        plan: Option<&'a Plan>,
        object: &mut WholeObject<'_, 'a>,
    ) {
        let raw = object.annotations.take(step.entry);
        // What the object had under this name in the version that it goes to.
        if let Some(text) = self.kept_metadata(step.entry, |kept| kept.was.is_none()) {
            object.annotations.put(step.entry, text);
        }
        let Some(field) = schema_at(object.schemas.to, &step.path) else {
            return;
        };
        let value = raw.and_then(|raw| value_of(step, self.direction, raw, field));
        let made_of = as_one(&[raw]);
        let is_restored = self.restores(&step.path, &made_of);
        if let Some(raw) = raw
            && !is_restored
        {
            let back = value.as_deref().and_then(|value| {
                let document = Document::read(value).ok()?;
                let text = text_of(step, self.direction.reversed(), document.root(), field);
                text.filter(|_| step.functions.is_some() || has_plain_numbers(document.root()))
            });
            if back.is_none_or(|back| unescape(&back) != unescape(raw)) {
                self.lose_metadata(step.entry, raw, Some(as_one(&[value.as_deref()])));
            }
        }
        let value = value.map(|value| Out::Text(Cow::Owned(value)));
        let value = if self.remembers {
            Some(Out::Made(value.map(Box::new), Cow::Owned(made_of)))
        } else {
            value
        };
        if let Some(value) = value {
            if is_restored || !value.is_nothing() {
                self.keep_emptied(step, plan, object.root);
            }
            object.root.put(&step.path, value);
        }
    }

    /// Keeps that an object was empty which gets a field, below the part.
    fn keep_emptied(&mut self, step: &'a MetadataStep, plan: Option<&'a Plan>, root: &mut Out<'a>) {
        if let (Some((part, rest)), Some(Plan::Object(plan))) = (step.path.split_first(), plan)
            && let Some(found) = root.member(part)
        {
            self.within(Cow::Borrowed(&**part), |run| run.keep_empty(plan, rest, found));
        }
    }

    /// Keeps that a part was there which now has fields only that were annotations or labels: with these it would leave again.
    pub(in crate::convert) fn keep_part(
        &mut self,
        part: &'static str,
        steps: &[MetadataStep],
        root: &mut Out<'a>,
    ) {
        let mut claims: Vec<Vec<Box<str>>> = Vec::new();
        for step in steps.iter().filter(|step| step.leaves != self.direction) {
            if let Some((first, rest)) = step.path.split_first()
                && **first == *part
            {
                claims.push(rest.to_vec());
            }
        }
        if claims.is_empty() {
            return;
        }
        let has_only_these = root
            .member(part)
            .is_some_and(|found| has_only(found.to_written().root(), &claims));
        if has_only_these {
            self.within(Cow::Borrowed(part), |run| {
                run.lose_entry(Some(Cow::Borrowed("{}")), None, 1);
            });
        }
    }

    fn lose_metadata(&mut self, entry: MetadataEntry, raw: &'a str, was: Option<String>) {
        let length = self.path.len();
        let names = ["metadata", entry.kind.map(), entry.name];
        self.path
            .extend(names.map(|name| Here::Member(Cow::Borrowed(name))));
        self.lose_leaf(raw, was, DEPTH - 1);
        self.path.truncate(length);
    }

    /// What is kept of an annotation or a label, as a string of JSON, if it applies.
    fn kept_metadata(
        &self,
        entry: MetadataEntry,
        applies: impl Fn(&KeptValue<'a>) -> bool,
    ) -> Option<&'a str> {
        let names = ["metadata", entry.kind.map(), entry.name];
        self.arriving.iter().find_map(|kept| {
            let value = kept.value.filter(|value| value.kind() == Kind::String)?;
            let applies = is_at(kept, &names) && applies(kept) && is_valid(entry, value.raw());
            applies.then_some(value.raw())
        })
    }

    /// Whether a field is restored because it was replaced by what it is now made of.
    fn restores(&self, path: &[Box<str>], made_of: &str) -> bool {
        let kept = self.arriving.iter().find(|kept| is_at(kept, path));
        kept.and_then(KeptValue::own_was)
            .is_some_and(|was| is_text_of(made_of, was))
    }
}

fn is_at(kept: &KeptValue<'_>, names: &[impl AsRef<str>]) -> bool {
    let segments = &kept.place.segments;
    segments.len() == names.len()
        && segments
            .iter()
            .zip(names)
            .all(|(segment, name)| matches!(segment, Segment::Member(member) if **member == *name.as_ref()))
}

/// Whether server-side apply sees a value of a schema as one, as it sees an annotation.
pub(in crate::convert) fn is_one_value(schema: &Structural) -> bool {
    match &schema.shape {
        StructuralShape::Object(object) => object.map_type == Some(MapType::Atomic),
        StructuralShape::Array(_) => matches!(schema.list_type(), None | Some(ListType::Atomic)),
        _ => true,
    }
}

/// Whether the API server admits a string of JSON as the value.
fn is_valid(entry: MetadataEntry, raw: &str) -> bool {
    match entry.kind {
        MetadataKind::Annotation => true,
        MetadataKind::Label => crd_cel::syntax::is_label_value(&unescape(raw)),
    }
}

/// The text of a value, as a string of JSON; none if it has none.
pub(in crate::convert) fn text_of(
    step: &MetadataStep,
    direction: Direction,
    value: Json<'_>,
    field: &Structural,
) -> Option<String> {
    let is_text = matches!(
        field.shape,
        StructuralShape::String | StructuralShape::IntOrString { .. }
    );
    let text = match &step.functions {
        _ if value.is_null() => None,
        Some(functions) => {
            let text = result_of((direction.function(functions).run)(&[Some(value.raw())]))?;
            text.starts_with('"').then_some(text)
        }
        None if is_text && value.kind() == Kind::String => Some(value.raw().to_owned()),
        None => {
            let mut json = String::with_capacity(value.raw().len());
            write_ordered(value, 0, &mut json)?;
            let mut text = String::with_capacity(json.len() + 16);
            write_string(&mut text, &json);
            Some(text)
        }
    };
    text.filter(|text| is_valid(step.entry, text))
}

/// The value of a text, which is a string of JSON; none if the field does not admit it.
fn value_of(step: &MetadataStep, direction: Direction, text: &str, field: &Structural) -> Option<String> {
    let json = match &step.functions {
        Some(functions) => Cow::Owned(result_of((direction.function(functions).run)(&[Some(text)]))?),
        None if matches!(field.shape, StructuralShape::String) => Cow::Borrowed(text),
        None => {
            let inner = unescape(text);
            let is_bare = matches!(field.shape, StructuralShape::IntOrString { .. })
                && !inner.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
            if is_bare { Cow::Borrowed(text) } else { inner }
        }
    };
    let document = Document::read(&json).ok()?;
    let value = document.root();
    (!value.is_null() && admits_all(value, field)).then(|| prune(value, field).to_text())
}

/// Writes JSON without space, and with the members of objects in the order of their names, as the API server stores it. None if it is
/// deeper than any schema.
fn write_ordered(value: Json<'_>, depth: usize, text: &mut String) -> Option<()> {
    if depth > DEEPEST {
        return None;
    }
    let mut separator = "";
    match value.kind() {
        Kind::List => {
            text.push('[');
            for element in value.elements() {
                text.push_str(separator);
                write_ordered(element, depth + 1, text)?;
                separator = ",";
            }
            text.push(']');
        }
        Kind::Object => {
            let members: BTreeMap<Cow<'_, str>, Json<'_>> = value.members().collect();
            text.push('{');
            for (name, member) in members {
                text.push_str(separator);
                write_string(text, &name);
                text.push(':');
                write_ordered(member, depth + 1, text)?;
                separator = ",";
            }
            text.push('}');
        }
        Kind::String => write_string(text, &value.string()?),
        Kind::Null | Kind::Boolean | Kind::Number => text.push_str(value.raw()),
    }
    Some(())
}

/// Whether the API server spells the numbers of a value as it does: they are integers of 64 bits. The value is not deeper than
/// [`write_ordered`] writes.
fn has_plain_numbers(value: Json<'_>) -> bool {
    match value.kind() {
        Kind::Number => {
            let number = value.raw().parse::<i64>();
            number.is_ok_and(|number| number.to_string() == value.raw())
        }
        Kind::List => value.elements().all(has_plain_numbers),
        Kind::Object => value.members().all(|(_, member)| has_plain_numbers(member)),
        Kind::String | Kind::Null | Kind::Boolean => true,
    }
}

fn result_of(computed: FunctionResult) -> Option<String> {
    match computed {
        FunctionResult::Values(text) => split(&text, 1)?.pop().flatten(),
        FunctionResult::Missing | FunctionResult::Unreadable => None,
    }
}
