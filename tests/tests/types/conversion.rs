//! `conversion(…)` and `also(…)`: their effects on a CRD, and the parts that can be replaced for a cluster.

use std::fs;

use crd_core::build::{Manifests, Mode, assert_crd};
use crd_core::check::{self, Options};
use crd_core::crd::{Conversion, WebhookClientConfig};
use crd_core::generate::{CaInjection, ConversionOptions, ConversionStanza, merge, set_conversion};
use crd_core::{Crd, CustomResource as _};

mod v1 {
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    /// A gadget.
    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "example.com",
        version = "v1",
        kind = "Gadget",
        namespaced,
        shortname = "gd",
        category = "all"
    )]
    #[crd(storage = false, annotation("example.com/owner", "us"))]
    #[crd(printcolumn(name = "Size", type_ = "integer", json_path = ".spec.size"))]
    #[crd(next = super::v2::GadgetSpec)]
    #[crd(also("v1beta1", deprecated = "use v1"), also("v1alpha1", served = false))]
    pub struct GadgetSpec {
        /// How large.
        #[crd(next(rename = "width"))]
        pub size: u8,
    }
}

mod v2 {
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    /// A gadget.
    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "example.com",
        version = "v2",
        kind = "Gadget",
        namespaced,
        shortname = "gd",
        category = "all"
    )]
    #[crd(conversion(
        service = "webhook",
        namespace = "gadgets",
        path = "/convert",
        port = 8443,
        cert_manager = "gadgets/webhook",
        openshift
    ))]
    pub struct GadgetSpec {
        /// How wide.
        pub width: u8,
    }
}

const CERT_MANAGER: &str = "cert-manager.io/inject-ca-from";
const OPENSHIFT: &str = "service.beta.openshift.io/inject-cabundle";

fn crd() -> Crd {
    let versions = [v1::Gadget::crd().unwrap(), v2::Gadget::crd().unwrap()];
    merge(versions).unwrap().remove(0)
}

fn config(crd: &Crd) -> &WebhookClientConfig {
    let Some(Conversion {
        strategy,
        webhook: Some(webhook),
    }) = &crd.spec.conversion
    else {
        panic!("{:?}", crd.spec.conversion)
    };
    assert_eq!(&**strategy, "Webhook");
    assert_eq!(
        webhook.conversion_review_versions.as_deref(),
        Some(&["v1".into()][..])
    );
    webhook.client_config.as_ref().unwrap()
}

#[track_caller]
fn accepted(crd: &Crd) {
    let (manifest, report) = check::crd(crd, &Options::default()).unwrap();
    assert!(report.is_accepted(), "{:?}\n{manifest}", report.findings);
}

#[test]
fn what_is_declared_is_in_the_crd() {
    let crd = crd();
    accepted(&crd);
    let service = config(&crd).service.as_ref().unwrap();
    assert_eq!((&*service.namespace, &*service.name), ("gadgets", "webhook"));
    assert_eq!(
        (service.path.as_deref(), service.port),
        (Some("/convert"), Some(8443))
    );
    let annotation = |name| crd.metadata.annotations.get(name).map(|value| &**value);
    assert_eq!(annotation(CERT_MANAGER), Some("gadgets/webhook"));
    assert_eq!(annotation(OPENSHIFT), Some("true"));
    assert_eq!(annotation("example.com/owner"), Some("us"));
}

