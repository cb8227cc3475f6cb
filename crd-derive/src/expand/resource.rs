//! The root type of a custom resource, and `impl CustomResource`.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote_spanned};
use syn::DeriveInput;
use syn::spanned::Spanned as _;

use super::attrs::{column, rule};
use super::{checks, kube};
use crate::attr::read::Spanned;
use crate::attr::resource::{Resource, Scale};
use crate::crates::Crates;
use crate::doc;
use crate::ground::{code, end, text, truth};

/// The root type; its checks only where nothing was reported yet.
pub(crate) fn expand(item: &DeriveInput, resource: &Resource, crates: &Crates, sound: bool) -> TokenStream {
    let root_name = resource.root.as_ref().unwrap_or(&resource.kind);
    let Ok(root) = syn::parse_str::<syn::Ident>(&root_name.value) else {
        return TokenStream::new();
    };
    let root = proc_macro2::Ident::new(&root.to_string(), item.ident.span());
    if root == item.ident || !item.generics.params.is_empty() {
        return TokenStream::new();
    }
    let crd_core = &crates.crd_core;
    let spec = &item.ident;
    let vis = &item.vis;
    let metadata = if resource.kube {
        let k8s_openapi = &crates.k8s_openapi;
        code!(#k8s_openapi::apimachinery::pkg::apis::meta::v1::ObjectMeta)
    } else {
        code!(#crd_core::types::ObjectMeta)
    };
    let (derives, attributes) = (&resource.derives, &resource.attributes);
    let derives = (!derives.is_empty()).then(|| code!(#[derive(#(#derives),*)]));
    let kind = resource.kind.value.as_str();
    let api_version = text(format!("{}/{}", resource.group.value, resource.version.value));
    let description = resource
        .doc
        .clone()
        .unwrap_or_else(|| doc::description(&item.attrs));
    let rust_doc = if description.is_empty() {
        text(format!("Custom resource `{kind}`."))
    } else {
        text(&description)
    };
    let metadata_doc = text("Name, namespace, labels and the rest of the metadata.");
    let spec_doc = text(format!("The desired state of the `{kind}`."));
    let status_doc = text(format!("The observed state of the `{kind}`."));
    let status_field = resource.status.as_ref().map(|status| {
        code! {
            #[doc = #status_doc]
            #vis status: ::core::option::Option<#status>,
        }
    });
    let status_init = resource
        .status
        .as_ref()
        .map(|_| code!(status: ::core::option::Option::None,));
    let status_ref = if resource.status.is_some() {
        code!(self.status.as_ref())
    } else {
        code!(__crd::None::<&()>)
    };
    let status_member = resource.status.as_ref().map(|_| code!(status,));
    let status_type = resource
        .status
        .as_ref()
        .map_or_else(|| code!(__crd::serde::de::IgnoredAny), ToTokens::to_token_stream);
    let status_clone = resource
        .status
        .as_ref()
        .map(|_| code!(status: __crd::Clone::clone(&self.status),));
    let status_debug = resource
        .status
        .as_ref()
        .map(|_| code!(.field("status", &self.status)));
    let name = text(root.to_string());
    let constant = constant(item, resource, &root, &description);
    let checks = if sound {
        checks::resource(spec, resource)
    } else {
        TokenStream::new()
    };
    let kube = resource.kube.then(|| kube::impls(item, &root, resource, crates));
    let lints = super::lints();
    let new_doc = text(format!("A `{kind}` of the given name and spec."));
    let (kind, end) = (text(kind), end());
    code! {
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
                        __crd::deserialize_root::<D, _, _, #status_type>(deserializer, #name)?;
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

fn constant(item: &DeriveInput, resource: &Resource, root: &syn::Ident, description: &str) -> TokenStream {
    let spec = &item.ident;
    let Resource {
        plural,
        singular,
        list_kind,
        namespaced,
        served,
        storage,
        ..
    } = resource;
    let [group, version, kind] =
        [&resource.group, &resource.version, &resource.kind].map(|name| text(&name.value));
    let [plural, singular, list_kind] = [plural, singular, list_kind].map(text);
    let [namespaced, served, storage] = [*namespaced, *served, *storage].map(truth);
    let description = text(description);
    let texts = |list: &[Spanned<String>]| {
        let list = list.iter().map(|name| text(&name.value));
        code!(&[#(#list),*])
    };
    let pairs = |list: &[(String, String)]| {
        let list = list.iter().map(|(key, value)| {
            let (key, value) = (text(key), text(value));
            code!((#key, #value))
        });
        code!(&[#(#list),*])
    };
    let short_names = texts(&resource.short_names);
    let categories = texts(&resource.categories);
    let selectable = texts(&resource.selectable);
    let annotations = pairs(&resource.annotations);
    let labels = pairs(&resource.labels);
    let deprecated = resource.deprecated.as_ref().map_or_else(
        || code!(__crd::None),
        |deprecated| {
            let warning = deprecated.warning.as_ref().map_or_else(
                || code!(__crd::None),
                |warning| {
                    let warning = text(&warning.value);
                    code!(__crd::Some(#warning))
                },
            );
            code!(__crd::Some(#warning))
        },
    );
    let status = resource.status.as_ref().map_or_else(
        || code!(__crd::None),
        |status| quote_spanned!(status.span()=> __crd::Some(<#status as __crd::Schema>::REF)),
    );
    let scale = resource.scale.as_ref().map_or_else(|| code!(__crd::None), scale);
    let columns = resource.columns.iter().map(column);
    let rules = resource.rules.iter().map(rule);
    let root = text(root.to_string());
    code! {
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
            annotations: #annotations,
            labels: #labels,
            description: #description,
            spec: <#spec as __crd::Schema>::REF,
            status: #status,
            scale: #scale,
            columns: &[#(#columns),*],
            selectable: #selectable,
            rules: &[#(#rules),*],
            rust_path: ::core::concat!(::core::module_path!(), "::", #root),
        }
    }
}

fn scale(scale: &Scale) -> TokenStream {
    let (spec, status) = (&scale.spec_replicas_path.value, &scale.status_replicas_path.value);
    let selector = scale
        .label_selector_path
        .as_ref()
        .map(|path| path.value.as_str())
        .unwrap_or_default();
    let [spec, status, selector] = [spec.as_str(), status, selector].map(text);
    code! {
        __crd::Some(__crd::Scale {
            spec_replicas_path: #spec,
            status_replicas_path: #status,
            label_selector_path: #selector,
        })
    }
}
