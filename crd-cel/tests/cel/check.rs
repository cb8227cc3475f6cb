//! Types and errors of small expressions, as in cel-go.

use crd_cel::{CompatVersion, Env, IssueKind, Issues, ObjectType, Purpose, TypeId};

fn env(version: CompatVersion) -> Env {
    let mut env = Env::new(version);
    let inner = env.add_object(ObjectType::new("selfType.o", [("p".to_owned(), TypeId::STRING)]));
    let strings = env.types_mut().list(TypeId::STRING);
    let ints = env.types_mut().map(TypeId::STRING, TypeId::INT);
    let fields = [
        ("a", TypeId::STRING),
        ("n", TypeId::INT),
        ("l", strings),
        ("m", ints),
        ("o", inner),
        ("x", TypeId::DYN),
    ];
    let outer = ObjectType::new("selfType", fields.map(|(name, ty)| (name.to_owned(), ty)));
    let outer = env.add_object(outer);
    env.declare("self", outer);
    env
}

/// Returns the type, or the places and texts of the errors.
fn verdict(env: &Env, source: &str) -> String {
    match env.compile(source) {
        Ok(checked) => checked
            .ast()
            .root()
            .map(|root| checked.display(checked.type_id(root)))
            .unwrap_or_default(),
        Err(issues) => issues
            .to_string()
            .lines()
            .filter_map(|line| line.strip_prefix("ERROR: <input>:"))
            .collect::<Vec<_>>()
            .join("; "),
    }
}

#[test]
fn types_and_errors() {
    let env = env(CompatVersion::new(35));
    for (source, expected) in [
        (
            "self.a == 'x' && self.n > 1 || self.l.all(x, x in self.m)",
            "bool",
        ),
        (
            "self.l.map(x, [x]).map(y, {y: y})",
            "list(map(list(string), list(string)))",
        ),
        ("[].map(x, x + 1)", "list(int)"),
        ("self.x.foo.bar", "dyn"),
        ("self.?o.?p.orValue('')", "string"),
        ("self.l.transformMap(i, v, v + 'a')", "map(int, string)"),
        ("self.l.sortBy(e, e.size())", "list(string)"),
        ("[optional.none(), optional.of(1)]", "list(optional_type(int))"),
        ("true ? dyn(1) : 'a'", "dyn"),
        ("type(self.a) == type(self.n)", "bool"),
        ("google.protobuf.Int64Value{value: 1}", "wrapper(int)"),
        ("self.o.q.r", "1:7: undefined field 'q'"),
        (
            "url('x').foo",
            "1:9: unexpected failed resolution of 'kubernetes.URL'",
        ),
        (
            "cidr('::1/128').n",
            "1:16: type 'net.CIDR' does not support field selection",
        ),
        ("self.n.foo", "1:7: type 'int' does not support field selection"),
        (
            "foo.bar.baz(1)",
            "1:1: undeclared reference to 'foo' (in container ''); 1:12: undeclared reference to 'baz' (in container '')",
        ),
        (
            "self.foo()",
            "1:9: undeclared reference to 'foo' (in container '')",
        ),
        (
            ".size(self.a) + ''",
            "1:15: found no matching overload for '_+_' applied to '(int, string)'",
        ),
        (
            "self.a + 1",
            "1:8: found no matching overload for '_+_' applied to '(string, int)'",
        ),
        (
            "self.a.size(1)",
            "1:12: found no matching overload for 'size' applied to 'string.(int)'",
        ),
        (
            "self.n.all(x, x)",
            "1:5: expression of type 'int' cannot be range of a comprehension (must be list, map, or dynamic)",
        ),
        (
            "self.l.all(x, x)",
            "1:15: expected type 'bool' but found 'string'",
        ),
        (
            "{1: 'a', 'b': 2}",
            "1:10: expected type 'int' but found 'string'; 1:15: expected type 'string' but found 'int'",
        ),
        ("[1, dyn('a')]", "1:8: expected type 'int' but found 'dyn'"),
        ("'%s %d'.format(['a', 1])", "string"),
        (
            "[?self.a]",
            "1:7: expected type 'optional_type(string)' but found 'string'",
        ),
        (
            "{?'a': 1}",
            "1:8: expected type 'optional_type(int)' but found 'int'",
        ),
        (
            "self.n ? 1 : 2",
            "1:8: found no matching overload for '_?_:_' applied to '(int, int, int)'",
        ),
        (
            "self.a && 1",
            "1:5: expected type 'bool' but found 'string'; 1:11: expected type 'bool' but found 'int'",
        ),
        (
            "self.m[0]",
            "1:7: found no matching overload for '_[_]' applied to '(map(string, int), int)'",
        ),
        (
            "1 in self.m",
            "1:3: found no matching overload for '@in' applied to '(int, map(string, int))'",
        ),
        (
            "self.n == 1.0",
            "1:8: found no matching overload for '_==_' applied to '(int, double)'",
        ),
        ("self.n < 1.0", "bool"),
        (
            "null == self.a",
            "1:6: found no matching overload for '_==_' applied to '(null, string)'",
        ),
        ("self.o == null", "bool"),
        ("self{}", "1:5: 'selfType' is not a type"),
        ("int{}", "1:4: 'int' is not a message type"),
        (
            "optional.none",
            "1:1: undeclared reference to 'optional' (in container '')",
        ),
        (
            "map.a",
            "1:4: type 'type(map(A, B))' does not support field selection",
        ),
        (
            "has(self.l.x)",
            "1:4: type 'list(string)' does not support field selection",
        ),
        ("'é' + self.b", "1:11: undefined field 'b'"),
        (
            "'''a\nb''' + 1",
            "2:6: found no matching overload for '_+_' applied to '(string, int)'",
        ),
        ("self.a.matches('(')", "1:16: invalid matches argument"),
    ] {
        assert_eq!(verdict(&env, source), expected, "{source}");
    }
}

