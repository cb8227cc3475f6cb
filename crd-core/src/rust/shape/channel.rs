//! Release channels and feature gates, which determine the parts of a type that an output includes.
//!
//! ```text
//! crd_core::channels! { standard, experimental: alpha }      at the root of the crate, once
//!
//! #[crd(channel = experimental)] mirror: Option<Filter>      in `experimental` only
//! #[crd(lifecycle(min_version = "v1.3", status = alpha))] …  the same, since the channel claims `alpha`
//! #[crd(feature_gate = "RetryPolicy")] retry: Option<Retry>  in feature sets that contain the gate
//! ```

use super::macros::const_struct;

/// The channels of a project, from the most stable one, and the annotations of their CRDs.
///
/// [`channels!`](crate::channels) declares them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Channels {
    /// The names, from the most stable: each channel includes all parts of the ones before it.
    pub names: &'static [&'static str],
    /// Statuses of lifecycles (KEP-2558), each with the first channel in which it is allowed.
    pub statuses: &'static [(&'static str, &'static str)],
    /// The annotation of CRDs that names their channel; empty for none.
    pub annotation: &'static str,
    /// The annotation of CRDs that names the version of the whole API, and that version; empty for none.
    pub bundle_version: (&'static str, &'static str),
}

impl Channels {
    /// Returns the position of a channel; 0 is the most stable one.
    pub const fn position(&self, name: &str) -> Option<usize> {
        let mut position = 0;
        while position < self.names.len() {
            if is_same(self.names[position], name) {
                return Some(position);
            }
            position += 1;
        }
        None
    }

    /// Finds a channel by name.
    pub fn find(&'static self, name: &str) -> Option<Channel> {
        let position = self.position(name)?;
        let name = self.names.get(position)?;
        Some(Channel { name, of: self })
    }
}

/// One channel of a project.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Channel {
    /// Its name.
    pub name: &'static str,
    /// All channels of the project.
    pub of: &'static Channels,
}

/// Named sets of feature gates; [`feature_sets!`](crate::feature_sets) declares them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FeatureSet {
    /// The name, such as `TechPreviewNoUpgrade`.
    pub name: &'static str,
    /// The gates that are on.
    pub gates: &'static [&'static str],
}

const_struct! {
    /// The outputs that include a part of a type; all unless a member is set.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct When;
    /// In all outputs.
    const ALWAYS;

    /// From this channel on.
    channel: given(Channel);
    /// Only in channels before this one.
    before: given(Channel);
    /// Only if all of these gates are on.
    feature_gates: plain(&'static [&'static str], &[]);
    /// Only if all of these gates are off.
    without_gates: plain(&'static [&'static str], &[]);
}

impl When {
    /// Whether the part exists wherever `other` does, as far as this can be determined here: channels of two projects
    /// have no order, so those are left to the check of each output.
    pub(crate) const fn includes(&self, other: &When) -> bool {
        let since = match (self.channel, other.channel) {
            (None, _) => true,
            (Some(own), Some(other)) => own.is_at_most(other),
            (Some(_), None) => false,
        };
        let until = match (self.before, other.before) {
            (None, _) => true,
            (Some(own), Some(other)) => other.is_at_most(own),
            (Some(_), None) => false,
        };
        since
            && until
            && has_all(other.feature_gates, self.feature_gates)
            && has_all(other.without_gates, self.without_gates)
    }

    /// Whether the part is in all outputs.
    pub(crate) const fn is_always(&self) -> bool {
        matches!(
            self,
            When {
                channel: None,
                before: None,
                feature_gates: [],
                without_gates: []
            }
        )
    }
}

impl Channel {
    /// Whether it comes before another channel of the project, or is the same; true for channels of two projects.
    const fn is_at_most(self, other: Channel) -> bool {
        match (self.of.position(self.name), self.of.position(other.name)) {
            (Some(own), Some(other)) => own <= other,
            _ => true,
        }
    }
}

