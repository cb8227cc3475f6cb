//! Walks all nodes of a schema, with the context that each inherits from its ancestors.
//!
//! ```text
//! properties:
//!   metadata: {properties: {name: {default: x}}}   OAS-02: inherits that defaults are forbidden here
//!   list: {type: array, items: {x-kubernetes-validations: [{rule: oldSelf == self}]}}
//!                                                  CEL-20: inherits that elements cannot be correlated with old ones
//! ```
//!
//! The order of errors is the server's: those of the node, then those of its children, and those of rules at the end.

use super::context::{ForbiddenDefaults, NodeContext, SchemaContext};
use super::{node, rules};
use crate::model::field::{FieldError, Path};
use crate::model::map::Map;
use crate::model::schema::{JsonSchemaProps, SchemaOrStrings};
use crate::server::cel::{CelContext, CostBudget, RuleOptions, compile_rules};
use crate::server::validation::options::Stages;
use crate::server::validation::{ServerPanic, Verdict};

/// Collects the errors of one schema.
pub(super) struct SchemaWalk<'w> {
    schema_context: SchemaContext<'w>,
    verdict: &'w mut Verdict,
    /// Errors that are reported after all others.
    cel_errors: Vec<FieldError>,
    budget: CostBudget,
}

/// Whether rules are compiled: only in schemas that have no errors so far.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum RuleCompilation {
    Compile,
    Skip,
}

impl<'w> SchemaWalk<'w> {
    pub(super) fn new(schema_context: &SchemaContext<'w>, verdict: &'w mut Verdict) -> Self {
        SchemaWalk {
            schema_context: *schema_context,
            verdict,
            cel_errors: Vec::new(),
            budget: CostBudget::default(),
        }
    }

    /// Walks the whole schema.
    pub(super) fn root(
        &mut self,
        schema: &JsonSchemaProps,
        path: &Path<'_>,
        rules: RuleCompilation,
    ) -> Result<(), ServerPanic> {
        let cel = (rules == RuleCompilation::Compile)
            .then(|| CelContext::root(schema, self.schema_context.options.version));
        let context = NodeContext {
            is_root: true,
            inside_resource_meta: false,
            forbidden_defaults: None,
            uncorrelatable: None,
            cel: cel.as_ref(),
        };
        self.node(schema, path, context)?;
        self.verdict.errors.append(&mut self.cel_errors);
        self.budget.check(path, &mut self.verdict.errors);
        let budget = std::mem::take(&mut self.budget);
        self.verdict.costly_rules.extend(budget.into_costly_rules());
        Ok(())
    }

    fn node<'s>(
        &mut self,
        schema: &'s JsonSchemaProps,
        path: &Path<'_>,
        context: NodeContext<'_, 's>,
    ) -> Result<(), ServerPanic> {
        let before = self.verdict.errors.len();
        node::check(
            schema,
            path,
            context,
            self.schema_context.options,
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
                self.schema_context.options.version,
                &mut self.verdict.errors,
            )?;
            // Errors here or below prevent the rules from being compiled; errors in siblings do not.
            let clean =
                self.verdict.errors.len() == before || self.schema_context.options.stages == Stages::All;
            if let Some(cel) = context.cel.filter(|_| clean && !schema.rules().is_empty()) {
                self.compile(cel, path, context.uncorrelatable)?;
            }
        }
        Ok(())
    }

    /// Compiles the rules of a node (CEL-10 to CEL-21).
    fn compile(
        &mut self,
        cel: &CelContext<'_, '_>,
        path: &Path<'_>,
        uncorrelatable: Option<&Path<'_>>,
    ) -> Result<(), ServerPanic> {
        let stored = &self.schema_context.options.preexisting;
        let options = RuleOptions {
            stored_rules: &stored.rules,
            stored_messages: &stored.message_expressions,
            suppress_expression_cost: self.schema_context.unchanged,
            uncorrelatable,
        };
        compile_rules(cel, path, &options, &mut self.budget, &mut self.cel_errors)
    }

    fn additional<'s>(
        &mut self,
        schema: &'s JsonSchemaProps,
        path: &Path<'_>,
        context: NodeContext<'_, 's>,
    ) -> Result<(), ServerPanic> {
        let Some(additional) = schema.additional_schema() else {
            return Ok(());
        };
        let cel = context.cel.map(|cel| cel.additional_properties(additional));
        let mut context = context.child(cel.as_ref());
        if context.inside_resource_meta {
            context.forbidden_defaults = Some(ForbiddenDefaults::ObjectMetadata);
        }
        self.node(additional, &path.child("additionalProperties"), context)
    }

    fn properties<'s>(
        &mut self,
        schema: &'s JsonSchemaProps,
        path: &Path<'_>,
        context: NodeContext<'_, 's>,
    ) -> Result<(), ServerPanic> {
        let Some(properties) = &schema.properties else {
            return Ok(());
        };
        let correlatable = matches!(schema.x_map_type.as_deref(), None | Some("granular" | "atomic"));
        let is_resource = context.is_root || schema.x_embedded_resource;
        let list = path.child("properties");
        for (name, property) in properties.iter() {
            let cel = context.cel.map(|cel| cel.property(name, property));
            let mut child = context.child(cel.as_ref());
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

    fn junctors<'s>(
        &mut self,
        schema: &'s JsonSchemaProps,
        path: &Path<'_>,
        context: NodeContext<'_, 's>,
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

    fn items<'s>(
        &mut self,
        schema: &'s JsonSchemaProps,
        path: &Path<'_>,
        context: NodeContext<'_, 's>,
    ) -> Result<(), ServerPanic> {
        let mut child = context.child(None);
        if schema.x_list_type.as_deref() != Some("map") {
            child.uncorrelatable = child.uncorrelatable.or(Some(path));
        }
        let items = path.child("items");
        if let Some(schema) = schema.item_schema() {
            let cel = context.cel.map(|cel| cel.items(schema));
            self.node(schema, &items, child.child(cel.as_ref()))?;
        }
        for (index, schema) in schema.item_schemas().iter().enumerate() {
            self.node(schema, &items.index(index), child)?;
        }
        Ok(())
    }

    fn dependencies<'s>(
        &mut self,
        schema: &'s JsonSchemaProps,
        path: &Path<'_>,
        context: NodeContext<'_, 's>,
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
