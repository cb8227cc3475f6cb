use super::{OldValue, RuleContradiction, RuleFacts};
use crate::CompatVersion;
use crate::certain::{KnownValues, ValueRange};

/// `self` and `self.n` are integers, `self.color` is red or green, `self.there` is present and `self.yes` true.
struct Values;

impl KnownValues for Values {
    fn integers(&self, of: &[&str]) -> Option<ValueRange> {
        matches!(of, [] | ["n"]).then_some(ValueRange {
            least: -100.0,
            most: 100.0,
        })
    }

    fn sizes(&self, _: &[&str]) -> Option<ValueRange> {
        None
    }

    fn has(&self, member: &[&str]) -> bool {
        member == ["there"]
    }

    fn boolean(&self, of: &[&str]) -> Option<bool> {
        (of == ["yes"]).then_some(true)
    }

    fn texts(&self, of: &[&str]) -> Option<Vec<String>> {
        matches!(of, ["color"]).then(|| vec!["red".to_owned(), "green".to_owned()])
    }
}

/// Checks whether some of the rules contradicts those before it.
fn check(cases: &[(&[&str], bool)], old: OldValue) {
    for (rules, expected) in cases {
        let mut facts = RuleFacts::default();
        let mut found = false;
        for rule in *rules {
            let ast = crate::parse(rule, CompatVersion::of_server(36)).unwrap();
            found |= facts.add(&ast, old, &Values).is_some();
        }
        assert_eq!(found, *expected, "{rules:?}");
    }
}

#[test]
fn rules_that_contradict_each_other() {
    const CASES: &[(&[&str], bool)] = &[
        (&["self > 5", "self < 5"], true),
        (&["self > 5 && self < 6"], true),
        (&["self.f > 5 && self.f < 6"], false),
        (&["self.f > 5 && self.f < 5"], true),
        (&["self >= 5", "5 >= self"], false),
        (&["self >= 5", "5 > self"], true),
        (&["self == 5", "self == 6"], true),
        (&["self == 5", "self != 5"], true),
        (&["self > 100"], true),
        (&["self > 5 || self < 5"], false),
        (&["!(self > 5 || self <= 5)"], true),
        (&["self.a < self.b", "self.b < self.a"], true),
        (&["self.a < self.b", "self.a <= self.b"], false),
        (&["self.a <= self.b", "self.b <= self.a"], false),
        (
            &["self.a <= self.b", "self.b <= self.a", "self.a != self.b"],
            true,
        ),
        (&["has(self.a) && has(self.b)", "!has(self.a)"], true),
        (&["has(self.a) || has(self.b)", "!has(self.a)"], false),
        (&["self.on", "!self.on"], true),
        (&["self.on", "!self.off"], false),
        (&["size(self.a) > 3", "self.a.size() < 3"], true),
        (&["size(self.a) > 3", "self.b.size() < 3"], false),
        (&["size(self.a) < 0"], true),
        (&["self.s == 'a'", "self.s == 'b'"], true),
        (&["self.s in ['a', 'b']", "self.s in ['b', 'c']"], false),
        (&["self.s in ['a', 'b']", "self.s in ['c']"], true),
        (&["self.s != 'a'", "self.s != 'b'"], false),
        (&["self.s.startsWith('a')", "self.s.startsWith('b')"], true),
        (&["self.s.startsWith('a')", "self.s.startsWith('ab')"], false),
        (&["self.s.startsWith('a')", "self.s == 'b'"], true),
        (&["self.s == 'b'", "self.s.startsWith('a')"], true),
        (&["self.color == 'blue'"], true),
        (&["self.color != 'red'", "self.color != 'green'"], true),
        (&["self.color != 'red'"], false),
        (
            &[
                "self.s == 'a'",
                "oldSelf.s == 'b'",
                "self.s == 'b' || oldSelf.s == 'a'",
            ],
            false,
        ),
        (&["self.all(x, x > 5)", "self.all(x, x < 5)"], false),
        (&["self.a < self.a"], true),
        (&["self.a == self.a"], false),
        (&["self.a != self.a"], false),
        (&["false"], true),
    ];
    check(CASES, OldValue::Required);
}

