//! Malicious objects and expressions, with a small stack: there is no panic and no unbounded recursion, and the cost limit
//! stops long evaluations.

#![expect(
    clippy::unwrap_used,
    reason = "an expression that does not compile fails the test"
)]

use crd_cel::eval::{
    DataKind, DataSchema, EXPRESSION_COST_LIMIT, ListKind, ListSchema, ObjectSchema, Program, Value,
};
use crd_cel::{CompatVersion, Env, TypeId};
use serde_json::{Value as Json, json};

/// Returns the value of an expression in which `self` is 3.
fn value(source: &str) -> String {
    let mut env = Env::new(CompatVersion::stored_of_server(36));
    env.declare("self", TypeId::INT);
    let checked = env.compile(source).unwrap();
    let program = Program::new(&checked, &["self"], 36);
    let run = program.run(&[Value::Int(3)], EXPRESSION_COST_LIMIT);
    run.value.unwrap().to_string()
}

/// Runs a test with the stack size of test threads, independently of the harness.
fn on_small_stack(test: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new()
        .stack_size(2 << 20)
        .spawn(test)
        .unwrap()
        .join()
        .unwrap();
}

#[test]
fn long_lists_run_until_the_cost_limit() {
    on_small_stack(|| {
        let mut env = Env::new(CompatVersion::stored_of_server(36));
        let items = env.types_mut().list(TypeId::INT);
        env.declare("self", items);
        let schema = DataSchema::new(DataKind::List(Box::new(ListSchema {
            items: DataSchema::new(DataKind::Int),
            kind: ListKind::Atomic,
        })));
        let object = Json::Array((0..100_000).map(Json::from).collect());
        for (source, expected) in [
            ("self.all(x, x >= 0)", Some("bool(true)")),
            ("self.exists(x, x < 0)", Some("bool(false)")),
            ("self.map(x, x).size() == 100000", None),
            ("self.all(x, self.all(y, x == y || true))", None),
        ] {
            let checked = env.compile(source).unwrap();
            let program = Program::new(&checked, &["self"], 36);
            let run = program.run(&[schema.value(&object)], EXPRESSION_COST_LIMIT);
            match expected {
                Some(expected) => assert_eq!(run.value.unwrap().to_string(), expected, "`{source}`"),
                None => assert!(
                    run.value.is_err() && run.cost > EXPRESSION_COST_LIMIT,
                    "`{source}`"
                ),
            }
        }
    });
}

#[test]
fn long_and_deep_expressions() {
    on_small_stack(|| {
        let chain = vec!["1<2"; 10_000].join(" && ");
        assert_eq!(value(&chain), "bool(true)");
        let sum = vec!["1"; 200].join(" + ");
        assert_eq!(value(&sum), "int(200)");
        let deep = format!("{}self{}", "[".repeat(200), "]".repeat(200));
        assert!(value(&deep).starts_with("[[["));
        let deep = format!("{}1{}", "(".repeat(240), ")".repeat(240));
        assert_eq!(value(&deep), "int(1)");
    });
}

/// The evaluator recurses over the expression, for which the parser allows 250 levels.
#[test]
fn each_kind_of_nesting_up_to_the_limit_of_the_parser() {
    on_small_stack(|| {
        let mut env = Env::new(CompatVersion::stored_of_server(36));
        env.declare("self", TypeId::INT);
        let map = env.types_mut().map(TypeId::STRING, TypeId::DYN);
        env.declare("m", map);
        let nestings = [
            ("[", "self", "]"),
            ("{1: ", "self", "}"),
            ("dyn(", "self", ")"),
            ("self > 0 ? (", "self", ") : 0"),
            ("!(", "self > 0", ")"),
            ("self > 0 && (", "self > 0", ")"),
            ("self < 0 || (", "self > 0", ")"),
            ("1 + (", "self", ")"),
            ("self == (", "self", ")"),
            ("string(self) == string(", "self", ")"),
            ("[self][", "0", "]"),
            ("m['a'][", "0", "]"),
            ("[self].all(x, ", "x > 0", ")"),
            ("[self].exists_one(x, ", "x > 0", ")"),
            ("[self].map(x, ", "x", ")"),
            ("[self].filter(x, ", "x > 0", " != null)"),
            ("[self].map(x, [x].exists(y, y > 0) || ", "x > 0", " != null)"),
            ("[self].transformMap(i, x, ", "x", ")"),
            ("[self].sortBy(x, ", "x", " != null)"),
            ("optional.of(self).optMap(x, ", "x", ")"),
            ("optional.of(self).optFlatMap(x, optional.of(", "x", "))"),
            ("optional.none().or(optional.of(self)).orValue(", "self", ")"),
            ("m.?a.orValue(", "self", ")"),
            ("string(", "self", ").lowerAscii().find('.*')"),
        ];
        let chains = [
            ".map(x, [x])",
            ".filter(x, x == x)",
            ".reverse()",
            "[0]",
            ".?b",
            "[?0].orValue([self])",
            " + [self]",
        ];
        let nested = nestings.map(|(open, inner, close)| {
            let times = (1..250).rev().find(|times| {
                env.parse(&format!("{}{inner}{}", open.repeat(*times), close.repeat(*times)))
                    .is_ok()
            });
            let times = times.unwrap_or_default();
            format!("{}{inner}{}", open.repeat(times), close.repeat(times))
        });
        let chained = chains.map(|link| format!("dyn([self]){}", link.repeat(240)));
        for source in nested.iter().chain(&chained) {
            let Ok(checked) = env.compile(source) else {
                continue;
            };
            for program in [
                Program::new(&checked, &["self", "m"], 36),
                Program::explaining(&checked, &["self", "m"], 36),
            ] {
                program.explain(&[Value::Int(3), Value::Null], 100_000);
            }
        }
    });
}

