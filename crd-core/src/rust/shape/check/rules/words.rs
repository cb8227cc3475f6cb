//! Composes the message of an error in a rule, with the line of the expression and carets below it.
//!
//! The wording repeats that of crd-cel (`crd-cel/src/description`), which a constant cannot format.

use super::types::{CelShape, TextChoices, Type, part};
use super::{RuleCall, RuleChoice, RuleMistake, RulePart, RulePurpose, RuleSpan, bits};
use crate::rust::shape::check::json_type;
use crate::rust::shape::check::members::{find, find_field};
use crate::rust::shape::check::resolve::resolve;
use crate::rust::shape::check::text::{Message, Suggestion, characters, is_in_snake_case, same};
use crate::rust::shape::check::walk::FoundMember;
use crate::rust::shape::{EnumValue, Field, Kind, UnionMember, Variant};

/// Maximum number of names that a message lists.
const NAMES: usize = 8;
/// Maximum length of a line; of longer lines, only the part around the error is shown.
const LINE: usize = 140;

/// Adds an error to the message.
#[inline]
pub(super) const fn add(
    before: Option<Message>,
    mistake: RuleMistake,
    known: &[Type],
    purpose: RulePurpose,
    source: &'static str,
    span: RuleSpan,
) -> Message {
    let before = match before {
        Some(message) => message.text("\n"),
        None => Message::NEW,
    };
    let words = words(mistake, known, purpose);
    excerpt(
        before.text(words.as_str()).text(code(mistake, purpose)),
        source,
        span,
    )
}

#[inline]
const fn code(mistake: RuleMistake, purpose: RulePurpose) -> &'static str {
    match (purpose, mistake) {
        (_, RuleMistake::NoSuchText(..)) => code!(CEL_NEVER_EQUAL),
        (_, RuleMistake::NotEverywhere(_)) => code!(CHANNEL_ABSENT),
        (RulePurpose::Message, _) => code!(MESSAGE_EXPRESSION),
        (RulePurpose::FieldPath, _) => code!(RULE_FIELD_PATH),
        (RulePurpose::Rule, RuleMistake::NoField(..) | RuleMistake::Untyped(_)) => code!(CEL_UNDEFINED_FIELD),
        (
            RulePurpose::Rule,
            RuleMistake::NotIndexed(..)
            | RuleMistake::Operands(..)
            | RuleMistake::NotIn(..)
            | RuleMistake::Branches(..)
            | RuleMistake::NoOverload(_),
        ) => code!(CEL_NO_OVERLOAD),
        (RulePurpose::Rule, RuleMistake::Result(_)) => code!(CEL_NOT_BOOL),
        (RulePurpose::Rule, _) => code!(CEL_TYPE),
    }
}

#[inline]
const fn words(mistake: RuleMistake, known: &[Type], purpose: RulePurpose) -> Message {
    match mistake {
        RuleMistake::NoField(of, name) => no_field(known, of, name),
        RuleMistake::NotEverywhere(name) => message!(
            "some outputs contain this rule but not `{}`; add the same `channel` or `feature_gate` to the \
             rule",
            [name]
        ),
        RuleMistake::Untyped(name) => message!(
            "rules cannot use `{}`, because it can have any value; give it a type, or remove it from the \
             rule",
            [name]
        ),
        RuleMistake::NotSelectable(of, name) => not_selectable(known, of, name),
        RuleMistake::NotARange(of) => message!(
            "only lists and maps have elements, but this is `{}`",
            [ty(known, of).as_str()]
        ),
        RuleMistake::NotIndexed(of, by) => not_indexed(known, of, by),
        RuleMistake::Operands(sign, left, right) => operands(known, sign, left, right),
        RuleMistake::NotIn(left, right) => not_in(known, left, right),
        RuleMistake::NotACondition(of) => message!(
            "this must be `bool`, but it is `{}`{}",
            [ty(known, of).as_str(), as_bool(of)]
        ),
        RuleMistake::Branches(choice, yes, no) => message!(
            "{}, but these are `{}` and `{}`; {}",
            [
                match choice {
                    RuleChoice::Condition => "both results of `? :` must have the same type",
                    RuleChoice::OrValue => "`orValue` needs a value of the same type",
                },
                ty(known, yes).as_str(),
                ty(known, no).as_str(),
                if yes.bits() == bits::BOOL || no.bits() == bits::BOOL {
                    "make both `bool`"
                } else {
                    "convert one"
                }
            ]
        ),
        RuleMistake::NoSuchText(of, text) => no_such_text(of, text),
        RuleMistake::NoOverload(call) => no_overload(known, call),
        RuleMistake::Result(of) => match purpose {
            RulePurpose::Message => message!(
                "a message expression must return `string`, but this returns `{}`; {}",
                [ty(known, of).as_str(), as_string(of)]
            ),
            _ => message!(
                "a rule must return `bool`, but this returns `{}`{}",
                [ty(known, of).as_str(), as_bool(of)]
            ),
        },
    }
}

