//! The type that responds to reviews.

use std::borrow::Cow;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::chain::{Chain, Converted, Scratch};
use super::json::Json;
use super::review::{self, Conversions, Failure, Head, ReviewResponse};
use crate::rust::generate::CustomResource;
use crate::rust::shape::Resource;

/// Responds to the `ConversionReview`s for one or several resources.
///
/// It is built once, when the program starts, with [`Reviewer::builder`]. It is cheap to clone, and every method takes
/// `&self`, so threads may share it.
#[derive(Clone)]
pub struct Reviewer {
    chains: Arc<[Chain]>,
}

impl Reviewer {
    /// Creates a builder without resources.
    pub fn builder() -> Builder {
        Builder { oldest: Vec::new() }
    }

    /// Processes a review: takes the body of the request, and returns the body of the response, which is always sent with
    /// status 200 and `Content-Type: application/json`.
    pub fn review(&self, body: &[u8]) -> Vec<u8> {
        self.answer(body).body
    }

    /// Like [`review`](Self::review), with information for logs and metrics.
    pub fn answer(&self, body: &[u8]) -> ReviewResponse {
        // Go's decoder also replaces invalid UTF-8.
        let text = match std::str::from_utf8(body) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => String::from_utf8_lossy(body),
        };
        let (document, problem) = review::read(&text);
        let root = document.root();
        let head = Head::read(root);
        let result = match problem {
            Some(failure) => Err(failure),
            None => review::objects(root, &head).and_then(|objects| {
                let mut conversions = Vec::new();
                let mut scratch = Scratch::default();
                let converted: Result<Vec<String>, Failure> = objects
                    .into_iter()
                    .enumerate()
                    .map(|(index, object)| {
                        let convert = || self.convert(object, &head.desired, index, &mut scratch);
                        let converted = catch_unwind(AssertUnwindSafe(convert))
                            .unwrap_or_else(|panic| Err(panicked(&*panic, index)))?;
                        count(&mut conversions, &converted);
                        Ok(converted.text)
                    })
                    .collect();
                converted.map(|objects| (objects, conversions))
            }),
        };
        let body = review::answer(&head, result.as_ref().map(|(objects, _)| objects.as_slice()));
        let (conversions, failure) = match result {
            Ok((_, conversions)) => (conversions, None),
            Err(failure) => (Vec::new(), Some(failure)),
        };
        ReviewResponse {
            body,
            uid: head.uid.into_owned(),
            desired: head.desired.into_owned(),
            conversions,
            failure,
        }
    }

    /// Returns the names of the CRDs, such as `databases.db.example.com`, in the order in which they were added.
    pub fn crds(&self) -> impl Iterator<Item = &str> {
        self.chains.iter().map(|chain| &*chain.crd)
    }

    /// Returns a reviewer for one of the resources, by the name of its CRD; for a server with a path for each.
    #[must_use]
    pub fn only(&self, crd: &str) -> Option<Reviewer> {
        let chain = self.chains.iter().find(|chain| *chain.crd == *crd)?;
        Some(Reviewer {
            chains: Arc::from([chain.clone()]),
        })
    }

    fn convert(
        &self,
        object: Json<'_>,
        desired: &str,
        index: usize,
        scratch: &mut Scratch,
    ) -> Result<Converted, Failure> {
        let text = |name: &str| object.get(name).and_then(Json::string).unwrap_or_default();
        let (api_version, kind) = (text("apiVersion"), text("kind"));
        let unknown = |what: String| Err(Failure::Unknown(format!("object {index}: {what}")));
        let Some(((group, from), (wanted_group, to))) =
            api_version.split_once('/').zip(desired.split_once('/'))
        else {
            return unknown(format!(
                "`{api_version}` cannot be converted to `{desired}`: both must have a group and a version"
            ));
        };
        let Some(chain) = self
            .chains
            .iter()
            .find(|chain| chain.group == group && chain.kind == kind)
        else {
            return unknown(format!(
                "this webhook does not support the kind `{kind}` of the group `{group}`"
            ));
        };
        if group != wanted_group {
            return unknown(format!(
                "`{api_version}` cannot be converted to `{desired}`, which has another group"
            ));
        }
        match (chain.position(from), chain.position(to)) {
            (Some(from), Some(to)) => {
                chain
                    .convert(object, from, to, scratch)
                    .map_err(|failure| match failure {
                        Failure::TooLong(message) => Failure::TooLong(format!("object {index}: {message}")),
                        Failure::Unfit(message) => Failure::Unfit(format!("object {index}: {message}")),
                        other => other,
                    })
            }
            (None, _) => unknown(chain.no_version(from)),
            (_, None) => unknown(chain.no_version(to)),
        }
    }
}

