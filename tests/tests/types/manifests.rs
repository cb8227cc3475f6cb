//! Manifests in build scripts and tests: `assert_crd!`, `Manifests`, and the CRDs that both reject.

use std::fs;

use crd_core::build::{BuildError, Manifests, Mode, assert_crd};
use crd_core::generate::ConversionOptions;
use crd_core::shape::{ForeignError, Kind};
use crd_core::structural::{Additional, Object, Structural, StructuralShape};
use crd_core::{CustomResource, Schema, Shape};
use serde::{Deserialize, Serialize};

/// A widget.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Widget")]
pub struct WidgetSpec {
    /// How many.
    pub count: u8,
}

/// Compares each element with each other, without a limit: too expensive, as only the whole schema shows.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Costly")]
pub struct CostlySpec {
    /// The names.
    #[crd(rule("self.all(a, self.exists_one(b, a == b))"))]
    pub names: Vec<String>,
}

#[test]
fn a_manifest_is_compared_and_rewritten() {
    let dir = tempfile::tempdir().unwrap();
    let package = dir.path().to_str().unwrap();
    let check = |mode| {
        assert_crd(
            [(&Widget::RESOURCE, Widget::crd())],
            &ConversionOptions::default(),
            package,
            "crd.yaml",
            mode,
        )
    };
    let missing = check(Mode::Compare).unwrap_err();
    assert_eq!(
        missing,
        "`crd.yaml` is missing; run the test with CRD_GEN_UPDATE=1 to write it"
    );
    assert_eq!(check(Mode::Update), Ok(()));
    assert_eq!(check(Mode::Compare), Ok(()));
    let path = dir.path().join("crd.yaml");
    let fresh = fs::read_to_string(&path).unwrap();
    // A header of comments is kept even if everything else changes.
    fs::write(
        &path,
        format!("# ours\n---\n{}", fresh.replace("How many", "So many")),
    )
    .unwrap();
    let stale = check(Mode::Compare).unwrap_err();
    assert!(
        stale.contains("is stale") && stale.contains("So many.") && stale.contains("How many."),
        "{stale}"
    );
    assert_eq!(check(Mode::Update), Ok(()));
    assert_eq!(
        fs::read_to_string(&path).unwrap(),
        format!("# ours\n---\n{fresh}")
    );
}

#[test]
fn a_manifest_without_its_directory_is_missing() {
    let dir = tempfile::tempdir().unwrap();
    let error = assert_crd(
        [(&Widget::RESOURCE, Widget::crd())],
        &ConversionOptions::default(),
        dir.path().to_str().unwrap(),
        "config/crds/crd.yaml",
        Mode::Compare,
    );
    assert_eq!(
        error.unwrap_err(),
        "`config/crds/crd.yaml` is missing, and so is the directory `config/crds`; correct the path, or run the test with \
         CRD_GEN_UPDATE=1 to write it"
    );
}

/// The manifest is in a directory beside, or has the usual name.
#[test]
fn a_manifest_with_a_misspelled_path_is_found() {
    let dir = tempfile::tempdir().unwrap();
    let check = |path| {
        let package = dir.path().to_str().unwrap();
        let widget = [(&Widget::RESOURCE, Widget::crd())];
        assert_crd(
            widget,
            &ConversionOptions::default(),
            package,
            path,
            Mode::Compare,
        )
        .unwrap_err()
    };
    let create = |path: &str| {
        let path = dir.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "").unwrap();
    };
    let or_write = "If not, run the test with CRD_GEN_UPDATE=1 to write it";
    create("crds/crd.yaml");
    assert_eq!(
        check("crd/crd.yaml"),
        format!("`crd/crd.yaml` is missing; did you mean `crds/crd.yaml`? {or_write}")
    );
    create("crds/example.com_widgets.yaml");
    assert_eq!(
        check("crds/example.com_widget.yaml"),
        format!(
            "`crds/example.com_widget.yaml` is missing; did you mean `crds/example.com_widgets.yaml`? {or_write}"
        )
    );
    // Of which of two directories, is not known.
    create("other/crd.yaml");
    assert!(check("crd/crd.yaml").contains("so is the directory `crd`"));
}

