//! The function that answers a review.

use crd_core::convert::Reviewer;

/// Answers a `ConversionReview` with a `ConversionReview`.
///
/// Implemented by [`Reviewer`] and by every `Fn(&[u8]) -> Vec<u8>`. It runs on the threads of the async runtime when a request is small, so it
/// must not wait for anything.
pub trait Review: Send + Sync + 'static {
    /// The answer to the request in `body`, which has a `uid`.
    ///
    /// A panic is caught, and becomes a failure with the request's `uid`. So does an answer that is no review, has
    /// another `uid` or another number of objects, because the server's own message about these hides what went wrong.
    fn review(&self, body: &[u8]) -> Reviewed;

    /// The names of the CRDs that are converted, if they are known: the paths `/convert/<name>` of others are answered with
    /// a failure that lists them. Without it every name is taken.
    fn crds(&self) -> Option<Vec<String>> {
        None
    }
}

/// An answer, and what is counted of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reviewed {
    /// The `ConversionReview`, as JSON.
    pub body: Vec<u8>,
    /// How many bytes of the answer's annotations hold what the asked version has no place for.
    pub kept_bytes: u64,
    /// How many values the conversion could not read, and so kept as they were.
    pub unreadable: u64,
}

impl Reviewed {
    /// An answer of which nothing is counted.
    pub fn new(body: Vec<u8>) -> Self {
        Self {
            body,
            ..Self::default()
        }
    }
}

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
