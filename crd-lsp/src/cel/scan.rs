//! Finds the context of a position in an incomplete expression from its tokens.

use std::ops::Range;

use crd_cel::CompatVersion;
use crd_cel::editor::{CelToken, TokenClass, macros, tokens};

/// A call of a macro that encloses a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OpenMacro {
    /// The receiver that the macro iterates over.
    pub(super) receiver: Range<usize>,
    pub(super) name: Range<usize>,
    /// The variables in scope at the position.
    pub(super) variables: Vec<Range<usize>>,
}

/// A call that encloses a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OpenCall {
    /// The receiver of a method.
    pub(super) receiver: Option<Range<usize>>,
    pub(super) name: Range<usize>,
    /// The index of the argument.
    pub(super) argument: usize,
}

/// The context of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ExpressionCursor {
    /// The name around the position, or an empty range at it.
    pub(super) word: Range<usize>,
    /// The subexpression before the dot that precedes the word.
    pub(super) receiver: Option<Range<usize>>,
    /// Whether the dot is `.?`.
    pub(super) is_optional: bool,
    /// The place of the `(` after the word, if there is one.
    pub(super) opens_call: Option<usize>,
    /// The enclosing macros, the outermost first.
    pub(super) macros: Vec<OpenMacro>,
    /// The innermost call.
    pub(super) call: Option<OpenCall>,
    /// Whether the word declares a variable of a macro.
    pub(super) is_variable_name: bool,
}

/// An expression as tokens.
pub(super) struct Tokens<'e> {
    source: &'e str,
    list: Vec<CelToken>,
    /// The matching bracket of each bracket.
    partners: Vec<Option<usize>>,
    version: CompatVersion,
}

impl<'e> Tokens<'e> {
    pub(super) fn new(source: &'e str, version: CompatVersion) -> Self {
        let mut list = tokens(source);
        list.retain(|token| token.class != TokenClass::Comment);
        let mut partners = vec![None; list.len()];
        let mut open = Vec::new();
        for (at, token) in list.iter().enumerate() {
            match token.class {
                TokenClass::Open => open.push(at),
                TokenClass::Close => {
                    if let Some(first) = open.pop() {
                        partners[first] = Some(at);
                        partners[at] = Some(first);
                    }
                }
                _ => {}
            }
        }
        Tokens {
            source,
            list,
            partners,
            version,
        }
    }

    /// Returns the context at a byte offset; `None` inside of strings, numbers and comments.
    pub(super) fn at(&self, offset: usize) -> Option<ExpressionCursor> {
        let comments = tokens(self.source).into_iter();
        for token in comments.chain(self.list.iter().copied()) {
            let Range { start, end } = token.span.range();
            let is_closed = !matches!(token.class, TokenClass::Comment | TokenClass::Bad);
            let is_inside = start < offset && (offset < end || (offset == end && !is_closed));
            let is_opaque = match token.class {
                TokenClass::Text | TokenClass::Comment => true,
                TokenClass::Bad => self.text(token.span.range()).starts_with(['"', '\'', '`']),
                _ => false,
            };
            let is_number = token.class == TokenClass::Number && start < offset && offset <= end;
            if is_number || (is_inside && is_opaque) {
                return None;
            }
        }
        let touches = |token: &CelToken| {
            let Range { start, end } = token.span.range();
            matches!(token.class, TokenClass::Name | TokenClass::Keyword) && start <= offset && offset <= end
        };
        let word_at = self.list.iter().position(touches);
        let index = word_at.unwrap_or_else(|| self.before(offset));
        let word = word_at.map_or(offset..offset, |at| self.span(at));
        let mut cursor = ExpressionCursor {
            word,
            opens_call: word_at.and_then(|at| self.call_behind(at)),
            ..ExpressionCursor::default()
        };
        if let Some(dot) = self.dot_before(index) {
            cursor.is_optional = dot + 1 < index;
            cursor.receiver = dot.checked_sub(1).and_then(|end| self.chain(end));
            cursor.receiver.as_ref()?;
        }
        self.enclose(index, &mut cursor);
        Some(cursor)
    }

