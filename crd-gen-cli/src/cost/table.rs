//! Formats costs for people.

use crd_core::sort::sort_by_key;
use std::io::Write;

use crd_core::cel::{EXPRESSION_LIMIT, SCHEMA_LIMIT};
use crd_core::field::{ExpressionError, FieldPath};

use super::measure::{RuleCost, SchemaCosts};
use crate::terminal::{BOLD, DIM, ERROR, HELP, NOTE, WARNING};
use crate::text::{counted, cut, plain};

/// Number of columns before the text of a rule.
const INDENT: usize = 26;

pub(super) fn write(
    out: &mut impl Write,
    schema: &SchemaCosts,
    shown: usize,
    width: usize,
) -> std::io::Result<()> {
    let mut rules: Vec<&RuleCost> = schema.rules.iter().collect();
    sort_by_key(&mut rules, &|rule| {
        (
            rule.report.error.is_none(),
            std::cmp::Reverse(rule.report.total()),
        )
    });
    writeln!(
        out,
        "{BOLD}{} {}{BOLD:#} {DIM}{}{DIM:#}",
        plain(&schema.name),
        plain(&schema.version),
        schema.file
    )?;
    writeln!(out, "{DIM}{:>15} {:>8}  rule{DIM:#}", "cost", "budget")?;
    for rule in rules.iter().take(shown) {
        write_rule(out, rule, width)?;
    }
    if let Some(next) = rules.get(shown) {
        let rest = counted(rules.len() - shown, "rule");
        writeln!(
            out,
            "{:INDENT$}{DIM}… {rest} more of at most {} (`--all`){DIM:#}",
            "",
            thousands(next.report.total())
        )?;
    }
    let style = style(schema.total, SCHEMA_LIMIT);
    writeln!(
        out,
        "{style}{:>15} {:>8}{style:#}  {} together, of {}",
        thousands(schema.total),
        share(schema.total, SCHEMA_LIMIT),
        counted(rules.len(), "rule"),
        thousands(SCHEMA_LIMIT)
    )
}

fn write_rule(out: &mut impl Write, rule: &RuleCost, width: usize) -> std::io::Result<()> {
    let report = &rule.report;
    let place = place(&report.path);
    let text = plain(&report.rule);
    let head = format!(
        "{place}  {}",
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    );
    let head = cut(&head, width.saturating_sub(INDENT));
    let Some(cost) = &report.cost else {
        let error = report
            .error
            .as_ref()
            .map_or_else(|| "the rule is empty".to_owned(), describe);
        writeln!(out, "{ERROR}{:>15}{ERROR:#} {:>8}  {head}", "rejected", "")?;
        return detail(out, width, &format!("{ERROR}error{ERROR:#}: "), &error);
    };
    let total = report.total();
    let style = style(total, EXPRESSION_LIMIT);
    writeln!(
        out,
        "{style}{:>15} {:>8}{style:#}  {head}",
        thousands(total),
        share(total, EXPRESSION_LIMIT)
    )?;
    let once = if report.is_limited {
        ""
    } else {
        ", without a limit"
    };
    let mut evaluations = format!(
        "{} an evaluation × {} occurrences{once}",
        thousands(cost.max),
        thousands(report.occurrences)
    );
    if report.occurrences == 1 {
        evaluations = format!("{} an evaluation", thousands(cost.max));
    }
    if total > EXPRESSION_LIMIT / 100 {
        detail(out, width, "", &evaluations)?;
        if let Some((span, cost)) = cost.most_expensive {
            let text = plain(report.rule.get(span.range()).unwrap_or_default());
            let most_expensive = format!("{} in `{text}`", thousands(cost));
            detail(out, width, "", &most_expensive)?;
        }
    }
    if let Some(error) = &report.message_error {
        detail(out, width, &format!("{ERROR}error{ERROR:#}: "), &describe(error))?;
    }
    if let Some(advice) = &rule.advice {
        let (bounds, lowered) = (advice.bounds_in_words(), thousands(advice.total));
        writeln!(
            out,
            "{:INDENT$}{HELP}help{HELP:#}: {bounds} would lower the cost to {lowered}",
            ""
        )?;
    }
    Ok(())
}

/// Describes the first error of an expression.
fn describe(error: &ExpressionError) -> String {
    let mistake = error.mistakes().next();
    plain(&mistake.map_or_else(|| error.to_string(), |mistake| mistake.words.one_line()))
}

fn detail(out: &mut impl Write, width: usize, word: &str, text: &str) -> std::io::Result<()> {
    let room = width.saturating_sub(INDENT + 8);
    writeln!(out, "{:INDENT$}{word}{DIM}{}{DIM:#}", "", cut(text, room))
}

/// Formats the place as users know it.
fn place(path: &FieldPath) -> String {
    match path.short_node().to_string() {
        root if root.is_empty() => "the object".to_owned(),
        short => short,
    }
}

fn style(cost: u64, budget: u64) -> anstyle::Style {
    if cost > budget {
        ERROR
    } else if cost > budget / 2 {
        WARNING
    } else if cost > budget / 10 {
        NOTE
    } else {
        anstyle::Style::new()
    }
}

/// Formats a share of the budget: `12.5 %`.
#[expect(clippy::cast_precision_loss, reason = "a share is read by people")]
pub(crate) fn share(cost: u64, budget: u64) -> String {
    let percent = cost as f64 / budget as f64 * 100.0;
    match percent {
        percent if percent > 99_999.0 => ">99999 %".to_owned(),
        percent if percent >= 100.0 => format!("{percent:.0} %"),
        percent => format!("{percent:.1} %"),
    }
}

/// Formats a number: `50,000`; above 999,999,999,999 it is shown as `>999,999,999,999`.
pub(crate) fn thousands(count: u64) -> String {
    if count > 999_999_999_999 {
        return ">999,999,999,999".to_owned();
    }
    crd_core::check::thousands(count)
}

#[cfg(test)]
mod tests {
    #[test]
    fn numbers_and_shares() {
        for (count, expected) in [(0, "0"), (1_234_567, "1,234,567"), (u64::MAX, ">999,999,999,999")] {
            assert_eq!(super::thousands(count), expected);
        }
        for (cost, expected) in [
            (5, "5.0 %"),
            (100, "100 %"),
            (1_258, "1258 %"),
            (u64::MAX, ">99999 %"),
        ] {
            assert_eq!(super::share(cost, 100), expected);
        }
    }
}
