//! Values that functions compute.

use std::borrow::Cow;

use super::by_key::turn;
use super::choose::choose;
use super::{Here, Run, equal_texts, is_text_of};
use crate::convert::direction::Direction;
use crate::convert::fit::admits_all;
use crate::convert::json::{Document, Json, Kind, write_string};
use crate::convert::list_with::element_or_list;
use crate::convert::out::Out;
use crate::convert::path::Segment;
use crate::convert::plan::{Lift, StepFunctions};
use crate::model::structural::Structural;
use crate::rust::shape::FunctionResult;

impl<'a> Run<'a> {
    /// Runs a function, and sets its results in the object.
    pub(super) fn compute(
        &mut self,
        functions: &StepFunctions,
        lift: Lift,
        (from, sources): (&'a [Vec<Box<str>>], &[Option<Json<'a>>]),
        (to, out, target): (&'a [Vec<Box<str>>], &mut Out<'a>, &Structural),
        owner: usize,
    ) {
        if let (StepFunctions::Element(element), [path], [source], [to]) = (functions, from, sources, to)
            && element.joins == self.direction
        {
            self.put_in_list(*element, (path, *source), (to, out), owner);
            return;
        }
        let raw: Vec<Option<&'a str>> = sources.iter().map(|source| source.map(Json::raw)).collect();
        if sources.iter().all(Option::is_none) {
            if self.remembers {
                for to in to {
                    out.put(to, Out::Made(None, Cow::Owned(as_one(&raw))));
                }
            }
            return;
        }
        if let ([Some(source)], [to]) = (sources, to)
            && source.is_null()
            && !matches!(functions, StepFunctions::Element(_))
        {
            out.put(to, Out::Input(*source));
            return;
        }
        let mut computed = match (lift, sources) {
            (Lift::Elements, [Some(source)]) => self.compute_elements(functions, *source),
            _ => self.compute_values(functions, &raw, to.len()),
        };
        // Results that the target rejects count as values without a counterpart.
        // Parts of elements may be absent, like parts of any object.
        let judges = matches!(functions, StepFunctions::Own(_));
        let is_refused = judges
            && computed.results.iter().flatten().zip(to).any(|(result, path)| {
                let schema = path.iter().try_fold(target, |schema, name| schema.member(name));
                result.as_ref().zip(schema).is_some_and(|(result, schema)| {
                    !Document::read(result).is_ok_and(|result| admits_all(result.root(), schema))
                })
            });
        if is_refused {
            self.unreadable += 1;
            computed = ComputedValues {
                results: None,
                is_lossless: false,
            };
        }
        if let Some(results) = &computed.results {
            for (to, result) in to.iter().zip(results) {
                let result = result.clone().map(|result| Out::Text(Cow::Owned(result)));
                if self.remembers {
                    out.put(to, Out::Made(result.map(Box::new), Cow::Owned(as_one(&raw))));
                } else if let Some(result) = result {
                    out.put(to, result);
                }
            }
        }
        if computed.results.is_none() && self.remembers {
            for to in to {
                out.put(to, Out::Made(None, Cow::Owned(as_one(&raw))));
            }
        }
        if computed.is_lossless || self.is_explained(to, &raw) {
            return;
        }
        let is_made = computed.results.is_some();
        let results = computed.results.unwrap_or_else(|| vec![None; to.len()]);
        let results: Vec<Option<&str>> = results.iter().map(Option::as_deref).collect();
        let was = Some(as_one(&results));
        for (path, source) in from.iter().zip(&raw) {
            // An absent part only matters if the function would create one.
            if source.is_none() && !is_made {
                continue;
            }
            self.lose_at(path, source.map(Cow::Borrowed), was.clone(), owner);
        }
    }

    /// Keeps the value at the end of a path.
    pub(super) fn lose_at(
        &mut self,
        path: &'a [Box<str>],
        value: Option<Cow<'a, str>>,
        was: Option<String>,
        owner: usize,
    ) {
        let length = self.path.len();
        self.path
            .extend(path.iter().map(|name| Here::Member(Cow::Borrowed(&**name))));
        self.lose_entry(value, was, owner);
        self.path.truncate(length);
    }

    /// Whether values were computed from others that are now restored, and so will be computed from them again.
    fn is_explained(&self, to: &[Vec<Box<str>>], source: &[Option<&str>]) -> bool {
        if !self.remembers {
            return false;
        }
        let source = as_one(source);
        self.arriving.iter().any(|entry| {
            let names = |path: &Vec<Box<str>>| {
                let mut segments = entry.place.segments.iter().rev();
                path.iter().rev().all(
                    |name| matches!(segments.next(), Some(Segment::Member(member)) if **member == **name),
                )
            };
            to.iter().any(names) && entry.was.is_some_and(|was| is_text_of(&source, was))
        })
    }

    fn compute_values(
        &mut self,
        functions: &StepFunctions,
        sources: &[Option<&str>],
        count: usize,
    ) -> ComputedValues {
        let results = match call(functions, self.direction, sources) {
            FunctionResult::Values(text) => split(&text, count),
            FunctionResult::Missing => None,
            FunctionResult::Unreadable => {
                self.unreadable += 1;
                None
            }
        };
        let Some(results) = results.filter(|results| results.iter().any(Option::is_some)) else {
            return ComputedValues {
                results: None,
                is_lossless: false,
            };
        };
        let back: Vec<Option<&str>> = results.iter().map(Option::as_deref).collect();
        let back = match call(functions, self.direction.reversed(), &back) {
            FunctionResult::Values(text) => split(&text, sources.len()),
            FunctionResult::Missing | FunctionResult::Unreadable => None,
        };
        let is_lossless = back.is_some_and(|back| {
            back.iter()
                .zip(sources)
                .all(|(back, source)| match (back, source) {
                    (None, source) => source.is_none(),
                    (Some(_), None) => false,
                    (Some(back), Some(source)) => equal_texts(back, source),
                })
        });
        ComputedValues {
            results: Some(results),
            is_lossless,
        }
    }

    /// Applies a function to each element of a list or value of a map. Elements that cannot be computed are omitted.
    fn compute_elements(&mut self, functions: &StepFunctions, source: Json<'_>) -> ComputedValues {
        let mut is_lossless = true;
        let mut one = |run: &mut Self, element: Json<'_>| {
            if element.is_null() {
                return Some("null".to_owned());
            }
            let computed = run.compute_values(functions, &[Some(element.raw())], 1);
            is_lossless &= computed.is_lossless;
            computed
                .results
                .and_then(|results| results.into_iter().next().flatten())
        };
        let mut text = String::new();
        let mut separator = "";
        if source.is_object() {
            text.push('{');
            for (name, value) in source.members() {
                if let Some(result) = one(self, value) {
                    text.push_str(separator);
                    write_string(&mut text, &name);
                    text.push(':');
                    text.push_str(&result);
                    separator = ",";
                }
            }
            text.push('}');
        } else if source.kind() == Kind::List {
            text.push('[');
            for element in source.elements() {
                if let Some(result) = one(self, element) {
                    text.push_str(separator);
                    text.push_str(&result);
                    separator = ",";
                }
            }
            text.push(']');
        } else {
            self.unreadable += 1;
            return ComputedValues {
                results: None,
                is_lossless: false,
            };
        }
        ComputedValues {
            results: Some(vec![Some(text)]),
            is_lossless,
        }
    }
}

