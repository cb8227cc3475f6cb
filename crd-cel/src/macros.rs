//! Macros: calls that are rewritten while parsing, node by node in cel-go's order, so that the
//! numbers of the made nodes are cel-go's.

use std::collections::HashMap;

use crate::ast::{
    Ast, Comprehension, Entries, Entry, EntryKey, Indices, Kind, Literal, Node, NodeId, Nodes, Span, Text,
};
use crate::issue::IssueKind;
use crate::parse::{MAX_NODES, Parser, Stop};

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
    pub(crate) receiver: bool,
    /// The first compatibility version that has it.
    pub(crate) since: u8,
}

const fn named(name: &'static str, since: u8) -> MacroName {
    MacroName {
        name,
        receiver: true,
        since,
    }
}

/// Every macro's name.
pub(crate) static MACROS: &[MacroName] = &[
    MacroName {
        name: "has",
        receiver: false,
        since: 0,
    },
    named("all", 0),
    named("exists", 0),
    named("exists_one", 0),
    named("existsOne", 32),
    named("map", 0),
    named("filter", 0),
    named("optMap", 0),
    named("optFlatMap", 0),
    named("transformList", 32),
    named("transformMap", 32),
    named("transformMapEntry", 32),
    named("sortBy", 34),
];

/// The first compatibility version that has a macro of the name.
pub(crate) fn macro_since(name: &str, receiver: bool) -> Option<u8> {
    MACROS
        .iter()
        .find(|m| m.name == name && m.receiver == receiver)
        .map(|m| m.since)
}

