//! Describes the steps of a plan in words, with the commands that perform them.

use std::path::Path;

use crd_core::crd::{Crd, Version};
use crd_core::migration::{MigrationStep, Release};

use super::CrdPlan;
use super::owners::{self, WebhookOwners};
use crate::text::quoted;

/// A step, described in words.
pub(super) struct Section {
    pub(super) title: String,
    /// Notes about the step, one per line.
    pub(super) notes: Vec<String>,
    pub(super) commands: Vec<String>,
}

/// Returns the file name of a release's manifest.
pub(super) fn file_of(release: &Release) -> String {
    format!("{}.{}.yaml", release.crd.metadata.name, release.number)
}

/// Returns the description and the commands of a step.
pub(super) fn section(plan: &CrdPlan, step: &MigrationStep, dir: Option<&Path>) -> Section {
    let crd = Names::of(&plan.old);
    match step {
        MigrationStep::DeployWebhook => deploy_webhook(plan),
        MigrationStep::Apply(release) => apply(plan, release, dir),
        MigrationStep::MoveClients { from, to } => move_clients(&crd, from, to.as_deref()),
        MigrationStep::Rewrite {
            storage,
            through: None,
            ..
        } => nothing_served(format!(
            "Objects cannot be rewritten to `{storage}`: no version is served"
        )),
        MigrationStep::Rewrite {
            storage,
            through: Some(through),
            preferred,
            ..
        } => {
            let preferred = preferred.as_deref().unwrap_or(through);
            rewrite(plan, &crd, step, dir, [storage, through, preferred])
        }
        MigrationStep::PruneStoredVersions { before, after } => prune(plan, &crd, before, after),
        MigrationStep::CleanManagedFields {
            versions,
            through: Some(through),
        } => clean(&crd, versions, through),
        MigrationStep::CleanManagedFields { versions, .. } => nothing_served(format!(
            "{} cannot be removed from `metadata.managedFields`: no version is served",
            quoted(versions)
        )),
        MigrationStep::RemoveWebhook => Section {
            title: "Remove the conversion webhook".to_owned(),
            notes: vec!["The CRD no longer uses it, and there is nothing left to convert.".to_owned()],
            commands: Vec::new(),
        },
        _ => Section {
            title: "A step that this command cannot describe".to_owned(),
            notes: Vec::new(),
            commands: Vec::new(),
        },
    }
}

/// The names of the resource in commands.
struct Names<'a> {
    crd: &'a str,
    plural: &'a str,
    group: &'a str,
    is_namespaced: bool,
}

impl<'a> Names<'a> {
    fn of(crd: &'a Crd) -> Self {
        Names {
            crd: &crd.metadata.name,
            plural: &crd.spec.names.plural,
            group: &crd.spec.group,
            is_namespaced: &*crd.spec.scope == "Namespaced",
        }
    }

    /// Returns the resource at a version, in the notation of kubectl.
    fn at(&self, version: &str) -> String {
        format!("{}.{version}.{}", self.plural, self.group)
    }
}

fn deploy_webhook(plan: &CrdPlan) -> Section {
    let service = plan.migration.releases().find_map(|release| {
        let webhook = release.crd.spec.conversion.as_ref()?.webhook.as_ref()?;
        webhook.client_config.as_ref()?.service.clone()
    });
    let mut commands = Vec::new();
    if let Some(service) = service {
        commands.push(format!(
            "kubectl -n {} get endpointslices -l kubernetes.io/service-name={}",
            service.namespace, service.name
        ));
    }
    Section {
        title: "Deploy the conversion webhook".to_owned(),
        notes: vec![
            "It must respond before the CRD uses it, because every request at a version that is not stored \
             then needs it."
                .to_owned(),
        ],
        commands,
    }
}

fn apply(plan: &CrdPlan, release: &Release, dir: Option<&Path>) -> Section {
    let name = &release.crd.metadata.name;
    let file = in_dir(dir, &file_of(release));
    let advice = owners::advice(&plan.old, release);
    let apply = format!("kubectl apply --server-side{} -f {file}", advice.options);
    let mut notes = release.changes.clone();
    notes.extend(advice.notes);
    let mut commands = Vec::new();
    match owners::of_webhook(&plan.old) {
        WebhookOwners::Unknown if release.drops_webhook => {
            notes.push(
                "`replace` removes the webhook; `apply` would keep the fields of it that others own, such \
                 as the CA"
                    .to_owned(),
            );
            commands.push(format!("kubectl replace -f {file}"));
        }
        WebhookOwners::Others(others) if release.drops_webhook => {
            notes.push(format!(
                "fields of `spec.conversion` also belong to {}, and `apply` would keep them: the patch \
                 removes them first",
                quoted(&others)
            ));
            commands.push(format!(
                "kubectl patch crd {name} --type=json -p '[{{\"op\":\"replace\",\"path\":\"/spec/conversion\",\"value\":{{\"strategy\":\"None\"}}}}]'"
            ));
            commands.push(apply);
        }
        _ => commands.push(apply),
    }
    commands.push(format!("kubectl wait --for=condition=Established crd/{name}"));
    Section {
        title: format!("Release {}: apply the CRD", release.number),
        notes,
        commands,
    }
}

