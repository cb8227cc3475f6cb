//! The state of the generator while it walks the shapes: the profile, the current place, and the problems so far.

use super::{Problem, Problems, Profile, Selection};
use crate::model::structural::{Structural, StructuralShape};
use crate::rust::shape::{Attrs, Field, ForeignError, Shape, When};

/// Functions that build the schemas of nested types: each kind of schema can contain any other.
#[derive(Clone, Copy)]
pub(super) struct Builders {
    /// The schema of a shape under the attributes of the field that holds it.
    pub(super) node: fn(&mut Context, &Shape, &Attrs) -> Structural,
    /// The schema of an object with these fields.
    pub(super) fields: fn(&mut Context, &[Field]) -> Structural,
    /// The members that a flattened value of a type adds to the object around it.
    pub(super) flattened: fn(&mut Context, &'static str, &'static Shape) -> Structural,
}

/// A function that returns the shape of the type of an opened field.
pub(super) type DeclaredShape = fn() -> Option<&'static Shape>;

/// A field whose attributes open its schema, while that schema is being built.
#[derive(Clone, Copy)]
pub(super) struct Opened {
    pub(super) declared: DeclaredShape,
    /// Whether the field occurs inside its own type.
    pub(super) recursive: bool,
}

/// State of one run of the generator.
pub(super) struct Context {
    builders: Builders,
    pub(super) profile: Profile,
    /// The selected parts of types.
    selection: Selection,
    rust_path: &'static str,
    /// Wire names from the root to the current node; `[]` for elements and `*` for map values.
    place: Vec<&'static str>,
    problems: Vec<Problem>,
    /// Maximum number of occurrences of the current node in an object, by the limits of the lists and maps around it.
    occurrences: u64,
    /// Whether the rules on the current node are kept.
    own_rules: OwnRules,
    /// Number of active requests to derive no rules: from surrounding enums that are merged without them, or for the
    /// whole schema.
    without_rules: usize,
    /// The opened fields around the current node, from the outermost.
    pub(super) opened: Vec<Opened>,
    /// The places of nodes with `unchecked(nullable)`.
    pub(super) refused_nulls: Vec<Vec<&'static str>>,
}

/// Whether a list or map limits the number of its elements (`maxItems`, `maxProperties`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ElementCount {
    Limited(u64),
    Unlimited,
}

/// Whether the rules on a node are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OwnRules {
    Kept,
    /// Only its value validation is kept, as a branch of an untagged enum.
    Lost,
}

/// Limit on the occurrences of a node with derived rules. A rule that reads a few members costs less than 100 units,
/// and the server's budget is 10 million for one rule and 100 million for all rules.
const MOST_OCCURRENCES: u64 = 100_000;

/// Splits a path into steps: `[]` for the elements of a list, `*` for the values of a map, else the name of a property.
pub(super) fn steps(path: &str) -> Vec<&str> {
    let mut steps = Vec::new();
    for part in path.split('.') {
        let name = part.trim_end_matches("[]");
        if !name.is_empty() {
            steps.push(name);
        }
        steps.extend(std::iter::repeat_n("[]", (part.len() - name.len()) / 2));
    }
    steps
}

impl Context {
    pub(super) fn new(builders: Builders, profile: Profile, rust_path: &'static str) -> Self {
        Context {
            builders,
            profile,
            selection: Selection::default(),
            rust_path,
            place: Vec::new(),
            problems: Vec::new(),
            occurrences: 1,
            own_rules: OwnRules::Kept,
            without_rules: 0,
            opened: Vec::new(),
            refused_nulls: Vec::new(),
        }
    }

    /// The current node has `nullable` beside an `enum` that rejects null.
    pub(super) fn refuse_null(&mut self) {
        self.refused_nulls.push(self.place.clone());
    }

    /// Returns the structural schema of a shape.
    pub(super) fn node(&mut self, shape: &Shape) -> Structural {
        (self.builders.node)(self, shape, &Attrs::NONE)
    }

    /// Returns the structural schema of a shape with the attributes of the field that holds it.
    pub(super) fn node_under(&mut self, shape: &Shape, over: &Attrs) -> Structural {
        (self.builders.node)(self, shape, over)
    }

    /// Returns the schema of an object with these fields.
    pub(super) fn fields(&mut self, fields: &[Field]) -> Structural {
        (self.builders.fields)(self, fields)
    }

    /// Returns the schema of the members that a flattened value of the type adds to the object around it.
    pub(super) fn flattened(&mut self, name: &'static str, shape: &'static Shape) -> Structural {
        (self.builders.flattened)(self, name, shape)
    }

