//! The words of a mistake in a rule, with the line of the expression and carets below it.
//!
//! The words are those of crd-cel (`crd-cel/src/words.rs`), which a constant cannot format.

use super::types::{Form, Texts, Type, part};
use super::{Mistake, RuleCall, RuleChoice, RulePart, RulePurpose, RuleSpan, bits};
use crate::rust::shape::check::members::{find, find_field};
use crate::rust::shape::check::text::{Meant, Message, characters, same};
use crate::rust::shape::{EnumValue, Field, Kind, UnionMember, Variant};

/// How many names a message lists.
const NAMES: usize = 8;
/// Longer lines are shown around the mistake.
const LINE: usize = 140;

/// The message with one more mistake.
pub(super) const fn add(
    before: Option<Message>,
    mistake: Mistake,
    known: &[Type],
    purpose: RulePurpose,
    source: &'static str,
    span: RuleSpan,
) -> Message {
    let message = match before {
        Some(message) => message.text("\n"),
        None => Message::NEW,
    };
    let message = say(message, mistake, known, purpose);
    excerpt(message.text(code(mistake, purpose)), source, span)
}

const fn code(mistake: Mistake, purpose: RulePurpose) -> &'static str {
    match (purpose, mistake) {
        (_, Mistake::NoSuchText(..)) => code!(CEL_NEVER_EQUAL),
        (_, Mistake::NotEverywhere(_)) => code!(CHANNEL_ABSENT),
        (RulePurpose::Message, _) => code!(MESSAGE_EXPRESSION),
        (RulePurpose::FieldPath, _) => code!(RULE_FIELD_PATH),
        (RulePurpose::Rule, Mistake::NoField(..) | Mistake::Untyped(_)) => code!(CEL_UNDEFINED_FIELD),
        (
            RulePurpose::Rule,
            Mistake::NotIndexed(..)
            | Mistake::Operands(..)
            | Mistake::NotIn(..)
            | Mistake::Branches(..)
            | Mistake::NoOverload(_),
        ) => code!(CEL_NO_OVERLOAD),
        (RulePurpose::Rule, Mistake::Result(_)) => code!(CEL_NOT_BOOL),
        (RulePurpose::Rule, _) => code!(CEL_TYPE),
    }
}

const fn say(message: Message, mistake: Mistake, known: &[Type], purpose: RulePurpose) -> Message {
    match mistake {
        Mistake::NoField(of, name) => no_field(message, known, of, name),
        Mistake::NotEverywhere(name) => message.name(name).text(
            " is not in every output that this rule is in; give the rule the same `channel` or `feature_gate`",
        ),
        Mistake::Untyped(name) => message
            .text("rules do not see ")
            .name(name)
            .text(", which may have any value; give it a type, or leave it out of the rule"),
        Mistake::NotSelectable(of, name) => not_selectable(message, known, of, name),
        Mistake::NotARange(of) => ty(
            message.text("only lists and maps have elements, this is "),
            known,
            of,
        ),
        Mistake::NotIndexed(of, by) => not_indexed(message, known, of, by),
        Mistake::Operands(sign, left, right) => operands(message, known, sign, left, right),
        Mistake::NotIn(left, right) => not_in(message, known, left, right),
        Mistake::NotACondition(of) => {
            as_bool(ty(message.text("this must be `bool`, but it is "), known, of), of)
        }
        Mistake::Branches(choice, yes, no) => {
            let message = message.text(match choice {
                RuleChoice::Condition => "both results of `? :` must be of one type, but these are ",
                RuleChoice::OrValue => "`orValue` takes a value of the same type, but these are ",
            });
            two(message, known, yes, no).text("; convert one, or wrap both in `dyn(…)`")
        }
        Mistake::NoSuchText(of, text) => no_such_text(message, of, text),
        Mistake::NoOverload(call) => no_overload(message, known, call),
        Mistake::Result(of) => match purpose {
            RulePurpose::Message => ty(
                message.text("a message expression must give `string`, but this gives "),
                known,
                of,
            )
            .text("; wrap it in `string(…)`"),
            _ => as_bool(
                ty(
                    message.text("a rule must give `bool`, but this gives "),
                    known,
                    of,
                ),
                of,
            ),
        },
    }
}