#[test]
fn each_part_is_replaced_for_a_cluster() {
    let with = |change: fn(&mut ConversionOptions)| {
        let mut options = ConversionOptions::default();
        change(&mut options);
        let mut crd = crd();
        set_conversion(&mut crd, &options);
        accepted(&crd);
        crd
    };
    assert_eq!(with(|_| {}), crd());
    let moved = with(|options| {
        options.service_namespace = Some("other".to_owned());
        options.service_name = Some("hook".to_owned());
    });
    let service = config(&moved).service.clone().unwrap();
    assert_eq!((&*service.namespace, &*service.name), ("other", "hook"));
    assert_eq!(service.port, Some(8443), "what is not replaced stays");
    let moved = with(|options| {
        options.path = Some("/v".to_owned());
        options.port = Some(443);
    });
    let service = config(&moved).service.clone().unwrap();
    assert_eq!((service.path.as_deref(), service.port), (Some("/v"), Some(443)));
    let outside = with(|options| options.url = Some("https://hook.example.com/convert".to_owned()));
    assert_eq!(
        config(&outside).url.as_deref(),
        Some("https://hook.example.com/convert")
    );
    assert_eq!(config(&outside).service, None);
    let pathless = with(|options| options.path = Some(String::new()));
    assert_eq!(config(&pathless).service.as_ref().unwrap().path, None);
    let injected = |injection: fn() -> CaInjection| {
        let mut options = ConversionOptions::default();
        options.ca_injection = injection();
        let mut crd = crd();
        set_conversion(&mut crd, &options);
        accepted(&crd);
        assert!(config(&crd).service.is_some());
        let annotation = |name| crd.metadata.annotations.get(name).map(ToString::to_string);
        (annotation(CERT_MANAGER), annotation(OPENSHIFT))
    };
    let text = |text: &str| Some(text.to_owned());
    assert_eq!(
        injected(|| CaInjection::CertManager("other/hook".to_owned())),
        (text("other/hook"), None)
    );
    assert_eq!(injected(|| CaInjection::OpenShift), (None, text("true")));
    assert_eq!(injected(|| CaInjection::LeftOut), (None, None));
    let without = with(|options| options.stanza = ConversionStanza::LeftOut);
    assert_eq!(without.spec.conversion, None);
    assert_eq!(without.metadata.annotations.get(CERT_MANAGER), None);
    assert_eq!(without.metadata.annotations.get(OPENSHIFT), None);
    assert!(without.metadata.annotations.get("example.com/owner").is_some());
}

#[test]
fn a_version_of_the_same_schema_is_one_line() {
    let crd = v1::Gadget::crd().unwrap();
    let versions = crd.spec.versions.as_deref().unwrap();
    let said: Vec<_> = versions
        .iter()
        .map(|version| {
            (
                &*version.name,
                version.served,
                version.deprecation_warning.as_deref(),
            )
        })
        .collect();
    assert_eq!(
        said,
        [
            ("v1", true, None),
            ("v1beta1", true, Some("use v1")),
            ("v1alpha1", false, None)
        ]
    );
    let [v1, others @ ..] = versions else { panic!() };
    for other in others {
        assert_eq!(other.schema, v1.schema);
        assert_eq!(other.additional_printer_columns, v1.additional_printer_columns);
        assert!(!other.storage && !v1.storage);
    }
    assert_eq!(crd.spec.names.categories, ["all".into()]);
}

