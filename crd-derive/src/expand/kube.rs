//! Implements kube's traits for a root: `Resource`, `CustomResourceExt`, `HasSpec`, `HasStatus`.

use proc_macro2::TokenStream;
use quote::ToTokens as _;

use super::group_version;
use crate::attr::crates::Crates;
use crate::attr::resource::ResourceScope;
use crate::check::resource::RootType;
use crate::hygiene::{self, lit_str, quote_stable};

/// Generates the impls that `kube::Api<Root>`, `kube::runtime` and `kube::CustomResourceExt` need.
pub(super) fn impls(root: &RootType<'_>, crates: &Crates) -> TokenStream {
    let spec = super::root_spec::spec_type(root);
    let RootType {
        ident: root,
        resource,
        ..
    } = root;
    let (kube_core, k8s_openapi) = (&crates.kube_core, &crates.k8s_openapi);
    let crd_name = if resource.group_constant.is_none() {
        lit_str(format!("{}.{}", resource.plural(), resource.group.value)).into_token_stream()
    } else {
        let (plural, group) = (lit_str(resource.plural()), group_version::group(resource));
        quote_stable!(__crd::joined!(#plural, b'.', #group))
    };
    let scope = hygiene::ident(match resource.scope {
        ResourceScope::Namespaced => "NamespaceResourceScope",
        ResourceScope::Cluster => "ClusterResourceScope",
    });
    let [group, version, kind, plural, api_version] = [
        group_version::group(resource),
        group_version::version(resource),
        lit_str(&resource.kind.value).into_token_stream(),
        lit_str(resource.plural()).into_token_stream(),
        group_version::api_version(resource),
    ]
    .map(|value| quote_stable!(::std::borrow::Cow::Borrowed(#value)));
    let short_names = resource.short_names.iter().map(|name| lit_str(&name.value));
    let status = resource.status.as_ref().map(|status| {
        quote_stable! {
            #[automatically_derived]
            impl #kube_core::object::HasStatus for #root {
                type Status = #status;
                fn status(&self) -> __crd::Option<&#status> { self.status.as_ref() }
                fn status_mut(&mut self) -> &mut __crd::Option<#status> { &mut self.status }
            }
        }
    });
    quote_stable! {
        #[automatically_derived]
        impl #kube_core::Resource for #root {
            type DynamicType = ();
            type Scope = #kube_core::#scope;
            fn kind(_: &()) -> ::std::borrow::Cow<'_, str> { #kind }
            fn group(_: &()) -> ::std::borrow::Cow<'_, str> { #group }
            fn version(_: &()) -> ::std::borrow::Cow<'_, str> { #version }
            fn api_version(_: &()) -> ::std::borrow::Cow<'_, str> { #api_version }
            fn plural(_: &()) -> ::std::borrow::Cow<'_, str> { #plural }
            fn meta(&self) -> &#k8s_openapi::apimachinery::pkg::apis::meta::v1::ObjectMeta { &self.metadata }
            fn meta_mut(&mut self) -> &mut #k8s_openapi::apimachinery::pkg::apis::meta::v1::ObjectMeta {
                &mut self.metadata
            }
        }

        #[automatically_derived]
        impl #kube_core::crd::v1::CustomResourceExt for #root {
            fn crd() -> #k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions::v1::CustomResourceDefinition {
                __crd::foreign_crd(&<#root as __crd::CustomResource>::RESOURCE)
            }
            fn crd_name() -> &'static str { #crd_name }
            fn api_resource() -> #kube_core::dynamic::ApiResource {
                #kube_core::dynamic::ApiResource::erase::<Self>(&())
            }
            fn shortnames() -> &'static [&'static str] { &[#(#short_names),*] }
        }

        #[automatically_derived]
        impl #kube_core::object::HasSpec for #root {
            type Spec = #spec;
            fn spec(&self) -> &#spec { &self.spec }
            fn spec_mut(&mut self) -> &mut #spec { &mut self.spec }
        }
        #status
    }
}
