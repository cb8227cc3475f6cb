//! The schemas below a schema: visitors, children, and nodes by their path.
//!
//! ```text
//! path    openAPIV3Schema.properties[spec].items.type
//! steps                   Property("spec") Items
//! ```

use std::ops::ControlFlow;

use super::step::SchemaStep;
use super::{Items, JsonSchemaProps, SchemaOrBool, SchemaOrStrings};
use crate::model::field::{Path, Segment};
use crate::model::map::Map;

/// The children of a schema to visit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VisitScope {
    /// The nodes of the structural schema: `properties`, `additionalProperties` and `items`, if they contain one schema each.
    Structural,
    /// Every schema: also junctors, lists of `items`, and the keywords that CRDs reject.
    All,
}

/// The node that a visitor visits next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VisitNext {
    /// The children of the node.
    Children,
    /// The next sibling of the node or of an ancestor, skipping its children.
    Beside,
}

type EachChild<'f> = dyn FnMut(SchemaStep<'_>, &JsonSchemaProps) -> ControlFlow<()> + 'f;
type EachChildMut<'f> = dyn FnMut(SchemaStep<'_>, &mut JsonSchemaProps) -> ControlFlow<()> + 'f;
type EachNode<'f> = dyn FnMut(&Path<'_>, &JsonSchemaProps) -> VisitNext + 'f;
type EachNodeMut<'f> = dyn FnMut(&Path<'_>, &mut JsonSchemaProps) -> VisitNext + 'f;

impl JsonSchemaProps {
    /// Visits this schema, which is at `path`, and those below it; parents come before their children.
    ///
    /// Recursion is as deep as the schema, whose depth its reader limits.
    pub fn visit(&self, scope: VisitScope, path: &Path<'_>, visitor: &mut EachNode<'_>) {
        if visitor(path, self) == VisitNext::Children {
            let _: ControlFlow<()> = self.try_each_child(scope, &mut |step, child| {
                step.below(path, |path| child.visit(scope, path, visitor));
                ControlFlow::Continue(())
            });
        }
    }

    /// Visits this schema, which is at `path`, and those below it, with mutable references; parents come before their children.
    pub fn visit_mut(&mut self, scope: VisitScope, path: &Path<'_>, visitor: &mut EachNodeMut<'_>) {
        if visitor(path, self) == VisitNext::Children {
            self.each_child_mut(scope, &mut |step, child| {
                step.below(path, |path| child.visit_mut(scope, path, visitor));
            });
        }
    }

