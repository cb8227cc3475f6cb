//! Values, errors and costs that servers of several versions gave (`tests/oracle/run --server 1.NN values`): each row is
//! the first server with an answer. Expected values are written as `Value`'s `Display` shows them; errors begin with
//! `error: ` and stops with `stop: `.

#![expect(
    clippy::unwrap_used,
    reason = "an expression that does not compile fails the test"
)]

use crd_cel::eval::{
    DataField, DataKind, DataSchema, EXPRESSION_COST_LIMIT, ListKind, ListSchema, ObjectSchema, Program,
};
use crd_cel::{CompatVersion, Env, ObjectType, TypeId};
use serde_json::{Value as Json, json};

fn object() -> Json {
    json!({
        "i": 3,
        "s": "text",
        "t": "2024-03-10T06:59:59Z",
        "items": [3, 1, 2],
        "spans": ["1h", "30m"],
        "bytes": ["YWI=", "+/8="],
        "o": {"a": null, "b": 1},
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
    let inner = ObjectSchema::new(vec![field("a", DataKind::String), field("b", DataKind::Int)]);
    DataSchema::new(DataKind::Object(ObjectSchema::new(vec![
        field("i", DataKind::Int),
        field("s", DataKind::String),
        field("t", DataKind::DateTime),
        field("items", list(DataKind::Int, ListKind::Atomic)),
        field("spans", list(DataKind::Duration, ListKind::Set)),
        field("bytes", list(DataKind::Bytes, ListKind::Atomic)),
        field("o", DataKind::Object(inner)),
    ])))
}

fn environment(server: u8) -> Env {
    let mut env = Env::new(CompatVersion::stored_of_server(server));
    let items = env.types_mut().list(TypeId::INT);
    let spans = env.types_mut().list(TypeId::DURATION);
    let bytes = env.types_mut().list(TypeId::BYTES);
    let field = |name: &str, ty: TypeId| (name.to_owned(), ty);
    let inner = [field("a", TypeId::STRING), field("b", TypeId::INT)];
    let inner = env.add_object(ObjectType::new("Inner", inner));
    let object = env.add_object(ObjectType::new(
        "Object",
        [
            field("i", TypeId::INT),
            field("s", TypeId::STRING),
            field("t", TypeId::TIMESTAMP),
            field("items", items),
            field("spans", spans),
            field("bytes", bytes),
            field("o", inner),
        ],
    ));
    env.declare("self", object);
    env
}

/// Runs the expression of each row: the minor version of a server, the expression, and what the server says.
fn check(table: &[(u8, &str, &str, u64)]) {
    let (schema, object) = (data(), object());
    for (server, source, expected, cost) in table {
        let env = environment(*server);
        let checked = env.compile(source).unwrap();
        let program = Program::new(&checked, &["self"], *server);
        let run = program.run(vec![schema.value(&object)], EXPRESSION_COST_LIMIT);
        let text = match &run.value {
            Ok(value) => match value.to_string().strip_prefix("error(") {
                Some(error) => format!("error: {}", error.strip_suffix(')').unwrap()),
                None => value.to_string(),
            },
            Err(stop) => format!("stop: {stop}"),
        };
        assert_eq!((&*text, run.cost), (*expected, *cost), "`{source}` on 1.{server}");
    }
}

#[test]
fn functions_are_dispatched_as_in_cel_go() {
    check(&[
        (37, "dyn(self.i).includes(3)", "bool(true)", 4),
        (37, "dyn(self.s).includes(self.i)", "bool(false)", 5),
        (37, "dyn(self.items).includes(2)", "bool(true)", 6),
        (
            31,
            "cidr('10.0.0.0/8').containsIP(dyn(self.i))",
            "error: no such overload: containsIP(net.CIDR, int)",
            5,
        ),
        (
            31,
            "cidr('10.0.0.0/8').containsCIDR(dyn(self.i))",
            "error: no such overload: containsCIDR(net.CIDR, int)",
            7,
        ),
        (
            31,
            "dyn(self.i).containsIP('10.0.0.1')",
            "error: no such overload: containsIP(int, string)",
            5,
        ),
        (
            29,
            "dyn(self.i).find(self.s)",
            "error: no such overload: find(int, string)",
            6,
        ),
        (29, "dyn(self.i).find('a')", "error: no such overload", 4),
        (
            29,
            "dyn(self.i).getHours()",
            "error: no such overload: getHours(int)",
            4,
        ),
        (
            29,
            "dyn(self.s).getHours()",
            "error: no such overload: getHours(string)",
            4,
        ),
        (
            29,
            "dyn(self.i).getHours('UTC')",
            "error: no such overload: getHours(int, string)",
            4,
        ),
        (
            29,
            "dyn(self.i).getFullYear()",
            "error: no such overload: getFullYear(int)",
            4,
        ),
        (31, "dyn(self.s).ip()", "error: no such overload: ip(string)", 4),
        (29, "dyn(self.t).matches(self.s)", "error: no such overload", 6),
        (
            29,
            "dyn(self.i).matches(self.s)",
            "error: no such overload: matches",
            6,
        ),
        (29, "dyn(self.t).size()", "error: no such overload", 4),
        (29, "dyn(int).matches('^in')", "bool(true)", 1),
        (
            33,
            "quantity('1').compareTo(dyn(semver('1.0.0')))",
            "error: no such overload: compareTo(kubernetes.Quantity, kubernetes.Semver)",
            4,
        ),
        (
            29,
            "self.items.map(i, i * 10)[dyn(self.i)]",
            "error: index out of bounds: 3",
            50,
        ),
        (
            29,
            "dyn(optional.of(1)).getHours()",
            "error: no such overload: getHours(optional)",
            3,
        ),
        (
            33,
            "semver('', true)",
            "error: strconv.ParseUint: parsing \"\": invalid syntax",
            0,
        ),
        (
            33,
            "semver('1..2')",
            "error: strconv.ParseUint: parsing \"\": invalid syntax",
            1,
        ),
        (
            33,
            "{}[dyn([1] + [self.i])]",
            "error: invalid qualifier type: *types.concatList",
            16,
        ),
    ]);
}

#[test]
fn cost_tracking_looks_into_arguments() {
    check(&[
        (35, "dyn(self.items).distinct()", "[int(3), int(1), int(2)]", 32),
        (
            35,
            "dyn(self.i).distinct()",
            "stop: internal error: interface conversion: types.Int is not traits.Lister: missing method Contains",
            3,
        ),
        (
            35,
            "dyn(self.s).distinct()",
            "stop: internal error: interface conversion: types.String is not traits.Lister: missing method Contains",
            3,
        ),
        (
            35,
            "self.items.flatten(dyn(self.s))",
            "stop: internal error: interface conversion: ref.Val is types.String, not types.Int",
            5,
        ),
        (
            35,
            "dyn(self.items[9]).sortBy(c, 1)",
            "stop: internal error: interface conversion: *types.Err is not traits.Lister: missing method Add",
            6,
        ),
        (
            35,
            "self.items.map(x, dyn(self.i).distinct())",
            "stop: internal error: interface conversion: types.Int is not traits.Lister: missing method Contains",
            6,
        ),
        (
            35,
            "self.items.map(x, dyn(self.items[9]).sortBy(c, 1))",
            "stop: internal error: interface conversion: *types.Err is not traits.Lister: missing method Add",
            9,
        ),
        (
            35,
            "{dyn(self.i): 1}.transformMapEntry(k, v, {dyn(self.s).distinct(): 1})",
            "stop: internal error: interface conversion: types.String is not traits.Lister: missing method Contains",
            37,
        ),
    ]);
}

#[test]
fn quantities_of_any_size() {
    check(&[
        (
            29,
            "quantity('12E').add(quantity('12E')).asApproximateFloat()",
            "double(2.4e+19)",
            4,
        ),
        (
            29,
            "quantity('12345678901234567890').asApproximateFloat()",
            "double(1.234567890123457e+19)",
            2,
        ),
        (
            31,
            "quantity('12345678901234567890').asApproximateFloat()",
            "double(1.234567890123457e+19)",
            3,
        ),
        (
            29,
            "quantity('1234567890123456789012Ki').asApproximateFloat()",
            "double(9.223372036854776e+18)",
            2,
        ),
        (
            31,
            "quantity('1234567890123456789012Ki').asApproximateFloat()",
            "double(9.223372036854776e+18)",
            4,
        ),
        (29, "quantity('1000m').isInteger()", "bool(false)", 2),
        (
            29,
            "quantity('1.5').sub(quantity('0.5')).isInteger()",
            "bool(false)",
            4,
        ),
        (29, "isQuantity('.')", "bool(true)", 1),
        (29, "isQuantity('Gi')", "bool(true)", 1),
    ]);
}

#[test]
fn keys_of_maps() {
    check(&[
        (
            29,
            "{quantity('1').add(1): 1}[quantity('1').add(1)]",
            "error: invalid qualifier type: *cel.Quantity",
            36,
        ),
        (29, "{self.items: 1}", "{[int(3), int(1), int(2)]: int(1)}", 32),
        (
            29,
            "{self.items: 1}[self.items]",
            "error: invalid qualifier type: *common.unstructuredList",
            35,
        ),
        (29, "size({self.items: 1, self.items: 2})", "int(2)", 35),
        (31, "{ip('10.0.0.1'): 1, ip('10.0.0.1'): 2}.size()", "int(1)", 33),
        (
            33,
            "self.items.transformMapEntry(i, v, {optional.none(): v})",
            "error: insert failed: key optional.none() already exists",
            105,
        ),
        (
            33,
            "[ip('::1')].transformMapEntry(i, v, {v: v}).size()",
            "int(1)",
            47,
        ),
        (
            29,
            "{b'a': [1][?1]}",
            "stop: internal error: runtime error: hash of unhashable type types.Bytes",
            1,
        ),
        (
            29,
            "{?bytes(self.s): [self.i][?1]}",
            "stop: internal error: hash of unhashable type: types.Bytes",
            16,
        ),
    ]);
}

#[test]
fn places_in_texts() {
    check(&[
        (29, "'abc'.indexOf('c', 9)", "error: index out of range: 9", 0),
        (33, "'abc'.indexOf('c', 9)", "int(-1)", 0),
        (29, "'abc'.indexOf('', 9)", "int(9)", 0),
        (37, "'abc'.indexOf('', 9)", "int(3)", 0),
        (29, "'abc'.lastIndexOf('a', 9)", "error: index out of range: 9", 0),
        (33, "'abc'.lastIndexOf('a', 9)", "int(-1)", 0),
        (29, "''.lastIndexOf('a')", "error: index out of range: -1", 0),
        (35, "''.lastIndexOf('a')", "int(-1)", 0),
    ]);
}

#[test]
fn values_that_differ_by_server() {
    check(&[
        (
            35,
            "[1.5, 0.0/0.0, 0.5].sort()",
            "[double(1.5), double(NaN), double(0.5)]",
            40,
        ),
        (29, "optional.of(self.bytes)[1]", "optional(\"+/8=\")", 5),
        (
            37,
            "optional.of(self.bytes)[1]",
            "optional(error(Invalid byte formatted string +/8=: illegal base64 data at input byte 0))",
            5,
        ),
        (29, "optional.of(self.bytes)[1].hasValue()", "bool(true)", 6),
        (29, "self.spans == self.spans", "bool(false)", 5),
        (37, "self.spans == self.spans", "bool(true)", 5),
        (
            29,
            "self.spans + self.spans + self.spans",
            "[duration(1h0m0s), duration(30m0s), error(invalid data, expected string, got time.Duration), error(invalid data, expected string, got time.Duration)]",
            8,
        ),
        (
            37,
            "self.spans + self.spans + self.spans",
            "[duration(1h0m0s), duration(30m0s)]",
            8,
        ),
        (29, "self.o == self.o", "bool(false)", 5),
        (35, "self.o == self.o", "bool(true)", 5),
        (29, "type(optional.none())", "type(optional)", 2),
        (31, "type(optional.none())", "type(optional_type)", 2),
        (29, "[-0.0].sum()", "double(0)", 1),
        (29, "2 in [int('2'), self.i]", "bool(true)", 14),
        (29, "2 in [int('2')]", "bool(true)", 0),
        (
            31,
            "(self.spans + [duration('1s')]) + (self.spans + [duration('0s')])",
            "[duration(1h0m0s), duration(30m0s), error(invalid data, expected string, got time.Duration), error(invalid data, expected string, got time.Duration), error(invalid data, expected string, got time.Duration), error(invalid data, expected string, got *errors.errorString)]",
            7,
        ),
    ]);
}
