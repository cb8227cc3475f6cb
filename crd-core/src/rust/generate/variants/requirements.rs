//! Translates the requirements of a branch into CEL conditions with readable messages.
//!
//! ```text
//! {required: [url], properties: {port: {minimum: 1}}, not: {required: [name]}}
//!
//! has(self.url)                               url must be set
//! !has(self.port) || self.port >= 1           port must be at least 1
//! !has(self.name)                             name must not be set
//! ```
//!
//! Constraints that CEL cannot express exactly or cheaply stay in the branch: patterns, formats, restrictions on
//! elements, and all constraints on members that may be null or have no CEL type.

use crate::model::structural::{
    Additional, NestedValidation, Object, Structural, StructuralShape, ValueValidation,
};
use crate::rust::generate::derived_rules::{self, count, is_among};

/// A condition on the members of a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Requirement {
    /// The condition in CEL, about `self`.
    pub(super) condition: String,
    /// The condition in words: `url must be set`.
    pub(super) words: String,
    /// The member of `self` that must be set, if that is the whole condition.
    pub(super) member: Option<Box<str>>,
}

/// An object whose branch is translated.
struct ObjectScope<'a> {
    properties: &'a crate::model::map::Map<Structural>,
    /// The object in CEL: `self.value`.
    cel: String,
    /// Prefix of its members in messages: `value.`.
    words: String,
    /// Condition that holds if the object is absent: `!has(self.value) || `.
    unless_absent: String,
}

/// Moves the requirements of a branch on an object with these properties into `found`, as far as CEL can express them.
pub(super) fn extract(
    branch: &mut NestedValidation,
    properties: &crate::model::map::Map<Structural>,
    found: &mut Vec<Requirement>,
) {
    let place = ObjectScope {
        properties,
        cel: "self".into(),
        words: String::new(),
        unless_absent: String::new(),
    };
    place.object(branch, found);
}

