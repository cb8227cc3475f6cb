//! The walk over all nodes of a schema, with what each inherits (rules §2.1).

use super::Holder;
use super::{node, rules};
use crate::field::{FieldError, Path};
use crate::map::Map;
use crate::schema::{JsonSchemaProps, SchemaOrStrings};
use crate::structural::Structural;
use crate::validate::{ServerPanic, Verdict};

/// Collects the errors of one schema.
pub(super) struct Walk<'w> {
    holder: Holder<'w>,
    verdict: &'w mut Verdict,
    /// Reported after all others.
    cel_errors: Vec<FieldError>,
}

/// What a node inherits.
#[derive(Clone, Copy)]
pub(in crate::validate) struct Context<'c> {
    /// Whether the node is the root, whose metadata is the server's.
    pub(super) is_root: bool,
    /// Whether the node is `metadata`, `kind` or `apiVersion` of a resource, or below.
    pub(super) inside_resource_meta: bool,
    /// Why there may be no default.
    pub(super) forbidden_defaults: Option<ForbiddenDefaults<'c>>,
    /// The outermost place above from which on values of old and new objects cannot be matched.
    pub(super) uncorrelatable: Option<&'c Path<'c>>,
    /// The node as CEL sees it; none under junctors or when the schema is not clean.
    pub(super) cel: Option<&'c Structural>,
}

/// Why there may be no default.
#[derive(Clone, Copy)]
pub(super) enum ForbiddenDefaults<'c> {
    TopLevel(&'c str),
    ObjectMetadata,
}

impl<'c> Context<'c> {
    fn child(self, cel: Option<&'c Structural>) -> Self {
        Context {
            is_root: false,
            cel,
            ..self
        }
    }

    fn under_junctor(self) -> Self {
        self.child(None)
    }
}

impl<'w> Walk<'w> {
    pub(super) fn new(holder: &Holder<'w>, verdict: &'w mut Verdict) -> Self {
        Walk {
            holder: *holder,
            verdict,
            cel_errors: Vec::new(),
        }
    }

    /// Walks the whole schema; `structural` is the schema as CEL sees it.
    pub(super) fn root(
        &mut self,
        schema: &JsonSchemaProps,
        path: &Path<'_>,
        structural: Option<&Structural>,
    ) -> Result<(), ServerPanic> {
        let context = Context {
            is_root: true,
            inside_resource_meta: false,
            forbidden_defaults: None,
            uncorrelatable: None,
            cel: structural,
        };
        self.node(schema, path, context)?;
        self.verdict.errors.append(&mut self.cel_errors);
        Ok(())
    }

    fn node(
        &mut self,
        schema: &JsonSchemaProps,
        path: &Path<'_>,
        context: Context<'_>,
    ) -> Result<(), ServerPanic> {
        let before = self.verdict.errors.len();
        node::check(
            schema,
            path,
            context,
            self.holder.options,
            &mut self.verdict.errors,
        );
        self.additional(schema, path, context)?;
        self.properties(schema, path, context)?;
        self.junctors(schema, path, context)?;
        self.items(schema, path, context)?;
        self.dependencies(schema, path, context)?;
        if schema.x_validations.is_some() {
            rules::check_shapes(
                schema,
                path,
                self.holder.options.version,
                &mut self.verdict.errors,
            )?;
            let clean = self.verdict.errors.len() == before;
            if let Some(structural) = context.cel.filter(|_| clean) {
                let site = rules::Site {
                    structural,
                    path,
                    uncorrelatable: context.uncorrelatable,
                    holder: &self.holder,
                };
                rules::compile(&site, &mut self.cel_errors);
            }
        }
        Ok(())
    }

    fn additional(
        &mut self,
        schema: &JsonSchemaProps,
        path: &Path<'_>,
        context: Context<'_>,
    ) -> Result<(), ServerPanic> {
        let Some(additional) = schema.additional_schema() else {
            return Ok(());
        };
        let mut context = context.child(context.cel.and_then(Structural::additional_schema));
        if context.inside_resource_meta {
            context.forbidden_defaults = Some(ForbiddenDefaults::ObjectMetadata);
        }
        self.node(additional, &path.child("additionalProperties"), context)
    }

    fn properties(
        &mut self,
        schema: &JsonSchemaProps,
        path: &Path<'_>,
        context: Context<'_>,
    ) -> Result<(), ServerPanic> {
        let Some(properties) = &schema.properties else {
            return Ok(());
        };
        let correlatable = matches!(schema.x_map_type.as_deref(), None | Some("granular" | "atomic"));
        let is_resource = context.is_root || schema.x_embedded_resource;
        let list = path.child("properties");
        for (name, property) in properties.iter() {
            let mut child = context.child(context.cel.and_then(|cel| cel.property(name)));
            if !correlatable {
                child.uncorrelatable = child.uncorrelatable.or(Some(path));
            }
            if is_resource && matches!(name, "metadata" | "kind" | "apiVersion") {
                child.inside_resource_meta = true;
                if context.is_root {
                    child.forbidden_defaults = Some(ForbiddenDefaults::TopLevel(name));
                }
            }
            self.node(property, &list.key(name), child)?;
        }
        Ok(())
    }

    fn junctors(
        &mut self,
        schema: &JsonSchemaProps,
        path: &Path<'_>,
        context: Context<'_>,
    ) -> Result<(), ServerPanic> {
        let context = context.under_junctor();
        if let Some(not) = &schema.not {
            self.node(not, &path.child("not"), context)?;
        }
        for (name, schemas) in [
            ("allOf", &schema.all_of),
            ("oneOf", &schema.one_of),
            ("anyOf", &schema.any_of),
        ] {
            let list = path.child(name);
            for (index, schema) in schemas.iter().flatten().enumerate() {
                self.node(schema, &list.index(index), context)?;
            }
        }
        if let Some(definitions) = &schema.definitions {
            let list = path.child("definitions");
            for (name, schema) in definitions.iter() {
                self.node(schema, &list.key(name), context)?;
            }
        }
        Ok(())
    }

    fn items(
        &mut self,
        schema: &JsonSchemaProps,
        path: &Path<'_>,
        context: Context<'_>,
    ) -> Result<(), ServerPanic> {
        let mut child = context.child(context.cel.and_then(Structural::items));
        if schema.x_list_type.as_deref() != Some("map") {
            child.uncorrelatable = child.uncorrelatable.or(Some(path));
        }
        let items = path.child("items");
        if let Some(schema) = schema.item_schema() {
            self.node(schema, &items, child)?;
        }
        for (index, schema) in schema.item_schemas().iter().enumerate() {
            self.node(schema, &items.index(index), child)?;
        }
        Ok(())
    }

    fn dependencies(
        &mut self,
        schema: &JsonSchemaProps,
        path: &Path<'_>,
        context: Context<'_>,
    ) -> Result<(), ServerPanic> {
        let list = path.child("dependencies");
        for (name, dependency) in schema.dependencies.iter().flat_map(Map::iter) {
            if let SchemaOrStrings::Schema(schema) = dependency {
                self.node(schema, &list.key(name), context.under_junctor())?;
            }
        }
        Ok(())
    }
}