#[test]
fn a_manifest_of_another_crd_is_not_rewritten() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("crd.yaml");
    let other = crd_core::yaml::to_string(&Costly::crd().unwrap()).unwrap();
    fs::write(&path, &other).unwrap();
    for mode in [Mode::Compare, Mode::Update] {
        let error = assert_crd(
            [(&Widget::RESOURCE, Widget::crd())],
            &ConversionOptions::default(),
            dir.path().to_str().unwrap(),
            "crd.yaml",
            mode,
        );
        assert_eq!(
            error.unwrap_err(),
            "`crd.yaml` has the CRD `costlies.example.com`, but `types::manifests::Widget` generates `widgets.example.com`; \
             write the path of its own manifest, or delete the file first"
        );
    }
    assert_eq!(fs::read_to_string(&path).unwrap(), other);
}

#[test]
fn the_macro_reads_below_the_package() {
    crd_core::assert_crd!(
        real_world_examples::karpenter::NodeOverlay,
        "../examples/real-world/crds/karpenter.sh_nodeoverlays.yaml"
    );
}

#[test]
fn the_path_may_be_the_result_of_a_call() {
    fn manifest(name: &str) -> String {
        format!("../examples/real-world/crds/karpenter.sh_{name}.yaml")
    }
    crd_core::assert_crd!(
        real_world_examples::karpenter::NodeOverlay,
        &manifest("nodeoverlays")
    );
    crd_core::assert_crd!(
        real_world_examples::karpenter::NodeOverlay,
        manifest("nodeoverlays").as_str()
    );
}

#[test]
fn a_file_is_no_directory_of_manifests() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("widgets.yaml");
    fs::write(&path, "# mine\n").unwrap();
    let error = Manifests::in_dir(&path).add::<Widget>().write().unwrap_err();
    assert_eq!(
        error.to_string(),
        format!(
            "cannot write `{}`: it is a file; `Manifests::in_dir` names the directory of the manifests",
            path.display()
        )
    );
    let absent = dir.path().join("absent.yaml");
    let error = Manifests::in_dir(&absent).add::<Widget>().write().unwrap_err();
    assert!(error.to_string().contains("it is a file"), "{error}");
    assert!(!absent.exists());
}

#[test]
fn a_directory_is_no_manifest() {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir(dir.path().join("crds")).unwrap();
    let error = assert_crd(
        [(&Widget::RESOURCE, Widget::crd())],
        &ConversionOptions::default(),
        dir.path().to_str().unwrap(),
        "crds/",
        Mode::Update,
    );
    assert_eq!(
        error.unwrap_err(),
        "`crds/` is a directory; write the path of the manifest: `crds/example.com_widgets.yaml`"
    );
}

#[test]
fn a_build_script_writes_a_directory() {
    let dir = tempfile::tempdir().unwrap();
    let write = || Manifests::in_dir(dir.path().join("crds")).add::<Widget>().write();
    write().unwrap();
    let path = dir.path().join("crds/example.com_widgets.yaml");
    let time = || fs::metadata(&path).unwrap().modified().unwrap();
    let first = time();
    write().unwrap();
    assert_eq!(time(), first, "what has not changed is not written again");
}

