//! LNT-20 to LNT-23: types of scalars.

use super::naming::{camel_case, counts_by_other, with_acronyms};
use super::run::{LintRun, LintSet};
use super::walk::SchemaNode;
use crate::check::{codes, fix};
use crate::model::schema::JsonSchemaProps;

/// The greatest integer up to which a float64, and so JSON in many languages, represents all integers exactly.
const FLOAT_EXACT: f64 = 9_007_199_254_740_992.0;
/// Words for durations of texts.
const TEXT_DURATIONS: [&str; 7] = [
    "timeout", "interval", "duration", "period", "delay", "ttl", "cooldown",
];
/// Words for durations of numbers, whose names should have a unit.
const DURATIONS: [&str; 5] = ["timeout", "duration", "period", "cooldown", "lifetime"];
/// Words for numbers that are durations if their description says so: others are counts, such as the hops of a packet.
const POSSIBLE_DURATIONS: [&str; 4] = ["interval", "delay", "ttl", "backoff"];
/// Words of a description about a duration.
const ABOUT_TIME: [&str; 4] = ["duration", "how long", "how often", "interval between"];
const UNITS: [&str; 17] = [
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
    "month",
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
    // The unit may be the value of another field.
    let has_unit_beside = || {
        let fields = node.above().and_then(|above| above.schema.properties.as_ref());
        fields.is_some_and(|fields| {
            fields
                .keys()
                .any(|name| name.to_ascii_lowercase().ends_with("unit"))
        })
    };
    if !has_unit()
        && is_duration(name, schema)
        && !has_unit_beside()
        && run.has_room(codes::NUMBER_WITHOUT_UNIT)
    {
        let message = format!(
            "{} is a duration whose name does not contain its unit",
            node.shown()
        );
        let stem = with_acronyms(camel_case(name));
        run.report(codes::NUMBER_WITHOUT_UNIT, &node.at("type"), message)
            .help(match unit_of(&schema.description) {
                Some(unit) => format!("name it after its unit: `{stem}{unit}`"),
                None => format!("name it after its unit, such as `{stem}Seconds`"),
            });
    }
}

/// Whether a number is a duration, by its name and its description.
fn is_duration(name: &str, schema: &JsonSchemaProps) -> bool {
    let is_certain = is_named_for(name, &DURATIONS);
    if !is_certain && !is_named_for(name, &POSSIBLE_DURATIONS) {
        return false;
    }
    if counts_by_other(name) || schema.enum_.is_some() {
        return false;
    }
    let description = schema.description.to_ascii_lowercase();
    if units(&description).next().is_some() {
        return true;
    }
    let is_count = description.contains("number of") || description.contains("how many");
    // A counter of one byte.
    let is_byte = schema.maximum.is_some_and(|maximum| maximum <= 255.0);
    let is_word = |word: &str| {
        description
            .split(|c: char| !c.is_alphanumeric())
            .any(|other| other == word)
    };
    let is_said = is_word("time") || ABOUT_TIME.iter().any(|words| description.contains(words));
    !is_count && (is_said || is_certain && !is_byte)
}

/// Returns the unit of time that a description says the number to be in, or the only one that it names, as the end of a name.
fn unit_of(description: &str) -> Option<&'static str> {
    // `in nanoseconds`, but not `in 5 minutes`.
    let words: Vec<&str> = description
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    let mut said = words.windows(2).filter_map(|pair| match pair {
        [word, unit] if word.eq_ignore_ascii_case("in") => units(unit).next(),
        _ => None,
    });
    if let Some(first) = said.next() {
        return said.all(|unit| unit == first).then_some(first);
    }
    let mut units = units(description);
    let first = units.next()?;
    units.all(|unit| unit == first).then_some(first)
}

/// Returns the units of time that a description names, as ends of names.
fn units(description: &str) -> impl Iterator<Item = &'static str> {
    const NAMED: [(&str, &str); 8] = [
        ("second", "Seconds"),
        ("millisecond", "Milliseconds"),
        ("microsecond", "Microseconds"),
        ("nanosecond", "Nanoseconds"),
        ("minute", "Minutes"),
        ("hour", "Hours"),
        ("day", "Days"),
        ("month", "Months"),
    ];
    let words = description.split(|c: char| !c.is_ascii_alphabetic());
    words.filter_map(|word| {
        let word = word.to_ascii_lowercase();
        let word = word.strip_suffix('s').unwrap_or(&word);
        NAMED
            .iter()
            .find(|(name, _)| *name == word)
            .map(|(_, unit)| *unit)
    })
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
    let is_named_so = node
        .name()
        .is_some_and(|name| is_named_for(name, &TEXT_DURATIONS));
    let format = &*node.schema.format;
    let is_duration = format == "duration";
    let may_be_one = format.is_empty() && node.schema.enum_.is_none();
    if (is_duration || is_named_so && may_be_one) && run.has_room(codes::DURATION_STRING) {
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
    use super::{JsonSchemaProps, is_duration, unit_of};

    #[test]
    fn units_that_descriptions_name() {
        for (description, unit) in [
            ("Delay between retries in milliseconds.", Some("Milliseconds")),
            ("The timeout, in seconds; 1 second is the least.", Some("Seconds")),
            ("Hours or minutes.", None),
            ("The amount of months it is valid.", Some("Months")),
            ("How long to wait.", None),
            (
                "How long (in nanoseconds) to wait (default is 2 hours).",
                Some("Nanoseconds"),
            ),
            ("In seconds; retried in 5 minutes.", Some("Seconds")),
        ] {
            assert_eq!(unit_of(description), unit, "{description}");
        }
    }

    #[test]
    fn numbers_that_are_durations() {
        for (name, description, maximum, expected) in [
            ("timeout", "", None, true),
            ("timeout", "Number of timeouts.", None, false),
            ("timeout", "", Some(254.0), false),
            ("timeout", "In seconds.", Some(60.0), true),
            ("maxRetryOnTimeout", "", None, false),
            ("requestsPerPollingPeriod", "", None, false),
            ("interval", "", None, false),
            ("interval", "How often to check.", None, true),
            (
                "pollInterval",
                "The number of seconds between checks.",
                None,
                true,
            ),
            ("delay", "A limit at which requests become delayed.", None, false),
            ("minimumTtl", "Of packets.", None, false),
            ("schedulingBackoff", "The number of cycles.", None, false),
            ("size", "In seconds.", None, false),
        ] {
            let schema = JsonSchemaProps {
                description: description.into(),
                maximum,
                ..JsonSchemaProps::default()
            };
            assert_eq!(is_duration(name, &schema), expected, "{name}: {description}");
        }
    }
}