#[test]
fn each_side_of_a_disjunction_is_tried() {
    const CASES: &[(&[&str], bool)] = &[
        (&["self > 5 ? self < 5 : self > 6"], true),
        (&["self > 5 ? self < 9 : self > 6"], false),
        (&["self == 4", "self > 5 || self < 3"], true),
        (&["self == 2", "self > 5 || self < 3"], false),
        (&["self > 5 || self < 3", "self == 4"], true),
        (&["self > 5 || self < 3", "self == 2"], false),
        (
            &["has(self.a) || has(self.b)", "!has(self.a)", "!has(self.b)"],
            true,
        ),
        (&["self > 2", "self < 6", "self > 5 || self < 3"], true),
        (
            &["!has(self.a)", "!has(self.b)", "has(self.a) || has(self.b)"],
            true,
        ),
        (
            &["has(self.a)", "has(self.b)", "has(self.a) != has(self.b)"],
            true,
        ),
        (
            &["has(self.a) == has(self.b)", "has(self.a)", "has(self.b)"],
            false,
        ),
        (&["has(self.there) == has(self.a)", "!has(self.a)"], true),
        (&["has(self.there) != has(self.a)", "!has(self.a)"], false),
        (&["!has(self.there)"], true),
        (&["!self.yes"], true),
        (&["self.yes"], false),
        (
            &[
                "self.s == 'c'",
                "self.color == 'red' ? self.s == 'a' : self.s == 'b'",
            ],
            true,
        ),
    ];
    check(CASES, OldValue::Required);
}

#[test]
fn comparisons_form_chains() {
    const CASES: &[(&[&str], bool)] = &[
        (&["self.a < self.b", "self.b < self.c", "self.c < self.a"], true),
        (
            &["self.a <= self.b", "self.b <= self.c", "self.c <= self.a"],
            false,
        ),
        (&["self.a <= self.b", "self.b < self.c", "self.c == self.a"], true),
        (&["self.a < self.b", "self.c < self.b", "self.a < self.c"], false),
    ];
    check(CASES, OldValue::Required);
}

#[test]
fn errors_are_not_true() {
    const CASES: &[(&[&str], bool)] = &[
        (&["self / 0 == 1"], true),
        (&["self > 3 || 1 + self % 0 > 1"], false),
        (&["self < 200 && !(self / 0 == 1)"], true),
    ];
    check(CASES, OldValue::Required);
}

#[test]
fn members_of_members_have_facts() {
    const CASES: &[(&[&str], bool)] = &[
        (&["self.a.b > 5", "self.a.b < 5"], true),
        (&["self.a.b > 5", "self.a.c < 5"], false),
    ];
    check(CASES, OldValue::Required);
}

#[test]
fn there_is_no_old_value_when_an_object_is_created() {
    const CASES: &[(&[&str], bool)] = &[
        (&["oldSelf.hasValue()"], true),
        (&["!oldSelf.hasValue() || self == oldSelf.value()"], false),
        (
            &["oldSelf.hasValue() || self > 5", "oldSelf.hasValue() || self < 3"],
            true,
        ),
        (
            &["oldSelf.hasValue() ? self > oldSelf.value() : self == 101"],
            true,
        ),
        (&["oldSelf.orValue(3) == 4"], false),
    ];
    check(CASES, OldValue::Optional);
}

#[test]
fn a_contradiction_in_the_rule_itself_is_told_from_one_with_the_rules_before_it() {
    let mut facts = RuleFacts::default();
    for (rule, expected) in [
        ("self > 5", None),
        ("self.a < self.a", Some(RuleContradiction::Itself)),
        ("self < 5", Some(RuleContradiction::RulesBefore)),
        ("self < 8 && self < 5", Some(RuleContradiction::RulesBefore)),
        // Nothing of the rules that contradict others remains.
        ("self > 9", None),
    ] {
        let ast = crate::parse(rule, CompatVersion::of_server(36)).unwrap();
        assert_eq!(facts.add(&ast, OldValue::Required, &Values), expected, "{rule}");
    }
}
