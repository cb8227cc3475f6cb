//! Builds the schemas of fields with `preserve_unknown_fields` or `int_or_string`.
//!
//! ```text
//! #[crd(preserve_unknown_fields)] limits: Limits     {type: object, properties: {…}, x-kubernetes-preserve-unknown-fields: true}
//! #[crd(preserve_unknown_fields)] child: Box<Self>   {x-kubernetes-preserve-unknown-fields: true}
//! ```
//!
//! The schema of the Rust type is kept, unless the type has none or contains itself.

use super::context::{Context, DeclaredShape, Opened};
use crate::model::structural::{Structural, StructuralShape};
use crate::rust::shape::Attrs;

/// Returns the schema of the type of an opened field; it accepts any value if the type has no shape or contains the field.
pub(super) fn build(cx: &mut Context, declared: DeclaredShape) -> Structural {
    let any = || Structural::new(StructuralShape::Any);
    let Some(shape) = declared() else { return any() };
    // The schemas inside a recursive field are left out with it.
    if cx.opened.iter().any(|outer| outer.recursive) {
        return any();
    }
    let outer = cx.opened.iter_mut().find(|outer| {
        std::ptr::fn_addr_eq(outer.declared, declared)
            || (outer.declared)().is_some_and(|other| std::ptr::eq(other, shape))
    });
    if let Some(outer) = outer {
        outer.recursive = true;
        return any();
    }
    let problems = cx.problem_count();
    cx.opened.push(Opened {
        declared,
        recursive: false,
    });
    let node = cx.node(shape);
    if cx.opened.pop().is_some_and(|opened| opened.recursive) {
        cx.forget_problems(problems);
        return any();
    }
    node
}

/// Checks that `preserve_unknown_fields` is on a value that can have unknown fields.
pub(super) fn check_preserve(cx: &mut Context, node: &Structural) {
    if let StructuralShape::Any | StructuralShape::Object(_) = node.shape {
        return;
    }
    let what = describe(&node.shape);
    cx.problem(if let StructuralShape::Array(_) = node.shape {
        format!(
            "`preserve_unknown_fields` keeps unknown fields of objects, but this is {what}; write \
             `items(preserve_unknown_fields)`, or remove it{}",
            code!(CONSTRAINT_UNSUITED)
        )
    } else {
        format!(
            "`preserve_unknown_fields` keeps unknown fields of objects, but this is {what}; remove it, or \
             accept any value with `schema_as = serde_json::Value`{}",
            code!(CONSTRAINT_UNSUITED)
        )
    });
}

/// Checks that `int_or_string` is on a field whose type, as far as its schema shows, accepts integers and strings.
pub(super) fn check_int_or_string(cx: &mut Context, node: &Structural, attrs: &Attrs) {
    if attrs.declared.is_none()
        || matches!(
            node.shape,
            StructuralShape::Any | StructuralShape::IntOrString { .. }
        )
    {
        return;
    }
    let what = describe(&node.shape);
    cx.problem(format!(
        "`int_or_string` accepts integers and strings, but this is {what}; remove it, or replace the schema \
         of the type with `schema_as = crd_core::types::IntOrString`{}",
        code!(CONSTRAINT_UNSUITED)
    ));
}

fn describe(shape: &StructuralShape) -> &'static str {
    match shape {
        StructuralShape::Boolean => "a boolean",
        StructuralShape::Integer => "an integer",
        StructuralShape::Number => "a number",
        StructuralShape::String => "a string",
        StructuralShape::Array(_) => "a list",
        StructuralShape::Object(_) => "an object",
        StructuralShape::IntOrString { .. } => "an integer or a string",
        _ => "any value",
    }
}
