//! The root type of a custom resource, and its impls.
//!
//! ```text
//! #[crd(kind = "Database", …)] struct DatabaseSpec { … }
//!     struct Database { metadata: ObjectMeta, spec: DatabaseSpec, status: Option<DatabaseStatus> }
//!     impl __crd::CustomResource for Database { const RESOURCE: __crd::Resource = …; }
//! ```

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::spanned::Spanned as _;

use super::attrs::{column, literal, rule};
use super::require::require;
use super::{checks, kube};
use crate::attr::crates::Crates;
use crate::attr::resource::{Also, Conversion, Deprecation, MetadataType, Pair, ResourceScope, Scale, Spec};
use crate::check::resource::Root;
use crate::hygiene::{self, closing_semicolon, lit_bool, lit_num, lit_str, quote_stable};
use crate::spanned::Spanned;

/// Whether the constant checks of a custom resource are generated.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ConstChecks {
    Generate,
    /// Something was reported, so what the checks look at may be wrong too.
    Omit,
}

/// Marks the spec, also after an error, for the check that attributes of a custom resource have an effect.
pub(crate) fn marker(spec: &Spec<'_>, root: Option<&Ident>, crates: &Crates) -> TokenStream {
    let (ident, crd_core) = (&spec.item.ident, &crates.crd_core);
    let (impl_generics, ty_generics, where_clause) = spec.item.generics.split_for_impl();
    let lints = super::lints();
    let derived = root.map(|root| {
        quote_stable! {
            const DERIVED: ::core::option::Option<&'static #crd_core::shape::Resource> =
                ::core::option::Option::Some(&<#root as #crd_core::CustomResource>::RESOURCE);
        }
    });
    quote_stable! {
        #lints
        impl #impl_generics #crd_core::__private::DerivesCustomResource for #ident #ty_generics #where_clause {
            #derived
        }
    }
}

