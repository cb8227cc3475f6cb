//! The CRD in the server's internal form: with defaults (rules DEF), equal parts of versions hoisted (rules CNV), and a
//! prepared status (rules PREP). Everything is borrowed from the [`Crd`].
//!
//! ```text
//! versions: [{name: v1, schema: S}, {name: v2, schema: S}]   ->   validation: S, versions: [{name: v1}, {name: v2}]
//! ```

use crate::model::changes::Change;
use std::borrow::Cow;

use crate::KubeVersion;
use crate::go::unicode::to_lower;
use crate::model::crd::{
    Crd, CrdSpec, CrdValidation, Names, ObjectMeta, PrinterColumn, Subresources, Version, WebhookClientConfig,
};
use crate::model::schema::{JsonSchemaProps, same};

/// A CRD in the server's internal form.
pub(super) struct Internal<'a> {
    pub(super) metadata: &'a ObjectMeta,
    pub(super) group: &'a str,
    /// Name of the first version.
    pub(super) version: &'a str,
    pub(super) names: Cow<'a, Names>,
    pub(super) scope: &'a str,
    pub(super) validation: Option<&'a CrdValidation>,
    pub(super) subresources: Option<&'a Subresources>,
    pub(super) columns: &'a [PrinterColumn],
    pub(super) selectable_fields: Option<&'a [Box<str>]>,
    /// `None` if the manifest has none, which is printed as `null`.
    pub(super) versions: Option<Vec<InternalVersion<'a>>>,
    pub(super) conversion: InternalConversion<'a>,
    pub(super) preserve_unknown_fields: bool,
    pub(super) accepted_names: Cow<'a, Names>,
    /// `None` is printed as `null`.
    pub(super) stored_versions: Option<Vec<Box<str>>>,
    pub(super) established: bool,
}

/// A version without its hoisted parts.
#[derive(Clone, Copy)]
pub(super) struct InternalVersion<'a> {
    pub(super) name: &'a str,
    pub(super) served: bool,
    pub(super) storage: bool,
    pub(super) deprecated: bool,
    pub(super) deprecation_warning: Option<&'a str>,
    pub(super) schema: Option<&'a CrdValidation>,
    pub(super) subresources: Option<&'a Subresources>,
    pub(super) columns: Option<&'a [PrinterColumn]>,
    pub(super) selectable_fields: Option<&'a [Box<str>]>,
}

/// `spec.conversion`; never absent after defaulting.
pub(super) struct InternalConversion<'a> {
    pub(super) strategy: &'a str,
    pub(super) client_config: Option<&'a WebhookClientConfig>,
    pub(super) review_versions: Cow<'a, [Box<str>]>,
}

impl<'a> Internal<'a> {
    /// Converts a manifest to the internal form, before it is prepared for a request.
    pub(super) fn new(crd: &'a Crd) -> Self {
        let spec = &crd.spec;
        let mut versions: Option<Vec<InternalVersion<'a>>> = spec
            .versions
            .as_ref()
            .map(|versions| versions.iter().map(internal_version).collect());
        let mut internal = Internal {
            metadata: &crd.metadata,
            group: &spec.group,
            version: "",
            names: default_names(&spec.names),
            scope: &spec.scope,
            validation: None,
            subresources: None,
            columns: &[],
            selectable_fields: None,
            versions: None,
            conversion: conversion(spec),
            preserve_unknown_fields: spec.preserve_unknown_fields,
            accepted_names: Cow::Borrowed(&crd.status.accepted_names),
            stored_versions: None,
            established: crd.status.established,
        };
        if let Some(top) = &spec.v1beta1 {
            internal.version = &top.version;
            internal.validation = top.validation.as_ref();
            internal.subresources = top.subresources.as_ref();
            internal.columns = top.additional_printer_columns.as_deref().unwrap_or_default();
            internal.selectable_fields = top.selectable_fields.as_deref();
            if spec.scope.is_empty() {
                internal.scope = "Namespaced";
            }
            if versions.as_ref().is_none_or(Vec::is_empty) && !top.version.is_empty() {
                versions = Some(vec![InternalVersion::only(&top.version)]);
            }
            if let (true, Some(first)) = (
                top.version.is_empty(),
                versions.as_ref().and_then(|versions| versions.first()),
            ) {
                internal.version = first.name;
            }
        } else if let Some(versions) = &mut versions {
            internal.hoist(versions);
        }
        internal.versions = versions;
        internal.stored_versions.clone_from(&crd.status.stored_versions);
        if internal.stored_versions.as_ref().is_none_or(Vec::is_empty) {
            internal.store_storage_version();
        }
        internal
    }

    /// Sets the status of a new object (PREP-01).
    pub(super) fn prepare_for_create(&mut self, version: KubeVersion) {
        self.accepted_names = Cow::Owned(Names::default());
        self.established = false;
        self.stored_versions = None;
        self.store_storage_version();
        self.drop_disabled(None, version);
    }