#[test]
fn build_scripts_and_tests_take_several_versions_and_the_options() {
    let dir = tempfile::tempdir().unwrap();
    let mut options = ConversionOptions::default();
    options.service_namespace = Some("other".to_owned());
    Manifests::in_dir(dir.path())
        .add::<v1::Gadget>()
        .add::<v2::Gadget>()
        .conversion(options.clone())
        .write()
        .unwrap();
    let package = dir.path().to_str().unwrap();
    let check = |options: &ConversionOptions| {
        assert_crd(
            [
                (&v1::Gadget::RESOURCE, v1::Gadget::crd()),
                (&v2::Gadget::RESOURCE, v2::Gadget::crd()),
            ],
            options,
            package,
            "example.com_gadgets.yaml",
            Mode::Compare,
        )
    };
    assert_eq!(check(&options), Ok(()));
    let stale = check(&ConversionOptions::default()).unwrap_err();
    assert!(
        stale.contains("-          namespace: other\n+          namespace: gadgets"),
        "{stale}"
    );
    // The form that the macro writes; the path is that of this package.
    let path = dir.path().join("example.com_gadgets.yaml");
    crd_core::assert_crd!(
        [v1::Gadget, v2::Gadget],
        path.to_str().unwrap(),
        conversion = options
    );
    // A manifest with more versions is not rewritten.
    let written = fs::read_to_string(&path).unwrap();
    for mode in [Mode::Compare, Mode::Update] {
        let error = assert_crd(
            [(&v2::Gadget::RESOURCE, v2::Gadget::crd())],
            &options,
            package,
            "example.com_gadgets.yaml",
            mode,
        );
        assert_eq!(
            error.unwrap_err(),
            "rewriting `example.com_gadgets.yaml` would delete versions `v1`, `v1beta1`, `v1alpha1`, which \
             `types::conversion::v2::Gadget` does not declare: list the types of all versions, `assert_crd!([v2::Gadget, \
             v1::Gadget, v1beta1::Gadget, v1alpha1::Gadget], \"example.com_gadgets.yaml\")`; to remove a version from the API, \
             delete the file first"
        );
    }
    assert_eq!(fs::read_to_string(&path).unwrap(), written);
    // The storage version is missing.
    let error = assert_crd(
        [(&v1::Gadget::RESOURCE, v1::Gadget::crd())],
        &options,
        package,
        "missing.yaml",
        Mode::Update,
    );
    assert_eq!(
        error.unwrap_err(),
        "the storage version `v2` is missing: list the types of all versions, `assert_crd!([v1::Gadget, \
         v2::Gadget], \"missing.yaml\")`"
    );
    let mixed = assert_crd(
        [
            (&v2::Gadget::RESOURCE, v2::Gadget::crd()),
            (
                &super::manifests::Widget::RESOURCE,
                super::manifests::Widget::crd(),
            ),
        ],
        &ConversionOptions::default(),
        package,
        "both.yaml",
        Mode::Compare,
    );
    assert!(mixed.unwrap_err().contains("belong to several resources"));
}

/// Versions with a field that the other lacks, and nothing that converts them.
mod losing {
    pub(super) mod v1 {
        use crd_core::{CustomResource, Schema};
        use serde::{Deserialize, Serialize};

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
        #[crd(group = "example.com", version = "v1", kind = "Job", storage = false)]
        pub struct JobSpec {
            pub image: Option<String>,
        }

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
        #[crd(group = "example.com", version = "v1", kind = "Plan", storage = false)]
        #[crd(allow("none-drops-field", reason = "nobody has plans yet"))]
        pub struct PlanSpec {
            pub image: Option<String>,
        }

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
        #[crd(group = "example.com", version = "v1", kind = "Task", storage = false)]
        #[crd(next = super::v2::TaskSpec)]
        pub struct TaskSpec {
            #[crd(next(rename = "program"))]
            pub image: Option<String>,
        }

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
        #[crd(group = "example.com", version = "v1", kind = "Move", storage = false)]
        #[crd(next = super::v2::MoveSpec)]
        pub struct MoveSpec {
            #[crd(next(rename = "program"))]
            pub image: Option<String>,
        }
    }

    pub(super) mod v2 {
        use crd_core::{CustomResource, Schema};
        use serde::{Deserialize, Serialize};

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
        #[crd(group = "example.com", version = "v2", kind = "Job")]
        pub struct JobSpec {
            pub program: Option<String>,
        }

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
        #[crd(group = "example.com", version = "v2", kind = "Plan")]
        pub struct PlanSpec {
            pub program: Option<String>,
        }

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
        #[crd(group = "example.com", version = "v2", kind = "Move")]
        #[crd(allow("CRD0630", reason = "nobody has moves yet"))]
        pub struct MoveSpec {
            pub program: Option<String>,
        }

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Hook",
            conversion(url = "https://example.com")
        )]
        pub struct HookSpec {
            pub program: Option<String>,
        }

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
        #[crd(group = "example.com", version = "v2", kind = "Task")]
        pub struct TaskSpec {
            pub program: Option<String>,
        }
    }
}

