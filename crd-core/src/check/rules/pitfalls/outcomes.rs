//! The sets of outcomes that an expression may have, and the paths of the values that it reads.

use std::rc::Rc;

use crd_cel::{NodeId, TypeId};

use crate::model::field::Segment;
use crate::model::schema::JsonSchemaProps;
use crate::model::text::InternedText;

/// The possible outcomes of an expression: true, false, an error. Values that are not booleans are both true and false.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Outcomes {
    bits: u8,
    /// The node that causes the error.
    origin: Option<NodeId>,
}

const TRUE: u8 = 1;
const FALSE: u8 = 2;
const ERROR: u8 = 4;

impl Outcomes {
    pub(super) const TRUE: Outcomes = Outcomes::of(TRUE);
    pub(super) const FALSE: Outcomes = Outcomes::of(FALSE);
    /// Any value, but no error.
    pub(super) const VALUE: Outcomes = Outcomes::of(TRUE | FALSE);
    const NONE: Outcomes = Outcomes::of(0);

    const fn of(bits: u8) -> Self {
        Outcomes { bits, origin: None }
    }

    pub(super) fn error(origin: NodeId) -> Self {
        Outcomes {
            bits: ERROR,
            origin: Some(origin),
        }
    }

    pub(super) fn origin(self) -> Option<NodeId> {
        self.origin
    }

    /// Whether it is never true, and may be an error.
    pub(super) fn is_certain_error(self) -> bool {
        self.bits & TRUE == 0 && self.bits & ERROR != 0
    }

    pub(super) fn is_false(self) -> bool {
        self.bits == FALSE
    }

    pub(super) fn may_be_true(self) -> bool {
        self.bits & TRUE != 0
    }

    pub(super) fn may_be_false(self) -> bool {
        self.bits & FALSE != 0
    }

    pub(super) fn may_be_error(self) -> bool {
        self.bits & ERROR != 0
    }

    pub(super) fn is_error(self) -> bool {
        self.bits == ERROR
    }

    /// Returns the outcomes of either.
    pub(super) fn or_else(self, other: Outcomes) -> Outcomes {
        Outcomes {
            bits: self.bits | other.bits,
            origin: self.origin.or(other.origin),
        }
    }

    /// Returns only the error, if there may be one.
    pub(super) fn only_error(self) -> Outcomes {
        if self.bits & ERROR == 0 {
            return Outcomes::NONE;
        }
        Outcomes { bits: ERROR, ..self }
    }

    pub(super) fn not(self) -> Outcomes {
        let swapped = (self.bits & TRUE) << 1 | (self.bits & FALSE) >> 1 | self.bits & ERROR;
        Outcomes {
            bits: swapped,
            ..self
        }
    }

    /// `a && b`: false absorbs errors.
    pub(super) fn and(self, other: Outcomes) -> Outcomes {
        let mut bits = (self.bits | other.bits) & FALSE;
        if self.bits & TRUE != 0 && other.bits & TRUE != 0 {
            bits |= TRUE;
        }
        let one = self.bits & ERROR != 0 && other.bits & (TRUE | ERROR) != 0;
        let two = other.bits & ERROR != 0 && self.bits & (TRUE | ERROR) != 0;
        if one || two {
            bits |= ERROR;
        }
        let origin = if one { self.origin } else { None };
        Outcomes {
            bits,
            origin: origin.or(if two { other.origin } else { None }),
        }
    }

    /// `a || b`: true absorbs errors.
    pub(super) fn or(self, other: Outcomes) -> Outcomes {
        self.not().and(other.not()).not()
    }

    /// Returns the outcomes of an operation that needs both operands: `a + b`.
    pub(super) fn strict(self, other: Outcomes) -> Outcomes {
        if self.is_error() {
            return self;
        }
        if other.is_error() {
            return other;
        }
        Outcomes::VALUE
            .or_else(self.only_error())
            .or_else(other.only_error())
    }

    /// `a == b` for booleans; unknown for other values.
    pub(super) fn equals(self, other: Outcomes) -> Outcomes {
        let both = self.strict(other);
        if self.bits == TRUE && other.bits == TRUE || self.bits == FALSE && other.bits == FALSE {
            return Outcomes::TRUE;
        }
        if self.bits == TRUE && other.bits == FALSE || self.bits == FALSE && other.bits == TRUE {
            return Outcomes::FALSE;
        }
        both
    }
}

/// A step of the path of a value. Paths are copied often, so they share their texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PitfallStep {
    /// A property, by its name in the schema.
    Field(InternedText),
    /// An arbitrary element of a list, or value of a map.
    Element,
    /// One element, by the index in the rule.
    At(Rc<str>),
    /// One value of a map.
    Key(Rc<str>),
}