/// The root type with its impls.
pub(crate) fn expand(root: &Root<'_>, crates: &Crates, checks: ConstChecks) -> TokenStream {
    let resource = &root.resource;
    let item = root.spec.item;
    let crd_core = &crates.crd_core;
    let spec = &item.ident;
    let vis = &item.vis;
    let metadata = match resource.metadata {
        MetadataType::Kube => {
            let k8s_openapi = &crates.k8s_openapi;
            quote_stable!(#k8s_openapi::apimachinery::pkg::apis::meta::v1::ObjectMeta)
        }
        MetadataType::Own => quote_stable!(#crd_core::types::ObjectMeta),
    };
    let derives = &resource.derives;
    let attributes = resource.attributes.iter().map(|attribute| &attribute.value);
    let derives = (!derives.is_empty()).then(|| quote_stable!(#[derive(#(#derives),*)]));
    let kind = resource.kind.value.as_str();
    let api_version = lit_str(format!("{}/{}", resource.group.value, resource.version.value));
    let description = resource.doc.as_ref().unwrap_or(&root.spec.description);
    let rust_doc = if description.is_empty() {
        lit_str(format!("Custom resource `{kind}`."))
    } else {
        lit_str(description)
    };
    let metadata_doc = lit_str("Name, namespace, labels and the rest of the metadata.");
    let spec_doc = lit_str(format!("The desired state of the `{kind}`."));
    let status_doc = lit_str(format!("The observed state of the `{kind}`."));
    let status_field = resource.status.as_ref().map(|status| {
        quote_stable! {
            #[doc = #status_doc]
            #vis status: ::core::option::Option<#status>,
        }
    });
    let status_init = resource
        .status
        .as_ref()
        .map(|_| quote_stable!(status: ::core::option::Option::None,));
    let status_ref = if resource.status.is_some() {
        quote_stable!(self.status.as_ref())
    } else {
        quote_stable!(__crd::None::<&()>)
    };
    let status_member = resource.status.as_ref().map(|_| quote_stable!(status,));
    let status_type = resource.status.as_ref().map_or_else(
        || quote_stable!(__crd::serde::de::IgnoredAny),
        ToTokens::to_token_stream,
    );
    let absent = resource.spec_optional.as_ref().map_or_else(
        || quote_stable!(__crd::None),
        |flag| quote_spanned!(flag.span()=> __crd::Some(<#spec as __crd::Default>::default)),
    );
    let status_clone = resource
        .status
        .as_ref()
        .map(|_| quote_stable!(status: __crd::Clone::clone(&self.status),));
    let status_debug = resource
        .status
        .as_ref()
        .map(|_| quote_stable!(.field("status", &self.status)));
    let name = lit_str(root.ident.to_string());
    let constant = constant(root, description);
    let checks = match checks {
        ConstChecks::Generate => {
            let mut calls = checks::resource(spec, resource);
            if let Some(next) = &resource.next {
                let check = require(
                    next,
                    &quote_stable! {
                        next_resource(
                            <#spec as __crd::DerivesCustomResource>::DERIVED, <#next as __crd::DerivesCustomResource>::DERIVED
                        )
                    },
                );
                calls.extend(quote_stable!(const _: () = #check;));
            }
            calls
        }
        ConstChecks::Omit => TokenStream::new(),
    };
    let kube = (resource.metadata == MetadataType::Kube).then(|| kube::impls(root, crates));
    let root = &root.ident;
    let lints = super::lints();
    let new_doc = lit_str(format!("A `{kind}` of the given name and spec."));
    // The compiler reports this name first when two versions are declared in one module.
    let only_one = hygiene::ident(format!("each_version_of_{kind}_needs_a_module_of_its_own"));
    let (kind, end) = (lit_str(kind), closing_semicolon());
    quote_stable! {
        #[doc(hidden)]
        #[allow(non_snake_case)]
        mod #only_one {}

        #[doc = #rust_doc]
        #derives
        #(#[#attributes])*
        #[allow(non_camel_case_types, private_interfaces, unused_qualifications)]
        #vis struct #root {
            #[doc = #metadata_doc]
            #vis metadata: #metadata,
            #[doc = #spec_doc]
            #vis spec: #spec,
            #status_field
        }

        #lints
        const _: () = {
            use #crd_core::__private as __crd;

            impl #root {
                #[doc = #new_doc]
                #[allow(dead_code)]
                #[inline]
                #vis fn new(name: &str, spec: #spec) -> Self {
                    let metadata = #metadata { name: __crd::Some(<__crd::String as ::core::convert::From<&str>>::from(name)), ..__crd::Default::default() };
                    #root { metadata, spec, #status_init }
                }
            }

            #[automatically_derived]
            impl __crd::serde::Serialize for #root {
                fn serialize<S: __crd::serde::Serializer>(&self, serializer: S) -> __crd::Result<S::Ok, S::Error> {
                    __crd::serialize_root(serializer, #api_version, #kind, &self.metadata, &self.spec, #status_ref)
                }
            }

            #[automatically_derived]
            impl<'de> __crd::serde::Deserialize<'de> for #root {
                fn deserialize<D: __crd::serde::Deserializer<'de>>(deserializer: D) -> __crd::Result<Self, D::Error> {
                    let (metadata, spec, status) =
                        __crd::deserialize_root::<D, _, _, #status_type>(deserializer, #name, #absent)?;
                    __crd::Ok(#root { metadata, spec, #status_member })
                }
            }

            #[automatically_derived]
            impl __crd::Clone for #root {
                #[inline]
                fn clone(&self) -> Self {
                    #root {
                        metadata: __crd::Clone::clone(&self.metadata),
                        spec: __crd::Clone::clone(&self.spec),
                        #status_clone
                    }
                }
            }

            #[automatically_derived]
            impl ::core::fmt::Debug for #root {
                #[inline]
                fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                    f.debug_struct(#name).field("metadata", &self.metadata).field("spec", &self.spec)
                        #status_debug.finish()
                }
            }

            #[automatically_derived]
            impl __crd::CustomResource for #root {
                const RESOURCE: __crd::Resource = #constant;
            }

            #checks
            #kube
        } #end

        #crd_core::__register!(#root) #end
    }
}

