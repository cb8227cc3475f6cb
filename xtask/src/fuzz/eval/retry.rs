//! Sends an expression to the server again if the outcomes differ: many outcomes depend on the server's memory, which is not
//! a difference.

use std::io;

use crd_gen_tests::server_parity::oracle::Oracle;

use super::case::{EvalCase, Memory};
use super::known::{Rewritten, rewritten};
use super::outcome::{EvalAnswers, EvalOutcome};
use super::subject::Subject;
use super::tally::{EvalDifference, EvalTally};

/// The number of retries: a map with two entries has its less frequent order once in 8 times.
const AGAIN: usize = 96;

/// The reason of a difference that does not occur if the lists of the object have no spare memory.
const SHARED_MEMORY: &str = "memory that two appends to one list share on the server until 1.36";

/// An expression whose outcomes differ, with the requests of the retry.
pub(super) struct Retry {
    number: u64,
    text: String,
    ours: EvalOutcome,
    theirs: EvalOutcome,
    /// The expression many times.
    repeated: String,
    /// The expression over lists without spare memory.
    unshared: String,
    rewrites: Vec<RewriteRequest>,
}

/// The request with the rewritten expression.
struct RewriteRequest {
    rewritten: Rewritten,
    ours: EvalOutcome,
    request: String,
}

impl Retry {
    pub(super) fn new(
        subject: &Subject<'_>,
        case: &EvalCase,
        number: u64,
        text: &str,
        [ours, theirs]: [EvalOutcome; 2],
    ) -> Retry {
        let text = text.to_owned();
        let request = |texts: &[String], memory| case.request(subject.schema, texts, memory);
        let rewrites = rewritten(&text).into_iter().map(|rewritten| RewriteRequest {
            ours: subject.outcome(case, &rewritten.text),
            request: request(std::slice::from_ref(&rewritten.text), Memory::Unshared),
            rewritten,
        });
        Retry {
            number,
            rewrites: rewrites.collect(),
            repeated: request(&vec![text.clone(); AGAIN], Memory::Shared),
            unshared: request(std::slice::from_ref(&text), Memory::Unshared),
            text,
            ours,
            theirs,
        }
    }

    pub(super) fn send(&self, oracle: &Oracle) -> io::Result<()> {
        oracle.send(self.repeated.clone())?;
        oracle.send(self.unshared.clone())?;
        for rewrite in &self.rewrites {
            oracle.send(rewrite.request.clone())?;
        }
        Ok(())
    }

    /// Receives the responses to the requests of [`send`](Self::send), and counts the difference by its reason.
    pub(super) fn receive(self, oracle: &Oracle, tally: &mut EvalTally) -> io::Result<()> {
        let repeated = oracle.receive::<EvalAnswers>()?.outcomes()?;
        let unshared = oracle.receive::<EvalAnswers>()?.outcomes()?;
        let mut reason = None;
        for rewrite in &self.rewrites {
            let outcomes = oracle.receive::<EvalAnswers>()?.outcomes()?;
            if outcomes
                .iter()
                .any(|theirs| theirs.is_run() && rewrite.ours.is_same(theirs))
            {
                reason.get_or_insert(rewrite.rewritten.reason);
            }
        }
        // Go iterates over maps in random order: our outcome must be one of the server's.
        if repeated.iter().any(|theirs| self.ours.is_same(theirs)) {
            tally.count("that vary with the order of maps, ours among them");
            return Ok(());
        }
        if repeated.iter().any(|theirs| *theirs != self.theirs) {
            tally.count("that vary with the order of maps, ours not among them");
        }
        if unshared.iter().any(|theirs| self.ours.is_same(theirs)) {
            tally.excuse(SHARED_MEMORY);
        } else if let Some(reason) = reason.filter(|_| self.ours.is_run() && self.theirs.is_run()) {
            tally.excuse(reason);
        } else {
            tally.add(EvalDifference {
                number: self.number,
                outcomes: [self.ours.shown(), self.theirs.shown()],
                text: self.text,
                request: self.repeated,
                times: 1,
            });
        }
        Ok(())
    }
}
