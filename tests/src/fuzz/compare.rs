//! The loop of the programs that put numbered texts to both sides and compare the answers.

use std::fmt::Debug;
use std::process::ExitCode;
use std::{env, io};

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::oracle::Oracle;

/// How many texts are under way at once.
const BATCH: u64 = 512;

/// What differs between such programs.
pub struct Comparison<'a, Answer> {
    /// The name of the program.
    pub name: &'a str,
    /// The oracle's mode.
    pub mode: &'a str,
    /// What the texts are, such as `expressions`.
    pub texts: &'a str,
    /// The text of a number.
    pub text: &'a dyn Fn(u64) -> String,
    /// The request that asks the oracle about a text.
    pub request: &'a dyn Fn(&str) -> Value,
    /// Whether the oracle refuses the text.
    pub refuses: &'a dyn Fn(&Answer) -> bool,
    /// In what our answer differs from the oracle's.
    pub difference: &'a dyn Fn(&str, &Answer) -> Option<String>,
}

impl<Answer> Debug for Comparison<'_, Answer> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Comparison")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

impl<Answer: DeserializeOwned> Comparison<'_, Answer> {
    /// Compares as many texts as the first argument says, from the number of the second on; fails when any differs.
    pub fn main(&self) -> ExitCode {
        let mut numbers = env::args()
            .skip(1)
            .map(|argument| argument.parse::<u64>().unwrap_or(0));
        let count = numbers.next().unwrap_or(100_000);
        match self.run(count, numbers.next().unwrap_or(1)) {
            Ok(0) => ExitCode::SUCCESS,
            Ok(_) => ExitCode::from(1),
            Err(error) => {
                eprintln!("{}: {error}", self.name);
                ExitCode::from(2)
            }
        }
    }

    fn run(&self, count: u64, first: u64) -> io::Result<u64> {
        let oracle = Oracle::start(self.mode)?;
        let (mut refused, mut differences) = (0_u64, 0);
        let end = first.saturating_add(count);
        let mut next = first;
        while next < end {
            let batch = next..end.min(next.saturating_add(BATCH));
            let texts: Vec<String> = batch.map(self.text).collect();
            for text in &texts {
                oracle.send((self.request)(text).to_string())?;
            }
            for text in &texts {
                let answer: Answer = oracle.receive()?;
                refused += u64::from((self.refuses)(&answer));
                if let Some(difference) = (self.difference)(text, &answer) {
                    differences += 1;
                    println!("{text:?}: {difference}");
                }
            }
            next = next.saturating_add(BATCH);
        }
        println!(
            "{count} {} ({refused} refused), {differences} differences",
            self.texts
        );
        Ok(differences)
    }
}
