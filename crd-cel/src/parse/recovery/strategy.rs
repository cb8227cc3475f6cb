//! How the server's parser reports an error and continues: the default error strategy of the parser
//! generator, with cel-go's limits.
//!
//! An unexpected token is dropped if the next one is expected. A missing token is assumed if the current one
//! may follow it. Otherwise the rule ends, and tokens are dropped until one may follow any of the open rules.
//! Until a token matches again, further errors are not reported.

use super::grammar::GrammarPlace;
use super::tokens::{Set, quoted};
use super::{Halt, Recovery};
use crate::ast::Span;
use crate::lex::Tok;

/// The maximum number of recoveries of cel-go's parser.
const MAX_RECOVERIES: u32 = 30;
/// The maximum number of tokens that one recovery may drop.
const MAX_DROPPED: u32 = 256;

/// An error that ends a rule.
#[derive(Clone, Copy)]
pub(super) enum SyntaxFault {
    /// The current token is not the required one.
    Mismatch(GrammarPlace),
    /// No alternative matches from the current token to the one at this distance after it.
    NoAlternative(GrammarPlace, usize),
    Halt,
}

impl From<Halt> for SyntaxFault {
    fn from(_: Halt) -> Self {
        SyntaxFault::Halt
    }
}

/// A token that was consumed, or that the parser assumed to be present.
#[derive(Clone, Copy)]
pub(super) struct Symbol {
    pub(super) start: u32,
    pub(super) end: u32,
    /// The token that the parser assumed, if it was missing.
    pub(super) missing: Option<Tok>,
}

impl Symbol {
    pub(super) fn span(self) -> Span {
        Span {
            start: self.start,
            end: self.end,
        }
    }
}

/// The state of a [`Recovery`] between errors.
#[derive(Default)]
pub(super) struct Strategy {
    /// Whether an error was reported and no token has matched since.
    recovering: bool,
    recoveries: u32,
    /// The token at which the last recovery began, and the grammar positions at which recoveries began since a token matched.
    last: Option<usize>,
    places: u64,
}

