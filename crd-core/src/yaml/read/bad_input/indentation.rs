//! Lines with another indentation than is meant.

use super::*;

/// The parser stops at the first line that does not fit; the message is about the line that is indented wrongly.
#[test]
fn lines_with_another_indentation() {
    for (text, place, expected) in [
        // The first, a middle and the last key, deeper and less deep.
        (
            "m:\n    a: 1\n  b: 2\n  c: 3\n",
            (2, 5),
            "this line is indented deeper than `b:` on line 3; use 2 spaces, not 4",
        ),
        (
            "m:\n  a: 1\n   b: 2\n  c: 3\n",
            (3, 4),
            "deeper than `a:` on line 2; use 2 spaces, not 3",
        ),
        (
            "m:\n  a: 1\n    b:\n      d: 2\n  c: 3\n",
            (3, 5),
            "this line and the next are indented deeper than `a:` on line 2; use 2 spaces, not 4",
        ),
        (
            "m:\n  a: 1\n  b: 2\n    c: 3\nd: 1\n",
            (4, 5),
            "deeper than `b:` on line 3; use 2 spaces, not 4",
        ),
        (
            "metadata:\n  name: a\nspec:\n    b: 1\n  c: 2\n",
            (4, 5),
            "deeper than `c:` on line 5; use 2 spaces, not 4",
        ),
        (
            "a:\n  type: object\n  b:\n      type: string\n    c:\n      type: string\n",
            (4, 7),
            "the line `properties:` is missing above `b:` on line 3; add it, and indent the fields by 4 spaces",
        ),
        (
            "a: \"1\"\n  b: 2\n",
            (2, 3),
            "deeper than `a:` on line 1; use no spaces, not 2",
        ),
        (
            "m:\n a: 1\n  b: 2\n  c: 3\n",
            (2, 2),
            "less than `b:` on line 3; use 2 spaces, not 1",
        ),
        (
            "m:\na: 1\n  b: 2\n  c: 3\n",
            (2, 1),
            "less than `b:` on line 3; use 2 spaces, not 0",
        ),
        (
            "m:\n  a: 1\nb: 2\n  c: 3\n",
            (3, 1),
            "less than `a:` on line 2; use 2 spaces, not 0",
        ),
        // Several lines above, and members that objects of Kubernetes do not have.
        (
            "kind: A\nspec:\nb: 1\nc: 2\n  d: 3\n  e: 4\nstatus: {}\n",
            (3, 1),
            "this line and the next are indented less than `d:` on line 5; use 2 spaces, not 0",
        ),
        (
            "m:\n  a: &b\n  c: 1\n    d: 2\n",
            (3, 3),
            "less than `d:` on line 4; use 4 spaces, not 2",
        ),
        (
            "m:\n  a:\n    b: 1\n c:\n    d: 1\n",
            (4, 2),
            "less than `a:` on line 2; use 2 spaces, not 1",
        ),
    ] {
        check(text.as_bytes(), ReadErrorKind::Syntax, place, expected);
    }
}

/// The only `spec:` of an object is not moved, even if the fields in it have an unusual indentation.
#[test]
fn the_spec_of_an_object_stays_at_its_column() {
    check(
        b"kind: A\nmetadata:\n  name: a\nspec:\n    b: 1\n    c:\n      d: 2\n  e:\n    f: 3\n  g: 4\n",
        ReadErrorKind::Syntax,
        (5, 5),
        "this line and the next 2 are indented deeper than `e:` on line 8; use 2 spaces, not 4",
    );
}

#[test]
fn items_with_another_indentation() {
    for (text, place, expected) in [
        (
            "m:\n- a: 1\n   b: 2\n- a: 3\n",
            (3, 4),
            "deeper than `a:` on line 2; use 2 spaces, not 3",
        ),
        (
            "m:\n - a: 1\n  b: 2\n- a: 3\n",
            (2, 2),
            "deeper than `m:` on line 1; use no spaces, not 1",
        ),
        (
            "m:\n  - a\n - b\n  - c\n",
            (3, 2),
            "less than `- a` on line 2; use 2 spaces, not 1",
        ),
    ] {
        check(text.as_bytes(), ReadErrorKind::Syntax, place, expected);
    }
}

#[test]
fn lines_whose_indentation_has_several_causes() {
    for (text, place, expected) in [
        // Two columns are as likely.
        (
            "m:\n  n:\n    a: 1\n   b: 2\n",
            (4, 4),
            "deeper than `n:` on line 2, and less than `a:` on line 3; align it with one of them",
        ),
        // The next part of a file, with its own line numbers, and a comment between the lines.
        (
            "x: 1\n---\na: 1\n# c\n  b: 2\n",
            (5, 3),
            "deeper than `a:` on line 3; use no spaces, not 2",
        ),
        (
            "a: text of words\n  b: 2\n",
            (2, 3),
            "use no spaces, not 2, or quote the text of the line above",
        ),
        // A line above may be missing.
        (
            "s:\n  items:\n      a:\n        type: string\n    required: [a]\n  type: array\n",
            (3, 7),
            "add the line `properties:` above it if that is missing",
        ),
        (
            "kind: A\n  name: b\n  labels: {}\n",
            (2, 3),
            "deeper than `kind:` on line 1; add the line `metadata:` above it if that is missing, or use no spaces, not 2",
        ),
        (
            "s:\n  type: object\n    a:\n      type: string\n",
            (3, 5),
            "add the line `properties:` above it if that is missing, or use 2 spaces, not 4",
        ),
        (
            "s:\n  m:\n    a: 1\n\tb: 1\n  c: 1\n",
            (4, 1),
            "use 4 spaces, like `a:` on line 3",
        ),
        ("m:\n\ta: 1\n", (2, 1), "a tab cannot indent YAML; use 2 spaces"),
        (
            "m:\n  a: 1\n\tb: 1\n",
            (3, 1),
            "a tab cannot indent YAML; use 2 spaces, like `a:` on line 2",
        ),
        // Several lines are wrong.
        (
            "m:\n    a: 1\n    b: 1\n  c: 1\n  d: 1\n",
            (2, 5),
            "this line and the next are indented deeper than `c:` on line 4; use 2 spaces, not 4",
        ),
        (
            "m:\n  a: 1\n    b: 2\n   c: 3\n  d: 4\n e: 5\n",
            (3, 6),
            "a `:` is not allowed here",
        ),
    ] {
        check(text.as_bytes(), ReadErrorKind::Syntax, place, expected);
    }
}
