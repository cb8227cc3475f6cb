//! Documents that are too deep or too large, and parts of documents.

use super::*;

#[test]
fn half_a_file_never_panics() {
    let file = "a: &x\n  - 'b''c' # d\n  - \"e\\u00e9\\\n    f\"\n  - |+2\n      g\n\n  - >-\n    h\n---\n{\"i\": [1, {\"j\": *x}]}\n? k\n: !!str l\n<<: {m: é}\n";
    for end in 0..=file.len() {
        let bytes = &file.as_bytes()[..end];
        for part in [bytes, &file.as_bytes()[end..]] {
            let read = read(part, Options::default());
            for error in read.errors {
                assert!(error.span.start as usize <= part.len() + 1, "{error:?}");
            }
        }
    }
}

#[test]
fn depth_is_bounded() {
    for text in [
        "[".repeat(10_000),
        "{\"a\":".repeat(10_000),
        "{a: ".repeat(10_000),
        "- ".repeat(10_000),
        (0..2_000)
            .map(|level| format!("{}a:\n", " ".repeat(level)))
            .collect::<Vec<_>>()
            .concat(),
    ] {
        let read = read_text(&text);
        let shown = text.get(..40);
        assert!(
            matches!(&read.errors[..], [error] if error.kind == ReadErrorKind::TooDeep),
            "{shown:?} {:?}",
            read.errors
        );
    }
    let aliased = format!(
        "a: &x {}1{}\nb: {}*x{}\n",
        "[".repeat(150),
        "]".repeat(150),
        "[".repeat(150),
        "]".repeat(150)
    );
    assert_eq!(read_text(&aliased).errors[0].kind, ReadErrorKind::TooDeep);
}

/// All recursive functions fit in the stack of a test thread, 2 MiB, for the deepest possible tree.
#[test]
fn the_deepest_tree_is_safe() {
    let depth = Options::default().max_depth;
    let levels = (0..depth - 1)
        .map(|level| format!("{}a:\n", " ".repeat(level)))
        .collect::<Vec<_>>()
        .concat();
    for text in [
        "[".repeat(depth) + &"]".repeat(depth),
        "{\"a\":".repeat(depth) + "1" + &"}".repeat(depth),
        format!("{levels}{}b: &x 1\n", " ".repeat(depth - 1)),
        format!("- &x {}\n- *x\n", "[".repeat(depth - 1) + &"]".repeat(depth - 1)),
    ] {
        let read = read_text(&text);
        assert_eq!(read.errors, [], "{:?}", text.get(..40));
        let root = &read.documents[0].root;
        assert_eq!(root, &root.clone());
        assert!(!format!("{root:?}").is_empty());
        let json = root.to_json();
        let written = crate::yaml::to_string(&json).unwrap();
        assert_eq!(read_text(&written).documents[0].root.to_json(), json);
    }
}

#[test]
fn aliases_are_bounded() {
    let laughs = (1..10)
        .map(|level| {
            format!(
                "a{level}: &a{level} [{}]\n",
                vec![format!("*a{}", level - 1); 9].join(",")
            )
        })
        .collect::<Vec<_>>()
        .concat();
    let bombs = [
        format!("a0: &a0 [lol]\n{laughs}"),
        // Few values, but long ones.
        format!(
            "a: &a {}\nb: [{}]\n",
            "x".repeat(1 << 20),
            vec!["*a"; 99].join(",")
        ),
        // Each anchor contains the previous one.
        format!("a: &a0 {}\n{laughs}", "x".repeat(1000)),
    ];
    for bomb in bombs {
        let read = read_text(&bomb);
        assert_eq!(read.documents, []);
        assert!(
            read.errors[0]
                .message
                .contains("the aliases of this document expand to too much data"),
            "{:?}",
            read.errors
        );
    }
    let many = format!("a: &a {{b: c}}\nd: [{}]\n", vec!["*a"; 300].join(","));
    assert_eq!(read_text(&many).errors, []);
}

#[test]
fn size_is_bounded() {
    let options = Options {
        max_bytes: 10,
        ..Options::default()
    };
    assert_eq!(read(b"a: 12345\n\n", options).errors, []);
    let read = read(b"a: 123456\n\n", options);
    assert_eq!(read.errors[0].kind, ReadErrorKind::TooLarge);
    assert_eq!(
        read.errors[0].message,
        "the file has 11 bytes, but the limit is 10; split it"
    );
}
