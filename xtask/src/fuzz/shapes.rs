//! Compares serde and the server on random values of every supported type.

use std::io;

use clap::Args;
use crd_gen_tests::serde_schema_parity::{check, shapes};
use serde_json::Value;

use super::Numbers;
use super::admission::Oracles;

/// Sends random values of every supported Rust type to the server.
///
/// The server must admit what serde writes and prune nothing of it, and serde must read what the server admits, CEL
/// rules included. An input is a seed, which is used for each type.
#[derive(Debug, Args)]
pub(super) struct ShapesOptions {
    #[command(flatten)]
    numbers: Numbers,
}

pub(super) fn run(options: &ShapesOptions) -> io::Result<usize> {
    let (first, seeds) = (options.numbers.first, options.numbers.count);
    let oracles = Oracles::start()?;
    let subjects = shapes::all().map_err(io::Error::other)?;
    let (mut findings, mut values, mut admitted) = (0, 0, 0);
    for subject in &subjects {
        if let Some(why) = oracles.rejects_crd(&subject.crd)? {
            println!("{}: the server rejects the CRD: {why}", subject.name);
            findings += 1;
        }
        let written = check::written(subject, first, seeds);
        values += written.len();
        for (value, answer) in written
            .iter()
            .zip(oracles.reject_objects(&subject.crd, &written)?)
        {
            if let Some(why) = answer {
                println!(
                    "{}: the server does not admit {value} unchanged: {why}",
                    subject.name
                );
                findings += 1;
                break;
            }
        }
        // The server may reject some of these for reasons that are not checked here; serde must deserialize the others.
        let candidates = check::admitted(subject, first, seeds);
        let mut unread: Vec<(Value, String)> = Vec::new();
        for (value, answer) in candidates
            .iter()
            .zip(oracles.reject_objects(&subject.crd, &candidates)?)
        {
            if answer.is_none() {
                admitted += 1;
                unread.extend(check::unread(subject, value).map(|why| (value.clone(), why)));
            }
        }
        if let Some((value, why)) = unread
            .into_iter()
            .min_by_key(|(value, _)| value.to_string().len())
        {
            println!("{}: the server admits {value}, but {why}", subject.name);
            findings += 1;
        }
    }
    println!(
        "{} types: {values} values admitted as written, {admitted} admitted values read, {findings} findings",
        subjects.len()
    );
    Ok(findings)
}