impl Recovery<'_> {
    /// Consumes the required token.
    pub(super) fn take(&mut self, place: GrammarPlace, tok: Tok) -> Result<Symbol, SyntaxFault> {
        if self.stream.peek(0) == tok {
            self.fits();
            return Ok(self.take_any());
        }
        self.count_recovery()?;
        if self.drop_one(place)? {
            return Ok(self.take_any());
        }
        // The token may be missing.
        let behind = self.in_open_rules(place.after);
        let current = self.stream.current();
        if behind.has(current.tok) {
            if self.begin_error() {
                let expected = self.expected(place);
                let text = format!("missing {} at {}", expected.names(), self.shown());
                self.report_syntax(&text, current.span.start)?;
            }
            let start = match self.stream.at.checked_sub(1) {
                Some(last) if current.tok == Tok::End => self.stream.token(last).span.start,
                _ => current.span.start,
            };
            return Ok(Symbol {
                start,
                end: start,
                missing: Some(tok),
            });
        }
        Err(SyntaxFault::Mismatch(place))
    }

    /// Consumes the current token, whatever it is.
    pub(super) fn take_any(&mut self) -> Symbol {
        let span = self.stream.take().span;
        Symbol {
            start: span.start,
            end: span.end,
            missing: None,
        }
    }

    /// Checks for an error before alternatives.
    pub(super) fn before_choice(&mut self, place: GrammarPlace) -> Result<(), SyntaxFault> {
        let tok = self.stream.peek(0);
        if self.strategy.recovering || place.next.has(tok) || self.drop_one(place)? {
            return Ok(());
        }
        Err(SyntaxFault::Mismatch(place))
    }

    /// Checks for an error before a repetition, and drops tokens that may follow nowhere.
    pub(super) fn before_repetition(&mut self, place: GrammarPlace) -> Result<(), SyntaxFault> {
        let tok = self.stream.peek(0);
        if self.strategy.recovering || place.next.has(tok) {
            return Ok(());
        }
        self.report_unwanted(place)?;
        let until = self.expected(place).or(self.recovery_set());
        self.drop_until(until, &mut None)?;
        Ok(())
    }

    /// Reports the error that ended a rule, and continues after it.
    pub(super) fn recover(&mut self, fault: SyntaxFault) -> Result<(), Halt> {
        let place = match fault {
            SyntaxFault::Halt => return Err(Halt),
            SyntaxFault::Mismatch(place) => {
                if self.begin_error() {
                    let expected = self.expected(place).names();
                    let text = format!("mismatched input {} expecting {expected}", self.shown());
                    let start = self.stream.current().span.start;
                    self.report_syntax(&text, start)?;
                }
                place
            }
            SyntaxFault::NoAlternative(place, ahead) => {
                if self.begin_error() {
                    self.report_no_alternative(ahead)?;
                }
                place
            }
        };
        self.count_recovery()?;
        let mut dropped = 0;
        let at = self.stream.at;
        // The same error at the same token again: without this, the parser would not advance.
        if self.strategy.last == Some(at) && self.strategy.places & (1 << place.id) != 0 {
            self.drop_counted(&mut Some(&mut dropped))?;
        }
        self.strategy.last = Some(self.stream.at);
        self.strategy.places |= 1 << place.id;
        let until = self.recovery_set();
        self.drop_until(until, &mut Some(&mut dropped))
    }

    fn report_no_alternative(&mut self, ahead: usize) -> Result<(), Halt> {
        let (from, to) = (self.stream.at, self.stream.at + ahead);
        let text = quoted(&self.stream.text(from, to));
        let start = self.stream.token(to).span.start;
        // cel-go rewrites this one message.
        let word = text.strip_prefix("'.").and_then(|text| text.strip_suffix('\''));
        if let Some(word @ ("true" | "false" | "null")) = word {
            return self.report_syntax(&format!("mismatched input '{word}' expecting IDENTIFIER"), start);
        }
        self.report_syntax(&format!("no viable alternative at input {text}"), start)
    }

    /// Drops the current token if the next one is expected.
    fn drop_one(&mut self, place: GrammarPlace) -> Result<bool, SyntaxFault> {
        let next = self.stream.peek(1);
        if !self.expected(place).has(next) {
            return Ok(false);
        }
        self.report_unwanted(place)?;
        self.stream.take();
        self.fits();
        Ok(true)
    }

    fn report_unwanted(&mut self, place: GrammarPlace) -> Result<(), Halt> {
        if !self.begin_error() {
            return Ok(());
        }
        let expected = self.expected(place).names();
        let text = format!("extraneous input {} expecting {expected}", self.shown());
        let start = self.stream.current().span.start;
        self.report_syntax(&text, start)
    }

    fn drop_until(&mut self, until: Set, dropped: &mut Option<&mut u32>) -> Result<(), Halt> {
        loop {
            let tok = self.stream.peek(0);
            if tok == Tok::End || until.has(tok) {
                return Ok(());
            }
            self.drop_counted(dropped)?;
        }
    }

    /// Drops the current token; `dropped` counts those of one recovery.
    fn drop_counted(&mut self, dropped: &mut Option<&mut u32>) -> Result<(), Halt> {
        if let Some(dropped) = dropped {
            if **dropped >= MAX_DROPPED {
                let text = format!("error recovery token lookahead limit exceeded: {MAX_DROPPED}");
                return Err(self.stop(text));
            }
            **dropped += 1;
        }
        self.stream.take();
        Ok(())
    }

    fn count_recovery(&mut self) -> Result<(), Halt> {
        if self.strategy.recoveries == MAX_RECOVERIES {
            let start = self.stream.current().span.start;
            let text = format!("error recovery attempt limit exceeded: {MAX_RECOVERIES}");
            self.report_syntax(&text, start)?;
            return Err(Halt);
        }
        self.strategy.recoveries += 1;
        Ok(())
    }

    /// Starts an error; returns whether it is to be reported.
    fn begin_error(&mut self) -> bool {
        !std::mem::replace(&mut self.strategy.recovering, true)
    }

    /// Records that a token matched: errors are reported again.
    pub(super) fn fits(&mut self) {
        self.strategy.recovering = false;
        self.strategy.last = None;
        self.strategy.places = 0;
    }

    /// Returns the expected tokens at a position, in its rule and after it.
    fn expected(&self, place: GrammarPlace) -> Set {
        self.in_open_rules(place.next)
    }

    /// Returns a set of a rule, plus the tokens after the rule if it may end.
    fn in_open_rules(&self, mut set: Set) -> Set {
        for follow in self.follows.iter().rev() {
            if !set.may_end_rule() {
                return set;
            }
            set = set.without_rule_end().or(*follow);
        }
        if set.may_end_rule() {
            set = set.without_rule_end().or(Set::of(&[Tok::End]));
        }
        set
    }

    /// Returns the tokens that may follow any of the open rules.
    fn recovery_set(&self) -> Set {
        let mut set = Set::of(&[]);
        for follow in &self.follows {
            set = set.or(*follow);
        }
        set.without_rule_end()
    }

    /// Formats the current token as in error messages.
    fn shown(&mut self) -> String {
        let at = self.stream.at;
        self.stream.shown(at)
    }
}
