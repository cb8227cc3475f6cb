//! Expressions as authors of Go, JavaScript, Python, Rust and SQL write them: each error says what to write in CEL.

use crd_cel::{CompatVersion, Env, Issues, ObjectType, TypeId};

/// Returns the errors of an expression, without those that only follow from another: `part: message; help`.
fn words(source: &str) -> String {
    let mut env = Env::new(CompatVersion::of_server(36));
    let lists = [TypeId::STRING, TypeId::INT].map(|of| env.types_mut().list(of));
    let map = env.types_mut().map(TypeId::STRING, TypeId::STRING);
    let item = env.add_object(ObjectType::new("Item", [("name".to_owned(), TypeId::STRING)]));
    let named = env.types_mut().map(TypeId::STRING, item);
    let items = env.types_mut().list(item);
    let fields = [
        ("a", TypeId::STRING),
        ("b", TypeId::STRING),
        ("num", TypeId::INT),
        ("d", TypeId::DOUBLE),
        ("flag", TypeId::BOOL),
        ("t", TypeId::TIMESTAMP),
        ("dur", TypeId::DURATION),
        ("l", lists[0]),
        ("l2", lists[1]),
        ("m", map),
        ("itemsByName", named),
        ("items", items),
        ("foo__dash__bar", TypeId::STRING),
    ];
    let fields = fields.map(|(name, ty)| (name.to_owned(), ty));
    let spec = env.add_object(ObjectType::new("Spec", fields));
    env.declare("self", spec);
    let of = |issues: Issues| {
        let causes = issues.causes().into_iter();
        let lines = causes.map(|issue| {
            let part = &issues.source()[issue.span.range()];
            format!("{part}: {}", issue.describe().one_line())
        });
        lines.collect::<Vec<_>>().join(" | ")
    };
    env.compile(source).map_or_else(of, |_| "accepted".to_owned())
}

#[test]
fn words_of_other_languages() {
    let mut failed = String::new();
    for line in include_str!("other_languages.txt").lines() {
        let (source, expected) = line.split_once(" # ").expect(line);
        let found = words(source);
        if found != expected {
            failed.push_str(&format!("{source} # {found}\n"));
        }
    }
    assert!(failed.is_empty(), "found:\n{failed}");
}

/// A message that gives no way out has no help.
#[test]
fn every_form_has_help() {
    for line in include_str!("other_languages.txt").lines() {
        let (source, expected) = line.split_once(" # ").expect(line);
        assert!(expected.contains("; "), "{source}");
    }
}
