//! Malformed, huge and malicious input: the command exits soon, with little memory and a helpful message.

use std::fmt::Write as _;
use std::fs;
use std::time::Instant;

use super::support::{crd_gen, temporary};

const HEAD: &str = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: widgets.example.com}\n";
const SPEC: &str =
    "spec:\n  group: example.com\n  scope: Namespaced\n  names: {plural: widgets, kind: Widget}\n";

/// Checks a file. Returns the exit code and all output.
fn check(name: &str, content: &[u8], arguments: &[&str]) -> (Option<i32>, String) {
    let dir = temporary();
    fs::write(dir.path().join("in.yaml"), content).unwrap();
    let started = Instant::now();
    let output = crd_gen(dir.path())
        .arg("check")
        .args(arguments)
        .arg("in.yaml")
        .output()
        .unwrap();
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said).into_owned();
    println!(
        "{name}: {} bytes in, {} bytes out, {:?}",
        content.len(),
        said.len(),
        started.elapsed()
    );
    assert!(!said.contains("panicked"), "{name}: {said}");
    (output.status.code(), said)
}

fn expect(name: &str, content: &[u8], code: i32, words: &[&str]) {
    let (status, said) = check(name, content, &[]);
    assert_eq!(status, Some(code), "{name}: {said}");
    for word in words {
        assert!(
            said.contains(word),
            "{name} does not say `{word}`: {}",
            said.chars().take(2000).collect::<String>()
        );
    }
    assert!(
        said.lines().count() < 3000,
        "{name}: {} lines",
        said.lines().count()
    );
}

/// Encodes a text in UTF-16 with a byte order mark.
fn utf_16(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
    let units = std::iter::once(0xfeff).chain(text.encode_utf16());
    units.flat_map(bytes).collect()
}

#[test]
fn utf_16_is_read_everywhere() {
    let schema = "{openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {size: {type: integer}}}}}}";
    let crd =
        format!("{HEAD}{SPEC}  versions: [{{name: v1, served: true, storage: true, schema: {schema}}}]\n");
    let object = "apiVersion: example.com/v1\r\nkind: Widget\r\nmetadata: {name: a, annotations: {a: é}}\r\nspec: {size: big}\r\n";
    let dir = temporary();
    fs::write(dir.path().join("crd.yaml"), utf_16(&crd, u16::to_le_bytes)).unwrap();
    fs::write(dir.path().join("object.yaml"), utf_16(object, u16::to_be_bytes)).unwrap();
    let run = |arguments: &[&str]| {
        let output = crd_gen(dir.path()).args(arguments).output().unwrap();
        let said = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8_lossy(&said).into_owned())
    };
    for arguments in [
        &["check", "crd.yaml"][..],
        &["check", "."],
        &["cost", "crd.yaml"],
        &["publish", "crd.yaml"],
    ] {
        let (code, said) = run(arguments);
        assert_eq!(code, Some(0), "{arguments:?}: {said}");
    }
    for arguments in [
        &["validate", "."][..],
        &["validate", "--crds", "crd.yaml", "object.yaml"],
    ] {
        let (code, said) = run(arguments);
        assert_eq!(code, Some(1), "{arguments:?}: {said}");
        assert!(said.contains("object.yaml:4:"), "{said}");
        assert!(said.contains("`spec.size` must be of type integer"), "{said}");
    }
    fs::write(
        dir.path().join("crd.yaml"),
        utf_16(&crd.replace("integer", "intger"), u16::to_be_bytes),
    )
    .unwrap();
    let (code, said) = run(&["check", "."]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("crd.yaml:8:") && said.contains("intger"), "{said}");
}

#[test]
fn what_cannot_be_read() {
    expect(
        "not YAML",
        b"\tthis: is\n\t- not {{ YAML CustomResourceDefinition",
        1,
        &["CRD0001"],
    );
    expect(
        "half a file",
        format!("{HEAD}spec:\n  versions: [{{name: v1,").as_bytes(),
        1,
        &["CRD0001", "in.yaml:"],
    );
    expect(
        "invalid UTF-8",
        &[HEAD.as_bytes(), b"x: \"\xff\xfe\"\n"].concat(),
        1,
        &["CRD0002", "in.yaml:4:"],
    );
    expect(
        "half a file in UTF-16",
        b"\xff\xfe{\0a\0",
        1,
        &["CRD0001", "in.yaml:1:"],
    );
    expect(
        "a null byte",
        &[HEAD.as_bytes(), b"x: \0\n"].concat(),
        1,
        &["CRD0002"],
    );
    expect("empty", b"", 2, &["`in.yaml` is empty"]);
    expect(
        "a binary",
        &(0..=255).cycle().take(100_000).collect::<Vec<u8>>(),
        1,
        &["CRD0002"],
    );
}

