//! The values of subexpressions, recorded while an expression runs.

use super::outline::{Outline, What};
use crate::eval::value::Value;

/// The recorded value of each entry of an outline.
#[derive(Debug)]
pub(in crate::eval) struct Trace<'a> {
    pub(super) outline: &'a Outline,
    records: Vec<Record<'a>>,
}

/// The record of a subexpression. Inside a loop, only the last element counts.
#[derive(Clone, Debug, Default)]
pub(super) struct Record<'a> {
    pub(super) value: Option<Value<'a>>,
    /// For a loop: the variables in the last iteration.
    pub(super) variables: Vec<Value<'a>>,
    /// For a loop: the number of iterations.
    pub(super) iterations: usize,
    /// For a loop: its records in the first iteration with an error, its own record first.
    failed: Option<Vec<Record<'a>>>,
}

impl<'a> Trace<'a> {
    pub(in crate::eval) fn new(outline: &'a Outline) -> Self {
        Trace {
            outline,
            records: vec![Record::default(); outline.entries.len()],
        }
    }

    /// Records the value of a subexpression.
    pub(in crate::eval) fn record(&mut self, entry: u32, value: Value<'a>) {
        let at = entry as usize;
        let is_error = value.is_error();
        if let Some(record) = self.records.get_mut(at) {
            record.value = Some(value);
        }
        let Some(entry) = self
            .outline
            .entries
            .get(at)
            .filter(|entry| is_error && !entry.is_range)
        else {
            return;
        };
        let Some(parent) = entry.parent.map(|parent| parent as usize) else {
            return;
        };
        let is_loop = self
            .outline
            .entries
            .get(parent)
            .is_some_and(|parent| matches!(parent.what, What::Loop(..)));
        if is_loop
            && self
                .records
                .get(parent)
                .is_some_and(|record| record.failed.is_none())
        {
            let end = self.outline.inside(parent).end;
            let records = self.records.get(parent..end).map(<[_]>::to_vec);
            if let Some(record) = self.records.get_mut(parent) {
                record.failed = records;
            }
        }
    }

    /// Starts an iteration of a loop with these values of its variables.
    pub(in crate::eval) fn next(&mut self, entry: u32, variables: Vec<Value<'a>>) {
        let (at, entry_of_loop) = (entry as usize, entry);
        // The range, including its parts, was evaluated before the loop; it comes first.
        let inside = self.outline.inside(at);
        let has_range = self
            .outline
            .entries
            .get(inside.start)
            .is_some_and(|entry| entry.is_range && entry.parent == Some(entry_of_loop));
        let body = if has_range {
            self.outline.inside(inside.start).end..inside.end
        } else {
            inside
        };
        if let Some(records) = self.records.get_mut(body) {
            records.fill(Record::default());
        }
        if let Some(record) = self.records.get_mut(at) {
            record.variables = variables;
            record.iterations += 1;
        }
    }

    /// Returns the records, with those of the first failure if the value of a loop is an error.
    pub(super) fn finish(mut self) -> Vec<Record<'a>> {
        for at in 0..self.records.len() {
            let Some(record) = self.records.get_mut(at) else {
                break;
            };
            let is_error = record.value.as_ref().is_some_and(Value::is_error);
            let Some(failed) = record.failed.take().filter(|_| is_error) else {
                continue;
            };
            let value = record.value.take();
            for (place, failed) in self.records.iter_mut().skip(at).zip(failed) {
                *place = failed;
            }
            if let Some(record) = self.records.get_mut(at) {
                record.value = value;
                record.failed = None;
            }
        }
        self.records
    }
}
