//! Tests that are inverted: a value is read only where the test shows that there is none.
//!
//! ```text
//! has(self.a) || self.a > 1                          !has(self.a) || self.a > 1
//! !oldSelf.hasValue() && self >= oldSelf.value()     !oldSelf.hasValue() || self >= oldSelf.value()
//! ```

use crate::ast::{Ast, NodeId};

/// An inverted test, with what it is joined to.
#[derive(Clone, Copy, Debug)]
pub struct InvertedTest {
    /// The conjunction, disjunction or condition with the test and the read.
    pub whole: NodeId,
    /// The operator: `_&&_`, `_||_` or `_?_:_`.
    pub operator: &'static str,
    /// The test, without the `!` before it.
    test: NodeId,
    /// The test and the read, if nothing else is joined to them.
    operands: Option<[NodeId; 2]>,
}

impl InvertedTest {
    /// Finds the inverted test of a value. `is_read` chooses the reads of the value, and `is_test` the tests that are true if there is one.
    pub fn find(
        ast: &Ast,
        is_read: &dyn Fn(NodeId) -> bool,
        is_test: &dyn Fn(NodeId) -> bool,
    ) -> Option<Self> {
        let negated = |id| match ast.plain_call(id) {
            Some(("!_", [of])) if is_test(*of) => Some(*of),
            _ => None,
        };
        let tested = |id| is_test(id).then_some(id);
        let reads = |id: NodeId| {
            let place = ast.node(id).span;
            ast.ids().any(|read| {
                let span = ast.node(read).span;
                place.start <= span.start && span.end <= place.end && is_read(read)
            })
        };
        ast.ids().find_map(|whole| {
            let (operator, test): (_, &dyn Fn(NodeId) -> Option<NodeId>) = match ast.plain_call(whole)? {
                ("_&&_", _) => ("_&&_", &negated),
                ("_||_", _) => ("_||_", &tested),
                ("_?_:_", &[condition, yes, no]) => {
                    let (test, read) = match negated(condition) {
                        Some(test) => (test, yes),
                        None => (tested(condition)?, no),
                    };
                    return reads(read).then_some(InvertedTest {
                        whole,
                        operator: "_?_:_",
                        test,
                        operands: None,
                    });
                }
                _ => return None,
            };
            let parts = ast.joined_by(operator, whole);
            let found = parts.iter().find_map(|part| test(*part))?;
            let is_part_read = |part: &NodeId| test(*part).is_none() && reads(*part);
            parts.iter().any(is_part_read).then_some(InvertedTest {
                whole,
                operator,
                test: found,
                operands: <[NodeId; 2]>::try_from(parts).ok(),
            })
        })
    }

    /// Returns the whole with the read where there is a value, and true where there is none.
    pub fn with_read_if_present(&self, ast: &Ast) -> Option<String> {
        let [one, other] = self.operands?;
        let (whole, test) = (ast.node(self.whole).span, ast.node(self.test).span);
        let (end, start) = (ast.node(one).span.end, ast.node(other).span.start);
        let text = |from: u32, to: u32| ast.source().get(from as usize..to as usize);
        if self.operator == "_&&_" {
            let between = text(end, start)?.replacen("&&", "||", 1);
            return Some(format!(
                "{}{between}{}",
                text(whole.start, end)?,
                text(start, whole.end)?
            ));
        }
        Some(format!(
            "{}!{}",
            text(whole.start, test.start)?,
            text(test.start, whole.end)?
        ))
    }
}

#[cfg(test)]
mod tests {
    use crate::facts::{OldValue, optional_mistake};

    /// A test before a rule that has the inverted one would make it true for every update, or for none.
    #[test]
    fn inverted_tests_of_old_values() {
        for (rule, expected) in [
            (
                "!oldSelf.hasValue() && self >= oldSelf.value()",
                "write `!oldSelf.hasValue() || self >= oldSelf.value()` in place of `!oldSelf.hasValue() && self >= oldSelf.value()`",
            ),
            (
                "oldSelf.hasValue() || self >= oldSelf.value()",
                "write `!oldSelf.hasValue() || self >= oldSelf.value()` in place of `oldSelf.hasValue() || self >= oldSelf.value()`",
            ),
            (
                "oldSelf.hasValue() ? self > 1 : self >= oldSelf.value()",
                "exchange the results: write `oldSelf.hasValue() ? … : …` with the read before the `:`",
            ),
            (
                "self >= oldSelf.value()",
                "write `!oldSelf.hasValue() || (self >= oldSelf.value())`",
            ),
        ] {
            let ast = crate::parse(rule, crate::CompatVersion::of_server(36)).unwrap();
            let found = optional_mistake(&ast, OldValue::Optional);
            assert_eq!(found.map(|found| found.help).as_deref(), Some(expected), "{rule}");
        }
    }
}
