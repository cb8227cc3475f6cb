//! Attributes in the spelling of kube-derive: each type is declared in both spellings, and both must generate the same CRD.

use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

mod ours {
    use super::*;

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
    pub struct Port {
        pub name: String,
        pub number: u16,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
    pub struct Status {
        pub replicas: u32,
        pub selector: String,
    }

    /// A shop.
    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
    #[crd(
        group = "shop.example.com",
        version = "v1",
        kind = "Shop",
        root = "TheShop",
        namespaced,
        doc = "A shop of any size.",
        status = Status,
        derive(PartialEq, Default),
        singular = "boutique",
        plural = "boutiques",
        shortname = "sh",
        category = "all",
        scale(
            spec_replicas_path = ".spec.replicas",
            status_replicas_path = ".status.replicas",
            label_selector_path = ".status.selector"
        ),
        printcolumn(name = "Title", type_ = "string", json_path = ".spec.title", description = "what it says", priority = 1),
        printcolumn(name = "Replicas", type_ = "integer", json_path = ".spec.replicas", format = "int32"),
        selectable = ".spec.title",
        annotation("a/b", "c"),
        label("d", "e"),
        served = true,
        storage = true,
        deprecated = "use Malls"
    )]
    #[crd(root_rule("self.metadata.name != 'mall'", message = "malls are not shops"))]
    #[crd(rule("self.replicas > 0"))]
    #[crd(rule("self.replicas < 9", message = "too many", reason = FieldValueInvalid, field_path = ".replicas"))]
    #[crd(rule(
        "self.title != '' || oldSelf.title == ''",
        message_expression = "'no title'",
        optional_old_self = false
    ))]
    pub struct ShopSpec {
        pub title: String,
        pub replicas: u32,
        #[crd(list_type = map, list_map_keys("name", "number"))]
        pub ports: Vec<Port>,
        #[crd(list_type = set)]
        pub names: Vec<String>,
        #[crd(list_type = atomic)]
        pub steps: Vec<String>,
        #[crd(map_type = granular)]
        pub labels: std::collections::BTreeMap<String, String>,
        #[crd(map_type = atomic, rule("self.number > 0", message = "no port"))]
        pub main: Port,
    }
}

mod kubes {
    use super::ours::{Port, Status};
    use super::*;

    /// A shop.
    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
    #[crd(
        group = "shop.example.com",
        version = "v1",
        kind = "Shop",
        root = "TheShop",
        namespaced = true,
        doc = "A shop of any size.",
        status = "Status",
        derive = "PartialEq",
        derive = "Default",
        attr = "allow(clippy::empty_structs_with_brackets)",
        schema = "derived",
        singular = "boutique",
        plural = "boutiques",
        shortname = "sh",
        category = "all",
        scale = r#"{"specReplicasPath": ".spec.replicas", "statusReplicasPath": ".status.replicas", "labelSelectorPath": ".status.selector"}"#,
        printcolumn = r#"{"name":"Title", "type":"string", "description":"what it says", "jsonPath":".spec.title", "priority": 1, "format": null}"#,
        printcolumn(
            name = "Replicas",
            type_ = "integer",
            json_path = ".spec.replicas",
            format = "int32",
            priority = "0"
        ),
        selectable = ".spec.title",
        annotation("a/b", "c"),
        label("d", "e"),
        served = true,
        storage = true,
        deprecated = "use Malls",
        crates(
            kube = "::kube",
            kube_core = "::kube::core",
            k8s_openapi = "::k8s_openapi",
            schemars = "::schemars",
            serde = "::serde",
            serde_json = "::serde_json",
            std = "::std"
        )
    )]
    #[crd(root_rule = Rule::new("self.metadata.name != 'mall'").message("malls are not shops"))]
    #[crd(validation = "self.replicas > 0")]
    #[crd(validation = Rule::new("self.replicas < 9").message("too many").reason(Reason::FieldValueInvalid).field_path(".replicas"))]
    #[crd(validation = Rule::new("self.title != '' || oldSelf.title == ''").message(Message::Expression("'no title'".into())).optional_old_self(false))]
    pub struct ShopSpec {
        pub title: String,
        pub replicas: u32,
        #[crd(merge_strategy = ListMerge::Map(vec!["name".into(), "number".to_string()]))]
        pub ports: Vec<Port>,
        #[crd(merge_strategy = ListMerge::Set)]
        pub names: Vec<String>,
        #[crd(merge_strategy = kube::core::ListMerge::Atomic)]
        pub steps: Vec<String>,
        #[crd(merge_strategy = MapMerge::Granular)]
        pub labels: std::collections::BTreeMap<String, String>,
        #[crd(merge_strategy = StructMerge::Atomic, validation = ("self.number > 0", "no port"))]
        pub main: Port,
    }
}

fn json<T: CustomResource>() -> Value {
    serde_json::to_value(T::crd().unwrap()).unwrap()
}

#[test]
fn both_spellings_give_the_same_crd() {
    let crd = json::<kubes::TheShop>();
    assert_eq!(crd, json::<ours::TheShop>());
    let version = &crd["spec"]["versions"][0];
    assert_eq!(
        version["subresources"]["scale"]["labelSelectorPath"],
        json!(".status.selector")
    );
    assert_eq!(version["additionalPrinterColumns"][0]["priority"], json!(1));
    let spec = &version["schema"]["openAPIV3Schema"]["properties"]["spec"];
    assert_eq!(
        spec["properties"]["ports"]["x-kubernetes-list-map-keys"],
        json!(["name", "number"])
    );
    assert_eq!(spec["properties"]["main"]["x-kubernetes-map-type"], "atomic");
    assert_eq!(kubes::TheShop::default().spec, kubes::ShopSpec::default());
}