fn call(functions: &StepFunctions, direction: Direction, sources: &[Option<&str>]) -> FunctionResult {
    match functions {
        StepFunctions::Own(functions) => (direction.function(functions).run)(sources),
        StepFunctions::ByKey(by_key, values) => turn(*by_key, *values, sources),
        StepFunctions::Element(element) => element_or_list(*element, direction, sources),
        StepFunctions::Choose(choice) => choose(choice, direction, sources),
    }
}

struct ComputedValues {
    /// `None` if the function has no result.
    results: Option<Vec<Option<String>>>,
    /// Whether the function for the other direction returns the original value.
    is_lossless: bool,
}

/// Returns the results in the JSON that a function returned.
pub(in crate::convert) fn split(text: &str, count: usize) -> Option<Vec<Option<String>>> {
    let document = Document::read(text).ok()?;
    let given = |value: Json<'_>| (!value.is_null()).then(|| value.raw().to_owned());
    if count == 1 {
        return Some(vec![given(document.root())]);
    }
    let mut results: Vec<Option<String>> = document.root().elements().map(given).collect();
    results.resize(count, None);
    Some(results)
}

/// Combines several values: returns a list with a list for each, which is empty if the value is absent.
pub(super) fn as_one(values: &[Option<&str>]) -> String {
    let length: usize = values.iter().flatten().map(|value| value.len()).sum();
    let mut text = String::with_capacity(length + 3 * values.len() + 2);
    text.push('[');
    for (index, value) in values.iter().enumerate() {
        text.push_str(if index > 0 { ",[" } else { "[" });
        text.push_str(value.unwrap_or_default());
        text.push(']');
    }
    text.push(']');
    text
}
