use super::*;

/// The marks are a condition of the lints, so they must not miss what these find.
#[test]
fn marks_find_each_word() {
    for word in NOTES.iter().chain(&DEPRECATIONS) {
        assert!(word.bytes().any(|byte| RARE.contains(&byte)), "{word}");
        for text in [
            format!("{word} a"),
            format!("A DX {word}"),
            format!("X\nD{word} b\n"),
        ] {
            let marks = DescriptionMarks::of(&text);
            assert_eq!(marks.has_note, NOTES.contains(word), "{text}");
            assert_eq!(marks.has_deprecation, DEPRECATIONS.contains(word), "{text}");
        }
    }
    for marker in MARKERS {
        assert!(DescriptionMarks::of(marker).has_plus, "{marker}");
    }
    for path in PATHS {
        assert!(DescriptionMarks::of(path).has_path, "{path}");
    }
    let none = DescriptionMarks::of("The Default of a DaemonSet: XL, T-O-D-O, eprecated");
    assert!(
        !none.has_plus
            && !none.has_note
            && !none.has_deprecation
            && !none.has_path
            && none.code.backticks == 0
    );
}

#[test]
fn secrets_are_found_in_any_case() {
    for secret in SECRETS {
        assert!(
            is_secret(secret) && is_secret(&secret.to_ascii_uppercase()),
            "{secret}"
        );
    }
    assert!(!is_secret("secretName") && !is_secret("type"));
}

#[test]
fn leaks_and_open_code_are_found() {
    for (text, expected) in [
        (
            "The size.\n+kubebuilder:validation:Minimum=1",
            Some("the marker `+kubebuilder`"),
        ),
        (
            "//+kubebuilder:validation:Optional",
            Some("the marker `+kubebuilder`"),
        ),
        ("The size. TODO(ab): bound it", Some("a `TODO`")),
        ("TODO: write this", Some("a `TODO`")),
        ("A list of TODO items", None),
        ("Adds a+optional", None),
        (
            "Name of the referent. TODO: Add other useful fields. apiVersion, kind, uid?",
            None,
        ),
        (
            "TODO: Drop `kubebuilder:default` when controller-gen doesn't need it https://github.com/a/b.",
            None,
        ),
        ("See crate::v1::Size", Some("a Rust path (`crate::`)")),
    ] {
        assert_eq!(
            leak(text, &DescriptionMarks::of(text)).as_deref(),
            expected,
            "{text}"
        );
    }
    for (text, expected) in [
        ("`a` and `b`", false),
        ("`a", true),
        ("```\na\n", true),
        ("```\n`\n```", false),
        ("The characters -!#$%&'*+.^_`\".", false),
        ("No $(, `, ;, &&", false),
        ("'exclude-raw` and", true),
        ("the script`s spec", true),
    ] {
        assert_eq!(DescriptionMarks::of(text).code.is_open(text), expected, "{text}");
    }
    assert!(says_deprecated("The size.\nDeprecated: use b") && !says_deprecated("Whether it is deprecated"));
    assert!(says_deprecated("Deprecated. Use b") && says_deprecated("Deprecated"));
    assert!(!says_deprecated("DeprecatedFields are kept"));
    assert!(!says_deprecated("The type.\nDeprecated values are `A` and `B`."));
    assert!(!says_deprecated(
        "The size.\nDeprecated: use b\nDeprecated since Kubernetes v1.30."
    ));
}

#[test]
fn backticks_that_are_apostrophes() {
    for (description, expected) in [
        ("The operator`s namespace.", true),
        ("The `operator`s namespace, and `more.", false),
        ("The strategy that is chosen`", false),
    ] {
        assert_eq!(has_apostrophe(description), expected, "{description}");
    }
}
