//! Tests with planted mistakes: each is an incorrect mapping that compiles, with the expected message of the proof.

#![allow(
    clippy::expect_used,
    clippy::large_types_passed_by_value,
    clippy::cast_possible_truncation,
    clippy::redundant_closure,
    clippy::redundant_closure_for_method_calls,
    clippy::unnecessary_wraps,
    clippy::type_complexity,
    clippy::needless_pass_by_value,
    clippy::too_many_lines,
    reason = "the functions have mistakes"
)]

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicI64, Ordering};
use std::thread;
use std::time::Duration;

use crd_core::__private::next;
use crd_core::convert::{RoundTripOptions, round_trip_of};
use crd_core::shape::{
    Attrs, EnumValue, Field, Kind, MappingFunction, Next, NextFunctions, NextStep, NextVariant, Resource,
    Schema, Shape, Validation, When,
};

/// A wrong mapping.
struct Planted {
    mistake: &'static str,
    older: Vec<Field>,
    newer: Vec<Field>,
    steps: Vec<NextStep>,
    /// Expected parts of the message.
    says: &'static [&'static str],
}

/// Builds the functions between two fields.
macro_rules! one {
    ($up:expr, $down:expr) => {
        NextFunctions {
            up: MappingFunction {
                run: |values| next::run(values, &$up),
                arguments: next::takes(&$up),
                results: next::gives(&$up),
            },
            down: MappingFunction {
                run: |values| next::run(values, &$down),
                arguments: next::takes(&$down),
                results: next::gives(&$down),
            },
            is_lossy: false,
            name: "",
        }
    };
}

/// Builds the functions between one field and two.
macro_rules! split {
    ($up:expr, $down:expr) => {
        NextFunctions {
            up: MappingFunction {
                run: |values| next::run(values, &$up),
                arguments: next::takes(&$up),
                results: next::gives_several(&$up),
            },
            down: MappingFunction {
                run: |values| next::run(values, &$down),
                arguments: next::takes(&$down),
                results: next::gives(&$down),
            },
            is_lossy: false,
            name: "",
        }
    };
}

type Texts = Option<(Option<String>, Option<String>)>;

pub(super) fn leaked<T>(value: T) -> &'static T {
    Box::leak(Box::new(value))
}

pub(super) fn paths(names: &[&'static str]) -> &'static [&'static [&'static str]] {
    let all: Vec<&'static [&'static str]> = names
        .iter()
        .map(|name| &*name.split('.').collect::<Vec<_>>().leak())
        .collect();
    all.leak()
}

fn step(from: &[&'static str], to: &[&'static str], functions: NextFunctions) -> NextStep {
    NextStep {
        from: paths(from),
        to: paths(to),
        functions: Some(functions),
        ..NextStep::NONE
    }
}

pub(super) fn object(name: &'static str, fields: Vec<Field>, next: Option<Next>) -> &'static Shape {
    let mut shape = Shape::new(name, Kind::Object(fields.leak()));
    if let Some(next) = next {
        shape.attrs = leaked(Attrs::NONE.next(leaked(next)));
    }
    leaked(shape)
}

pub(super) fn resource(
    version: &'static str,
    spec: &'static Shape,
    next: Option<&'static Resource>,
) -> &'static Resource {
    leaked(Resource {
        group: "planted.example.com",
        version,
        kind: "Thing",
        plural: "things",
        singular: "thing",
        list_kind: "ThingList",
        spec,
        next,
        rust_path: version,
        ..Resource::NONE
    })
}

/// Returns the message of the proof for two specs.
fn said(older: &'static Shape, newer: &'static Shape) -> Option<String> {
    let v2 = resource("v2", newer, None);
    let mut options = RoundTripOptions::default();
    options.objects = 200;
    round_trip_of(resource("v1", older, Some(v2)), options)
        .err()
        .map(|error| error.to_string())
}

fn field<T: Schema>(name: &'static str) -> Field {
    Field::new(name, <Option<T> as Schema>::REF)
}

fn limited<T: Schema>(name: &'static str, validation: Validation) -> Field {
    let mut field = field::<T>(name);
    field.attrs = leaked(Attrs::NONE.validation(leaked(validation)));
    field
}

/// Creates a mistake in functions from a field of one type to a field of another, both named `x`.
fn between<A: Schema, B: Schema>(
    mistake: &'static str,
    functions: NextFunctions,
    says: &'static [&'static str],
) -> Planted {
    Planted {
        mistake,
        older: vec![field::<A>("x")],
        newer: vec![field::<B>("x")],
        steps: vec![step(&["x"], &["x"], functions)],
        says,
    }
}

