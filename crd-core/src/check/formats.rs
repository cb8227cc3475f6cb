//! Formats that the server ignores, and the names that were probably meant.
//!
//! ```text
//! type: string, format: dateTime        did you mean `date-time`?
//! type: integer, format: int            write `int32` or `int64`
//! type: array, format: uuid             move it to the values
//! ```

use super::levels::Level;
use super::place::node_at;
use super::{Diagnostic, Severity, codes};
use crate::formats::accepts;
use crate::model::field::FieldPath;
use crate::yaml::tree::{Node, Value};
use crd_cel::syntax::STRING_FORMATS;

/// The help for a format that only servers of 1.34 report.
const KNOWN_LATER: &str = "change nothing: only Kubernetes 1.34 reports this format of numbers";

/// The same if the levels make it an error.
const KNOWN_LATER_DENIED: &str = "only Kubernetes 1.34 reports this format of numbers: keep the format, and do not deny this code for 1.34";

/// Examples of the formats of texts.
const EXAMPLES: [(&str, &str); 11] = [
    ("date", "2027-03-01"),
    ("date-time", "2027-03-01T08:30:00Z"),
    ("datetime", "2027-03-01T08:30:00Z"),
    ("duration", "1h30m"),
    ("uri", "https://example.com/path"),
    ("hostname", "db.example.com"),
    ("email", "user@example.com"),
    ("ipv4", "192.0.2.1"),
    ("ipv6", "2001:db8::1"),
    ("cidr", "192.0.2.0/24"),
    ("uuid", "123e4567-e89b-42d3-a456-426614174000"),
];

/// Returns what to write instead of a text that does not have a format.
pub(super) fn example(format: &str, written: Option<&str>) -> Option<String> {
    let (_, example) = EXAMPLES.iter().find(|(name, _)| *name == format)?;
    let completed = written.and_then(|written| completed(format, written));
    let is_day = |text: &str| text.len() == example.len() && text.split('-').map(str::len).eq([4, 2, 2]);
    if format == "date" && completed.is_none() && written.is_some_and(is_day) {
        return Some("write a day that exists, year first".to_owned());
    }
    Some(format!(
        "write it like `{}`",
        completed.as_deref().unwrap_or(example)
    ))
}

/// Returns a time of a format that a text stands for, of which the time of day or the zone is missing or too much.
fn completed(format: &str, written: &str) -> Option<String> {
    let is_valid = |text: &str| accepts(format, text) == Some(true);
    match format {
        "date" => {
            let written = year_first(written.trim());
            let date = written.get(..EXAMPLES[0].1.len());
            date.filter(|date| is_valid(date)).map(str::to_owned)
        }
        "date-time" | "datetime" => {
            let written = year_first(written.trim()).replacen(' ', "T", 1);
            let time = written.split_once('T').map_or("", |(_, time)| time);
            let ends: &[&str] = if time.contains(['+', '-']) {
                &["", ":00"]
            } else {
                &["", "Z", ":00Z", "T00:00:00Z"]
            };
            ends.iter()
                .map(|end| format!("{written}{end}"))
                .find(|text| is_valid(text))
        }
        _ => None,
    }
}

/// Returns a text that starts with a date like `31.12.2027` with `2027-12-31` instead; dots mean that the day is first.
fn year_first(written: &str) -> String {
    let end = written.find(|c: char| !c.is_ascii_digit() && c != '.');
    let (date, rest) = written.split_at(end.unwrap_or(written.len()));
    let parts: Vec<&str> = date.split('.').collect();
    match parts.as_slice() {
        [day, month, year] if year.len() == 4 => format!("{year}-{month:0>2}-{day:0>2}{rest}"),
        _ => written.to_owned(),
    }
}

/// Returns what to write instead of a format that the server ignores.
pub(super) fn help(schema: &Node, format: &str) -> Option<String> {
    let type_ = schema.get("type").and_then(Node::as_str).unwrap_or_default();
    let is_int_or_string = schema
        .get("x-kubernetes-int-or-string")
        .is_some_and(|written| written.value == Value::Bool(true));
    if is_int_or_string {
        return Some("remove it: `x-kubernetes-int-or-string: true` says that already".to_owned())
            .filter(|_| format == "int-or-string");
    }
    if type_.is_empty() {
        return None;
    }
    let help = match (type_, format) {
        ("array" | "object", _) => "a format is for texts and numbers: move it to the values",
        _ if is_known_later(type_, format) => KNOWN_LATER,
        (_, "int32" | "int64") if type_ != "integer" => {
            return Some(format!(
                "`{format}` is a format of integers: write `type: integer`, or remove it"
            ));
        }
        (_, "float" | "double") if type_ != "number" => {
            return Some(format!(
                "`{format}` is a format of numbers: write `type: number`, or remove it"
            ));
        }
        ("integer", _) => "write `int32` or `int64`",
        ("number", _) => "write `float` or `double`",
        (_, "int-or-string") => {
            "for integers and strings, write `x-kubernetes-int-or-string: true` instead of `type` and `format`"
        }
        _ => {
            return string_format(format).map(|meant| format!("did you mean `{meant}`?"));
        }
    };
    Some(help.to_owned())
}

