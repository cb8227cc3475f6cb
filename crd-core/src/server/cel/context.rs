//! A node of a schema on the way down from the root, with the data that its rules need from its ancestors.
//!
//! ```text
//! properties:
//!   list: {type: array, maxItems: 5, items: {…, x-kubernetes-validations: […]}}   each rule runs up to 5 times
//! ```

use std::cell::OnceCell;
use std::rc::Rc;

use super::declared::{DeclId, DeclaredTypes, MAX_REQUEST};
use super::environment::SelfKind;
use crate::KubeVersion;
use crate::model::schema::{JsonSchemaProps, SchemaStep};
use crd_cel::escape;

/// A node of a schema on the way down from the root, with the data that its rules need from its ancestors.
/// Types are created only where there are rules.
#[derive(Debug)]
pub(crate) struct CelContext<'p, 's> {
    schema: &'s JsonSchemaProps,
    version: KubeVersion,
    above: Option<(&'p CelContext<'p, 's>, SchemaStep<'s>)>,
    kind: SelfKind,
    /// Whether this node or one of its ancestors has rules.
    in_scope: bool,
    /// Maximum number of times that the node may occur in an object; `None` if nothing limits it.
    cardinality: Option<u64>,
    types: OnceCell<Result<TypeInfo, NoTypes>>,
}

/// The type of a node, among the types of the topmost ancestor that has one.
#[derive(Clone, Debug)]
pub(crate) struct TypeInfo {
    pub(crate) declared: Rc<DeclaredTypes>,
    /// `None` if the parent has a type but its elements do not.
    pub(crate) decl: Option<DeclId>,
}

/// The reason why there are no types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoTypes {
    /// The schema has no type in CEL.
    NotDeclarable,
    /// The server uses an unknown type, and panics.
    ServerPanics,
}

impl<'p, 's> CelContext<'p, 's> {
    /// Creates the context of the root of a schema.
    pub(crate) fn root(schema: &'s JsonSchemaProps, version: KubeVersion) -> Self {
        CelContext::fragment(schema, SelfKind::Resource, version)
    }

    /// Creates the context of a node that is checked by itself.
    pub(crate) fn fragment(schema: &'s JsonSchemaProps, kind: SelfKind, version: KubeVersion) -> Self {
        CelContext {
            kind,
            schema,
            version,
            above: None,
            in_scope: !schema.rules().is_empty(),
            cardinality: Some(1),
            types: OnceCell::new(),
        }
    }

    /// Returns the context of the property `name` of this node.
    pub(crate) fn property(&'p self, name: &'s str, schema: &'s JsonSchemaProps) -> Self {
        self.child(SchemaStep::Property(name), schema)
    }

    /// Returns the context of the schema in `additionalProperties`.
    pub(crate) fn additional_properties(&'p self, schema: &'s JsonSchemaProps) -> Self {
        self.child(SchemaStep::AdditionalProperties, schema)
    }

    /// Returns the context of the schema in `items`.
    pub(crate) fn items(&'p self, schema: &'s JsonSchemaProps) -> Self {
        self.child(SchemaStep::Items, schema)
    }

    fn child(&'p self, step: SchemaStep<'s>, schema: &'s JsonSchemaProps) -> Self {
        let cardinality = match (self.cardinality, factor(self.schema)) {
            (Some(cardinality), Some(factor)) => Some(cardinality.saturating_mul(factor)),
            _ => None,
        };
        CelContext {
            schema,
            version: self.version,
            above: Some((self, step)),
            kind: SelfKind::Value,
            in_scope: self.in_scope || !schema.rules().is_empty(),
            cardinality,
            types: OnceCell::new(),
        }
    }

    pub(crate) fn schema(&self) -> &'s JsonSchemaProps {
        self.schema
    }

    pub(crate) fn version(&self) -> KubeVersion {
        self.version
    }

    /// Returns the maximum number of times that the node may occur: the limit of the schema, or the number of
    /// nodes that fit in a request.
    pub(crate) fn occurrences(&self, shortest: u64) -> u64 {
        self.cardinality
            .unwrap_or_else(|| occurrences_in_request(shortest))
    }

    /// Checks whether the schema limits the number of times that the node may occur.
    pub(crate) fn is_limited(&self) -> bool {
        self.cardinality.is_some()
    }

    /// Returns the type of this node: that of its place in the types of its ancestors, or of the schema by
    /// itself. `None` outside of all rules.
    pub(crate) fn types(&self) -> Option<Result<&TypeInfo, NoTypes>> {
        if !self.in_scope {
            return None;
        }
        Some(
            self.types
                .get_or_init(|| self.find_types())
                .as_ref()
                .map_err(|no_types| *no_types),
        )
    }

    fn find_types(&self) -> Result<TypeInfo, NoTypes> {
        if let Some((parent, step)) = self.above
            && let Some(types) = parent.types()
            && let Some(found) = step_into(types?, step)?
        {
            return Ok(found);
        }
        let mut declared = DeclaredTypes::new(self.version);
        let decl = declared
            .add(self.schema, self.kind)
            .ok_or(NoTypes::NotDeclarable)?;
        Ok(TypeInfo {
            declared: Rc::new(declared),
            decl: Some(decl),
        })
    }
}

/// Returns the type of a child, among the types of its parent; `None` if the child's type is created separately.
fn step_into(types: &TypeInfo, step: SchemaStep<'_>) -> Result<Option<TypeInfo>, NoTypes> {
    let decl = || types.decl.ok_or(NoTypes::ServerPanics);
    let found = match step {
        SchemaStep::Property(name) => {
            // A name that no expression can contain, and a property without a type, have separate types.
            let Some(name) = escape(name) else { return Ok(None) };
            match types.declared.field(decl()?, &name) {
                Some(field) => Some(field),
                None => return Ok(None),
            }
        }
        SchemaStep::AdditionalProperties | SchemaStep::Items => types.declared.element(decl()?),
        _ => return Ok(None),
    };
    Ok(Some(TypeInfo {
        declared: Rc::clone(&types.declared),
        decl: found,
    }))
}

/// Returns the number of values of a node that fit in a request, each with a comma.
pub(crate) fn occurrences_in_request(shortest: u64) -> u64 {
    MAX_REQUEST / (shortest + 1)
}

/// Returns the maximum number of children of one kind; `None` if nothing limits it.
fn factor(schema: &JsonSchemaProps) -> Option<u64> {
    let limit = match &*schema.type_ {
        "object" if schema.additional_properties.is_some() => schema.max_properties?,
        "array" => schema.max_items?,
        _ => 1,
    };
    Some(u64::try_from(limit).unwrap_or(0))
}
