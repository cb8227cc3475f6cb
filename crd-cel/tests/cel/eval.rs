//! Values, errors and costs of expressions over an object, in small tables. Expected values are written as
//! `Value`'s `Display` shows them; errors begin with `error: ` and stops with `stop: `.

#![expect(
    clippy::unwrap_used,
    reason = "an expression that does not compile fails the test"
)]

use crd_cel::eval::{
    DataField, DataKind, DataSchema, EXPRESSION_COST_LIMIT, ListKind, ListSchema, ObjectSchema, Program,
};
use crd_cel::{CompatVersion, Env, ObjectType, TypeId};
use serde_json::{Value as Json, json};

/// Returns the value of `self`: an object with a list of each kind, a map and some scalars.
fn object() -> Json {
    json!({
        "items": [3, 1, 2],
        "set": ["a", "b"],
        "ports": [{"name": "http", "port": 80}, {"name": "dns", "port": 53}],
        "labels": {"a": "x", "b": "y"},
        "at": "2024-03-10T06:59:59.5Z",
        "count": 3,
    })
}

fn data() -> DataSchema {
    let field = |name: &str, kind: DataKind| DataField {
        name: name.to_owned(),
        key: name.to_owned(),
        schema: DataSchema::new(kind),
    };
    let list = |items: DataKind, kind: ListKind| {
        DataKind::List(Box::new(ListSchema {
            items: DataSchema::new(items),
            kind,
        }))
    };
    let port = ObjectSchema::new(vec![
        field("name", DataKind::String),
        field("port", DataKind::Int),
    ]);
    DataSchema::new(DataKind::Object(ObjectSchema::new(vec![
        field("items", list(DataKind::Int, ListKind::Atomic)),
        field("set", list(DataKind::String, ListKind::Set)),
        field(
            "ports",
            list(DataKind::Object(port), ListKind::Map(vec!["name".to_owned()])),
        ),
        field(
            "labels",
            DataKind::Map(Box::new(DataSchema::new(DataKind::String))),
        ),
        field("at", DataKind::DateTime),
        field("count", DataKind::Int),
    ])))
}

fn environment(server: u8) -> Env {
    let mut env = Env::new(CompatVersion::stored_of_server(server));
    let port = env.add_object(ObjectType::new(
        "Port",
        [
            ("name".to_owned(), TypeId::STRING),
            ("port".to_owned(), TypeId::INT),
        ],
    ));
    let items = env.types_mut().list(TypeId::INT);
    let set = env.types_mut().list(TypeId::STRING);
    let ports = env.types_mut().list(port);
    let labels = env.types_mut().map(TypeId::STRING, TypeId::STRING);
    let object = env.add_object(ObjectType::new(
        "Object",
        [
            ("items".to_owned(), items),
            ("set".to_owned(), set),
            ("ports".to_owned(), ports),
            ("labels".to_owned(), labels),
            ("at".to_owned(), TypeId::TIMESTAMP),
            ("count".to_owned(), TypeId::INT),
        ],
    ));
    env.declare("self", object);
    env
}

/// Returns the result of a run as text, and its cost.
fn run(server: u8, source: &str, limit: u64) -> (String, u64) {
    let env = environment(server);
    let checked = env.compile(source).unwrap();
    let program = Program::new(&checked, &["self"], server);
    let (schema, object) = (data(), object());
    let run = program.run(&[schema.value(&object)], limit);
    let text = match &run.value {
        Ok(value) => match value.to_string().strip_prefix("error(") {
            Some(error) => format!("error: {}", error.strip_suffix(')').unwrap()),
            None => value.to_string(),
        },
        Err(stop) => format!("stop: {stop}"),
    };
    (text, run.cost)
}

fn check(table: &[(&str, &str)]) {
    for (source, expected) in table {
        let (found, _) = run(36, source, EXPRESSION_COST_LIMIT);
        assert_eq!(found, *expected, "`{source}`");
    }
}

/// The minor version of a server and a cost.
type ServerCost = (u8, u64);

/// Checks costs on two servers: the last one with the old cost and the first one with the new cost.
fn check_costs(table: &[(&str, ServerCost, ServerCost)]) {
    for (source, before, after) in table {
        for (server, expected) in [before, after] {
            let (value, cost) = run(*server, source, EXPRESSION_COST_LIMIT);
            assert_eq!(cost, *expected, "`{source}` on 1.{server}: {value}");
        }
    }
}

