//! Evaluates rules over one object: the time of one run here, with the API server's code (the oracle's mode `values`),
//! and with kube-cel (feature `peers`).
//!
//! ```text
//! eval                    ours alone
//! eval ORACLE             ours and the server's; ORACLE is the program, such as tests/oracle/bin/oracle
//! eval --only NUMBER N    runs one rule N times, for callgrind
//! ```

use std::error::Error;
use std::hint::black_box;
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crd_core::cel::{EXPRESSION_COST_LIMIT, Expression, OldSelf, RuleScope};
use crd_core::field::{FieldPath, Segment};
use crd_core::{JsonSchemaProps, KubeVersion, decode, yaml};
use serde_json::{Value, json};

const RULES: &[(&str, &str)] = &[
    ("a <= b", "self.a <= self.b"),
    ("in", "self.t in ['a', 'b', 'example']"),
    (
        "startsWith, endsWith, contains",
        "self.t.startsWith('ex') && self.t.endsWith('le') && self.t.contains('amp')",
    ),
    ("matches", "self.dns.matches('^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$')"),
    ("split, join, lowerAscii", "self.csv.split(',').join('-').lowerAscii() == 'a-b-c-d'"),
    ("quantity compareTo", "quantity(self.q).compareTo(quantity('1Gi')) <= 0"),
    ("all over 100 integers", "self.ints.all(i, i >= 0)"),
    (
        "all over 100 objects, 3 conditions",
        "self.items.all(e, e.name.size() > 0 && e.port > 0 && e.port < 65536)",
    ),
    (
        "100 x 100 uniqueness by name",
        "self.items.all(x, self.items.exists_one(y, x.name == y.name))",
    ),
    (
        "filter and map, 100 objects",
        "self.items.filter(e, e.port > 8000).map(e, e.name).size() >= 0",
    ),
    ("optional chain", "self.?o.?x.orValue(0) == 0"),
    ("format", "'%s-%d'.format([self.t, self.a]) == 'example-1'"),
    ("has and ternary", "has(self.o) ? self.o.y == 2 : true"),
    ("ip and cidr", "cidr('10.0.0.0/8').containsIP(ip(self.ip))"),
    ("map of labels", "self.labels.all(k, k.size() <= 63 && self.labels[k].size() <= 63)"),
];

fn schema() -> Value {
    let text = || json!({"type": "string"});
    let int = || json!({"type": "integer"});
    json!({"type": "object", "properties": {
        "a": int(), "b": int(), "t": text(), "dns": text(), "csv": text(), "q": text(), "ip": text(),
        "ints": {"type": "array", "items": int()},
        "items": {"type": "array", "items": {"type": "object", "properties": {"name": text(), "port": int()}}},
        "o": {"type": "object", "properties": {"x": int(), "y": int()}},
        "labels": {"type": "object", "additionalProperties": text()},
    }})
}

fn object() -> Value {
    let items: Vec<Value> = (0..100)
        .map(|i| json!({"name": format!("listener-{i}"), "port": 8000 + i % 7}))
        .collect();
    let ints: Vec<i64> = (0..100).collect();
    let labels: serde_json::Map<String, Value> = (0..10)
        .map(|i| (format!("app.kubernetes.io/label-{i}"), json!(format!("value-{i}"))))
        .collect();
    json!({
        "a": 1, "b": 2, "t": "example", "dns": "my-service.my-namespace.example.com", "csv": "A,b,C,d", "q": "500Mi",
        "ip": "10.1.2.3", "ints": ints, "items": items, "o": {"y": 2}, "labels": labels,
    })
}

fn decoded(schema: &Value) -> Option<JsonSchemaProps> {
    let document = json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "spec": {"versions": [{"name": "v1", "schema": {"openAPIV3Schema": schema}}]},
    });
    let read = yaml::read(document.to_string().as_bytes(), yaml::Options::default());
    let crd = decode::decode(&read.documents.first()?.root).crd?;
    let version = crd.spec.versions.as_ref()?.first()?;
    version.schema.as_ref()?.open_api_v3_schema.as_deref().cloned()
}

/// The shortest time of one run, over five batches of at least 20 ms.
fn time(mut run: impl FnMut()) -> f64 {
    let mut batch = |times: u32| {
        let start = Instant::now();
        for _ in 0..times {
            run();
        }
        start.elapsed()
    };
    let mut times = 1;
    while batch(times) < Duration::from_millis(20) {
        times *= 2;
    }
    let best = (0..5).map(|_| batch(times)).min().unwrap_or_default();
    best.as_secs_f64() * 1e9 / f64::from(times)
}