    /// Returns the index of the first token that is not before a byte offset.
    fn before(&self, offset: usize) -> usize {
        self.list
            .partition_point(|token| token.span.range().end <= offset)
    }

    fn span(&self, index: usize) -> Range<usize> {
        self.list.get(index).map_or(0..0, |token| token.span.range())
    }

    fn text(&self, range: Range<usize>) -> &'e str {
        self.source.get(range).unwrap_or_default()
    }

    fn is(&self, index: usize, class: TokenClass, text: &str) -> bool {
        let token = self.list.get(index);
        token.is_some_and(|token| token.class == class && self.text(token.span.range()) == text)
    }

    fn has_class(&self, index: usize, class: TokenClass) -> bool {
        self.list.get(index).is_some_and(|token| token.class == class)
    }

    /// Returns the place of the `(` after a name.
    fn call_behind(&self, index: usize) -> Option<usize> {
        self.is(index + 1, TokenClass::Open, "(")
            .then(|| self.span(index + 1).start)
    }

    /// Returns the dot before a token; there may be a `?` between them.
    fn dot_before(&self, index: usize) -> Option<usize> {
        let before = index.checked_sub(1)?;
        if self.has_class(before, TokenClass::Dot) {
            return Some(before);
        }
        let dot = before.checked_sub(1)?;
        let is_optional = self.is(before, TokenClass::Operator, "?") && self.has_class(dot, TokenClass::Dot);
        is_optional.then_some(dot)
    }

    /// Returns the chain of names, calls and indices that ends with a token: `self.a.filter(x, x > 1)[0]`.
    fn chain(&self, end: usize) -> Option<Range<usize>> {
        let mut at = end;
        let start = loop {
            match self.list.get(at)?.class {
                TokenClass::Name => match self.dot_before(at) {
                    Some(dot) => at = dot.checked_sub(1)?,
                    None => break at,
                },
                TokenClass::Close => {
                    let open = (*self.partners.get(at)?)?;
                    let before = open.checked_sub(1);
                    let continues = |before: &usize| match self.text(self.span(open)) {
                        "(" => self.has_class(*before, TokenClass::Name),
                        "[" => [TokenClass::Name, TokenClass::Close, TokenClass::Text]
                            .iter()
                            .any(|class| self.has_class(*before, *class)),
                        _ => false,
                    };
                    match before.filter(continues) {
                        Some(before) => at = before,
                        None => break open,
                    }
                }
                TokenClass::Text | TokenClass::Number | TokenClass::Keyword => break at,
                _ => return None,
            }
        };
        Some(self.span(start).start..self.span(end).end)
    }

    /// Finds the calls and macros that enclose a token.
    fn enclose(&self, index: usize, cursor: &mut ExpressionCursor) {
        let mut open = Vec::new();
        for (at, token) in self.list.iter().enumerate().take(index) {
            match token.class {
                TokenClass::Open => open.push((at, vec![at])),
                TokenClass::Close => {
                    open.pop();
                }
                TokenClass::Comma => {
                    if let Some((_, commas)) = open.last_mut() {
                        commas.push(at);
                    }
                }
                _ => {}
            }
        }
        let known = macros(self.version);
        let count = open.len();
        for (depth, (bracket, commas)) in open.into_iter().enumerate() {
            let argument = commas.len() - 1;
            let Some(name_at) = bracket.checked_sub(1).filter(|at| {
                self.is(bracket, TokenClass::Open, "(") && self.has_class(*at, TokenClass::Name)
            }) else {
                continue;
            };
            let dot = self.dot_before(name_at);
            let receiver = dot
                .and_then(|dot| dot.checked_sub(1))
                .and_then(|end| self.chain(end));
            let name = self.span(name_at);
            if depth + 1 == count {
                cursor.call = Some(OpenCall {
                    receiver: receiver.clone(),
                    name: name.clone(),
                    argument,
                });
            }
            let text = self.text(name.clone());
            let is_macro = known.iter().any(|known| known.is_method && known.name == text);
            let Some(receiver) = receiver.filter(|_| is_macro) else {
                continue;
            };
            let most = if has_two_variables(text, argument) { 2 } else { 1 };
            // If the word is the whole argument, it is the declaration of a variable.
            let is_named = depth + 1 == count && argument < variables_of(text);
            if is_named && cursor.receiver.is_none() {
                cursor.is_variable_name = argument == 0 || self.argument_is(&commas, 0, commas[1]);
            }
            let variables = (0..most.min(argument)).filter_map(|at| {
                let (before, after) = (*commas.get(at)?, *commas.get(at + 1)?);
                (after == before + 2 && self.has_class(before + 1, TokenClass::Name))
                    .then(|| self.span(before + 1))
            });
            cursor.macros.push(OpenMacro {
                receiver,
                name,
                variables: variables.collect(),
            });
        }
    }

    /// Whether an argument is a single name.
    fn argument_is(&self, commas: &[usize], at: usize, end: usize) -> bool {
        commas
            .get(at)
            .is_some_and(|before| end == before + 2 && self.has_class(before + 1, TokenClass::Name))
    }
}

