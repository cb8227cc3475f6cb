//! Sets of outcomes of an expression, and paths of values.

use crd_cel::NodeId;

use crate::model::field::Segment;
use crate::model::schema::JsonSchemaProps;

/// What an expression may give: true, false, an error. Values that are no booleans are both true and false.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Outcome {
    bits: u8,
    /// The node whose error it is.
    origin: Option<NodeId>,
}

const TRUE: u8 = 1;
const FALSE: u8 = 2;
const ERROR: u8 = 4;

impl Outcome {
    pub(super) const TRUE: Outcome = Outcome::of(TRUE);
    pub(super) const FALSE: Outcome = Outcome::of(FALSE);
    /// Any value.
    pub(super) const VALUE: Outcome = Outcome::of(TRUE | FALSE);
    const NONE: Outcome = Outcome::of(0);

    const fn of(bits: u8) -> Self {
        Outcome { bits, origin: None }
    }

    pub(super) fn error(origin: NodeId) -> Self {
        Outcome {
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

    pub(super) fn is_error(self) -> bool {
        self.bits == ERROR
    }

    /// One or the other.
    pub(super) fn or_else(self, other: Outcome) -> Outcome {
        Outcome {
            bits: self.bits | other.bits,
            origin: self.origin.or(other.origin),
        }
    }

    /// Only the error, if it may be one.
    pub(super) fn only_error(self) -> Outcome {
        if self.bits & ERROR == 0 {
            return Outcome::NONE;
        }
        Outcome { bits: ERROR, ..self }
    }

    pub(super) fn not(self) -> Outcome {
        let swapped = (self.bits & TRUE) << 1 | (self.bits & FALSE) >> 1 | self.bits & ERROR;
        Outcome {
            bits: swapped,
            ..self
        }
    }

    /// `a && b`: false absorbs errors.
    pub(super) fn and(self, other: Outcome) -> Outcome {
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
        Outcome {
            bits,
            origin: origin.or(if two { other.origin } else { None }),
        }
    }

    /// `a || b`: true absorbs errors.
    pub(super) fn or(self, other: Outcome) -> Outcome {
        self.not().and(other.not()).not()
    }

    /// The value of an operation that needs both: `a + b`.
    pub(super) fn strict(self, other: Outcome) -> Outcome {
        if self.is_error() {
            return self;
        }
        if other.is_error() {
            return other;
        }
        Outcome::VALUE
            .or_else(self.only_error())
            .or_else(other.only_error())
    }

    /// `a == b` of booleans; of other values it is unknown.
    pub(super) fn equals(self, other: Outcome) -> Outcome {
        let both = self.strict(other);
        if self.bits == TRUE && other.bits == TRUE || self.bits == FALSE && other.bits == FALSE {
            return Outcome::TRUE;
        }
        if self.bits == TRUE && other.bits == FALSE || self.bits == FALSE && other.bits == TRUE {
            return Outcome::FALSE;
        }
        both
    }
}

/// A step of the path of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// A property, by its name in the schema.
    Field(Box<str>),
    /// Some element of a list, or some value of a map.
    Element,
    /// One element, by what the rule writes in brackets.
    At(Box<str>),
    /// One value of a map.
    Key(Box<str>),
}

/// Where a value is, from `self` or `oldSelf` on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ValuePath {
    pub(super) old: bool,
    pub(super) steps: Vec<Step>,
}

impl ValuePath {
    pub(super) fn child(&self, step: Step) -> ValuePath {
        let mut steps = self.steps.clone();
        steps.push(step);
        ValuePath { steps, ..*self }
    }

    /// The name of the field at its end.
    pub(super) fn name(&self) -> &str {
        match self.steps.last() {
            Some(Step::Field(name)) => name,
            _ => "",
        }
    }

    /// Whether it leads to a value inside of this one.
    pub(super) fn is_below(&self, outer: &ValuePath) -> bool {
        self.old == outer.old && self.steps.len() > outer.steps.len() && self.steps.starts_with(&outer.steps)
    }

    /// The schema of the value, below that of the rule.
    pub(super) fn declared(&self) -> Vec<Segment> {
        let mut segments = Vec::new();
        for step in &self.steps {
            match step {
                Step::Field(name) => {
                    segments.push(Segment::Field("properties".into()));
                    segments.push(Segment::Key(name.clone()));
                }
                Step::Element | Step::At(_) => segments.push(Segment::Field("items".into())),
                Step::Key(_) => segments.push(Segment::Field("additionalProperties".into())),
            }
        }
        segments
    }
}

/// What an expression is a value of.
#[derive(Clone, Debug)]
pub(super) struct Value<'s> {
    pub(super) outcome: Outcome,
    pub(super) place: Place<'s>,
}

/// Where the value of an expression comes from.
#[derive(Clone, Debug)]
pub(super) enum Place<'s> {
    /// Not known.
    Unknown,
    /// A value of the object.
    At(ValuePath, &'s JsonSchemaProps),
    /// The key of a map, or the index of a list.
    KeyOf(ValuePath),
    /// An optional value: what is selected from it is optional too, and no error.
    Optional,
    /// The optional value of a place.
    OptionalAt(ValuePath, &'s JsonSchemaProps),
}

impl Place<'_> {
    fn is_optional(&self) -> bool {
        matches!(self, Place::Optional | Place::OptionalAt(..))
    }

    /// The place of what is made of values of two places: optional where one of them is, else not known.
    pub(super) fn joined(&self, other: &Place<'_>) -> Self {
        if self.is_optional() || other.is_optional() {
            Place::Optional
        } else {
            Place::Unknown
        }
    }
}

impl Value<'_> {
    pub(super) fn unknown(outcome: Outcome) -> Self {
        Value {
            outcome,
            place: Place::Unknown,
        }
    }
}
