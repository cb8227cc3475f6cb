//! Follows the paths of printer columns, selectable fields and the scale subresource through the types.

use super::CheckResult;
use super::json_type::{JsonType, describe};
use super::members::{find, has, why_missing};
use super::resolve::{is_open, resolve};
use super::text::{Message, NamePath, Suggestion, same};
use super::walk::FoundMember;
use crate::rust::shape::{Attrs, Channel, Channels, Field, Kind, Shape, When};

/// The types at which the paths of a resource start.
#[derive(Clone, Copy, Debug)]
pub struct Root {
    /// The spec.
    pub spec: &'static Shape,
    /// The status.
    pub status: Option<&'static Shape>,
    /// Whether the fields of the spec are those of the object.
    pub flatten: bool,
    /// The channels and feature gates with which the resource exists.
    pub when: &'static When,
}

/// Checks that the path of a printer column leads to a field whose values a column of this type can show; an empty type
/// is not compared. `[]` and `[*]` in the path are brackets after a list.
#[inline]
pub const fn column(root: Root, path: NamePath, type_: &'static str) -> CheckResult {
    match walk(root, path, code!(PATH_UNKNOWN)) {
        Ok(Some(shape)) => shows(shape, path, type_),
        Ok(None) => Ok(()),
        Err(message) => Err(message),
    }
}

/// Checks that a column of this type can show the values of a field.
#[inline]
pub const fn column_of_field(field: &'static Field, type_: &'static str) -> CheckResult {
    if is_open(field.attrs) {
        return Ok(());
    }
    shows(field.shape, &[], type_)
}

/// Checks the type of a column: columns show values of their own type, and string columns show any value.
#[inline]
const fn shows(shape: &'static Shape, path: NamePath, type_: &'static str) -> CheckResult {
    if type_.is_empty() || same(type_, "string") {
        return Ok(());
    }
    let inner = resolve(shape);
    let fits = match JsonType::of(inner) {
        JsonType::Boolean => same(type_, "boolean"),
        JsonType::Integer | JsonType::Number => same(type_, "integer") || same(type_, "number"),
        JsonType::String => same(type_, "date"),
        JsonType::IntOrString | JsonType::EnumWithoutFields | JsonType::Any | JsonType::Unknown => true,
        _ => false,
    };
    if fits || is_open(inner.attrs) {
        Ok(())
    } else {
        Err(other_type(inner, path, type_))
    }
}

#[inline]
const fn other_type(shape: &'static Shape, path: NamePath, type_: &'static str) -> Message {
    let start = match path {
        [] => message!("this column is always empty: its type is"),
        _ => message!(
            "`{}` is always empty: the type of the column is",
            [Message::path(path).as_str()]
        ),
    };
    let fitting = match JsonType::of(shape) {
        JsonType::Boolean => "boolean",
        JsonType::Integer => "integer",
        JsonType::Number => "number",
        _ => "string",
    };
    message!(
        COLUMN_TYPE_MISMATCH,
        "{} `{}`, but the field is {}; write `type_ = \"{}\"`",
        [start.as_str(), type_, describe(shape), fitting]
    )
}

/// Checks that the fields of a spec that `flatten` puts at the root of the object are none of the root's own.
#[inline]
pub const fn flat_root(root: Root) -> CheckResult {
    let own: &[_] = &["apiVersion", "kind", "metadata", "status"];
    each!(for name in own {
        if has(root.spec, name) {
            return Err(message!(
                PROPERTY_DUPLICATE,
                "`flatten` puts the fields of `{}` beside `metadata`, but its field `{}` is one of the object itself; rename \
                 it, or remove `flatten`",
                [resolve(root.spec).name, *name]
            ));
        }
    });
    Ok(())
}

/// Checks that the path of a selectable field leads to a string, boolean or integer (CRD-51, CRD-53).
#[inline]
pub const fn selectable(root: Root, path: NamePath) -> CheckResult {
    match walk(root, path, code!(SELECTABLE_PATH)) {
        Ok(Some(shape)) => match JsonType::of(shape) {
            JsonType::Boolean
            | JsonType::Integer
            | JsonType::String
            | JsonType::StringEnum
            | JsonType::Unknown => Ok(()),
            _ => Err(message!(
                SELECTABLE_TYPE,
                "a selectable field must be a string, boolean or integer, but `{}` is {}",
                [Message::path(path).as_str(), describe(shape)]
            )),
        },
        Ok(None) => Ok(()),
        Err(message) => Err(message),
    }
}

