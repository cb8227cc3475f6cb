//! Macros: calls that are rewritten while parsing, node by node in cel-go's order, so that the created nodes
//! have cel-go's numbers.

mod copy;
mod expand;

use crate::ast::{Comprehension, Indices, Kind, Literal, Node, NodeId, Span, Text};
use crate::mistake::{CallStyle, IssueKind, MacroError};
use crate::parse::{ParseStop, Parser};
use crate::version::CompatVersion;

/// The first compatibility version with two-variable macros.
pub(crate) const TWO_VARIABLES_SINCE: u8 = 32;
/// The first compatibility version with `sortBy`.
const SORT_BY_SINCE: u8 = 34;

/// The macros of the environment.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Macro {
    Has,
    Quantifier(Quantifier),
    Map,
    Filter,
    OptMap,
    OptFlatMap,
    TransformList,
    TransformMap,
    TransformMapEntry,
    SortBy,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Quantifier {
    All,
    Exists,
    ExistsOne,
}

/// The name of a macro, for suggestions.
pub(crate) struct MacroName {
    pub(crate) name: &'static str,
    pub(crate) call: CallStyle,
    /// The first compatibility version that has it.
    pub(crate) since: u8,
    /// Syntax of the macro.
    pub(crate) usage: &'static str,
}

const fn method(name: &'static str, since: u8, usage: &'static str) -> MacroName {
    MacroName {
        name,
        call: CallStyle::Method,
        since,
        usage,
    }
}

/// The name of every macro.
pub(crate) static MACROS: &[MacroName] = &[
    MacroName {
        name: "has",
        call: CallStyle::Function,
        since: 0,
        usage: "has(self.field)",
    },
    method("all", 0, "list.all(x, condition)"),
    method("exists", 0, "list.exists(x, condition)"),
    method("exists_one", 0, "list.exists_one(x, condition)"),
    method(
        "existsOne",
        TWO_VARIABLES_SINCE,
        "list.existsOne(i, x, condition)",
    ),
    method("map", 0, "list.map(x, value)"),
    method("filter", 0, "list.filter(x, condition)"),
    method("optMap", 0, "optional.optMap(x, value)"),
    method("optFlatMap", 0, "optional.optFlatMap(x, optional)"),
    method(
        "transformList",
        TWO_VARIABLES_SINCE,
        "list.transformList(i, x, value)",
    ),
    method(
        "transformMap",
        TWO_VARIABLES_SINCE,
        "map.transformMap(k, v, value)",
    ),
    method(
        "transformMapEntry",
        32,
        "map.transformMapEntry(k, v, {key: value})",
    ),
    method("sortBy", SORT_BY_SINCE, "list.sortBy(x, key)"),
];

/// Finds a macro by name, in any version.
pub(crate) fn find_macro(name: &str, call: CallStyle) -> Option<&'static MacroName> {
    let mut found = None;
    for known in MACROS {
        if known.name == name && known.call == call {
            found = Some(known);
        }
    }
    found
}

/// Returns the first compatibility version that has a macro with this number of arguments; `None` if no version has it.
pub(crate) fn since(name: &str, args: usize, call: CallStyle) -> Option<u8> {
    let versions = [0, TWO_VARIABLES_SINCE, SORT_BY_SINCE];
    versions
        .into_iter()
        .find(|since| find(name, args, call, CompatVersion::new(*since)).is_some())
}

/// Finds the macro of a call, by name, number of arguments and whether it has a receiver.
fn find(name: &str, args: usize, call: CallStyle, version: CompatVersion) -> Option<Macro> {
    let quantifier = |kind| Some(Macro::Quantifier(kind));
    if call == CallStyle::Function {
        return (name == "has" && args == 1).then_some(Macro::Has);
    }
    match (name, args) {
        ("all", 2) => quantifier(Quantifier::All),
        ("exists", 2) => quantifier(Quantifier::Exists),
        ("exists_one", 2) => quantifier(Quantifier::ExistsOne),
        ("map", 2 | 3) => Some(Macro::Map),
        ("filter", 2) => Some(Macro::Filter),
        ("optMap", 2) => Some(Macro::OptMap),
        ("optFlatMap", 2) => Some(Macro::OptFlatMap),
        ("sortBy", 2) if version.has(SORT_BY_SINCE) => Some(Macro::SortBy),
        _ if !version.has(TWO_VARIABLES_SINCE) => None,
        ("all", 3) => quantifier(Quantifier::All),
        ("exists", 3) => quantifier(Quantifier::Exists),
        ("exists_one" | "existsOne", 3) => quantifier(Quantifier::ExistsOne),
        ("transformList", 3 | 4) => Some(Macro::TransformList),
        ("transformMap", 3 | 4) => Some(Macro::TransformMap),
        ("transformMapEntry", 3 | 4) => Some(Macro::TransformMapEntry),
        _ => None,
    }
}