/// Returns the number of variables of the shortest form of a macro, in which the next argument is an expression.
fn variables_of(name: &str) -> usize {
    if name.starts_with("transform") { 2 } else { 1 }
}

/// Whether a macro has two variables, if there is an argument with this index.
fn has_two_variables(name: &str, argument: usize) -> bool {
    let may = name.starts_with("transform") || ["all", "exists", "exists_one", "existsOne"].contains(&name);
    may && argument >= 2
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the context at the `|`: receiver, word, macros with their variables, and the call with its argument.
    fn check(text: &str, expected: &str) {
        let offset = text.find('|').unwrap();
        let text = text.replacen('|', "", 1);
        let tokens = Tokens::new(&text, CompatVersion::of_server(36));
        let shown = tokens.at(offset).map(|cursor| {
            let receiver = cursor.receiver.map_or("-", |range| &text[range]);
            let mut shown = format!("{receiver} {:?}", &text[cursor.word]);
            for open in cursor.macros {
                let names: Vec<&str> = open.variables.into_iter().map(|range| &text[range]).collect();
                shown.push_str(&format!(
                    " in {}.{}({})",
                    &text[open.receiver],
                    &text[open.name],
                    names.join(",")
                ));
            }
            if let Some(call) = cursor.call {
                shown.push_str(&format!(" {}#{}", &text[call.name], call.argument));
            }
            if cursor.is_variable_name {
                shown.push_str(" names");
            }
            shown
        });
        assert_eq!(shown.as_deref().unwrap_or("nothing"), expected, "{text}");
    }

    #[test]
    fn unfinished_expressions() {
        check("|", "- \"\"");
        check("se|", "- \"se\"");
        check("self.|", "self \"\"");
        check("self.a.|", "self.a \"\"");
        check("self.a.b|c == 1", "self.a \"bc\"");
        check("has(self.a) && self.|", "self \"\"");
        check("has(self.|", "self \"\" has#0");
        check("self.?a.?|", "self.?a \"\"");
        check("self.items.all(x, x.|", "x \"\" in self.items.all(x) all#1");
        check(
            "self.a.all(x, x.b.exists(y, y.|) && true)",
            "y \"\" in self.a.all(x) in x.b.exists(y) exists#1",
        );
        check(
            "self.a.filter(x, x.c > 1)[0].|",
            "self.a.filter(x, x.c > 1)[0] \"\"",
        );
        check("(self.a + self.b).|", "(self.a + self.b) \"\"");
        check("[1, 2].|", "[1, 2] \"\"");
        check("'a'.|", "'a' \"\"");
        check("self.a.all(|", "- \"\" in self.a.all() all#0 names");
        check("self.a.all(i, v, v.|", "v \"\" in self.a.all(i,v) all#2");
        check("self.a.substring(1, |)", "- \"\" substring#1");
        check(
            "self.a.transformList(i, |",
            "- \"\" in self.a.transformList(i) transformList#1 names",
        );
        check("quantity(|", "- \"\" quantity#0");
        check("self.a.matches('^|", "nothing");
        check("self.a == 12|", "nothing");
        check("true // se|", "nothing");
        check("1 .|", "1 \"\"");
        check("&& .|", "nothing");
        check("'a' + |", "- \"\"");
    }
}