#[inline]
const fn no_field(known: &[Type], of: Type, name: &'static str) -> Message {
    let way_out = match of.form {
        CelShape::Object(shape) => {
            let (_, meant) = find(shape, name, Suggestion::new(name));
            match shape.kind {
                Kind::Object(fields) => among(fields, name, meant),
                _ => meant.message(),
            }
        }
        CelShape::Fields(_, fields) => among(fields, name, find_field(fields, name, Suggestion::new(name)).1),
        CelShape::Resource(_) if same(name, "status") => {
            message!("; declare the type of the status with `status = …`")
        }
        CelShape::Resource(root) => {
            let meant = Suggestion::new(name)
                .or("spec")
                .or("metadata")
                .or("kind")
                .or("apiVersion");
            match root.status {
                Some(_) => meant.or("status").message(),
                None => meant.message(),
            }
        }
        CelShape::Metadata => message!("; rules can only use `name` and `generateName` of it"),
        _ => Message::NEW,
    };
    message!(
        "no field `{}` on `{}`{}",
        [name, ty(known, of).as_str(), way_out.as_str()]
    )
}

/// Explains that the field is flattened, or returns a suggestion or a list of the existing names.
#[inline]
const fn among(fields: &'static [Field], name: &str, meant: Suggestion) -> Message {
    each!(for field in fields {
        if field.flatten && (same(field.name, name) || is_in_snake_case(field.name, name)) {
            return match resolve(field.shape).kind {
                Kind::Object([member, ..]) if !member.flatten => message!(
                    ", because it is flattened; use its members directly, such as `{}`",
                    [member.name]
                ),
                _ => message!(", because it is flattened; use its members directly"),
            };
        }
    });
    or_list(meant, fields)
}

/// Returns a suggestion, or else a list of the existing names.
#[inline]
const fn or_list(meant: Suggestion, fields: &'static [Field]) -> Message {
    if meant.has_guess() || fields.is_empty() {
        return meant.message();
    }
    let mut message = message!("; it has ");
    let mut count = 0;
    let mut has_others = false;
    each!(for field in fields {
        if field.flatten {
            has_others = true;
        } else if count == NAMES {
            return message.text(" and others");
        } else {
            message = listed(message, count, field.name);
            count += 1;
        }
    });
    match (count, has_others) {
        (0, _) => Message::NEW,
        (_, true) => message.text(" and others"),
        _ => message,
    }
}

/// Adds a name of a list to the message.
#[inline]
const fn listed(message: Message, count: usize, name: &str) -> Message {
    message
        .text(if count > 0 { ", `" } else { "`" })
        .text(name)
        .text("`")
}

#[inline]
const fn not_selectable(known: &[Type], of: Type, name: &'static str) -> Message {
    let sized = bits::LIST | bits::STRING | bits::BYTES;
    let way_out =
        if of.bits() & sized != 0 && (same(name, "size") || same(name, "length") || same(name, "len")) {
            message!("; call the function: `.size()`")
        } else if of.bits() == bits::LIST {
            match super::select::elements(known, of).form {
                CelShape::Object(shape)
                    if matches!(find(shape, name, Suggestion::new(name)).0, FoundMember::Missing) =>
                {
                    message!("; write `list.all(x, condition)` for its elements")
                }
                CelShape::Object(_) => message!("; its elements have fields: `.all(x, x.{} …)`", [name]),
                _ => message!("; write `list.all(x, condition)` for its elements"),
            }
        } else {
            message!("; a rule on a field only sees this field; one about several belongs on their type")
        };
    message!(
        "`{}` has no fields, so `{}` does not exist{}",
        [ty(known, of).as_str(), name, way_out.as_str()]
    )
}

#[inline]
const fn not_indexed(known: &[Type], of: Type, by: Type) -> Message {
    let (indexed, index) = (ty(known, of), ty(known, by));
    match of.bits() {
        bits::LIST => message!("a list is indexed by `int`, but this is `{}`", [index.as_str()]),
        bits::MAP => message!(
            "the keys of `{}` are not of type `{}`",
            [indexed.as_str(), index.as_str()]
        ),
        _ => message!(
            "`{}` has no elements that `[…]` could select{}",
            [
                indexed.as_str(),
                if by.bits() == bits::STRING {
                    "; select a field with a dot: `self.field`"
                } else {
                    ""
                }
            ]
        ),
    }
}