#[test]
fn what_the_server_refuses_is_not_written() {
    let dir = tempfile::tempdir().unwrap();
    let result = Manifests::in_dir(dir.path().join("crds"))
        .add::<Widget>()
        .add::<Costly>()
        .write();
    let Err(error @ BuildError::Rejected(_)) = result else {
        panic!("{result:?}")
    };
    let said = error.to_string();
    for words in [
        "would reject `costlies.example.com`",
        "error[CRD0451]",
        // The field in Rust, with its place and the attributes to set.
        "manifests.rs:",
        ", `CostlySpec::names`",
        "help: set `max_items = 256` at `spec.names` and `items(max_length = 256)` at `spec.names`",
        "server: ",
    ] {
        assert!(said.contains(words), "no `{words}` in\n{said}");
    }
    assert!(!said.contains("`maxItems"), "{said}");
    assert!(!dir.path().join("crds").exists());
}

/// The `Default` of the part breaks the part's own schema, which only the generated schema shows.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Unfit")]
pub struct UnfitSpec {
    /// Its part.
    #[serde(default)]
    pub part: UnfitPart,
}

/// A part.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
pub struct UnfitPart {
    /// How large.
    #[crd(minimum = 1)]
    pub size: i32,
}

#[test]
fn a_default_that_breaks_its_schema_is_traced_to_its_field() {
    let dir = tempfile::tempdir().unwrap();
    let said = Manifests::in_dir(dir.path())
        .add::<Unfit>()
        .write()
        .unwrap_err()
        .to_string();
    for words in [
        "error[CRD0312]",
        // The column of `default` in its attribute.
        ":13, `UnfitSpec::part`",
        "it is the value of `#[serde(default)]`: the `Default` of its type",
    ] {
        assert!(said.contains(words), "no `{words}` in\n{said}");
    }
}

/// Two versions of one kind with different plural names.
mod twins {
    pub(super) mod v1 {
        use crd_core::{CustomResource, Schema};
        use serde::{Deserialize, Serialize};

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
        #[crd(group = "example.com", version = "v1", kind = "Twin", plural = "twins")]
        pub struct TwinSpec {}
    }

    pub(super) mod v2 {
        use crd_core::{CustomResource, Schema};
        use serde::{Deserialize, Serialize};

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
        #[crd(group = "example.com", version = "v2", kind = "Twin", plural = "twinz")]
        pub struct TwinSpec {}
    }
}

#[test]
fn versions_with_different_plural_names_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let manifests = Manifests::in_dir(dir.path().join("crds"));
    let result = manifests
        .add::<twins::v1::Twin>()
        .add::<twins::v2::Twin>()
        .write();
    let Err(error @ BuildError::Merge(_)) = result else {
        panic!("{result:?}")
    };
    let said = error.to_string();
    for words in [
        "`twinz.example.com`: its kind `Twin` is also the kind of `twins.example.com`",
        "`twins` in version `v1`",
        "twins::v1::Twin` at ",
        "`twinz` in version `v2`",
        "[CRD0906]",
    ] {
        assert!(said.contains(words), "no `{words}` in\n{said}");
    }
    assert!(!dir.path().join("crds").exists());
}

/// Three versions of one kind, of which the newest is the storage version.
mod caches {
    pub(super) mod v1alpha1 {
        use crd_core::{CustomResource, Schema};
        use serde::{Deserialize, Serialize};

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
        #[crd(group = "example.com", version = "v1alpha1", kind = "Cache", storage = false)]
        #[crd(next = super::v1beta1::CacheSpec)]
        pub struct CacheSpec {}
    }

    pub(super) mod v1beta1 {
        use crd_core::{CustomResource, Schema};
        use serde::{Deserialize, Serialize};

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
        #[crd(group = "example.com", version = "v1beta1", kind = "Cache", storage = false)]
        #[crd(next = super::v1::CacheSpec)]
        pub struct CacheSpec {}
    }

    pub(super) mod v1 {
        use crd_core::{CustomResource, Schema};
        use serde::{Deserialize, Serialize};

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
        #[crd(group = "example.com", version = "v1", kind = "Cache")]
        pub struct CacheSpec {}
    }
}

