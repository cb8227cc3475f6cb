//! Measures the evaluation of rules: the time of one run with this project, with the API server's code (the oracle's mode
//! `values`), and with kube-cel (feature `peers`). Some rules are written here; those of real CRDs come from recorded requests.
//!
//! ```text
//! eval                    only this project
//! eval ORACLE [OBJECTS]   also the server; ORACLE is the program, such as tests/oracle/bin/oracle, or `-` for none;
//!                         OBJECTS is conformance/objects.jsonl
//! eval --only NUMBER N    runs one of the written rules N times, for callgrind
//! ```

use std::error::Error;
use std::hint::black_box;
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crd_core::cel::EXPRESSION_COST_LIMIT;
use serde_json::{Value, json};

use self::cases::Case;

mod cases;

/// Returns the shortest time of one run, over five batches of at least 20 ms.
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
    let written = cases::written();
    let first = written.first().ok_or("no rules")?;
    let compiled = first.compile()?;
    black_box(compiled.evaluate(&first.value, None, EXPRESSION_COST_LIMIT));
    let cold = started.elapsed();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [flag, number, times] = arguments.as_slice()
        && flag == "--only"
    {
        let case = written.get(number.parse::<usize>()?).ok_or("no such rule")?;
        let compiled = case.compile()?;
        for _ in 0..times.parse::<u64>()? {
            black_box(compiled.run(black_box(&case.value), None, EXPRESSION_COST_LIMIT));
        }
        eprintln!("{}: {times} times", case.name);
        return Ok(());
    }
    let oracle = arguments.first().filter(|oracle| *oracle != "-");
    let mut all = written;
    if let Some(recorded) = arguments.get(1) {
        all.extend(cases::recorded(&std::fs::read_to_string(recorded)?)?);
    }
    println!(
        "| rule | cost | ours µs | server µs | ratio | kube-cel µs | ratio |\n|---|---|---|---|---|---|---|"
    );
    let mut sums = [Sums::default(), Sums::default()];
    for case in &all {
        let Ok(compiled) = case.compile() else {
            println!("| {} | not compiled | | | | | |", case.name);
            continue;
        };
        let run = compiled.evaluate(&case.value, None, EXPRESSION_COST_LIMIT);
        let theirs = match oracle {
            Some(oracle) => Some(of_server(oracle, case)?),
            None => None,
        };
        let ours = time(|| {
            drop(black_box(compiled.run(
                black_box(&case.value),
                None,
                EXPRESSION_COST_LIMIT,
            )))
        });
        let peer = kube_cel(&case.rule, &case.value);
        let sums = &mut sums[usize::from(case.is_real)];
        let (mut shown, mut ratio) = (String::new(), String::new());
        if let Some((answer, nanos)) = theirs {
            let same = answer == (run.value.clone().unwrap_or_else(|error| error), run.cost);
            shown = format!("{:.2}{}", nanos / 1e3, if same { "" } else { " (other answer)" });
            ratio = format!("{:.0}", nanos / ours);
            sums.server.add(ours, nanos);
        }
        let (mut of_peer, mut peer_ratio) = (String::new(), String::new());
        if let Some(nanos) = peer {
            of_peer = format!("{:.2}", nanos / 1e3);
            peer_ratio = format!("{:.1}", nanos / ours);
            sums.peer.add(ours, nanos);
        }
        println!(
            "| {} | {} | {:.2} | {shown} | {ratio} | {of_peer} | {peer_ratio} |",
            case.name,
            run.cost,
            ours / 1e3
        );
    }
    for (sums, what) in sums.iter().zip(["the written rules", "the rules of real CRDs"]) {
        sums.server.print(&format!("{what}, against the server"));
        sums.peer.print(&format!("{what}, against kube-cel"));
    }
    println!("first value after {:.2} ms", cold.as_secs_f64() * 1e3);
    Ok(())
}

/// The ratios of a group of rules.
#[derive(Default)]
struct Sums {
    server: Ratios,
    peer: Ratios,
}

/// Ratios of times, and the sums of the times.
#[derive(Default)]
struct Ratios {
    all: Vec<f64>,
    ours: f64,
    theirs: f64,
}

impl Ratios {
    fn add(&mut self, ours: f64, theirs: f64) {
        self.all.push(theirs / ours);
        self.ours += ours;
        self.theirs += theirs;
    }

    fn print(&self, what: &str) {
        if self.all.is_empty() {
            return;
        }
        let least = self.all.iter().copied().fold(f64::INFINITY, f64::min);
        let mean = (self.all.iter().map(|ratio| ratio.ln()).sum::<f64>() / self.all.len() as f64).exp();
        let together = self.theirs / self.ours;
        println!(
            "{what} ({}): least {least:.1}, mean {mean:.1}, all together {together:.1} times as fast",
            self.all.len()
        );
    }
}

/// Returns the result of the server's code: value or error with its cost, and the nanoseconds of one run.
fn of_server(oracle: &str, case: &Case) -> Result<((String, u64), f64), Box<dyn Error>> {
    let request = json!({
        "schema": case.schema, "nested": case.is_nested, "object": case.value, "exprs": [case.rule], "seconds": true,
    });
    let mut child = Command::new(oracle)
        .arg("values")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    writeln!(child.stdin.take().ok_or("no stdin")?, "{request}")?;
    let output = child.wait_with_output()?;
    let answers: Value = serde_json::from_slice(&output.stdout)?;
    let answer = &answers["answers"][0];
    let text = |key: &str| answer[key].as_str().map(str::to_owned);
    let outcome = text("value").or_else(|| text("error")).unwrap_or_default();
    let outcome = (outcome, answer["cost"].as_u64().unwrap_or_default());
    Ok((outcome, answer["nanos"].as_f64().unwrap_or_default()))
}

/// Returns the nanoseconds of one run with kube-cel; `None` without it, or if it returns no value for the rule.
#[cfg(feature = "peers")]
fn kube_cel(rule: &str, object: &Value) -> Option<f64> {
    use kube_cel::KubeCelExt as _;
    let program = cel::Program::compile(rule).ok()?;
    let mut context = cel::Context::default().with_all();
    context.add_variable_from_value("self", cel::to_value(object).ok()?);
    program.execute(&context).ok()?;
    Some(time(|| drop(black_box(program.execute(black_box(&context))))))
}

#[cfg(not(feature = "peers"))]
fn kube_cel(_rule: &str, _object: &Value) -> Option<f64> {
    None
}
