//! Results that depend on Go's representation of values: in errors, as keys of maps, inside of optionals; as recorded from servers.

use crd_cel::eval::{Program, Value};
use crd_cel::{CompatVersion, Env, TypeId};

use super::eval_servers::check;

/// Until 1.36, reading an optional creates its content again. Selecting from it does not do so again.
#[test]
fn an_error_in_an_optional_variable_is_made_anew_once() {
    let expected = [
        (
            36,
            "error(unsupported conversion to ref.Val: (*errors.errorString)invalid data)",
        ),
        (37, "error(invalid data)"),
    ];
    for (server, expected) in expected {
        let mut env = Env::new(CompatVersion::of_server(server));
        let optional = env.types_mut().optional(TypeId::DYN);
        env.declare("oldSelf", optional);
        let checked = env.compile("oldSelf.?b").unwrap();
        let program = Program::new(&checked, &["oldSelf"], server);
        let old = Value::some(Value::error("invalid data"));
        let run = program.run(&[old], 100);
        assert_eq!(run.value.unwrap().to_string(), expected, "{server}");
    }
}

#[test]
fn values_printed_in_errors() {
    check(&[
        (
            36,
            "[dyn('a'), dyn(null)].join('-')",
            "error: join: invalid input: 0",
            1,
        ),
        (
            36,
            "[dyn('a'), dyn([dyn(1.5), dyn(b'a'), dyn('x'), dyn({'k': type([1])})])].join()",
            "error: join: invalid input: [1.5, [97], x, {k: list(dyn)}]",
            1,
        ),
        (
            31,
            "[dyn('a'), dyn([dyn(type([1])), dyn(type({}))])].join()",
            "error: join: invalid input: [list(), map(, )]",
            1,
        ),
        (
            36,
            "[dyn('a'), dyn(quantity('1.50'))].join()",
            "error: join: invalid input: 1500m",
            13,
        ),
        (
            36,
            "[dyn('a'), dyn(url('http://a/b?c=d'))].join()",
            "error: join: invalid input: http://a/b?c=d",
            14,
        ),
        (
            36,
            "[dyn('a'), dyn(semver('1.2.3-a+b'))].join()",
            "error: join: invalid input: 1.2.3-a+b",
            13,
        ),
        (
            36,
            "[dyn('a'), dyn(optional.of('x'))].join()",
            "error: join: invalid input: optional(x)",
            13,
        ),
        (
            33,
            "[dyn(optional.none()), dyn(null)].unwrapOpt()",
            "error: value 0 is not optional",
            13,
        ),
        (
            36,
            "[dyn(optional.none()), dyn(timestamp(0))].unwrapOpt()",
            "error: value 1970-01-01 00:00:00 +0000 UTC is not optional",
            13,
        ),
    ]);
}

#[test]
fn values_as_keys() {
    check(&[
        (
            36,
            "[1, 2].transformMapEntry(i, v, {null: 1})",
            "error: insert failed: key 0 already exists",
            5,
        ),
        (
            36,
            "[1, 2].transformMapEntry(i, v, {-0.0: 1})",
            "error: insert failed: key -0 already exists",
            5,
        ),
        (36, "[-0.0].transformMapEntry(i, v, {v: i})[0.0]", "int(0)", 37),
        (
            36,
            "[1, 2].transformMapEntry(i, v, {0.0 / 0.0: v}).size()",
            "int(2)",
            70,
        ),
        (
            36,
            "{0.0 / 0.0: self.i}",
            "{double(NaN): error(no such key: NaN)}",
            33,
        ),
        (
            36,
            "[1, 2].transformMapEntry(i, v, {['a', 'b']: 1})",
            "error: insert failed: key [a, b] already exists",
            5,
        ),
        (
            36,
            "[1, 2].transformMapEntry(i, v, {quantity('1'): v}).size()",
            "int(2)",
            70,
        ),
        (
            36,
            "[1, 2].transformMapEntry(i, v, {url('http://a'): v}).size()",
            "int(2)",
            70,
        ),
        (
            36,
            "[1, 2].transformMapEntry(i, v, {ip('::1'): v}).size()",
            "error: insert failed: key ::1 already exists",
            70,
        ),
    ]);
}

#[test]
fn time_zones_are_paths_of_files() {
    check(&[
        (33, "timestamp(0).getHours('.')", "error: is a directory", 1),
        (
            33,
            "timestamp(0).getHours('America/')",
            "error: is a directory",
            1,
        ),
        (33, "timestamp(0).getHours('./UTC')", "int(0)", 1),
        (33, "timestamp(0).getHours('Europe//Berlin')", "int(1)", 1),
        (33, "timestamp(0).getHours('UTC/.')", "error: not a directory", 1),
        (33, "timestamp(0).getHours('UTC/x')", "error: not a directory", 1),
    ]);
    let long = "a".repeat(256);
    let expression = format!("timestamp(0).getHours('{long}')");
    check(&[(33, &expression, "error: file name too long", 1)]);
}

