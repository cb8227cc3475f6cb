//! Names, and types of k8s-openapi, in the text of small CRDs.

mod depth;
mod paths;
mod releases;

use crate::{ImportOptions, KubernetesTypes, import, read_crds};

/// The text for a CRD with these properties of its spec and its status.
fn text(spec: &str, status: &str, kubernetes: KubernetesTypes) -> String {
    let options = ImportOptions {
        kubernetes,
        ..ImportOptions::default()
    };
    text_with(spec, status, &options)
}

fn text_with(spec: &str, status: &str, options: &ImportOptions) -> String {
    let crd = format!(
        "\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {{name: widgets.example.com}}
spec:
  group: example.com
  names: {{plural: widgets, kind: Widget}}
  scope: Namespaced
  versions:
    - name: v1
      served: true
      storage: true
      subresources: {{status: {{}}}}
      schema:
        openAPIV3Schema:
          type: object
          required: [spec]
          properties:
            spec: {{type: object, properties: {{{spec}}}}}
            status: {{type: object, properties: {{{status}}}}}
"
    );
    import(&read_crds(crd.as_bytes()).unwrap(), options, &[])
        .unwrap()
        .one_file()
        .to_owned()
}

#[test]
fn a_status_in_the_status_has_a_name_of_its_own() {
    let status = "status: {type: object, properties: {phase: {type: string}}}";
    let text = text("size: {type: integer}", status, KubernetesTypes::None);
    assert_eq!(text.matches("pub struct WidgetStatus {").count(), 1, "{text}");
    assert!(text.contains("pub status: Option<WidgetStatusConfig>"), "{text}");
}

#[test]
fn a_type_of_several_members_has_their_common_words() {
    let part = "{type: object, properties: {size: {type: integer}}}";
    let spec = format!(
        "readProbe: {part}, writeProbe: {part}, first: {{type: object, properties: {{a: {{type: string}}}}}}"
    );
    let text = text(&spec, "", KubernetesTypes::None);
    assert!(text.contains("pub read_probe: Option<Probe>"), "{text}");
    assert!(text.contains("pub write_probe: Option<Probe>"), "{text}");
    assert!(text.contains("pub first: Option<First>"), "{text}");
}

#[test]
fn a_type_of_two_directions_has_their_common_words() {
    let part = "{type: object, properties: {size: {type: integer}}}";
    let text = text(
        &format!("scaleDown: {part}, scaleUp: {part}"),
        "",
        KubernetesTypes::None,
    );
    assert!(text.contains("pub scale_down: Option<Scale>"), "{text}");
    assert!(text.contains("pub scale_up: Option<Scale>"), "{text}");
}

#[test]
fn a_type_within_a_type_of_several_members_has_the_common_words() {
    let policy = "policies: {type: array, items: {type: object, properties: {size: {type: integer}}}}";
    let part = format!("{{type: object, properties: {{{policy}}}}}");
    let text = text(
        &format!("scaleDown: {part}, scaleUp: {part}"),
        "",
        KubernetesTypes::None,
    );
    assert!(text.contains("pub policies: Option<Vec<ScalePolicy>>"), "{text}");
}

#[test]
fn a_type_whose_place_is_a_poor_name_has_the_name_of_its_description() {
    let element = |description: &str, member: &str| {
        format!(
            r#"{{type: array, items: {{type: object, description: "{description}", properties: {{{member}: {{type: string}}}}}}}}"#
        )
    };
    let hook = element("WidgetResourceHook defines a hook of a widget.", "command");
    let spec = format!(
        "pipeline: {}, limits: {}, post: {hook}, pre: {hook}, resource: {{type: object, properties: {{a: {{type: string}}}}}}",
        element("A PipelineStep in a pipeline.", "step"),
        element("SizeLimit is a limit.", "size"),
    );
    let text = text(&spec, "", KubernetesTypes::None);
    assert!(text.contains("Option<Vec<PipelineStep>>"), "{text}");
    // The plural `limits` is a good name for one of them.
    assert!(text.contains("Option<Vec<Limit>>"), "{text}");
    assert!(text.contains("pub post: Option<Vec<ResourceHook>>"), "{text}");
    assert!(text.contains("pub pre: Option<Vec<ResourceHook>>"), "{text}");
}