#[test]
fn errors_are_absorbed_by_a_side_that_decides() {
    check(&[
        ("1 / 0 == 1 || true", "bool(true)"),
        ("true || 1 / 0 == 1", "bool(true)"),
        ("1 / 0 == 1 && false", "bool(false)"),
        ("1 / 0 == 1 || false", "error: division by zero"),
        ("1 / 0 == 1 || 1 % 0 == 1", "error: division by zero"),
        ("true && 1 % 0 == 1", "error: modulus by zero"),
        ("dyn(1) || true", "bool(true)"),
        ("dyn(1) || false", "error: no such overload"),
        ("[0, 1].exists(x, 1 / x == 1)", "bool(true)"),
        ("[0, 1].all(x, 1 / x == 2)", "bool(false)"),
        ("[0, 1].all(x, 1 / x == 1)", "error: division by zero"),
        ("[1, 0].map(x, 1 / x)", "error: division by zero"),
        ("(1 / 0 == 1 ? 1 : 2) == 1", "error: division by zero"),
    ]);
}

#[test]
fn the_cost_limit_stops_a_run() {
    let stopped = "stop: operation cancelled: actual cost limit exceeded";
    let source = "self.items.all(x, x > 0) || true";
    let (_, cost) = run(36, source, EXPRESSION_COST_LIMIT);
    assert_eq!(run(36, source, cost).0, "bool(true)");
    assert_eq!(run(36, source, cost - 1).0, stopped);
    assert_eq!(run(36, "self.count", 1).0, stopped);
    assert_eq!(run(36, "true", 0).0, "bool(true)");
    // The list is not created.
    assert_eq!(
        run(36, "lists.range(9000000000000) == [] || true", 1_000_000).0,
        stopped
    );
    let (text, _) = run(37, "lists.range(1000001)", 1_000_000);
    assert_eq!(
        text,
        "error: lists.range: size 1000001 exceeds maximum allowed (1000000)"
    );
    let (text, _) = run(37, "lists.range(-1)", 1_000_000);
    assert_eq!(text, "error: lists.range: size must be non-negative, got -1");
    assert_eq!(run(36, "lists.range(-1)", 1_000_000).0, "[]");
}

