// Written by `crd-gen import`, which overwrites it: change names in the table below, and the rest with `[import]` of `crd-gen.toml`.
// Names of types by place, kept by the next import:
//   EToile = letters v1 spec.étoile
//   Maßeinheit = letters v1 spec.maßeinheit
//   OptionMode = options v1 spec.modes[].mode
//   OptionModeConfig = options v1 spec.modes[]
//   SchemaMetadata = schemas v1 spec.metadata
//   SchemaSpecConfig = schemas v1 spec.spec
//   Scheme = letters v1 spec.scheme
//   Источник = letters v1 spec.источник
//   Карта = letters v1 spec.источник.Карта
//   Секрет = letters v1 spec.источник.секрет

#![allow(
    clippy::doc_lazy_continuation,
    clippy::doc_overindented_list_items,
    clippy::enum_variant_names,
    clippy::large_enum_variant
)]
#![allow(
    rustdoc::bare_urls,
    rustdoc::broken_intra_doc_links,
    rustdoc::invalid_html_tags
)]

/// `Schema` of `odd.example.com`.
pub mod schemas {
    use std::collections::BTreeMap;

    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
    #[crd(
        group = "odd.example.com",
        version = "v1",
        kind = "Schema",
        plural = "schemas",
        shortname = "sch",
        namespaced,
        spec_optional = option,
        root = "SchemaResource",
        derive(PartialEq)
    )]
    #[crd(allow(
        "field-reserved",
        reason = "the imported CRD has it, and the API server accepts it"
    ))]
    #[serde(rename_all = "camelCase")]
    pub struct SchemaSpec {
        #[serde(skip_serializing_if = "Option::is_none")]
        pub api_version: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub kind: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub metadata: Option<SchemaMetadata>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub spec: Option<SchemaSpecConfig>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub status: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
    pub struct SchemaMetadata {
        #[serde(skip_serializing_if = "Option::is_none")]
        pub labels: Option<BTreeMap<String, String>>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
    pub struct SchemaSpecConfig {
        #[serde(skip_serializing_if = "Option::is_none")]
        pub size: Option<i32>,
    }
}

/// `Option` of `odd.example.com`.
pub mod options {
    /// Version `v1`.
    pub mod v1 {
        use crd_core::{CustomResource, Schema};
        use serde::{Deserialize, Serialize};

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
        #[crd(
            group = "odd.example.com",
            version = "v1",
            kind = "Option",
            plural = "options",
            namespaced,
            spec_optional = option,
            conversion = none,
            root = "OptionResource",
            doc = "An option.",
            derive(PartialEq)
        )]
        pub struct OptionSpec {
            #[crd(max_items = 8)]
            #[crd(allow(
                "cel-never-equal",
                reason = "the imported CRD has it, and the API server accepts it"
            ))]
            #[crd(rule("self.all(m, m.mode != '')"))]
            #[serde(skip_serializing_if = "Option::is_none")]
            pub modes: Option<Vec<OptionModeConfig>>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct OptionModeConfig {
            pub mode: OptionMode,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum OptionMode {
            A,
            B,
        }
    }

    /// Version `v1beta1`.
    pub mod v1beta1 {
        use crd_core::{CustomResource, Schema};
        use serde::{Deserialize, Serialize};

        pub use super::v1::OptionModeConfig;

        /// What is wanted.
        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
        #[crd(
            group = "odd.example.com",
            version = "v1beta1",
            kind = "Option",
            plural = "options",
            namespaced,
            storage = false,
            spec_optional = option,
            root = "OptionResource",
            doc = "An option of the first version.",
            derive(PartialEq),
            next = super::v1::OptionSpec
        )]
        pub struct OptionSpec {
            #[crd(max_items = 8)]
            #[crd(allow(
                "cel-never-equal",
                reason = "the imported CRD has it, and the API server accepts it"
            ))]
            #[crd(rule("self.all(m, m.mode != '')"))]
            #[serde(skip_serializing_if = "Option::is_none")]
            pub modes: Option<Vec<OptionModeConfig>>,
        }
    }
}

/// `Class` of `odd.example.com`.
pub mod classes {
    /// Version `v1`.
    pub mod v1 {
        use crd_core::{CustomResource, Schema};
        use serde::{Deserialize, Serialize};

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[crd(
            group = "odd.example.com",
            version = "v1",
            kind = "Class",
            plural = "classes",
            flatten,
            conversion = none,
            doc = "A class.",
            derive(PartialEq)
        )]
        pub struct ClassMembers {
            #[serde(rename = "a\u{202e}b", skip_serializing_if = "Option::is_none")]
            pub a_b: Option<String>,
            /// The driver.
            pub driver: String,
        }
    }

