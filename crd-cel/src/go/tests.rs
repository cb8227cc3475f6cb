use super::calendar::{date_of_day, day_of_date, days_in_month};
use super::*;

#[test]
fn durations_are_those_of_go() {
    let seconds = |count: i64| Ok(count * 1_000_000_000);
    let cases = [
        ("0", Ok(0)),
        ("+0", Ok(0)),
        ("1s", seconds(1)),
        ("1h30m", seconds(5400)),
        ("1m1h", seconds(3660)),
        ("-1.5s", Ok(-1_500_000_000)),
        (".5s", Ok(500_000_000)),
        ("5.s", seconds(5)),
        ("1us", Ok(1_000)),
        ("1\u{b5}s", Ok(1_000)),
        ("1\u{3bc}s", Ok(1_000)),
        ("0.333333333333333333333333h", Ok(1_200_000_000_000)),
        ("9223372036854775807ns", Ok(i64::MAX)),
        ("-9223372036854775808ns", Ok(i64::MIN)),
        ("2562047h47m16.854775807s", Ok(i64::MAX)),
    ];
    for (text, expected) in cases {
        assert_eq!(parse_duration(text), expected, "{text}");
    }
    let wrong = [
        "",
        "+",
        "-",
        "1",
        "1d",
        "s",
        ".",
        ".s",
        "1 s",
        " 1s",
        "1s ",
        "--1s",
        "1.1.1s",
        "1e3s",
        "9223372036854775808ns",
        "2562048h",
        "-9223372036854775809ns",
        "99999999999999999999s",
    ];
    for text in wrong {
        assert_eq!(parse_duration(text), Err(DurationError), "{text}");
    }
}

#[test]
fn timestamps_are_those_of_go() {
    let cases = [
        ("1970-01-01T00:00:00Z", 0, "1970-01-01T00:00:00Z"),
        ("2000-02-29T12:30:45.120Z", 951_827_445, "2000-02-29T12:30:45.12Z"),
        ("2000-02-29T1:30:45,12Z", 951_787_845, "2000-02-29T01:30:45.12Z"),
        ("0001-01-01T00:00:00Z", -62_135_596_800, "0001-01-01T00:00:00Z"),
        (
            "9999-12-31T23:59:59.999999999Z",
            253_402_300_799,
            "9999-12-31T23:59:59.999999999Z",
        ),
        (
            "2020-01-01T00:00:00+05:30",
            1_577_817_000,
            "2020-01-01T00:00:00+05:30",
        ),
        (
            "2020-01-01T00:00:00-24:60",
            1_577_926_800,
            "2020-01-01T00:00:00-25:00",
        ),
    ];
    for (text, seconds, printed) in cases {
        let timestamp = parse_timestamp(text).unwrap();
        assert_eq!(
            (timestamp.seconds, timestamp.to_string().as_str()),
            (seconds, printed),
            "{text}"
        );
    }
    let wrong = [
        "",
        "2020-01-01",
        "2020-01-01T00:00:00",
        "2020-01-01t00:00:00Z",
        "2020-01-01T00:00:00z",
        "2020-1-01T00:00:00Z",
        "2020-02-30T00:00:00Z",
        "2021-02-29T00:00:00Z",
        "2020-13-01T00:00:00Z",
        "2020-01-00T00:00:00Z",
        "2020-01-01T24:00:00Z",
        "2020-01-01T00:60:00Z",
        "2020-01-01T00:00:60Z",
        "2020-01-01T00:00:00.Z",
        "2020-01-01T00:00:00+0530",
        "2020-01-01T00:00:00+25:00",
        "2020-01-01T00:00:00Z ",
        "2020-01-01 00:00:00Z",
    ];
    for text in wrong {
        assert_eq!(parse_timestamp(text), Err(TimestampError::Syntax), "{text}");
    }
    for text in ["0000-01-01T00:00:00Z", "9999-12-31T23:59:59-01:00"] {
        assert_eq!(parse_timestamp(text), Err(TimestampError::Overflow), "{text}");
    }
}

#[test]
fn numbers_are_those_of_go() {
    for text in [
        "1_0",
        "0x1p-2",
        "0x1_0p1",
        "0x_1p1",
        "inf",
        "-Infinity",
        "nan",
        ".5",
        "5.",
        "1e-999",
        "+1",
    ] {
        assert!(parse_float(text).is_some(), "{text}");
    }
    for text in [
        "", ".", "x", "1e999", "0x1", "0xp1", "0x1p", "_1", "1_", "1__0", "+nan", "1e", "infin", "0x.p1",
    ] {
        assert_eq!(parse_float(text), None, "{text}");
    }
    assert_eq!(parse_float("0x1.8p1"), Some(3.0));
    assert_eq!(
        [parse_uint("+1"), parse_uint("1"), parse_uint("-1")],
        [None, Some(1), None]
    );
    assert_eq!(
        [parse_bool("T"), parse_bool("0"), parse_bool("yes")],
        [Some(true), Some(false), None]
    );
    let printed = [
        (1.0, "1"),
        (1.5, "1.5"),
        (1e6, "1e+06"),
        (123_456.0, "123456"),
        (1e-5, "1e-05"),
        (1e-4, "0.0001"),
    ];
    for (value, text) in printed {
        assert_eq!(format_float(value), text);
    }
}

#[test]
fn durations_are_printed_as_by_go() {
    for (nanos, expected) in [
        (1, "1ns"),
        (1_500, "1.5\u{b5}s"),
        (2_000_000, "2ms"),
        (1_000_000_001, "1.000000001s"),
        (60_000_000_000, "1m0s"),
        (3_661_000_000_000, "1h1m1s"),
        (i64::MIN, "-2562047h47m16.854775808s"),
    ] {
        assert_eq!(format_duration(nanos), expected);
        assert_eq!(parse_duration(expected), Ok(nanos));
    }
}

#[test]
fn every_day_has_its_date() {
    let mut day = day_of_date(-1, 1, 1);
    for year in -1..=2101 {
        for month in 1..=12 {
            assert_eq!(date_of_day(day), (year, month, 1));
            assert_eq!(day_of_date(year, month, 1), day);
            day += days_in_month(year, month);
        }
    }
    assert_eq!(day_of_date(9999, 12, 31), 2_932_896);
}
