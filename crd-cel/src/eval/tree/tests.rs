//! Trees come to what the machine comes to, at the same cost.

use serde_json::json;

use super::run;
use crate::eval::machine::Machine;
use crate::eval::plan::{self, Plan, Purpose};
use crate::eval::{DataField, DataKind, DataSchema, ListKind, ListSchema, ObjectSchema};
use crate::{CompatVersion, Env, ObjectType, TypeId};

fn field(name: &str, kind: DataKind) -> DataField {
    DataField {
        name: name.to_owned(),
        key: name.to_owned(),
        schema: DataSchema::new(kind),
    }
}

fn list(items: DataKind) -> DataKind {
    DataKind::List(Box::new(ListSchema {
        items: DataSchema::new(items),
        kind: ListKind::Atomic,
    }))
}

fn object(fields: Vec<DataField>) -> DataKind {
    DataKind::Object(ObjectSchema::new(fields))
}

fn schema() -> DataSchema {
    DataSchema::new(object(vec![
        field("n", DataKind::Int),
        field("t", DataKind::String),
        field("absent", DataKind::String),
        field("wrong", DataKind::Int),
        field("ok", DataKind::Bool),
        field("ints", list(DataKind::Int)),
        field(
            "labels",
            DataKind::Map(Box::new(DataSchema::new(DataKind::String))),
        ),
        field(
            "ports",
            list(object(vec![
                field("name", DataKind::String),
                field("port", DataKind::Int),
            ])),
        ),
    ]))
}

/// Plans an expression over an object of the schema.
fn planned(source: &str, server: u8) -> Plan {
    let mut env = Env::new(CompatVersion::of_server(server));
    let ints = env.types_mut().list(TypeId::INT);
    let labels = env.types_mut().map(TypeId::STRING, TypeId::STRING);
    let fields = [
        ("name".to_owned(), TypeId::STRING),
        ("port".to_owned(), TypeId::INT),
    ];
    let port = env.add_object(ObjectType::new("Port", fields));
    let ports = env.types_mut().list(port);
    let fields = [
        ("n", TypeId::INT),
        ("t", TypeId::STRING),
        ("absent", TypeId::STRING),
        ("wrong", TypeId::INT),
        ("ok", TypeId::BOOL),
        ("ints", ints),
        ("labels", labels),
        ("ports", ports),
    ];
    let fields = fields.map(|(name, ty)| (name.to_owned(), ty));
    let root = env.add_object(ObjectType::new("Root", fields));
    env.declare("self", root);
    let checked = env.compile(source).expect(source);
    plan::plan(&checked, &["self"], server, Purpose::Run)
}

/// A value, and what it cost.
type Outcome = (String, u64);

/// What the tree and the machine come to on a server, within a limit.
fn outcomes(source: &str, limit: u64, server: u8) -> [Option<Outcome>; 2] {
    let json = json!({
        "n": 3, "t": "example", "wrong": "x", "ok": true, "ints": [1, 2, 3, 4], "labels": {"a": "b", "c": "dd"},
        "ports": [{"name": "a", "port": 80}, {"name": "b", "port": 443}, {"port": 8080}],
    });
    let schema = schema();
    let plan = planned(source, server);
    let given = [schema.value(&json)];
    let tree = plan
        .tree
        .as_ref()
        .and_then(|tree| run(tree, &given, server, limit));
    let tree = tree.map(|run| (run.value.expect(source).to_string(), run.cost));
    let mut machine = Machine::new(&plan, server, &given, limit);
    let value = machine.run().ok();
    [tree, value.map(|value| (value.to_string(), machine.cost))]
}