#[inline]
const fn operands(known: &[Type], sign: &str, left: Type, right: Type) -> Message {
    message!(
        "`{}` cannot be applied to `{}` and `{}`{}",
        [
            sign,
            ty(known, left).as_str(),
            ty(known, right).as_str(),
            both_sides(sign, left, right)
        ]
    )
}

/// Returns the suggestion for the operands of an operator.
#[inline]
const fn both_sides(sign: &str, left: Type, right: Type) -> &'static str {
    let (one, other) = (left.bits(), right.bits());
    let pair = one | other;
    if (one == bits::OPTIONAL) != (other == bits::OPTIONAL) {
        "; unwrap the optional first: `.orValue(…)`"
    } else if pair & bits::NULL != 0 {
        "; to test whether a field is set, use `has(…)`"
    } else if pair == bits::BOOL | bits::STRING && matches!(sign.as_bytes(), [b'=' | b'!', ..]) {
        "; `true` and `false` have no quotes, and `!` binds tighter: write `a != b` for `!a == b`"
    } else if pair == bits::DURATION | bits::STRING {
        "; convert the `string`: `duration(…)`"
    } else if pair == bits::TIMESTAMP | bits::STRING {
        "; convert the `string`: `timestamp(…)`"
    } else if pair & bits::OBJECT != 0 {
        "; compare a field of the object, or test with `has(…)` which field is set"
    } else if pair & (bits::LIST | bits::MAP) != 0 && pair & (bits::INT | bits::UINT) != 0 {
        "; get the size of a list or map with `.size()`"
    } else if one & other & (bits::LIST | bits::MAP) != 0 && matches!(sign.as_bytes(), [b'<' | b'>', ..]) {
        "; lists and maps have no order; compare their sizes: `a.size() < b.size()`"
    } else {
        "; both sides must have the same type; convert one"
    }
}

#[inline]
const fn not_in(known: &[Type], left: Type, right: Type) -> Message {
    let (element, collection) = (ty(known, left), ty(known, right));
    if right.bits() & (bits::LIST | bits::MAP) != 0 {
        let is_of_objects = super::select::elements(known, right).bits() == bits::OBJECT;
        return message!(
            "`in` cannot find `{}` in `{}`; {}",
            [
                element.as_str(),
                collection.as_str(),
                if is_of_objects && right.bits() == bits::LIST {
                    "compare a field of the objects: `list.exists(x, x.name == …)`"
                } else {
                    "both sides must have the same type; convert one"
                }
            ]
        );
    }
    let way_out = match (left.bits(), right.bits()) {
        (bits::STRING, bits::STRING) => "; to find a substring, use `text.contains(part)`",
        (_, bits::OPTIONAL) => "; unwrap the optional first: `.orValue([])`",
        _ => "",
    };
    message!(
        "`in` needs a list or map on its right, but this is `{}`{}",
        [collection.as_str(), way_out]
    )
}

/// Returns the suggestion for turning a value into a condition.
#[inline]
const fn as_bool(of: Type) -> &'static str {
    match of.bits() {
        bits::OPTIONAL => "; test it with `.hasValue()`, or unwrap it with `.orValue(false)`",
        bits::STRING => "; compare it: `… == 'a'`",
        bits::INT | bits::UINT | bits::DOUBLE => "; compare it: `… > 0`",
        bits::LIST | bits::MAP => "; compare its size: `….size() > 0`",
        bits::OBJECT => {
            "; compare a field of it; if it is an optional field, test whether it is set: `has(…)`"
        }
        _ => "; compare it with something",
    }
}

/// Returns the suggestion for turning a value into a text.
#[inline]
const fn as_string(of: Type) -> &'static str {
    match of.bits() {
        bits::OPTIONAL => "unwrap it: `.orValue('')`",
        bits::LIST | bits::MAP => "format it: `'%s'.format([…])`",
        bits::OBJECT => "write a text with its fields, such as `'%s'.format([self.field])`",
        _ => "wrap it in `string(…)`",
    }
}

#[inline]
const fn no_such_text(of: Type, text: &'static str) -> Message {
    let CelShape::Texts(texts) = of.form else {
        return Message::NEW;
    };
    let message = message!(
        "`{}` is not a value of `{}`, so the comparison always has the same result",
        [text, name_of_texts(texts)]
    );
    let mut meant = Suggestion::new(text);
    let mut index = 0;
    while let Some(name) = text_at(texts, index) {
        meant = meant.or(name);
        index += 1;
    }
    if meant.has_guess() {
        return message.text(meant.text().as_str());
    }
    let mut message = message.text("; its values are ");
    index = 0;
    while let Some(name) = text_at(texts, index) {
        if index == NAMES {
            return message.text(" and others");
        }
        message = listed(message, index, name);
        index += 1;
    }
    message
}