#[test]
fn a_long_pattern() {
    on_small_stack(|| {
        let pattern = "a".repeat(1 << 20);
        let mut env = Env::new(CompatVersion::stored_of_server(36));
        env.declare("self", TypeId::STRING);
        let checked = env.compile("'a'.matches(self)").unwrap();
        let program = Program::new(&checked, &["self"], 36);
        let schema = DataSchema::new(DataKind::String);
        for (pattern, expected) in [
            (pattern.clone(), Ok(false)),
            (format!("({pattern}"), Err(())),
            ("(".repeat(100_000), Err(())),
            ("(a{1000}){1000}".to_owned(), Err(())),
        ] {
            let json = Json::String(pattern);
            let run = program.run(&[schema.value(&json)], EXPRESSION_COST_LIMIT);
            let found = run.value.unwrap();
            match expected {
                Ok(expected) => assert_eq!(found.to_string(), format!("bool({expected})")),
                Err(()) => assert!(found.is_error(), "{:.80}", found.to_string()),
            }
        }
    });
}

/// Creates nested lists, without recursion.
fn nested(depth: usize) -> Json {
    let mut value = json!(1);
    for _ in 0..depth {
        value = Json::Array(vec![value]);
    }
    value
}

/// Drops nested lists, without recursion.
fn take_apart(value: Json) {
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        match value {
            Json::Array(items) => open.extend(items),
            Json::Object(map) => open.extend(map.into_iter().map(|(_, value)| value)),
            _ => {}
        }
    }
}

#[test]
fn deep_data() {
    on_small_stack(|| {
        let mut env = Env::new(CompatVersion::stored_of_server(36));
        env.declare("self", TypeId::DYN);
        let deep = nested(10_000);
        for source in [
            "self == self",
            "self != self",
            "'%s'.format([self])",
            "[self].indexOf(self)",
            "[self].flatten(20000).size() == 1",
            "self in [self]",
            "[self, self].distinct().size()",
            "size(self)",
        ] {
            let checked = env.compile(source).unwrap();
            let program = Program::new(&checked, &["self"], 36);
            let run = program.run(&[Value::untyped(&deep)], u64::MAX);
            assert!(run.value.is_ok(), "`{source}`");
        }
        let shown = Value::untyped(&deep).to_string();
        assert!(shown.contains('…'));
        take_apart(deep);

        // The maximum depth of data for the parser of objects.
        let data = nested(256);
        let checked = env.compile("self == self").unwrap();
        let program = Program::new(&checked, &["self"], 36);
        let run = program.run(&[Value::untyped(&data)], u64::MAX);
        assert_eq!(run.value.unwrap().to_string(), "bool(true)");

        // Undeclared content only matters if objects are compared.
        let schema = DataSchema::new(DataKind::Object(ObjectSchema::new(Vec::new())));
        let object = Json::Object(std::iter::once(("x".to_owned(), nested(10_000))).collect());
        let run = program.run(&[schema.value(&object)], u64::MAX);
        assert_eq!(run.value.unwrap().to_string(), "bool(true)");
        take_apart(object);
    });
}
