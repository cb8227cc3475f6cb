//! Values that their schema rejects.

use super::*;

#[test]
fn values_of_the_wrong_type() {
    check(
        "{mode: Weekly, days: \"4\"}",
        &[(
            "`spec.days` must be of type integer, not string",
            "write it without quotes: `4`",
        )],
        &["\"4\""],
    );
    check(
        "mode: Daily\n  labels: {a: on}",
        &[(
            "`spec.labels.a` must be of type string, not boolean",
            "`on` is a boolean in YAML; write it in quotes: `'on'`",
        )],
        &["on"],
    );
    check(
        "mode: Daily\n  start: 01.03.2027",
        &[(
            "`spec.start` must be of type date, not \"01.03.2027\"",
            "write it like `2027-03-01`",
        )],
        &["01.03.2027"],
    );
    check(
        "mode: daily",
        &[(
            "`spec.mode` must be one of \"Daily\", \"Weekly\", not \"daily\"",
            "did you mean `Daily`?",
        )],
        &["daily"],
    );
}

#[test]
fn texts_with_a_pattern() {
    for (written, help) in [
        ("'30s '", "the text ends with white space: write `'30s'`"),
        ("' 30s'", "the text starts with white space: write `'30s'`"),
        ("30s\"", "the quote is a part of the text: write `'30s'`"),
        ("30s;", "does it end with `;` by mistake?"),
        ("|\n    30s", "the text ends with a line break: write `'30s'`"),
    ] {
        let (_, found) = findings(
            "apiVersion: example.com/v1\nkind: Widget",
            &format!("mode: Daily\n  wait: {written}"),
        );
        assert_eq!(found[0].help, [help], "{written}");
    }
    for (spec, message, help) in [
        (
            "{mode: Daily, wait: 30}",
            "`spec.wait` must be of type string, not integer",
            "write a string with a unit, such as `30s`",
        ),
        (
            "{mode: Daily, wait: 30S}",
            "`spec.wait` must match `^[0-9]+s$`, not \"30S\"",
            "did you mean `30s`?",
        ),
        (
            "{mode: Daily, size: 8GB}",
            "`spec.size` must be a quantity, not \"8GB\"",
            QUANTITIES,
        ),
        (
            "{mode: Daily, size: 8}",
            "`spec.size` must be of type string, not integer",
            "write it in quotes: `'8'`",
        ),
    ] {
        let value = spec.rsplit(' ').next().unwrap_or_default();
        check(spec, &[(message, help)], &[value.trim_end_matches('}')]);
    }
}

#[test]
fn values_in_brackets() {
    check(
        "{mode: [Daily]}",
        &[(
            "`spec.mode` must be of type string, not array",
            "write only the value, without brackets: `Daily`",
        )],
        &["mode"],
    );
}

#[test]
fn texts_of_an_enum_without_quotes() {
    for written in ["true", "True", "TRUE"] {
        check(
            &format!("{{mode: Daily, ready: {written}}}"),
            &[(
                "`spec.ready` must be one of \"True\", \"False\", not true",
                "write it in quotes: `\"True\"`",
            )],
            &[written],
        );
    }
    check("{mode: Daily, ready: \"True\"}", &[], &[]);
}

#[test]
fn whole_numbers_with_a_fraction_as_their_factor() {
    let (_, found) = findings(
        "apiVersion: example.com/v1\nkind: Widget",
        "{mode: Daily, price: 3}",
    );
    assert!(
        found[0].help[0].starts_with("for whole numbers, the server cuts off"),
        "{found:?}"
    );
}

#[test]
fn numbers_as_texts() {
    for (value, help) in [
        ("80%", "write the fraction: `0.8`"),
        ("0,8", "write a decimal point: `0.8`"),
        (
            "1OO",
            "write zeros instead of letters; `100` is not valid either: `spec.share` must be less than or equal to 1, not 100",
        ),
        (
            "0.5kg",
            "write only a number, in the unit of the field, without `kg`",
        ),
    ] {
        check(
            &format!("mode: Daily\n  share: {value}"),
            &[("`spec.share` must be of type number, not string", help)],
            &[value],
        );
    }
    check(
        "mode: Daily\n  port: 0.5",
        &[(
            "`spec.port` must be of type integer or string, not number",
            "write it in quotes: `'0.5'`",
        )],
        &["0.5"],
    );
}

#[test]
fn lists_of_texts_that_their_elements_reject() {
    check(
        "mode: Daily\n  weekdays: Mon-Tue",
        &[(
            "`spec.weekdays` must be of type array, not string",
            "write a list of the values of its `enum`, such as `weekdays: [Mon]`",
        )],
        &["Mon-Tue"],
    );
    check(
        "mode: Daily\n  weekdays: Mon, Tue",
        &[(
            "`spec.weekdays` must be of type array, not string",
            "write a list: `weekdays: [Mon, Tue]`",
        )],
        &["Mon, Tue"],
    );
    check(
        "mode: Daily\n  weekdays: [Monday]",
        &[(
            "`spec.weekdays[0]` must be one of \"Mon\", \"Tue\", not \"Monday\"",
            "did you mean `Mon`?",
        )],
        &["Monday"],
    );
    check(
        "mode: Daily\n  tags: 112",
        &[(
            "`spec.tags` must be of type array, not integer",
            "write a list of texts, in quotes: `tags: ['112']`",
        )],
        &["112"],
    );
}