/// Checks that a field with `selectable` is a string, boolean or integer (CRD-53).
#[inline]
pub const fn selectable_field(field: &'static Field) -> CheckResult {
    let shape = field.shape;
    if is_open(field.attrs) || is_open(resolve(shape).attrs) {
        return Ok(());
    }
    match JsonType::of(resolve(shape)) {
        JsonType::Boolean
        | JsonType::Integer
        | JsonType::String
        | JsonType::StringEnum
        | JsonType::Unknown => Ok(()),
        _ => Err(message!(
            SELECTABLE_TYPE,
            "a selectable field must be a string, boolean or integer, but `{}` is {}",
            [field.name, describe(shape)]
        )),
    }
}

/// Checks that a crate declares the channels that it uses.
#[inline]
pub const fn declared(channel: Channel) -> CheckResult {
    if channel.of.names.is_empty() {
        return Err(message!(
            CHANNEL_ABSENT,
            "no channels are declared; write `crd_core::channels! { standard, experimental }` at the root of the crate"
        ));
    }
    Ok(())
}

/// Whether a channel is the first, unless the order of the channels is reported.
#[inline]
const fn is_first(channel: Channel) -> bool {
    matches!(channel.of.position(channel.name), Some(0)) && in_order(channel.of).is_ok()
}

/// Checks that parts that end with a channel exist in some channel.
#[inline]
pub const fn ends_before(channel: Channel) -> CheckResult {
    attempt!(declared(channel));
    if is_first(channel) {
        return Err(message!(
            CHANNEL_ABSENT,
            "no channel is before `{}`, the first of `channels!`, so nothing would have this",
            [channel.name]
        ));
    }
    Ok(())
}

/// Checks that attributes of only some channels are not those of all.
#[inline]
pub const fn only_since(channel: Channel) -> CheckResult {
    attempt!(declared(channel));
    if is_first(channel) {
        return Err(message!(
            CHANNEL_ABSENT,
            "`{}` is the first of `channels!`, and the others have all that it has, so these attributes hold in all outputs: \
             write `before = …` with the channel that no longer has them, or write them without `only`",
            [channel.name]
        ));
    }
    Ok(())
}

/// Checks that the channels of a crate begin with the most stable one, as far as their statuses show.
#[inline]
pub const fn in_order(channels: &'static Channels) -> CheckResult {
    let [(status, channel), others @ ..] = channels.statuses else {
        return Ok(());
    };
    if channels.names.len() > 1 && same(status, "alpha") && matches!(channels.position(channel), Some(0)) {
        return Err(message!(
            CHANNEL_ABSENT,
            "all channels have the alpha parts of `{}`, the first; write the most stable channel first",
            [*channel]
        ));
    }
    let (mut earlier, mut rest) = (*channel, others);
    let mut has_alpha = same(status, "alpha");
    while let [(status, channel), more @ ..] = rest {
        if has_alpha && same(status, "beta") && !same(channel, earlier) {
            return Err(message!(
                CHANNEL_ABSENT,
                "`{}` has the beta parts, but `{}` before it has the alpha parts; write the most stable channel first",
                [*channel, earlier]
            ));
        }
        if same(status, "alpha") {
            (has_alpha, earlier) = (true, *channel);
        }
        rest = more;
    }
    Ok(())
}

/// Checks that a rule only uses fields of its own struct that exist wherever the rule does.
#[inline]
pub const fn in_channel(rule: &When, field: &When, name: &'static str) -> CheckResult {
    if field.includes(rule) {
        return Ok(());
    }
    Err(message!(
        CHANNEL_ABSENT,
        "some channels contain this rule but not `{}`; restrict the rule to the channel of the field",
        [name]
    ))
}

/// Checks that `required(…)` in `any_of(…)` and other junctors only names fields that exist wherever the type does.
#[inline]
pub const fn required(shape: &'static Shape, attrs: &'static Attrs, name: &'static str) -> CheckResult {
    match find(resolve(shape), name, Suggestion::NOTHING).0 {
        FoundMember::Field(field) if !field.attrs.when.includes(attrs.when) => Err(message!(
            CHANNEL_ABSENT,
            "`required` lists `{}`, which some outputs do not have; require it only in the others, or \
             remove its `channel` or `feature_gate`",
            [name]
        )),
        _ => Ok(()),
    }
}

/// Checks that a replicas path leads to an integer.
#[inline]
pub const fn replicas(root: Root, path: NamePath) -> CheckResult {
    if lacks_spec(root, path) {
        return Err(no_spec_for_scale(root, path));
    }
    match walk(root, path, code!(PATH_UNKNOWN)) {
        Ok(Some(shape)) => match JsonType::of(shape) {
            JsonType::Integer | JsonType::Any | JsonType::Unknown => Ok(()),
            _ => Err(message!(
                PATH_UNKNOWN,
                "a number of replicas must be an integer, but `{}` is {}",
                [Message::path(path).as_str(), describe(shape)]
            )),
        },
        Ok(None) => Ok(()),
        Err(message) => Err(message),
    }
}

