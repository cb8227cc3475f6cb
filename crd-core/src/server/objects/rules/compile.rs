//! The rules of a schema, compiled once, as a tree of the nodes that have rules at or below them.

use std::sync::Arc;

use crd_cel::eval::DataSchema;

use crate::KubeVersion;
use crate::model::field::{FieldPath, Segment};
use crate::model::map::Map;
use crate::model::schema::{JsonSchemaProps, ValidationRule};
use crate::model::sort::sort_by;
use crate::model::text::InternedText;
use crate::server::cel::field_path::{Notation, Resolved, ResolvedStep, resolve};
use crate::server::cel::{RuleProgram, RuleTypes, SelfKind, data_schema};

/// The rules of a schema and of all nodes below it.
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    pub(super) root: RuleNode,
    pub(super) version: KubeVersion,
}

/// A node with rules at or below it.
#[derive(Clone, Debug)]
pub(super) struct RuleNode {
    /// The type of the schema, as printed in errors.
    pub(super) type_: InternedText,
    pub(super) rules: NodeRules,
    pub(super) items: Option<Box<RuleNode>>,
    /// The keys by which elements of a list are correlated with an old list.
    pub(super) list_keys: Option<Vec<Box<str>>>,
    pub(super) additional: Option<Box<RuleNode>>,
    pub(super) properties: RuleProperties,
    /// Path of the node, below `openAPIV3Schema`.
    pub(super) place: FieldPath,
}

/// Properties with rules at or below them, sorted by name. The names are concatenated: most of them are only
/// compared with the members of an object.
#[derive(Clone, Debug)]
pub(super) struct RuleProperties {
    names: Box<str>,
    /// End offset of each name.
    ends: Box<[u32]>,
    nodes: Vec<RuleNode>,
}

impl RuleProperties {
    fn of(mut found: Vec<(&str, RuleNode)>) -> Self {
        sort_by(&mut found, &|left, right| left.0.cmp(right.0));
        let mut names = String::new();
        let mut ends = Vec::with_capacity(found.len());
        let mut nodes = Vec::with_capacity(found.len());
        for (name, node) in found {
            names.push_str(name);
            ends.push(u32::try_from(names.len()).unwrap_or(u32::MAX));
            nodes.push(node);
        }
        RuleProperties {
            names: names.into(),
            ends: ends.into(),
            nodes,
        }
    }

    /// Returns all properties, each with its name.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, &RuleNode)> {
        let mut start = 0;
        self.ends.iter().zip(&self.nodes).map(move |(end, node)| {
            let end = *end as usize;
            let name = self.names.get(start..end).unwrap_or_default();
            start = end;
            (name, node)
        })
    }
}

/// The rules of one node.
#[derive(Clone, Debug)]
pub(super) enum NodeRules {
    /// There are no rules.
    None,
    /// The schema has no type in CEL, so that the rules cannot be compiled.
    Untyped,
    /// The rules are compiled.
    Compiled {
        rules: Vec<CompiledRule>,
        data: DataSchema,
        /// Whether one of them uses `oldSelf`: only then can message expressions access it.
        uses_old_self: bool,
    },
}

/// One rule.
#[derive(Clone, Debug)]
pub(super) struct CompiledRule {
    pub(super) spec: Box<ValidationRule>,
    /// `None` if the rule is empty; the server's text if it does not compile.
    pub(super) program: Result<Option<RuleProgram>, String>,
    pub(super) optional_old_self: bool,
    /// Path of the rule, below `openAPIV3Schema`.
    pub(super) keyword: Arc<FieldPath>,
    /// `fieldPath`, below the node.
    pub(super) field: Vec<Segment>,
}

impl Rules {
    /// Compiles the rules of a schema; `None` if there are none.
    pub(crate) fn of(schema: &JsonSchemaProps, kind: SelfKind, version: KubeVersion) -> Option<Self> {
        if !has_rules(schema) {
            return None;
        }
        let types = RuleTypes::root(schema, kind, version);
        let root = node(schema, kind, &types, FieldPath::default())?;
        Some(Rules { root, version })
    }
}

fn has_rules(schema: &JsonSchemaProps) -> bool {
    schema.any(&mut |node| !node.rules().is_empty())
}

fn properties(schema: &JsonSchemaProps) -> impl Iterator<Item = (&str, &JsonSchemaProps)> {
    schema.properties.iter().flat_map(Map::iter)
}