#[test]
fn versions_that_lose_data_are_refused_in_tests_too() {
    use losing::{v1, v2};
    let dir = tempfile::tempdir().unwrap();
    let check = |versions| {
        let options = ConversionOptions::default();
        let package = dir.path().to_str().unwrap();
        assert_crd(versions, &options, package, "crd.yaml", Mode::Update)
    };
    let refused = |versions| check(versions).unwrap_err();
    let jobs = refused([
        (&v1::Job::RESOURCE, v1::Job::crd()),
        (&v2::Job::RESOURCE, v2::Job::crd()),
    ]);
    assert!(jobs.contains("error[CRD0630]"), "{jobs}");
    let tasks = refused([
        (&v1::Task::RESOURCE, v1::Task::crd()),
        (&v2::Task::RESOURCE, v2::Task::crd()),
    ]);
    assert!(tasks.contains("error[CRD0630]"), "{tasks}");
    assert!(tasks.contains("no webhook is configured"), "{tasks}");
    assert!(!dir.path().join("crd.yaml").exists());
    assert!(
        tasks.contains(
            "`#[crd(allow(\"none-drops-field\", reason = \"…\"))]` on the type of one of the versions"
        ),
        "{tasks}"
    );
}

#[test]
fn the_type_of_a_version_accepts_the_loss_of_data() {
    use losing::{v1, v2};
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("crds/example.com_plans.yaml");
    let check = |versions| {
        let options = ConversionOptions::default();
        let package = dir.path().to_str().unwrap();
        assert_crd(
            versions,
            &options,
            package,
            "crds/example.com_plans.yaml",
            Mode::Update,
        )
    };
    // On the older version, whose fields differ; and on the newer one, with mappings.
    let plans = check([
        (&v1::Plan::RESOURCE, v1::Plan::crd()),
        (&v2::Plan::RESOURCE, v2::Plan::crd()),
    ]);
    assert_eq!(plans, Ok(()));
    let manifest = std::fs::read_to_string(&path).unwrap();
    assert!(
        manifest.contains("# crd-gen: allow none-drops-field nobody has plans yet\n"),
        "{manifest}"
    );
    let report = crd_core::check::text(&manifest, &crd_core::check::Options::default());
    assert!(report.findings.is_empty(), "{:?}", report.findings);
    std::fs::remove_file(&path).unwrap();
    let moves = check([
        (&v1::Move::RESOURCE, v1::Move::crd()),
        (&v2::Move::RESOURCE, v2::Move::crd()),
    ]);
    assert_eq!(moves, Ok(()));
    crd_core::build::Manifests::in_dir(dir.path().join("crds"))
        .add::<v1::Plan>()
        .add::<v2::Plan>()
        .write()
        .unwrap();
    assert_eq!(std::fs::read_to_string(&path).unwrap(), manifest);
}

#[test]
fn a_webhook_for_one_version_is_refused_in_a_new_manifest() {
    let dir = tempfile::tempdir().unwrap();
    let package = dir.path().to_str().unwrap();
    let versions = || [(&losing::v2::Hook::RESOURCE, losing::v2::Hook::crd())];
    let options = ConversionOptions::default();
    let check = |mode| assert_crd(versions(), &options, package, "crd.yaml", mode);
    for mode in [Mode::Compare, Mode::Update] {
        let error = check(mode).unwrap_err();
        assert!(
            error.contains("declares a conversion webhook")
                && error.contains("`assert_crd!([…, Hook], \"crd.yaml\")`"),
            "{error}"
        );
    }
    // Its author may have written it.
    let manifest =
        crd_core::build::manifest(&losing::v2::Hook::crd().unwrap(), crd_core::KubeVersion::DEFAULT);
    std::fs::write(dir.path().join("crd.yaml"), manifest.unwrap()).unwrap();
    assert_eq!(check(Mode::Compare), Ok(()));
}
