//! Changes nodes inside the schema of another type, for `schema_with`.
//!
//! ```
//! use crd_core::shape::{Attrs, ForeignError};
//! use crd_core::types::{EmbeddedObjectMeta, ObjectMeta};
//! use crd_core::{Schema, Structural, structural::MapType};
//!
//! #[derive(Schema)]
//! struct Template {
//!     metadata: ObjectMeta,
//!     hosts: Vec<Host>,
//! }
//!
//! #[derive(Schema)]
//! struct Host {
//!     name: String,
//!     password: Option<String>,
//! }
//!
//! fn template() -> Result<Structural, ForeignError> {
//!     Structural::of::<Template>()?
//!         .with_type_at::<EmbeddedObjectMeta>("metadata")?
//!         .with_attrs_at("hosts[]", &Attrs::NONE.map_type(MapType::Atomic))?
//!         .without("hosts[].password")
//! }
//!
//! #[derive(Schema)]
//! struct Spec {
//!     #[crd(schema_with = template)]
//!     template: Template,
//! }
//! # let schema = crd_core::generate::structural(Spec::REF, Default::default()).unwrap();
//! # assert!(schema.clone().at_mut("template.metadata.labels").is_ok());
//! # assert!(schema.clone().at_mut("template.metadata.uid").is_err());
//! # assert!(schema.clone().at_mut("template.hosts[].password").is_err());
//! ```

use super::context::steps;
use super::{Profile, attrs, context, structural};
use crate::model::structural::{Additional, Structural, StructuralShape};
use crate::rust::shape::{Attrs, ForeignError, Schema};

impl Structural {
    /// Generates the schema of a type.
    ///
    /// # Errors
    /// If the type has none: see [`generate::structural`](crate::generate::structural).
    pub fn of<T: Schema + ?Sized>() -> Result<Self, ForeignError> {
        structural(T::REF, Profile::ApiServer).map_err(|problems| ForeignError {
            pointer: String::new(),
            message: problems.to_string(),
        })
    }

    /// Returns the node at a path such as `spec.containers[].resources`; `[]` stands for the elements of a list and `*` for the
    /// values of a map.
    ///
    /// # Errors
    /// If the path does not exist.
    pub fn at_mut(&mut self, path: &str) -> Result<&mut Structural, ForeignError> {
        let mut node = self;
        for step in steps(path) {
            node = match (&mut node.shape, step) {
                (StructuralShape::Array(array), "[]") => &mut array.items,
                (StructuralShape::Object(object), name) => {
                    match (object.properties.contains_key(name), &mut object.additional) {
                        (false, Some(Additional::Schema(values))) if name == "*" => values,
                        _ => {
                            let guess = crd_cel::nearest(name, object.properties.keys()).map(str::to_owned);
                            let property = object.properties.get_mut(name);
                            property.ok_or_else(|| nowhere(path, name, guess.as_deref()))?
                        }
                    }
                }
                (_, name) => return Err(nowhere(path, name, None)),
            };
        }
        Ok(node)
    }

    /// Replaces the node at a path by the schema of another type. The description of the node is kept.
    ///
    /// # Errors
    /// If the path does not exist, or the type has no schema.
    pub fn with_type_at<T: Schema + ?Sized>(mut self, path: &str) -> Result<Self, ForeignError> {
        let node = self.at_mut(path)?;
        let mut other = Structural::of::<T>()?;
        if !node.generic.description.is_empty() {
            other.generic.description = std::mem::take(&mut node.generic.description);
        }
        *node = other;
        Ok(self)
    }

    /// Adds attributes to the node at a path.
    ///
    /// # Errors
    /// If the path does not exist, or the attributes do not fit the node's schema.
    pub fn with_attrs_at(mut self, path: &str, attrs: &Attrs) -> Result<Self, ForeignError> {
        let mut cx = context(Profile::ApiServer, "");
        attrs::apply(&mut cx, self.at_mut(path)?, attrs);
        cx.finish(()).map_err(|problems| ForeignError {
            pointer: path.to_owned(),
            message: problems
                .0
                .into_iter()
                .map(|problem| problem.message)
                .collect::<Vec<_>>()
                .join("; "),
        })?;
        Ok(self)
    }

    /// Removes the property at a path.
    ///
    /// # Errors
    /// If the path does not exist.
    pub fn without(mut self, path: &str) -> Result<Self, ForeignError> {
        self.at_mut(path)?;
        let (parent, name) = path.rsplit_once('.').unwrap_or(("", path));
        let node = self.at_mut(parent)?;
        let StructuralShape::Object(object) = &mut node.shape else {
            return Err(nowhere(path, name, None));
        };
        object
            .properties
            .remove(name)
            .ok_or_else(|| nowhere(path, name, None))?;
        if let Some(required) = &mut node.validation.required {
            required.retain(|other| **other != *name);
        }
        node.validation.required.take_if(|required| required.is_empty());
        Ok(self)
    }
}

fn nowhere(path: &str, name: &str, guess: Option<&str>) -> ForeignError {
    let guess = guess.map_or_else(String::new, |guess| format!("; did you mean `{guess}`?"));
    ForeignError {
        pointer: path.to_owned(),
        message: format!("there is no `{name}`{guess}{}", code!(PATH_UNKNOWN)),
    }
}
