//! Types of other crates: the schema admits the values that serde serializes, and rejects those that serde cannot deserialize,
//! except for the gaps that are listed here.

use std::fmt::Debug;
use std::str::FromStr;

use bytes::{Bytes, BytesMut};
use chrono::{DateTime, FixedOffset, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, Utc};
use crd_core::Schema;
use crd_core::interop::Untagged;
use crd_gen_interop_tests::{Judge, schema, structure};
use either::Either;
use indexmap::{IndexMap, IndexSet};
use ipnet::{IpNet, Ipv4Net, Ipv6Net};
use jiff::{SignedDuration, Span, Timestamp, Zoned, civil};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use secrecy::{ExposeSecret as _, SecretString};
use semver::{Version, VersionReq};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use smallvec::SmallVec;
use url::Url;
use uuid::{NonNilUuid, Uuid};

/// Asserts that every value is admitted as serde serializes it, and deserialized to the same value.
#[track_caller]
fn kept<T: Schema + Serialize + DeserializeOwned>(values: impl IntoIterator<Item = T>) {
    let judge = Judge::new(structure::<T>());
    for value in values {
        let written = serde_json::to_value(&value).unwrap();
        assert!(judge.admits(&written), "{}: {written}", T::SHAPE.name);
        let read: T = serde_json::from_value(written.clone()).unwrap();
        assert_eq!(serde_json::to_value(&read).unwrap(), written);
    }
}

/// Like [`kept`], for random values.
#[track_caller]
fn kept_at_random<T, R: Debug>(values: impl Strategy<Value = R>, make: impl Fn(R) -> T)
where
    T: Schema + Serialize + DeserializeOwned,
{
    let run = TestRunner::new(Config {
        failure_persistence: None,
        ..Config::default()
    })
    .run(&values, |raw| {
        kept([make(raw)]);
        Ok(())
    });
    run.unwrap_or_else(|error| panic!("{}: {error}", T::SHAPE.name));
}

#[track_caller]
fn parsed<T: Schema + Serialize + DeserializeOwned + FromStr<Err: Debug>>(texts: &[&str]) {
    kept(texts.iter().map(|text| text.parse::<T>().unwrap()));
}

/// Asserts that the schema and serde reject a value.
#[track_caller]
fn refused<T: Schema + DeserializeOwned>(values: &[Value]) {
    let judge = Judge::new(structure::<T>());
    for value in values {
        assert!(!judge.admits(value), "{}: {value}", T::SHAPE.name);
        assert!(
            serde_json::from_value::<T>(value.clone()).is_err(),
            "{}: {value}",
            T::SHAPE.name
        );
    }
}

/// Asserts a known gap: the schema admits a value that serde cannot read.
#[track_caller]
fn only_admitted<T: Schema + DeserializeOwned>(values: &[Value]) {
    let judge = Judge::new(structure::<T>());
    for value in values {
        assert!(judge.admits(value), "{}: {value}", T::SHAPE.name);
        assert!(
            serde_json::from_value::<T>(value.clone()).is_err(),
            "{}: {value}",
            T::SHAPE.name
        );
    }
}

/// Asserts a known gap: the schema rejects a value that serde reads or writes.
#[track_caller]
fn only_read<T: Schema + DeserializeOwned>(values: &[Value]) {
    let judge = Judge::new(structure::<T>());
    for value in values {
        assert!(!judge.admits(value), "{}: {value}", T::SHAPE.name);
        assert!(
            serde_json::from_value::<T>(value.clone()).is_ok(),
            "{}: {value}",
            T::SHAPE.name
        );
    }
}

/// Seconds of the years 0 to 9999.
const SECONDS: std::ops::Range<i64> = -62_167_219_200..253_402_300_800;

