//! The paths of crates: `#[crd(crate = "…")]` and `crates(crd_core = "…", kube = "…")`.

use proc_macro2::{Ident, TokenStream};
use quote::quote_spanned;

use crate::attr::keys::{self, crates as part};
use crate::attr::manifest::{self, NameOfCore};
use crate::attr::meta::{Meta, MetaValue};
use crate::attr::value;
use crate::errors::{Errors, report};
use crate::hygiene::{self, quote_stable, stable_span};
use crate::suggest::did_you_mean;

/// The paths of the crates that generated code uses.
pub(crate) struct Crates {
    pub(crate) crd_core: TokenStream,
    pub(crate) kube_core: TokenStream,
    pub(crate) k8s_openapi: TokenStream,
    /// The crates whose paths the user gave.
    given: Vec<&'static str>,
}

/// Whether generated code can name crd-core.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum CorePath {
    Known,
    Unknown,
}

/// Whether the crates that `kube` needs are dependencies.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum KubeCrates {
    Present,
    Missing,
}

impl Crates {
    /// Reports kube's crates if they are needed but are not dependencies.
    pub(crate) fn report_missing(&self, cx: &Errors, metas: &[Meta]) -> KubeCrates {
        let Some(kube) = metas.iter().find(|meta| meta.name == keys::KUBE) else {
            return KubeCrates::Present;
        };
        let mut missing = String::new();
        for (part, name, add) in [
            (part::KUBE, "kube", "`cargo add kube`"),
            (
                part::K8S_OPENAPI,
                "k8s-openapi",
                "`cargo add k8s-openapi --features latest`",
            ),
        ] {
            if !self.given.contains(&part) && manifest::lacks(name) {
                let and = if missing.is_empty() { "" } else { " and " };
                missing.push_str(and);
                missing.push_str(add);
            }
        }
        if missing.is_empty() {
            return KubeCrates::Present;
        }
        report!(cx, kube.ident => ATTRIBUTE_MISSING,
            "`kube` needs dependencies that are missing in this package's `Cargo.toml`: {missing}; if they \
             have other names, write `crates(kube = \"…\", k8s_openapi = \"…\")`");
        KubeCrates::Missing
    }

    /// Reports a package that does not depend on crd-core if no path of crd-core is given.
    pub(crate) fn report_unknown_core(&self, cx: &Errors, item: &Ident) -> CorePath {
        if self.given.contains(&part::CRD_CORE) || manifest::name_of_core() != NameOfCore::Absent {
            return CorePath::Known;
        }
        report!(cx, item => ATTRIBUTE_MISSING,
            "this package does not depend on crd-core: run `cargo add crd-core`, or name the crate that \
             re-exports it: `#[crd(crate = \"that_crate::crd_core\")]`");
        CorePath::Unknown
    }

    pub(crate) fn parse(cx: &Errors, metas: &[Meta]) -> Crates {
        // A missing crate is reported at the attribute that requires it.
        let kube = metas.iter().find(|meta| meta.name == keys::KUBE);
        let span = kube.map_or_else(stable_span, |meta| stable_span().located_at(meta.ident.span()));
        let mut crates = Crates {
            crd_core: match manifest::name_of_core() {
                NameOfCore::Renamed(name) => {
                    let name = hygiene::ident(name);
                    quote_stable!(::#name)
                }
                NameOfCore::Own | NameOfCore::Absent => quote_stable!(::crd_core),
            },
            kube_core: quote_spanned!(span=> ::kube::core),
            k8s_openapi: quote_spanned!(span=> ::k8s_openapi),
            given: Vec::new(),
        };
        for meta in metas {
            match meta.name.as_str() {
                keys::CRATE => crates.set(cx, part::CRD_CORE, meta),
                keys::CRATES => {
                    for part in value::metas(cx, meta) {
                        crates.set(cx, &part.name, &part);
                    }
                }
                _ => {}
            }
        }
        crates
    }

    fn set(&mut self, cx: &Errors, name: &str, meta: &Meta) {
        self.given.extend(match name {
            part::CRD_CORE => Some(part::CRD_CORE),
            part::KUBE | "kube_core" => Some(part::KUBE),
            part::K8S_OPENAPI => Some(part::K8S_OPENAPI),
            _ => None,
        });
        let path_of_crate = match name {
            part::CRD_CORE => &mut self.crd_core,
            part::KUBE | "kube_core" => &mut self.kube_core,
            part::K8S_OPENAPI => &mut self.k8s_openapi,
            // kube's derive accepts these; this crate's generated code does not use them.
            "serde" | "serde_json" | "schemars" | "std" => return,
            other => {
                let hint = did_you_mean(other, part::ALL.iter().copied());
                report!(cx, meta.ident => ATTRIBUTE_UNKNOWN,
                    "`{other}` is not a crate that generated code uses{hint}");
                return;
            }
        };
        if matches!(meta.value, MetaValue::Flag | MetaValue::List(_)) {
            let _: Option<()> = value::wrong(cx, meta, &format!("`{} = \"::path\"`", meta.name));
        } else if let Some(path) = value::path(cx, meta) {
            // Generated code needs only `kube::core`.
            *path_of_crate = if name == part::KUBE {
                quote_stable!(#path::core)
            } else {
                quote_stable!(#path)
            };
        }
    }
}