const DIFFERS: &[&str] = &["down(up(x)) differs for ", "kept in annotations", "`spec.x`"];
const DIFFERS_DOWN: &[&str] = &["differs for ", "kept in annotations"];

static COUNTER: AtomicI64 = AtomicI64::new(0);

fn numbers() -> Vec<Planted> {
    vec![
        between::<i32, i64>(
            "wrong units",
            one!(|x: i32| i64::from(x) * 1024, |x: i64| i32::try_from(x / 1000)
                .ok()),
            DIFFERS,
        ),
        between::<i32, i64>(
            "seconds and minutes",
            one!(|x: i32| i64::from(x) * 1000, |x: i64| i32::try_from(x / 60).ok()),
            DIFFERS,
        ),
        between::<i32, i64>(
            "off by one",
            one!(|x: i32| i64::from(x) + 1, |x: i64| i32::try_from(x).ok()),
            DIFFERS,
        ),
        between::<i32, i64>(
            "a constant back",
            one!(|x: i32| i64::from(x), |_: i64| 0_i32),
            DIFFERS,
        ),
        between::<i32, i64>(
            "a constant there",
            one!(|_: i32| 0_i64, |x: i64| i32::try_from(x).ok()),
            DIFFERS,
        ),
        between::<i32, i64>(
            "rounded",
            one!(|x: i32| i64::from(x) / 1000, |x: i64| i32::try_from(x * 1000)
                .ok()),
            DIFFERS,
        ),
        between::<i32, i64>(
            "without the sign",
            one!(|x: i32| i64::from(x).abs(), |x: i64| i32::try_from(x).ok()),
            DIFFERS,
        ),
        between::<i32, i64>(
            "Celsius and Fahrenheit in whole numbers",
            one!(|x: i32| i64::from(x) * 9 / 5 + 32, |x: i64| i32::try_from(
                (x - 32) * 5 / 9
            )
            .ok()),
            DIFFERS,
        ),
        between::<i32, i64>(
            "the other sign",
            one!(|x: i32| -i64::from(x), |x: i64| i32::try_from(x).ok()),
            DIFFERS,
        ),
        between::<i32, i32>(
            "wrapped",
            one!(|x: i32| x.wrapping_mul(2), |x: i32| x / 2),
            DIFFERS,
        ),
        between::<i32, String>(
            "hexadecimal there, decimal back",
            one!(|x: i32| format!("{x:x}"), |x: String| x.parse::<i32>().ok()),
            DIFFERS,
        ),
        between::<i32, String>(
            "a unit that `up` does not write, and `lossy` hides",
            NextFunctions {
                is_lossy: true,
                ..one!(|x: i32| x.to_string(), |x: String| x
                    .strip_suffix('s')
                    .and_then(|x| x.parse::<i32>().ok()))
            },
            &["`down` has no result for any of", "values that `up` returns"],
        ),
        between::<String, i32>(
            "leading zeros",
            one!(|x: String| x.parse::<i32>().ok(), |x: i32| x.to_string()),
            DIFFERS,
        ),
        between::<f64, i32>(
            "a fraction is cut",
            one!(|x: f64| x as i32, |x: i32| f64::from(x)),
            DIFFERS,
        ),
        between::<f64, f64>(
            "a fraction is rounded",
            one!(|x: f64| x.round(), |x: f64| x),
            DIFFERS,
        ),
        between::<bool, bool>("inverted there", one!(|x: bool| !x, |x: bool| x), DIFFERS),
        between::<bool, String>(
            "inverted back",
            one!(|x: bool| if x { "yes" } else { "no" }.to_owned(), |x: String| x
                == "no"),
            DIFFERS,
        ),
        between::<bool, String>(
            "one of both only",
            one!(|x: bool| x.then(|| "yes".to_owned()), |_: String| false),
            DIFFERS,
        ),
        between::<i64, i64>(
            "an overflow panics",
            one!(|x: i64| x.checked_mul(1000).expect("too large"), |x: i64| x
                / 1000),
            &["`up`", "panics (too large) on"],
        ),
        between::<i32, i64>(
            "a counter",
            one!(
                |x: i32| i64::from(x) + COUNTER.fetch_add(1, Ordering::Relaxed),
                |x: i64| i32::try_from(x).ok()
            ),
            &["`up`", "has state"],
        ),
        between::<i32, i64>(
            "a counter back",
            one!(|x: i32| i64::from(x), |x: i64| COUNTER
                .fetch_add(1, Ordering::Relaxed)
                + x),
            &["`down`", "has state"],
        ),
        between::<i32, i64>(
            "the time of day",
            one!(
                |x: i32| i64::from(x)
                    + i64::try_from(std::time::UNIX_EPOCH.elapsed().unwrap().as_nanos() % 1_000_003).unwrap(),
                |x: i64| i32::try_from(x).ok()
            ),
            &["has state"],
        ),
        between::<i32, i64>(
            "slow",
            one!(
                |x: i32| {
                    thread::sleep(Duration::from_millis(400));
                    i64::from(x)
                },
                |x: i64| i32::try_from(x).ok()
            ),
            &["`up`", " ms for"],
        ),
        between::<i32, i64>(
            "slow back",
            one!(|x: i32| i64::from(x), |x: i64| {
                thread::sleep(Duration::from_millis(400));
                i32::try_from(x).ok()
            }),
            &["`down`", " ms for"],
        ),
        between::<i32, i64>(
            "never a result",
            one!(|_: i32| None::<i64>, |x: i64| i32::try_from(x).ok()),
            &["`up`", "no result for any of"],
        ),
        between::<i32, i64>(
            "never a result back",
            one!(|x: i32| i64::from(x), |_: i64| None::<i32>),
            DIFFERS,
        ),
    ]
}

