//! LNT-20 to LNT-23: types of scalars.

use super::run::{LintRun, LintSet};
use super::walk::SchemaNode;
use crate::check::{codes, fix};

/// The greatest integer up to which a float64, and so JSON in many languages, represents all integers exactly.
const FLOAT_EXACT: f64 = 9_007_199_254_740_992.0;
/// Words for durations; the name of a number with such a word should have a unit. The last two are not used for texts.
const DURATIONS: [&str; 9] = [
    "timeout", "interval", "duration", "period", "delay", "ttl", "cooldown", "backoff", "lifetime",
];
const OF_TEXTS: usize = 7;
const UNITS: [&str; 16] = [
    "seconds",
    "second",
    "secs",
    "sec",
    "minutes",
    "minute",
    "mins",
    "hours",
    "hour",
    "days",
    "day",
    "millis",
    "milliseconds",
    "ms",
    "nanos",
    "micros",
];

/// The codes of these lints.
const CODES: LintSet = LintSet::of(&[
    codes::BOOLEAN_FIELD,
    codes::FLOAT_FIELD,
    codes::INTEGER_FORMAT,
    codes::INTEGER_BEYOND_FLOAT,
    codes::DURATION_STRING,
    codes::NUMBER_WITHOUT_UNIT,
]);

pub(super) fn check(run: &mut LintRun<'_>, node: &SchemaNode<'_>) {
    // The server ignores the type of an int-or-string.
    if !run.has_any(CODES) || !node.is_authored() || node.is_imported() || node.schema.x_int_or_string {
        return;
    }
    match &*node.schema.type_ {
        "boolean" if run.has_room(codes::BOOLEAN_FIELD) => {
            let message = format!(
                "{} is a boolean, which cannot get a third value later",
                node.shown()
            );
            run.report(codes::BOOLEAN_FIELD, &node.at("type"), message)
                .help("use a string with an `enum`: `Enabled`, `Disabled`");
        }
        "number" if run.has(codes::FLOAT_FIELD) => {
            let message = format!(
                "{} is a floating-point number, which languages and versions serialize differently",
                node.shown()
            );
            run.report(codes::FLOAT_FIELD, &node.at("type"), message)
                .help("use an integer with a smaller unit, or a quantity (`x-kubernetes-int-or-string`)");
        }
        "integer" => integer(run, node),
        "string" => duration(run, node),
        _ => {}
    }
}

fn integer(run: &mut LintRun<'_>, node: &SchemaNode<'_>) {
    let schema = node.schema;
    let source = run.judged.source;
    let format = &*schema.format;
    if !matches!(format, "int32" | "int64") && run.has_room(codes::INTEGER_FORMAT) {
        let (message, field) = if format.is_empty() {
            (
                format!("{} is an integer without a format", node.shown()),
                node.at("type"),
            )
        } else {
            (
                format!(
                    "{} has the format `{format}`, which Go clients do not support",
                    node.shown()
                ),
                node.at("format"),
            )
        };
        run.report(codes::INTEGER_FORMAT, &field, message)
            .help(
                "write `format: int64`, or `int32` with suitable bounds; for unsigned numbers, add \
                `minimum: 0`",
            )
            .fix(|| {
                format
                    .is_empty()
                    .then(|| fix::add(source, &node.path.to_field_path(), "format: int64"))?
            });
    }
    let is_beyond = |bound: Option<f64>| bound.is_some_and(|bound| bound.abs() > FLOAT_EXACT);
    if run.has(codes::INTEGER_BEYOND_FLOAT) && (is_beyond(schema.minimum) || is_beyond(schema.maximum)) {
        let keyword = if is_beyond(schema.maximum) {
            "maximum"
        } else {
            "minimum"
        };
        let message = format!(
            "{} can be above 2^53, which JavaScript and others round",
            node.shown()
        );
        run.report(codes::INTEGER_BEYOND_FLOAT, &node.at(keyword), message)
            .help("use a string for such large numbers");
    }
    let Some(name) = node.name().filter(|_| run.has(codes::NUMBER_WITHOUT_UNIT)) else {
        return;
    };
    let has_unit = || {
        let lower = name.to_ascii_lowercase();
        UNITS.iter().any(|unit| lower.contains(unit))
    };
    if is_named_for(name, &DURATIONS) && !has_unit() && run.has_room(codes::NUMBER_WITHOUT_UNIT) {
        let message = format!(
            "{} is a duration whose name does not contain its unit",
            node.shown()
        );
        run.report(codes::NUMBER_WITHOUT_UNIT, &node.at("type"), message)
            .help(match unit_of(&node.schema.description) {
                Some(unit) => format!("name it after its unit: `{name}{unit}`"),
                None => format!("name it after its unit, such as `{name}Seconds`"),
            });
    }
}

