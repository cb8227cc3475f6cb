//! Expressions as authors of Go, JavaScript, Python, Rust and SQL write them: each error says what to write in CEL.

use crd_cel::{CompatVersion, Env, Issue, IssueKind, Issues, MeantSelection, ObjectType, TypeId};

/// Returns an environment with fields of all types.
fn env() -> Env {
    env_and_spec().0
}

fn env_and_spec() -> (Env, TypeId) {
    let mut env = Env::new(CompatVersion::of_server(36));
    let lists = [TypeId::STRING, TypeId::INT].map(|of| env.types_mut().list(of));
    let map = env.types_mut().map(TypeId::STRING, TypeId::STRING);
    let fields = [
        ("name", TypeId::STRING),
        ("port", TypeId::INT),
        ("protocol", TypeId::STRING),
    ];
    let fields = fields.map(|(name, ty)| (name.to_owned(), ty));
    let item = env.add_object(ObjectType::new("Item", fields));
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
    (env, spec)
}

/// Returns the errors of an expression, without those that only follow from another: `part: message; help`.
fn words(source: &str) -> String {
    let env = env();
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

/// The names of fields that are names of types, too, and methods without their receiver.
#[test]
fn names_without_self() {
    for (source, expected) in [
        ("type == 'x'", "write `self.type`"),
        ("'x' != type", "write `self.type`"),
        ("type in ['x', 'y']", "write `self.type`"),
        ("type.startsWith('x')", "write `self.type`"),
        ("size(type) > 1", "write `self.type`"),
        ("duration > duration('1h')", "write `self.duration`"),
        (
            "type(self.type) == 'text'",
            "write the type without quotes: `type(x) == string`",
        ),
    ] {
        let mut env = Env::new(CompatVersion::of_server(36));
        let fields = [("type", TypeId::STRING), ("duration", TypeId::DURATION)];
        let fields = fields.map(|(name, ty)| (name.to_owned(), ty));
        let spec = env.add_object(ObjectType::new("Spec", fields));
        env.declare("self", spec);
        let issues = env.compile(source).expect_err(source);
        let help = issues.causes()[0].describe().help.join("; ");
        assert_eq!(help, expected, "{source}");
    }
    for (source, expected) in [
        ("contains('x')", "write `self.contains('x')`"),
        ("size() > 1", "write `self.size()`"),
        ("split('/', 2)[0] == 'x'", "write `self.split('/', 2)`"),
    ] {
        let mut env = Env::new(CompatVersion::of_server(36));
        env.declare("self", TypeId::STRING);
        let issues = env.compile(source).expect_err(source);
        let help = issues.causes()[0].describe().help.join("; ");
        assert_eq!(help, expected, "{source}");
    }
}

/// In messages, the text of an absent value has no known length for the server, but its required value does.
#[test]
fn values_of_an_optional_old_self() {
    for (source, expected) in [
        ("'was ' + oldSelf.a", "write `'was ' + oldSelf.value().a`"),
        (
            "'was ' + oldSelf.a + ', is ' + self.a",
            "write `'was ' + oldSelf.value().a + ', is ' + self.a`",
        ),
        (
            "'was ' + oldSelf.num",
            "write `'was %s'.format([oldSelf.value().num])`",
        ),
        (
            "'was ' + oldSelf.a + ' of ' + string(self.num)",
            "write `'was %s of %s'.format([oldSelf.value().a, self.num])`",
        ),
        (
            "'was ' + string(oldSelf.num)",
            "write `'was %s'.format([oldSelf.value().num])`",
        ),
        ("'is ' + self.?a", "write `'is ' + self.a`"),
        (
            "'was %d'.format([oldSelf.num])",
            "write its value: `oldSelf.value().num`",
        ),
        (
            "'was %s'.format([oldSelf.?a])",
            "write its value: `oldSelf.value().a`",
        ),
        (
            "oldSelf == null || self.a == oldSelf.a",
            "write `!oldSelf.hasValue() || self.a == oldSelf.a.value()`",
        ),
        (
            "oldSelf != null && self.num < oldSelf.num",
            "write `oldSelf.hasValue() && self.num < oldSelf.num.value()`",
        ),
        (
            "self.a == oldSelf.a && self.flag",
            "write `(!oldSelf.hasValue() || self.a == oldSelf.a.value())`",
        ),
        ("self.a == oldSelf.orValue({}).a", "write `oldSelf.orValue(self)`"),
        ("self.a == oldSelf.value.a", "did you mean `value()`?"),
        ("!has(oldSelf.value)", "did you mean `oldSelf.hasValue()`?"),
        ("!oldSelf || self.a == ''", "write `!oldSelf.hasValue()`"),
    ] {
        let (mut env, spec) = env_and_spec();
        let optional = env.types_mut().optional(spec);
        env.declare("oldSelf", optional);
        let issues = env.compile(source).expect_err(source);
        let help = issues.causes()[0].describe().help.join("; ");
        assert_eq!(help, expected, "{source}");
    }
}

/// A message that gives no way out has no help.
#[test]
fn every_form_has_help() {
    for line in include_str!("other_languages.txt").lines() {
        let (source, expected) = line.split_once(" # ").expect(line);
        assert!(expected.contains("; "), "{source}");
    }
}

/// Returns the expression that a mistake proposes instead of the marked part.
fn proposal(issue: &Issue) -> Option<&str> {
    let proposed = match &issue.kind {
        IssueKind::UnknownVariable { suggestion, .. } | IssueKind::UndefinedField { suggestion, .. } => {
            suggestion
        }
        IssueKind::UnknownFunction { suggestion, .. } => suggestion,
        IssueKind::NoOverload { rewritten, .. } => rewritten,
        IssueKind::BadRange { element, .. } => element,
        IssueKind::NotSelectable { meant, .. } => {
            return match meant.as_ref()? {
                MeantSelection::OfElements { written } => written.as_deref(),
                MeantSelection::OfValue(text) | MeantSelection::Key(text) | MeantSelection::Element(text) => {
                    Some(text)
                }
                _ => None,
            };
        }
        IssueKind::TypeMismatch { help, .. } => {
            let (_, meant) = help.as_deref()?.split_once("write `")?;
            return meant.strip_suffix('`');
        }
        _ => return None,
    };
    // These stand for a sentence: the usage of a macro, and a variable that always has a value.
    let proposed = proposed.as_deref()?;
    let is_sentence = proposed.contains("list.") || matches!(proposed, "self" | "oldSelf");
    (!is_sentence).then_some(proposed)
}

#[test]
fn a_proposal_that_is_followed_leads_to_no_other_error() {
    let env = env();
    let (mut count, mut wrong) = (0, String::new());
    for line in include_str!("other_languages.txt").lines() {
        let (source, _) = line.split_once(" # ").expect(line);
        let Err(issues) = env.compile(source) else {
            continue;
        };
        for issue in issues.causes() {
            let Some(proposed) = proposal(issue) else { continue };
            count += 1;
            let mut followed = source.to_owned();
            followed.replace_range(issue.span.range(), proposed);
            let start = issue.span.start;
            let Err(left) = env.compile(&followed) else {
                continue;
            };
            // A value without a type has no mistakes around it.
            let is_within = |issue: &Issue| {
                issue.span.start >= start && (issue.span.end as usize) <= start as usize + proposed.len()
            };
            let end = start as usize + proposed.len();
            let is_around = |issue: &&Issue| issue.span.start <= start && issue.span.end as usize >= end;
            // Its type may not fit, if that has a proposal, too. The difference of two texts has none.
            let is_stuck = left
                .causes()
                .into_iter()
                .filter(is_around)
                .any(|issue| proposal(issue).is_none() && !followed.contains("self.a-self.b"));
            if left.len() > issues.len() || is_stuck || left.list().iter().any(is_within) {
                wrong.push_str(&format!("{source}\n    {followed}\n"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(count > 200, "{count}");
}

/// A value stands for the element with this key, and for none if it is not certain which member names the elements.
#[test]
fn members_that_name_elements() {
    let find = |members: &[&str], keys: &[&str]| {
        let mut env = Env::new(CompatVersion::of_server(36));
        let fields: Vec<_> = members
            .iter()
            .map(|name| ((*name).to_owned(), TypeId::STRING))
            .collect();
        let keys = keys.iter().map(|key| (*key).to_owned()).collect();
        let item = env.add_object(ObjectType::new("Item", fields).with_keys(keys));
        let items = env.types_mut().list(item);
        env.declare("self", items);
        let issues = env.compile("'a' in self").unwrap_err();
        issues.list()[0].describe().one_line()
    };
    for (members, keys, expected) in [
        (&["note", "sku"][..], &["sku"][..], Some("sku")),
        (&["name", "sku"], &["sku"], Some("sku")),
        (
            &["name", "protocol", "transport"],
            &["protocol", "transport"],
            Some("name"),
        ),
        (&["name", "note"], &[], Some("name")),
        (&["note"], &[], Some("note")),
        (&["note", "sku"], &[], None),
    ] {
        let found = find(members, keys);
        match expected {
            Some(key) => {
                let search = format!("write `self.exists(x, x.{key} == 'a')`");
                assert!(found.contains(&search), "{members:?}: {found}");
            }
            None => assert!(!found.contains("exists"), "{members:?}: {found}"),
        }
    }
}

/// A value without a type is no quantity, so that it is no receiver of functions of quantities.
#[test]
fn functions_of_opaque_values_on_values_without_a_type() {
    let mut env = Env::new(CompatVersion::of_server(36));
    env.declare("self", TypeId::DYN);
    let issues = env.compile("isInteger(self)").unwrap_err();
    let described = issues.list()[0].describe().one_line();
    assert!(!described.contains("self."), "{described}");
}
