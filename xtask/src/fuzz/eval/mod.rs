//! Compares the values, errors and costs of expressions over objects with the API server's.

mod case;
mod known;
mod outcome;
mod retry;
mod subject;
mod tally;

use std::path::PathBuf;
use std::{fs, io};

use clap::Args;
use crd_core::KubeVersion;
use crd_core::cel::RuleScope;
use crd_core::field::{FieldPath, Segment};
use crd_gen_tests::cel_values::{Expressions, schema};
use crd_gen_tests::server_parity::oracle::Oracle;

use self::case::{EvalCase, ExpressionSource, Memory};
use self::known::known;
use self::outcome::EvalAnswers;
use self::retry::Retry;
use self::subject::{Subject, decoded};
use self::tally::{EvalTally, ShownObjects};
use super::Numbers;

/// The number of objects that are sent before the first response is read.
const AHEAD: usize = 32;
/// The greatest number of inputs for which differences are printed with their objects.
const FEW: u64 = 16;

/// Evaluates random expressions over random objects.
#[derive(Debug, Args)]
pub(super) struct EvalOptions {
    #[command(flatten)]
    numbers: Numbers,
    /// The version of the server, 1.29 to 1.37.
    #[arg(long, value_name = "VERSION", default_value_t = KubeVersion::DEFAULT)]
    server: KubeVersion,
    /// The most classes of differences that are printed, each with its shortest expression.
    #[arg(long, value_name = "N", default_value_t = 40)]
    show: usize,
    /// Evaluates the lines of a file, each an expression, over the object of the first number.
    #[arg(long, value_name = "FILE", conflicts_with = "count")]
    lines: Option<PathBuf>,
}

impl EvalOptions {
    /// Returns the expressions, and their numbers.
    fn expressions(&self) -> io::Result<(ExpressionSource, Numbers)> {
        let mut numbers = self.numbers;
        let Some(path) = &self.lines else {
            let server = u8::try_from(self.server.minor()).unwrap_or(u8::MAX);
            return Ok((ExpressionSource::Random(Expressions::new(server)), numbers));
        };
        let lines: Vec<String> = fs::read_to_string(path)?.lines().map(String::from).collect();
        numbers.count = lines.len() as u64;
        let first = numbers.first;
        Ok((ExpressionSource::Lines { first, lines }, numbers))
    }
}

pub(super) fn run(options: &EvalOptions) -> io::Result<usize> {
    let oracle = Oracle::of_server(options.server, "values")?;
    let schema = schema();
    let decoded = decoded(&schema).ok_or_else(|| io::Error::other("the schema cannot be decoded"))?;
    let root: FieldPath = [Segment::Field("".into())].into_iter().collect();
    let scope = RuleScope::new(&decoded, &root, options.server)
        .ok_or_else(|| io::Error::other("expressions cannot see the schema"))?;
    let subject = Subject {
        schema: &schema,
        decoded: &decoded,
        scope,
    };
    let (expressions, numbers) = options.expressions()?;
    let mut tally = EvalTally::default();
    let mut next = numbers.first;
    while next < numbers.end() {
        let mut cases = Vec::new();
        while cases.len() < AHEAD && next < numbers.end() {
            let of_case = ExpressionSource::next_case(next..numbers.end());
            next = of_case.end;
            let case = EvalCase::new(&expressions, of_case);
            oracle.send(case.request(&schema, &case.expressions, Memory::Shared))?;
            cases.push(case);
        }
        let mut retries = Vec::new();
        for case in &cases {
            compare(&subject, case, &oracle, &mut tally, &mut retries)?;
        }
        for retry in &retries {
            retry.send(&oracle)?;
        }
        for retry in retries {
            retry.receive(&oracle, &mut tally)?;
        }
    }
    let objects = if numbers.count <= FEW && options.lines.is_none() {
        ShownObjects::Printed
    } else {
        ShownObjects::Hidden
    };
    tally.print(options.show, objects);
    println!(
        "{} expressions on {}, {} differences, {} listed",
        numbers.count,
        options.server,
        tally.differences,
        tally.listed()
    );
    Ok(tally.differences)
}

/// Compares the outcomes of the expressions of a case with those of the server. Those that differ are sent again.
fn compare(
    subject: &Subject<'_>,
    case: &EvalCase,
    oracle: &Oracle,
    tally: &mut EvalTally,
    retries: &mut Vec<Retry>,
) -> io::Result<()> {
    let outcomes = oracle.receive::<EvalAnswers>()?.outcomes()?;
    for ((number, text), theirs) in (case.first..).zip(&case.expressions).zip(outcomes) {
        tally.count(theirs.kind());
        let ours = subject.outcome(case, text);
        if ours.is_same(&theirs) {
            continue;
        }
        match known(text, &ours, &theirs) {
            Some(known) => tally.excuse(known.reason),
            None => retries.push(Retry::new(subject, case, number, text, [ours, theirs])),
        }
    }
    Ok(())
}