    /// Returns a schema that was computed at run time; reports its errors.
    pub(super) fn foreign(&mut self, made: Result<Structural, Vec<ForeignError>>) -> Structural {
        made.unwrap_or_else(|errors| {
            for ForeignError { pointer, message } in errors {
                let at = if pointer.is_empty() {
                    String::new()
                } else {
                    format!(" (at `{pointer}`)")
                };
                self.problem(format!("{message}{at}"));
            }
            Structural::new(StructuralShape::Any)
        })
    }

    /// Generates only some parts of types.
    pub(super) fn selecting(mut self, selection: &Selection) -> Self {
        self.selection = selection.clone();
        self
    }

    /// Whether parts of types may be left out.
    pub(super) fn is_narrow(&self) -> bool {
        self.selection != Selection::default()
    }

    /// Whether a part of a type is generated.
    pub(super) fn includes(&self, when: &When) -> bool {
        self.selection.includes(when, &[])
    }

    /// Whether a field with these attributes is generated.
    pub(super) fn includes_field(&self, attrs: &Attrs) -> bool {
        self.selection.includes(attrs.when, attrs.lifecycle)
    }

    /// Returns the attributes of `only(…)` that apply to the selection.
    pub(super) fn only(&self, attrs: &Attrs) -> impl Iterator<Item = &'static Attrs> + use<> {
        let held = attrs.only.iter().filter(|(when, _)| self.includes(when));
        held.map(|(_, attrs)| *attrs).collect::<Vec<_>>().into_iter()
    }

    /// Makes every enum and union enforced by `oneOf`.
    #[cfg(feature = "schemars")]
    pub(super) fn without_derived_rules(mut self) -> Self {
        self.without_rules += 1;
        self
    }

    /// Runs `walk` with `name` added to the current place.
    pub(super) fn within<T>(&mut self, name: &'static str, walk: impl FnOnce(&mut Self) -> T) -> T {
        self.place.push(name);
        let result = walk(self);
        self.place.pop();
        result
    }

    /// Runs `walk` for a member of the current object, which has rules of its own.
    pub(super) fn member<T>(&mut self, name: &'static str, walk: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.own_rules, OwnRules::Kept);
        let result = self.within(name, walk);
        self.own_rules = outer;
        result
    }

    /// Runs `walk` for a node of which only the value validation and the schemas of its members are used.
    pub(super) fn losing_rules<T>(&mut self, walk: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.own_rules, OwnRules::Lost);
        let result = walk(self);
        self.own_rules = outer;
        result
    }

    /// Runs `walk` for the elements of a list or map.
    pub(super) fn elements<T>(&mut self, count: ElementCount, walk: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.occurrences;
        self.occurrences = match count {
            ElementCount::Limited(most) => outer.saturating_mul(most),
            ElementCount::Unlimited => u64::MAX,
        };
        let result = walk(self);
        self.occurrences = outer;
        result
    }

    /// Whether the current node is inside lists or maps with very many elements. The server multiplies the cost of a
    /// rule by their number, so rules here would exceed its budget.
    pub(super) fn is_unlimited(&self) -> bool {
        self.occurrences > MOST_OCCURRENCES
    }

    /// Whether an enum or a union at the current node is enforced by rules; otherwise `oneOf` enforces it.
    pub(super) fn enforces_by_rules(&self) -> bool {
        self.profile == Profile::ApiServer
            && self.own_rules == OwnRules::Kept
            && self.without_rules == 0
            && !self.is_unlimited()
    }

    /// Merges the variants of an enum. If that fails, it tries again without derived rules: variants can share a member
    /// whose types differ only in derived rules, once `oneOf` replaces these.
    pub(super) fn merging<T>(&mut self, mut merge: impl FnMut(&mut Self) -> T) -> T {
        let problems = self.problem_count();
        let merged = merge(self);
        if self.problem_count() == problems || self.without_rules > 0 {
            return merged;
        }
        self.forget_problems(problems);
        self.without_rules += 1;
        let merged = merge(self);
        self.without_rules -= 1;
        merged
    }

    /// Reports a problem at the current place.
    pub(super) fn problem(&mut self, message: impl Into<String>) {
        self.problems.push(Problem {
            rust_path: self.rust_path.to_owned(),
            place: self.place.join("."),
            rust_field: String::new(),
            rust_place: None,
            message: message.into(),
        });
    }

    /// Returns the number of problems that were reported so far.
    pub(super) fn problem_count(&self) -> usize {
        self.problems.len()
    }

    /// Discards the problems after the first `count`, which concern a schema that is left out.
    pub(super) fn forget_problems(&mut self, count: usize) {
        self.problems.truncate(count);
    }

    /// Returns `value`, or all problems if there are any.
    pub(super) fn finish<T>(self, value: T) -> Result<T, Problems> {
        if self.problems.is_empty() {
            Ok(value)
        } else {
            Err(Problems(self.problems))
        }
    }
}