#[test]
fn a_type_of_unrelated_members_may_have_the_name_of_its_fields() {
    let string = "{type: string}";
    let part = format!("{{type: object, properties: {{exact: {string}, regex: {string}}}}}");
    let source = format!("{{type: object, properties: {{key: {string}}}}}");
    let other = format!("{{type: object, properties: {{configMap: {source}, secret: {source}}}}}");
    let version = "{type: string, enum: [TLS12, TLS13]}";
    let pair = format!("{{type: object, properties: {{name: {string}, value: {string}}}}}");
    let pairs = format!("{{type: array, items: {pair}}}");
    let spec = format!(
        "uri: {part}, method: {part}, cert: {other}, id: {other}, sysctls: {pairs}, options: {pairs}, \
         tls: {{type: object, properties: {{minVersion: {version}, maxVersion: {version}}}}}"
    );
    let text = text(&spec, "", KubernetesTypes::None);
    assert!(text.contains("pub uri: Option<StringMatch>"), "{text}");
    assert!(text.contains("pub cert: Option<ConfigMapOrSecret>"), "{text}");
    assert!(text.contains("pub min_version: Option<TlsVersion>"), "{text}");
    assert!(text.contains("pub sysctls: Option<Vec<NameValue>>"), "{text}");
}

#[test]
fn the_webhook_of_a_crd_is_kept() {
    let webhook = |versions: &str, field_of_v1: &str| {
        let crd = format!(
            "\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {{name: widgets.example.com}}
spec:
  group: example.com
  names: {{plural: widgets, kind: Widget}}
  scope: Namespaced
  conversion:
    strategy: Webhook
    webhook:
      conversionReviewVersions: {versions}
      clientConfig: {{url: 'https://example.com/convert'}}
  versions:
    - name: v2
      served: true
      storage: true
      schema: {{openAPIV3Schema: {{type: object, properties: {{spec: {{type: object, properties: {{a: {{type: string}}}}}}}}}}}}
    - name: v1
      served: true
      storage: false
      schema: {{openAPIV3Schema: {{type: object, properties: {{spec: {{type: object, properties: {{{field_of_v1}: {{type: string}}}}}}}}}}}}
"
        );
        let imported = import(
            &read_crds(crd.as_bytes()).unwrap(),
            &ImportOptions::default(),
            &[],
        );
        imported.unwrap().one_file().to_owned()
    };
    let two = webhook("[v1, v1beta1]", "b");
    assert!(two.contains(r#"review_versions("v1", "v1beta1")"#), "{two}");
    // Also when the schemas of the versions are equal.
    for field_of_v1 in ["b", "a"] {
        let usual = webhook("[v1]", field_of_v1);
        assert!(
            usual.contains("external") && !usual.contains("review_versions"),
            "{usual}"
        );
    }
}

#[test]
fn the_ca_bundle_of_a_webhook_is_kept_or_reported() {
    const CERTIFICATES: &str =
        "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCk1BWXdBREFBQXdBPQotLS0tLUVORCBDRVJUSUZJQ0FURS0tLS0tCg==";
    let import = |bundle: &str, annotation: &str| {
        let crd = format!(
            "\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {{name: widgets.example.com, annotations: {{{annotation}}}}}
spec:
  group: example.com
  names: {{plural: widgets, kind: Widget}}
  scope: Namespaced
  conversion:
    strategy: Webhook
    webhook:
      conversionReviewVersions: [v1]
      clientConfig: {{caBundle: {bundle}, service: {{name: a, namespace: b}}}}
  versions:
    - name: v2
      served: true
      storage: true
      schema: {{openAPIV3Schema: {{type: object, properties: {{spec: {{type: object, properties: {{a: {{type: string}}}}}}}}}}}}
    - name: v1
      served: true
      storage: false
      schema: {{openAPIV3Schema: {{type: object, properties: {{spec: {{type: object, properties: {{b: {{type: string}}}}}}}}}}}}
"
        );
        import(
            &read_crds(crd.as_bytes()).unwrap(),
            &ImportOptions::default(),
            &[],
        )
        .unwrap()
    };
    let kept = import(CERTIFICATES, "");
    let text = "ca_bundle = \"-----BEGIN CERTIFICATE-----\nMAYwADAAAwA=\n-----END CERTIFICATE-----\n\",";
    assert!(kept.one_file().contains(text), "{}", kept.one_file());
    assert!(kept.omitted().is_empty());
    let annotation = "cert-manager.io/inject-ca-from: b/a";
    for (bundle, annotation, reason) in [
        ("Cg==", "", "it has no certificates"),
        (
            CERTIFICATES,
            annotation,
            "cert-manager sets it, because of the annotation `cert-manager.io/inject-ca-from`",
        ),
    ] {
        let omitted = import(bundle, annotation);
        assert!(!omitted.one_file().contains("ca_bundle"));
        let [part] = omitted.omitted() else {
            panic!("{:?}", omitted.omitted())
        };
        assert_eq!(part.reason, reason);
        assert_eq!(part.place, "spec.conversion.webhook.clientConfig.caBundle");
    }
    assert!(import("''", "").omitted().is_empty());
}

#[test]
fn kubernetes_types_are_found_by_their_schemas() {
    let toleration = "toleration: {type: object, properties: {effect: {type: string, description: Any text.}, key: {type: string}, \
                      operator: {type: string}, tolerationSeconds: {type: integer, format: int64}, value: {type: string}}}";
    let pair = "pair: {type: object, required: [name, value], properties: {name: {type: string}, value: {type: string}}}";
    let headers = "httpHeaders: {type: array, items: {type: object, required: [name, value], properties: {name: {type: string}, \
                   value: {type: string}}}}";
    let spec = format!("{toleration}, {pair}, {headers}");
    let own = text(&spec, "", KubernetesTypes::None);
    assert!(!own.contains("k8s_openapi"), "{own}");
    let found = text(&spec, "", KubernetesTypes::OfAllReleases);
    assert!(
        found.contains("use k8s_openapi::api::core::v1::{HTTPHeader, Toleration};"),
        "{found}"
    );
    assert!(found.contains("pub pair: Option<Pair>"), "{found}");
    assert!(found.contains(r#"("effect", "Any text."),"#), "{found}");
}

#[test]
fn types_with_quantities_are_used_on_demand() {
    let quantity = r"{anyOf: [{type: integer}, {type: string}], x-kubernetes-int-or-string: true, pattern: '^(\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))))?$'}";
    let spec = format!(
        "emptyDir: {{type: object, properties: {{medium: {{type: string}}, sizeLimit: {quantity}}}}}"
    );
    let without = text(&spec, "", KubernetesTypes::OfAllReleases);
    assert!(!without.contains("k8s_openapi"), "{without}");
    let with = text(&spec, "", KubernetesTypes::Of(36));
    assert!(
        with.contains("pub empty_dir: Option<EmptyDirVolumeSource>"),
        "{with}"
    );
}

#[test]
fn types_with_few_members_need_a_telling_name() {
    let replicas = "{type: object, properties: {replicas: {type: integer, format: int32, default: 0}}}";
    let policies = "policies: {type: object, required: [periodSeconds, type, value], properties: {type: {type: string}, \
                    periodSeconds: {type: integer, format: int32}, value: {type: integer, format: int32}}}";
    let gates = "readinessGates: {type: array, items: {type: object, required: [conditionType], properties: \
                 {conditionType: {type: string}}}}";
    let name = "{type: object, required: [name], properties: {name: {type: string}}}";
    let spec =
        format!("small: {{type: object, properties: {{spec: {replicas}}}}}, os: {name}, {policies}, {gates}");
    let text = text(&spec, "", KubernetesTypes::Of(36));
    assert!(
        text.contains("use k8s_openapi::api::autoscaling::v2::HPAScalingPolicy;"),
        "{text}"
    );
    assert!(
        text.contains("pub readiness_gates: Option<Vec<PodReadinessGate>>"),
        "{text}"
    );
    assert!(text.contains("pub os: Option<Os>"), "{text}");
    assert!(text.contains("pub spec: Option<SmallSpec>"), "{text}");
}

#[test]
fn names_do_not_repeat_a_word() {
    let times = "times: {type: array, items: {type: object, properties: {from: {type: string}}}}";
    let spec = format!("timeInterval: {{type: object, properties: {{{times}}}}}");
    let text = text(&spec, "", KubernetesTypes::None);
    assert!(text.contains("pub times: Option<Vec<IntervalTime>>"), "{text}");
}

#[test]
fn options_that_would_not_compile_are_refused() {
    let options = |change: fn(&mut ImportOptions)| {
        let mut options = ImportOptions::default();
        change(&mut options);
        options.check().is_ok()
    };
    assert!(options(
        |options| options.visibility = "pub(in crate::api)".to_owned()
    ));
    assert!(options(|options| options.visibility = String::new()));
    assert!(!options(|options| options.visibility = "public".to_owned()));
    assert!(!options(|options| options.visibility = "pub(in )".to_owned()));
    let of_size = |ty: &str| [("spec.size".to_owned(), ty.to_owned())].into_iter().collect();
    let mut given = ImportOptions {
        types: of_size("crate::Size"),
        ..ImportOptions::default()
    };
    assert!(given.check().is_ok());
    given.types = of_size("crate::");
    assert!(given.check().is_err());
}

#[test]
fn a_spec_has_no_type_of_ones_own() {
    let mut options = ImportOptions::default();
    options.types.insert("spec".to_owned(), "crate::Size".to_owned());
    let crd = releases::crd("Widget", &[("v1", "size: {type: string}")]);
    let error = import(&read_crds(crd.as_bytes()).unwrap(), &options, &[]).unwrap_err();
    assert!(
        error.to_string().contains("`spec` cannot be `crate::Size`"),
        "{error}"
    );
}

#[test]
fn a_type_has_the_name_of_most_of_its_fields() {
    let part = "{type: object, properties: {host: {type: string}}}";
    let spec = format!(
        "mirror: {part}, mirrors: {{type: array, items: {{type: object, properties: {{destination: {part}}}}}}}, \
         route: {{type: object, properties: {{destination: {part}}}}}"
    );
    let text = text(&spec, "", KubernetesTypes::None);
    assert!(text.contains("pub mirror: Option<Destination>"), "{text}");
    assert!(text.contains("pub mirrors: Option<Vec<Mirror>>"), "{text}");
}

#[test]
fn a_type_of_nearly_all_fields_of_a_name_keeps_it() {
    let of = |name: &str, member: &str| {
        format!(
            "{name}: {{type: object, properties: {{credentials: {{type: object, properties: {{{member}: {{type: string}}}}}}, {name}: {{type: string}}}}}}"
        )
    };
    let spec = [of("a", "x"), of("b", "x"), of("c", "x"), of("disk", "y")].join(", ");
    let text = text(&spec, "", KubernetesTypes::None);
    assert_eq!(
        text.matches("pub credentials: Option<Credentials>").count(),
        3,
        "{text}"
    );
    assert!(
        text.contains("pub credentials: Option<DiskCredentials>"),
        "{text}"
    );
}

#[test]
fn the_spec_beside_other_fields_of_the_object_is_the_spec() {
    let crd = "\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  names: {plural: widgets, kind: Widget}
  scope: Namespaced
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec: {type: object, properties: {size: {type: integer}}}
            operation: {type: object, properties: {size: {type: string}}}
";
    let imported = import(
        &read_crds(crd.as_bytes()).unwrap(),
        &ImportOptions::default(),
        &[],
    )
    .unwrap();
    let text = imported.one_file();
    assert!(text.contains("pub spec: Option<WidgetSpec>"), "{text}");
    assert!(text.contains("pub struct WidgetMembers"), "{text}");
}

#[test]
fn an_integer_without_a_format_has_the_type_of_its_bounds() {
    let spec = "port: {type: integer, minimum: 1, maximum: 65535}, status: {type: integer, minimum: 0, maximum: 4294967295}";
    let text = text(spec, "", KubernetesTypes::None);
    assert!(text.contains("#[crd(format = \"\", minimum = 1)]"), "{text}");
    assert!(text.contains("pub port: Option<u16>"), "{text}");
    assert!(text.contains("#[crd(format = \"\")]"), "{text}");
    assert!(text.contains("pub status: Option<u32>"), "{text}");
}

#[test]
fn roots_have_their_own_derives() {
    let options = ImportOptions {
        derives: vec!["Eq".to_owned()],
        derives_of: [("Widget".to_owned(), vec!["bon::Builder".to_owned()])].into(),
        ..ImportOptions::default()
    };
    let text = text_with("size: {type: integer}", "", &options);
    assert!(text.contains("derive(PartialEq, bon::Builder)"), "{text}");
    assert!(text.contains("Debug, Default, PartialEq, Eq)]"), "{text}");
}

#[test]
fn a_default_is_derived_where_all_required_fields_have_one() {
    let options = ImportOptions {
        derives: vec!["Default".to_owned()],
        ..ImportOptions::default()
    };
    let spec = "mode: {type: string, enum: [A, B]}, plain: {type: object, required: [size], properties: {size: {type: integer}}}, \
                chosen: {type: object, required: [kind], properties: {kind: {type: string, enum: [C, D]}}}";
    let text = text_with(spec, "", &options);
    let derives_default = |declared: &str| {
        let (before, _) = text.split_once(declared)?;
        Some(before.rsplit("#[derive(").next()?.contains("Default"))
    };
    assert_eq!(derives_default("pub struct Plain"), Some(true), "{text}");
    assert_eq!(derives_default("pub struct Chosen"), Some(false), "{text}");
    assert_eq!(derives_default("pub enum"), Some(false), "{text}");
}

#[test]
fn types_with_floats_have_no_total_order() {
    let options = ImportOptions {
        derives: vec!["Eq".to_owned(), "Hash".to_owned()],
        ..ImportOptions::default()
    };
    let spec = "plain: {type: object, properties: {size: {type: integer}}}, \
                scales: {type: array, items: {type: object, properties: {rate: {type: number}}}}";
    let text = text_with(spec, "", &options);
    let derives = |declared: &str| {
        let (before, _) = text.split_once(declared)?;
        before.rsplit("#[derive(").next()?.split(')').next()
    };
    let of_floats = "Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq";
    assert_eq!(derives("pub struct Scale"), Some(of_floats), "{text}");
    let of_plain = format!("{of_floats}, Eq, Hash");
    assert_eq!(derives("pub struct Plain"), Some(&*of_plain), "{text}");
}

#[test]
fn a_format_of_numbers_on_a_text_is_unchecked() {
    let text = text("size: {type: string, format: int64}", "", KubernetesTypes::None);
    assert!(text.contains("#[crd(unchecked(format = \"int64\"))]"), "{text}");
    assert!(text.contains("pub size: Option<String>"), "{text}");
}

#[test]
fn words_that_no_place_has_are_added_once() {
    let versions = |member: &str| {
        let provider = |name: &str| {
            format!(
                "{name}: {{type: object, properties: {{auth: {{type: object, properties: {{{name}{member}: {{type: string}}}}}}}}}}"
            )
        };
        ["aws", "vault", "conjur"].map(provider).join(", ")
    };
    let crd = |plural: &str, kind: &str| {
        let version = |name: &str, storage: bool, member: &str| {
            format!(
                "    - name: {name}
      served: true
      storage: {storage}
      schema:
        openAPIV3Schema:
          type: object
          properties: {{spec: {{type: object, properties: {{{}}}}}}}
",
                versions(member)
            )
        };
        format!(
            "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {{name: {plural}.example.com}}
spec:
  group: example.com
  names: {{plural: {plural}, kind: {kind}}}
  scope: Namespaced
  versions:
{}{}",
            version("v1", true, "New"),
            version("v1beta1", false, "Old")
        )
    };
    let text = format!(
        "{}---\n{}",
        crd("stores", "Store"),
        crd("clusterstores", "ClusterStore")
    );
    let imported = import(
        &read_crds(text.as_bytes()).unwrap(),
        &ImportOptions::default(),
        &[],
    )
    .unwrap();
    let text = imported.one_file();
    assert!(text.contains("ConjurAuthConfig"), "{text}");
    assert!(!text.contains("ConfigSettings"), "{text}");
}

#[test]
fn a_type_has_a_sentence_that_is_right_for_all_its_fields() {
    let described = |description: &str| {
        format!(r#"{{type: object, description: "{description}", properties: {{size: {{type: integer}}}}}}"#)
    };
    let (first, second) = (
        described("Limits of the primary. More."),
        described("Limits of a replica."),
    );
    let shared = text(
        &format!("main: {first}, replica: {second}"),
        "",
        KubernetesTypes::None,
    );
    assert!(
        shared.contains("\n/// The type of `main` and `replica`.\n#[derive("),
        "{shared}"
    );
    let own = text(&format!("main: {first}"), "", KubernetesTypes::None);
    assert!(own.contains("\n/// Limits of the primary.\n#[derive("), "{own}");
}

#[test]
fn a_sentence_about_a_type_is_more_than_a_word() {
    let part = |description: &str| {
        let spec = format!(
            r#"main: {{type: object, description: "{description}", properties: {{size: {{type: integer}}}}}}"#
        );
        text(&spec, "", KubernetesTypes::None)
    };
    let required = part("Required. The limits of the database. More.");
    assert!(
        required.contains("\n/// Required. The limits of the database.\n#[derive("),
        "{required}"
    );
    let short = part("Optional.");
    assert!(!short.contains("\n/// Optional.\n#[derive("), "{short}");
    let long = part(&"word ".repeat(80));
    assert!(
        long.contains("}\n\n#[derive(") && !long.contains("\n///\n"),
        "{long}"
    );
}

#[test]
fn a_type_of_two_fields_has_both_names() {
    let part = "{type: object, properties: {add: {type: string}, set: {type: string}}}";
    let headers = format!("{{type: object, properties: {{request: {part}, response: {part}}}}}");
    let text = text(&format!("headers: {headers}"), "", KubernetesTypes::None);
    assert!(text.contains("pub request: Option<RequestOrResponse>"), "{text}");
    assert!(text.contains("pub response: Option<RequestOrResponse>"), "{text}");
}

#[test]
fn names_have_the_letters_of_all_alphabets() {
    let spec = "größe: {type: string, enum: [klein, GROSS, Größer]}, 大小: {type: object, properties: {x½: {type: string}}}";
    let text = text(spec, "", KubernetesTypes::None);
    assert!(
        text.contains("#[serde(rename = \"größe\", skip_serializing_if = \"Option::is_none\")]"),
        "{text}"
    );
    assert!(text.contains("pub größe: Option<Größe>"), "{text}");
    assert!(
        text.contains("    #[serde(rename = \"Größer\")]\n    Größer,"),
        "{text}"
    );
    assert!(text.contains("pub 大小: Option<大小>"), "{text}");
    assert!(text.contains("pub x: Option<String>"), "{text}");
}

#[test]
fn names_of_deep_types_are_short() {
    fn nested(name: fn(usize) -> &'static str) -> String {
        (0..60).fold("{type: string}".to_owned(), |inner, depth| {
            format!("{{type: object, properties: {{{}: {inner}}}}}", name(depth))
        })
    }
    let longest = || {
        let specs = [
            nested(|_| "child"),
            nested(|depth| ["first", "second"][depth % 2]),
            nested(|depth| ["a", "list", "of", "parts", "template", "spec"][depth % 6]),
        ];
        specs.map(|spec| {
            let text = text(&format!("tree: {spec}"), "", KubernetesTypes::None);
            let names = text.lines().filter_map(|line| line.strip_prefix("pub struct "));
            names.max_by_key(|name| name.len()).unwrap().to_owned()
        })
    };
    // Without optimization, the frames of deep schemas need more than the stack of a test.
    let thread = std::thread::Builder::new().stack_size(64 << 20);
    for name in thread.spawn(longest).unwrap().join().unwrap() {
        assert!(name.len() < 60, "{name}");
    }
}