/// Returns a step that cannot be performed, because every request needs a served version.
fn nothing_served(title: String) -> Section {
    Section {
        title,
        notes: vec![
            "Serve a version again, with `served: true`, and create a new plan: without a served version, \
             objects cannot be read or written."
                .to_owned(),
        ],
        commands: Vec::new(),
    }
}

fn move_clients(crd: &Names<'_>, from: &[String], to: Option<&str>) -> Section {
    let listed = quoted(from);
    let mut commands = Vec::new();
    let mut notes = Vec::new();
    let title = match to {
        Some(to) => {
            commands.push(format!(
                "crd-gen convert --in-place --to {to} FILES    # manifests in Git"
            ));
            notes.push(
                "Controllers, manifests in Git and `ownerReferences` are not changed automatically."
                    .to_owned(),
            );
            format!("Move clients from {listed} to `{to}`")
        }
        None => {
            notes.push(format!(
                "No version is served after the next release: every request for `{}` gets 404. The objects \
                 remain stored, and are available again when a version is served.",
                crd.plural
            ));
            format!("Stop the clients of {listed}: there is no version to move them to")
        }
    };
    notes.push(
        "The API server counts requests by version; a version whose count grows is still used.".to_owned(),
    );
    for version in from {
        commands.push(format!(
            "kubectl get --raw /metrics | grep apiserver_request_total | grep 'group=\"{}\"' | grep 'resource=\"{}\"' | grep 'version=\"{version}\"'",
            crd.group, crd.plural
        ));
    }
    Section {
        title,
        notes,
        commands,
    }
}

fn rewrite(
    plan: &CrdPlan,
    crd: &Names<'_>,
    step: &MigrationStep,
    dir: Option<&Path>,
    [storage, through, preferred]: [&str; 3],
) -> Section {
    let mut notes = vec![
        "Until an object is written, it remains stored in its old version.".to_owned(),
        "An operator can do it with `crd_webhook::kube::migrate`, which also handles objects that violate \
         newer rules."
            .to_owned(),
    ];
    let resource = crd.at(through);
    let each = if crd.is_namespaced {
        format!(
            "kubectl get {resource} --all-namespaces -o jsonpath='{{range .items[*]}}{{.metadata.namespace}} {{.metadata.name}}{{\"\\n\"}}{{end}}' |\n  while read -r namespace name; do kubectl -n \"$namespace\" patch {resource} \"$name\" --type=merge -p '{{}}' || echo \"not migrated: $namespace $name\"; done"
        )
    } else {
        format!(
            "kubectl get {resource} -o jsonpath='{{range .items[*]}}{{.metadata.name}}{{\"\\n\"}}{{end}}' |\n  while read -r name; do kubectl patch {resource} \"$name\" --type=merge -p '{{}}' || echo \"not migrated: $name\"; done"
        )
    };
    let mut commands = vec![format!(
        "generation=$(kubectl get crd {} -o jsonpath='{{.metadata.generation}}')",
        crd.crd
    )];
    if has_defaults(plan, through) {
        notes.push(format!(
            "A write sets missing defaults of `{through}` in an object; controllers observe this change."
        ));
    }
    if let Some((file, _)) = storage_migration(plan, step) {
        let file = in_dir(dir, &file);
        let by_server = [
            format!("kubectl apply -f {file}"),
            format!(
                "kubectl wait --for=condition=Succeeded storageversionmigration/{}-{storage} --timeout=1h",
                crd.crd
            ),
        ];
        if plan.server.at_least(37) {
            notes.push("The server rewrites the objects itself.".to_owned());
            commands.extend(by_server);
        } else {
            notes.push(format!(
                "A {} server can do it itself if its feature gate StorageVersionMigrator and the API {} are \
                 enabled, which is not the default:",
                plan.server,
                api_version(plan).unwrap_or_default()
            ));
            notes.extend(by_server.map(|command| format!("  {command}")));
            commands.push(each);
        }
        let by_server_through = if names_version(plan) { through } else { preferred };
        if by_server_through != storage {
            notes.push(format!(
                "The server's own migration writes through `{by_server_through}`, not through the storage \
                 version `{storage}`."
            ));
        }
        notes.push(
            "The server's own migration stops at the first object that violates newer rules, or that has an \
             entry of a removed version in `managedFields`."
                .to_owned(),
        );
    } else {
        commands.push(each);
    }
    Section {
        title: format!("Rewrite all objects, so that they are stored in `{storage}`"),
        notes,
        commands,
    }
}