#[test]
fn versions_that_are_not_added_are_named() {
    let dir = tempfile::tempdir().unwrap();
    let oldest = || Manifests::in_dir(dir.path().join("crds")).add::<caches::v1alpha1::Cache>();
    let error = |manifests: Manifests| manifests.write().unwrap_err().to_string();
    // In a build script, the path of a type in its own modules begins after `build_script_build`.
    let newest = "`caches.example.com`: its storage version `v1` is not added; write `.add::<types::manifests::caches::v1::Cache>()` [CRD0122]";
    let middle = "`caches.example.com`: its version `v1beta1` is not added; write `.add::<types::manifests::caches::v1beta1::Cache>()` [CRD0930]";
    assert_eq!(error(oldest().add::<caches::v1beta1::Cache>()), newest);
    assert_eq!(error(oldest().add::<caches::v1::Cache>()), middle);
    assert_eq!(error(oldest()), format!("{middle}\n\n{newest}"));
    assert!(!dir.path().join("crds").exists());
    oldest()
        .add::<caches::v1beta1::Cache>()
        .add::<caches::v1::Cache>()
        .write()
        .unwrap();
}

#[test]
fn everything_that_is_refused_is_said_at_once() {
    let dir = tempfile::tempdir().unwrap();
    let result = Manifests::in_dir(dir.path().join("crds"))
        .add::<Costly>()
        .add::<Widget>()
        .add::<Crash>()
        .write();
    let Err(error @ BuildError::Several(_)) = result else {
        panic!("{result:?}")
    };
    let said = error.to_string();
    for words in [
        "would reject `costlies.example.com`",
        ", `CostlySpec::names`",
        "would reject `crashes.example.com`",
        ", `CrashSpec`",
    ] {
        assert!(said.contains(words), "no `{words}` in\n{said}");
    }
    assert!(!dir.path().join("crds").exists());
}

/// A map of values that the schema says nothing about: `additionalProperties: true`.
#[derive(Serialize, Deserialize, Clone, Debug)]
pub struct OpenMap(std::collections::BTreeMap<String, serde_json::Value>);

impl Schema for OpenMap {
    const SHAPE: Shape = Shape::new("OpenMap", Kind::Foreign(open_map));
}

#[expect(
    clippy::unnecessary_wraps,
    reason = "the signature is that of `Kind::Foreign`"
)]
fn open_map() -> Result<Structural, Vec<ForeignError>> {
    Ok(Structural::new(StructuralShape::Object(Object {
        additional: Some(Additional::Bool(true)),
        ..Object::default()
    })))
}

/// The API server panics when it follows the field path below `open`, where there is no schema.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Crash")]
#[crd(rule("has(self.open)", field_path = ".open.x.y"))]
pub struct CrashSpec {
    /// Any values.
    pub open: OpenMap,
}

#[test]
fn what_makes_the_server_panic_is_refused_with_a_reason() {
    let dir = tempfile::tempdir().unwrap();
    let result = Manifests::in_dir(dir.path().join("crds")).add::<Crash>().write();
    let Err(BuildError::Rejected(refused)) = result else {
        panic!("{result:?}")
    };
    assert!(!refused.diagnostics.is_empty());
    let text = refused.to_string();
    for words in [
        "would reject `crashes.example.com`",
        "error[CRD0015]",
        "responds with status 500",
        "manifests.rs:",
        ", `CrashSpec`",
    ] {
        assert!(text.contains(words), "no `{words}` in\n{text}");
    }
    let package = dir.path().to_str().unwrap();
    let error = assert_crd(
        [(&Crash::RESOURCE, Crash::crd())],
        &ConversionOptions::default(),
        package,
        "crash.yaml",
        Mode::Update,
    )
    .unwrap_err();
    assert!(error.contains("error[CRD0015]"), "{error}");
    // The sources are not in that package, so only the name is known.
    assert!(error.contains("--> `CrashSpec`"), "{error}");
    assert!(!dir.path().join("crash.yaml").exists());
}