/// Returns the only unit of time that a description names, as the end of a name.
fn unit_of(description: &str) -> Option<&'static str> {
    const NAMED: [(&str, &str); 7] = [
        ("second", "Seconds"),
        ("millisecond", "Milliseconds"),
        ("microsecond", "Microseconds"),
        ("nanosecond", "Nanoseconds"),
        ("minute", "Minutes"),
        ("hour", "Hours"),
        ("day", "Days"),
    ];
    let words = description.split(|c: char| !c.is_ascii_alphabetic());
    let mut units = words.filter_map(|word| {
        let word = word.to_ascii_lowercase();
        let word = word.strip_suffix('s').unwrap_or(&word);
        NAMED
            .iter()
            .find(|(name, _)| *name == word)
            .map(|(_, unit)| *unit)
    });
    let first = units.next()?;
    units.all(|unit| unit == first).then_some(first)
}

/// Whether a name ends with one of the words for durations, in any case.
fn is_named_for(name: &str, words: &[&str]) -> bool {
    let [.., before, last] = name.as_bytes() else {
        return false;
    };
    // Most names have other ends.
    if !matches!(
        (before | 0x20, last | 0x20),
        (b'u', b't')
            | (b'a' | b't', b'l')
            | (b'o' | b'w', b'n')
            | (b'o', b'd')
            | (b'a', b'y')
            | (b'f', b'f')
            | (b'm', b'e')
    ) {
        return false;
    }
    words.iter().any(|word| {
        let start = name.len().checked_sub(word.len());
        let end = start.and_then(|start| name.as_bytes().get(start..));
        end.is_some_and(|end| end.eq_ignore_ascii_case(word.as_bytes()))
    })
}

fn duration(run: &mut LintRun<'_>, node: &SchemaNode<'_>) {
    if !run.has(codes::DURATION_STRING) {
        return;
    }
    let of_texts = DURATIONS.get(..OF_TEXTS).unwrap_or_default();
    let is_named_so = node.name().is_some_and(|name| is_named_for(name, of_texts));
    let is_duration = &*node.schema.format == "duration";
    if (is_duration || is_named_so && node.schema.enum_.is_none()) && run.has_room(codes::DURATION_STRING) {
        let syntax = if is_duration { " in the syntax of Go" } else { "" };
        let message = format!(
            "{} is a duration as a string{syntax}, which clients must parse",
            node.shown()
        );
        let keyword = if is_duration { "format" } else { "type" };
        run.report(codes::DURATION_STRING, &node.at(keyword), message)
            .help("use an integer with the unit in its name, such as `timeoutSeconds`");
    }
}

#[cfg(test)]
mod tests {
    use super::unit_of;

    #[test]
    fn units_that_descriptions_name() {
        for (description, unit) in [
            ("Delay between retries in milliseconds.", Some("Milliseconds")),
            ("The timeout, in seconds; 1 second is the least.", Some("Seconds")),
            ("Hours or minutes.", None),
            ("How long to wait.", None),
        ] {
            assert_eq!(unit_of(description), unit, "{description}");
        }
    }
}