    /// Copies the status of the old object (PREP-02).
    pub(super) fn prepare_for_update(&mut self, old: &Internal<'a>, version: KubeVersion) {
        self.accepted_names.clone_from(&old.accepted_names);
        self.established = old.established;
        self.stored_versions.clone_from(&old.stored_versions);
        self.store_storage_version();
        self.drop_disabled(Some(old), version);
    }

    /// Adds the storage version to the stored versions, if it is missing (DEF-05, PREP-01, PREP-02).
    fn store_storage_version(&mut self) {
        let Some(name) = self.storage_version() else {
            return;
        };
        let stored = self.stored_versions.get_or_insert_default();
        if !stored.iter().any(|known| **known == *name) {
            stored.push(name.into());
        }
    }

    /// PREP-03: `selectableFields` was enabled in 1.31.
    fn drop_disabled(&mut self, old: Option<&Internal<'_>>, version: KubeVersion) {
        let in_use = |internal: &Internal<'_>| {
            internal.selectable_fields.is_some()
                || internal
                    .versions()
                    .iter()
                    .any(|version| version.selectable_fields.is_some())
        };
        if !version.has(Change::SelectableFieldsEnabled) && !old.is_some_and(in_use) {
            self.selectable_fields = None;
            for version in self.versions.iter_mut().flatten() {
                version.selectable_fields = None;
            }
        }
    }

    /// Hoists the parts that are equal in all versions (CNV-02, CNV-03).
    fn hoist(&mut self, versions: &mut [InternalVersion<'a>]) {
        let Some(first) = versions.first().copied() else {
            return;
        };
        self.version = first.name;
        let all = |equal: fn(&InternalVersion<'_>, &InternalVersion<'_>) -> bool| {
            versions.iter().skip(1).all(|version| equal(version, &first))
        };
        let subresources = all(|a, b| a.subresources == b.subresources);
        let schema = all(|a, b| same(a.schema, b.schema, same_validation));
        let columns = all(|a, b| a.columns.unwrap_or_default() == b.columns.unwrap_or_default());
        let selectable =
            all(|a, b| a.selectable_fields.unwrap_or_default() == b.selectable_fields.unwrap_or_default());
        if subresources {
            self.subresources = first.subresources;
        }
        if schema {
            self.validation = first.schema;
        }
        if columns {
            self.columns = first.columns.unwrap_or_default();
        }
        if selectable {
            self.selectable_fields = first.selectable_fields;
        }
        for version in versions {
            if subresources {
                version.subresources = None;
            }
            if schema {
                version.schema = None;
            }
            if columns {
                version.columns = None;
            }
            if selectable {
                version.selectable_fields = None;
            }
        }
    }

    pub(super) fn versions(&self) -> &[InternalVersion<'a>] {
        self.versions.as_deref().unwrap_or_default()
    }

    fn storage_version(&self) -> Option<&'a str> {
        self.versions()
            .iter()
            .find(|version| version.storage)
            .map(|version| version.name)
    }

    /// Returns the schema that applies to all versions.
    pub(super) fn top_schema(&self) -> Option<&'a JsonSchemaProps> {
        schema_of(self.validation)
    }

    /// Returns all schemas: the hoisted one, then those of versions.
    pub(super) fn schemas(&self) -> impl Iterator<Item = &'a JsonSchemaProps> {
        let own = self.versions().iter().filter_map(InternalVersion::schema);
        self.top_schema().into_iter().chain(own)
    }

    /// Checks whether `holds` is true for any node of a schema.
    pub(super) fn any_node(&self, mut holds: impl FnMut(&JsonSchemaProps) -> bool) -> bool {
        self.schemas().any(|schema| schema.any(&mut holds))
    }
}

/// The versions by name.
pub(super) struct ByName<'i, 'a> {
    versions: &'i [InternalVersion<'a>],
    /// Of versions with the same name, whether the last counts.
    is_last: bool,
}

impl<'i, 'a> ByName<'i, 'a> {
    /// Of versions with the same name the first counts.
    fn first(versions: &'i [InternalVersion<'a>]) -> Self {
        let is_last = false;
        ByName { versions, is_last }
    }

    /// Of versions with the same name the last counts.
    pub(super) fn last(versions: &'i [InternalVersion<'a>]) -> Self {
        let is_last = true;
        ByName { versions, is_last }
    }

    pub(super) fn get(&self, name: &str) -> Option<&'i InternalVersion<'a>> {
        let has_name = |version: &&InternalVersion<'a>| version.name == name;
        if self.is_last {
            self.versions.iter().rfind(has_name)
        } else {
            self.versions.iter().find(has_name)
        }
    }
}