/// `__crd::Resource { … }`.
fn constant(root: &Root<'_>, description: &str) -> TokenStream {
    let resource = &root.resource;
    let spec = &root.spec.item.ident;
    let [group, version, kind] =
        [&resource.group, &resource.version, &resource.kind].map(|name| lit_str(&name.value));
    let [plural, singular, list_kind] =
        [resource.plural(), resource.singular(), resource.list_kind()].map(lit_str);
    let namespaced = lit_bool(resource.scope == ResourceScope::Namespaced);
    let spec_optional = lit_bool(resource.spec_optional.is_some());
    let [served, storage] = [resource.served, resource.storage].map(lit_bool);
    let description = lit_str(description);
    let texts = |list: &[Spanned<String>]| {
        let list = list.iter().map(|name| lit_str(&name.value));
        quote_stable!(&[#(#list),*])
    };
    let pairs = |list: &[Pair]| {
        let list = list.iter().map(|Pair { key, value }| {
            let (key, value) = (lit_str(&key.value), lit_str(&value.value));
            quote_stable!((#key, #value))
        });
        quote_stable!(&[#(#list),*])
    };
    let short_names = texts(&resource.short_names);
    let categories = texts(&resource.categories);
    let selectable = texts(&resource.selectable);
    let annotations = pairs(&resource.annotations);
    let labels = pairs(&resource.labels);
    let deprecated = deprecation(resource.deprecated.as_ref());
    let also = resource.also.iter().map(also);
    let status = resource.status.as_ref().map_or_else(
        || quote_stable!(__crd::None),
        |status| quote_spanned!(status.span()=> __crd::Some(<#status as __crd::Schema>::REF)),
    );
    let status_default = resource.status_default.as_ref().map_or_else(
        || quote_stable!(__crd::None),
        |default| {
            let default = literal(&default.value);
            quote_stable!(__crd::Some(#default))
        },
    );
    let scale = resource
        .scale
        .as_ref()
        .map_or_else(|| quote_stable!(__crd::None), scale);
    let columns = resource.columns.iter().map(column);
    let rules = resource.rules.iter().map(rule);
    let conversion = resource
        .conversion
        .as_ref()
        .map_or_else(|| quote_stable!(__crd::None), conversion);
    let next = resource.next.as_ref().map_or_else(
        || quote_stable!(__crd::None),
        |next| quote_spanned!(next.span()=> <#next as __crd::DerivesCustomResource>::DERIVED),
    );
    let name = lit_str(root.ident.to_string());
    let when = super::attrs::when_or_always(&resource.when);
    quote_stable! {
        __crd::Resource {
            group: #group,
            version: #version,
            kind: #kind,
            plural: #plural,
            singular: #singular,
            list_kind: #list_kind,
            short_names: #short_names,
            categories: #categories,
            namespaced: #namespaced,
            served: #served,
            storage: #storage,
            deprecated: #deprecated,
            also: &[#(#also),*],
            annotations: #annotations,
            labels: #labels,
            description: #description,
            spec: <#spec as __crd::Schema>::REF,
            spec_optional: #spec_optional,
            status: #status,
            status_default: #status_default,
            scale: #scale,
            columns: &[#(#columns),*],
            selectable: #selectable,
            rules: &[#(#rules),*],
            next: #next,
            conversion: #conversion,
            when: #when,
            rust_path: ::core::concat!(::core::module_path!(), "::", #name),
        }
    }
}

fn deprecation(deprecated: Option<&Deprecation>) -> TokenStream {
    let Some(deprecated) = deprecated else {
        return quote_stable!(__crd::None);
    };
    let warning = deprecated.warning.as_ref().map_or_else(
        || quote_stable!(__crd::None),
        |warning| {
            let warning = lit_str(&warning.value);
            quote_stable!(__crd::Some(#warning))
        },
    );
    quote_stable!(__crd::Some(#warning))
}

fn also(also: &Also) -> TokenStream {
    let version = lit_str(&also.version.value);
    let [served, storage] = [also.served, also.storage].map(lit_bool);
    let deprecated = deprecation(also.deprecated.as_ref());
    quote_stable! {
        __crd::AlsoVersion { version: #version, served: #served, storage: #storage, deprecated: #deprecated }
    }
}

fn scale(scale: &Scale) -> TokenStream {
    let (spec, status) = (&scale.spec_replicas_path.value, &scale.status_replicas_path.value);
    let selector = scale
        .label_selector_path
        .as_ref()
        .map(|path| path.value.as_str())
        .unwrap_or_default();
    let [spec, status, selector] = [spec.as_str(), status, selector].map(lit_str);
    quote_stable! {
        __crd::Some(__crd::Scale {
            spec_replicas_path: #spec,
            status_replicas_path: #status,
            label_selector_path: #selector,
        })
    }
}

/// `__crd::Some(__crd::ConversionWebhook { … })`.
fn conversion(conversion: &Conversion) -> TokenStream {
    let text = |text: &Option<Spanned<String>>| lit_str(text.as_ref().map_or("", |text| text.value.as_str()));
    let [service, namespace, path, url, ca_bundle, cert_manager] = [
        &conversion.service,
        &conversion.namespace,
        &conversion.path,
        &conversion.url,
        &conversion.ca_bundle,
        &conversion.cert_manager,
    ]
    .map(text);
    let port = conversion.port.as_ref().map_or(0, |port| port.value);
    let port = lit_num(Literal::i64_unsuffixed(port));
    let openshift = lit_bool(conversion.openshift);
    quote_stable! {
        __crd::Some(__crd::ConversionWebhook {
            service: #service,
            namespace: #namespace,
            path: #path,
            port: #port,
            url: #url,
            ca_bundle: #ca_bundle.as_bytes(),
            cert_manager: #cert_manager,
            openshift: #openshift,
        })
    }
}
