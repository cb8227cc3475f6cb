//! The function that responds to a review.

use crd_core::convert::Reviewer;

/// Responds to a `ConversionReview` with a `ConversionReview`.
///
/// Implemented by [`Reviewer`] and by every `Fn(&[u8]) -> Vec<u8>`. For small requests it runs on the threads
/// of the async runtime, so it must not block.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not respond to reviews",
    label = "neither a `Reviewer` nor a function from bytes to bytes",
    note = "`Reviewer::builder()` and what follows it end with `.build()?`"
)]
pub trait Review: Send + Sync + 'static {
    /// Returns the response to the request in `body`, which has a `uid`.
    ///
    /// A panic is caught, and becomes a failure with the request's `uid`. So does a response that is not a
    /// review, or that has another `uid` or another number of objects, because the server's own message about
    /// these hides the cause.
    fn review(&self, body: &[u8]) -> Reviewed;

    /// Returns the names of the CRDs that are converted, if they are known: the paths `/convert/<name>` of
    /// others respond with a failure that lists them. If it returns `None`, every name is accepted.
    fn crds(&self) -> Option<Vec<String>> {
        None
    }
}

/// A response, with the numbers for its metrics.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reviewed {
    /// The `ConversionReview`, as JSON.
    pub body: Vec<u8>,
    /// Number of bytes in the response's annotations that hold data for which the requested version has no field.
    pub kept_bytes: u64,
    /// Number of values that the conversion could not read and therefore left unchanged.
    pub unreadable: u64,
}

impl Reviewed {
    /// Creates a response without numbers for metrics.
    pub fn new(body: Vec<u8>) -> Self {
        Self {
            body,
            ..Self::default()
        }
    }
}

#[diagnostic::do_not_recommend]
impl<F> Review for F
where
    F: Fn(&[u8]) -> Vec<u8> + Send + Sync + 'static,
{
    fn review(&self, body: &[u8]) -> Reviewed {
        Reviewed::new(self(body))
    }
}

impl Review for Reviewer {
    fn review(&self, body: &[u8]) -> Reviewed {
        let answer = self.answer(body);
        let sum = |count: fn(&crd_core::convert::Conversions) -> usize| {
            answer.conversions.iter().map(|done| count(done) as u64).sum()
        };
        Reviewed {
            kept_bytes: sum(|done| done.kept_bytes),
            unreadable: sum(|done| done.unreadable),
            body: answer.body,
        }
    }

    fn crds(&self) -> Option<Vec<String>> {
        Some(Reviewer::crds(self).map(str::to_owned).collect())
    }
}