/// Checks that a label selector path leads to a string.
#[inline]
pub const fn selector(root: Root, path: NamePath) -> CheckResult {
    if lacks_spec(root, path) {
        return Err(no_spec_for_scale(root, path));
    }
    match walk(root, path, code!(PATH_UNKNOWN)) {
        Ok(Some(shape)) => match JsonType::of(shape) {
            JsonType::String | JsonType::Any | JsonType::Unknown => Ok(()),
            _ => Err(message!(
                PATH_UNKNOWN,
                "the label selector of `scale` must be a string (the serialized selector), but `{}` is {}",
                [Message::path(path).as_str(), describe(shape)]
            )),
        },
        Ok(None) => Ok(()),
        Err(message) => Err(message),
    }
}

/// Checks that the path of `at(…)` leads to a node of the type.
#[inline]
pub const fn at(shape: &'static Shape, path: NamePath) -> CheckResult {
    match below(shape, path) {
        Ok(_) => Ok(()),
        Err((owner, name)) => Err(not_below(owner, name)),
    }
}

/// Returns the shape at the path of `at(…)`, or that of any value if it is not known here.
#[inline]
pub const fn shape_at(shape: &'static Shape, path: NamePath) -> &'static Shape {
    match below(shape, path) {
        Ok(Some(shape)) => shape,
        _ => Field::PLAIN.shape,
    }
}

/// Returns the attributes of the `index`th `at(…)`.
#[inline]
pub const fn attrs_at(attrs: &'static Attrs, index: usize) -> &'static Attrs {
    match attrs.at.split_at_checked(index) {
        Some((_, [(_, attrs), ..])) => attrs,
        _ => &Attrs::NONE,
    }
}

/// Returns the shape below another one, `None` if its type is not known here, or the shape and the name where the path ends.
/// In a path, `[]` stands for the elements of a list, and `*` for the values of a map.
#[inline]
const fn below(
    shape: &'static Shape,
    path: NamePath,
) -> Result<Option<&'static Shape>, (&'static Shape, &'static str)> {
    let mut shape = shape;
    each!(for name in path {
        let owner = resolve(shape);
        if is_open(owner.attrs) {
            return Ok(None);
        }
        shape = match (owner.kind, find(owner, name, Suggestion::NOTHING).0) {
            (Kind::Array(items) | Kind::Set(items), _) if same(name, "[]") => items,
            (Kind::Map(values), _) if same(name, "*") => values,
            (_, FoundMember::Field(field)) if is_open(field.attrs) => return Ok(None),
            (_, FoundMember::Field(field)) => field.shape,
            (_, FoundMember::Content(content)) => content,
            (_, FoundMember::Tag | FoundMember::Open | FoundMember::Untyped(_)) => return Ok(None),
            (_, FoundMember::Missing) => {
                return match JsonType::of(owner) {
                    JsonType::Any | JsonType::Unknown => Ok(None),
                    _ => Err((owner, name)),
                };
            }
        };
    });
    Ok(Some(shape))
}

/// Returns the shape at the end of a path; `None` if its type is not known here.
#[inline]
const fn walk(root: Root, path: NamePath, code: &str) -> Result<Option<&'static Shape>, Message> {
    let [first, rest @ ..] = path else {
        return Ok(None);
    };
    let (mut shape, names) = if same(first, "status")
        && let Some(status) = root.status
    {
        (status, rest)
    } else if same(first, "metadata") || same(first, "apiVersion") || same(first, "kind") {
        return Ok(None);
    } else if root.flatten && lacks_spec(root, path) {
        return Err(no_spec(root, path).text(code));
    } else if root.flatten {
        (root.spec, path)
    } else if same(first, "spec") {
        (root.spec, rest)
    } else {
        return Err(no_start(first, path).text(code));
    };
    each!(for name in names {
        if same(name, "[]") || same(name, "[*]") {
            match JsonType::of(shape) {
                JsonType::List(items) => shape = items,
                JsonType::Any | JsonType::Unknown => return Ok(None),
                _ if same(name, "[*]") || is_open(shape.attrs) => return Ok(None),
                _ => return Err(no_list(shape, path).text(code)),
            }
            continue;
        }
        match find(shape, name, Suggestion::NOTHING).0 {
            FoundMember::Field(field) if !field.attrs.when.includes(root.when) => {
                return Err(not_everywhere(name, path));
            }
            FoundMember::Field(field) if is_open(field.attrs) => return Ok(None),
            FoundMember::Field(field) => shape = field.shape,
            FoundMember::Content(content) => shape = content,
            FoundMember::Tag | FoundMember::Open | FoundMember::Untyped(_) => return Ok(None),
            FoundMember::Missing => return Err(no_member(shape, name, path).text(code)),
        }
    });
    Ok(Some(shape))
}

