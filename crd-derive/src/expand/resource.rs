//! Generates the root type of a custom resource, and its impls.
//!
//! ```text
//! #[crd(kind = "Database", …)] struct DatabaseSpec { … }
//!     struct Database { metadata: ObjectMeta, spec: DatabaseSpec, status: Option<DatabaseStatus> }
//!     impl __crd::CustomResource for Database { const RESOURCE: __crd::Resource = …; }
//! ```

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::spanned::Spanned as _;

use super::attrs::schema_function;
use super::group_version::{api_version, group, version};
use super::next::{is_circle, version_unless};
use super::require::require;
use super::root_spec::spec_type;
use super::to_const::{ToConst, option, setters, structure, text};
use super::{checks, kube};
use crate::attr::crates::Crates;
use crate::attr::resource::{
    Also, Conversion, Deprecation, KeyValue, MetadataType, ResourceScope, ScaleAttr, Spec, SpecOptional,
    TypeMetaDocs,
};
use crate::attr::unquoted::source_of;
use crate::check::resource::RootType;
use crate::hygiene::{self, closing_semicolon, lit_str, quote_stable};

/// Marks the spec, even after an error, for the check that attributes of a custom resource have an effect.
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

/// Generates the root type with its impls. Errors take the place of its constant, and the compiler does not evaluate
/// the checks that depend on it.
pub(crate) fn expand(root: &RootType<'_>, crates: &Crates, errors: Option<TokenStream>) -> TokenStream {
    let resource = root.resource;
    let crd_core = &crates.crd_core;
    let metadata = match resource.metadata {
        MetadataType::Kube => {
            let k8s_openapi = &crates.k8s_openapi;
            quote_stable!(#k8s_openapi::apimachinery::pkg::apis::meta::v1::ObjectMeta)
        }
        MetadataType::Own => quote_stable!(#crd_core::types::ObjectMeta),
    };
    let description = resource.doc.as_ref().unwrap_or(&root.spec.description);
    let declaration = declaration(root, &metadata, description);
    let new = new(root, &metadata);
    let serde = serde_impls(root);
    let std = std_impls(root);
    let checks = if errors.is_some() {
        TokenStream::new()
    } else {
        const_checks(root)
    };
    let constant = errors.map_or_else(
        || constant(root, description, crates),
        |errors| quote_stable!({ #errors }),
    );
    let kube = (resource.metadata == MetadataType::Kube).then(|| kube::impls(root, crates));
    // If two versions are declared in one module, the compiler reports this name first.
    let kind = &resource.kind.value;
    let only_one = hygiene::ident(format!("each_version_of_{kind}_needs_a_module_of_its_own"));
    let (root, lints, end) = (&root.ident, super::lints(), closing_semicolon());
    quote_stable! {
        #[doc(hidden)]
        #[allow(non_snake_case)]
        mod #only_one {}

        #declaration

        #lints
        const _: () = {
            use #crd_core::__private as __crd;

            #new
            #serde
            #std

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

/// Generates the struct of the root.
fn declaration(root: &RootType<'_>, metadata: &TokenStream, description: &str) -> TokenStream {
    let RootType {
        spec,
        ident,
        resource,
        ..
    } = root;
    let (vis, kind, spec) = (&spec.item.vis, &resource.kind.value, spec_type(root));
    let derives = &resource.derives;
    let derives = (!derives.is_empty()).then(|| quote_stable!(#[derive(#(#derives),*)]));
    let attributes = resource.attributes.iter().map(|attribute| &attribute.value);
    let rust_doc = if description.is_empty() {
        lit_str(format!("Custom resource `{kind}`."))
    } else {
        lit_str(description)
    };
    let metadata_doc = lit_str("Name, namespace, labels and the rest of the metadata.");
    let spec_doc = lit_str(format!("The desired state of the `{kind}`."));
    let status_doc = lit_str(format!("The observed state of the `{kind}`."));
    let status = resource.status.as_ref().map(|status| {
        quote_stable! {
            #[doc = #status_doc]
            #vis status: ::core::option::Option<#status>,
        }
    });
    quote_stable! {
        #[doc = #rust_doc]
        #derives
        #(#[#attributes])*
        #[allow(non_camel_case_types, private_interfaces, unused_qualifications)]
        #vis struct #ident {
            #[doc = #metadata_doc]
            #vis metadata: #metadata,
            #[doc = #spec_doc]
            #vis spec: #spec,
            #status
        }
    }
}

/// Generates `new(name, spec)`.
fn new(root: &RootType<'_>, metadata: &TokenStream) -> TokenStream {
    let RootType {
        spec,
        ident,
        resource,
        ..
    } = root;
    let (vis, spec) = (&spec.item.vis, &spec.item.ident);
    let doc = lit_str(format!("A `{}` of the given name and spec.", resource.kind.value));
    let status = resource
        .status
        .as_ref()
        .map(|_| quote_stable!(status: ::core::option::Option::None,));
    let held = match resource.spec_optional {
        Some(SpecOptional::Option) => quote_stable!(spec: ::core::option::Option::Some(spec)),
        _ => quote_stable!(spec),
    };
    quote_stable! {
        impl #ident {
            #[doc = #doc]
            #[allow(dead_code)]
            #[inline]
            #vis fn new(name: &str, spec: #spec) -> Self {
                let metadata = #metadata { name: __crd::Some(<__crd::String as ::core::convert::From<&str>>::from(name)), ..__crd::Default::default() };
                #ident { metadata, #held, #status }
            }
        }
    }
}

/// Generates `Serialize` and `Deserialize`.
fn serde_impls(root: &RootType<'_>) -> TokenStream {
    let RootType {
        spec,
        ident,
        resource,
        ..
    } = root;
    let spec = &spec.item.ident;
    let kind = lit_str(&resource.kind.value);
    let api_version = api_version(resource);
    let name = lit_str(ident.to_string());
    let (written, read, member) = match &resource.status {
        Some(_) => (
            quote_stable!(self.status.as_ref()),
            // The type is inferred from the member: if it were named here too, the compiler would report an unknown type twice.
            quote_stable!(_),
            Some(quote_stable!(status,)),
        ),
        None => (
            quote_stable!(__crd::None::<&()>),
            quote_stable!(__crd::serde::de::IgnoredAny),
            None,
        ),
    };
    let absent = match &resource.spec_optional {
        None => quote_stable!(__crd::None),
        Some(SpecOptional::Default(flag)) => {
            quote_spanned!(flag.span()=> __crd::Some(<#spec as __crd::Default>::default))
        }
        Some(SpecOptional::Option) => quote_stable!(__crd::Some(|| __crd::None)),
    };
    let written_spec = match resource.spec_optional {
        Some(SpecOptional::Option) => quote_stable!(self.spec.as_ref()),
        _ => quote_stable!(__crd::Some(&self.spec)),
    };
    let (write, read) = if root.spec.serde_is_wrong {
        (
            quote_stable!(::core::unimplemented!()),
            quote_stable!(::core::unimplemented!()),
        )
    } else if resource.flatten.is_some() {
        (
            quote_stable!(__crd::serialize_flat_root(serializer, #api_version, #kind, &self.metadata, &self.spec, #written)),
            quote_stable! {
                let (metadata, spec, status) = __crd::deserialize_flat_root::<D, _, _, #read>(deserializer)?;
                __crd::Ok(#ident { metadata, spec, #member })
            },
        )
    } else {
        (
            quote_stable!(__crd::serialize_root(serializer, #api_version, #kind, &self.metadata, #written_spec, #written)),
            quote_stable! {
                let (metadata, spec, status) =
                    __crd::deserialize_root::<D, _, _, #read>(deserializer, #name, #absent)?;
                __crd::Ok(#ident { metadata, spec, #member })
            },
        )
    };
    quote_stable! {
        #[automatically_derived]
        impl __crd::serde::Serialize for #ident {
            fn serialize<S: __crd::serde::Serializer>(&self, serializer: S) -> __crd::Result<S::Ok, S::Error> {
                #write
            }
        }

        #[automatically_derived]
        impl<'de> __crd::serde::Deserialize<'de> for #ident {
            fn deserialize<D: __crd::serde::Deserializer<'de>>(deserializer: D) -> __crd::Result<Self, D::Error> {
                #read
            }
        }
    }
}

/// Generates `Clone` and `Debug`, whose bodies compile although a type lacks the trait: a check reports that.
fn std_impls(root: &RootType<'_>) -> TokenStream {
    let status = root.resource.status.as_ref();
    let cloned = status.map(|_| quote_stable!(status: __crd::SpecOrStatus(&self.status).cloned(),));
    let printed =
        status.map(|_| quote_stable!(.field("status", __crd::SpecOrStatus(&self.status).printed())));
    let (root, name) = (&root.ident, lit_str(root.ident.to_string()));
    quote_stable! {
        #[automatically_derived]
        impl __crd::Clone for #root {
            #[inline]
            fn clone(&self) -> Self {
                #[allow(unused_imports)]
                use __crd::SpecOrStatusWithoutTraits as _;
                #root {
                    metadata: __crd::Clone::clone(&self.metadata),
                    spec: __crd::SpecOrStatus(&self.spec).cloned(),
                    #cloned
                }
            }
        }

        #[automatically_derived]
        impl ::core::fmt::Debug for #root {
            #[inline]
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                #[allow(unused_imports)]
                use __crd::SpecOrStatusWithoutTraits as _;
                f.debug_struct(#name)
                    .field("metadata", &self.metadata)
                    .field("spec", __crd::SpecOrStatus(&self.spec).printed())
                    #printed
                    .finish()
            }
        }
    }
}

/// Generates the check that a spec or a status implements `Clone` and `Debug`.
fn implements(ty: &dyn ToTokens, name: TokenStream, on: &dyn ToTokens) -> TokenStream {
    let name = lit_str(source_of(name));
    let check =
        require!(on => implements(#name, __crd::TraitsOf::<#ty>::CLONE, __crd::TraitsOf::<#ty>::DEBUG));
    quote_stable! {
        const _: () = {
            #[allow(unused_imports)]
            use __crd::WithoutTraits as _;
            #check
        };
    }
}

/// Generates the checks of paths, rules and the next version.
fn const_checks(root: &RootType<'_>) -> TokenStream {
    let (spec, resource) = (&root.spec.item.ident, root.resource);
    let mut calls = checks::resource(spec, resource, &root.rule_checks, &root.placed_columns);
    let derive = Ident::new("CustomResource", hygiene::stable_span());
    calls.extend(implements(spec, spec.to_token_stream(), &derive));
    if let Some(status) = &resource.status {
        let root = &root.ident;
        // The compiler reports an unknown type again for each constant that names it, but not for impls. The trait is
        // private, since the status may be.
        calls.extend(quote_stable! {
            trait HasStatus {
                type Status;
            }
            impl HasStatus for #root {
                type Status = #status;
            }
        });
        let ty = quote_stable!(<#root as HasStatus>::Status);
        calls.extend(implements(&ty, status.to_token_stream(), status));
    }
    if let Some(next) = &resource.next {
        let versions = quote_stable! {
            <#spec as __crd::DerivesCustomResource>::DERIVED, <#next as __crd::DerivesCustomResource>::DERIVED
        };
        let status = resource.status.as_ref().unwrap_or(next);
        let checks = [
            require!(&resource.group => next_group(#versions)),
            require!(&resource.kind => next_kind(#versions)),
            require!(&resource.version => next_version(#versions)),
            require!(status => next_status(#versions)),
        ];
        calls.extend(quote_stable!(#(const _: () = #checks;)*));
    }
    calls
}

/// Generates `__crd::Resource::NONE.group("…")…`.
fn constant(root: &RootType<'_>, description: &str, crates: &Crates) -> TokenStream {
    let resource = root.resource;
    let spec = &root.spec.item.ident;
    let status = resource
        .status
        .as_ref()
        .map(|status| quote_spanned!(status.span()=> <#status as __crd::WithSchema>::SHAPE));
    let next = resource.next.as_ref().map(|next| {
        let version = version_unless(next, &is_circle(spec));
        quote_spanned!(next.span()=> <#version as __crd::DerivesCustomResource>::DERIVED)
    });
    let name = lit_str(root.ident.to_string());
    // These are `true` unless given.
    let off = |is_on: bool| (!is_on).then_some(false);
    setters(
        "Resource",
        &[
            ("group", &group(resource)),
            ("version", &version(resource)),
            ("kind", &resource.kind),
            ("plural", &resource.plural()),
            ("singular", &resource.singular()),
            ("list_kind", &resource.list_kind()),
            ("short_names", &resource.short_names),
            ("categories", &resource.categories),
            ("namespaced", &off(resource.scope == ResourceScope::Namespaced)),
            ("served", &off(resource.served)),
            ("storage", &off(resource.storage)),
            ("deprecated", &resource.deprecated),
            ("also", &resource.also),
            ("annotations", &resource.annotations),
            ("labels", &resource.labels),
            ("description", &description),
            ("spec", &quote_stable!(<#spec as __crd::WithSchema>::SHAPE)),
            ("spec_optional", &resource.spec_optional.is_some()),
            ("flatten", &resource.flatten.is_some()),
            ("metadata_required", &resource.metadata_required),
            ("status_subresource", &resource.status_subresource),
            ("status_nullable", &resource.status_nullable),
            ("type_meta", &resource.type_meta),
            ("title", &resource.root_title),
            ("schema", &resource.root_schema.as_ref().map(schema_function)),
            ("status", &status),
            ("spec_default", &resource.spec_default),
            ("status_default", &resource.status_default),
            ("scale", &resource.scale),
            ("columns", &resource.columns),
            ("selectable", &resource.selectable),
            ("rules", &resource.rules),
            ("source", &super::source::of_root(root, crates)),
            ("next", &next),
            ("conversion", &resource.conversion),
            ("when", &resource.when),
            (
                "rust_path",
                &quote_stable!(::core::concat!(::core::module_path!(), "::", #name)),
            ),
        ],
    )
}

impl ToConst for TypeMetaDocs {
    fn to_const(&self) -> TokenStream {
        match self {
            TypeMetaDocs::Lines => quote_stable!(__crd::TypeMetaDocs::Lines),
            TypeMetaDocs::Joined => quote_stable!(__crd::TypeMetaDocs::Joined),
            TypeMetaDocs::Given(of_version, of_kind) => {
                let (of_version, of_kind) = (of_version.to_const(), of_kind.to_const());
                quote_stable!(__crd::TypeMetaDocs::Given(#of_version, #of_kind))
            }
        }
    }
}

impl ToConst for KeyValue {
    fn to_const(&self) -> TokenStream {
        (&self.key, &self.value).to_const()
    }
}

/// The warning that replaces the server's default, if given.
impl ToConst for Deprecation {
    fn to_const(&self) -> TokenStream {
        option(&self.warning)
    }
}

impl ToConst for Also {
    fn to_const(&self) -> TokenStream {
        structure(
            "AlsoVersion",
            &[
                ("version", &self.version),
                ("served", &self.served),
                ("storage", &self.storage),
                ("deprecated", &option(&self.deprecated)),
            ],
        )
    }
}

impl ToConst for ScaleAttr {
    fn to_const(&self) -> TokenStream {
        structure(
            "Scale",
            &[
                ("spec_replicas_path", &self.spec_replicas_path),
                ("status_replicas_path", &self.status_replicas_path),
                ("label_selector_path", &text(self.label_selector_path.as_ref())),
            ],
        )
    }
}

impl ToConst for Conversion {
    fn to_const(&self) -> TokenStream {
        let ca_bundle = text(self.ca_bundle.as_ref()).to_const();
        structure(
            "ConversionWebhook",
            &[
                ("service", &text(self.service.as_ref())),
                ("namespace", &text(self.namespace.as_ref())),
                ("path", &text(self.path.as_ref())),
                ("port", &self.port.as_ref().map_or(0, |port| port.value)),
                ("url", &text(self.url.as_ref())),
                ("ca_bundle", &quote_stable!(#ca_bundle.as_bytes())),
                ("cert_manager", &text(self.cert_manager.as_ref())),
                ("openshift", &self.openshift),
                ("external", &self.external),
                ("review_versions", &self.review_versions),
            ],
        )
    }
}