#[test]
fn trees_come_to_what_the_machine_comes_to() {
    let expressions = [
        "self",
        "true",
        "self.n > 1 && self.t == 'example' && !(self.n in [1, 2])",
        "self.n == 3 ? has(self.absent) : has(self.t)",
        "has(self.ok) != self.ok || self.t.startsWith('ex') && self.t.contains('amp')",
        "self.ints.all(i, i > 0) && !self.ints.all(i, i < 3) && self.ints.exists(i, i == 2)",
        "self.ints.exists_one(i, i > 3) && [1, 2].exists(i, i == self.n - 1)",
        "self.ints.filter(i, i % 2 == 0).map(i, i * self.n).size() + size(self.ints.filter(i, i > 2))",
        "[self.n, 2, size(self.t)].filter(i, i > 2)",
        "[self.ok, has(self.absent)].all(x, x) || [has(self.t), has(self.n)].exists(x, x)",
        "self.ports.all(p, !has(p.name) || self.ports.exists_one(q, has(q.name) && p.name == q.name))",
        "self.ports[1].port == 443 && self.labels['a'] == 'b' && self.labels.c.size() == 2",
        "self.labels.all(k, self.labels[k].size() > 0) && 'a' in self.labels && 2 in self.ints",
        "self.?absent.orValue('x') == 'x' && self.?t.orValue('x') == self.t",
        "self.t.matches('^[a-z]+$') && self.t.find('m.*') == 'mple' && self.t.split('a')[1] == 'mple'",
        "self.t.split('am').join('-').upperAscii() == 'EX-PLE' && self.t.split('x').join().lowerAscii() == self.t",
        "self.t.upperAscii().split('A').join('é').lowerAscii() + ''.upperAscii() + self.t.split(self.t).join(self.t)",
        "'%s-%d'.format([self.t, self.n]) == 'example-3' && quantity('1Gi').isGreaterThan(quantity('1Mi'))",
        "cidr('10.0.0.0/8').containsIP('10.1.2.3') && duration('1h') > duration('1m')",
        "(self.n > 2 ? self.ports : self.ports)[0].name",
        "self.ports.map(p, has(p.name), p.name)",
        "isIP(self.t) || isIP('10.0.0.1') && isCIDR('::/0') && !isCIDR(self.t) && isURL('/a') && !isURL(self.t)",
        "self.n + 2 * self.n - 1 == 8 && self.n / 2 == 1 && -7 % self.n == -1 && size(self.ints) % 2 == 0",
        "duration('90s') > duration('1m') && duration('1m') == duration('60s') && duration('1s') != duration('2s')",
        "self.t in self.labels || 'a' in self.labels && !(self.t in self.t.split('a'))",
        "self.t.split('a').all(x, x != '' && x.find('[a-z]') == x.find('^.') && x.size() > 1 && !(x in ['a']))",
        "self.ports.all(p, !has(p.name) || p.name in self.labels || p.port in self.ints || p.name.matches('b'))",
    ];
    are_the_same(&expressions);
}

fn are_the_same(expressions: &[&str]) {
    for source in expressions {
        for server in [31, 33, 36, 37] {
            let [tree, machine] = outcomes(source, 1_000_000, server);
            assert!(tree.is_some(), "{source} on 1.{server}");
            assert_eq!(tree, machine, "{source} on 1.{server}");
        }
    }
}

#[test]
fn trees_fail_as_the_machine_fails() {
    let expressions = [
        "self.absent == 'a'",
        "'a' != self.absent || self.n == 3",
        "self.absent == 'a' || self.n > 5",
        "self.n > 5 || self.absent == ''",
        "!(self.absent < self.absent) && self.n == 3",
        "self.absent.startsWith('a') && self.n == 2",
        "self.t.endsWith(self.absent) ? 1 : 2",
        "self.absent.contains('') == (self.n > 1)",
        "self.absent.size() == self.n / 0",
        "self.n / 0 == 1 || self.n % 0 > int(self.absent)",
        "self.n + 9223372036854775807 > 1 || [self.n, self.n / 0, 2] == [1]",
        "self.n - self.n / 0 > int(self.absent) + 1 || (self.n + 1) % 0 == 2",
        "self.t.find('^[a-z]+$').endsWith(self.absent) || self.absent.find('a') == 'a'",
        "isIP(self.absent) || isCIDR(self.absent) || isURL(self.t) || isURL(self.absent)",
        "duration(self.t) > duration(self.absent)",
        "duration(self.absent) != duration('1s') || duration('2s') > duration('1s')",
        "duration('1s') > duration(self.t) || timestamp(self.absent).getHours() > self.n",
        "self.absent in ['a', 'b'] || self.absent.matches('a+') || self.absent.find('a') == ''",
        "self.ports.all(p, p.name != '')",
        "self.ports.all(p, p.name == 'c')",
        "self.ports.exists(p, p.name == 'c' || p.port == 1)",
        "self.ports.exists(p, p.name == 'b' || p.port == 8080)",
        "self.ports.exists(p, self.absent == '' || p.port == 443)",
        "self.ports.all(p, self.ints.all(i, p.name != string(i)))",
        "quantity(self.t).isLessThan(quantity(self.absent)) || isIP(self.absent) || isURL(self.absent)",
        "self.absent + 'a' == 'a' || self.t.split(self.absent) == []",
        "self.?absent.orValue(self.absent) == ''",
    ];
    are_the_same(&expressions);
}

#[test]
fn the_machine_runs_what_a_tree_does_not_know() {
    let expressions = [
        ("self.wrong > 1 || self.n == 3", 1_000_000),
        ("has(self.wrong)", 1_000_000),
        ("self.ports.exists(p, p.name == 'b')", 3),
        ("self.ports.filter(p, p.name != '')", 1_000_000),
        ("self.ports[2].name == 'a'", 1_000_000),
        ("self.ints[7] == 1", 1_000_000),
        ("self.absent == 'a'", 1),
        ("optional.of(self.n).hasValue()", 1_000_000),
        ("self.?t", 1_000_000),
        ("self.t.split('').join('-')", 1_000_000),
        ("self.t.split('x').join('-')", 3),
        ("{'a': self.n}.a == 3", 1_000_000),
        ("self.ints.sort() == self.ints", 1_000_000),
    ];
    for (source, limit) in expressions {
        assert_eq!(outcomes(source, limit, 36)[0], None, "{source}");
    }
}