const fn has_all(names: &[&str], wanted: &[&str]) -> bool {
    let mut rest = wanted;
    while let [name, tail @ ..] = rest {
        let mut found = false;
        let mut others = names;
        while let [other, more @ ..] = others {
            found = found || is_same(name, other);
            others = more;
        }
        if !found {
            return false;
        }
        rest = tail;
    }
    true
}

const fn is_same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    if one.len() != other.len() {
        return false;
    }
    let mut at = 0;
    while at < one.len() {
        if one[at] != other[at] {
            return false;
        }
        at += 1;
    }
    true
}

/// Declares the release channels of a project, from the most stable one. Call it once, at the root of a crate. Each
/// channel includes all parts of the ones before it.
///
/// `#[crd(channel = experimental)]` puts a field, a variant, a rule or a whole kind into a channel. A status after a
/// name, as in `experimental: alpha`, also puts parts whose lifecycle has that status into the channel. `crd-gen
/// generate --channel standard` generates one channel. An `annotation` names the channel on each CRD, and
/// `bundle_version` the version of the whole API.
///
/// ```
/// crd_core::channels! {
///     standard,
///     experimental: alpha;
///     annotation = "gateway.networking.k8s.io/channel";
///     bundle_version = "gateway.networking.k8s.io/bundle-version", concat!("v", env!("CARGO_PKG_VERSION"));
/// }
/// # fn main() {
/// assert_eq!(channels::experimental.name, "experimental");
/// assert_eq!(channels::ALL.position("experimental"), Some(1));
/// # }
/// ```
#[macro_export]
macro_rules! channels {
    (
        $($name:ident $(: $($status:ident)|+)?),+ $(,)?
        $(; annotation = $annotation:expr)?
        $(; bundle_version = $bundle:expr, $version:expr)?
        $(;)?
    ) => {
        /// The release channels of this API, from the most stable one.
        #[allow(non_upper_case_globals, dead_code, missing_docs)]
        pub mod channels {
            use $crate::shape::{Channel, Channels};

            /// All channels.
            pub const ALL: &Channels = &Channels {
                names: &[$(::core::stringify!($name)),+],
                statuses: &[$($($((::core::stringify!($status), ::core::stringify!($name)),)+)?)+],
                annotation: $crate::__first!($($annotation,)? ""),
                bundle_version: $crate::__first!($(($bundle, $version),)? ("", "")),
            };
            $(pub const $name: Channel = Channel { name: ::core::stringify!($name), of: ALL };)+
            const _: () = $crate::shape::check::require($crate::shape::check::in_order(ALL));
        }
        $crate::__enter_channels_in_registry!(channels::ALL);
    };
}

/// Declares named sets of feature gates. Call it once, at the root of a crate. `crd-gen generate --feature-set Default`
/// writes the parts of types whose gates are in the set.
///
/// ```
/// crd_core::feature_sets! {
///     Default: [];
///     TechPreview: ["RetryPolicy", "Mirror"];
/// }
/// # fn main() {
/// assert_eq!(feature_sets::TechPreview.gates, ["RetryPolicy", "Mirror"]);
/// # }
/// ```
#[macro_export]
macro_rules! feature_sets {
    ($($name:ident: [$($gate:literal),* $(,)?]);+ $(;)?) => {
        /// The feature sets of this API.
        #[allow(non_upper_case_globals, dead_code, missing_docs)]
        pub mod feature_sets {
            use $crate::shape::FeatureSet;

            /// All feature sets.
            pub const ALL: &[FeatureSet] = &[$($name),+];
            $(pub const $name: FeatureSet = FeatureSet { name: ::core::stringify!($name), gates: &[$($gate),*] };)+
        }
        $crate::__enter_feature_sets_in_registry!(feature_sets::ALL);
    };
}

/// The first of two expressions, or the only one.
#[doc(hidden)]
#[macro_export]
macro_rules! __first {
    ($first:expr $(, $second:expr)?) => {
        $first
    };
}