#[test]
fn layout_of_errors() {
    let env = env(CompatVersion::new(35));
    let issues = env.compile("self.a == 'é\t' &&\n'é' + 1 == self.q").unwrap_err();
    let expected = "ERROR: <input>:2:5: found no matching overload for '_+_' applied to '(string, int)'\n \
                    | 'é' + 1 == self.q\n | .．..^\n\
                    ERROR: <input>:2:16: undefined field 'q'\n | 'é' + 1 == self.q\n | .．.............^";
    assert_eq!(issues.to_string(), expected);
}

/// Formats the details of an error on one line: the wrong part of the source and the help.
fn help(issues: &Issues) -> String {
    let issue = &issues.list()[0];
    let piece = &issues.source()[issue.span.range()];
    let detail = match &issue.kind {
        IssueKind::UnknownFunction {
            suggestion, since, ..
        } => {
            let since = since.map(|since| format!("since 1.{since}"));
            suggestion.clone().or(since).unwrap_or_default()
        }
        IssueKind::UnknownVariable { suggestion, .. } => suggestion.clone().unwrap_or_default(),
        IssueKind::NoOverload { since, .. } => {
            since.map_or_else(String::new, |since| format!("since 1.{since}"))
        }
        IssueKind::UndefinedField {
            suggestion, object, ..
        } => {
            let object = object.as_deref().unwrap_or("object");
            format!("{} of {object}", suggestion.as_deref().unwrap_or("no field"))
        }
        IssueKind::TypeMismatch { expected, found, .. } => format!("{found} for {expected}"),
        kind => {
            let kind = format!("{kind:?}");
            kind.split([' ', '(']).next().unwrap_or_default().to_owned()
        }
    };
    format!("{piece}: {detail}")
}

#[test]
fn help_with_errors() {
    let env = env(CompatVersion::new(29));
    for (source, expected) in [
        ("self.o.pp == ''", "pp: p of selfType.o"),
        ("has(self.zzz)", "zzz: no field of selfType"),
        ("sself.a == ''", "sself: self"),
        ("self.a.startWith('x')", "startWith: startsWith"),
        ("self.l.exist(i, i == 'a')", "exist: exists"),
        ("self.l.map(item, itm)", "itm: item"),
        ("cidr('::/0').prefixLength() == 0", "cidr: since 1.30"),
        ("self.l.sort() == self.l", "sort: since 1.34"),
        ("self.l.transformList(i, v, v)", "transformList: since 1.32"),
        ("string(ip('::1'))", "ip: since 1.30"),
        ("self.l.all(i, 1)", "1: int for bool"),
        ("self.n.all(i, true)", "self.n: BadRange"),
        ("duration('1y') > duration('1s')", "'1y': BadArgument"),
        ("has(self)", "self: MacroArgument"),
        ("for > 1", "for: ReservedWord"),
        ("99999999999999999999", "99999999999999999999: BadLiteral"),
        ("self.a == ", ": Syntax"),
        ("self.a == @", "@: Syntax"),
    ] {
        assert_eq!(help(&env.compile(source).unwrap_err()), expected, "{source}");
    }
}