fn texts() -> Vec<Planted> {
    vec![
        between::<String, String>(
            "cut",
            one!(|x: String| x.chars().take(3).collect::<String>(), |x: String| x),
            DIFFERS,
        ),
        between::<String, String>(
            "lower case",
            one!(|x: String| x.to_lowercase(), |x: String| x),
            DIFFERS,
        ),
        between::<String, String>(
            "another separator",
            one!(|x: String| x.replace(':', "/"), |x: String| x),
            DIFFERS,
        ),
        between::<String, String>(
            "reversed there only",
            one!(|x: String| x.chars().rev().collect::<String>(), |x: String| x),
            DIFFERS,
        ),
        between::<String, String>(
            "a prefix that stays",
            one!(|x: String| format!("a-{x}"), |x: String| x),
            DIFFERS,
        ),
        between::<String, String>(
            "a prefix that is taken off twice",
            one!(|x: String| format!("a{x}"), |x: String| x
                .trim_start_matches('a')
                .to_owned()),
            DIFFERS,
        ),
        between::<String, String>(
            "ASCII only",
            one!(
                |x: String| x.chars().filter(char::is_ascii).collect::<String>(),
                |x: String| x
            ),
            DIFFERS,
        ),
        between::<String, i32>(
            "its length",
            one!(|x: String| i32::try_from(x.len()).ok(), |x: i32| x.to_string()),
            DIFFERS,
        ),
        between::<String, i32>(
            "a unit is dropped",
            one!(
                |x: String| x.trim_end_matches('s').parse::<i32>().ok(),
                |x: i32| x.to_string()
            ),
            DIFFERS,
        ),
        between::<String, String>(
            "panics on an empty text",
            one!(
                |x: String| x.chars().next().expect("no letter").to_string(),
                |x: String| x
            ),
            &["`up`", "panics (no letter) on `\"\"`"],
        ),
        between::<String, i32>(
            "panics on what is no number",
            one!(|x: String| x.parse::<i32>().expect("a number"), |x: i32| x
                .to_string()),
            &["`up`", "panics (a number"],
        ),
        between::<i32, String>(
            "panics back",
            one!(|x: i32| x.to_string(), |x: String| x
                .parse::<i32>()
                .expect("digits")),
            &["`down`", "panics (digits"],
        ),
        between::<String, String>(
            "huge",
            one!(|x: String| x.repeat(20_000), |x: String| x),
            &["`up`", "bytes for"],
        ),
        between::<String, String>(
            "empty becomes nothing, and back another",
            one!(
                |x: String| if x.is_empty() { "none".to_owned() } else { x },
                |x: String| x
            ),
            DIFFERS,
        ),
    ]
}