#[test]
fn empty_results_of_loops_as_keys() {
    check(&[
        (
            33,
            "[1, 2].transformMapEntry(i, v, {[v].filter(w, w > 5): v})",
            "{[]: int(1), []: int(2)}",
            95,
        ),
        (
            33,
            "[1, 2].transformMapEntry(i, v, {[v].map(w, w > 5, w): v}).size()",
            "int(2)",
            96,
        ),
        (
            33,
            "[1, 2].transformMapEntry(i, v, {[v].transformMap(j, w, w > 5, w): v}).size()",
            "int(2)",
            96,
        ),
        // A literal is created once.
        (
            33,
            "[1, 2].transformMapEntry(i, v, {[]: v}).size()",
            "error: insert failed: key [] already exists",
            68,
        ),
    ]);
}

#[test]
fn lists_and_optionals() {
    check(&[
        (
            36,
            "[1][dyn(self.items.filter(x, false).distinct())]",
            "error: invalid qualifier type: *types.baseList",
            17,
        ),
        (
            36,
            "[1][dyn((self.spans + self.spans))]",
            "error: invalid qualifier type: *common.unstructuredSetList",
            8,
        ),
        (
            37,
            "[1][dyn((self.spans + self.spans))]",
            "error: invalid qualifier type: *common.refValSetList",
            8,
        ),
        (
            37,
            "[1][dyn(self.items + self.items)]",
            "error: invalid qualifier type: *types.baseList",
            8,
        ),
        (36, "has(dyn(optional.of({'foo': 1})).foo)", "bool(true)", 3),
        (36, "has(dyn(optional.of({'foo': 1})).bar)", "bool(false)", 2),
        (36, "has(dyn({'foo': 1}).bar)", "bool(false)", 1),
        (
            36,
            "has(dyn(optional.of([1])).bar)",
            "error: unsupported index type 'string' in list",
            2,
        ),
        (36, "dyn(optional.of(self.o))[0]", "none", 5),
        (37, "dyn(optional.of(self.o))[0]", "error: no such overload", 5),
        (
            36,
            "optional.of([1] + [dyn(optional.of(int))])[?1]",
            "optional(\"int\")",
            16,
        ),
        (
            37,
            "optional.of([1] + [dyn(optional.of(int))])[?1]",
            "optional(optional(type(int)))",
            16,
        ),
        (
            36,
            "optional.of([1] + [dyn(optional.none())])[?1]",
            "optional(null)",
            16,
        ),
        (
            36,
            "optional.of([1] + [dyn(quantity('1'))])[?1]",
            "optional(error(unsupported conversion to ref.Val: (*resource.Quantity)1))",
            16,
        ),
        (
            36,
            "optional.of([['a'] + [dyn(int)]])[?0]",
            "optional([\"a\", type(int)])",
            14,
        ),
        (
            36,
            "optional.of([['a'] + [dyn(int)]] + [[1]])[?0]",
            "optional([\"a\", \"int\"])",
            15,
        ),
    ]);
}

#[test]
fn operands_of_other_types() {
    check(&[
        (36, "!dyn(1u)", "error: no such overload", 1),
        (36, "!dyn([1])", "error: no such overload", 1),
        (36, "-dyn('a')", "error: no such overload", 1),
        (36, "-dyn([1])", "error: no such overload: -_", 1),
        (
            36,
            "duration(dyn(self.i))",
            "error: type conversion error from 'int' to 'google.protobuf.Duration'",
            4,
        ),
        (
            37,
            "duration(dyn(self.i))",
            "error: no such overload: duration(int)",
            4,
        ),
        (
            36,
            "b'a' in dyn({'x': self.i})",
            "stop: internal error: runtime error: hash of unhashable type types.Bytes",
            33,
        ),
        (36, "b'a' in dyn({})", "bool(false)", 1),
        (
            36,
            "semver('1.2.3') in dyn({1: self.i})",
            "stop: internal error: runtime error: hash of unhashable type cel.Semver",
            34,
        ),
        (
            36,
            "dyn(self.spans) + dyn([[1]])",
            "stop: internal error: runtime error: hash of unhashable type []ref.Val",
            3,
        ),
        (
            36,
            "dyn(self.spans.filter(x, false)) + dyn([[1]])",
            "[[int(1)]]",
            5,
        ),
        (
            36,
            "sets.contains(self.spans, self.spans + [duration('1s')])",
            "error: invalid data, expected string, got time.Duration",
            12,
        ),
        (
            36,
            "sets.contains([duration('1h')], self.spans + [duration('1s')])",
            "bool(false)",
            7,
        ),
    ]);
}

