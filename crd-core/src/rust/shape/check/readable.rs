//! Checks for values that the server would store although serde cannot read them, or reject although serde writes them.

use super::CheckResult;
use super::json_type::JsonType;
use super::members::find;
use super::resolve::{is_open, resolve};
use super::text::Suggestion;
use super::walk::FoundMember;
use crate::rust::shape::{Kind, Shape};

/// Checks that a value that may be null in the schema may be null in Rust.
#[inline]
pub const fn nullable(shape: &'static Shape) -> CheckResult {
    let inner = resolve(shape);
    if shape.nullable
        || matches!(shape.attrs.nullable, Some(true))
        || matches!(inner.attrs.nullable, Some(true))
        || is_open(inner.attrs)
        || matches!(JsonType::of(inner), JsonType::Any | JsonType::Unknown)
    {
        return Ok(());
    }
    Err(message!(
        ATTRIBUTE_CONTRADICTION,
        "`nullable` allows null in stored objects, which serde cannot read as `{}`; make the field an \
         `Option`, or remove `nullable`",
        [shape.name]
    ))
}

/// Checks that a type that preserves unknown members in the schema reads them in Rust. `None` stands for a type without a schema.
#[inline]
pub const fn reads_unknown_fields(shape: Option<&'static Shape>) -> CheckResult {
    if let Some(shape) = shape {
        let inner = resolve(shape);
        if inner.attrs.closed {
            return Err(message!(
                ATTRIBUTE_CONTRADICTION,
                "`preserve_unknown_fields` keeps unknown fields, but serde rejects them, because `{}` has \
                 `deny_unknown_fields`; remove one of the two",
                [inner.name]
            ));
        }
    }
    Ok(())
}

/// Checks that a value has a type: the server compiles rules only on typed values.
#[inline]
pub const fn typed(shape: &'static Shape) -> CheckResult {
    let inner = resolve(shape);
    if matches!(inner.kind, Kind::Any) && !inner.attrs.embedded_resource && !inner.attrs.int_or_string {
        return Err(message!(
            RULE_WITHOUT_TYPE,
            "rules need a type, but `{}` has none in the schema; put the rule on the struct that has the \
             field, or give the field a type",
            [inner.name]
        ));
    }
    Ok(())
}

/// Checks that an embedded resource has `apiVersion` and `kind`: the server rejects it otherwise.
#[inline]
pub(super) const fn has_type_meta(shape: &'static Shape) -> CheckResult {
    if matches!(shape.kind, Kind::EmbeddedResource(_)) {
        return Ok(());
    }
    let names: &[_] = &["apiVersion", "kind"];
    each!(for name in names {
        if let (FoundMember::Missing, _) = find(shape, name, Suggestion::NOTHING) {
            return Err(message!(
                CONSTRAINT_UNSUITED,
                "the API server rejects an embedded resource without `{}`, which `{}` does not have; add \
                 `apiVersion` and `kind` to it, or remove `embedded_resource`",
                [*name, shape.name]
            ));
        }
    });
    Ok(())
}