/// The variables of a loop.
#[derive(Clone, Copy)]
struct Variables {
    first: Text,
    second: Option<Text>,
}

/// Creates nodes at the position of the macro call.
struct NodeMaker<'p, 's> {
    parser: &'p mut Parser<'s>,
    span: Span,
    position: u32,
}

/// The reason why a macro is not expanded.
enum MacroRefusal {
    /// An argument is wrong; with the server's text.
    Argument(NodeId, MacroError, String),
    Stop(ParseStop),
}

type Expanded<T = NodeId> = Result<T, MacroRefusal>;

impl Parser<'_> {
    /// Expands a call of a macro. A macro with wrong arguments is reported and gives an unspecified node.
    pub(crate) fn expand_macro(&mut self, name: &str, call: &Node) -> Result<Option<NodeId>, ParseStop> {
        let Kind::Call { target, args, .. } = call.kind else {
            return Ok(None);
        };
        let style = match target {
            Some(_) => CallStyle::Method,
            None => CallStyle::Function,
        };
        let Some(found) = find(name, args.len(), style, self.version) else {
            return Ok(None);
        };
        let args: [Option<NodeId>; 4] = {
            let args = self.ast.nodes(args);
            std::array::from_fn(|i| args.get(i).copied())
        };
        let is_too_deep = self.is_too_deep();
        let mut maker = NodeMaker {
            parser: self,
            span: call.span,
            position: call.position,
        };
        let expanded = match (args, target) {
            ([Some(only), ..], None) => maker.has(only),
            _ if is_too_deep => return Ok(None),
            ([Some(first), Some(second), third, fourth], Some(target)) => match (found, third) {
                (Macro::Quantifier(kind), None) => maker.quantifier(kind, target, first, None, second),
                (Macro::Quantifier(kind), Some(body)) => {
                    maker.quantifier(kind, target, first, Some(second), body)
                }
                (Macro::Map, None) => maker.map(target, first, None, second),
                (Macro::Map, Some(third)) => maker.map(target, first, Some(second), third),
                (Macro::Filter, _) => maker.filter(target, first, second),
                (Macro::OptMap | Macro::OptFlatMap, _) => maker.opt_map(found, target, first, second),
                (Macro::SortBy, _) => maker.sort_by(target, first, second),
                (kind, Some(third)) => {
                    let (filter, body) = fourth.map_or((None, third), |fourth| (Some(third), fourth));
                    maker.transform(kind, target, first, second, filter, body)
                }
                _ => return Ok(None),
            },
            _ => return Ok(None),
        };
        match expanded {
            Ok(node) => Ok(Some(node)),
            Err(MacroRefusal::Stop(stop)) => Err(stop),
            Err(MacroRefusal::Argument(node, error, message)) => {
                let Node { span, position, .. } = self.ast.node(node);
                Ok(Some(self.error_node(
                    IssueKind::MacroArgument(error),
                    message,
                    span,
                    position,
                )))
            }
        }
    }
}

impl NodeMaker<'_, '_> {
    // Nodes; each is numbered when it is created.

    fn node(&mut self, kind: Kind) -> NodeId {
        let expr_id = self.parser.id();
        self.parser.ast.push(Node {
            kind,
            span: self.span,
            position: self.position,
            expr_id,
        })
    }

    fn literal(&mut self, literal: Literal) -> NodeId {
        self.node(Kind::Literal(literal))
    }

    fn ident(&mut self, name: Text) -> NodeId {
        self.node(Kind::Ident(name))
    }

    fn accumulator(&mut self) -> NodeId {
        self.ident(Text::ACCUMULATOR)
    }

    fn call(&mut self, function: Text, args: &[NodeId]) -> NodeId {
        let args = self.parser.ast.add_nodes(args);
        self.node(Kind::Call {
            function,
            target: None,
            args,
        })
    }

    fn member_call(&mut self, function: Text, target: NodeId, args: &[NodeId]) -> NodeId {
        let args = self.parser.ast.add_nodes(args);
        self.node(Kind::Call {
            function,
            target: Some(target),
            args,
        })
    }

    fn list(&mut self, elements: &[NodeId]) -> NodeId {
        let elements = self.parser.ast.add_nodes(elements);
        self.node(Kind::List {
            elements,
            optional: Indices::default(),
        })
    }

    fn comprehension(&mut self, comprehension: Comprehension) -> NodeId {
        let id = self.parser.ast.add_comprehension(comprehension);
        self.node(Kind::Comprehension(id))
    }
}
