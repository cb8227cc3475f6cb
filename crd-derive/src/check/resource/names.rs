//! Checks group, version, kind, the other names of `spec.names`, labels and annotations.

use crd_cel::syntax::{is_dns1035_label, is_dns1123_subdomain, is_label_key, is_label_value};

use crate::attr::keys;
use crate::attr::resource::{KeyValue, ResourceAttrs};
use crate::codes::{self, Code};
use crate::errors::{Errors, report};
use crate::spanned::Spanned;

pub(super) fn check(cx: &Errors, resource: &ResourceAttrs) {
    // Values that only the compiler knows are checked when the CRD is generated.
    if resource.group_constant.is_none() {
        group(cx, &resource.group);
    }
    if resource.version_constant.is_none() {
        version(cx, &resource.version);
    }
    for (index, also) in resource.also.iter().enumerate() {
        version(cx, &also.version);
        let before = resource.also.iter().take(index).map(|other| &other.version.value);
        let mut taken = before.chain([&resource.version.value]);
        if taken.any(|name| *name == also.version.value) {
            report!(cx, also.version => VERSION_NAME,
                "version `{}` is declared twice; rename or remove one", also.version.value);
        }
        if let Some(warning) = also
            .deprecated
            .as_ref()
            .and_then(|deprecated| deprecated.warning.as_ref())
        {
            deprecation_warning(cx, warning);
        }
    }
    kind(cx, "kind", &resource.kind);
    capital(cx, resource);
    if let Some(list_kind) = &resource.given_list_kind {
        kind(cx, "list_kind", list_kind);
        // N-06
        if resource.kind.value == list_kind.value {
            report!(cx, list_kind => KIND_EQUALS_LIST_KIND,
                "`list_kind` and `kind` must differ; by convention, `list_kind` is `{}List`", list_kind.value);
        }
    }
    for (what, name) in [
        ("plural", &resource.given_plural),
        ("singular", &resource.given_singular),
    ] {
        if let Some(name) = name {
            dns_label(cx, what, name);
        }
    }
    for (what, names) in [
        ("shortname", &resource.short_names),
        ("category", &resource.categories),
    ] {
        for name in names {
            dns_label(cx, what, name);
        }
        distinct(cx, what, names);
    }
    for pair in &resource.annotations {
        annotation(cx, pair);
    }
    for pair in &resource.labels {
        label(cx, pair);
    }
    protected_group(cx, &resource.group, &resource.annotations);
    let warning = resource
        .deprecated
        .as_ref()
        .and_then(|deprecated| deprecated.warning.as_ref());
    if let Some(warning) = warning {
        deprecation_warning(cx, warning);
    }
}

/// CRD-02, CRD-03: a DNS-1123 subdomain with a dot.
fn group(cx: &Errors, group: &Spanned<String>) {
    let name = &group.value;
    if !is_dns1123_subdomain(name) {
        let hint = if let Some((_, address)) = name.split_once("://") {
            let domain = address.split(['/', ':']).next().unwrap_or_default();
            format!("write the domain alone: `{}`", domain.to_lowercase())
        } else if let Some((group, version)) = name.split_once('/') {
            format!("write `group = \"{group}\"` and `version = \"{version}\"`")
        } else if name.chars().any(|c| c.is_ascii_uppercase()) {
            format!("write `{}`", name.to_lowercase())
        } else {
            "write lowercase letters, digits, `-` and dots, such as `db.example.com`".to_owned()
        };
        report!(cx, group => GROUP_INVALID, "group `{name}` is not a DNS name: {hint}");
    } else if !name.contains('.') {
        report!(cx, group => GROUP_INVALID,
            "group `{name}` needs a dot: use a domain that you own, such as `{name}.example.com`");
    }
}

/// CRD-14: a DNS-1035 label.
fn version(cx: &Errors, version: &Spanned<String>) {
    let name = &version.value;
    if is_dns1035_label(name) {
        return;
    }
    let hint = if name.starts_with(|c: char| c.is_ascii_digit()) || name.contains('.') {
        let number = name.trim_start_matches('v');
        let digits: String = number.chars().take_while(char::is_ascii_digit).collect();
        let meant = match &*digits {
            _ if is_dns1035_label(&format!("v{number}")) => number,
            "" => "1",
            digits => digits,
        };
        format!("versions have names like `v1`, `v1beta1`; did you mean `v{meant}`?")
    } else if is_dns1035_label(&name.to_lowercase()) {
        format!("write `{}`", name.to_lowercase())
    } else {
        "versions have names like `v1`, `v1alpha1`, `v2beta3`".to_owned()
    };
    report!(cx, version => VERSION_NAME, "version `{name}` is not a DNS label: {hint}");
}

/// N-03, N-04: a DNS-1035 label apart from its case.
fn kind(cx: &Errors, what: &str, kind: &Spanned<String>) {
    let name = &kind.value;
    if !is_dns1035_label(&name.to_lowercase()) {
        let camel: String = name
            .split(|c: char| !c.is_ascii_alphanumeric())
            .map(|word| {
                let mut letters = word.chars();
                letters
                    .next()
                    .map(|first| first.to_ascii_uppercase())
                    .into_iter()
                    .chain(letters)
                    .collect::<String>()
            })
            .collect();
        let hint = if name.len() > 63
            && is_dns1035_label(
                name.get(..63)
                    .unwrap_or_default()
                    .to_lowercase()
                    .trim_end_matches('-'),
            ) {
            format!("it has {} characters, but at most 63 are allowed", name.len())
        } else if camel.is_empty() || camel.starts_with(|c: char| c.is_ascii_digit()) || camel == *name {
            "write letters and digits only, starting with a letter".to_owned()
        } else {
            format!("write `{camel}`")
        };
        report!(cx, kind => NAMES_INVALID, "{what} `{name}` is not a DNS label in mixed case: {hint}");
    }
}

