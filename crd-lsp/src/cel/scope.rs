//! Types of subexpressions inside of their enclosing macros.

use std::ops::Range;

use crd_cel::ast::{Kind, NodeId};
use crd_cel::{Checked, CompatVersion, Type, TypeId, parse};
use crd_core::JsonSchemaProps;
use crd_core::cel::{OldSelf, RuleEnvironment, RuleScope};
use crd_core::field::{FieldPath, Segment};

use super::place::{CrdText, ExpressionText, PlacedExpression, beside};
use super::scan::OpenMacro;
use crate::snapshot::Snapshot;
use crate::yaml::CursorStep;

/// The scope of an expression.
pub(super) struct ExpressionScope<'c> {
    pub(super) rule: RuleScope,
    pub(super) environment: RuleEnvironment,
    pub(super) old_self: OldSelf,
    /// The schema of the version, and the path from it to the node.
    pub(super) schema: &'c JsonSchemaProps,
    pub(super) path: FieldPath,
}

impl<'c> ExpressionScope<'c> {
    /// Returns the scope of an expression of a CRD; `None` if its types are not known.
    pub(super) fn of(snapshot: &Snapshot, text: &'c CrdText, expression: &PlacedExpression) -> Option<Self> {
        let (version, node, _) = expression.node()?;
        let schema = text.crd()?.versions().get(version)?.openapi_schema()?;
        let path = schema_path(node)?;
        let optional = beside(
            text.root(),
            &expression.path,
            "optionalOldSelf",
            snapshot.content(),
        );
        let old_self = if optional.as_deref() == Some("true") {
            OldSelf::Optional
        } else {
            OldSelf::Value
        };
        let rule = RuleScope::new(schema, &path, snapshot.version())?;
        Some(ExpressionScope {
            environment: rule.environment(),
            rule,
            old_self,
            schema,
            path,
        })
    }

    /// Returns the schema of the node.
    pub(super) fn node(&self) -> Option<&'c JsonSchemaProps> {
        self.schema.at(self.path.segments.get(1..)?)
    }

    pub(super) fn version(&self) -> CompatVersion {
        self.environment.env.version()
    }

    fn variables(&self) -> [(&'static str, TypeId); 2] {
        let old = match self.old_self {
            OldSelf::Optional => self.environment.optional_self_type,
            OldSelf::Value => self.environment.self_type,
        };
        [("self", self.environment.self_type), ("oldSelf", old)]
    }

    /// Returns a subexpression inside of macros of `source` with its type; `None` if it cannot be parsed.
    pub(super) fn piece(&self, source: &str, macros: &[OpenMacro], piece: &str) -> Option<TypedPiece<'_>> {
        let (wrapped, bracket) = wrapped(source, macros, piece);
        let ast = parse(&wrapped, self.version()).ok()?;
        let checked = self.environment.env.check_partly(ast, &self.variables());
        let node = element_at(&checked, bracket)?;
        Some(TypedPiece { checked, node })
    }

    /// Like [`piece`](Self::piece), for a subexpression that must have no type errors.
    pub(super) fn sound_piece(
        &self,
        source: &str,
        macros: &[OpenMacro],
        piece: &str,
    ) -> Option<TypedPiece<'_>> {
        let (wrapped, bracket) = wrapped(source, macros, piece);
        let checked = self.checked(&wrapped)?;
        let node = element_at(&checked, bracket)?;
        Some(TypedPiece { checked, node })
    }

    /// Checks a whole expression; returns `None` if it has errors.
    pub(super) fn checked(&self, source: &str) -> Option<Checked<'_>> {
        let ast = parse(source, self.version()).ok()?;
        self.environment.env.check_with(ast, &self.variables()).ok()
    }

    /// Returns the schema of a type: the name of the type is the path from the node.
    pub(super) fn schema_of(&self, type_name: &str) -> Option<&'c JsonSchemaProps> {
        let mut steps = type_name.split('.');
        steps.next()?;
        let mut schema = self.node()?;
        for step in steps {
            schema = match step {
                "@idx" => schema.item_schema()?,
                "@elem" => schema.additional_schema()?,
                name => property_of(schema, name)?,
            };
        }
        Some(schema)
    }
}

/// Calls a function with the checked expression, even if it has type errors; `None` if it cannot be parsed or its types are not
/// known.
pub(crate) fn parsed<T>(
    snapshot: &Snapshot,
    text: &CrdText,
    placed: &PlacedExpression,
    source: &ExpressionText,
    read: impl FnOnce(&Checked<'_>) -> T,
) -> Option<T> {
    let scope = ExpressionScope::of(snapshot, text, placed)?;
    let ast = parse(&source.text, scope.version()).ok()?;
    let checked = scope.environment.env.check_partly(ast, &scope.variables());
    Some(read(&checked))
}

/// Returns the property whose name in expressions is this.
pub(super) fn property_of<'s>(schema: &'s JsonSchemaProps, escaped: &str) -> Option<&'s JsonSchemaProps> {
    let properties = schema.properties.iter().flat_map(crd_core::Map::iter);
    let mut named = properties.filter(|(name, _)| crd_core::cel::escape(name).as_deref() == Some(escaped));
    named.next().map(|(_, property)| property)
}

/// A subexpression with its type.
pub(super) struct TypedPiece<'s> {
    pub(super) checked: Checked<'s>,
    pub(super) node: NodeId,
}

impl TypedPiece<'_> {
    pub(super) fn type_(&self) -> Type {
        self.checked.type_of(self.node)
    }

    /// Formats the type for display.
    pub(super) fn described(&self) -> String {
        self.checked
            .describe(self.checked.type_id(self.node))
            .as_str()
            .to_owned()
    }
}

/// Returns a text in which a subexpression is the only element of a list, inside of macros that declare its variables, and the place
/// of that list.
fn wrapped(source: &str, macros: &[OpenMacro], piece: &str) -> (String, usize) {
    let text = |range: &Range<usize>| source.get(range.clone()).unwrap_or_default();
    let (mut before, mut after) = (String::new(), String::new());
    for open in macros {
        let receiver = text(&open.receiver);
        match open.variables.as_slice() {
            [] => continue,
            [one] => {
                let name = text(&open.name);
                let name = if name.starts_with("opt") { name } else { "map" };
                before.push_str(&format!("{receiver}.{name}({}, ", text(one)));
            }
            [one, two, ..] => {
                before.push_str(&format!(
                    "{receiver}.transformList({}, {}, ",
                    text(one),
                    text(two)
                ));
            }
        }
        after.push(')');
    }
    let bracket = before.len();
    (format!("{before}[{piece}]{after}"), bracket)
}

fn element_at(checked: &Checked<'_>, bracket: usize) -> Option<NodeId> {
    let ast = checked.ast();
    ast.ids().find_map(|id| match ast.kind(id) {
        Kind::List { elements, .. } if ast.node(id).span.range().start == bracket => {
            ast.nodes(elements).first().copied()
        }
        _ => None,
    })
}

/// Converts a path in the text to a path of fields below a schema; `None` for nodes that expressions cannot access.
pub(super) fn schema_path(steps: &[CursorStep]) -> Option<FieldPath> {
    let mut path = FieldPath::default().child("openAPIV3Schema");
    let mut steps = steps.iter();
    while let Some(CursorStep::Member(keyword)) = steps.next() {
        path = path.child(keyword);
        if keyword == "properties" {
            let CursorStep::Member(name) = steps.next()? else {
                return None;
            };
            path = path.join(Segment::Key(name.as_str().into()));
        } else if !["items", "additionalProperties"].contains(&keyword.as_str()) {
            return None;
        }
    }
    Some(path)
}