const fn no_field(message: Message, known: &[Type], of: Type, name: &'static str) -> Message {
    let message = ty(message.text("no field ").name(name).text(" on "), known, of);
    match of.form {
        Form::Object(shape) => {
            let (_, meant) = find(shape, name, Meant::new(name));
            match shape.kind {
                Kind::Object(fields) => or_list(message, meant, fields),
                _ => meant.say(message),
            }
        }
        Form::Fields(_, fields) => or_list(message, find_field(fields, name, Meant::new(name)).1, fields),
        Form::Resource(root) => {
            if same(name, "status") {
                return message.text("; name the type of the status with `status = …`");
            }
            let meant = Meant::new(name)
                .or("spec")
                .or("metadata")
                .or("kind")
                .or("apiVersion");
            match root.status {
                Some(_) => meant.or("status").say(message),
                None => meant.say(message),
            }
        }
        Form::Metadata => message.text("; rules see only `name` and `generateName` of it"),
        _ => message,
    }
}

/// What was meant, or else the names there are.
const fn or_list(message: Message, meant: Meant, fields: &'static [Field]) -> Message {
    if meant.has_guess() || fields.is_empty() {
        return meant.say(message);
    }
    let mut message = message.text("; it has ");
    let mut rest = fields;
    let mut count = 0;
    while let [field, tail @ ..] = rest {
        if count == NAMES {
            return message.text(" and others");
        }
        message = message.text(if count > 0 { ", " } else { "" }).name(field.name);
        count += 1;
        rest = tail;
    }
    message
}

const fn not_selectable(message: Message, known: &[Type], of: Type, name: &'static str) -> Message {
    let message = ty(message, known, of).text(" has no fields, so no ").name(name);
    let sized = bits::LIST | bits::STRING | bits::BYTES;
    if of.bits() & sized != 0 && (same(name, "size") || same(name, "length") || same(name, "len")) {
        message.text("; call the function: `.size()`")
    } else if of.bits() == bits::LIST {
        message
            .text("; fields are those of its elements: `.all(x, x.")
            .text(name)
            .text(" …)`")
    } else {
        message
    }
}

const fn not_indexed(message: Message, known: &[Type], of: Type, by: Type) -> Message {
    match of.bits() {
        bits::LIST => ty(
            message.text("a list is indexed by `int`, but this is "),
            known,
            by,
        ),
        bits::MAP => ty(
            ty(message.text("the keys of "), known, of).text(" are not of type "),
            known,
            by,
        ),
        _ => {
            let message = ty(message, known, of).text(" has no elements to select by `[…]`");
            if by.bits() == bits::STRING {
                message.text("; select a field with a dot: `self.field`")
            } else {
                message
            }
        }
    }
}

const fn operands(message: Message, known: &[Type], sign: &str, left: Type, right: Type) -> Message {
    let message = two(message.name(sign).text(" does not take "), known, left, right);
    both_sides(message, left, right)
}

/// What to do about the operands of an operator.
const fn both_sides(message: Message, left: Type, right: Type) -> Message {
    let (one, other) = (left.bits(), right.bits());
    let pair = one | other;
    message.text(if (one == bits::OPTIONAL) != (other == bits::OPTIONAL) {
        "; unwrap the optional first: `.orValue(…)`"
    } else if pair & bits::NULL != 0 {
        "; ask whether a field is set with `has(…)`"
    } else if pair == bits::DURATION | bits::STRING {
        "; write durations as Go does: `duration('1h30m')`"
    } else if pair == bits::TIMESTAMP | bits::STRING {
        "; write timestamps as RFC 3339 does: `timestamp('2026-01-31T00:00:00Z')`"
    } else if pair & bits::OBJECT != 0 {
        "; compare a field of the object, or ask with `has(…)` which is set"
    } else if pair & (bits::LIST | bits::MAP) != 0 && pair & (bits::INT | bits::UINT) != 0 {
        "; ask for the size of a list or map with `.size()`"
    } else {
        "; both sides must be of one type; convert one"
    })
}