fn bounds() -> Vec<Planted> {
    let most = |most: f64| Validation::NONE.maximum(most);
    let long = |length: i64| Validation::NONE.max_length(length);
    let refused = |mistake, older, newer, functions| Planted {
        mistake,
        older: vec![older],
        newer: vec![newer],
        steps: vec![step(&["x"], &["x"], functions)],
        says: &["rejects for `spec.x`"],
    };
    vec![
        refused(
            "above the maximum",
            field::<i32>("x"),
            limited::<i32>("x", most(50.0)),
            one!(|x: i32| x, |x: i32| x),
        ),
        refused(
            "percent of a fraction",
            field::<i32>("x"),
            limited::<i64>("x", most(100.0)),
            one!(|x: i32| i64::from(x) * 100, |x: i64| i32::try_from(x / 100).ok()),
        ),
        refused(
            "too long a text",
            field::<String>("x"),
            limited::<String>("x", long(3)),
            one!(|x: String| x, |x: String| x),
        ),
        refused(
            "above the maximum on the way back",
            limited::<i32>("x", most(50.0)),
            field::<i32>("x"),
            one!(|x: i32| x, |x: i32| x),
        ),
        refused(
            "too long a text on the way back",
            limited::<String>("x", long(3)),
            field::<String>("x"),
            one!(|x: String| x, |x: String| x),
        ),
        refused(
            "a number that no int32 holds",
            field::<i64>("x"),
            field::<i32>("x"),
            one!(|x: i64| x, |x: i32| i64::from(x)),
        ),
    ]
}

fn several() -> Vec<Planted> {
    let parts = |mistake, functions| Planted {
        mistake,
        older: vec![field::<String>("x")],
        newer: vec![field::<String>("a"), field::<String>("b")],
        steps: vec![step(&["x"], &["a", "b"], functions)],
        says: DIFFERS_DOWN,
    };
    vec![
        parts(
            "parts swapped",
            split!(
                |x: String| -> Texts {
                    x.split_once(':')
                        .map(|(a, b)| (Some(a.to_owned()), Some(b.to_owned())))
                },
                |a: Option<String>, b: Option<String>| -> Option<String> { Some(format!("{}:{}", b?, a?)) }
            ),
        ),
        parts(
            "joined by another separator",
            split!(
                |x: String| -> Texts {
                    x.split_once(':')
                        .map(|(a, b)| (Some(a.to_owned()), Some(b.to_owned())))
                },
                |a: Option<String>, b: Option<String>| -> Option<String> { Some(format!("{}/{}", a?, b?)) }
            ),
        ),
        parts(
            "the second part is forgotten",
            split!(
                |x: String| -> Texts {
                    x.split_once(':')
                        .map(|(a, b)| (Some(a.to_owned()), Some(b.to_owned())))
                },
                |a: Option<String>, _b: Option<String>| -> Option<String> { a }
            ),
        ),
        parts(
            "both parts are the first",
            split!(
                |x: String| -> Texts {
                    x.split_once(':')
                        .map(|(a, _)| (Some(a.to_owned()), Some(a.to_owned())))
                },
                |a: Option<String>, b: Option<String>| -> Option<String> { Some(format!("{}:{}", a?, b?)) }
            ),
        ),
    ]
}