/// The macro a call is, by name, number of arguments and whether it has a receiver.
fn find(
    name: &str,
    args: usize,
    receiver: bool,
    has_two_variables: bool,
    has_sort_by: bool,
) -> Option<Macro> {
    let quantifier = |kind| Some(Macro::Quantifier(kind));
    if !receiver {
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
        ("sortBy", 2) if has_sort_by => Some(Macro::SortBy),
        _ if !has_two_variables => None,
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

/// Makes nodes that stand where the macro call stands.
struct Maker<'p, 's> {
    parser: &'p mut Parser<'s>,
    span: Span,
    position: u32,
}

/// Why there is no expansion.
enum Refusal {
    /// An argument is wrong.
    Argument(NodeId, String),
    Stop(Stop),
}

type Expanded<T = NodeId> = Result<T, Refusal>;

impl Parser<'_> {
    /// Rewrites a call that is a macro. A macro with wrong arguments is reported and gives an
    /// unspecified node.
    pub(crate) fn expand_macro(
        &mut self,
        name: &str,
        call: &Node,
        too_deep: bool,
    ) -> Result<Option<NodeId>, Stop> {
        let Kind::Call { target, args, .. } = call.kind else {
            return Ok(None);
        };
        let Some(found) = find(
            name,
            args.len(),
            target.is_some(),
            self.version.has(32),
            self.version.has(34),
        ) else {
            return Ok(None);
        };
        let args: [Option<NodeId>; 4] = {
            let args = self.ast.nodes(args);
            std::array::from_fn(|i| args.get(i).copied())
        };
        let mut maker = Maker {
            parser: self,
            span: call.span,
            position: call.position,
        };
        let expanded = match (args, target) {
            ([Some(only), ..], None) => maker.has(only),
            _ if too_deep => return Ok(None),
            ([Some(first), Some(second), third, fourth], Some(target)) => match (found, third) {
                (Macro::Quantifier(kind), None) => maker.quantifier(kind, target, first, None, second),
                (Macro::Quantifier(kind), Some(body)) => {
                    maker.quantifier(kind, target, first, Some(second), body)
                }
                (Macro::Map, None) => maker.map(target, first, None, second),
                (Macro::Map, Some(third)) => maker.map(target, first, Some(second), third),
                (Macro::Filter, _) => maker.filter(target, first, second),
                (Macro::OptMap, _) => maker.opt_map(target, first, second, true),
                (Macro::OptFlatMap, _) => maker.opt_map(target, first, second, false),
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
            Err(Refusal::Stop(stop)) => Err(stop),
            Err(Refusal::Argument(node, message)) => {
                let Node { span, position, .. } = self.ast.node(node);
                Ok(Some(self.error_node(
                    IssueKind::MacroArgument,
                    message,
                    span,
                    position,
                )))
            }
        }
    }
}

impl Maker<'_, '_> {
    // Nodes, each numbered when it is made.

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

    // Arguments.

    /// The name an argument is, refused with `message` when it is no identifier.
    fn name(&self, arg: NodeId, message: &str) -> Expanded<Text> {
        match self.parser.ast.kind(arg) {
            Kind::Ident(name) => Ok(name),
            _ => Err(Refusal::Argument(arg, message.to_owned())),
        }
    }

    fn not_accumulator(&self, arg: NodeId, name: Text) -> Expanded<()> {
        if self.parser.ast.text(name) == "__result__" {
            return Err(Refusal::Argument(
                arg,
                "iteration variable overwrites accumulator variable".to_owned(),
            ));
        }
        Ok(())
    }

    fn variables(&self, first: NodeId, second: Option<NodeId>) -> Expanded<Variables> {
        let message = "argument must be a simple name";
        let first_name = self.name(first, message)?;
        let Some(second) = second else {
            self.not_accumulator(first, first_name)?;
            return Ok(Variables {
                first: first_name,
                second: None,
            });
        };
        let second_name = self.name(second, message)?;
        let text = self.parser.ast.text(first_name);
        if text == self.parser.ast.text(second_name) {
            return Err(Refusal::Argument(
                second,
                format!("duplicate variable name: {text}"),
            ));
        }
        self.not_accumulator(first, first_name)?;
        self.not_accumulator(second, second_name)?;
        Ok(Variables {
            first: first_name,
            second: Some(second_name),
        })
    }

    // The macros.

    fn has(&mut self, arg: NodeId) -> Expanded {
        match self.parser.ast.kind(arg) {
            Kind::Select { operand, field, .. } => Ok(self.node(Kind::Select {
                operand,
                field,
                test_only: true,
            })),
            _ => Err(Refusal::Argument(
                arg,
                "invalid argument to has() macro".to_owned(),
            )),
        }
    }

    fn quantifier(
        &mut self,
        kind: Quantifier,
        target: NodeId,
        first: NodeId,
        second: Option<NodeId>,
        body: NodeId,
    ) -> Expanded {
        let variables = self.variables(first, second)?;
        let (accu_init, loop_cond, loop_step, result);
        match kind {
            Quantifier::All => {
                accu_init = self.literal(Literal::Bool(true));
                let so_far = self.accumulator();
                loop_cond = self.call(Text::NOT_STRICTLY_FALSE, &[so_far]);
                let so_far = self.accumulator();
                loop_step = self.call(Text::LOGICAL_AND, &[so_far, body]);
                result = self.accumulator();
            }
            Quantifier::Exists => {
                accu_init = self.literal(Literal::Bool(false));
                let so_far = self.accumulator();
                let not = self.call(Text::LOGICAL_NOT, &[so_far]);
                loop_cond = self.call(Text::NOT_STRICTLY_FALSE, &[not]);
                let so_far = self.accumulator();
                loop_step = self.call(Text::LOGICAL_OR, &[so_far, body]);
                result = self.accumulator();
            }
            Quantifier::ExistsOne => {
                accu_init = self.literal(Literal::Int(0));
                loop_cond = self.literal(Literal::Bool(true));
                let so_far = self.accumulator();
                let one = self.literal(Literal::Int(1));
                let more = self.call(Text::ADD, &[so_far, one]);
                let same = self.accumulator();
                loop_step = self.call(Text::CONDITIONAL, &[body, more, same]);
                let count = self.accumulator();
                let one = self.literal(Literal::Int(1));
                result = self.call(Text::EQUALS, &[count, one]);
            }
        }
        Ok(self.fold(target, variables, accu_init, loop_cond, loop_step, result))
    }

    fn fold(
        &mut self,
        iter_range: NodeId,
        variables: Variables,
        accu_init: NodeId,
        loop_cond: NodeId,
        loop_step: NodeId,
        result: NodeId,
    ) -> NodeId {
        self.comprehension(Comprehension {
            iter_range,
            iter_var: variables.first,
            iter_var2: variables.second,
            accu_var: Text::ACCUMULATOR,
            accu_init,
            loop_cond,
            loop_step,
            result,
        })
    }

    /// Appends `element` to the accumulated list, where `filter` holds.
    fn collect(&mut self, filter: Option<NodeId>, element: NodeId) -> NodeId {
        let so_far = self.accumulator();
        let list = self.list(&[element]);
        let step = self.call(Text::ADD, &[so_far, list]);
        self.filtered(filter, step)
    }

    fn filtered(&mut self, filter: Option<NodeId>, step: NodeId) -> NodeId {
        let Some(filter) = filter else { return step };
        let same = self.accumulator();
        self.call(Text::CONDITIONAL, &[filter, step, same])
    }

    fn map(&mut self, target: NodeId, variable: NodeId, filter: Option<NodeId>, body: NodeId) -> Expanded {
        let first = self.name(variable, "argument is not an identifier")?;
        self.not_accumulator(variable, first)?;
        let accu_init = self.list(&[]);
        let loop_cond = self.literal(Literal::Bool(true));
        let loop_step = self.collect(filter, body);
        let result = self.accumulator();
        Ok(self.fold(
            target,
            Variables { first, second: None },
            accu_init,
            loop_cond,
            loop_step,
            result,
        ))
    }

    /// `filter` is `map` onto the variable itself.
    fn filter(&mut self, target: NodeId, variable: NodeId, filter: NodeId) -> Expanded {
        self.map(target, variable, Some(filter), variable)
    }

    fn opt_map(&mut self, target: NodeId, variable: NodeId, body: NodeId, wraps: bool) -> Expanded {
        let name = if wraps { "optMap" } else { "optFlatMap" };
        let accu_var = self.name(
            variable,
            &format!("{name}() variable name must be a simple identifier"),
        )?;
        let has_value = self.member_call(Text::HAS_VALUE, target, &[]);
        let iter_range = self.list(&[]);
        let copy = self.copy(target)?;
        let accu_init = self.member_call(Text::VALUE, copy, &[]);
        let loop_cond = self.literal(Literal::Bool(false));
        let loop_step = self.ident(accu_var);
        let mut mapped = self.comprehension(Comprehension {
            iter_range,
            iter_var: Text::UNUSED,
            iter_var2: None,
            accu_var,
            accu_init,
            loop_cond,
            loop_step,
            result: body,
        });
        if wraps {
            mapped = self.call(Text::OPTIONAL_OF, &[mapped]);
        }
        let none = self.call(Text::OPTIONAL_NONE, &[]);
        Ok(self.call(Text::CONDITIONAL, &[has_value, mapped, none]))
    }

    fn transform(
        &mut self,
        kind: Macro,
        target: NodeId,
        first: NodeId,
        second: NodeId,
        filter: Option<NodeId>,
        body: NodeId,
    ) -> Expanded {
        let variables = self.variables(first, Some(second))?;
        let loop_step = match kind {
            Macro::TransformList => self.collect(filter, body),
            Macro::TransformMap => {
                let so_far = self.accumulator();
                let key = self.ident(variables.first);
                let step = self.call(Text::MAP_INSERT, &[so_far, key, body]);
                self.filtered(filter, step)
            }
            _ => {
                let so_far = self.accumulator();
                let step = self.call(Text::MAP_INSERT, &[so_far, body]);
                self.filtered(filter, step)
            }
        };
        let accu_init = if kind == Macro::TransformList {
            self.list(&[])
        } else {
            self.node(Kind::Map(Entries::default()))
        };
        let loop_cond = self.literal(Literal::Bool(true));
        let result = self.accumulator();
        Ok(self.fold(target, variables, accu_init, loop_cond, loop_step, result))
    }

    fn sort_by(&mut self, target: NodeId, variable: NodeId, key: NodeId) -> Expanded {
        let input = self.ident(Text::SORT_BY_INPUT);
        if matches!(
            self.parser.ast.kind(target),
            Kind::Literal(_) | Kind::Map(_) | Kind::Struct { .. } | Kind::Unspecified
        ) {
            let message =
                "sortBy can only be applied to a list, identifier, comprehension, call or select expression";
            return Err(Refusal::Argument(target, message.to_owned()));
        }
        let mapped = self.ident(Text::SORT_BY_INPUT);
        let keys = self.map(mapped, variable, None, key)?;
        let sorted = self.ident(Text::SORT_BY_INPUT);
        let result = self.member_call(Text::SORT_BY_KEYS, sorted, &[keys]);
        let iter_range = self.list(&[]);
        let loop_cond = self.literal(Literal::Bool(false));
        Ok(self.comprehension(Comprehension {
            iter_range,
            iter_var: Text::UNUSED,
            iter_var2: None,
            accu_var: Text::SORT_BY_INPUT,
            accu_init: target,
            loop_cond,
            loop_step: input,
            result,
        }))
    }

    /// A copy of a tree with new numbers, given in cel-go's order: a node before its parts, the
    /// target of a call after the arguments.
    fn copy(&mut self, root: NodeId) -> Expanded {
        let mut copies: HashMap<NodeId, NodeId> = HashMap::new();
        let mut originals = Vec::new();
        let mut open = vec![Step::Node(root)];
        let mut entry_ids: HashMap<u32, u32> = HashMap::new();
        while let Some(step) = open.pop() {
            let id = match step {
                Step::Node(id) => id,
                Step::Entry(old) => {
                    entry_ids.insert(old, self.parser.id());
                    continue;
                }
            };
            if self.parser.ast.len() >= MAX_NODES {
                return Err(Refusal::Stop(self.parser.too_large()));
            }
            let expr_id = self.parser.id();
            let node = self.parser.ast.node(id);
            copies.insert(id, self.parser.ast.push(Node { expr_id, ..node }));
            originals.push(id);
            let first_part = open.len();
            push_parts(&self.parser.ast, node.kind, &mut open);
            open.get_mut(first_part..).unwrap_or_default().reverse();
        }
        let renamed = |id: NodeId| copies.get(&id).copied().unwrap_or(id);
        for id in originals {
            let ast = &mut self.parser.ast;
            let kind = match ast.kind(id) {
                kind @ (Kind::Unspecified | Kind::Literal(_) | Kind::Ident(_)) => kind,
                Kind::Select {
                    operand,
                    field,
                    test_only,
                } => Kind::Select {
                    operand: renamed(operand),
                    field,
                    test_only,
                },
                Kind::Call {
                    function,
                    target,
                    args,
                } => Kind::Call {
                    function,
                    target: target.map(renamed),
                    args: copy_run(ast, args, renamed),
                },
                Kind::List { elements, optional } => Kind::List {
                    elements: copy_run(ast, elements, renamed),
                    optional,
                },
                Kind::Map(entries) => {
                    Kind::Map(copy_entries(ast, entries, &entry_ids, self.position, renamed))
                }
                Kind::Struct { type_name, entries } => Kind::Struct {
                    type_name,
                    entries: copy_entries(ast, entries, &entry_ids, self.position, renamed),
                },
                Kind::Comprehension(id) => {
                    let Some(old) = ast.comprehension(id).copied() else {
                        continue;
                    };
                    Kind::Comprehension(ast.add_comprehension(Comprehension {
                        iter_range: renamed(old.iter_range),
                        accu_init: renamed(old.accu_init),
                        loop_cond: renamed(old.loop_cond),
                        loop_step: renamed(old.loop_step),
                        result: renamed(old.result),
                        ..old
                    }))
                }
            };
            if let Some(copy) = ast.node_mut(renamed(id)) {
                copy.kind = kind;
            }
        }
        Ok(renamed(root))
    }
}

/// What is to be numbered next.
enum Step {
    Node(NodeId),
    /// An entry of a map or message, by its old number.
    Entry(u32),
}

/// The parts of a node in the order cel-go copies them.
fn push_parts(ast: &Ast, kind: Kind, open: &mut Vec<Step>) {
    match kind {
        Kind::Unspecified | Kind::Literal(_) | Kind::Ident(_) => {}
        Kind::Select { operand, .. } => open.push(Step::Node(operand)),
        Kind::Call { target, args, .. } => {
            open.extend(ast.nodes(args).iter().copied().map(Step::Node));
            open.extend(target.map(Step::Node));
        }
        Kind::List { elements, .. } => open.extend(ast.nodes(elements).iter().copied().map(Step::Node)),
        Kind::Map(entries) | Kind::Struct { entries, .. } => {
            for entry in ast.entries(entries) {
                open.push(Step::Entry(entry.expr_id));
                if let EntryKey::Expr(key) = entry.key {
                    open.push(Step::Node(key));
                }
                open.push(Step::Node(entry.value));
            }
        }
        Kind::Comprehension(id) => {
            if let Some(c) = ast.comprehension(id) {
                open.extend([c.iter_range, c.accu_init, c.loop_cond, c.loop_step, c.result].map(Step::Node));
            }
        }
    }
}

fn copy_run(ast: &mut Ast, nodes: Nodes, renamed: impl Fn(NodeId) -> NodeId) -> Nodes {
    let copies: Vec<NodeId> = ast.nodes(nodes).iter().map(|id| renamed(*id)).collect();
    ast.add_nodes(&copies)
}

fn copy_entries(
    ast: &mut Ast,
    entries: Entries,
    ids: &HashMap<u32, u32>,
    position: u32,
    renamed: impl Fn(NodeId) -> NodeId,
) -> Entries {
    let copies: Vec<Entry> = ast
        .entries(entries)
        .iter()
        .map(|entry| Entry {
            expr_id: ids.get(&entry.expr_id).copied().unwrap_or(entry.expr_id),
            position,
            key: match entry.key {
                EntryKey::Expr(key) => EntryKey::Expr(renamed(key)),
                field @ EntryKey::Field(_) => field,
            },
            value: renamed(entry.value),
            optional: entry.optional,
        })
        .collect();
    ast.add_entries(&copies)
}