#[test]
fn chrono_types() {
    let time = (SECONDS, 0u32..1_000_000_000);
    kept_at_random(time.clone(), |(seconds, nanos)| {
        DateTime::<Utc>::from_timestamp(seconds, nanos).unwrap()
    });
    // A time with an offset may be outside of these years.
    kept_at_random(
        (-62_000_000_000_i64..253_000_000_000, -1439..1440),
        |(seconds, minutes)| {
            let zone = FixedOffset::east_opt(minutes * 60).unwrap();
            DateTime::<Utc>::from_timestamp(seconds, 0)
                .unwrap()
                .with_timezone(&zone)
        },
    );
    kept_at_random(time, |(seconds, nanos)| {
        DateTime::from_timestamp(seconds, nanos).unwrap().naive_utc()
    });
    kept_at_random((0..86_400u32, 0..1_000_000_000u32), |(seconds, nanos)| {
        NaiveTime::from_num_seconds_from_midnight_opt(seconds, nanos).unwrap()
    });
    kept_at_random((0..10_000, 1..366u32), |(year, day)| {
        NaiveDate::from_yo_opt(year, day).unwrap()
    });
    kept_at_random(
        (-1_000_000_000_i64..1_000_000_000, 0..1_000_000_000u32),
        |(seconds, nanos)| TimeDelta::new(seconds, nanos).unwrap(),
    );
    kept((0..7).map(|day| chrono::Weekday::try_from(day).unwrap()));
    kept((1..13).map(|month| chrono::Month::try_from(month).unwrap()));
    refused::<DateTime<Utc>>(&[
        json!(""),
        json!("2026-11-21"),
        json!("2026-13-21T08:30:00Z"),
        json!("2026-11-21T08:30:00"),
        json!(7),
        json!(null),
    ]);
    refused::<NaiveDate>(&[json!("2026-11-31"), json!("21.11.2026")]);
    refused::<NaiveDateTime>(&[json!("2026-11-21 08:30:00 Z"), json!("2026-11-21T25:00:00")]);
    refused::<NaiveTime>(&[json!("25:00:00"), json!("noon")]);
    refused::<chrono::Weekday>(&[json!("Someday"), json!(1)]);
    refused::<TimeDelta>(&[json!([1]), json!(["1", 2]), json!("PT1S")]);
    only_admitted::<NaiveDateTime>(&[json!("2026-02-30T08:30:00")]);
    only_admitted::<DateTime<Utc>>(&[json!("2026-11-21T08:30:00x5Z")]);
    only_read::<DateTime<Utc>>(&[
        json!("+10000-01-01T00:00:00Z"),
        json!("2016-12-31T23:59:60Z"),
        json!("2026-11-21 08:30:00Z"),
    ]);
    only_read::<NaiveTime>(&[json!("08:30")]);
    only_read::<chrono::Weekday>(&[json!("monday")]);
}

#[test]
fn jiff_types() {
    kept_at_random((SECONDS, 0..1_000_000_000), |(seconds, nanos)| {
        Timestamp::new(seconds.min(Timestamp::MAX.as_second() - 1), nanos).unwrap()
    });
    kept_at_random((0..10_000i16, 1..13i8, 1..29i8), |(year, month, day)| {
        civil::date(year, month, day)
    });
    kept_at_random(
        (0..10_000i16, 0..24i8, 0..60i8, 0..1_000_000_000),
        |(year, hour, minute, nanos)| civil::date(year, 2, 3).at(hour, minute, minute, nanos),
    );
    kept_at_random((0..24i8, 0..60i8, 0..1_000_000_000), |(hour, minute, nanos)| {
        civil::time(hour, minute, minute, nanos)
    });
    kept_at_random((any::<i64>(), -999_999_999..1_000_000_000), |(seconds, nanos)| {
        SignedDuration::new(seconds.clamp(i64::MIN + 1, i64::MAX - 1), nanos)
    });
    kept_at_random((-10_000..10_000i64, -10_000..10_000i64), |(days, minutes)| {
        let sign = days.signum() * minutes.signum();
        Span::new()
            .days(days)
            .minutes(if sign < 0 { -minutes } else { minutes })
    });
    parsed::<Zoned>(&[
        "2024-06-19T15:22:45-04:00[-04:00]",
        "2024-06-19T15:22:45.123456789+05:30[+05:30]",
    ]);
    refused::<Timestamp>(&[json!("2026-11-21"), json!("2026-11-21T24:30:00Z"), json!(1)]);
    refused::<civil::Date>(&[json!("2026-02-30"), json!("tomorrow")]);
    refused::<civil::DateTime>(&[json!("yesterday"), json!("2026-13-01T00:00:00")]);
    refused::<civil::Time>(&[json!("25:00:00")]);
    refused::<Zoned>(&[json!("2024-06-19T15:22:45-04:00"), json!("2024-06-19T15:22:45")]);
    refused::<Span>(&[json!(5), json!(["PT1H"])]);
    only_admitted::<Span>(&[json!("soon")]);
    only_admitted::<SignedDuration>(&[json!("P1Y")]);
    only_admitted::<civil::DateTime>(&[json!("2026-02-30T08:30:00")]);
    only_admitted::<Zoned>(&[json!("2024-06-19T15:22:45-04:00[No/Where]")]);
    only_read::<Timestamp>(&[json!("2026-11-21T08:30:60Z"), json!("-009999-04-19T00:00:00Z")]);
    only_read::<civil::Date>(&[json!("20261121"), json!("-000001-01-01")]);
}

