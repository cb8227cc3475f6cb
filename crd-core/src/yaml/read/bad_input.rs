//! Malformed input: the reader reports the error, reads the other documents, and stays within its limits.

mod indentation;
mod limits;

use super::{Options, ParsedFile, ReadErrorKind, read};
use crate::yaml::LineIndex;
use crate::yaml::tree::Span;

fn read_text(text: &str) -> ParsedFile {
    read(text.as_bytes(), Options::default())
}

/// Checks the kind, the line and column, and the message of the first error.
fn check(source: &[u8], kind: ReadErrorKind, place: (u32, u32), message: &str) {
    let read = read(source, Options::default());
    let shown = String::from_utf8_lossy(source.get(..60).unwrap_or(source));
    let error = read
        .errors
        .first()
        .unwrap_or_else(|| panic!("no error in {shown:?}"));
    assert_eq!(error.kind, kind, "{shown:?}: {}", error.message);
    assert!(error.message.contains(message), "{shown:?}: {}", error.message);
    let position = LineIndex::new(source).position(error.span.start);
    assert_eq!(
        (position.line, position.column),
        place,
        "{shown:?}: {}",
        error.message
    );
}

#[test]
fn not_yaml() {
    use ReadErrorKind::{Alias, Encoding, HelmTemplate, Separator, Syntax, Value};
    check(b"a: [b\n", Syntax, (1, 4), "this `[` is never closed");
    check(b"a: \"b\nc: d\n", Syntax, (1, 4), "quote is never closed");
    check(b"a: 'b", Syntax, (1, 4), "quote is never closed");
    check(b"a:\n\tb: c\nd\n", Syntax, (2, 2), "use spaces");
    check(b"a: \"\\q\"\n", Syntax, (1, 5), "escape");
    check(b"a: 1\nbc:3\nd: 1\n", Syntax, (2, 1), "write a space after `bc:`");
    check(
        b"a:\n  bc:several words\n  d: 1\n",
        Syntax,
        (2, 3),
        "write a space after `bc:`",
    );
    check(
        b"a: 1\n<<<<<<< HEAD\nb: 1\n=======\nb: 2\n>>>>>>> c\n",
        Syntax,
        (2, 1),
        "a conflict in Git",
    );
    check(
        b"--\na: 1\n",
        Syntax,
        (2, 2),
        "to separate documents, write `---`",
    );
    check(b"a: 1\nbc\nd: 1\n", Syntax, (2, 1), "add the `:`");
    check(b"a: 1\n// b\nd: 1\n", Syntax, (2, 1), "a comment begins with `#`");
    check("a: \"bc\\é\"\n".as_bytes(), Syntax, (1, 7), "escape");
    check(
        b"{\"a\": 1 \"b\": 2}",
        Syntax,
        (1, 9),
        "not JSON: expected `,` or `}`",
    );
    check(
        b"{\"a\": ",
        Syntax,
        (1, 7),
        "the file ends where a value is expected",
    );
    check(b"{a: {b: 1}\n", Syntax, (1, 1), "this `{` is never closed");
    check(
        b"{\"a\": 1}{\"a\": 1} x",
        Syntax,
        (1, 18),
        "not JSON: expected a value, not `x`",
    );
    check(b"a: *b\n", Alias, (1, 4), "no anchor");
    check(b"a: &b [*b]\n", Alias, (1, 8), "contains it");
    check(b"a: .inf\n", Value, (1, 4), "JSON cannot express");
    check(b"~: a\n", Value, (1, 1), "null cannot be a key");
    check(b"[a]: b\n", Value, (1, 1), "cannot be a key");
    check(
        b"a: !!int b\n",
        Value,
        (1, 10),
        "the string `b` does not have the type of its tag `!!int`",
    );
    check(b"b: 1\n--- a: 1\n", Separator, (2, 1), "only a comment");
    check(b"a: {{ .Values.b }}\n", HelmTemplate, (1, 4), "Helm template");
    check(
        b"a: 1\n---\n{{- if .Values.crds }}\na: b\n{{- end }}\n",
        HelmTemplate,
        (3, 1),
        "helm template",
    );
    check(
        b"{{ if x }}\na: 1\n{{ end }}",
        HelmTemplate,
        (1, 1),
        "a template with `{{",
    );
    check(
        b"kind: Plugin\nspec:\n  {{addURIAndSha \"https://x\" .TagName }}\n",
        HelmTemplate,
        (3, 3),
        "krew",
    );
    check(b"a: \xff\n", Encoding, (1, 4), "UTF-8");
    check(b"a: b\n---\nc: \xc3(\n", Encoding, (3, 4), "UTF-8");
    check(b"a: b\0\n", Encoding, (1, 5), "U+0000");
    check(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", Encoding, (1, 1), "UTF-8");
    check(b"\xff\xfea\0:\0", Encoding, (1, 1), "UTF-16");
    check(b"\x7fELF", Encoding, (1, 1), "U+007F");
}

#[test]
fn texts_without_quotes() {
    use ReadErrorKind::{Alias, Syntax};
    for (value, column, expected) in [
        (
            "[1, 2].all(x, x > 1)",
            13,
            "`[` starts a list, which ends before the rest of this line; quote the text: `'[1, 2].all(x, x > 1)'`",
        ),
        ("[a-z]+", 12, "`[` starts a list, which ends"),
        ("{a}.b", 10, "`{` starts an object, which ends"),
        (
            "\"a\" == self",
            11,
            "the quotes end before the rest of this line; quote the text: `'\"a\" == self'`",
        ),
        ("'a' == self", 11, "quote the text: `\"'a' == self\"`"),
        ("'a' == 'b'", 11, "quote the text: `\"'a' == 'b'\"`"),
        (
            "'self.matches('^[a-z]+$')'",
            22,
            "quote the text: `\"self.matches('^[a-z]+$')\"`",
        ),
        ("\"self == \"a\"\"", 17, "quote the text: `'self == \"a\"'`"),
        ("'self == \\'a\\''", 18, "quote the text: `\"self == 'a'\"`"),
        (
            "\"^\\d+$\"",
            9,
            "not a valid escape in YAML; quote the text: `'^\\d+$'`",
        ),
        // A string of CEL has escapes of its own.
        (
            "\"self.matches('^\\d+$')\"",
            23,
            "quote the text: `'self.matches(''^\\\\d+$'')'`",
        ),
        ("'it's red'", 11, "quote the text: `\"it's red\"`"),
        (
            "self.a ? 1 : 2",
            18,
            "`: ` in a text without quotes ends a key; quote the text: `'self.a ? 1 : 2'`",
        ),
        (
            "Discards: how many races do not count",
            15,
            "`: ` in a text without quotes ends a key; quote the text: `'Discards: how many races do not count'`",
        ),
        (
            "@self",
            7,
            "a text cannot start with `@`; quote the text: `'@self'`",
        ),
        ("`self`", 7, "a text cannot start with a backtick; quote the text"),
        (
            "*/5 * * * *",
            7,
            "`*` starts an alias; quote the text: `'*/5 * * * *'`",
        ),
        ("&a/b", 7, "`&` starts an anchor; quote the text: `'&a/b'`"),
        (
            "!has(self.a) || self.b",
            7,
            "`!` starts a tag; quote the text: `'!has(self.a) || self.b'`",
        ),
        ("%", 7, "a text cannot start with `%`"),
        (
            "|x",
            8,
            "`|` starts a block of text, which goes on in the next line; quote the text: `'|x'`",
        ),
        (
            "- a",
            7,
            "`-` starts an item of a list, which cannot be on this line; quote the text: `'- a'`",
        ),
        (
            "- 1",
            7,
            "a negative number has no space after the `-`; write `-1`",
        ),
    ] {
        check(
            format!("rule: {value}\n").as_bytes(),
            Syntax,
            (1, column),
            expected,
        );
    }
    check(b"- rule: *x\n", Alias, (1, 9), "or quote the text: `'*x'`");
}

#[test]
fn texts_without_quotes_in_brackets_and_between_lines() {
    use ReadErrorKind::Syntax;
    // Mistakes in lists and objects that are meant as such keep their messages.
    check(b"a: [b: c: d]\n", Syntax, (1, 9), "a `,` or `]` is expected here");
    check(
        b"a: {b: Volume: in litres, c: 1}\n",
        Syntax,
        (1, 14),
        "`: ` in a text without quotes ends a key; quote the text: `'Volume: in litres'`",
    );
    check(
        b"a: {description: The volume: in litres, c: 1}\n",
        Syntax,
        (1, 28),
        "`: ` in a text without quotes ends a key; quote the text: `'The volume: in litres'`",
    );
    check(
        b"a: {description: The volume type: integer}\n",
        Syntax,
        (1, 29),
        "a `,` is missing before `type`; write it",
    );
    check(
        b"a: {pattern: ^LS-[0-9]{1,6}$, b: 1}\n",
        Syntax,
        (1, 14),
        "a pattern with brackets needs quotes here: `'^LS-[0-9]{1,6}$'`",
    );
    check(
        b"a: {b: 1 c: 2}\n",
        Syntax,
        (1, 10),
        "a `,` is missing before `c`; write it",
    );
    check(
        b"a: 1\n--\nb: 1\n",
        Syntax,
        (2, 1),
        "this line is not `key: value`; `---` separates documents",
    );
    check(
        b"a: [\"b\" \"c\"]\n",
        Syntax,
        (1, 9),
        "a `,` is missing before `\"c\"`; write it",
    );
}

/// The parser stops at or below a line of which a few characters are wrong; the message is about that line.
#[test]
fn lines_with_wrong_characters() {
    for (text, place, expected) in [
        (
            "a: [b\nc: [d]\n",
            (1, 4),
            "this `[` is not closed; write `]` at the end of line 1",
        ),
        (
            "a: {b: 1,\n  c: 2 # d\ne:\n  f: 1\n",
            (1, 4),
            "write `}` at the end of line 2",
        ),
        (
            "a: [{b: 1}, {c: 1\nd: 1\n",
            (1, 4),
            "this `[` is not closed; write `}]` at the end of line 1",
        ),
        (
            "a: {b: [c}\n",
            (1, 8),
            "this `[` is not closed; write `]` before `}`",
        ),
        ("a: {b: c d: e}\n", (1, 10), "a `,` is missing before `d`"),
        (
            "a:\n– b: 1\n  c: 2\n",
            (2, 1),
            "starts with `-`, not `–`; write `- b: 1`",
        ),
        (
            "a:\n  * b: L\n",
            (2, 3),
            "starts with `-`, not `*`; write `- b: L`",
        ),
        (
            "a:\n1. b: 1\n   c: 2\n",
            (2, 1),
            "starts with `-`, not `1.`; write `-  b: 1`",
        ),
        (
            "a:\n  b: x\n  c:1\nd: 1\n",
            (3, 3),
            "this line is not `key: value`; write a space after `c:`",
        ),
        ("a:\n  b: x\n  c:y\n", (3, 3), "write a space after `c:`"),
        ("a:\n- b:x y\n  c: 1\n", (2, 3), "write a space after `b:`"),
        (
            "a:\n- b: 1\n- c:.d.e\n  f: 1\n  g: 1\n",
            (3, 3),
            "write a space after `c:`",
        ),
        ("a:\n  b = c\n  d: 1\n", (2, 3), "not `key: value`; write `b: c`"),
        ("a:\n- b c\n  d: 1\n", (2, 3), "not `key: value`; write `b: c`"),
        ("a:\n  b = {c: 1, d: 2}\n", (2, 3), "write `b: {c: 1, d: 2}`"),
        (
            "a:\n  b\n  d: 1\n",
            (2, 3),
            "not `key: value`; add the `:` and the value of `b`",
        ),
        (
            "a:\n- b: 1\n  c: 1\nb: 2\n  c: 2\n",
            (4, 1),
            "`- ` is missing before `b:`, which starts an item of the list above; write `- b: 2`",
        ),
        (
            "a:\n  b: 1\n    c: 1\n  - b: 2\n    c: 2\n",
            (2, 3),
            "`- ` is missing before `b:`, which starts an item of a list; write `- b: 1`",
        ),
        (
            "a:\n  - b: 1\n  c: 1\n",
            (2, 3),
            "the lines around it are fields of an object; write `b: 1`",
        ),
        ("a:\n  - b: 1\n  c:\n  - 1\n", (2, 3), "write `b: 1`"),
        ("a: 1\n- b:\n  c: 1\n", (2, 1), "write `b:`"),
        (
            "a:\n- - b: 1\n  c: 1\n",
            (2, 1),
            "starts with one `-`; write `- b: 1`",
        ),
        ("a:\n  b; 1\n  c: 1\n", (2, 3), "not `key: value`; write `b: 1`"),
        (
            "a:\n  b: integer\n    minimum: 1\n",
            (2, 6),
            "`b:` has a value, and fields on the next lines; write `type: integer` on a line below it",
        ),
        (
            "a:\n  b:\n    c: 1\n  - d: 1\n    e: 1\n  - d: 2\n    e: 1\n",
            (4, 3),
            "`b:` on line 2 has a value, so a list cannot follow; add the line of the key",
        ),
        (
            "a:\n  - b:\n    c: 1\n    d: 1\n  e:\n    c: 1\n",
            (2, 3),
            "write `b:`",
        ),
        (
            "a:\n  - b\n    c: 1\n  e:\n    c: 1\n",
            (2, 5),
            "not `key: value`; add the `:` behind `b`, or the key of this value before it",
        ),
        (
            "a:\n  b: 1\n  - name: v1\n    served: true\n",
            (3, 3),
            "the line `versions:` is missing above this list; add it, with 2 spaces",
        ),
        (
            "a:\n  c: 1\n  - rule: a\n    message: b\n",
            (3, 3),
            "the line `x-kubernetes-validations:` is missing above this list; add it, with 2 spaces",
        ),
        (
            "metadata: a\n  labels: {}\nb: 1\n",
            (1, 11),
            "`metadata:` has a value, and fields on the next lines; write `name: a` on a line below it",
        ),
        (
            "a:\n  b: 1\n  +kubebuilder:validation:MinLength=3\n  c: 1\n",
            (3, 3),
            "a marker of Go types, not YAML; write `minLength: 3`",
        ),
        (
            "a:\n  b: >\n  some text\n  c: 1\n",
            (3, 3),
            "the text of `b: >` must be indented deeper than `b:`; use 4 spaces, not 2",
        ),
        ("description: a\n  b: c\n", (2, 3), "quote the text: `'a b: c'`"),
        (
            "a: (b: c)\n",
            (1, 4),
            "objects have braces, not parentheses: write `{b: c}`; for a text, write `'(b: c)'`",
        ),
        (
            "a: b: 5, c: 400\n",
            (1, 4),
            "an object on one line needs braces: write `{b: 5, c: 400}`; for a text, write `'b: 5, c: 400'`",
        ),
        (
            "a:\n- b: Alto, c: 9\n",
            (2, 6),
            "needs braces: write `- {b: Alto, c: 9}`; for a text, write `'Alto, c: 9'`",
        ),
        (
            "- rule: a != 'x' # why\n    || b\n  message: c\n",
            (1, 18),
            "`#` after a space begins a comment, which ends the text of `rule:` before the next line; move the comment above `rule:`",
        ),
        (
            "- rule: a\n    + b # why\n    && c\n  message: c\n",
            (2, 9),
            "which ends the text of `rule:`",
        ),
        (
            "- rule: a\n    # why\n    b\n  message: c\n",
            (2, 5),
            "which ends the text of `rule:`",
        ),
    ] {
        check(text.as_bytes(), ReadErrorKind::Syntax, place, expected);
    }
}

/// The parser stops at a correct line; the message is about the place where a character is missing.
#[test]
fn missing_characters() {
    use ReadErrorKind::Syntax;
    for (text, place, expected) in [
        (
            "a: \"b\nc: 1\nd:\n- e: \"f g\"\n",
            (1, 4),
            "this quote is not closed on its line, so the text in quotes goes on to line 4; close it",
        ),
        (
            "x: 1\n---\na: 'b # c\nd: 1\ne: 'f'\n",
            (3, 4),
            "goes on to line 5; close it",
        ),
        ("a: \"b\nc: '\\d'\n", (1, 4), "goes on to line 2; close it"),
        ("a: [\"b]\nc: \"d\"\n", (1, 5), "goes on to line 2; close it"),
        // A text of several lines, and a mistake behind it.
        ("a: \"b\n  c\"\nd: \"\\q\"\n", (3, 5), "not a valid escape"),
        (
            "a:\n- b\n-c\n- d\n",
            (3, 1),
            "`-` starts an item of a list only if a space follows; add a space after `-`",
        ),
        (
            "a:\n  -b: 1\n    c: 2\n  - b: 3\n",
            (2, 3),
            "add a space after `-`",
        ),
        (
            "a:\n    b: 1\n    c: 2\n  - b: 3\n    c: 4\n",
            (2, 5),
            "`- ` is missing before `b:`: `a:` on line 1 goes on as a list on line 4; write `- b:`",
        ),
        ("a:\n  b: 1\n  - b: 3\n", (2, 3), "`- ` is missing before `b:`"),
        ("a:\n  b\n- c\n", (2, 3), "`- ` is missing before `b`"),
        (
            "a:\n- b c\nc d\n- e\n",
            (3, 1),
            "`- ` is missing before `c d`, which is an item of the list; write `- c d`",
        ),
        ("a:\n- b\nc d\ne: 1\n", (3, 1), "write `c: d`"),
        (
            "a:\n  - b\n  c\ne: 1\n",
            (3, 3),
            "write `- c`, or add the `:` if `c` is a key",
        ),
        ("a:\nB\n- c\n", (2, 1), "write `- B`"),
        (
            "a:\nb\nc\nd: 1\n",
            (2, 1),
            "`- ` is missing before each item of `a:`; write `- b`",
        ),
        (
            "a:\n  -b: 1\n   c: 2\nd: 1\n",
            (2, 3),
            "add a space after `-`, and use 4 spaces before `c:`",
        ),
        // Another list is missing.
        ("a:\n  b: 1\n  - c\n", (2, 3), "deeper than `a:` on line 1"),
    ] {
        check(text.as_bytes(), Syntax, place, expected);
    }
}

#[test]
fn templates_in_strings_are_strings() {
    assert_eq!(read_text("a: \"{{ b }}\"\nc: x {{ d }}\n").errors, []);
}

#[test]
fn one_bad_document_hides_no_other() {
    let read = read_text("a: 1\n---\nb: [\n---\nc: \"\n---\nd: .nan\ne: ~\n~: 1\n---\nf: 2\n");
    assert_eq!(read.documents.len(), 2);
    assert_eq!(read.errors.len(), 4);
    assert_eq!(read.documents[1].span, Span::new(49, 54));
}

#[test]
fn duplicate_keys_in_number() {
    let many = (0..20_000)
        .map(|at| format!("k{}: {at}\n", at % 10_000))
        .collect::<Vec<_>>()
        .concat();
    let read = read_text(&many);
    let mapping = read.documents[0].root.as_mapping().unwrap();
    assert_eq!(
        (mapping.entries.len(), mapping.duplicates().len()),
        (10_000, 10_000)
    );
    assert_eq!(mapping.entries[7].value.to_json(), 10_007);
    assert_eq!(mapping.entries[7].key.as_ref(), "k7");
    assert_eq!(
        mapping.duplicates()[7].first.start,
        many.find("k7:").map(|at| u32::try_from(at).unwrap()).unwrap()
    );
}

#[test]
fn comments_and_spans() {
    let text = "# a\nb: # c\n  d: e # f\n  g:\n  - h\n  # i\nj: 'k'\n---\n# l\nm: |\n  # n\n  o\np: 1\n";
    let read = read_text(text);
    let texts: Vec<_> = read
        .comments
        .iter()
        .map(|span| span.slice(text).unwrap())
        .collect();
    assert_eq!(texts, ["# a", "# c", "# f", "# i", "# l"]);
    let root = &read.documents[0].root;
    assert_eq!(
        root.get("b").unwrap().span.slice(text),
        Some("d: e # f\n  g:\n  - h")
    );
    assert_eq!(root.get("j").unwrap().span.slice(text), Some("'k'"));
    let entry = root.as_mapping().unwrap().get("j").unwrap();
    assert_eq!(entry.key_span.slice(text), Some("j"));
    assert_eq!(
        read.documents[1].root.get("m").unwrap().span.slice(text),
        Some("|\n  # n\n  o")
    );
}
