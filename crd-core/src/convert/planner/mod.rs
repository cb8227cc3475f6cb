//! Compiles the plan of a conversion from two shapes and their schemas.

mod choice;
mod element;
mod members;
mod object;
mod part;
mod scalar;
mod variants;

use super::fit::{are_alike, have_equal_counts};
use super::plan::{MetadataStep, Plan};
use super::same::same;
use crate::model::structural::{Additional, StructuralShape};
use crate::rust::shape::check::{CheckResult, fits, is_same};
use crate::rust::shape::{Next, Shape, UnfitPolicy};
use part::Claims;
pub(super) use part::Part;

/// Creates plans and collects incompatibilities.
pub(super) struct Planner {
    place: Vec<Box<str>>,
    /// The policy of the enclosing mappings for values that the target rejects.
    unfit: Option<UnfitPolicy>,
    pub(super) problems: Vec<String>,
    /// Whether a value is judged by the schema of the version that it goes to.
    pub(super) judges: bool,
    /// The fields that are annotations or labels in the other version.
    pub(super) metadata: Vec<MetadataStep>,
}

impl Planner {
    pub(super) fn new() -> Self {
        Planner {
            place: Vec::new(),
            unfit: None,
            problems: Vec::new(),
            judges: false,
            metadata: Vec::new(),
        }
    }

    /// Creates the plan for the member `name` of the root.
    pub(super) fn root(&mut self, name: &str, older: Part<'_>, newer: Part<'_>) -> Plan {
        self.within(name, |planner| planner.plan(older, newer))
    }

    fn within<T>(&mut self, name: &str, make: impl FnOnce(&mut Self) -> T) -> T {
        self.place.push(name.into());
        let made = make(self);
        self.place.pop();
        made
    }

    fn problem(&mut self, what: &str) {
        let problem = format!("`{}`: {what}", self.place.join("."));
        self.problems.push(problem);
    }

    fn problems_of(&mut self, outcomes: impl IntoIterator<Item = CheckResult>) {
        for message in outcomes.into_iter().filter_map(Result::err) {
            self.problem(message.as_str());
        }
    }

    fn plan(&mut self, older: Part<'_>, newer: Part<'_>) -> Plan {
        let next = older.shape.and_then(Shape::next);
        // If both versions have the same type, it is unchanged, even if it has a mapping to a later version.
        if let (Some(next), Some(other)) = (next, newer.shape.and_then(Shape::next))
            && is_same(next, other)
            && same(older.schema, newer.schema)
        {
            return Plan::Same;
        }
        let around = self.unfit;
        self.unfit = next.and_then(|next| next.unfit).or(around);
        let plan = self.plan_below(older, newer, next);
        self.unfit = around;
        plan
    }

    fn plan_below(&mut self, older: Part<'_>, newer: Part<'_>, next: Option<&'static Next>) -> Plan {
        let is_alike = are_alike(older.schema, newer.schema);
        if is_alike && !older.shape.is_some_and(Shape::has_mapping) && same(older.schema, newer.schema) {
            if let (Some(a), Some(b)) = (older.shape, newer.shape)
                && let Err(message) = fits(a, b)
            {
                self.problem(message.as_str());
            }
            return Plan::Same;
        }
        if self.unfit != Some(UnfitPolicy::Pass) && !have_equal_counts(older.schema, newer.schema) {
            self.problem(
                "the versions allow different numbers of elements or members, so objects of one version may have values that \
                 the other rejects: convert them with functions that return `None` for these (`next(up = …, down = …)`), or \
                 pass them unchanged (`next(unfit = \"pass\")`) [CRD0934]",
            );
        }
        if let Some(next) = next
            && matches!(older.schema.shape, StructuralShape::String)
            && matches!(newer.schema.shape, StructuralShape::String)
        {
            if let Some(shape) = older.shape {
                self.variants_alone(shape, next);
            }
            return Plan::Values(next.variants);
        }
        match (&older.schema.shape, &newer.schema.shape) {
            (StructuralShape::Array(a), StructuralShape::Array(b)) => {
                let (a, b) = (older.elements(&a.items), newer.elements(&b.items));
                Plan::List(Box::new(self.within("[]", |planner| planner.plan(a, b))))
            }
            (StructuralShape::Object(a), StructuralShape::Object(b)) => {
                match (&a.additional, &b.additional) {
                    (Some(Additional::Schema(a)), Some(Additional::Schema(b))) => {
                        let (a, b) = (older.elements(a), newer.elements(b));
                        Plan::Map(Box::new(self.within("*", |planner| planner.plan(a, b))))
                    }
                    (None, None) => self.object(older, newer, next, [Claims::default(), Claims::default()]),
                    _ if same(older.schema, newer.schema) => Plan::Same,
                    _ => {
                        self.problem("it is a map in one version and an object in the other");
                        Plan::Same
                    }
                }
            }
            (StructuralShape::Any, StructuralShape::Any) => Plan::Same,
            (a, b) if std::mem::discriminant(a) == std::mem::discriminant(b) => {
                self.scalar(older.schema, newer.schema)
            }
            _ => {
                self.problem(
                    "its types differ, and no function converts one to the other: `next(up = …, down = …)`",
                );
                Plan::Same
            }
        }
    }
}
