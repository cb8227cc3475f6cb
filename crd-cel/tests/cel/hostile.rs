//! Malicious expressions: they are rejected as by the server, with a small stack.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot start its thread has failed"
)]

use crd_cel::{CompatVersion, Env, IssueKind};

/// Runs a test on a thread with the stack size of a proc macro or a test.
fn on_small_stack(test: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new()
        .stack_size(2 << 20)
        .spawn(test)
        .unwrap()
        .join()
        .unwrap();
}

#[derive(Debug, PartialEq)]
enum Verdict {
    /// It parses; its type is not checked.
    Parses,
    /// `expression recursion limit exceeded: 250`
    Recursion,
    /// `max recursion depth exceeded`
    Depth,
    TooLong,
    TooLarge,
    Syntax,
}

fn verdict(source: &str) -> Verdict {
    let env = Env::new(CompatVersion::STORED);
    let issues = match env.parse(source) {
        Ok(ast) => match env.check(ast) {
            Err(issues) if matches!(issues.list()[0].kind, IssueKind::TooLarge(_)) => {
                return Verdict::TooLarge;
            }
            _ => return Verdict::Parses,
        },
        Err(issues) => issues,
    };
    let first = &issues.list()[0];
    match (&first.kind, first.message.as_str()) {
        (IssueKind::TooDeep { .. }, "max recursion depth exceeded") => Verdict::Depth,
        (IssueKind::TooDeep { .. }, _) => Verdict::Recursion,
        (IssueKind::TooLong { .. }, _) => Verdict::TooLong,
        (IssueKind::TooLarge(_), _) => Verdict::TooLarge,
        (kind, _) => {
            assert!(matches!(kind, IssueKind::Syntax(_)), "{issues}");
            Verdict::Syntax
        }
    }
}

fn nested(open: &str, times: usize, inner: &str, close: &str) -> String {
    format!("{}{inner}{}", open.repeat(times), close.repeat(times))
}

fn chain(first: &str, link: &str, times: usize) -> String {
    format!("{first}{}", link.repeat(times))
}

#[test]
fn nesting_up_to_the_limit_and_beyond() {
    use Verdict::{Depth, Parses, Recursion};
    on_small_stack(|| {
        for (open, close, limit, beyond) in [
            ("(", ")", 249, Recursion),
            ("[", "]", 249, Recursion),
            ("{1:", "}", 249, Recursion),
            ("f(", ")", 249, Recursion),
            ("a?(", "):1", 249, Recursion),
            ("a[", "]", 249, Recursion),
            ("!(", ")", 249, Recursion),
            ("a&&(", ")", 249, Recursion),
            ("1+(", ")", 124, Recursion),
            ("a==(", ")", 124, Recursion),
            ("1+2*(", ")", 83, Recursion),
            ("[1].all(x,", ")", 249, Recursion),
        ] {
            assert_eq!(
                verdict(&nested(open, limit, "1", close)),
                Parses,
                "{open} {limit}"
            );
            assert_eq!(
                verdict(&nested(open, limit + 1, "1", close)),
                beyond,
                "{open} {limit} + 1"
            );
            assert_eq!(
                verdict(&nested(open, 90_000 / open.len(), "", "")),
                Recursion,
                "{open}"
            );
        }
        for link in ["+a", "==a", ".b", "[0]", ".f()", ".?b", "[?0]", ".map(x,[x])"] {
            assert_eq!(verdict(&chain("a", link, 250)), Parses, "{link}");
            assert_eq!(verdict(&chain("a", link, 251)), Depth, "{link}");
            assert_eq!(verdict(&chain("a", link, 90_000 / link.len())), Depth, "{link}");
        }
    });
}