const fn not_in(message: Message, known: &[Type], left: Type, right: Type) -> Message {
    if right.bits() & (bits::LIST | bits::MAP) != 0 {
        return ty(
            ty(message.text("`in` cannot find "), known, left).text(" in "),
            known,
            right,
        )
        .text("; both sides must be of one type; convert one");
    }
    let message = ty(
        message.text("`in` needs a list or map on its right, but this is "),
        known,
        right,
    );
    message.text(match (left.bits(), right.bits()) {
        (bits::STRING, bits::STRING) => "; find a text in a text with `text.contains(part)`",
        (_, bits::OPTIONAL) => "; unwrap the optional first: `.orValue([])`",
        _ => "",
    })
}

/// How to make a condition of a value.
const fn as_bool(message: Message, of: Type) -> Message {
    message.text(match of.bits() {
        bits::OPTIONAL => "; ask it with `.hasValue()`, or unwrap it with `.orValue(false)`",
        bits::STRING => "; compare it: `… == 'a'`",
        bits::INT | bits::UINT | bits::DOUBLE => "; compare it: `… > 0`",
        bits::LIST | bits::MAP => "; ask for its size: `….size() > 0`",
        bits::OBJECT => "; compare a field of it",
        _ => "; compare it with something",
    })
}

const fn no_such_text(message: Message, of: Type, text: &'static str) -> Message {
    let Form::Texts(texts) = of.form else {
        return message;
    };
    let message = message
        .name(text)
        .text(" is not a value of ")
        .name(name_of_texts(texts))
        .text(", so the comparison always has the same result");
    let mut meant = Meant::new(text);
    let mut index = 0;
    while let Some(name) = text_at(texts, index) {
        meant = meant.or(name);
        index += 1;
    }
    if meant.has_guess() {
        return meant.say(message);
    }
    let mut message = message.text("; its values are ");
    index = 0;
    while let Some(name) = text_at(texts, index) {
        if index == NAMES {
            return message.text(" and others");
        }
        message = message.text(if index > 0 { ", " } else { "" }).name(name);
        index += 1;
    }
    message
}

const fn name_of_texts(texts: Texts) -> &'static str {
    match texts {
        Texts::Enum(name, _) | Texts::Tags(name, _) | Texts::Members(name, _) => name,
    }
}

const fn text_at(texts: Texts, index: usize) -> Option<&'static str> {
    match texts {
        Texts::Enum(_, values) => match values.split_at_checked(index) {
            Some((_, [EnumValue { name, .. }, ..])) => Some(name),
            _ => None,
        },
        Texts::Tags(_, variants) => match variants.split_at_checked(index) {
            Some((_, [Variant { name, .. }, ..])) => Some(name),
            _ => None,
        },
        Texts::Members(_, members) => match members.split_at_checked(index) {
            Some((_, [UnionMember { value, .. }, ..])) => Some(value),
            _ => None,
        },
    }
}

const fn no_overload(message: Message, known: &[Type], call: RulePart) -> Message {
    let RulePart::Call(style, name, arguments, _, _) = call else {
        return message;
    };
    let (style, receiver, given) = match (style, arguments) {
        (RuleCall::Operator, [left, right]) => {
            return operands(message, known, name, part(known, *left), part(known, *right));
        }
        (RuleCall::Operator, [only, ..]) => {
            return ty(
                message.name(name).text(" does not take "),
                known,
                part(known, *only),
            );
        }
        (RuleCall::Method, [receiver, given @ ..]) => (style, part(known, *receiver), given),
        (_, given) => (RuleCall::Function, Type::UNKNOWN, given),
    };
    let is_method = matches!(style, RuleCall::Method);
    let message = if is_method {
        ty(message, known, receiver).text(" has no `")
    } else {
        message.text("there is no `")
    };
    let mut message = message.text(name).text("(");
    let mut rest = given;
    let mut separator = "";
    while let [argument, tail @ ..] = rest {
        message = bare(message.text(separator), known, part(known, *argument));
        separator = ", ";
        rest = tail;
    }
    let message = message.text(")`");
    if is_method && same(name, "contains") && receiver.bits() & (bits::LIST | bits::MAP) != 0 {
        message.text("; ask a list or map with `in`: `x in list`")
    } else {
        message
    }
}