/// Whether a path starts at a `spec` that objects do not have, because their root has the fields of the spec.
#[inline]
const fn lacks_spec(root: Root, path: NamePath) -> bool {
    match path {
        [first, ..] => root.flatten && same(first, "spec") && !has(root.spec, "spec"),
        [] => false,
    }
}

// The compiler reads the body of each function that it calls, so messages are composed in functions of their own.

#[inline]
const fn not_everywhere(name: &'static str, path: NamePath) -> Message {
    message!(
        CHANNEL_ABSENT,
        "`{}` contains `{}`, which some outputs do not have; write the attribute on the field itself, or \
         set the same channel on the resource",
        [Message::path(path).as_str(), name]
    )
}

#[inline]
const fn no_spec(root: Root, path: NamePath) -> Message {
    let meant = match path {
        [_, rest @ ..] => rest,
        [] => path,
    };
    message!(
        "`{}` does not exist: `flatten` puts the fields of `{}` beside `metadata`; write `{}`",
        [
            Message::path(path).as_str(),
            resolve(root.spec).name,
            Message::path(meant).as_str()
        ]
    )
}

#[inline]
const fn no_spec_for_scale(root: Root, path: NamePath) -> Message {
    message!(
        PATH_UNKNOWN,
        "`{}` does not exist: `flatten` puts the fields of `{}` beside `metadata`, but `scale` needs a path below \
         `.spec`; remove `flatten`, or put the field into a struct in a field named `spec`",
        [Message::path(path).as_str(), resolve(root.spec).name]
    )
}

#[inline]
const fn no_start(first: &'static str, path: NamePath) -> Message {
    if same(first, "status") {
        return message!(
            "`{}` needs a status, but the resource has none; declare its type with `status = …`",
            [Message::path(path).as_str()]
        );
    }
    let meant = Suggestion::new(first).or("spec").or("status").or("metadata");
    message!(
        "`{}` does not exist: it must start with `spec`, `status` or `metadata`, not `{}`{}",
        [Message::path(path).as_str(), first, meant.message().as_str()]
    )
}

#[inline]
const fn no_list(shape: &'static Shape, path: NamePath) -> Message {
    message!(
        "`{}` does not exist: brackets select elements of a list, but `{}` is {}",
        [Message::path(path).as_str(), resolve(shape).name, describe(shape)]
    )
}

#[inline]
const fn not_below(owner: &'static Shape, name: &'static str) -> Message {
    match owner.kind {
        _ if same(name, "[]") => message!(
            PATH_UNKNOWN,
            "`[]` stands for the elements of a list, but `{}` is {}",
            [owner.name, describe(owner)]
        ),
        Kind::Object(_) | Kind::Variants(..) | Kind::Union { .. } => {
            let why = why_missing(owner, name);
            message!(
                PATH_UNKNOWN,
                "`{}` is not a field of `{}`{}",
                [name, owner.name, why.as_str()]
            )
        }
        Kind::Array(_) | Kind::Set(_) => message!(
            PATH_UNKNOWN,
            "`{}` is a list: write `[]` before `.{}` for its elements",
            [owner.name, name]
        ),
        _ => message!(
            PATH_UNKNOWN,
            "`{}` leads nowhere, because `{}` is {}",
            [name, owner.name, describe(owner)]
        ),
    }
}

#[inline]
const fn no_member(shape: &'static Shape, name: &'static str, path: NamePath) -> Message {
    let inner = resolve(shape);
    let why = match inner.kind {
        Kind::Object(_) | Kind::Variants(..) | Kind::Union { .. } => {
            let why = why_missing(shape, name);
            message!("has no field `{}`{}", [name, why.as_str()])
        }
        Kind::Array(_) | Kind::Set(_) => message!(
            "is {}; select an element: `[0]`, or `[?(@.type==\"Ready\")]`",
            [describe(inner)]
        ),
        _ => message!("is {} without fields", [describe(inner)]),
    };
    message!(
        "`{}` does not exist: `{}` {}",
        [Message::path(path).as_str(), inner.name, why.as_str()]
    )
}