#[test]
fn loops_with_two_variables() {
    check(&[
        ("self.labels.all(k, v, k < v)", "bool(true)"),
        ("self.labels.exists(k, v, k == 'b' && v == 'y')", "bool(true)"),
        ("self.labels.existsOne(k, v, v == 'x')", "bool(true)"),
        ("self.labels.transformList(k, v, k + v)", r#"["ax", "by"]"#),
        (
            "self.labels.transformMap(k, v, v == 'x', v + k)",
            r#"{"a": "xa"}"#,
        ),
        (
            "self.labels.transformMapEntry(k, v, {v: k})",
            r#"{"x": "a", "y": "b"}"#,
        ),
        (
            "self.items.transformMap(i, v, i * v)",
            "{int(0): int(0), int(1): int(1), int(2): int(4)}",
        ),
        (
            "dyn(1).all(k, v, true)",
            "error: unsupported comprehension range type: types.Int",
        ),
        (
            "dyn(1).all(k, true)",
            "error: got 'types.Int', expected iterable type",
        ),
        (
            "self.items.transformMapEntry(i, v, {'k': v})",
            "error: insert failed: key k already exists",
        ),
    ]);
}

#[test]
fn sets_and_list_maps_are_added_by_their_elements_and_keys() {
    check(&[
        ("self.set + ['b', 'c']", r#"["a", "b", "c"]"#),
        ("['b', 'c'] + self.set", r#"["b", "c", "a", "b"]"#),
        ("self.set == ['b', 'a']", "bool(true)"),
        ("['b', 'a'] == self.set", "bool(false)"),
        ("self.items == [1, 2, 3]", "bool(false)"),
        ("self.items + [4]", "[int(3), int(1), int(2), int(4)]"),
        ("(self.ports + self.ports).map(p, p.name)", r#"["http", "dns"]"#),
        ("self.ports == self.ports", "bool(true)"),
    ]);
}

#[test]
fn timestamps_have_parts_in_a_zone() {
    check(&[
        ("self.at.getHours('America/New_York')", "int(1)"),
        (
            "(self.at + duration('1s')).getHours('America/New_York')",
            "int(3)",
        ),
        ("self.at.getHours('-02:30')", "int(4)"),
        ("self.at.getDayOfWeek()", "int(0)"),
        ("self.at.getDayOfYear()", "int(69)"),
        ("self.at.getMonth()", "int(2)"),
        ("self.at.getDate()", "int(10)"),
        ("self.at.getDayOfMonth()", "int(9)"),
        ("self.at.getMilliseconds()", "int(500)"),
        (
            "self.at.getHours('Mars/Base')",
            "error: unknown time zone Mars/Base",
        ),
        ("duration('90m').getHours()", "int(1)"),
        ("duration('90m').getMilliseconds()", "int(5400000)"),
        ("string(duration('90m'))", r#""5400s""#),
        ("self.at - self.at == duration('0s')", "bool(true)"),
    ]);
}

#[test]
fn format_prints_values() {
    check(&[
        ("'%s and %d'.format(['a', 7])", r#""a and 7""#),
        ("'%f'.format([1234567.891])", r#""1,234,567.891000""#),
        ("'%.2f'.format([2.5])", r#""2.50""#),
        ("'%x %X'.format([255, 255])", r#""ff FF""#),
        ("'%b %o'.format([5, 8])", r#""101 10""#),
        ("'%x'.format(['az'])", r#""617a""#),
        ("'%s'.format([[1, 'q', null]])", r#""[1, \"q\", null]""#),
        ("'%s'.format([{'b': 2, 'a': 1}])", r#""{\"a\":1, \"b\":2}""#),
        ("'100%%'.format([])", r#""100%""#),
        ("('%' + 's').format([])", "error: index 0 out of range"),
    ]);
}

#[test]
fn quantities_are_exact() {
    check(&[
        ("quantity('1Gi').isGreaterThan(quantity('1G'))", "bool(true)"),
        ("quantity('1500m').compareTo(quantity('1.5'))", "int(0)"),
        ("quantity('1e3').asInteger()", "int(1000)"),
        ("quantity('1E').asInteger()", "int(1000000000000000000)"),
        (
            "quantity('9223372036854775807').asInteger()",
            "error: cannot convert value to integer",
        ),
        ("quantity('8Ei').isInteger()", "bool(false)"),
        ("quantity('1n').asApproximateFloat()", "double(1e-09)"),
        ("quantity('1').sub(3).compareTo(quantity('-2'))", "int(0)"),
        (
            "quantity('100m').add(quantity('900m')).compareTo(quantity('1'))",
            "int(0)",
        ),
        ("isQuantity('1KI')", "bool(false)"),
        ("isQuantity('12345678901234567890123456789')", "bool(true)"),
        (
            "quantity('1.5').asInteger()",
            "error: cannot convert value to integer",
        ),
    ]);
}

#[test]
fn versions_follow_semver() {
    check(&[
        ("semver('1.0.0-alpha').isLessThan(semver('1.0.0'))", "bool(true)"),
        (
            "semver('1.0.0-alpha.2').isLessThan(semver('1.0.0-alpha.10'))",
            "bool(true)",
        ),
        ("semver('1.0.0+a') == semver('1.0.0+b')", "bool(true)"),
        ("semver('v01.1', true).minor()", "int(1)"),
        ("isSemver('1.0')", "bool(false)"),
        ("isSemver('1.0', true)", "bool(true)"),
        (
            "semver('1.2.3-01').major()",
            "error: Numeric PreRelease version must not contain leading zeroes \"01\"",
        ),
        (
            "semver('1.2.x').major()",
            r#"error: Invalid character(s) found in patch number "x""#,
        ),
    ]);
}

#[test]
fn addresses_and_ranges() {
    check(&[
        ("ip('fe80::1').isLinkLocalUnicast()", "bool(true)"),
        ("ip('10.0.0.1').isGlobalUnicast()", "bool(true)"),
        ("ip('::1').family()", "int(6)"),
        ("ip.isCanonical('2001:DB8::1')", "bool(false)"),
        ("isIP('fe80::1%eth0')", "bool(false)"),
        (
            "ip('fe80::1%eth0').family()",
            r#"error: IP address "fe80::1%eth0" with zone value is not allowed"#,
        ),
        (
            "ip('256.0.0.1').family()",
            "error: IP Address \"256.0.0.1\" parse error during conversion from string: ParseAddr(\"256.0.0.1\"): IPv4 field has value >255",
        ),
        ("cidr('10.0.0.0/8').containsCIDR('10.1.0.0/16')", "bool(true)"),
        ("cidr('10.0.0.0/8').containsIP(ip('11.0.0.1'))", "bool(false)"),
        ("cidr('10.1.2.3/8').masked().ip() == ip('10.0.0.0')", "bool(true)"),
        ("string(cidr('2001:db8::/32'))", r#""2001:db8::/32""#),
    ]);
    // The first servers compare the address unmasked.
    let source = "cidr('10.0.0.0/8').containsCIDR('10.1.0.0/16')";
    assert_eq!(run(31, source, 1000).0, "bool(false)");
    assert_eq!(run(32, source, 1000).0, "bool(true)");
}

#[test]
fn urls_have_parts() {
    check(&[
        (
            "url('https://example.com:80/a%20b?x=1&x=2#f').getQuery()",
            r#"{"x": ["1", "2"]}"#,
        ),
        (
            "url('https://example.com:80/a b').getEscapedPath()",
            r#""/a%20b""#,
        ),
        ("url('https://[::1]:80/').getHostname()", r#""::1""#),
        ("url('https://[::1]:80/').getPort()", r#""80""#),
        ("url('/path').getScheme()", r#""""#),
        ("isURL('../up')", "bool(false)"),
        (
            "url('../up').getHost()",
            "error: URL parse error during conversion from string: parse \"../up\": invalid URI for request",
        ),
    ]);
}

#[test]
fn constant_lists_are_sets_of_exact_numbers() {
    check(&[
        ("dyn(1) in [1.5]", "bool(false)"),
        ("dyn(1) in [1.0]", "bool(true)"),
        ("dyn(1u) in [1]", "bool(true)"),
        ("dyn(9007199254740993) in [9007199254740992.0]", "bool(false)"),
        ("dyn(9007199254740992.0) in [9007199254740993]", "bool(true)"),
        ("double('NaN') in [1.0]", "bool(false)"),
        ("dyn(-0.0) in [0.0]", "bool(true)"),
        ("dyn([1]) in [1]", "bool(false)"),
    ]);
}

#[test]
fn optionals() {
    check(&[
        ("optional.none().hasValue()", "bool(false)"),
        ("optional.of(1).value()", "int(1)"),
        ("optional.none().value()", "error: optional.none() dereference"),
        ("self.?count.orValue(0)", "int(3)"),
        ("self.labels[?'z'].orValue('none')", r#""none""#),
        ("self.labels[?'a'].optMap(v, v + '!')", r#"optional("x!")"#),
        ("self.items[?9]", "none"),
        ("[1, ?optional.none(), ?optional.of(3)]", "[int(1), int(3)]"),
        ("{?'a': optional.none(), 'b': 1}", r#"{"b": int(1)}"#),
        ("optional.ofNonZeroValue('')", "none"),
        ("optional.of(1).or(optional.of(1 / 0))", "optional(int(1))"),
        ("optional.none().orValue(1 / 0)", "error: division by zero"),
    ]);
}

#[test]
fn prices_by_server() {
    check_costs(&[
        ("quantity('12345678901')", (29, 1), (30, 2)),
        ("'0123456789a'.startsWith('0')", (36, 2), (37, 1)),
        ("matches('0123456789', '01234567')", (36, 1), (37, 4)),
        ("ip('fd00::1') == ip('fd00::2')", (31, 4), (32, 3)),
    ]);
    // The cost of sorting depends on the keys: the only difference is the four calls of `size`.
    let (_, strings) = run(36, "['d', 'c', 'b', 'a'].sortBy(x, size(x))", 1000);
    let (_, numbers) = run(36, "[4, 3, 2, 1].sortBy(x, x)", 1000);
    assert_eq!(strings, numbers + 4);
}

#[test]
fn large_numbers() {
    check(&[
        ("double('1e' + '400') > 1.0 || true", "bool(true)"),
        ("9223372036854775807 + self.count", "error: integer overflow"),
        (
            "double('1e' + '400') > 1.0",
            "error: type conversion error from 'string' to 'double'",
        ),
        ("int(1e18 * 10.0) == 1", "error: integer overflow"),
        ("quantity('1e400').isGreaterThan(quantity('1E'))", "bool(true)"),
        ("isQuantity('1e99999999999')", "bool(false)"),
        (
            "duration('999999' + '9h').getHours()",
            "error: type conversion error from 'string' to 'google.protobuf.Duration'",
        ),
    ]);
}