impl ObjectScope<'_> {
    /// Extracts the requirements on the object and its members.
    fn object(&self, branch: &mut NestedValidation, found: &mut Vec<Requirement>) {
        self.presence(&mut branch.validation, found);
        let members: Vec<String> = branch.properties.keys().map(ToOwned::to_owned).collect();
        for name in members {
            let (Some(node), Some(cel)) = (self.properties.get(&name), self.member(&name)) else {
                continue;
            };
            let Some(nested) = branch.properties.get_mut(&name) else {
                continue;
            };
            let words = format!("{}{name}", self.words);
            let absent = format!("{}!has({cel}) || ", self.unless_absent);
            values(&mut nested.validation, node, &cel, &words, &absent, found);
            if let StructuralShape::Object(Object {
                properties,
                additional: None,
                embedded_resource: false,
                ..
            }) = &node.shape
            {
                let place = ObjectScope {
                    properties,
                    cel,
                    words: format!("{words}."),
                    unless_absent: absent,
                };
                place.object(nested, found);
            }
            if *nested == NestedValidation::default() {
                branch.properties.remove(&name);
            }
        }
    }

    /// Extracts which members must be set, and which must not.
    fn presence(&self, validation: &mut ValueValidation, found: &mut Vec<Requirement>) {
        if let Some(required) = validation.required.take() {
            let kept: Vec<Box<str>> = required
                .into_iter()
                .filter(|name| match self.member(name) {
                    Some(cel) => {
                        let mut set =
                            self.require(format!("has({cel})"), format!("{}{name} must be set", self.words));
                        set.member = self.unless_absent.is_empty().then(|| name.clone());
                        found.push(set);
                        false
                    }
                    None => true,
                })
                .collect();
            validation.required = (!kept.is_empty()).then_some(kept);
        }
        if let Some(members) = self.alternatives(&validation.one_of) {
            validation.one_of.clear();
            let names: Vec<String> = members.iter().map(|(_, cel)| cel.clone()).collect();
            let words = format!("exactly one of {} must be set", self.list(&members));
            found.push(self.require(format!("{} == 1", count(&names)), words));
        }
        if let Some(members) = self.alternatives(&validation.any_of) {
            validation.any_of.clear();
            let terms: Vec<String> = members.iter().map(|(_, cel)| format!("has({cel})")).collect();
            let words = format!("at least one of {} must be set", self.list(&members));
            found.push(self.require(terms.join(" || "), words));
        }
        if let Some(not) = validation.not.take() {
            validation.not = self.absence(*not, found).map(Box::new);
        }
        for nested in &mut validation.all_of {
            self.object(nested, found);
        }
        validation
            .all_of
            .retain(|nested| *nested != NestedValidation::default());
    }

    /// Extracts which members must not be set. Returns the rest of the `not`.
    fn absence(&self, not: NestedValidation, found: &mut Vec<Requirement>) -> Option<NestedValidation> {
        if let Some(requirement) = self.not_together(&not) {
            found.push(requirement);
            return None;
        }
        let mut rest = not.clone();
        rest.validation.any_of.clear();
        if rest != NestedValidation::default() || not.validation.any_of.is_empty() {
            return Some(not);
        }
        let mut kept = Vec::new();
        for branch in not.validation.any_of {
            match self.not_together(&branch) {
                Some(requirement) => found.push(requirement),
                None => kept.push(branch),
            }
        }
        (!kept.is_empty()).then(|| crate::rust::generate::junctor::none_of(kept))
    }

    /// Negates a branch that only requires members.
    fn not_together(&self, branch: &NestedValidation) -> Option<Requirement> {
        let members = self.required_only(branch)?;
        let terms: Vec<String> = members.iter().map(|(_, cel)| format!("has({cel})")).collect();
        let names: Vec<String> = members
            .iter()
            .map(|(name, _)| format!("{}{name}", self.words))
            .collect();
        Some(match (terms.as_slice(), names.as_slice()) {
            ([only], [name]) => self.require(format!("!{only}"), format!("{name} must not be set")),
            _ => self.require(
                format!("!({})", terms.join(" && ")),
                format!("{} must not be set together", names.join(" and ")),
            ),
        })
    }

    /// Returns the members if each branch requires exactly one.
    fn alternatives(&self, branches: &[NestedValidation]) -> Option<Vec<(Box<str>, String)>> {
        if branches.is_empty() {
            return None;
        }
        let mut members = Vec::new();
        for branch in branches {
            let mut required = self.required_only(branch)?;
            if required.len() != 1 {
                return None;
            }
            members.append(&mut required);
        }
        Some(members)
    }

    /// Returns the members that a branch requires, if it restricts nothing else.
    fn required_only(&self, branch: &NestedValidation) -> Option<Vec<(Box<str>, String)>> {
        let required = branch
            .validation
            .required
            .as_ref()
            .filter(|names| !names.is_empty())?;
        let names: Vec<&str> = required.iter().map(|name| &**name).collect();
        if *branch != crate::rust::generate::junctor::requires(&names) {
            return None;
        }
        required
            .iter()
            .map(|name| Some((name.clone(), self.member(name)?)))
            .collect()
    }

    fn list(&self, members: &[(Box<str>, String)]) -> String {
        let names: Vec<String> = members
            .iter()
            .map(|(name, _)| format!("{}{name}", self.words))
            .collect();
        names.join(", ")
    }

    fn require(&self, condition: String, words: String) -> Requirement {
        let condition = match self.unless_absent.as_str() {
            "" => condition,
            absent if condition.contains(" || ") => format!("{absent}({condition})"),
            absent => format!("{absent}{condition}"),
        };
        Requirement {
            condition,
            words,
            member: None,
        }
    }

    /// Returns a member in CEL, if CEL sees it as present exactly when the object has it.
    fn member(&self, name: &str) -> Option<String> {
        let node = self.properties.get(name)?;
        if !is_visible(node) {
            return None;
        }
        Some(format!("{}.{}", self.cel, crd_cel::escape(name)?))
    }
}

/// Whether CEL sees the members with this schema, and no null among them.
pub(super) fn is_visible(node: &Structural) -> bool {
    !node.generic.nullable && has_type(node)
}

/// Whether CEL has a type for the values.
fn has_type(node: &Structural) -> bool {
    node.misplaced.is_none()
        && match &node.shape {
            StructuralShape::Any => false,
            StructuralShape::Array(array) => has_type(&array.items),
            StructuralShape::Object(object) => match &object.additional {
                Some(Additional::Schema(values)) => has_type(values),
                Some(Additional::Bool(_)) | None => true,
            },
            _ => true,
        }
}