impl PitfallStep {
    /// Returns the step to the value of a key, which is written the same however the rule writes it.
    pub(super) fn of_key(key: &str) -> Self {
        PitfallStep::Key(format!("'{key}'").into())
    }
}

/// The path of a value, starting at `self` or `oldSelf`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ValuePath {
    pub(super) old: bool,
    pub(super) steps: Vec<PitfallStep>,
}

impl ValuePath {
    pub(super) fn child(&self, step: PitfallStep) -> ValuePath {
        let mut steps = Vec::with_capacity(self.steps.len() + 1);
        steps.extend_from_slice(&self.steps);
        steps.push(step);
        ValuePath { steps, ..*self }
    }

    /// Returns the name of the field at its end.
    pub(super) fn name(&self) -> &str {
        match self.steps.last() {
            Some(PitfallStep::Field(name)) => name,
            _ => "",
        }
    }

    /// Returns the key of a map at its end.
    pub(super) fn key(&self) -> Option<&str> {
        match self.steps.last() {
            Some(PitfallStep::Key(key)) => Some(key),
            _ => None,
        }
    }

    /// Returns the minimum number of elements that a list must have for the element that the path leads to.
    pub(super) fn least_elements(&self) -> Option<i64> {
        match self.steps.last() {
            Some(PitfallStep::At(index)) => index
                .parse::<i64>()
                .ok()?
                .checked_add(1)
                .filter(|least| *least > 0),
            _ => None,
        }
    }

    /// Whether it leads to an element of a list or map, by a literal index or key.
    pub(super) fn is_element(&self) -> bool {
        matches!(self.steps.last(), Some(PitfallStep::At(_) | PitfallStep::Key(_)))
    }

    /// Whether it leads to such an element of this list or map.
    pub(super) fn is_element_of(&self, outer: &ValuePath) -> bool {
        self.is_element() && self.steps.len() == outer.steps.len() + 1 && self.is_below(outer)
    }

    /// Whether it leads to a value inside this one.
    pub(super) fn is_below(&self, outer: &ValuePath) -> bool {
        self.old == outer.old && self.steps.len() > outer.steps.len() && self.steps.starts_with(&outer.steps)
    }

    /// Returns the path of the value's schema, below that of the rule.
    pub(super) fn declared(&self) -> Vec<Segment> {
        let mut segments = Vec::new();
        for step in &self.steps {
            match step {
                PitfallStep::Field(name) => {
                    segments.push(Segment::Field("properties".into()));
                    segments.push(Segment::Key((&**name).into()));
                }
                PitfallStep::Element | PitfallStep::At(_) => segments.push(Segment::Field("items".into())),
                PitfallStep::Key(_) => segments.push(Segment::Field("additionalProperties".into())),
            }
        }
        segments
    }
}

/// What an evaluation assumes about one value.
#[derive(Clone, Copy)]
pub(super) enum Assumption<'a> {
    /// Nothing.
    None,
    /// A field or element is absent. Its parents are present.
    Absent(&'a ValuePath),
    /// A value is present, and has this type, although its schema admits others.
    Typed(&'a ValuePath, TypeId),
}

/// The outcomes of an expression, and the source of its value.
#[derive(Clone, Debug)]
pub(super) struct TracedValue<'s> {
    pub(super) outcome: Outcomes,
    pub(super) place: ValueSource<'s>,
}

/// The source of the value of an expression.
#[derive(Clone, Debug)]
pub(super) enum ValueSource<'s> {
    /// Unknown.
    Unknown,
    /// A value of the object.
    At(ValuePath, &'s JsonSchemaProps),
    /// The key of a map, or the index of a list.
    KeyOf(ValuePath),
    /// An unknown value of a type that has no parameters.
    Computed(TypeId),
    /// A type: `int`, `type(self.port)`.
    Type(TypeId),
    /// An optional value: a selection from it is optional too, and never an error.
    Optional,
    /// The optional value at a path.
    OptionalAt(ValuePath, &'s JsonSchemaProps),
}

impl ValueSource<'_> {
    fn is_optional(&self) -> bool {
        matches!(self, ValueSource::Optional | ValueSource::OptionalAt(..))
    }

    /// Returns the source of a value that is computed from two values: optional if one of them is, else unknown.
    pub(super) fn joined(&self, other: &ValueSource<'_>) -> Self {
        if self.is_optional() || other.is_optional() {
            ValueSource::Optional
        } else {
            ValueSource::Unknown
        }
    }
}

impl TracedValue<'_> {
    pub(super) fn computed(outcome: Outcomes, of: TypeId) -> Self {
        TracedValue {
            outcome,
            place: ValueSource::Computed(of),
        }
    }

    pub(super) fn unknown(outcome: Outcomes) -> Self {
        TracedValue {
            outcome,
            place: ValueSource::Unknown,
        }
    }
}
