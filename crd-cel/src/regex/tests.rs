use super::check;
#[cfg(feature = "eval")]
use super::{parse::parse, program::CharProgram, translate};

/// The verdict of Go 1.26 on each pattern; `error` is null if it compiles.
const VERDICTS: &str = include_str!("verdicts.jsonl");

/// A text and the byte range of the pattern's match in it.
type Find = (String, Option<(usize, usize)>);

fn verdicts() -> impl Iterator<Item = (String, Option<String>, Vec<Find>)> {
    VERDICTS.lines().map(|line| {
        let case: serde_json::Value = serde_json::from_str(line).unwrap();
        let finds = case["finds"].as_array().into_iter().flatten().map(|find| {
            let at = |index| usize::try_from(find[index].as_u64()?).ok();
            (find[0].as_str().unwrap().to_owned(), at(1).zip(at(2)))
        });
        let error = case["error"].as_str().map(str::to_owned);
        (
            case["pattern"].as_str().unwrap().to_owned(),
            error,
            finds.collect(),
        )
    })
}

#[test]
fn go_and_this_agree_on_every_pattern() {
    for (pattern, error, _) in verdicts() {
        assert_eq!(
            check(&pattern).err().map(|error| error.to_string()),
            error,
            "{pattern}"
        );
    }
}

#[cfg(feature = "eval")]
#[test]
fn a_translated_pattern_finds_what_go_finds() {
    let mut finds_compared = 0;
    for (pattern, _, finds) in verdicts() {
        let Ok(translated) = translate(&pattern) else {
            continue;
        };
        let regex = regex::Regex::new(&translated).unwrap_or_else(|error| panic!("{pattern}: {error}"));
        let program = CharProgram::new(&parse(&pattern).unwrap());
        for (text, expected) in finds {
            let found = regex.find(&text).map(|found| (found.start(), found.end()));
            assert_eq!(found, expected, "`{pattern}` as `{translated}` on {text:?}");
            let found = program.find(&text, 0).map(|found| (found.start, found.end));
            assert_eq!(found, expected, "the program of `{pattern}` on {text:?}");
            finds_compared += 1;
        }
    }
    assert!(finds_compared > 1000, "only {finds_compared} compared");
}

#[test]
fn limits_are_those_of_go() {
    let nested = |levels: usize| format!("{}a{}", "(".repeat(levels), ")".repeat(levels));
    let message = |pattern: &str| check(pattern).err().map(|error| error.kind().to_string());
    assert_eq!(message(&nested(999)), None);
    assert_eq!(
        message(&nested(1000)).as_deref(),
        Some("expression nests too deeply")
    );
    assert_eq!(message(&format!("({}){{1000}}", "a".repeat(3350))), None);
    let too_large = format!("({}){{1000}}", "a".repeat(3400));
    assert_eq!(message(&too_large).as_deref(), Some("expression too large"));
}

#[test]
fn hostile_nesting_needs_no_stack() {
    let deep = 200_000;
    let run = move || {
        assert!(check(&"(".repeat(deep)).is_err());
        assert!(check(&format!("{}a{}", "(?:".repeat(deep), ")".repeat(deep))).is_ok());
        assert!(check(&"(?:a".repeat(deep)).is_err());
        assert!(check(&"[".repeat(deep)).is_err());
        assert!(check(&format!("a{}", "\\Q\\E*".repeat(deep))).is_err());
    };
    std::thread::Builder::new()
        .stack_size(256 << 10)
        .spawn(run)
        .unwrap()
        .join()
        .unwrap();
}

/// The characters of Unicode 16 are not letters for Go, which has tables of Unicode 15.
#[cfg(feature = "matches")]
#[test]
fn properties_and_cases_are_those_of_go() {
    use super::Matcher;

    for (pattern, text, expected) in [
        (r"^\p{Lu}$", "Ä", true),
        (r"^\p{Lu}$", "\u{1C89}", false),
        (r"^\P{Lu}$", "\u{1C89}", true),
        (r"^[^\p{L}\d]$", "\u{1C89}", true),
        (r"^\p{Assigned}$", "\u{1C89}", false),
        (r"^\p{Greek}$", "λ", true),
        (r"^\p{lower-case letter}$", "ß", true),
        ("(?i)^kelvin$", "\u{212A}ELVIN", true),
        ("(?i)^[a-k]$", "\u{212A}", true),
        ("(?i)^[^a-k]$", "\u{212A}", false),
        (r"(?i)^\W$", "\u{17F}", false),
        (r"(?i)^\p{Lu}$", "ä", true),
        ("(?i)^ς$", "Σ", true),
        ("(?i)^ß$", "ẞ", true),
        ("(?i)^ǆ$", "ǅ", true),
        ("(?i)^\u{1C8A}$", "\u{1C89}", false),
    ] {
        let matcher = Matcher::new(pattern).unwrap();
        assert_eq!(matcher.is_match(text), expected, "{pattern} {text:?}");
    }
}
