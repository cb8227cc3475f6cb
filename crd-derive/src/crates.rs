//! Where the crates are: `#[crd(crate = "…")]` and `crates(crd_core = "…", kube = "…")`.

use proc_macro2::TokenStream;

use crate::attr::meta::{Body, Meta};
use crate::attr::read;
use crate::codes;
use crate::context::Context;
use crate::ground::code;
use crate::suggest::did_you_mean;

/// Paths to the crates that generated code names.
pub(crate) struct Crates {
    pub(crate) crd_core: TokenStream,
    pub(crate) kube_core: TokenStream,
    pub(crate) k8s_openapi: TokenStream,
}

impl Crates {
    pub(crate) fn read(cx: &Context, metas: &[Meta]) -> Crates {
        let mut crates = Crates {
            crd_core: code!(::crd_core),
            kube_core: code!(::kube::core),
            k8s_openapi: code!(::k8s_openapi),
        };
        for meta in metas {
            match meta.name.as_str() {
                "crate" => crates.set(cx, "crd_core", meta),
                "crates" => {
                    for part in read::metas(cx, meta) {
                        crates.set(cx, &part.name, &part);
                    }
                }
                _ => {}
            }
        }
        crates
    }

    fn set(&mut self, cx: &Context, name: &str, meta: &Meta) {
        let place = match name {
            "crd_core" => &mut self.crd_core,
            "kube" | "kube_core" => &mut self.kube_core,
            "k8s_openapi" => &mut self.k8s_openapi,
            // kube's derive knows these; nothing here names them.
            "serde" | "serde_json" | "schemars" | "std" => return,
            other => {
                let hint = did_you_mean(other, ["crd_core", "kube", "k8s_openapi"]);
                cx.error(
                    &meta.ident,
                    codes::UNKNOWN,
                    format!("generated code names no crate `{other}`{hint}"),
                );
                return;
            }
        };
        if matches!(meta.body, Body::Flag | Body::List(_)) {
            let _: Option<()> = read::wrong(cx, meta, &format!("`{} = \"::path\"`", meta.name));
        } else if let Some(path) = read::path(cx, meta) {
            // All that generated code needs of kube stands in its `core`.
            *place = if name == "kube" {
                code!(#path::core)
            } else {
                code!(#path)
            };
        }
    }
}