#[test]
fn long_but_flat() {
    on_small_stack(|| {
        for source in [
            chain("a", "&&a", 33_000),
            chain("a", "||a&&b", 14_000),
            nested("!", 99_999, "a", ""),
            nested("-", 99_999, "a", ""),
            format!("[{}]", "1,".repeat(49_000)),
            format!("{{{}}}", "1:[],".repeat(19_000)),
            format!("f({}1)", "1,".repeat(49_000)),
            format!("'{}'", "é".repeat(99_998)),
        ] {
            assert_eq!(verdict(&source), Verdict::Parses, "{}", &source[..8]);
        }
        assert_eq!(verdict(&"a".repeat(100_001)), Verdict::TooLong);
        assert_eq!(verdict(&"'a".repeat(30_000)), Verdict::Syntax);
        assert_eq!(verdict(&"\\".repeat(1_000)), Verdict::Syntax);
    });
}

#[test]
fn macros_that_double() {
    on_small_stack(|| {
        // Each link copies the part before it.
        assert_eq!(verdict(&chain("a", ".optMap(x,x)", 10)), Verdict::Parses);
        assert_eq!(verdict(&chain("a", ".optMap(x,x)", 60)), Verdict::TooLarge);
        assert_eq!(verdict(&chain("a", ".optFlatMap(x,x)", 249)), Verdict::TooLarge);
        // Each link doubles the type.
        assert_eq!(verdict(&chain("[1]", ".map(x,{x:x})", 249)), Verdict::Parses);
        assert_eq!(verdict(&chain("[]", ".map(x,{x:x})", 249)), Verdict::TooLarge);
    });
}

/// The parser that reproduces the server's error recovery has the server's limits.
#[cfg(feature = "syntax-errors")]
#[test]
fn syntax_errors_of_deep_and_long_expressions() {
    on_small_stack(|| {
        for (open, close) in [
            ("(", ")"),
            ("[", "]"),
            ("{1:", "}"),
            ("f(", ")"),
            ("a?(", "):1"),
            ("a[", "]"),
            ("-a.b(", ")"),
            ("Foo{a:", "}"),
            ("a==!(", ")"),
        ] {
            assert_eq!(verdict(&nested(open, 80, "a b", close)), Verdict::Syntax);
            let deep = format!("f(+ {}", nested(open, 5000, "a", close));
            assert_eq!(verdict(&deep), Verdict::Syntax);
        }
        let deep = format!("f(+ {})", nested("(", 300, "a", ")"));
        let issues = Env::new(CompatVersion::STORED).parse(&deep).unwrap_err();
        let limit = "ERROR: <input>:-1:0: expression recursion limit exceeded: 250\n";
        assert!(issues.to_string().starts_with(limit), "{issues}");
        for (source, expected) in [
            ("#".repeat(150), "1 more errors were truncated"),
            ("a.+".repeat(35), "error recovery attempt limit exceeded: 30"),
            (
                format!("a{}", " 1".repeat(300)),
                "mismatched input '1' expecting <EOF>",
            ),
            ("a ".repeat(49_999), "mismatched input 'a' expecting <EOF>"),
            ("'".repeat(99_999), "mismatched input '''''''' expecting <EOF>"),
            ("[1 ".repeat(33_000), "expression recursion limit exceeded: 250"),
        ] {
            let issues = Env::new(CompatVersion::STORED).parse(&source).unwrap_err();
            assert!(issues.to_string().contains(expected), "{expected}: {issues}");
        }
    });
}

#[test]
fn errors_of_huge_types_stay_readable() {
    on_small_stack(|| {
        let env = Env::new(CompatVersion::STORED);
        let issues = env
            .compile(&format!("{} + 1", chain("[1]", ".map(x,{x:x})", 200)))
            .unwrap_err();
        assert!(issues.to_string().len() < 1 << 20);
    });
}

#[test]
fn at_most_a_hundred_errors() {
    let issues = Env::new(CompatVersion::STORED)
        .compile(&chain("a", "&&a", 150))
        .unwrap_err();
    assert_eq!((issues.list().len(), issues.len()), (100, 151));
    assert!(issues.to_string().ends_with("\n51 more errors were truncated"));
}