#[inline]
const fn name_of_texts(texts: TextChoices) -> &'static str {
    match texts {
        TextChoices::Enum(name, _) | TextChoices::Tags(name, _) | TextChoices::MemberWalk(name, _) => name,
    }
}

#[inline]
const fn text_at(texts: TextChoices, index: usize) -> Option<&'static str> {
    match texts {
        TextChoices::Enum(_, values) => match values.split_at_checked(index) {
            Some((_, [EnumValue { name, .. }, ..])) => Some(name),
            _ => None,
        },
        TextChoices::Tags(_, variants) => match variants.split_at_checked(index) {
            Some((_, [Variant { name, .. }, ..])) => Some(name),
            _ => None,
        },
        TextChoices::MemberWalk(_, members) => match members.split_at_checked(index) {
            Some((_, [UnionMember { value, .. }, ..])) => Some(value),
            _ => None,
        },
    }
}

#[inline]
const fn no_overload(known: &[Type], call: RulePart) -> Message {
    let RulePart::Call(style, name, arguments, _, _) = call else {
        return Message::NEW;
    };
    let (receiver, given) = match (style, arguments) {
        (RuleCall::Operator, [left, right]) => {
            return operands(known, name, part(known, *left), part(known, *right));
        }
        (RuleCall::Operator, [only, ..]) => {
            return message!(
                "`{}` cannot be applied to `{}`",
                [name, ty(known, part(known, *only)).as_str()]
            );
        }
        (RuleCall::Method, [receiver, given @ ..]) => (Some(part(known, *receiver)), given),
        (_, given) => (None, given),
    };
    let mut types = Message::NEW;
    let mut separator = "";
    each!(for argument in given {
        types = types
            .text(separator)
            .text(ty(known, part(known, *argument)).as_str());
        separator = ", ";
    });
    match receiver {
        None => message!(
            "there is no function `{}({})`{}",
            [name, types.as_str(), of_std(known, name, given)]
        ),
        Some(receiver) => message!(
            "`{}` has no `{}({})`{}",
            [
                ty(known, receiver).as_str(),
                name,
                types.as_str(),
                if same(name, "contains") && receiver.bits() & (bits::LIST | bits::MAP) != 0 {
                    "; to search a list or map, use `in`: `x in list`"
                } else {
                    ""
                }
            ]
        ),
    }
}

/// Returns the type to use instead of one of the standard library that is an object in JSON.
#[inline]
const fn of_std(known: &[Type], function: &str, arguments: &[usize]) -> &'static str {
    if let [argument] = arguments
        && let CelShape::Object(shape) = part(known, *argument).form
        && same(function, "duration")
    {
        json_type::of_std(shape)
    } else {
        ""
    }
}

/// Returns the name of a type.
#[inline]
const fn ty(known: &[Type], ty: Type) -> Message {
    let mut message = Message::NEW;
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
            CelShape::Unknown => "dyn",
            CelShape::Known(_, name) | CelShape::Fields(name, _) => name,
            CelShape::Texts(_) => "string",
            CelShape::Object(shape) => shape.name,
            CelShape::Resource(_) => "object",
            CelShape::Metadata => "metadata",
            CelShape::ListOf(_) | CelShape::Collection(..) => {
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
    repeat(message, ")", open)
}

/// Adds the source line that contains a span, and carets below the span.
#[inline]
const fn excerpt(message: Message, source: &'static str, span: RuleSpan) -> Message {
    let bytes = source.as_bytes();
    let (start, end) = (span.0, span.1);
    let (mut from, mut to) = (0, bytes.len());
    let mut at = 0;
    each!(for byte in bytes {
        if *byte == b'\n' {
            if at < start {
                from = at + 1;
            } else {
                to = at;
                break;
            }
        }
        at += 1;
    });
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

#[inline]
const fn repeat(message: Message, text: &str, count: usize) -> Message {
    let mut message = message;
    let mut count = count;
    while count > 0 {
        message = message.text(text);
        count -= 1;
    }
    message
}

#[inline]
const fn part_of(text: &'static str, from: usize, to: usize) -> Option<&'static str> {
    match text.split_at_checked(to) {
        Some((head, _)) => match head.split_at_checked(from) {
            Some((_, part)) => Some(part),
            None => None,
        },
        None => None,
    }
}
