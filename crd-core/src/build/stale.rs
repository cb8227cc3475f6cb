//! `assert_crd!`: checks that a committed manifest is up to date with its type.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::diff::unified_diff;
use super::notes::is_converted_alone;
use super::origin::RustOrigin;
use super::overwritten::{Overwritten, listed, types_of_versions};
use super::{
    BuildError, UPDATE_VARIABLE, checked_manifest, options_of_versions, unfit_versions, write_if_changed,
};
use crate::check::{Levels, Options, is_allow_comment};
use crate::model::crd::Crd;
use crate::rust::generate::{
    self, ConversionOptions, CustomResource, MergeError, Problems, Profile, RustType, Selection, merge_types,
    set_conversion,
};
use crate::rust::shape::Resource;

/// Fails with a diff if the manifest at a path, relative to the package, is not that of the type, or if the
/// API server would reject the CRD. With `CRD_GEN_UPDATE=1` in the environment it rewrites the file instead.
///
/// Comments and `---` lines at the top of the file are kept. A file that has another CRD, or versions that the types do not
/// declare, is not rewritten.
///
/// A third argument selects a channel or feature gates:
/// `assert_crd!(Database, "config/crd/standard/db.example.com_databases.yaml", Selection::channel(channels::standard))`.
///
/// ```no_run
/// # struct Database;
/// # impl crd_core::CustomResource for Database { const RESOURCE: crd_core::shape::Resource = panic!(); }
/// #[test]
/// fn manifest_is_up_to_date() {
///     crd_core::assert_crd!(Database, "config/crd/db.example.com_databases.yaml");
/// }
/// ```
///
/// The versions of one resource are given as a list: `assert_crd!([v1::Database, v2::Database], "…")`. The optional last argument
/// `conversion = options`, a [`ConversionOptions`](crate::generate::ConversionOptions), replaces parts of the declared
/// `spec.conversion`.
#[macro_export]
macro_rules! assert_crd {
    (@check $path:expr, $conversion:expr, [$($type:ty => $crd:expr),+]) => {
        if let ::core::result::Result::Err(message) = $crate::build::assert_crd(
            [$((&<$type as $crate::CustomResource>::RESOURCE, $crd)),+],
            &$conversion,
            ::core::env!("CARGO_MANIFEST_DIR"),
            $path,
            $crate::build::Mode::from_environment(),
        ) {
            ::core::panic!("{message}");
        }
    };
    (@type_of [$first:ident $($next:ident)*] crd $($rest:ident)*) => {
        ::core::compile_error!(::core::concat!(
            "`assert_crd!` takes the type, not its CRD: write `assert_crd!(",
            ::core::stringify!($first) $(, "::", ::core::stringify!($next))*, ", \"PATH\")`"
        ))
    };
    (@type_of [$($type:ident)*] $part:ident $($rest:ident)*) => {
        $crate::assert_crd!(@type_of [$($type)* $part] $($rest)*)
    };
    (@type_of $path:tt) => {
        ::core::compile_error!("`assert_crd!` takes the type, not a value: write `assert_crd!(Type, \"PATH\")`")
    };
    ([$($part:ident)::+ ($($arguments:tt)*) $($rest:tt)*] $($more:tt)*) => {
        $crate::assert_crd!(@type_of [] $($part)+)
    };
    ($($part:ident)::+ ($($arguments:tt)*) $($rest:tt)*) => {
        $crate::assert_crd!(@type_of [] $($part)+)
    };
    ([$($type:ty),+ $(,)?], $path:expr, conversion = $conversion:expr $(,)?) => {
        $crate::assert_crd!(@check $path, $conversion, [$($type => <$type as $crate::CustomResource>::crd()),+])
    };
    ([$($type:ty),+ $(,)?], $path:expr, $selection:expr $(,)?) => {
        $crate::assert_crd!(
            @check $path, $crate::generate::ConversionOptions::default(),
            [$($type => $crate::build::crd_of_selection::<$type>(&$selection)),+]
        )
    };
    ([$($type:ty),+ $(,)?], $path:expr $(,)?) => {
        $crate::assert_crd!(
            @check $path, $crate::generate::ConversionOptions::default(),
            [$($type => <$type as $crate::CustomResource>::crd()),+]
        )
    };
    (($($type:ty),+ $(,)?) $(, $($rest:tt)*)?) => {
        ::core::compile_error!("the versions of a resource are a list: write `assert_crd!([v1::Type, v2::Type], \"PATH\")`")
    };
    ($type:literal, $path:literal $($rest:tt)*) => {
        ::core::compile_error!("the type is written without quotes: write `assert_crd!(Type, \"PATH\")`")
    };
    ($path:literal, $($type:tt)+) => {
        ::core::compile_error!(::core::concat!(
            "the type comes first: write `assert_crd!(", ::core::stringify!($($type)+), ", ", ::core::stringify!($path), ")`"
        ))
    };
    // Not `path`, which would reject a call such as `manifest("a.yaml")` as a path.
    ($($first:ident)::+, $($second:ident)::+, $path:literal $($rest:tt)*) => {
        ::core::compile_error!("the versions of a resource are a list: write `assert_crd!([v1::Type, v2::Type], \"PATH\")`")
    };
    (vec! [$($type:tt)*] $($rest:tt)*) => {
        ::core::compile_error!("the versions of a resource are a list of types: write `assert_crd!([v1::Type, v2::Type], \"PATH\")`")
    };
    ([$($type:tt)*], $path:expr, $option:ident : $($rest:tt)*) => {
        ::core::compile_error!(::core::concat!(
            "options are written with `=`: `", ::core::stringify!($option), " = …`"
        ))
    };
    ($type:ty, $($rest:tt)+) => {
        $crate::assert_crd!([$type], $($rest)+)
    };
    ($($type:tt)*) => {
        ::core::compile_error!("the path of the manifest is missing: write `assert_crd!(Type, \"PATH\")`")
    };
}