#[derive(Schema, Serialize, Deserialize)]
struct Meeting {
    #[serde(with = "time::serde::rfc3339")]
    #[crd(schema_as = crd_core::types::Time)]
    at: time::OffsetDateTime,
}

#[test]
fn time_types() {
    kept_at_random(
        (-62_000_000_000_i64..253_000_000_000, 0..1_000_000_000u32),
        |(seconds, nanos)| {
            let at = time::OffsetDateTime::from_unix_timestamp(seconds).unwrap();
            Meeting {
                at: at.replace_nanosecond(nanos).unwrap(),
            }
        },
    );
    refused::<Meeting>(&[json!({"at": "2026-11-21"}), json!({})]);
    // A quirk of the server: it does not check the type of a list where the schema has a format.
    only_admitted::<Meeting>(&[json!({"at": [2026, 1, 0, 0, 0, 0, 0, 0, 0]})]);
}

#[test]
fn urls() {
    parsed::<Url>(&[
        "https://example.com",
        "http://user:pass@[::1]:8080/a%20b?c=d&e=%C3%A9#f",
        "mailto:a@b.example",
        "data:text/plain,x",
        "file:///etc/hosts",
        "postgres://db/x",
        "https://müller.example/ü",
        "unix:/run/x.sock",
    ]);
    refused::<Url>(&[
        json!(""),
        json!("example.com"),
        json!("/path"),
        json!("a b"),
        json!(1),
    ]);
    only_read::<Url>(&[json!("https://example.com/%zz")]);
    only_admitted::<Url>(&[json!("https:")]);
}

#[test]
fn uuids() {
    kept_at_random(any::<u128>(), Uuid::from_u128);
    kept_at_random(1..u128::MAX, |bits| {
        NonNilUuid::new(Uuid::from_u128(bits)).unwrap()
    });
    kept([Uuid::nil(), Uuid::max()]);
    refused::<Uuid>(&[
        json!(""),
        json!("67e55044-10b1-426f-9247-bb680e5fe0c"),
        json!("g7e55044-10b1-426f-9247-bb680e5fe0c8"),
    ]);
    refused::<NonNilUuid>(&[json!("00000000-0000-0000-0000-000000000000")]);
    only_read::<Uuid>(&[json!("urn:uuid:67e55044-10b1-426f-9247-bb680e5fe0c8")]);
    only_admitted::<Uuid>(&[json!("67e55044-10b1426f-9247-bb680e5fe0c8")]);
}

#[test]
fn versions() {
    kept_at_random(any::<(u64, u64, u64)>(), |(major, minor, patch)| {
        Version::new(major, minor, patch)
    });
    parsed::<Version>(&["1.2.3-alpha.1+build.5", "0.0.0-0.x-y.0a", "1.0.0+001", "1.0.0--"]);
    parsed::<VersionReq>(&["*", "1", "^1.2", ">=1.2.3, <2", "~0.3.0-rc.1", "=1.*", "1.2.x"]);
    refused::<Version>(&[
        json!("1"),
        json!("1.2"),
        json!("01.2.3"),
        json!("v1.2.3"),
        json!("1.2.3-"),
        json!("1.2.3-01"),
        json!(1.2),
    ]);
    refused::<VersionReq>(&[json!("latest"), json!(""), json!("v1"), json!(1)]);
    only_admitted::<Version>(&[json!("99999999999999999999.0.0")]);
    only_admitted::<VersionReq>(&[json!("1 and 2")]);
}

