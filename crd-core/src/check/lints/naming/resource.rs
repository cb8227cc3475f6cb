//! LNT-44: the names of the resource.

use crate::check::codes;
use crate::check::diagnose::cut;
use crate::check::lints::run::LintRun;
use crate::model::field::Path;
use crate::model::groups::is_builtin_group;

/// Short names, plurals and singulars of Kubernetes' own resources, in order.
pub(super) const BUILT_IN: [&str; 77] = [
    "clusterrole",
    "clusterrolebinding",
    "clusterrolebindings",
    "clusterroles",
    "cm",
    "componentstatus",
    "componentstatuses",
    "configmap",
    "configmaps",
    "cj",
    "controllerrevision",
    "controllerrevisions",
    "crd",
    "crds",
    "cronjob",
    "cronjobs",
    "cs",
    "csr",
    "customresourcedefinition",
    "customresourcedefinitions",
    "daemonset",
    "daemonsets",
    "deploy",
    "deployment",
    "deployments",
    "ds",
    "endpoints",
    "endpointslice",
    "endpointslices",
    "ep",
    "ev",
    "event",
    "events",
    "horizontalpodautoscaler",
    "horizontalpodautoscalers",
    "hpa",
    "ing",
    "ingress",
    "ingresses",
    "job",
    "jobs",
    "lease",
    "leases",
    "limitrange",
    "limitranges",
    "limits",
    "namespace",
    "namespaces",
    "netpol",
    "networkpolicies",
    "networkpolicy",
    "no",
    "node",
    "nodes",
    "ns",
    "pc",
    "pdb",
    "persistentvolume",
    "persistentvolumeclaim",
    "persistentvolumeclaims",
    "persistentvolumes",
    "po",
    "pod",
    "pods",
    "pv",
    "pvc",
    "quota",
    "rc",
    "rs",
    "sa",
    "sc",
    "secret",
    "secrets",
    "service",
    "services",
    "sts",
    "svc",
];

/// Returns a kind in `PascalCase`: `CronTab` for `cronTab` and `cron-tab`.
fn in_pascal_case(kind: &str) -> Option<String> {
    let mut pascal = String::new();
    for word in kind.split(['-', '_', '.', ' ']) {
        let mut letters = word.chars();
        pascal.extend(letters.next().map(|first| first.to_ascii_uppercase()));
        pascal.push_str(letters.as_str());
    }
    let is_form = pascal.starts_with(|c: char| c.is_ascii_uppercase())
        && pascal.chars().all(|c| c.is_ascii_alphanumeric());
    is_form.then_some(pascal)
}

/// Checks the names of the resource.
pub(in crate::check::lints) fn resource(run: &mut LintRun<'_>) {
    let names = &run.judged.crd.spec.names;
    let spec = Path::root("spec");
    let path = spec.child("names");
    let kind = &*names.kind;
    if run.has(codes::NAMES_FORM) && !kind.is_empty() {
        let is_form = kind.starts_with(|c: char| c.is_ascii_uppercase())
            && kind.chars().all(|c| c.is_ascii_alphanumeric());
        if !is_form {
            run.report(
                codes::NAMES_FORM,
                &path.child("kind").to_field_path(),
                format!("the kind `{}` is not in PascalCase", cut(kind, 60)),
            )
            .help(match in_pascal_case(kind) {
                Some(meant) => format!("write `{meant}`; kinds are written as `CronTab`"),
                None => "write kinds as `CronTab`".to_owned(),
            });
        }
        let lower = kind.to_ascii_lowercase();
        if !names.singular.is_empty() && *names.singular != *lower {
            run.report(
                codes::NAMES_FORM,
                &path.child("singular").to_field_path(),
                format!(
                    "the singular name `{}` is not the kind in lower case",
                    cut(&names.singular, 60)
                ),
            )
            .help(format!("write `{lower}`, which is also the server's default"));
        }
    }
    if !run.has(codes::NAMES_SHADOW_BUILTIN) || is_builtin_group(&run.judged.crd.spec.group) {
        return;
    }
    let short = names.short_names.iter().enumerate();
    let written = short
        .map(|(index, name)| (("shortNames", Some(index)), &**name))
        .chain([
            (("plural", None), &*names.plural),
            (("singular", None), &*names.singular),
        ]);
    for ((member, index), name) in written.filter(|(_, name)| BUILT_IN.contains(name)) {
        let mut field = path.child(member).to_field_path();
        if let Some(index) = index {
            field = field.index(index);
        }
        run.report(
            codes::NAMES_SHADOW_BUILTIN,
            &field,
            format!("`{name}` is a name of a built-in resource"),
        )
        .help("`kubectl get` with this name shows the built-in resource; choose another name");
    }
}
