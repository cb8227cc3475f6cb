use std::sync::Arc;

use super::{
    KnownValues, MemberPresence, OldValue, RuleContradiction, RuleFacts, ValueRange, optional_mistake,
};
use crate::CompatVersion;

/// `self.there` and `self.some` are lists of objects with an integer `n`, and `self.map` is a map of integers.
/// `self` and `self.n` are integers, `self.color` is red or green, `self.there` is present and `self.yes` true.
struct Values;

impl KnownValues for Values {
    fn numbers(&self, of: &[&str]) -> Option<ValueRange> {
        match of {
            [] | ["n"] | ["there" | "some", "[]" | "*", "n"] | ["map", "{}" | "*"] => {
                Some(ValueRange::integers(-100.0, 100.0))
            }
            ["big"] => Some(ValueRange::integers(0.0, f64::INFINITY)),
            ["any"] => Some(ValueRange::integers(f64::NEG_INFINITY, f64::INFINITY)),
            _ => None,
        }
    }

    fn sizes(&self, of: &[&str]) -> Option<ValueRange> {
        (of == ["some"]).then_some(ValueRange::integers(1.0, 9.0))
    }

    fn presence(&self, member: &[&str]) -> MemberPresence {
        match member {
            []
            | ["there" | "n" | "big" | "any" | "some" | "map"]
            | ["there" | "some", "[]" | "*"]
            | ["there" | "some", "[]" | "*", "n"]
            | ["map", "{}" | "*"] => MemberPresence::Always,
            ["perhaps"] => MemberPresence::Sometimes,
            _ => MemberPresence::Unknown,
        }
    }

    fn type_name(&self, of: &[&str]) -> Option<&'static str> {
        self.numbers(of).map(|_| "int")
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
            let ast = Arc::new(crate::parse(rule, CompatVersion::of_server(36)).unwrap());
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
                "has(self.a) && has(self.b)",
                "(has(self.a) ? 1 : 0) + (has(self.b) ? 1 : 0) <= 1",
            ],
            true,
        ),
        (
            &[
                "(has(self.a) ? 1 : 0) + (has(self.b) ? 1 : 0) + (has(self.c) ? 1 : 0) == 1",
                "has(self.a) && has(self.b)",
            ],
            true,
        ),
        (
            &[
                "(has(self.a) ? 1 : 0) + (has(self.b) ? 1 : 0) == 1",
                "has(self.a)",
            ],
            false,
        ),
        (&["(has(self.there) ? 1 : 0) + (has(self.n) ? 1 : 0) <= 1"], true),
        (&["(has(self.a) ? 1 : 2) == 3"], true),
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
fn a_rule_may_admit_only_new_or_only_changed_objects() {
    const CASES: &[(&[&str], bool)] = &[
        (&["oldSelf.hasValue()"], false),
        (&["!oldSelf.hasValue() || self == oldSelf.value()"], false),
        (
            &["oldSelf.hasValue() || self > 5", "oldSelf.hasValue() || self < 3"],
            false,
        ),
        (
            &["oldSelf.hasValue() ? self > oldSelf.value() : self == 101"],
            false,
        ),
        (&["!oldSelf.hasValue() && self > 5", "self < 5"], true),
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
        let ast = Arc::new(crate::parse(rule, CompatVersion::of_server(36)).unwrap());
        assert_eq!(facts.add(&ast, OldValue::Required, &Values), expected, "{rule}");
    }
}

#[test]
fn functions_of_equal_values_are_equal() {
    const CASES: &[(&[&str], bool)] = &[
        (
            &[
                "duration(self.t) > duration('2h')",
                "duration(self.t) < duration('1h')",
            ],
            true,
        ),
        (
            &[
                "duration(self.t) > duration('1h')",
                "duration(self.t) < duration('2h')",
            ],
            false,
        ),
        (
            &[
                "duration(self.t) > duration('1h')",
                "duration(self.u) < duration('1h')",
            ],
            false,
        ),
        (
            &[
                "timestamp(self.t) > timestamp('2030-01-01T00:00:00Z') && timestamp(self.t) < timestamp('2020-01-01T00:00:00Z')",
            ],
            true,
        ),
        (
            &[
                "quantity(self.t).isGreaterThan(quantity('1Gi'))",
                "quantity(self.t).isLessThan(quantity('1Mi'))",
            ],
            true,
        ),
        (
            &[
                "quantity(self.t).isGreaterThan(quantity('1Mi'))",
                "quantity(self.t).isLessThan(quantity('1Gi'))",
            ],
            false,
        ),
        (
            &[
                "quantity(self.t).isLessThan(quantity('0.1'))",
                "!quantity(self.t).isLessThan(quantity('0.1'))",
            ],
            true,
        ),
        (&["duration(self.color) > duration('1h')"], false),
        (&["timestamp(self.t).getMonth() == 12"], true),
        (&["timestamp(self.t).getMonth() == 11"], false),
        (&["self.t.matches('a')", "!self.t.matches('a')"], true),
        (&["self.t.matches('a')", "!self.t.matches('b')"], false),
        (&["self.m['a'] > 5", "self.m.a < 5"], true),
        (&["self.m['a'] > 5", "self.m['b'] < 5"], false),
        (&["type(self) == string"], true),
        (&["type(self) == int"], false),
        (&["type(self.t) == int"], false),
    ];
    check(CASES, OldValue::Required);
}

