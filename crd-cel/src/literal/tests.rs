use super::value::{LiteralValue, convert};
use crate::{CompatVersion, Env, IssueKind, PanicCause, TypeId};

#[test]
fn conversions_fail_with_the_texts_of_the_server() {
    let text = |text: &str| LiteralValue::String(text.to_owned());
    let cases = [
        (text("abc"), "int", "type conversion error from 'string' to 'int'"),
        (LiteralValue::Double(1e30), "int", "integer overflow"),
        (LiteralValue::Int(-1), "uint", "unsigned integer overflow"),
        (
            text("yes"),
            "bool",
            "type conversion error from 'string' to 'bool'",
        ),
        (
            LiteralValue::Bytes(vec![0xFF]),
            "string",
            "invalid UTF-8 in bytes, cannot convert to string",
        ),
        (LiteralValue::List, "string", "no such overload: string(list)"),
        (
            LiteralValue::Int(1),
            "duration",
            "type conversion error from 'int' to 'google.protobuf.Duration'",
        ),
        (LiteralValue::Int(i64::MAX), "timestamp", "timestamp overflow"),
    ];
    for (value, function, message) in cases {
        assert_eq!(convert(&value, function, 36).unwrap_err().1, message);
    }
    assert_eq!(
        convert(&text("1h"), "duration", 36),
        Ok(LiteralValue::Duration(3_600_000_000_000))
    );
    assert_eq!(
        convert(&LiteralValue::Double(-1.5), "int", 36),
        Ok(LiteralValue::Int(-1))
    );
}

#[test]
fn constants_that_are_no_indexes() {
    let mut env = Env::new(CompatVersion::of_server(36));
    env.declare("self", TypeId::DYN);
    for (index, type_) in [
        ("null", "types.Null"),
        ("b'a'", "types.Bytes"),
        ("[1]", "*types.baseList"),
        ("dyn({'a': 1})", "*types.baseMap"),
        ("type(1)", "*types.Type"),
        ("duration('1s')", "types.Duration"),
    ] {
        let source = format!("self[{index}] == 1");
        let checked = env.compile(&source).unwrap();
        let error = super::instantiate(&checked).unwrap_err();
        assert_eq!(
            error.message,
            format!("invalid qualifier type: {type_}"),
            "{source}"
        );
    }
    for source in [
        "self[1.5] == 1",
        "self[[self]] == 1",
        "self[?'a'] == optional.none()",
    ] {
        let checked = env.compile(source).unwrap();
        assert!(super::instantiate(&checked).is_ok(), "{source}");
    }
}

/// Recorded from 1.29, 1.31 and 1.36: the server looks up a type with the variable's name where the variable is used.
#[test]
fn variables_whose_values_are_types() {
    let mut env = Env::new(CompatVersion::of_server(36));
    env.declare("self", TypeId::DYN);
    let undefined = |name: &str| Some(format!("reference to undefined type: {name}"));
    for (source, expected) in [
        ("self.map(x, type(x)).all(t, t == int)", undefined("t")),
        ("[type(self)].all(x, x == string)", undefined("x")),
        ("[type(self)].all(x, .x == string)", undefined("x")),
        ("[type(self)].exists_one(x, x == string)", undefined("x")),
        ("[type(self)].filter(x, x == string) == []", undefined("x")),
        ("[type(self)].all(i, x, x == string)", undefined("x")),
        ("{type(self): 1}.all(k, k == int)", undefined("k")),
        ("[int].all(x, x == int)", undefined("x")),
        (
            "optional.of(type(self)).optMap(t, t == int).orValue(true)",
            undefined("t"),
        ),
        (
            "[type(self)].all(x, int('a') == 1 && x == int)",
            Some("type conversion error from 'string' to 'int'".to_owned()),
        ),
        ("[type(self)].all(x, true)", None),
        ("[dyn(type(self))].all(x, x == string)", None),
        ("[[type(self)]].all(x, x[0] == int)", None),
        ("[type(self)].exists(list, list == int)", None),
        ("self.all(x, type(x) == int)", None),
        ("type(cidr('10.0.0.0/8').ip()) == net.IP", None),
    ] {
        let checked = env.compile(source).unwrap();
        let error = super::instantiate(&checked).err().map(|error| error.message);
        assert_eq!(error, expected, "{source}");
    }
}

#[test]
fn what_makes_the_server_panic_is_the_only_issue() {
    let issue = |server: u8, source: &str| {
        let mut env = Env::new(CompatVersion::of_server(server));
        env.declare("self", TypeId::DYN);
        match env.compile(source) {
            Ok(_) => None,
            Err(issues) => Some(
                issues
                    .list()
                    .iter()
                    .map(|issue| issue.kind.clone())
                    .collect::<Vec<_>>(),
            ),
        }
    };
    let panic = |cause| Some(vec![IssueKind::ServerPanic(cause)]);
    for server in 29..=37 {
        for source in [
            "[?dyn(self.?i)] == []",
            "{?'k': dyn(5)} == {}",
            "[duration('x'), ?self.d] == []",
        ] {
            assert_eq!(
                issue(server, source),
                panic(PanicCause::OptionalEntry),
                "{server} {source}"
            );
        }
        // The arguments of `format` are skipped, as is everything after a mismatch.
        assert_eq!(
            issue(server, "'%s'.format([?dyn(5)]) == ''").is_none(),
            server != 29,
            "{server}"
        );
        let format = issue(server, "('%' + 's').format([1]) == ''");
        match server {
            31 => assert_eq!(format, panic(PanicCause::FormatOfNoLiteral)),
            30.. => assert_eq!(format, None, "{server}"),
            _ => assert!(format.is_some()),
        }
    }
}

#[test]
fn literals_in_arguments_of_format() {
    let is_accepted = |server: u8, source: &str| {
        let mut env = Env::new(CompatVersion::stored_of_server(server));
        env.declare("self", TypeId::STRING);
        env.compile(source).is_ok()
    };
    for server in [29, 30, 31, 37] {
        assert!(is_accepted(
            server,
            "'%s %s'.format([[1, 'a'], {'k': [1, 'a']}]) == ''"
        ));
        // Until 1.30 only literals directly in literals are skipped.
        assert_eq!(
            is_accepted(server, "'%s'.format([dyn([1, 'a'])]) == ''"),
            server > 30,
            "{server}"
        );
    }
}
