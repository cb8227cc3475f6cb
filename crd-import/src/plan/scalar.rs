//! Plans scalars, and the attributes that every node can have.

use crd_core::structural::{IntOrStringSpelling, Structural, StructuralShape, ValueValidation};

use super::validation::take_unsuited;
use super::{Planned, TypePlanner};
use crate::known;
use crate::model::{Attrs, Definition, IntegerType, RustType, Unchecked};
use crate::place::SchemaPosition;
use crate::table::TypeRole;

/// Returns the attributes for the restrictions and the rules of a node.
fn restrictions(node: &Structural, attrs: Attrs) -> Attrs {
    let mut validation = node.validation.clone();
    let required = validation.required.take().unwrap_or_default();
    let mut unchecked = Unchecked {
        validation: take_unsuited(&node.shape, &mut validation),
        preserve_unknown_fields: is_plain_scalar(&node.shape)
            .then_some(true)
            .filter(|_| node.preserve_unknown_fields),
        nullable: node.generic.nullable && node.validation.enum_.is_some(),
        int_or_string: None,
        items: false,
    };
    // Members that the schema does not declare.
    let unnamed = required.into_iter().filter(|name| match &node.shape {
        StructuralShape::Object(object) => !object.properties.contains_key(name),
        _ => true,
    });
    let unnamed: Vec<Box<str>> = unnamed.collect();
    unchecked.validation.required = (!unnamed.is_empty()).then_some(unnamed);
    let format = std::mem::take(&mut validation.format);
    Attrs {
        unchecked,
        format: (!format.is_empty()).then(|| format.to_string()),
        validation,
        rules: node.rules.clone(),
        ..attrs
    }
}

fn is_plain_scalar(shape: &StructuralShape) -> bool {
    matches!(
        shape,
        StructuralShape::Boolean
            | StructuralShape::Integer
            | StructuralShape::Number
            | StructuralShape::String
    )
}

impl TypePlanner<'_> {
    /// Returns the attributes for the restrictions, the rules and the findings of a node.
    pub(super) fn attrs(&self, node: &Structural, attrs: Attrs, place: &SchemaPosition) -> Attrs {
        Attrs {
            allows: self.findings.allowed_at(place),
            ..restrictions(node, attrs)
        }
    }

    pub(super) fn scalar(
        &mut self,
        node: &Structural,
        attrs: Attrs,
        place: &SchemaPosition,
        role: TypeRole,
    ) -> Planned {
        let mut attrs = self.attrs(node, attrs, place);
        match &node.shape {
            StructuralShape::Boolean => Planned::new(RustType::Bool, attrs),
            StructuralShape::Integer => {
                let ty = integer(&mut attrs);
                Planned::new(RustType::Integer(ty), attrs)
            }
            StructuralShape::Number => {
                let (ty, own) = match attrs.format.as_deref() {
                    Some("float") => (RustType::F32, "float"),
                    _ => (RustType::F64, "double"),
                };
                without_format(&mut attrs, own);
                Planned::new(ty, attrs)
            }
            StructuralShape::String => self.string(node, attrs, place, role),
            StructuralShape::IntOrString { spelled } => {
                attrs.unchecked.int_or_string =
                    (*spelled == IntOrStringSpelling::Implied).then_some(IntOrStringSpelling::Implied);
                int_or_string(attrs)
            }
            _ => Planned::new(RustType::Any, attrs),
        }
    }

    fn string(
        &mut self,
        node: &Structural,
        mut attrs: Attrs,
        place: &SchemaPosition,
        role: TypeRole,
    ) -> Planned {
        if let Some(values) = values_of_enum(node) {
            attrs.validation.enum_ = None;
            let ty = self.enter(Definition::Enum(values), node, place, role);
            return Planned::new(ty, attrs);
        }
        if attrs.format.as_deref() == Some("date-time") {
            attrs.format = None;
            return Planned::new(RustType::Known(&known::TIME), attrs);
        }
        Planned::new(RustType::String, attrs)
    }
}

/// Returns the values of a Rust enum, if the node can be one.
pub(super) fn values_of_enum(node: &Structural) -> Option<Vec<String>> {
    let rest = ValueValidation {
        enum_: None,
        ..node.validation.clone()
    };
    if rest != ValueValidation::default() {
        return None;
    }
    let values: Option<Vec<String>> = node
        .validation
        .enum_
        .as_ref()?
        .iter()
        .map(|value| value.as_str().map(str::to_owned))
        .collect();
    let values = values?;
    let mut seen = std::collections::BTreeSet::new();
    (!values.is_empty() && values.iter().all(|value| seen.insert(value.clone()))).then_some(values)
}

/// Sets the format, if it differs from that of the type.
fn without_format(attrs: &mut Attrs, own: &str) {
    match attrs.format.as_deref() {
        Some(format) if format == own => attrs.format = None,
        Some(_) => {}
        None => attrs.format = Some(String::new()),
    }
}

/// Returns the type of an integer, and removes the bounds that the type implies.
fn integer(attrs: &mut Attrs) -> IntegerType {
    let v = &mut attrs.validation;
    let (low, high) = (
        inclusive(v.minimum, v.exclusive_minimum),
        inclusive(v.maximum, v.exclusive_maximum),
    );
    let is_natural = low.is_some_and(|low| low >= 0.0);
    let candidates: &[IntegerType] = match attrs.format.as_deref() {
        Some("int32") => &[
            IntegerType::U8,
            IntegerType::U16,
            IntegerType::I8,
            IntegerType::I16,
        ],
        Some("int64") => &[IntegerType::U32],
        None => &[IntegerType::U8, IntegerType::U16, IntegerType::U32],
        Some(_) => &[],
    };
    #[expect(clippy::cast_precision_loss, reason = "the bounds of these types are exact")]
    let found = candidates.iter().copied().find(|ty| {
        let (least, greatest) = ty.range();
        let reaches_up = is(high, greatest as f64);
        if least == 0 {
            is_natural && reaches_up
        } else {
            is(low, least as f64) && reaches_up
        }
    });
    let is_u64 = attrs.format.as_deref() == Some("int64") && is(low, 0.0) && v.maximum.is_none();
    if let Some(ty) = found {
        v.maximum = None;
        if ty.range().0 != 0 || is(low, 0.0) {
            v.minimum = None;
        }
        attrs.format = attrs.format.is_none().then(String::new);
        return ty;
    }
    if is_u64 {
        v.minimum = None;
        attrs.format = None;
        return IntegerType::U64;
    }
    match attrs.format.as_deref() {
        Some("int32") => {
            attrs.format = None;
            IntegerType::I32
        }
        _ => {
            without_format(attrs, "int64");
            IntegerType::I64
        }
    }
}

/// Returns a bound if it is inclusive.
fn inclusive(bound: Option<f64>, is_exclusive: bool) -> Option<f64> {
    bound.filter(|_| !is_exclusive)
}

/// Whether a bound is exactly equal to a number.
fn is(bound: Option<f64>, number: f64) -> bool {
    bound.is_some_and(|bound| bound.total_cmp(&number).is_eq())
}

fn int_or_string(mut attrs: Attrs) -> Planned {
    let pattern = known::QUANTITY.shape.attrs.validation.pattern;
    let validation = &attrs.validation;
    // The derive rejects bounds of numbers on quantities, most of which are strings.
    if *validation.pattern == *pattern && validation.minimum.is_none() && validation.maximum.is_none() {
        attrs.validation.pattern = "".into();
        return Planned::new(RustType::Known(&known::QUANTITY), attrs);
    }
    Planned::new(RustType::Known(&known::INT_OR_STRING), attrs)
}