fn collections() -> Vec<Planted> {
    type List = Vec<String>;
    type Map = BTreeMap<String, String>;
    let inner = |wrong: NextFunctions| {
        let newer = object("Item", vec![field::<i64>("x")], None);
        let next = Next {
            steps: vec![step(&["x"], &["x"], wrong)].leak(),
            ..Next::new(newer)
        };
        (object("OldItem", vec![field::<i32>("x")], Some(next)), newer)
    };
    let wrong = || one!(|x: i32| i64::from(x) + 1, |x: i64| i32::try_from(x).ok());
    let nested = |mistake, make: fn(&'static Shape) -> Kind, says: &'static [&'static str]| {
        let (a, b) = inner(wrong());
        Planted {
            mistake,
            older: vec![Field::new("y", leaked(Shape::new("Old", make(a))))],
            newer: vec![Field::new("y", leaked(Shape::new("New", make(b))))],
            steps: Vec::new(),
            says,
        }
    };
    vec![
        between::<List, List>(
            "a list is reversed there only",
            one!(|x: List| x.into_iter().rev().collect::<List>(), |x: List| x),
            DIFFERS,
        ),
        between::<List, List>(
            "a list is sorted",
            one!(
                |mut x: List| {
                    x.sort();
                    x
                },
                |x: List| x
            ),
            DIFFERS,
        ),
        between::<List, Option<String>>(
            "the first element only",
            one!(|x: List| x.into_iter().next(), |x: Option<String>| x
                .into_iter()
                .collect::<List>(
            )),
            DIFFERS,
        ),
        between::<List, List>(
            "elements in upper case",
            one!(|x: String| x.to_uppercase(), |x: String| x),
            DIFFERS,
        ),
        between::<Map, Map>(
            "names in lower case",
            one!(
                |x: Map| x.into_iter().map(|(k, v)| (k.to_lowercase(), v)).collect::<Map>(),
                |x: Map| x
            ),
            DIFFERS,
        ),
        between::<Map, Map>(
            "a member is dropped",
            one!(|x: Map| x.into_iter().skip(1).collect::<Map>(), |x: Map| x),
            DIFFERS,
        ),
        nested("below a list", Kind::Array, &["differs for", "`spec.y[].x`"]),
        nested("below a map", Kind::Map, &["differs for", "`spec.y.*.x`"]),
        Planted {
            mistake: "at another place",
            older: vec![field::<i32>("x")],
            newer: vec![Field::new("y", object("Place", vec![field::<i64>("z")], None))],
            steps: vec![step(&["x"], &["y.z"], wrong())],
            says: &["differs for", "`spec.y.z`"],
        },
    ]
}

#[test]
fn planted_mistakes_are_found() {
    let all: Vec<Planted> = [numbers(), texts(), bounds(), several(), collections()]
        .into_iter()
        .flatten()
        .collect();
    assert!(all.len() >= 55, "{}", all.len());
    let mut missed = Vec::new();
    for planted in all {
        let newer = object("Spec", planted.newer, None);
        let next = Next {
            steps: planted.steps.leak(),
            ..Next::new(newer)
        };
        let older = object("OldSpec", planted.older, Some(next));
        let said = said(older, newer).unwrap_or_else(|| "nothing".to_owned());
        if planted.says.iter().any(|part| !said.contains(part)) {
            missed.push(format!("{}: {said}", planted.mistake));
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n\n"));
}

fn values(names: &[&'static str]) -> Kind {
    let value = |name: &&'static str| EnumValue {
        name,
        description: "",
        aliases: &[],
        when: &When::ALWAYS,
    };
    let all: Vec<EnumValue> = names.iter().map(value).collect();
    Kind::StringEnum(all.leak())
}

/// Tests variants that are merged, or have no target, in nullable enums.
#[test]
fn planted_mistakes_in_variants_are_found() {
    use NextVariant::{Added, Dropped, Renamed};
    type Case = (
        &'static str,
        &'static [&'static str],
        &'static [&'static str],
        Vec<NextVariant>,
    );
    let cases: Vec<Case> = vec![
        (
            "two renamed to one",
            &["A", "B"],
            &["C"],
            vec![Renamed { from: "A", to: "C" }, Renamed { from: "B", to: "C" }],
        ),
        (
            "renamed onto one that stays",
            &["A", "C"],
            &["C"],
            vec![Renamed { from: "A", to: "C" }],
        ),
        (
            "added though it is there",
            &["A"],
            &["A"],
            vec![Added {
                name: "A",
                falls_back: "A",
            }],
        ),
        (
            "falls back to none",
            &["A", "B"],
            &["A"],
            vec![Dropped {
                name: "B",
                falls_back: "Z",
            }],
        ),
        (
            "renamed to none",
            &["A", "B"],
            &["A"],
            vec![Renamed { from: "B", to: "Z" }],
        ),
        (
            "added that falls back to none",
            &["A"],
            &["A", "B"],
            vec![Added {
                name: "B",
                falls_back: "Z",
            }],
        ),
        ("not mapped", &["A", "B"], &["A"], vec![]),
        ("not mapped back", &["A"], &["A", "B"], vec![]),
    ];
    for (mistake, older, newer, variants) in cases {
        let newer: &'static Shape = leaked(Shape::new("Mode", values(newer)));
        let mut shape = Shape::new("OldMode", values(older));
        shape.attrs = leaked(Attrs::NONE.next(leaked(Next {
            variants: variants.leak(),
            ..Next::new(newer)
        })));
        let optional = |shape: &'static Shape| Shape {
            optional: true,
            nullable: true,
            ..*shape
        };
        let newer = object("Spec", vec![Field::new("mode", leaked(optional(newer)))], None);
        let older = object(
            "OldSpec",
            vec![Field::new("mode", leaked(optional(leaked(shape))))],
            Some(Next::new(newer)),
        );
        let said = said(older, newer);
        assert!(
            said.as_ref().is_some_and(|said| said.contains("mode")),
            "{mistake}: {said:?}"
        );
    }
}