#[test]
fn what_is_nested_too_deeply() {
    let flow = format!("{HEAD}spec: {}{}\n", "[".repeat(10_000), "]".repeat(10_000));
    expect("10,000 levels of flow", flow.as_bytes(), 1, &["CRD0004"]);
    let block: String = (0..10_000).fold(format!("{HEAD}spec:\n"), |text, level| {
        text + &" ".repeat(level % 5000 + 1) + "a:\n"
    });
    let (status, said) = check("10,000 levels of block", block.as_bytes(), &[]);
    assert!(
        status == Some(1) && (said.contains("CRD0004") || said.contains("CRD0001")),
        "{said}"
    );
    let json = format!(
        "{{\"kind\":\"CustomResourceDefinition\",\"spec\":{}1{}}}",
        "{\"a\":".repeat(10_000),
        "}".repeat(10_000)
    );
    expect("10,000 levels of JSON", json.as_bytes(), 1, &["CRD0004"]);
}

#[test]
fn what_expands_too_much() {
    let mut bomb = format!("{HEAD}a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for level in 1..12 {
        let aliases = vec![format!("*a{}", level - 1); 10].join(", ");
        let _ = writeln!(bomb, "a{level}: &a{level} [{aliases}]");
    }
    expect("an alias bomb", bomb.as_bytes(), 1, &["CRD0005"]);
    expect(
        "an endless alias",
        format!("{HEAD}spec: &a [*a]\n").as_bytes(),
        1,
        &["CRD0005"],
    );
}

#[test]
fn what_is_too_large() {
    let file = [HEAD.as_bytes(), &b"# padding\n".repeat(10_500_000)].concat();
    expect("100 MB", &file, 1, &["CRD0006"]);
    let name = "x".repeat(1 << 20);
    let property = format!(
        "{{\"apiVersion\":\"apiextensions.k8s.io/v1\",\"kind\":\"CustomResourceDefinition\",\"metadata\":{{\"name\":\"widgets.example.com\"}},\
         \"spec\":{{\"group\":\"example.com\",\"scope\":\"Namespaced\",\"names\":{{\"plural\":\"widgets\",\"kind\":\"Widget\"}},\
         \"versions\":[{{\"name\":\"v1\",\"served\":true,\"storage\":true,\"schema\":{{\"openAPIV3Schema\":{{\"type\":\"object\",\
         \"properties\":{{\"{name}\":{{\"type\":\"array\"}}}}}}}}}}]}}}}\n"
    );
    expect("a property name of 1 MB", property.as_bytes(), 1, &["CRD0213"]);
    let (_, said) = check("a property name of 1 MB", property.as_bytes(), &[]);
    assert!(
        said.len() < 10_000,
        "{} bytes are said of a long name",
        said.len()
    );
}

#[test]
fn what_is_too_many() {
    let versions = (0..10_000).fold(String::new(), |text, number| {
        text + &format!(
            "  - {{name: v{number}, served: true, storage: {}, schema: {{openAPIV3Schema: {{type: object}}}}}}\n",
            number == 0
        )
    });
    expect(
        "10,000 versions",
        format!("{HEAD}{SPEC}  versions:\n{versions}").as_bytes(),
        0,
        &["no errors in 1 CRD"],
    );
    // Two versions with strategy None that have no common field.
    let (v1, v2) = (version_of_texts("v1", 5_000), version_of_texts("v2", 5_000));
    expect(
        "10,000 differences",
        format!("{HEAD}{SPEC}  versions:\n{v1}{v2}").as_bytes(),
        0,
        // One finding for the pair of versions, which names the first fields.
        &["10000 fields are not in both", "1 warning in 1 CRD"],
    );
    let errors = arrays(50_000);
    expect(
        "50,000 errors",
        errors.as_bytes(),
        1,
        &[
            "50,000 × CRD0213",
            "the first 100 of 50,000 findings are shown",
            "--all",
        ],
    );
    let (status, said) = check(
        "5,000 errors, all",
        arrays(5_000).as_bytes(),
        &["--all", "--format", "concise"],
    );
    assert!(
        status == Some(1) && said.lines().count() == 5_001,
        "{} lines",
        said.lines().count()
    );
}

/// Returns a version of a CRD with `count` strings whose names contain the version's name; `v1` is stored.
fn version_of_texts(version: &str, count: usize) -> String {
    let fields = (0..count).fold(String::new(), |text, number| {
        text + &format!("          {version}{number}: {{type: string}}\n")
    });
    format!(
        "  - name: {version}\n    served: true\n    storage: {}\n    schema:\n      openAPIV3Schema:\n        type: object\n        \
         properties:\n{fields}",
        version == "v1"
    )
}

/// Returns a CRD with `count` arrays without `items`.
fn arrays(count: usize) -> String {
    let fields = (0..count).fold(String::new(), |text, number| {
        text + &format!("          f{number}: {{type: array}}\n")
    });
    format!(
        "{HEAD}{SPEC}  versions:\n  - name: v1\n    served: true\n    storage: true\n    schema:\n      openAPIV3Schema:\n        \
         type: object\n        properties:\n{fields}"
    )
}