#[test]
fn integers_outside_of_their_format() {
    let limits = "an `int64` is at least -9223372036854775808 and at most 9223372036854775807";
    for value in ["9223372036854775808", "99999999999999999999"] {
        check(
            &format!("mode: Daily\n  count: {value}"),
            &[("`spec.count` must be of type int64", limits)],
            &[value],
        );
    }
    check(
        "mode: Daily\n  port32: 5000000000",
        &[(
            "`spec.port32` must be of type integer with format int32",
            "an `int32` is at least -2147483648 and at most 2147483647",
        )],
        &["5000000000"],
    );
}

#[test]
fn names_that_are_booleans_in_yaml() {
    let help = r#"write `"on"`"#;
    let message = "YAML 1.1 reads `on` as a boolean, so this name is `true`";
    check("mode: Daily\n  labels: {on: air}", &[(message, help)], &["on"]);
    check("mode: Daily\n  labels: {\"on\": air}", &[], &[]);
}

#[test]
fn texts_instead_of_objects() {
    for (member, value, help) in [
        ("target", "road", "write an object: `road: …`"),
        ("target", "Road", "write an object: `road: …`"),
        ("feed", "http://a.b", "write an object: `{url: http://a.b}`"),
        (
            "feed",
            "https://example.com/a/path/that/is/long.xml",
            "write an object: `{url: …}`",
        ),
        ("box", "3-4", "write an object with `height` and `width`"),
        ("box", "none", "if there is none, remove `box`"),
        ("labels", "N/A", "if there is none, remove `labels`"),
    ] {
        check(
            &format!("mode: Daily\n  {member}: {value}"),
            &[(
                &*format!("`spec.{member}` must be of type object, not string"),
                help,
            )],
            &[value],
        );
    }
}

#[test]
fn points_between_thousands() {
    check(
        "mode: Daily\n  load: 1.000",
        &[(
            "`spec.load` must be greater than or equal to 100, not 1",
            "if the `.` separates thousands, write `1000`",
        )],
        &["1.000"],
    );
    for (value, help) in [
        (
            "4.125",
            "write a whole number; if the `.` separates thousands, write `4125`",
        ),
        ("4.12", "write a whole number"),
        ("0.125", "write a whole number"),
    ] {
        check(
            &format!("mode: Daily\n  load: {value}"),
            &[("`spec.load` must be of type integer, not number", help)],
            &[value],
        );
    }
}

#[test]
fn numbers_with_the_format_of_a_text() {
    check(
        "mode: Daily\n  wait2: 30",
        &[(
            "`spec.wait2` must be of type duration, not a whole number",
            "write it like `1h30m`",
        )],
        &["30"],
    );
}

#[test]
fn texts_in_a_list_of_objects() {
    check(
        "mode: Daily\n  hosts: [{name: a}, Old Harbour]",
        &[(
            "`spec.hosts[1]` must be of type object, not string",
            "write an object: `{name: Old Harbour}`",
        )],
        &["Old Harbour"],
    );
}

#[test]
fn lists_instead_of_maps() {
    for (parts, help) in [
        (
            "[{name: valve, quantity: 2}]",
            "write a map, not a list: `valve: {quantity: 2}`",
        ),
        ("[valve]", "write a map, not a list: `valve: …`"),
        ("[air valve]", "write a map, not a list: `air valve: …`"),
    ] {
        check(
            &format!("mode: Daily\n  parts: {parts}"),
            &[("`spec.parts` must be of type object, not array", help)],
            &["parts"],
        );
    }
    for (labels, help) in [
        (
            "[{label: team, text: a}, {label: tier, text: b}]",
            "write a map, not a list: `team: a`",
        ),
        (
            "[{team: a, tier: b}]",
            "write a map, not a list: `team: a`, or `a: b` if `team` is none of its names",
        ),
        (
            "[{key: team, value: a}]",
            "write an object, not a list: `team: a`",
        ),
        (
            "['http://a.b']",
            "write a map, not a list, with a name before each value: `…: http://a.b`",
        ),
    ] {
        check(
            &format!("mode: Daily\n  labels: {labels}"),
            &[("`spec.labels` must be of type object, not array", help)],
            &["labels"],
        );
    }
}

#[test]
fn elements_with_one_dash_too_many() {
    let help = "if `up` belongs to the element above it, write two spaces instead of the `- ` before it";
    for (hosts, help) in [
        ("\n  - name: a\n  - up: true", help),
        ("\n  - {name: a, up: false}\n  - up: true", ""),
        (" [{name: a}, {up: true}]", ""),
    ] {
        check(
            &format!("mode: Daily\n  hosts:{hosts}"),
            &[("`spec.hosts[1].name` is required", help)],
            &["up"],
        );
    }
}