/// The effective value for each version: the hoisted one that all versions have, or each version's own.
pub(super) struct Effective<'i, 'a, T> {
    hoisted: Option<&'a T>,
    own: Option<ByName<'i, 'a>>,
    of_version: fn(&InternalVersion<'a>) -> Option<&'a T>,
}

/// A version does not exist, or the part is set both for all versions and for one.
pub(super) struct Unclear;

impl<'i, 'a> Effective<'i, 'a, CrdValidation> {
    /// Returns the objects that contain the schemas.
    pub(super) fn schemas(internal: &'i Internal<'a>) -> Self {
        Effective::new(internal, internal.validation, |version| version.schema)
    }
}

impl<'i, 'a> Effective<'i, 'a, Subresources> {
    /// Returns the subresources.
    pub(super) fn subresources(internal: &'i Internal<'a>) -> Self {
        Effective::new(internal, internal.subresources, |version| version.subresources)
    }

    /// Checks whether the version `name` has the status subresource.
    pub(super) fn has_status(&self, name: &str) -> bool {
        let subresources = match &self.own {
            None => self.hoisted,
            Some(own) => own.get(name).and_then(self.of_version),
        };
        subresources.is_some_and(|subresources| subresources.status)
    }
}

impl<'i, 'a, T> Effective<'i, 'a, T> {
    fn new(
        internal: &'i Internal<'a>,
        hoisted: Option<&'a T>,
        of_version: fn(&InternalVersion<'a>) -> Option<&'a T>,
    ) -> Self {
        let versions = internal.versions();
        let any = versions.iter().any(|version| of_version(version).is_some());
        Effective {
            hoisted,
            own: any.then(|| ByName::first(versions)),
            of_version,
        }
    }

    /// Returns the value of the version `name`; an error if the server cannot determine it.
    pub(super) fn of(&self, name: &str) -> Result<Option<&'a T>, Unclear> {
        match &self.own {
            None => Ok(self.hoisted),
            Some(_) if self.hoisted.is_some() => Err(Unclear),
            Some(own) => own.get(name).map(self.of_version).ok_or(Unclear),
        }
    }
}

impl<'a> InternalVersion<'a> {
    /// Creates the only version of a `v1beta1` manifest that does not list any.
    const fn only(name: &'a str) -> Self {
        InternalVersion {
            name,
            served: true,
            storage: true,
            deprecated: false,
            deprecation_warning: None,
            schema: None,
            subresources: None,
            columns: None,
            selectable_fields: None,
        }
    }

    /// Returns the version's own schema.
    pub(super) fn schema(&self) -> Option<&'a JsonSchemaProps> {
        schema_of(self.schema)
    }
}

/// Checks whether the server considers two `schema` objects equal.
pub(super) fn same_validation(a: &CrdValidation, b: &CrdValidation) -> bool {
    std::ptr::eq(a, b)
        || same(
            a.open_api_v3_schema.as_deref(),
            b.open_api_v3_schema.as_deref(),
            JsonSchemaProps::semantically_equal,
        )
}

fn schema_of(validation: Option<&CrdValidation>) -> Option<&JsonSchemaProps> {
    validation?.open_api_v3_schema.as_deref()
}

fn internal_version(version: &Version) -> InternalVersion<'_> {
    InternalVersion {
        name: &version.name,
        served: version.served,
        storage: version.storage,
        deprecated: version.deprecated,
        deprecation_warning: version.deprecation_warning.as_deref(),
        schema: version.schema.as_ref(),
        subresources: version.subresources.as_ref(),
        columns: version.additional_printer_columns.as_deref(),
        selectable_fields: version.selectable_fields.as_deref(),
    }
}

/// Sets defaults of names (DEF-01, DEF-02).
fn default_names(names: &Names) -> Cow<'_, Names> {
    let singular = names.singular.is_empty() && !names.kind.is_empty();
    let list_kind = names.list_kind.is_empty() && !names.kind.is_empty();
    if !singular && !list_kind {
        return Cow::Borrowed(names);
    }
    let mut names = names.clone();
    if singular {
        names.singular = to_lower(&names.kind).into();
    }
    if list_kind {
        names.list_kind = format!("{}List", names.kind).into();
    }
    Cow::Owned(names)
}

/// Converts the conversion (DEF-03, CNV-06), with the one default that `v1beta1` has in addition.
fn conversion(spec: &CrdSpec) -> InternalConversion<'_> {
    let Some(conversion) = &spec.conversion else {
        return InternalConversion {
            strategy: "None",
            client_config: None,
            review_versions: Cow::Borrowed(&[]),
        };
    };
    let webhook = conversion.webhook.as_ref();
    let review_versions = webhook
        .and_then(|webhook| webhook.conversion_review_versions.as_deref())
        .unwrap_or_default();
    let default_review =
        spec.v1beta1.is_some() && review_versions.is_empty() && &*conversion.strategy == "Webhook";
    InternalConversion {
        strategy: &conversion.strategy,
        client_config: webhook.and_then(|webhook| webhook.client_config.as_ref()),
        review_versions: if default_review {
            Cow::Owned(vec!["v1beta1".into()])
        } else {
            Cow::Borrowed(review_versions)
        },
    }
}