/// Reports kinds in lower case: the server accepts them, but they are usually mistakes.
fn capital(cx: &Errors, resource: &ResourceAttrs) {
    let name = &resource.kind.value;
    let is_small = name.starts_with(|c: char| c.is_ascii_lowercase());
    // A name with a dash cannot be the name of the root type, which is a separate error.
    let is_name = is_dns1035_label(&name.to_lowercase()) && !name.contains('-');
    if is_small && resource.given_root.is_none() && is_name {
        let (first, rest) = name.split_at(1);
        let first = first.to_uppercase();
        report!(cx, resource.kind => NAMES_INVALID,
            "kinds start with a capital letter: write `\"{first}{rest}\"`, or add `root = \"{first}{rest}\"` to \
             keep `{name}`");
    }
}

/// N-01, N-02, N-05, N-07: a DNS-1035 label.
fn dns_label(cx: &Errors, what: &str, name: &Spanned<String>) {
    let text = &name.value;
    if !is_dns1035_label(text) {
        let is_of_kind = matches!(what, keys::PLURAL | keys::SINGULAR);
        // Like a kind, the names that follow from it have no separators; the group is not part of them.
        let lower = if is_of_kind {
            let name = text.split('.').next().unwrap_or_default();
            name.to_lowercase().replace(['_', ' '], "")
        } else {
            text.to_lowercase().replace(['_', ' ', '.'], "-")
        };
        let several: Vec<&str> = text.split(',').map(str::trim).collect();
        let hint = if !is_of_kind && several.len() > 1 && several.iter().all(|name| is_dns1035_label(name)) {
            let each: Vec<String> = several
                .iter()
                .map(|name| format!("{what} = \"{name}\""))
                .collect();
            format!("write `{}`", each.join(", "))
        } else if is_dns1035_label(&lower) {
            format!("write `{lower}`")
        } else {
            "write at most 63 lowercase letters, digits and `-`, starting with a letter".to_owned()
        };
        report!(cx, name => NAMES_INVALID, "{what} `{text}` is not a DNS label: {hint}");
    }
}

/// M-08. The server converts the keys of annotations to lower case before it checks them.
fn annotation(cx: &Errors, pair: &KeyValue) {
    if !is_label_key(&pair.key.value.to_lowercase()) {
        bad_key(cx, &pair.key, codes::ANNOTATIONS_INVALID, "an annotation");
    }
}

/// M-06.
fn label(cx: &Errors, pair: &KeyValue) {
    let KeyValue { key, value } = pair;
    if !is_label_key(&key.value) {
        bad_key(cx, key, codes::LABELS_INVALID, "a label");
    }
    if !is_label_value(&value.value) {
        report!(cx, value => LABELS_INVALID,
            "`{}` is not a valid value of a label: write at most 63 letters, digits, `-`, `_` and `.`",
            value.value);
    }
}

fn bad_key(cx: &Errors, key: &Spanned<String>, code: Code, what: &str) {
    cx.error(
        key,
        code,
        format_args!(
            "`{}` is not a valid key of {what}: write an optional domain and `/`, then at most 63 letters, \
             digits, `-`, `_` and `.`",
            key.value
        ),
    );
}

/// Reports names that are listed twice.
fn distinct(cx: &Errors, what: &str, names: &[Spanned<String>]) {
    for (index, name) in names.iter().enumerate() {
        if names
            .iter()
            .take(index)
            .any(|earlier| earlier.value == name.value)
        {
            report!(cx, name => ATTRIBUTE_DUPLICATE, "{what} `{}` is specified twice; keep one", name.value);
        }
    }
}

/// CRD-85: groups of the Kubernetes project need the community's approval.
fn protected_group(cx: &Errors, group: &Spanned<String>, annotations: &[KeyValue]) {
    let name = &group.value;
    let protected = ["k8s.io", "kubernetes.io"]
        .iter()
        .any(|domain| name == domain || name.ends_with(&format!(".{domain}")));
    if protected
        && !annotations
            .iter()
            .any(|pair| pair.key.value == "api-approved.kubernetes.io")
    {
        report!(cx, group => API_APPROVAL,
            "group `{name}` is protected: use a domain that you own, or add the approval with \
             `annotation(\"api-approved.kubernetes.io\", \"https://github.com/kubernetes/…\")`");
    }
}

/// CRD-16…CRD-18: a deprecation warning is one short printable line.
fn deprecation_warning(cx: &Errors, warning: &Spanned<String>) {
    if warning.value.is_empty() {
        report!(cx, warning => DEPRECATION_WARNING,
            "a deprecation warning cannot be empty; write `deprecated` alone");
    } else if warning.value.len() > 256 {
        report!(cx, warning => DEPRECATION_WARNING, "a deprecation warning can have at most 256 bytes");
    } else if warning
        .value
        .chars()
        .any(|c| c.is_control() || (c.is_whitespace() && c != ' '))
    {
        report!(cx, warning => DEPRECATION_WARNING,
            "a deprecation warning must be one line of printable characters");
    }
}