#[test]
fn networks() {
    kept_at_random((any::<[u8; 4]>(), 0..33u8), |(address, prefix)| {
        Ipv4Net::new(address.into(), prefix).unwrap()
    });
    kept_at_random((any::<[u8; 16]>(), 0..129u8), |(address, prefix)| {
        Ipv6Net::new(address.into(), prefix).unwrap()
    });
    parsed::<IpNet>(&["10.0.0.1/8", "fd00::/8", "::ffff:10.0.0.1/100", "0.0.0.0/0"]);
    refused::<IpNet>(&[
        json!("10.0.0.0"),
        json!("10.0.0.0/33"),
        json!("10.0.0/8"),
        json!("0010.0.0.0/8"),
        json!("10.0.0.0/008"),
        json!("fd00::/129"),
        json!(""),
    ]);
    let judge = Judge::new(structure::<IpNet>());
    for text in ["010.0.0.0/8", "10.0.0.0/08"] {
        assert!(judge.admits(&json!(text)));
        assert!(serde_json::from_value::<IpNet>(json!(text)).is_ok(), "{text}");
    }
    refused::<Ipv4Net>(&[json!("fd00::/8")]);
    refused::<Ipv6Net>(&[json!("10.0.0.0/8")]);
}

#[derive(Schema, Deserialize)]
struct Numbers {
    #[expect(dead_code, reason = "only read")]
    numbers: IndexSet<i32>,
}

#[test]
fn containers() {
    kept_at_random(
        vec((any::<String>(), any::<u8>()), 0..9),
        IndexMap::<String, u8>::from_iter,
    );
    kept_at_random(vec(any::<i32>(), 0..9), IndexSet::<i32>::from_iter);
    kept_at_random(vec(any::<u16>(), 0..9), SmallVec::<[u16; 2]>::from_iter);
    kept_at_random(vec(any::<u8>(), 0..9), Bytes::from);
    kept([BytesMut::from(&b"abc"[..])]);
    kept([Either::<u8, String>::Left(1), Either::Right("a".to_owned())]);
    refused::<IndexMap<String, u8>>(&[json!({"a": 256}), json!([1])]);
    refused::<SmallVec<[u16; 2]>>(&[json!([65_536]), json!("a")]);
    refused::<Bytes>(&[json!([256]), json!({})]);
    refused::<Either<u8, String>>(&[
        json!({}),
        json!({"Left": 1, "Right": "a"}),
        json!({"Left": "a"}),
        json!(1),
    ]);
    only_read::<Bytes>(&[json!("YQ==")]);
    only_read::<Numbers>(&[json!({"numbers": [1, 1]})]);
}

#[derive(Schema, Serialize, Deserialize)]
struct Port {
    #[serde(with = "either::serde_untagged")]
    #[crd(schema_as = Untagged<i32, String>)]
    port: Either<i32, String>,
}

#[test]
fn untagged_either() {
    kept([
        Port {
            port: Either::Left(80),
        },
        Port {
            port: Either::Right("http".to_owned()),
        },
    ]);
    refused::<Port>(&[
        json!({"port": true}),
        json!({"port": {"Left": 80}}),
        json!({"port": null}),
    ]);
    assert_eq!(
        schema::<Port>()["properties"]["port"]["x-kubernetes-int-or-string"],
        true
    );
}

#[derive(Schema, Deserialize)]
struct Login {
    #[crd(min_length = 8)]
    password: SecretString,
}

#[test]
fn secrets() {
    let read: Login = serde_json::from_value(json!({"password": "s3cr3t99"})).unwrap();
    assert_eq!(read.password.expose_secret(), "s3cr3t99");
    let schema = schema::<Login>();
    assert_eq!(
        schema["properties"]["password"],
        json!({"type": "string", "minLength": 8, "description": "Write-only: a secret."})
    );
    refused::<Login>(&[json!({"password": 5}), json!({})]);
}