fn main() -> Result<(), Box<dyn Error>> {
    let started = Instant::now();
    let (schema, object) = (schema(), object());
    let decoded = decoded(&schema).ok_or("the schema cannot be decoded")?;
    let root: FieldPath = [Segment::Field("".into())].into_iter().collect();
    let scope = RuleScope::new(&decoded, &root, KubeVersion::DEFAULT).ok_or("expressions cannot see the schema")?;
    let compile = |source: &str| -> Result<Expression, Box<dyn Error>> {
        let compiled = Expression::compile(&scope, &decoded, true, source, OldSelf::Value);
        compiled.map_err(|error| error.to_string())?.ok_or_else(|| "no type".into())
    };
    let first = compile(RULES[0].1)?;
    black_box(first.evaluate(&object, None, EXPRESSION_COST_LIMIT));
    let cold = started.elapsed();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [flag, number, times] = arguments.as_slice()
        && flag == "--only"
    {
        let (name, rule) = RULES.get(number.parse::<usize>()?).ok_or("no such rule")?;
        let compiled = compile(rule)?;
        for _ in 0..times.parse::<u64>()? {
            black_box(compiled.run(black_box(&object), None, EXPRESSION_COST_LIMIT));
        }
        eprintln!("{name}: {times} times");
        return Ok(());
    }
    let server = match arguments.first() {
        Some(oracle) => Some(of_server(oracle, &schema, &object)?),
        None => None,
    };
    println!("| rule | cost | ours µs | server µs | ratio | kube-cel µs | ratio |\n|---|---|---|---|---|---|---|");
    let (mut ratios, mut sums) = (Vec::new(), [0.0, 0.0]);
    for (index, (name, rule)) in RULES.iter().enumerate() {
        let compiled = compile(rule)?;
        let run = compiled.evaluate(&object, None, EXPRESSION_COST_LIMIT);
        let ours = time(|| drop(black_box(compiled.run(black_box(&object), None, EXPRESSION_COST_LIMIT))));
        let theirs = server.as_ref().and_then(|answers| answers.get(index).cloned());
        let (mut shown, mut ratio) = (String::new(), String::new());
        if let Some((answer, nanos)) = theirs {
            let same = answer == (run.value.clone().unwrap_or_else(|error| error), run.cost);
            shown = format!("{:.2}{}", nanos / 1e3, if same { "" } else { " (other answer)" });
            ratio = format!("{:.0}", nanos / ours);
            ratios.push(nanos / ours);
            sums[0] += ours;
            sums[1] += nanos;
        }
        let peer = kube_cel(rule, &object);
        let of_peer = peer.map_or_else(String::new, |nanos| format!("{:.2}", nanos / 1e3));
        let peer_ratio = peer.map_or_else(String::new, |nanos| format!("{:.1}", nanos / ours));
        println!("| {name} | {} | {:.2} | {shown} | {ratio} | {of_peer} | {peer_ratio} |", run.cost, ours / 1e3);
    }
    if !ratios.is_empty() {
        let least = ratios.iter().copied().fold(f64::INFINITY, f64::min);
        let mean = (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp();
        println!("least {least:.0} times, mean {mean:.0} times, all together {:.0} times as fast", sums[1] / sums[0]);
    }
    println!("first value after {:.2} ms", cold.as_secs_f64() * 1e3);
    Ok(())
}

/// The answers of the server's code: value or error with its cost, and the nanoseconds of one run.
type Answers = Vec<((String, u64), f64)>;

fn of_server(oracle: &str, schema: &Value, object: &Value) -> Result<Answers, Box<dyn Error>> {
    let rules: Vec<&str> = RULES.iter().map(|(_, rule)| *rule).collect();
    let request = json!({"schema": schema, "object": object, "exprs": rules, "seconds": true});
    let mut child = Command::new(oracle)
        .arg("values")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    writeln!(child.stdin.take().ok_or("no stdin")?, "{request}")?;
    let output = child.wait_with_output()?;
    let answers: Value = serde_json::from_slice(&output.stdout)?;
    let answers = answers["answers"].as_array().ok_or("no answers")?;
    let text = |answer: &Value, key: &str| answer[key].as_str().map(str::to_owned);
    Ok(answers
        .iter()
        .map(|answer| {
            let outcome = text(answer, "value").or_else(|| text(answer, "error"));
            let outcome = (outcome.unwrap_or_default(), answer["cost"].as_u64().unwrap_or_default());
            (outcome, answer["nanos"].as_f64().unwrap_or_default())
        })
        .collect())
}

/// The nanoseconds that kube-cel takes; `None` without it, or if it has no value for the rule.
#[cfg(feature = "peers")]
fn kube_cel(rule: &str, object: &Value) -> Option<f64> {
    let program = cel::Program::compile(rule).ok()?;
    let mut context = cel::Context::default();
    kube_cel::register_all(&mut context);
    context.add_variable("self", kube_cel::json_to_cel(object)).ok()?;
    program.execute(&context).ok()?;
    Some(time(|| drop(black_box(program.execute(black_box(&context))))))
}

#[cfg(not(feature = "peers"))]
fn kube_cel(_rule: &str, _object: &Value) -> Option<f64> {
    None
}