    /// Version `v1beta1`.
    pub mod v1beta1 {
        use crd_core::{CustomResource, Schema};
        use serde::{Deserialize, Serialize};

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[crd(
            group = "odd.example.com",
            version = "v1beta1",
            kind = "Class",
            plural = "classes",
            storage = false,
            flatten,
            doc = "A class of the first version.",
            derive(PartialEq)
        )]
        pub struct ClassMembers {
            #[serde(rename = "a\u{202e}b", skip_serializing_if = "Option::is_none")]
            pub a_b: Option<String>,
            /// The name of the driver.
            pub driver: String,
        }
    }
}

/// `Letter` of `odd.example.com`.
pub mod letters {
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[crd(
        group = "odd.example.com",
        version = "v1",
        kind = "Letter",
        plural = "letters",
        namespaced,
        derive(PartialEq)
    )]
    pub struct LetterSpec {
        #[serde(rename = "étoile", skip_serializing_if = "Option::is_none")]
        pub e_toile: Option<EToile>,
        #[serde(rename = "maßeinheit")]
        pub maßeinheit: Maßeinheit,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub scheme: Option<Scheme>,
        #[serde(rename = "источник", skip_serializing_if = "Option::is_none")]
        pub источник: Option<Источник>,
        #[serde(rename = "Ωhm", skip_serializing_if = "Option::is_none")]
        pub ωhm: Option<i32>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
    pub struct EToile {
        #[serde(rename = "имяПоля", skip_serializing_if = "Option::is_none")]
        pub имя_поля: Option<bool>,
        #[serde(rename = "大小", skip_serializing_if = "Option::is_none")]
        pub 大小: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Maßeinheit {
        #[serde(rename = "groß")]
        Groß,
        #[serde(rename = "GROSS")]
        Gross,
        #[serde(rename = "Größer")]
        Größer,
        #[serde(rename = "Ω")]
        Ω,
        #[serde(rename = "大小")]
        大小,
        #[serde(rename = "½")]
        Other,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Scheme {
        #[serde(rename = "http")]
        Http,
        #[serde(rename = "HTTP")]
        HttpUppercase,
        #[serde(rename = "Http")]
        HttpCapitalized,
        #[serde(rename = "V1.0")]
        V1_0,
        #[serde(rename = "v1.20")]
        V1_20,
        #[serde(rename = "x86_64")]
        X86_64,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[crd(no_derived_rules, one_of((required("секрет")), (required("Карта"))))]
    pub enum Источник {
        #[serde(rename = "Карта")]
        Карта(Карта),
        #[serde(rename = "секрет")]
        Секрет(Секрет),
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
    pub struct Карта {
        #[serde(rename = "ключ", skip_serializing_if = "Option::is_none")]
        pub ключ: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
    pub struct Секрет {
        #[serde(rename = "имя", skip_serializing_if = "Option::is_none")]
        pub имя: Option<String>,
    }
}

/// `Column` of `odd.example.com`.
pub mod columns {
    /// Version `v1`.
    pub mod v1 {
        use std::collections::BTreeMap;

        use crd_core::{CustomResource, Schema};
        use serde::{Deserialize, Serialize};

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
        #[crd(
            group = "odd.example.com",
            version = "v1",
            kind = "Column",
            plural = "columns",
            namespaced,
            flatten,
            printcolumn(name = "Host", type_ = "string", json_path = ".status.ingress[0].host"),
            printcolumn(
                name = "Admitted",
                type_ = "string",
                json_path = r#".status.conditions[?(@.type=="Admitted")].status"#
            ),
            printcolumn(name = "Version", type_ = "string", json_path = ".apiVersion"),
            conversion = none,
            unchecked_paths,
            derive(PartialEq)
        )]
        pub struct ColumnMembers {
            /// Fields that the schema does not declare.
            #[serde(flatten)]
            pub other: BTreeMap<String, serde_json::Value>,
        }
    }

    /// Version `v1beta1`.
    pub mod v1beta1 {
        use crd_core::{CustomResource, Schema};
        use serde::{Deserialize, Serialize};

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
        #[crd(
            group = "odd.example.com",
            version = "v1beta1",
            kind = "Column",
            plural = "columns",
            namespaced,
            storage = false,
            spec_optional = option,
            printcolumn(name = "Version", type_ = "string", json_path = ".apiVersion"),
            derive(PartialEq)
        )]
        pub struct ColumnSpec {
            #[serde(skip_serializing_if = "Option::is_none")]
            pub host: Option<String>,
        }
    }

    /// Version `v1alpha1`.
    pub mod v1alpha1 {
        use crd_core::{CustomResource, Schema};
        use serde::{Deserialize, Serialize};

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
        #[crd(
            group = "odd.example.com",
            version = "v1alpha1",
            kind = "Column",
            plural = "columns",
            namespaced,
            storage = false,
            spec_optional = option,
            printcolumn(name = "Host", type_ = "string", json_path = ".status.host"),
            unchecked_paths,
            derive(PartialEq)
        )]
        pub struct ColumnSpec {
            #[serde(skip_serializing_if = "Option::is_none")]
            pub host: Option<String>,
        }
    }
}