/// Returns the format of texts that was probably meant by one that the server ignores.
pub(super) fn meant(type_: &str, format: &str) -> Option<&'static str> {
    (type_ == "string").then(|| string_format(format))?
}

/// Returns what to write instead of the name of a format as a type: `type: string` and `format: date` for `date`. A format that the
/// schema already has is kept.
pub(super) fn as_type(written: &str, present: Option<&str>) -> Option<String> {
    if matches!(&*written.to_ascii_lowercase(), "intorstring" | "int-or-string") {
        return Some("instead of it, write `x-kubernetes-int-or-string: true`".to_owned());
    }
    match &*written.to_ascii_lowercase() {
        "any" | "anything" | "mixed" => {
            return Some(
                "for values of any type, write `x-kubernetes-preserve-unknown-fields: true` instead"
                    .to_owned(),
            );
        }
        "enum" => {
            return Some(
                "write the type of the values, such as `type: string`, and list them in `enum`".to_owned(),
            );
        }
        _ => {}
    }
    let format = string_format(written)?;
    let is_close = crd_cel::edit_distance(written, format, 2).is_some() || is_alias(written);
    match present.filter(|present| STRING_FORMATS.contains(present)) {
        _ if !is_close => None,
        Some(present) => Some(format!("write `type: string` above `format: {present}`")),
        None => Some(format!("write `type: string` and `format: {format}`")),
    }
}

/// Whether a name is one of other tools for a format.
fn is_alias(written: &str) -> bool {
    ALIASES.iter().any(|(alias, _)| *alias == written)
}

/// Names of formats in other tools.
const ALIASES: [(&str, &str); 8] = [
    ("ip", "ipv4"),
    ("ipaddress", "ipv4"),
    ("url", "uri"),
    ("timestamp", "date-time"),
    ("iso8601", "date-time"),
    ("rfc3339", "date-time"),
    ("base64", "byte"),
    ("guid", "uuid"),
];

/// Returns the format of strings that a name stands for: `date-time` for `dateTime`, `ipv4` for `ipv4-address`.
fn string_format(written: &str) -> Option<&'static str> {
    let plain = |name: &str| {
        name.replace(|c: char| !c.is_ascii_alphanumeric(), "")
            .to_ascii_lowercase()
    };
    let name = plain(written);
    if let Some((_, format)) = ALIASES.iter().find(|(alias, _)| *alias == name) {
        return Some(format);
    }
    let formats = || {
        STRING_FORMATS
            .iter()
            .copied()
            .filter(|format| !format.starts_with("k8s"))
    };
    // Most names with so few letters are those of other standards, such as `ulid`.
    let most = match written.len() {
        0..5 => 0,
        5..8 => 1,
        _ => 2,
    };
    if let Some(close) = crd_cel::nearest_within(written, formats(), most) {
        return Some(close);
    }
    let is_part = |format: &&str| name.starts_with(&plain(format)) || name.ends_with(&plain(format));
    let longest = formats().filter(is_part).max_by_key(|format| format.len());
    longest.or_else(|| crd_cel::nearest(written, formats()).filter(|_| most > 0))
}

/// Whether only servers of 1.34 report a format: the others know it.
fn is_known_later(type_: &str, format: &str) -> bool {
    matches!(
        (type_, format),
        ("integer", "int32" | "int64") | ("number", "float" | "double")
    )
}