#[test]
fn sums_and_remainders_have_ranges() {
    const CASES: &[(&[&str], bool)] = &[
        (&["self % 2 == 2"], true),
        (&["self % 2 == 0", "self % 2 == 1"], true),
        (&["self % 2 == 0", "self % 3 == 1"], false),
        (&["self % 2 == -1"], false),
        (&["self.big % 2 == -1"], true),
        (&["self.big + self.big < 0"], true),
        (&["self.big - self.big < 0"], false),
        (&["self.big + 1 < 1"], true),
        (&["self.any + 1 < self.any"], true),
        (&["self.any + 1 > self.any"], false),
        (&["self.any >= self.any + 1"], true),
        (&["self.any - 1 >= self.any + -2"], false),
        (&["self.any - 2 >= self.any - 1"], true),
        (&["self.any + self.n > 5", "self.any + self.n < 5"], true),
        (&["self.any + self.n > 5", "self.n + self.any < 7"], false),
        (&["self.f + self.f > 5", "self.f + self.f < 5"], false),
        (&["self.n != self.n"], true),
        (&["self.any * 0 == 1"], true),
        (&["self.n / 2 > 50"], true),
        (&["self.n / 2 > 49"], false),
        (&["self.n < self.big", "self.big < -5"], true),
        (&["self.n > self.big", "self.big > 100"], true),
        (&["self.n in [101, 200]"], true),
        (&["self.n in [100, 200]", "self.n < 100"], true),
        (&["self.f > 1.5", "self.f < 1.0"], true),
        (&["self.f > 1.0", "self.f < 1.5"], false),
        (&["self.f / 0.0 > 1.0"], false),
    ];
    check(CASES, OldValue::Required);
}

#[test]
fn members_that_are_read_are_present() {
    const CASES: &[(&[&str], bool)] = &[
        (&["!has(self.perhaps)", "self.perhaps > 5"], true),
        (&["!has(self.perhaps)", "self.perhaps.all(x, x > 5)"], true),
        (&["!has(self.perhaps) || self.perhaps > 5"], false),
        (&["'perhaps' in self", "!('perhaps' in self)"], true),
        (&["!('perhaps' in self)", "self['perhaps'] > 5"], true),
        // Names with two underscores are escaped.
        (&["self.a__b > 5", "self.a__b < 5"], false),
        // It may be null.
        (&["!has(self.nothing)", "self.nothing == null"], false),
        (&["self.nothing != true", "self.nothing != false"], false),
        (&["self.perhaps != true", "self.perhaps != false"], true),
        (&["size(self.list) < 3", "self.list[3] == 1"], true),
        (&["size(self.list) < 3", "self.list[1] == 1"], false),
    ];
    check(CASES, OldValue::Required);
}

/// A product of infinite bounds is not a number, which says nothing of the product of the values.
#[test]
fn rules_that_are_always_true() {
    for (rule, expected) in [
        ("self.n * 2 <= 200", true),
        ("self.n * 0 == 0", true),
        ("!(-self.n > 100)", true),
        ("self.n - 10 < 91", true),
        ("self.n < 5 || self.n >= 5", true),
        ("self.n % 3 < 3", true),
        ("self.n % 0 < 3", false),
        ("self.any * 0 == 0", false),
        ("self.any - self.any == 0", false),
        ("self.big + 1 > 0", false),
        ("self.n * 9007199254740993 > 1 || true", true),
        ("has(self.there)", true),
        ("has(self.perhaps) || !has(self.perhaps)", true),
        ("self.perhaps > 5 || self.perhaps <= 5", false),
        ("self.n != 3", false),
    ] {
        let ast = crate::parse(rule, CompatVersion::of_server(36)).unwrap();
        assert_eq!(super::is_always_true(&ast, &Values), expected, "{rule}");
    }
}