/// The action of [`assert_crd!`](crate::assert_crd) on a stale manifest.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Mode {
    /// Fails with a diff.
    Compare,
    /// Rewrites it.
    Update,
}

impl Mode {
    /// Returns the mode that the environment requests.
    pub fn from_environment() -> Self {
        if std::env::var_os(UPDATE_VARIABLE).is_some_and(|value| value == "1") {
            Mode::Update
        } else {
            Mode::Compare
        }
    }
}

/// Implements [`assert_crd!`](crate::assert_crd).
#[doc(hidden)]
pub fn assert_crd<const N: usize>(
    versions: [(&'static Resource, Result<Crd, Problems>); N],
    conversion: &ConversionOptions,
    package: &str,
    path: &str,
    mode: Mode,
) -> Result<(), String> {
    let resources = versions.each_ref().map(|(resource, _)| *resource);
    if let Some(message) = without_storage_version(&resources, path) {
        return Err(message);
    }
    let Some((crd, text)) =
        generated(versions, conversion, package, path).map_err(|error| error.to_string())?
    else {
        return Ok(());
    };
    let place: PathBuf = Path::new(package).join(path);
    let old = match fs::read_to_string(&place) {
        Ok(old) => Some(old),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(_) if place.is_dir() => {
            let directory = path.trim_end_matches('/');
            let file = super::file_name(&crd);
            return Err(format!(
                "`{path}` is a directory; write the path of the manifest: `{directory}/{file}`"
            ));
        }
        Err(error) => return Err(format!("cannot read `{path}`: {error}")),
    };
    let (header, body) = old
        .as_deref()
        .map(|old| old.split_at(header_length(old)))
        .unwrap_or_default();
    if body == text {
        return Ok(());
    }
    if let Some(overwritten) = Overwritten::of(body, &crd) {
        return Err(refusal(&overwritten, &resources, &crd, path));
    }
    if old.is_none() && is_converted_alone(&crd) {
        return Err(format!(
            "`{}` declares a conversion webhook, but `{path}` would have only its version: list the types of all versions, \
             `assert_crd!([…, {}], \"{path}\")`, or remove `conversion(…)`",
            resources.map(|resource| resource.rust_path).join("` and `"),
            crd.spec.names.kind
        ));
    }
    if mode == Mode::Update {
        return write_if_changed(&place, &format!("{header}{text}"))
            .map(|_| ())
            .map_err(|error| format!("cannot write `{path}`: {error}"));
    }
    if old.is_none() {
        return Err(missing(&place, path, &super::file_name(&crd)));
    }
    Err(format!(
        "`{path}` is stale; run the test with {UPDATE_VARIABLE}=1 to rewrite it\n\n{}",
        unified_diff((path, body), ("generated", &text))
    ))
}

/// Returns the message about types without the storage version, to which `next` leads from one of them.
fn without_storage_version(resources: &[&Resource], path: &str) -> Option<String> {
    if resources.iter().any(|resource| resource.storage) {
        return None;
    }
    let newest = resources.iter().find(|resource| {
        let is_given = |next: &Resource| resources.iter().any(|other| other.version == next.version);
        resource.next.is_some_and(|next| !is_given(next))
    })?;
    let mut lost = Vec::new();
    for version in std::iter::successors(newest.next, |version| version.next) {
        lost.push(version.version.to_owned());
        if version.storage {
            return Some(format!(
                "the storage version `{}` is missing: list the types of all versions, `assert_crd!({}, \"{path}\")`",
                version.version,
                all_versions(resources, &lost),
            ));
        }
    }
    None
}

/// Returns the list of the types of versions, and of those with other names, as `assert_crd!` takes it.
fn all_versions(resources: &[&Resource], others: &[String]) -> String {
    types_of_versions(resources, others)
        .map_or_else(|| "[…]".to_owned(), |paths| format!("[{}]", paths.join(", ")))
}

/// Returns the path of a manifest that exists and was probably meant by one that does not: the one with the usual name, or the one in
/// a directory beside.
fn meant(place: &Path, path: &str, usual: &str) -> Option<PathBuf> {
    let (directory, name) = (place.parent()?, place.file_name()?);
    let written = Path::new(path).parent()?;
    // Above it are other packages.
    let is_in_package = written.file_name().is_some();
    if directory.join(usual).is_file() {
        return Some(written.join(usual));
    }
    let around = directory.parent().filter(|_| is_in_package)?;
    let beside = fs::read_dir(around).ok()?.flatten();
    let mut found = beside.filter(|entry| entry.path().join(name).is_file());
    let directory = found.next()?;
    // Several may be the manifests of several clusters or channels.
    let is_only = found.next().is_none();
    is_only.then(|| written.with_file_name(directory.file_name()).join(name))
}

/// Returns the message about a manifest that does not exist.
fn missing(place: &Path, path: &str, usual: &str) -> String {
    if let Some(meant) = meant(place, path, usual) {
        return format!(
            "`{path}` is missing; did you mean `{}`? If not, run the test with {UPDATE_VARIABLE}=1 to write it",
            meant.display()
        );
    }
    let directory = Path::new(path).parent().unwrap_or(Path::new(""));
    let correction = if place.parent().is_some_and(Path::is_dir) {
        String::new()
    } else {
        format!(
            ", and so is the directory `{}`; correct the path, or",
            directory.display()
        )
    };
    let separator = if correction.is_empty() { ";" } else { "" };
    format!("`{path}` is missing{correction}{separator} run the test with {UPDATE_VARIABLE}=1 to write it")
}

/// Returns the message about a manifest that is not rewritten, because it has what the types do not declare.
fn refusal(overwritten: &Overwritten, resources: &[&Resource], crd: &Crd, path: &str) -> String {
    let types: Vec<&str> = resources.iter().map(|resource| resource.rust_path).collect();
    match overwritten {
        Overwritten::OtherCrd(other) => format!(
            "`{path}` has the CRD `{other}`, but `{}` generates `{}`; write the path of its own manifest, or \
             delete the file first",
            types.join("` and `"),
            crd.metadata.name
        ),
        Overwritten::Versions(lost) => {
            let all = all_versions(resources, lost);
            format!(
                "rewriting `{path}` would delete {}, which `{}` does not declare: list the types of all versions, \
                 `assert_crd!({all}, \"{path}\")`; to remove a version from the API, delete the file first",
                listed(lost),
                types.join("` and `")
            )
        }
    }
}

/// Returns the CRD with the parts of the type that exist in a channel or with feature gates.
#[doc(hidden)]
pub fn crd_of_selection<T: CustomResource>(selection: &Selection) -> Result<Crd, Problems> {
    let crd = generate::crd_of_selection(&T::RESOURCE, Profile::ApiServer, selection)?;
    crd.ok_or_else(|| {
        Problems(vec![generate::Problem {
            rust_path: T::RESOURCE.rust_path.to_owned(),
            place: String::new(),
            rust_field: String::new(),
            rust_place: None,
            message: "the selected channel or feature gates do not have this version".to_owned(),
        }])
    })
}

/// Returns the CRD of the versions of one resource, and its manifest; `None` without versions.
fn generated<const N: usize>(
    versions: [(&'static Resource, Result<Crd, Problems>); N],
    conversion: &ConversionOptions,
    package: &str,
    path: &str,
) -> Result<Option<(Crd, String)>, BuildError> {
    let resources = versions.each_ref().map(|(resource, _)| *resource);
    let mut crds = Vec::new();
    for (resource, crd) in versions {
        crds.push((RustType::from(resource), crd?));
    }
    let mut crds = merge_types(crds)?;
    if let [_, other, ..] = crds.as_slice() {
        let name = other.metadata.name.to_string();
        let message = format!(
            "its types belong to several resources, but `{path}` has only one; write an `assert_crd!` for \
             each"
        );
        return Err(MergeError { name, message }.into());
    }
    let Some(mut crd) = crds.pop() else {
        return Ok(None);
    };
    if let [_, _, ..] = resources.as_slice()
        && let Some(error) = unfit_versions(&resources, &crd).into_iter().next()
    {
        return Err(error.into());
    }
    set_conversion(&mut crd, conversion);
    let options = Options {
        levels: Levels::generated(),
        ..Options::default()
    };
    let options = options_of_versions(&options, &resources, &crd);
    let origin = RustOrigin::of(resources, &crd, Path::new(package));
    let (manifest, _) = checked_manifest(&crd, &options, &origin)?;
    Ok(Some((crd, manifest.text)))
}

/// Number of bytes of comments, blank lines and `---` at the start of a manifest.
fn header_length(text: &str) -> usize {
    text.split_inclusive('\n')
        .take_while(|line| line.starts_with('#') || line.trim().is_empty() || line.trim_end() == "---")
        // The allowances of a type for the whole CRD are not part of the header.
        .take_while(|line| !is_allow_comment(line))
        .map(str::len)
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_comments() {
        assert_eq!(header_length("# a\n---\n\nkind: B\n# c\n"), 9);
        assert_eq!(header_length("kind: B\n"), 0);
        assert_eq!(header_length("# a\n# crd-gen: allow names-form b\nkind: B\n"), 4);
        assert_eq!(header_length(""), 0);
    }
}
