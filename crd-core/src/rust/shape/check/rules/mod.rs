//! Types the parts of CEL rules that involve types of other items.
//!
//! ```text
//! struct Spec { storage: Storage }                 rule("self.storage.sise > 1") on Spec
//!
//! the macro emits     [Self_, Field { of: 0, name: "storage" }, Field { of: 1, name: "sise" }, …]
//! the compiler says   no field `sise` on `Storage`; did you mean `size`? [CRD0412]
//! ```
//!
//! The macro sees the tokens of one item. Expressions that it cannot type are emitted as [`RulePart`]s in the order of
//! evaluation, each with its place in the text of the rule; [`rule`] follows them through the shapes. Where a shape
//! does not determine the type (values of any type, schemas computed at run time, members that several variants share),
//! this check accepts any use; the check of the CRD decides.

mod agree;
mod select;
mod types;
mod words;

use super::CheckResult;
use super::paths::Root;
use crate::rust::shape::{Attrs, Shape, When};

use agree::{agree, contains, either, index};
use select::{RuleScope, element, field, key, value};
use types::{CelShape, Type, part, typed};

/// Bits of the types of CEL, for the arguments that a function takes.
pub mod bits {
    /// `bool`
    pub const BOOL: u16 = 1;
    /// `int`
    pub const INT: u16 = 1 << 1;
    /// `uint`
    pub const UINT: u16 = 1 << 2;
    /// `double`
    pub const DOUBLE: u16 = 1 << 3;
    /// `string`
    pub const STRING: u16 = 1 << 4;
    /// `bytes`
    pub const BYTES: u16 = 1 << 5;
    /// `duration`
    pub const DURATION: u16 = 1 << 6;
    /// `timestamp`
    pub const TIMESTAMP: u16 = 1 << 7;
    /// `null`
    pub const NULL: u16 = 1 << 8;
    /// A list.
    pub const LIST: u16 = 1 << 9;
    /// A map.
    pub const MAP: u16 = 1 << 10;
    /// An object with fields.
    pub const OBJECT: u16 = 1 << 11;
    /// An optional value.
    pub const OPTIONAL: u16 = 1 << 12;
    /// A type of the libraries, such as a quantity.
    pub const LIBRARY: u16 = 1 << 13;
    /// `type`
    pub const TYPE: u16 = 1 << 14;
    /// Any type.
    pub const ANY: u16 = u16::MAX;
}

/// The type of `self` in a rule.
#[derive(Clone, Copy, Debug)]
pub enum RuleRoot {
    /// A value of a type, under the attributes of the field that holds it.
    Value(&'static Shape, &'static Attrs),
    /// A whole custom resource.
    Resource(Root),
}

/// The purpose of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RulePurpose {
    /// A rule, which returns `bool`.
    Rule,
    /// A message expression, which returns `string`.
    Message,
    /// A field path.
    FieldPath,
}

/// A byte range in the source of an expression: start and end, the end excluded.
pub type RuleSpan = (usize, usize);

/// The syntax of a call, for messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleCall {
    /// `a + b`
    Operator,
    /// `f(a)`
    Function,
    /// `a.f()`
    Method,
}

/// The construct that chooses one of two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleChoice {
    /// `condition ? a : b`
    Condition,
    /// `a.orValue(b)`
    OrValue,
}

/// A part of an expression. Parts refer to earlier ones by their index.
#[derive(Clone, Copy, Debug)]
pub enum RulePart {
    /// `self` or `oldSelf`.
    Root,
    /// A value of a type that the macro knows: its bit, and its name.
    Known(u16, &'static str),
    /// A list of values of the type of a part.
    ListOf(usize),
    /// An optional value of the type of a part.
    OptionalOf(usize),
    /// The value inside of an optional one.
    Unwrapped(usize),
    /// `of.name`
    Field(usize, &'static str, RuleSpan),
    /// `of.?name`
    OptionalField(usize, &'static str, RuleSpan),
    /// The variable of a loop: an element of a list or a key of a map.
    Element(usize, RuleSpan),
    /// An element of a list or a key of a map, where another check has verified that the part is a list or a map.
    AnElement(usize),
    /// The first of two variables of a loop: an index or a key.
    Key(usize, RuleSpan),
    /// The second of two variables of a loop: an element or a value.
    Value(usize, RuleSpan),
    /// `of[by]`
    Index(usize, usize, RuleSpan),
    /// `of[?by]`
    OptionalIndex(usize, usize, RuleSpan),
    /// One of two parts: the results of `? :`, or of `orValue`.
    Either(RuleChoice, usize, usize, RuleSpan),
    /// `left == right`, with the operator.
    Equal(&'static str, usize, usize, RuleSpan),
    /// `left in right`
    In(usize, usize, RuleSpan),
    /// A part is compared with string literals.
    Texts(usize, &'static [(&'static str, RuleSpan)]),
    /// A part is an operand of `&&`, `||` or `!`, or a condition.
    Condition(usize, RuleSpan),
    /// A call, with its arguments and the candidate signatures: types of the arguments, type of the result.
    Call(
        RuleCall,
        &'static str,
        &'static [usize],
        &'static [(&'static [u16], u16)],
        RuleSpan,
    ),
    /// The value of the whole expression.
    // Not `Result`: rustc would then call that of std `std::result::Result` in its messages to users.
    Whole(usize),
}