const fn two(message: Message, known: &[Type], left: Type, right: Type) -> Message {
    ty(ty(message, known, left).text(" and "), known, right)
}

/// The message with the name of a type in backticks.
const fn ty(message: Message, known: &[Type], ty: Type) -> Message {
    bare(message.text("`"), known, ty).text("`")
}

/// The message with the name of a type.
const fn bare(message: Message, known: &[Type], ty: Type) -> Message {
    let mut message = message;
    let mut ty = ty;
    let mut open = 0;
    while open < 6 {
        if ty.optional > 0 {
            message = message.text("optional_type(");
            ty = ty.unwrapped();
            open += 1;
            continue;
        }
        let name = match ty.form {
            Form::Unknown => "dyn",
            Form::Known(_, name) | Form::Fields(name, _) => name,
            Form::Texts(_) => "string",
            Form::Object(shape) => shape.name,
            Form::Resource(_) => "object",
            Form::Metadata => "metadata",
            Form::ListOf(_) | Form::Collection(..) => {
                message = message.text(if ty.bits() == bits::MAP {
                    "map(string, "
                } else {
                    "list("
                });
                ty = super::select::elements(known, ty);
                open += 1;
                continue;
            }
        };
        message = message.text(name);
        break;
    }
    while open > 0 {
        message = message.text(")");
        open -= 1;
    }
    message
}

/// The message with the line of a text that holds a span, and carets below the span.
const fn excerpt(message: Message, source: &'static str, span: RuleSpan) -> Message {
    let bytes = source.as_bytes();
    let (start, end) = (span.0, span.1);
    let (mut from, mut to) = (0, bytes.len());
    let mut at = 0;
    let mut rest = bytes;
    while let [byte, tail @ ..] = rest {
        if *byte == b'\n' {
            if at < start {
                from = at + 1;
            } else {
                to = at;
                break;
            }
        }
        at += 1;
        rest = tail;
    }
    let end = if end < to { end } else { to };
    let mut before = "";
    let mut after = "";
    if to - from > LINE {
        if start > from + LINE / 2 {
            from = start - LINE / 2;
            before = "…";
        }
        if to > from + LINE {
            to = from + LINE;
            after = "…";
        }
        // Not within a character.
        while from < start && !source.is_char_boundary(from) {
            from += 1;
        }
        while to < bytes.len() && !source.is_char_boundary(to) {
            to += 1;
        }
    }
    let end = if end < to { end } else { to };
    let (Some(line), Some(indent), Some(marked)) = (
        part_of(source, from, to),
        part_of(source, from, start),
        part_of(source, start, end),
    ) else {
        return message;
    };
    let message = message
        .text("\n  ")
        .text(before)
        .text(line)
        .text(after)
        .text("\n  ");
    let message = repeat(message, " ", characters(before) + characters(indent));
    let width = characters(marked);
    repeat(message, "^", if width == 0 { 1 } else { width })
}

const fn repeat(message: Message, text: &str, count: usize) -> Message {
    let mut message = message;
    let mut count = count;
    while count > 0 {
        message = message.text(text);
        count -= 1;
    }
    message
}

const fn part_of(text: &'static str, from: usize, to: usize) -> Option<&'static str> {
    match text.split_at_checked(to) {
        Some((head, _)) => match head.split_at_checked(from) {
            Some((_, part)) => Some(part),
            None => None,
        },
        None => None,
    }
}