fn node(schema: &JsonSchemaProps, kind: SelfKind, types: &RuleTypes, place: FieldPath) -> Option<RuleNode> {
    let below = |schema: &JsonSchemaProps, step: &str| {
        let place = place.clone().child(step);
        node(schema, SelfKind::declared_by(schema), &types.element(), place).map(Box::new)
    };
    let items = schema
        .item_schema()
        .filter(|items| has_rules(items))
        .and_then(|items| below(items, "items"));
    let additional = schema
        .additional_schema()
        .filter(|values| has_rules(values))
        .and_then(|values| below(values, "additionalProperties"));
    let mut found: Vec<(&str, RuleNode)> = Vec::new();
    for (name, property) in properties(schema).filter(|(_, property)| has_rules(property)) {
        let Some(types) = types.property(name, property) else {
            continue;
        };
        let place = place.clone().child("properties").key(name);
        let below = node(property, SelfKind::declared_by(property), &types, place);
        found.extend(below.map(|below| (name, below)));
    }
    let rules = rules(schema, kind, types, &place);
    let is_empty = matches!(rules, NodeRules::None);
    if is_empty && items.is_none() && additional.is_none() && found.is_empty() {
        return None;
    }
    Some(RuleNode {
        type_: schema.type_.clone(),
        rules,
        items,
        list_keys: list_keys(schema),
        additional,
        properties: RuleProperties::of(found),
        place,
    })
}

fn list_keys(schema: &JsonSchemaProps) -> Option<Vec<Box<str>>> {
    let is_map = &*schema.type_ == "array" && schema.x_list_type.as_deref() == Some("map");
    (is_map && !schema.list_map_keys().is_empty()).then(|| schema.list_map_keys().to_vec())
}

fn rules(schema: &JsonSchemaProps, kind: SelfKind, types: &RuleTypes, place: &FieldPath) -> NodeRules {
    if schema.rules().is_empty() {
        return NodeRules::None;
    }
    let (Some(programs), Some(data)) = (types.compile(schema.rules()), data_schema(schema, kind)) else {
        return NodeRules::Untyped;
    };
    let rules: Vec<CompiledRule> = schema
        .rules()
        .iter()
        .zip(programs)
        .enumerate()
        .map(|(index, (rule, program))| {
            let program = program.map_err(|error| error.to_string());
            rule_of(schema, rule, program, rule_at(place, index))
        })
        .collect();
    let uses = |rule: &CompiledRule| matches!(&rule.program, Ok(Some(program)) if program.uses_old_self);
    NodeRules::Compiled {
        uses_old_self: rules.iter().any(uses),
        rules,
        data,
    }
}

fn rule_of(
    schema: &JsonSchemaProps,
    spec: &ValidationRule,
    program: Result<Option<RuleProgram>, String>,
    keyword: FieldPath,
) -> CompiledRule {
    // The server checks the path last, and not at all if the message does not compile.
    let is_whole = matches!(&program, Ok(Some(program)) if !program.message_is_broken());
    let field = if is_whole {
        field(schema, &spec.field_path)
    } else {
        Vec::new()
    };
    CompiledRule {
        optional_old_self: spec.optional_old_self == Some(true),
        spec: Box::new(spec.clone()),
        program,
        keyword: keyword.into(),
        field,
    }
}

/// Returns the path of a rule of a node.
pub(super) fn rule_at(node: &FieldPath, index: usize) -> FieldPath {
    let rules = node.clone().child("x-kubernetes-validations");
    rules.index(index).child("rule")
}

/// Returns the steps of a `fieldPath`; none if it leads nowhere.
fn field(schema: &JsonSchemaProps, path: &str) -> Vec<Segment> {
    if path.is_empty() {
        return Vec::new();
    }
    let Resolved::Found { steps, .. } = resolve(path, Some(schema), Notation::DotsAndBrackets) else {
        return Vec::new();
    };
    let mut segments = Vec::with_capacity(steps.len());
    for step in steps {
        segments.push(match step {
            ResolvedStep::Property(name) => Segment::Field(name.into()),
            // The server appends the printed path as one name.
            ResolvedStep::Key(key) if segments.is_empty() => Segment::Field(format!("[{key}]").into()),
            ResolvedStep::Key(key) => Segment::Key(key.into()),
        });
    }
    segments
}