impl fmt::Debug for Reviewer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.crds()).finish()
    }
}

fn count(conversions: &mut Vec<Conversions>, converted: &Converted) {
    let same = |other: &&mut Conversions| {
        (&other.crd, other.from, other.to) == (&converted.crd, converted.from, converted.to)
    };
    if let Some(known) = conversions.iter_mut().find(same) {
        known.objects += 1;
        known.kept_bytes += converted.kept_bytes;
        known.unreadable += converted.unreadable;
        return;
    }
    conversions.push(Conversions {
        crd: Arc::clone(&converted.crd),
        kind: converted.kind,
        from: converted.from,
        to: converted.to,
        objects: 1,
        kept_bytes: converted.kept_bytes,
        unreadable: converted.unreadable,
    });
}

fn panicked(panic: &(dyn std::any::Any + Send), index: usize) -> Failure {
    let message = panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no message");
    Failure::Panicked(format!(
        "object {index}: a function of the mapping panicked: {message}"
    ))
}

/// Collects the resources of a [`Reviewer`].
#[derive(Debug)]
#[must_use]
pub struct Builder {
    oldest: Vec<&'static Resource>,
}

impl Builder {
    /// Adds a resource by its oldest version. The others follow from `#[crd(next = …)]`.
    pub fn resource<T: CustomResource>(mut self) -> Self {
        self.oldest.push(&T::RESOURCE);
        self
    }

    /// Adds a resource by the constant of its oldest version.
    pub fn resource_of(mut self, oldest: &'static Resource) -> Self {
        self.oldest.push(oldest);
        self
    }

    /// Builds the reviewer.
    ///
    /// # Errors
    /// If no resource is added, or one is added with its newest version instead of its oldest. If two versions of a resource are
    /// incompatible: this is possible for generic types and for schemas that are created at run time; the compiler rejects all other
    /// cases.
    pub fn build(self) -> Result<Reviewer, BuildError> {
        let mut problems = Vec::new();
        let mut chains: Vec<Chain> = Vec::new();
        if self.oldest.is_empty() {
            problems.push(
                "no resource is added; write `.resource::<…>()` with the oldest version of each".to_owned(),
            );
        }
        for oldest in self.oldest {
            match Chain::new(oldest) {
                Ok(chain) if chains.iter().any(|other| other.crd == chain.crd) => problems.push(format!(
                    "`{}` is a version of `{}`, which is added already; remove it, because the later versions follow from `next` of the \
                     oldest one",
                    oldest.rust_path, chain.crd
                )),
                Ok(chain) if chain.is_converted_alone() => problems.push(format!(
                    "`{}` declares `conversion(…)`, but no `next` leads from it to another version; add the oldest version of `{}` \
                     instead, or remove `conversion(…)` if there are no others",
                    oldest.rust_path, chain.crd
                )),
                Ok(chain) => chains.push(chain),
                Err(found) => problems.extend(found),
            }
        }
        if problems.is_empty() {
            Ok(Reviewer {
                chains: chains.into(),
            })
        } else {
            Err(BuildError { problems })
        }
    }
}

/// The reasons why versions cannot be converted.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct BuildError {
    /// The problems, each with its type and place; never empty.
    pub problems: Vec<String>,
}

impl BuildError {
    pub(super) fn new(problems: Vec<String>) -> Self {
        BuildError { problems }
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.problems.join("\n"))
    }
}

/// As `Display`: it is what a `main` prints that returns the error.
impl fmt::Debug for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for BuildError {}