    /// Checks whether `holds` is true for this schema or one below it, in any keyword.
    pub fn any(&self, holds: &mut dyn FnMut(&JsonSchemaProps) -> bool) -> bool {
        holds(self)
            || self
                .try_each_child(VisitScope::All, &mut |_, child| {
                    if child.any(holds) {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                })
                .is_break()
    }

    /// Calls `found` with a mutable reference to each direct child, in the order of
    /// [`try_each_child`](JsonSchemaProps::try_each_child).
    pub fn each_child_mut(
        &mut self,
        scope: VisitScope,
        found: &mut dyn FnMut(SchemaStep<'_>, &mut JsonSchemaProps),
    ) {
        let _: ControlFlow<()> = self.try_each_child_mut(scope, &mut |step, child| {
            found(step, child);
            ControlFlow::Continue(())
        });
    }

    /// Returns the schema at the end of a path below this one, such as `properties[spec].items`.
    pub fn at(&self, path: &[Segment]) -> Option<&JsonSchemaProps> {
        let (mut here, mut path) = (self, path);
        while !path.is_empty() {
            let (step, rest) = SchemaStep::split(path)?;
            (here, path) = (here.child(step)?, rest);
        }
        Some(here)
    }

    /// Returns a mutable reference to the schema at the end of a path below this one.
    pub fn at_mut(&mut self, path: &[Segment]) -> Option<&mut JsonSchemaProps> {
        let (mut here, mut path) = (self, path);
        while !path.is_empty() {
            let (step, rest) = SchemaStep::split(path)?;
            (here, path) = (here.child_mut(step)?, rest);
        }
        Some(here)
    }

    /// Returns `items` if it is one schema.
    pub fn item_schema(&self) -> Option<&JsonSchemaProps> {
        match &self.items {
            Some(Items::Schema(schema)) => Some(schema),
            Some(Items::List(_) | Items::Neither) | None => None,
        }
    }

    /// Returns `items` if it is a list of schemas; empty otherwise.
    pub fn item_schemas(&self) -> &[JsonSchemaProps] {
        match &self.items {
            Some(Items::List(schemas)) => schemas,
            Some(Items::Schema(_) | Items::Neither) | None => &[],
        }
    }

    /// Returns `additionalProperties` if it is a schema.
    pub fn additional_schema(&self) -> Option<&JsonSchemaProps> {
        match &self.additional_properties {
            Some(SchemaOrBool::Schema(schema)) => Some(schema),
            Some(SchemaOrBool::Bool(_)) | None => None,
        }
    }

    /// Returns the property `name`.
    pub fn property(&self, name: &str) -> Option<&JsonSchemaProps> {
        self.properties.as_ref()?.get(name)
    }

    /// Returns the properties that identify an element of a list of type `map`; empty when absent.
    pub fn list_map_keys(&self) -> &[Box<str>] {
        self.x_list_map_keys.as_deref().unwrap_or_default()
    }

    /// Returns the rules in CEL; empty when absent.
    pub fn rules(&self) -> &[super::ValidationRule] {
        self.x_validations.as_deref().unwrap_or_default()
    }
}

/// Implements the methods that read and that change children, which are the same except for `mut`.
macro_rules! children {
    (
        $(#[$doc:meta])* $each:ident of $callback:ident, $(#[$child_doc:meta])* $child:ident,
        $iter:ident $as_ref:ident $get:ident $as_deref:ident $($mut:tt)?
    ) => {
        impl JsonSchemaProps {
            $(#[$doc])*
            pub fn $each(& $($mut)? self, scope: VisitScope, found: &mut $callback<'_>) -> ControlFlow<()> {
                match & $($mut)? self.items {
                    Some(Items::Schema(child)) => found(SchemaStep::Items, child)?,
                    Some(Items::List(list)) if scope == VisitScope::All => {
                        for (index, child) in list.$iter().enumerate() {
                            found(SchemaStep::ItemAt(index), child)?;
                        }
                    }
                    _ => {}
                }
                if scope == VisitScope::All {
                    for (index, child) in self.all_of.$iter().flatten().enumerate() {
                        found(SchemaStep::AllOf(index), child)?;
                    }
                    for (index, child) in self.any_of.$iter().flatten().enumerate() {
                        found(SchemaStep::AnyOf(index), child)?;
                    }
                    for (index, child) in self.one_of.$iter().flatten().enumerate() {
                        found(SchemaStep::OneOf(index), child)?;
                    }
                    if let Some(child) = & $($mut)? self.not {
                        found(SchemaStep::Not, child)?;
                    }
                }
                for (name, child) in self.properties.$iter().flat_map(Map::$iter) {
                    found(SchemaStep::Property(name), child)?;
                }
                if scope == VisitScope::All {
                    for (name, child) in self.pattern_properties.$iter().flat_map(Map::$iter) {
                        found(SchemaStep::PatternProperty(name), child)?;
                    }
                    for (name, child) in self.definitions.$iter().flat_map(Map::$iter) {
                        found(SchemaStep::Definition(name), child)?;
                    }
                }
                if let Some(SchemaOrBool::Schema(child)) = & $($mut)? self.additional_properties {
                    found(SchemaStep::AdditionalProperties, child)?;
                }
                if scope == VisitScope::All {
                    if let Some(SchemaOrBool::Schema(child)) = & $($mut)? self.additional_items {
                        found(SchemaStep::AdditionalItems, child)?;
                    }
                    for (name, dependency) in self.dependencies.$iter().flat_map(Map::$iter) {
                        if let SchemaOrStrings::Schema(child) = dependency {
                            found(SchemaStep::Dependency(name), child)?;
                        }
                    }
                }
                ControlFlow::Continue(())
            }

            $(#[$child_doc])*
            pub fn $child(& $($mut)? self, step: SchemaStep<'_>) -> Option<& $($mut)? JsonSchemaProps> {
                match (step, & $($mut)? self.items) {
                    (SchemaStep::Items, Some(Items::Schema(schema))) => return Some(schema),
                    (SchemaStep::ItemAt(index), Some(Items::List(list))) => return list.$get(index),
                    _ => {}
                }
                let flag_or_schema = match step {
                    SchemaStep::AdditionalProperties => self.additional_properties.$as_ref(),
                    SchemaStep::AdditionalItems => self.additional_items.$as_ref(),
                    SchemaStep::AllOf(index) => return self.all_of.$as_ref()?.$get(index),
                    SchemaStep::AnyOf(index) => return self.any_of.$as_ref()?.$get(index),
                    SchemaStep::OneOf(index) => return self.one_of.$as_ref()?.$get(index),
                    SchemaStep::Not => return self.not.$as_deref(),
                    SchemaStep::Property(name) => return self.properties.$as_ref()?.$get(name),
                    SchemaStep::PatternProperty(name) => {
                        return self.pattern_properties.$as_ref()?.$get(name);
                    }
                    SchemaStep::Definition(name) => return self.definitions.$as_ref()?.$get(name),
                    SchemaStep::Dependency(name) => {
                        return match self.dependencies.$as_ref()?.$get(name)? {
                            SchemaOrStrings::Schema(schema) => Some(schema),
                            SchemaOrStrings::Strings(_) | SchemaOrStrings::Neither => None,
                        };
                    }
                    SchemaStep::Items | SchemaStep::ItemAt(_) => None,
                };
                match flag_or_schema? {
                    SchemaOrBool::Schema(schema) => Some(schema),
                    SchemaOrBool::Bool(_) => None,
                }
            }
        }
    };
}

children! {
    /// Calls `found` with each direct child until it breaks, in the order of Go's `SchemaHas`, which is also that of
    /// the server's warnings.
    try_each_child of EachChild,
    /// Returns the child at `step`.
    child, iter as_ref get as_deref
}

children! {
    /// Calls `found` with a mutable reference to each direct child until it breaks, in the order of
    /// [`try_each_child`](JsonSchemaProps::try_each_child).
    try_each_child_mut of EachChildMut,
    /// Returns a mutable reference to the child at `step`.
    child_mut, iter_mut as_mut get_mut as_deref_mut mut
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a schema with a child in every place, each titled with its path.
    fn tree() -> JsonSchemaProps {
        let child = JsonSchemaProps::default;
        let boxed = || Box::new(child());
        let named = || Some(Map::from_iter([("a", child())]));
        let mut tree = JsonSchemaProps {
            properties: Some(Map::from_iter([(
                "list",
                JsonSchemaProps {
                    items: Some(Items::Schema(boxed())),
                    ..child()
                },
            )])),
            additional_properties: Some(SchemaOrBool::Schema(boxed())),
            items: Some(Items::List(vec![child(), child()])),
            all_of: Some(vec![child()]),
            any_of: Some(vec![child()]),
            one_of: Some(vec![child(), child()]),
            not: Some(boxed()),
            pattern_properties: named(),
            dependencies: Some(Map::from_iter([("a", SchemaOrStrings::Schema(boxed()))])),
            additional_items: Some(SchemaOrBool::Schema(boxed())),
            definitions: named(),
            ..child()
        };
        tree.visit_mut(VisitScope::All, &Path::root("root"), &mut |path, schema| {
            schema.title = path.to_field_path().to_string().into();
            VisitNext::Children
        });
        tree
    }

    fn visited(scope: VisitScope) -> Vec<String> {
        let mut paths = Vec::new();
        let tree = tree();
        tree.visit(scope, &Path::root("root"), &mut |path, schema| {
            let path = path.to_field_path();
            assert_eq!(*schema.title, *path.to_string());
            let below = path.segments.get(1..).unwrap();
            assert!(std::ptr::eq(tree.at(below).unwrap(), schema));
            assert_eq!(
                tree.clone().at_mut(below).map(|schema| schema.title.clone()),
                Some(schema.title.clone())
            );
            paths.push(path.to_string());
            VisitNext::Children
        });
        paths
    }

    #[test]
    fn visitors_reach_every_place() {
        assert_eq!(
            visited(VisitScope::All),
            [
                "root",
                "root.items[0]",
                "root.items[1]",
                "root.allOf[0]",
                "root.anyOf[0]",
                "root.oneOf[0]",
                "root.oneOf[1]",
                "root.not",
                "root.properties[list]",
                "root.properties[list].items",
                "root.patternProperties[a]",
                "root.definitions[a]",
                "root.additionalProperties",
                "root.additionalItems",
                "root.dependencies[a]",
            ]
        );
        assert_eq!(
            visited(VisitScope::Structural),
            [
                "root",
                "root.properties[list]",
                "root.properties[list].items",
                "root.additionalProperties",
            ]
        );
    }

    #[test]
    fn visitors_leave_out_children() {
        let mut tree = tree();
        let mut seen = 0;
        tree.visit_mut(VisitScope::All, &Path::root("root"), &mut |_, schema| {
            seen += 1;
            match &*schema.title {
                "root.properties[list]" => VisitNext::Beside,
                _ => VisitNext::Children,
            }
        });
        assert_eq!(seen, 14);
        assert!(tree.any(&mut |schema| &*schema.title == "root.definitions[a]"));
        assert!(!tree.any(&mut |schema| &*schema.title == "root.definitions[b]"));
    }
}
