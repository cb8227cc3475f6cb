//! The types that declare a mapping to the next version.

use super::check::resolve::next_of;
#[cfg(feature = "convert")]
use super::{Content, Kind};
use super::{Next, Shape};

impl Shape {
    /// Returns the type's mapping to the next version, if it declares one.
    pub fn next(&self) -> Option<&'static Next> {
        next_of(self)
    }

    /// Returns the shape behind aliases.
    #[cfg(feature = "convert")]
    pub(crate) fn behind_aliases(&self) -> &Shape {
        let mut shape = self;
        while let Kind::Alias(inner) = shape.kind {
            shape = inner;
        }
        shape
    }

    /// Whether the type, or one below it, declares a mapping to the next version.
    #[cfg(feature = "convert")]
    pub(crate) fn has_mapping(&self) -> bool {
        if self.next().is_some() {
            return true;
        }
        match self.behind_aliases().kind {
            Kind::Array(inner)
            | Kind::Set(inner)
            | Kind::Map(inner)
            | Kind::EmbeddedResource(Some(inner)) => inner.has_mapping(),
            Kind::Object(fields) => fields.iter().any(|field| field.shape.has_mapping()),
            Kind::Variants(_, variants) => variants.iter().any(|variant| match variant.content {
                Content::Unit => false,
                Content::Newtype(content) => content.has_mapping(),
                Content::Struct(fields) => fields.iter().any(|field| field.shape.has_mapping()),
                Content::Tuple(shapes) => shapes.iter().any(|shape| shape.has_mapping()),
            }),
            Kind::Union { members, .. } => {
                let mut shapes = members.iter().filter_map(|member| member.shape);
                shapes.any(Shape::has_mapping)
            }
            _ => false,
        }
    }
}