/// An error in a part.
#[derive(Clone, Copy)]
enum RuleMistake {
    NoField(Type, &'static str),
    /// A field that is missing in some outputs that include the rule.
    NotEverywhere(&'static str),
    Untyped(&'static str),
    NotSelectable(Type, &'static str),
    NotARange(Type),
    NotIndexed(Type, Type),
    Operands(&'static str, Type, Type),
    NotIn(Type, Type),
    NotACondition(Type),
    Branches(RuleChoice, Type, Type),
    NoSuchText(Type, &'static str),
    NoOverload(RulePart),
    Result(Type),
}

/// Checks that the types of the parts of an expression fit each other.
///
/// The message describes every error, each with the line of the expression and carets below it.
#[inline]
pub const fn rule<const N: usize>(
    root: RuleRoot,
    when: &'static When,
    purpose: RulePurpose,
    source: &'static str,
    parts: &'static [RulePart; N],
) -> CheckResult {
    let mut known = [Type::UNKNOWN; N];
    let scope = RuleScope {
        rule: when,
        place: match root {
            RuleRoot::Value(_, attrs) => attrs.when,
            RuleRoot::Resource(root) => root.when,
        },
    };
    let mut message = None;
    let mut at = 0;
    each!(for one in parts {
        match type_of(root, scope, purpose, &known, one) {
            Ok(ty) => {
                if let Some((_, [place, ..])) = known.split_at_mut_checked(at) {
                    *place = ty;
                }
            }
            Err((mistake, span)) => {
                message = Some(words::add(message, mistake, &known, purpose, source, span));
            }
        }
        at += 1;
    });
    match message {
        None => Ok(()),
        Some(message) => Err(message),
    }
}

#[inline]
const fn type_of(
    root: RuleRoot,
    scope: RuleScope,
    purpose: RulePurpose,
    known: &[Type],
    one: &'static RulePart,
) -> Result<Type, (RuleMistake, RuleSpan)> {
    let (found, span) = match *one {
        RulePart::Texts(of, texts) => return one_of(part(known, of), texts),
        RulePart::Root => {
            return Ok(match root {
                RuleRoot::Value(shape, attrs) => typed(shape, attrs),
                RuleRoot::Resource(root) => Type::of(CelShape::Resource(root)),
            });
        }
        RulePart::Known(bits::ANY, _) => return Ok(Type::UNKNOWN),
        RulePart::Known(bit, name) => return Ok(Type::of(CelShape::Known(bit, name))),
        RulePart::ListOf(of) => return Ok(Type::of(CelShape::ListOf(of))),
        RulePart::OptionalOf(of) => return Ok(part(known, of).in_optional()),
        RulePart::Unwrapped(of) => return Ok(part(known, of).unwrapped()),
        RulePart::AnElement(of) => {
            return Ok(match element(known, part(known, of)) {
                Ok(ty) => ty,
                Err(_) => Type::UNKNOWN,
            });
        }
        RulePart::Field(of, name, span) => {
            let found = field(part(known, of), name, scope);
            (as_field_path(found, purpose), span)
        }
        // The field of an optional value is optional only once, however it is selected.
        RulePart::OptionalField(of, name, span) => {
            (in_optional(field(part(known, of).plain(), name, scope)), span)
        }
        RulePart::Element(of, span) => (element(known, part(known, of)), span),
        RulePart::Key(of, span) => (key(part(known, of)), span),
        RulePart::Value(of, span) => (value(known, part(known, of)), span),
        RulePart::Index(of, by, span) => (index(known, part(known, of), part(known, by)), span),
        RulePart::OptionalIndex(of, by, span) => {
            let found = index(known, part(known, of).plain(), part(known, by));
            (in_optional(found), span)
        }
        RulePart::In(left, right, span) => (contains(known, part(known, left), part(known, right)), span),
        RulePart::Either(..)
        | RulePart::Equal(..)
        | RulePart::Condition(..)
        | RulePart::Call(..)
        | RulePart::Whole(_) => return type_of_operation(purpose, known, one),
    };
    match found {
        Ok(ty) => Ok(ty),
        Err(mistake) => Err((mistake, span)),
    }
}

/// Returns the type of the result of an operator or a function, or of the whole expression.
#[inline]
const fn type_of_operation(
    purpose: RulePurpose,
    known: &[Type],
    one: &'static RulePart,
) -> Result<Type, (RuleMistake, RuleSpan)> {
    Err(match *one {
        RulePart::Either(choice, yes, no, span) => {
            let (yes, no) = (part(known, yes), part(known, no));
            if agree(known, yes, no) {
                return Ok(either(known, yes, no));
            }
            (RuleMistake::Branches(choice, yes, no), span)
        }
        RulePart::Equal(sign, left, right, span) => {
            let (left, right) = (part(known, left), part(known, right));
            if agree(known, left, right) {
                return Ok(Type::BOOL);
            }
            (RuleMistake::Operands(sign, left, right), span)
        }
        RulePart::Condition(of, span) => {
            let of = part(known, of);
            if of.bits() & bits::BOOL != 0 {
                return Ok(Type::BOOL);
            }
            (RuleMistake::NotACondition(of), span)
        }
        RulePart::Call(_, _, arguments, signatures, span) => match call(known, arguments, signatures) {
            Some(ty) => return Ok(ty),
            None => (RuleMistake::NoOverload(*one), span),
        },
        RulePart::Whole(of) => {
            let of = part(known, of);
            let wanted = match purpose {
                RulePurpose::Rule => bits::BOOL,
                RulePurpose::Message => bits::STRING,
                RulePurpose::FieldPath => bits::ANY,
            };
            if of.bits() & wanted != 0 {
                return Ok(of);
            }
            (RuleMistake::Result(of), (0, usize::MAX))
        }
        _ => return Ok(Type::UNKNOWN),
    })
}

#[inline]
const fn in_optional(found: Result<Type, RuleMistake>) -> Result<Type, RuleMistake> {
    match found {
        Ok(ty) => Ok(ty.in_optional()),
        mistake => mistake,
    }
}

/// Accepts fields of `self` that the server resolves in a field path though rules cannot use them: undeclared metadata,
/// and fields without a type.
#[inline]
const fn as_field_path(found: Result<Type, RuleMistake>, purpose: RulePurpose) -> Result<Type, RuleMistake> {
    match (found, purpose) {
        (
            Err(
                RuleMistake::Untyped(_)
                | RuleMistake::NoField(
                    Type {
                        form: CelShape::Metadata,
                        ..
                    },
                    _,
                ),
            ),
            RulePurpose::FieldPath,
        ) => Ok(Type::UNKNOWN),
        (found, _) => found,
    }
}

/// Returns the result type of the signatures that match the arguments; `None` if none does.
#[inline]
const fn call(
    known: &[Type],
    arguments: &'static [usize],
    signatures: &'static [(&'static [u16], u16)],
) -> Option<Type> {
    let mut result = None;
    each!(for (wanted, gives) in signatures {
        let (mut arguments, mut wanted) = (arguments, *wanted);
        let mut fits = true;
        while let ([argument, later_arguments @ ..], [bits, later_bits @ ..]) = (arguments, wanted) {
            fits = fits && part(known, *argument).bits() & *bits != 0;
            (arguments, wanted) = (later_arguments, later_bits);
        }
        if fits {
            result = Some(match result {
                Some(before) if before != *gives => bits::ANY,
                _ => *gives,
            });
        }
    });
    match result {
        None => None,
        Some(bits) => Some(Type::of_bits(bits)),
    }
}

/// Checks that a part with a fixed set of strings as values is compared with one of them.
#[inline]
const fn one_of(
    of: Type,
    texts: &'static [(&'static str, RuleSpan)],
) -> Result<Type, (RuleMistake, RuleSpan)> {
    each!(for (text, span) in texts {
        if !types::may_be(of, text) {
            return Err((RuleMistake::NoSuchText(of, text), *span));
        }
    });
    Ok(Type::BOOL)
}