/// Extracts the requirements on the value of a member, if CEL can compare it exactly.
fn values(
    validation: &mut ValueValidation,
    node: &Structural,
    cel: &str,
    words: &str,
    absent: &str,
    found: &mut Vec<Requirement>,
) {
    let mut demand = |conditions: &[String], demands: &str| {
        let all = match conditions {
            [only] => only.clone(),
            several => format!("({})", several.join(" && ")),
        };
        found.push(Requirement {
            condition: format!("{absent}{all}"),
            words: format!("{words} must {demands}"),
            member: None,
        });
    };
    match &node.shape {
        StructuralShape::Integer | StructuralShape::Number => {
            if let Some((conditions, demands)) = bounds(validation, &node.shape, cel) {
                demand(&conditions, &demands);
                (validation.minimum, validation.maximum) = (None, None);
                (validation.exclusive_minimum, validation.exclusive_maximum) = (false, false);
            }
        }
        // Strings with some formats are other types in CEL.
        StructuralShape::String if node.validation.format.is_empty() && validation.format.is_empty() => {
            let (least, most) = (validation.min_length.take(), validation.max_length.take());
            if let Some((conditions, demands)) = size(cel, least, most, "character") {
                demand(&conditions, &demands);
            }
            if let Some((condition, demands)) = one_of_texts(validation, cel) {
                validation.enum_ = None;
                demand(&[condition], &demands);
            }
        }
        StructuralShape::Array(_) => {
            let (least, most) = (validation.min_items.take(), validation.max_items.take());
            if let Some((conditions, demands)) = size(cel, least, most, "element") {
                demand(&conditions, &demands);
            }
        }
        StructuralShape::Object(Object {
            additional: Some(Additional::Schema(_)),
            ..
        }) => {
            let (least, most) = (validation.min_properties.take(), validation.max_properties.take());
            if let Some((conditions, demands)) = size(cel, least, most, "key") {
                demand(&conditions, &demands);
            }
        }
        _ => {}
    }
}

/// Comparisons, each in CEL and in words.
#[derive(Default)]
struct Comparisons {
    conditions: Vec<String>,
    demands: Vec<String>,
}

impl Comparisons {
    /// Adds a comparison: `self.a >= 1`, `at least 1`.
    fn add(&mut self, value: &str, (operator, phrase): (&str, &str), bound: &str, text: &str) {
        self.conditions.push(format!("{value} {operator} {bound}"));
        self.demands.push(format!("{phrase} {text}"));
    }

    /// Returns the conditions, and a phrase of a verb, the bounds and the unit; `None` without comparisons.
    fn finish(self, verb: &str, unit: &str) -> Option<(Vec<String>, String)> {
        let demands = self.demands.join(" and ");
        (!self.conditions.is_empty()).then(|| (self.conditions, format!("{verb} {demands}{unit}")))
    }
}

const AT_LEAST: (&str, &str) = (">=", "at least");
const AT_MOST: (&str, &str) = ("<=", "at most");

/// Translates bounds on a number; `None` if there are none or CEL cannot express them exactly.
fn bounds(validation: &ValueValidation, shape: &StructuralShape, cel: &str) -> Option<(Vec<String>, String)> {
    let literal = |bound: f64| -> Option<String> {
        // Integers beyond these bounds are not exact.
        let exact = bound.abs() <= 9_007_199_254_740_992.0;
        match shape {
            StructuralShape::Integer => (exact && bound.fract() == 0.0).then(|| bound.to_string()),
            _ => exact.then(|| format!("{bound:?}")),
        }
    };
    let mut found = Comparisons::default();
    for (bound, exclusive, open, closed) in [
        (
            validation.minimum,
            validation.exclusive_minimum,
            (">", "greater than"),
            AT_LEAST,
        ),
        (
            validation.maximum,
            validation.exclusive_maximum,
            ("<", "less than"),
            AT_MOST,
        ),
    ] {
        if let Some(bound) = bound {
            let operator = if exclusive { open } else { closed };
            found.add(cel, operator, &literal(bound)?, &bound.to_string());
        }
    }
    found.finish("be", "")
}

/// Translates bounds on a length; `None` if there are none.
fn size(cel: &str, least: Option<i64>, most: Option<i64>, unit: &str) -> Option<(Vec<String>, String)> {
    let size = format!("size({cel})");
    let mut found = Comparisons::default();
    for (operator, bound) in [(AT_LEAST, least), (AT_MOST, most)] {
        if let Some(bound) = bound {
            let bound = bound.to_string();
            found.add(&size, operator, &bound, &bound);
        }
    }
    let plural = if least.max(most) == Some(1) { "" } else { "s" };
    found.finish("have", &format!(" {unit}{plural}"))
}

/// Translates an `enum` of strings; `None` if there is none or a value is not a string that fits in one line of CEL.
fn one_of_texts(validation: &ValueValidation, cel: &str) -> Option<(String, String)> {
    let values = validation.enum_.as_ref().filter(|values| !values.is_empty())?;
    let mut literals = Vec::new();
    let mut texts = Vec::new();
    for value in values {
        let text = value.as_str()?;
        literals.push(literal(text)?);
        texts.push(text);
    }
    let verb = if texts.len() == 1 { "be" } else { "be one of" };
    Some((is_among(cel, &literals), format!("{verb} {}", texts.join(", "))))
}

/// Returns a CEL string literal; `None` if it has control characters, which a message of one line cannot show.
pub(super) fn literal(text: &str) -> Option<String> {
    (!text.chars().any(char::is_control)).then(|| derived_rules::literal(text))
}