/// Joins the warnings about formats of numbers that only one version of the server reports.
pub(super) fn join_known_later(document: &Node, found: &mut Vec<Diagnostic>, level: Level) {
    let text = |path: &FieldPath| node_at(document, path)?.as_str();
    let is_known_later = |one: &Diagnostic| {
        one.code == codes::FORMAT_UNRECOGNIZED
            && text(&one.field.ancestor(1).child("type"))
                .zip(text(&one.field))
                .is_some_and(|(type_, format)| is_known_later(type_, format))
    };
    let mut count = 0;
    found.retain(|one| {
        let is_known_later = is_known_later(one);
        count += usize::from(is_known_later);
        !is_known_later || count == 1
    });
    let Some(first) = found.iter_mut().find(|one| is_known_later(one)) else {
        return;
    };
    if level == Level::Report(Severity::Error) {
        first.help = vec![KNOWN_LATER_DENIED.to_owned()];
    }
    if count > 1 {
        first.help.push(match count - 1 {
            1 => "the server warns about 1 more such format".to_owned(),
            more => format!("the server warns about {more} more such formats"),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::{KNOWN_LATER, codes, example};
    use crate::check::test_manifest::widgets;
    use crate::check::{self, Options};

    #[test]
    fn formats_of_numbers_are_one_finding_on_1_34() {
        let text = widgets(
            "a: {type: integer, format: int32}\nb: {type: number, format: double}\nc: {type: integer, format: int8}",
        );
        let options = Options::for_version(crate::KubeVersion::from_minor(34).unwrap());
        let report = check::text(&text, &options);
        let help: Vec<_> = report
            .findings
            .iter()
            .map(|one| one.diagnostic.help.join("; "))
            .collect();
        assert_eq!(
            help,
            [
                &format!("{KNOWN_LATER}; the server warns about 1 more such format"),
                "write `int32` or `int64`"
            ]
        );
    }

    #[test]
    fn a_denied_format_of_numbers_has_another_help() {
        let text = widgets("a: {type: integer, format: int32}");
        let mut options = Options::for_version(crate::KubeVersion::from_minor(34).unwrap());
        options.levels.set(
            codes::FORMAT_UNRECOGNIZED,
            check::Level::Report(check::Severity::Error),
        );
        let report = check::text(&text, &options);
        assert_eq!(report.findings[0].diagnostic.help, [super::KNOWN_LATER_DENIED]);
    }

    #[test]
    fn times_keep_what_is_written() {
        for (format, written, expected) in [
            ("date-time", "2027-05-10", "2027-05-10T00:00:00Z"),
            ("date-time", "2027-05-10 08:30:00", "2027-05-10T08:30:00Z"),
            ("date-time", "2027-05-10T08:30", "2027-05-10T08:30:00Z"),
            (
                "date-time",
                "2027-05-10 08:30:00+02:00",
                "2027-05-10T08:30:00+02:00",
            ),
            ("date-time", "2027-05-10T08:30:00+02", "2027-05-10T08:30:00+02:00"),
            ("date-time", "tomorrow", "2027-03-01T08:30:00Z"),
            ("date", "2027-05-10T08:30:00Z", "2027-05-10"),
            ("date", "10.5.2027", "2027-05-10"),
            ("date-time", "10.05.2027 08:30", "2027-05-10T08:30:00Z"),
            ("date", "10/5/2027", "2027-03-01"),
            ("ipv4", "10.0.0", "192.0.2.1"),
        ] {
            let expected = Some(format!("write it like `{expected}`"));
            assert_eq!(example(format, Some(written)), expected, "{format} {written}");
        }
        let absent = example("date", Some("2026-06-31"));
        assert_eq!(absent.as_deref(), Some("write a day that exists, year first"));
    }

    #[test]
    fn formats_with_other_names() {
        for (format, expected) in [
            ("int-or-string", "for integers and strings, write"),
            ("ip", "did you mean `ipv4`?"),
            ("ipv4-address", "did you mean `ipv4`?"),
            ("dateTime", "did you mean `date-time`?"),
            ("time.Duration", "did you mean `duration`?"),
            ("url", "did you mean `uri`?"),
            ("ISO-8601", "did you mean `date-time`?"),
            ("hostnam", "did you mean `hostname`?"),
            ("x509", "use a format of https://kubernetes.io"),
        ] {
            let report = check::text(
                &widgets(&format!("a: {{type: string, format: {format}}}")),
                &Options::default(),
            );
            let help = &report.findings[0].diagnostic.help[0];
            assert!(help.starts_with(expected), "{format}: {help}");
        }
        let text = widgets("a: {x-kubernetes-int-or-string: true, format: int-or-string}");
        let report = check::text(&text, &Options::default());
        assert_eq!(
            report.findings[0].diagnostic.help,
            ["remove it: `x-kubernetes-int-or-string: true` says that already"]
        );
    }
}