#[test]
fn elements_have_the_facts_of_their_schema() {
    for (rule, expected) in [
        ("self.there.all(x, x.n <= 100)", true),
        ("self.there.all(x, x.n < 100)", false),
        ("self.there.all(i, x, x.n <= 100)", true),
        ("self.there.all(i, x, i <= 100)", false),
        ("!self.there.exists(x, x.n > 100)", true),
        ("self.there.exists(x, x.n <= 100)", false),
        ("self.some.exists(x, x.n <= 100)", true),
        ("self.map.all(k, self.map[k] <= 100)", true),
        ("self.map.all(k, v, v <= 100 && self.map[k] <= 100)", true),
        ("self.map.all(k, self.there[k] <= 100)", false),
        (
            "self.there.all(x, self.map.all(k, x.n <= self.map[k] + 200))",
            true,
        ),
        ("self.there.all(x, self.some.all(x, x.n <= 100))", true),
        (
            "self.there.all(x, self.?y.optMap(x, x.n <= 100).orValue(true))",
            false,
        ),
        ("self.there.all(x, self.there.all(y, x.n <= y.n))", false),
        ("self.there.all(x, self.there.exists(y, x.n == y.n))", false),
        ("self.there.all(x, x.n > 3) || self.there.all(x, x.n < 5)", false),
        ("self.there.filter(x, x.n > 3).all(x, x.n > 2)", true),
        ("self.there.filter(x, x.n > 3).all(x, x.n > 4)", false),
        (
            "self.there.filter(x, self.unknown > 3).all(x, x.n > -1000)",
            false,
        ),
        ("self.there.map(x, x.n).all(n, n <= 100)", true),
        ("self.there.map(x, x.n).all(n, n < 100)", false),
        ("self.there.map(x, x.n > 3, x.n).all(n, n > 3)", true),
        ("self.there.map(x, x.n + 1).all(n, n <= 100)", false),
        (
            "self.there.filter(x, x.n > 3).map(y, y.n).filter(n, n < 9).all(n, n > 3 && n < 9)",
            true,
        ),
        ("self.map.map(k, self.map[k]).all(v, v <= 100)", true),
        ("self.there.map(x, self.unknown).all(x, true)", false),
        ("self.some.filter(x, x.n > 3).exists(x, x.n > 3)", false),
        ("self.some.map(x, x.n).exists(n, n <= 100)", true),
        ("self.unknown.all(x, x.n <= 100)", false),
        ("!has(self.perhaps) || self.n <= 100", true),
        ("self.there.all(x, has(x.n))", true),
    ] {
        let ast = crate::parse(rule, CompatVersion::of_server(36)).unwrap();
        assert_eq!(super::is_always_true(&ast, &Values), expected, "{rule}");
    }
}

#[test]
fn loops_that_contradict_each_other() {
    const CASES: &[(&[&str], bool)] = &[
        (&["self.there.exists(x, x.n > 100)"], true),
        (
            &["self.there.exists(x, x.n > 5)", "self.there.exists(x, x.n < 5)"],
            false,
        ),
        (&["self.there.exists(x, x.n > 5 && x.n < 5)"], true),
        (&["self.there.all(x, x.n > 5 && x.n < 5)"], false),
        (&["self.some.all(x, x.n > 5 && x.n < 5)"], true),
        (&["self.some.map(x, x.n).all(n, n > 100)"], true),
        (&["self.some.filter(x, x.n > 5).all(x, x.n < 5)"], false),
        (&["self.there.filter(x, x.n > 5).exists(x, x.n < 5)"], true),
        (&["self.there.filter(x, x.n > 5).exists(x, x.n < 9)"], false),
        (&["self.n > 5", "self.there.exists(x, self.n < 5)"], true),
        (&["self.map.exists(k, self.map[k] > 100)"], true),
        (&["self.map.exists(k, k > 100)"], false),
        (
            &["self.there.exists(x, x.n > 5 && self.there.exists(y, y.n < 5))"],
            false,
        ),
    ];
    check(CASES, OldValue::Required);
}

/// The name of a sum is that of its parts, each of which is found once.
#[test]
fn long_sums_are_read_in_little_time() {
    let sum = vec!["self.n"; 200].join(" + ");
    let ast = Arc::new(crate::parse(&format!("{sum} > 20001"), CompatVersion::of_server(36)).unwrap());
    let contradiction = RuleFacts::default().add(&ast, OldValue::Required, &Values);
    assert_eq!(contradiction, Some(RuleContradiction::Itself));
}

#[test]
fn arguments_that_may_not_be_evaluated_say_nothing() {
    const CASES: &[(&[&str], bool)] = &[
        (
            &["self.?x.orValue(self.perhaps) > 5", "!has(self.perhaps)"],
            false,
        ),
        (
            &[
                "self.?x.or(optional.of(self.perhaps)).value() > 5",
                "!has(self.perhaps)",
            ],
            false,
        ),
    ];
    check(CASES, OldValue::Required);
}