#[test]
fn borders_of_functions() {
    check(&[
        (36, "''.split('', 1)", "[]", 0),
        (36, "''.split('', 2)", "[]", 0),
        (
            36,
            "timestamp(0) - duration('-9223372036854775808ns')",
            "error: integer overflow",
            1,
        ),
        (
            36,
            "(duration('2540400h') - duration('1ns')).getSeconds()",
            "int(9145440000)",
            2,
        ),
        (
            36,
            "(duration('2540400h') - duration('1ns')).getHours()",
            "int(2540400)",
            2,
        ),
        (
            36,
            "(duration('2540400h') - duration('1ns')).getMilliseconds()",
            "int(9145439999999)",
            2,
        ),
        (36, "semver('18446744073709551615.0.0').major()", "int(-1)", 4),
        (
            36,
            "format.byte().validate('Y-_=')",
            "optional([\"invalid base64\"])",
            22,
        ),
        (
            36,
            "format.datetime().validate('2024-02-29t12:00:00z')",
            "none",
            55,
        ),
        (
            36,
            "format.datetime().validate('2024-02-29T12:00:00')",
            "optional([\"invalid datetime\"])",
            37,
        ),
        (
            36,
            "dyn(self.s).findAll(dyn('t'), dyn(optional.of(1)))",
            "[\"t\"]",
            6,
        ),
        (
            36,
            "dyn(self.s).findAll(dyn('t'), dyn('1'))",
            "error: no such overload",
            4,
        ),
        (
            36,
            "optional.of((self.bytes + dyn([1]))).optMap(v, v)",
            "optional([\"YWI=\", \"+/8=\", int(1)])",
            12,
        ),
    ]);
}

#[test]
fn words_of_formats() {
    check(&[
        (
            33,
            "format.qualifiedName().validate('a/b/c')",
            "optional([\"a qualified name must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')\"])",
            16,
        ),
        (
            33,
            "format.labelValue().validate('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa')",
            "optional([\"must be no more than 63 characters\"])",
            71,
        ),
        (
            33,
            "format.dns1123Label().validate('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa')",
            "optional([\"must be no more than 63 characters\"])",
            57,
        ),
        (
            36,
            "format.qualifiedName().validate('a/b/c')",
            "optional([\"a valid label key must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')\"])",
            16,
        ),
        (
            36,
            "format.labelValue().validate('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa')",
            "optional([\"must be no more than 63 bytes\"])",
            71,
        ),
        (
            36,
            "format.dns1123Label().validate('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa')",
            "optional([\"must be no more than 63 characters\"])",
            57,
        ),
    ]);
}

#[test]
fn an_index_is_looked_at_before_the_value() {
    check(&[
        (
            36,
            "optional.of(dyn(cidr('fe80::/10')))[?optional.none()]",
            "error: invalid qualifier type: *types.Optional",
            5,
        ),
        (
            36,
            "optional.of(dyn(cidr('fe80::/10')))[?'a']",
            "error: unsupported conversion to ref.Val: (netip.Prefix)fe80::/10",
            4,
        ),
    ]);
}

#[test]
fn empty_lists_that_are_bound_are_cels_own() {
    check(&[
        (
            31,
            "optional.of(self.none).optMap(v, [v + [b'x']])",
            "optional([[bytes(78)]])",
            21,
        ),
        (
            33,
            "optional.of(self.none).optMap(v, [v + [b'x']])",
            "optional([[bytes(78)]])",
            21,
        ),
        (
            36,
            "optional.of(self.none).optMap(v, [v + [b'x']])",
            "optional([[bytes(78)]])",
            21,
        ),
        (36, "self.none.sortBy(v, 1) + [b'x']", "[bytes(78)]", 17),
        (
            36,
            "self.none + [b'x']",
            "[error(invalid data, expected string, got []uint8)]",
            3,
        ),
        (37, "self.none + [b'x']", "[bytes(78)]", 3),
    ]);
}

#[test]
fn what_is_no_optional_is_printed() {
    check(&[
        (
            31,
            "[?optional.of(1).optMap(v, optional.of(1)).orValue(optional.of(2))]",
            "error: cannot initialize optional list element from non-optional value 1",
            16,
        ),
        (
            36,
            "{?'a': optional.of(1).optMap(v, optional.of(self.items)).orValue(optional.of([2]))}",
            "error: cannot initialize optional entry 'a' from non-optional value [3, 1, 2]",
            36,
        ),
        (
            36,
            "{?2.5: optional.of(1).optMap(v, optional.of('x')).orValue(optional.of('y'))}",
            "error: cannot initialize optional entry '2.5' from non-optional value x",
            34,
        ),
        (
            37,
            "{?2.5: optional.of(1).optMap(v, optional.of('x')).orValue(optional.of('y'))}",
            "{double(2.5): \"x\"}",
            34,
        ),
    ]);
}
