//! Packages with a `crd-gen.toml`, and `crd-gen convert` on their objects.

use super::generate::Package;

const VERSIONS: &str = r#"
pub mod v1 {
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v1", kind = "Gadget", storage = false, next = super::v2::GadgetSpec)]
    pub struct GadgetSpec {
        #[crd(next(rename = "size"))]
        pub amount: Option<i64>,
    }
}

pub mod v2 {
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v2", kind = "Gadget")]
    #[crd(conversion(service = "webhook", namespace = "gadgets", cert_manager = "gadgets/webhook"))]
    pub struct GadgetSpec {
        pub size: Option<i64>,
    }
}
"#;

const CONFIG: &str = "\
[generate]
output = \"config/crd\"
header = \"header.txt\"
max-description = 0

[convert]
to = \"v2\"
";

const OBJECT: &str = "\
apiVersion: example.com/v1
kind: Gadget
metadata: {name: a}
spec:
  # enough
  amount: 3
";

const OTHER: &str = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n";

// A single test, because both cases build the same package.
#[test]
fn options_come_from_the_file_unless_they_are_given() {
    let package = Package::new("src/lib.rs", VERSIONS);
    package.write("crd-gen.toml", CONFIG);
    package.write("header.txt", "Ours.\n");
    let (status, out, err) = package.run("generate", &[]);
    assert_eq!((status, out.as_str()), (0, ""), "{err}");
    let written = package.read("config/crd/example.com_gadgets.yaml");
    assert!(
        written.starts_with("# Ours.\n") && !written.contains("description"),
        "{written}"
    );
    let (status, out, err) = package.run("generate", &["--check"]);
    assert_eq!((status, out.as_str()), (0, ""), "{err}");
    let (status, out, err) = package.run("generate", &["-o", "-", "--format", "json"]);
    assert_eq!(status, 0, "{err}");
    assert!(out.starts_with('{') && out.contains("\"gadgets\""), "{out}");
    converts(&package);
}

fn converts(package: &Package) {
    package.write("objects/gadget.yaml", OBJECT);
    package.write("objects/other.yaml", OTHER);
    let (status, out, err) = package.run("convert", &["objects"]);
    assert_eq!(status, 0, "{err}");
    assert!(
        out.contains("apiVersion: example.com/v2")
            && out.contains("  # enough\n  size: 3")
            && out.contains("kind: ConfigMap")
            && out.matches("\n---\n").count() == 1,
        "{out}"
    );
    let (status, _, err) = package.run("convert", &["--in-place", "objects"]);
    assert_eq!(status, 0, "{err}");
    assert!(package.read("objects/gadget.yaml").contains("size: 3"));
    // An object that already has the version is also accepted.
    let (status, out, err) = package.run("convert", &["objects/gadget.yaml"]);
    assert_eq!(status, 0, "{err}");
    assert_eq!(out, package.read("objects/gadget.yaml"));
    let (status, out, err) = package.run("convert", &["objects/other.yaml"]);
    assert_eq!((status, out.as_str()), (2, OTHER), "{err}");
    assert!(
        err.contains("no object in `objects/other.yaml` has a kind of the package"),
        "{err}"
    );
    package.write("objects/broken.yaml", "a: [\n");
    let (status, _, err) = package.run("convert", &["objects"]);
    assert_eq!(status, 2);
    assert!(err.contains("`objects/broken.yaml:1:4` cannot be read"), "{err}");
    package.write("crd-gen.toml", "");
    let (status, _, err) = package.run("convert", &["objects/gadget.yaml"]);
    assert_eq!(status, 2);
    assert!(err.contains("`--to VERSION`"), "{err}");
}