/// The output of tools about an error: `part: message; help`.
#[test]
fn words() {
    let words = |source: &str| {
        // Format strings are checked since 1.31.
        let server = if source.contains(".format(") { 31 } else { 30 };
        let mut env = env(CompatVersion::of_server(server));
        let fields = [
            ("p", TypeId::STRING),
            ("quantity", TypeId::QUANTITY),
            ("after", TypeId::DURATION),
        ];
        let fields = fields.map(|(name, ty)| (name.to_owned(), ty));
        let unnamed = env.add_object(ObjectType::unnamed("selfType1.x", fields));
        env.declare("u", unnamed);
        let list = env.types_mut().list(unnamed);
        env.declare("us", list);
        let issues = env.compile(source).expect_err(source);
        let issue = &issues.list()[0];
        let piece = &issues.source()[issue.span.range()];
        format!("{piece}: {}", issue.describe().one_line())
    };
    let mut failed = String::new();
    for line in include_str!("words.txt").lines().filter(|line| !line.is_empty()) {
        let (source, expected) = line.split_once(" # ").expect(line);
        let found = words(source);
        if found != expected {
            failed.push_str(&format!("{source} # {found}\n"));
        }
    }
    assert!(failed.is_empty(), "\n{failed}");
}

#[test]
fn texts_of_server_versions() {
    for (server, source, expected) in [
        (
            30,
            "optional.of(1) == 1",
            "1:16: found no matching overload for '_==_' applied to '(optional(int), int)'",
        ),
        (
            31,
            "optional.of(1) == 1",
            "1:16: found no matching overload for '_==_' applied to '(optional_type(int), int)'",
        ),
        (36, "self.`a`", "1:6: unsupported syntax: '`'"),
        (37, "self.`a`", "string"),
        (31, "duration", "duration"),
        (33, "duration", "type(duration)"),
        (36, "[1].map(x, .x)", "list(int)"),
        (
            37,
            "[1].map(x, .x)",
            "1:13: undeclared reference to '.x' (in container '')",
        ),
        (
            31,
            "fieldSelector(1)",
            "1:14: undeclared reference to 'fieldSelector' (in container '')",
        ),
        (
            33,
            "fieldSelector(1)",
            "1:14: found no matching overload for 'fieldSelector' applied to '(int)'",
        ),
        (36, "self{}", "1:5: 'selfType' is not a type"),
        (
            37,
            "self{}",
            "1:5: undeclared reference to 'self' (in container '')",
        ),
    ] {
        let env = env(CompatVersion::of_server(server));
        assert_eq!(verdict(&env, source), expected, "`{source}` on 1.{server}");
    }
}

#[test]
fn rules_that_are_no_conditions() {
    let env = env(CompatVersion::of_server(36));
    for (source, expected) in [
        ("'self.n < 5'", "write `self.n < 5`"),
        ("'a text'", "compare it: `… == 'a'`"),
        ("[self.n < 5]", "write `self.n < 5`"),
        ("[self.n, 5]", "compare its size: `….size() > 0`"),
        ("self.n < 5 ? 'ok' : 'bad'", "write `self.n < 5`"),
        ("self.n > 5 ? 'too large' : ''", "write `!(self.n > 5)`"),
        ("self.n < 5 ? 1 : 0", "write `self.n < 5`"),
        ("self.?a.hasValue() ? 'ok' : 'bad'", "write `self.?a.hasValue()`"),
        (
            "format.dns1123Label().validate(self.a)",
            "`validate` returns the errors: write `!format.dns1123Label().validate(self.a).hasValue()`",
        ),
        ("self.?a", "test it with `.hasValue()`, or compare its value"),
        (
            "optional.of(true)",
            "test it with `.hasValue()`, or unwrap it with `.orValue(false)`",
        ),
    ] {
        let issue = env.compile(source).unwrap().wrong_result(Purpose::Rule).unwrap();
        assert_eq!(issue.describe().help, [expected], "{source}");
    }
}