fn prune(plan: &CrdPlan, crd: &Names<'_>, before: &[String], after: &[String]) -> Section {
    let is_known = |name: &String| plan.old.version(name).is_some();
    let mut notes = Vec::new();
    let mut tests = String::new();
    if before.iter().filter(|name| !after.contains(name)).all(is_known) {
        notes.push(
            "Only if no object was skipped: the server cannot read objects stored in a version that \
            the CRD does not have."
                .to_owned(),
        );
        if plan.server.at_least(36) {
            notes.push(
                "If the server's own migration succeeded, and the CRD was not changed meanwhile, \
                this is already done."
                    .to_owned(),
            );
        }
        tests.push_str("{\"op\":\"test\",\"path\":\"/metadata/generation\",\"value\":'\"$generation\"'},");
    } else {
        notes.push(
            "The CRD does not have the others, and until they are removed, the server rejects every update \
             of it."
                .to_owned(),
        );
        notes.push(
            "If objects are still stored in one of them, and therefore cannot be read, add that \
            version again instead, with `served: false`."
                .to_owned(),
        );
    }
    let (name, before, value) = (crd.crd, json(before), json(after));
    tests.push_str(&format!(
        "{{\"op\":\"test\",\"path\":\"/status/storedVersions\",\"value\":{before}}}"
    ));
    Section {
        title: format!("Set `status.storedVersions` to {}", quoted(after)),
        notes,
        commands: vec![format!(
            "[ \"$(kubectl get crd {name} -o jsonpath='{{.status.storedVersions}}')\" = '{value}' ] ||\n  kubectl patch crd {name} --subresource=status --type=json -p '[{tests},{{\"op\":\"replace\",\"path\":\"/status/storedVersions\",\"value\":{value}}}]'"
        )],
    }
}

fn clean(crd: &Names<'_>, removed: &[String], through: &str) -> Section {
    let versions: Vec<String> = removed
        .iter()
        .map(|version| format!("\"{}/{version}\"", crd.group))
        .collect();
    let versions = versions.join(",");
    let (all, namespace) = if crd.is_namespaced {
        (" --all-namespaces", "namespace, ")
    } else {
        ("", "")
    };
    let resource = crd.at(through);
    // Without any entry, the server would create one that owns all fields and conflicts with the next manager.
    let seed = format!(
        "{{manager: \"crd-gen\", operation: \"Update\", apiVersion: \"{}/{through}\", fieldsType: \"FieldsV1\", fieldsV1: {{\"f:metadata\": {{\"f:name\": {{}}}}}}}}",
        crd.group
    );
    Section {
        title: format!("Remove {} from `metadata.managedFields`", quoted(removed)),
        notes: vec![
            "With such an entry, server-side apply fails on the object after the version is removed."
                .to_owned(),
            "An operator can do it with `crd_webhook::kube::migrate`, after the version is no longer served."
                .to_owned(),
        ],
        commands: vec![format!(
            "kubectl get {resource}{all} -o json --show-managed-fields |\n  jq -c '.items[] | select(any(.metadata.managedFields[]?; .apiVersion | IN({versions}))) | {{apiVersion, kind, metadata: (.metadata | {{name, {namespace}resourceVersion, managedFields: ([.managedFields[] | select(.apiVersion | IN({versions}) | not)] | if . == [] then [{seed}] else . end)}})}}' |\n  while read -r object; do echo \"$object\" | kubectl patch -f - --type=merge -p \"$object\"; done"
        )],
    }
}

/// Returns the object that makes the server rewrite stored objects itself (MIG-05): its file name and its text.
pub(super) fn storage_migration(plan: &CrdPlan, step: &MigrationStep) -> Option<(String, String)> {
    let MigrationStep::Rewrite {
        storage,
        through: Some(through),
        ..
    } = step
    else {
        return None;
    };
    let api_version = api_version(plan)?;
    let crd = Names::of(&plan.old);
    let mut text = format!(
        "apiVersion: {api_version}\nkind: StorageVersionMigration\nmetadata:\n  name: {}-{storage}\nspec:\n  resource:\n    group: {}\n    resource: {}\n",
        crd.crd, crd.group, crd.plural
    );
    // The version for the requests, which must be served.
    if names_version(plan) {
        text.push_str(&format!("    version: {through}\n"));
    }
    Some((format!("{}-{storage}.migration.yaml", crd.crd), text))
}

/// Whether the object of the server's own migration names the version to write through; later servers use the preferred one.
fn names_version(plan: &CrdPlan) -> bool {
    api_version(plan).is_some_and(|api_version| api_version.ends_with("v1alpha1"))
}

/// Whether the schema of a version has defaults, in the CRD that is deployed at the step.
fn has_defaults(plan: &CrdPlan, version: &str) -> bool {
    let last = plan
        .migration
        .releases()
        .last()
        .map_or(&plan.old, |release| &release.crd);
    last.version(version)
        .and_then(Version::openapi_schema)
        .is_some_and(|schema| schema.any(&mut |node| node.default.is_some()))
}

/// Returns the API version of the server's own migration.
fn api_version(plan: &CrdPlan) -> Option<&'static str> {
    match plan.server.minor() {
        37.. => Some("storagemigration.k8s.io/v1"),
        35..=36 => Some("storagemigration.k8s.io/v1beta1"),
        30..=34 => Some("storagemigration.k8s.io/v1alpha1"),
        _ => None,
    }
}

fn in_dir(dir: Option<&Path>, file: &str) -> String {
    dir.map_or_else(|| file.to_owned(), |dir| crate::source::shown(&dir.join(file)))
}

fn json(names: &[String]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
    format!("[{}]", names.join(","))
}