/// The server's verdicts: each rule without a mistake admits some objects that are created.
#[test]
fn rules_that_reject_every_creation() {
    for (rule, expected) in [
        ("self == oldSelf.value()", Some("oldSelf.value()")),
        ("!has(oldSelf.value().tier)", Some("oldSelf.value()")),
        (
            "has(self.tier) == has(oldSelf.value().tier)",
            Some("oldSelf.value()"),
        ),
        ("self.name == oldSelf.name.value()", Some("oldSelf.name.value()")),
        (
            "self.name == oldSelf.?name.value()",
            Some("oldSelf.?name.value()"),
        ),
        (
            "self.n > 0 && self.n >= oldSelf.value().n",
            Some("oldSelf.value()"),
        ),
        (
            "oldSelf.hasValue() || self == oldSelf.value()",
            Some("oldSelf.value()"),
        ),
        (
            "!oldSelf.hasValue() ? self == oldSelf.value() : true",
            Some("oldSelf.value()"),
        ),
        (
            "oldSelf.value().list.all(x, x in self.list)",
            Some("oldSelf.value()"),
        ),
        (
            "(true ? oldSelf.value().n : 5) == self.n",
            Some("oldSelf.value()"),
        ),
        (
            "oldSelf == null || self == oldSelf.value()",
            Some("oldSelf == null"),
        ),
        (
            "null != oldSelf && self == oldSelf.value()",
            Some("null != oldSelf"),
        ),
        ("oldSelf.name == null", Some("oldSelf.name == null")),
        ("self.?name == null", Some("self.?name == null")),
        ("!oldSelf.hasValue() || self == oldSelf.value()", None),
        ("oldSelf.hasValue() ? self == oldSelf.value() : true", None),
        ("oldSelf.hasValue() && self == oldSelf.value()", None),
        ("self == oldSelf.value() && oldSelf.hasValue()", None),
        ("oldSelf.hasValue() == false || self == oldSelf.value()", None),
        ("self == oldSelf.value() || !oldSelf.hasValue()", None),
        ("oldSelf.orValue(self) == self", None),
        ("oldSelf.?on.orValue(true)", None),
        ("oldSelf.optMap(o, o.n <= self.n).orValue(true)", None),
        ("oldSelf.optMap(o, o.n).orValue(0) <= self.n", None),
        ("oldSelf.or(optional.of(self)).value() == self", None),
        ("(oldSelf.hasValue() ? oldSelf.value().n : 0) <= self.n", None),
        ("oldSelf == optional.none() || self == oldSelf.value()", None),
        (
            "!has(self.tier) || self.tier == oldSelf.value().tier",
            Some("oldSelf.value()"),
        ),
        (
            "self.n > 3 || self.n == oldSelf.value().n",
            Some("oldSelf.value()"),
        ),
        (
            "self.list.all(x, x in oldSelf.value().list)",
            Some("oldSelf.value()"),
        ),
        ("self.n > 3 || oldSelf.?n.orValue(0) == oldSelf.value().n", None),
        (
            "oldSelf != optional.none() && self.n > oldSelf.value().n || self.on",
            None,
        ),
        ("!has(self.status) || oldSelf.value().n > 5", None),
        ("self.list.all(oldSelf, oldSelf == null)", None),
        ("self.name == null", None),
    ] {
        let ast = crate::parse(rule, CompatVersion::of_server(36)).unwrap();
        let found = optional_mistake(&ast, OldValue::Optional);
        let found = found.map(|found| &ast.source()[found.span.range()]);
        assert_eq!(found, expected, "{rule}");
    }
    let ast = crate::parse("oldSelf == null", CompatVersion::of_server(36)).unwrap();
    assert_eq!(optional_mistake(&ast, OldValue::Required), None);
}

#[test]
fn rejected_creations() {
    for (rule, expected) in [
        (
            "!has(self.tier) || self.tier == oldSelf.value().tier",
            "every creation for which `has(self.tier)` is true",
        ),
        (
            "self.tier == oldSelf.value().tier || self.n > 3",
            "every creation for which `self.n > 3` is false",
        ),
        (
            "self.on ? self.n == oldSelf.value().n : true",
            "every creation for which `self.on` is true",
        ),
        (
            "self.n > 0 && (self.on ? true : self.n == oldSelf.value().n)",
            "every creation for which `self.on` is false",
        ),
        (
            "self.on || self.n > 3 || self.n == oldSelf.value().n",
            "every creation for which `self.on || self.n > 3` is false",
        ),
        (
            "self.on || self.list.all(x, x in oldSelf.value().list)",
            "every creation that evaluates it",
        ),
        (
            "self.on || (self.n > 3 && self.n == oldSelf.value().n)",
            "every creation that evaluates it",
        ),
        ("self.n == oldSelf.value().n", "every creation"),
    ] {
        let ast = crate::parse(rule, CompatVersion::of_server(36)).unwrap();
        let message = optional_mistake(&ast, OldValue::Optional).unwrap().message;
        assert!(
            message.ends_with(&format!("so {expected} is rejected")),
            "{message}"
        );
    }
}
