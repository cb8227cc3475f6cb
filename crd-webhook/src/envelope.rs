//! Reads the parts of a review that the server itself needs: to name the request in logs, to respond if the
//! conversion cannot, and to check that its response matches. Objects are skipped without recursion, so their
//! depth does not matter.

use std::borrow::Cow;

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::json;

const GROUP: &str = "apiextensions.k8s.io/";

/// A request, as far as it could be read.
#[derive(Debug, PartialEq)]
pub(crate) struct Asked {
    /// `apiVersion` of the review.
    pub(crate) review: String,
    pub(crate) uid: String,
    /// Kind of the first object; empty if there is none.
    pub(crate) kind: String,
    /// Group of the first object.
    pub(crate) group: String,
    /// Version of the objects; `mixed` if they have several.
    pub(crate) from: String,
    /// The desired version.
    pub(crate) to: String,
    pub(crate) objects: usize,
}

#[derive(Deserialize)]
struct Review<'a, O> {
    #[serde(borrow, default, rename = "apiVersion")]
    api_version: Cow<'a, str>,
    #[serde(borrow, default)]
    kind: Cow<'a, str>,
    request: Option<Request<'a, O>>,
}

#[derive(Deserialize)]
struct Request<'a, O> {
    #[serde(borrow, default)]
    uid: Cow<'a, str>,
    #[serde(borrow, default, rename = "desiredAPIVersion")]
    desired: Cow<'a, str>,
    objects: Option<O>,
}

#[derive(Deserialize)]
struct TypeMeta<'a> {
    #[serde(borrow, default, rename = "apiVersion")]
    api_version: Cow<'a, str>,
    #[serde(borrow, default)]
    kind: Cow<'a, str>,
}

impl Asked {
    /// Parses a request; the error is a message in one line.
    pub(crate) fn read(body: &[u8]) -> Result<Self, String> {
        match serde_json::from_slice::<Review<'_, Vec<TypeMeta<'_>>>>(body) {
            Ok(review) => Self::of(&review, |objects| &**objects),
            // Invalid objects are left to the conversion, which reports them with the `uid`.
            Err(error) => match serde_json::from_slice::<Review<'_, IgnoredAny>>(body) {
                Ok(review) => Self::of(&review, |_| &[]),
                Err(_) => Err(format!("the body is not a ConversionReview: {error}")),
            },
        }
    }

    fn of<'r, 'a, O>(
        review: &'r Review<'a, O>,
        objects: impl Fn(&'r O) -> &'r [TypeMeta<'a>],
    ) -> Result<Self, String> {
        if review.kind.is_empty() || review.api_version.is_empty() {
            return Err(format!(
                "the body has no `kind` or no `apiVersion`; send a `ConversionReview` of `{GROUP}v1`"
            ));
        }
        if review.kind != "ConversionReview" || !review.api_version.starts_with(GROUP) {
            return Err(format!(
                "the body is a `{}` of `{}`; send a `ConversionReview` of `{GROUP}v1`",
                short(&review.kind),
                short(&review.api_version)
            ));
        }
        let Some(request) = &review.request else {
            return Err("the ConversionReview has no `request`".to_owned());
        };
        if request.uid.is_empty() {
            return Err("the ConversionReview's `request` has no `uid`".to_owned());
        }
        let objects = request.objects.as_ref().map(objects).unwrap_or_default();
        let first = objects.first();
        let (group, from) = split(first.map_or("", |object| &object.api_version));
        let mixed = objects
            .iter()
            .any(|object| Some(&object.api_version) != first.map(|first| &first.api_version));
        Ok(Self {
            review: review.api_version.to_string(),
            uid: request.uid.to_string(),
            kind: first.map_or_else(String::new, |object| object.kind.to_string()),
            group: group.to_owned(),
            from: if mixed { "mixed" } else { from }.to_owned(),
            to: split(&request.desired).1.to_owned(),
            objects: objects.len(),
        })
    }

    /// Describes the request, for a message.
    pub(crate) fn subject(&self) -> String {
        let kind = if self.kind.is_empty() {
            "objects"
        } else {
            short(&self.kind)
        };
        format!("{kind} from {} to {}", short(&self.from), short(&self.to))
    }

    /// Returns the response that nothing could be converted.
    pub(crate) fn failure(&self, message: &str) -> Vec<u8> {
        let review = json!({
            "apiVersion": self.review,
            "kind": "ConversionReview",
            "response": {
                "uid": self.uid,
                "convertedObjects": [],
                "result": {"status": "Failure", "message": message},
            },
        });
        review.to_string().into_bytes()
    }
}

/// A response, as far as the server reads it.
#[derive(Debug, PartialEq)]
pub(crate) enum Answer {
    Success,
    /// A failure with its message.
    Failure(String),
}

#[derive(Deserialize)]
struct Answered<'a> {
    #[serde(borrow, default, rename = "apiVersion")]
    api_version: Cow<'a, str>,
    #[serde(borrow)]
    response: Response<'a>,
}

#[derive(Deserialize)]
struct Response<'a> {
    #[serde(borrow, default)]
    uid: Cow<'a, str>,
    #[serde(borrow)]
    result: ConversionResult<'a>,
    #[serde(rename = "convertedObjects")]
    converted: Option<Vec<IgnoredAny>>,
}

#[derive(Deserialize)]
struct ConversionResult<'a> {
    #[serde(borrow, default)]
    status: Cow<'a, str>,
    #[serde(borrow, default)]
    message: Cow<'a, str>,
}

impl Answer {
    /// Parses the response to `asked`; the error is the reason why it does not match.
    pub(crate) fn read(body: &[u8], asked: &Asked) -> Result<Self, String> {
        let answered: Answered<'_> = serde_json::from_slice(body)
            .map_err(|error| format!("did not respond with a ConversionReview: {error}"))?;
        if answered.api_version != asked.review {
            return Err(format!(
                "responded with a review of `{}`, not of `{}`",
                short(&answered.api_version),
                asked.review
            ));
        }
        let response = answered.response;
        if response.uid != asked.uid {
            return Err(format!("responded with the uid `{}`", short(&response.uid)));
        }
        if response.result.status != "Success" {
            return Ok(Answer::Failure(response.result.message.into_owned()));
        }
        let converted = response.converted.map_or(0, |objects| objects.len());
        if asked.objects > 0 && converted != asked.objects {
            return Err(format!(
                "responded with {converted} objects for {}",
                asked.objects
            ));
        }
        Ok(Answer::Success)
    }
}

/// Splits an `apiVersion` into group and version.
fn split(api_version: &str) -> (&str, &str) {
    api_version.split_once('/').unwrap_or(("", api_version))
}

/// Returns at most 64 characters of a text from a client.
pub(crate) fn short(text: &str) -> &str {
    match text.char_indices().nth(64) {
        Some((end, _)) => text.get(..end).unwrap_or(text),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(objects: &str) -> Result<Asked, String> {
        Asked::read(
            format!(
                r#"{{"kind":"ConversionReview","apiVersion":"apiextensions.k8s.io/v1","request":{{
                    "uid":"u-1","desiredAPIVersion":"example.com/v2","objects":{objects}}},
                    "response":{{"uid":"","convertedObjects":null,"result":{{"metadata":{{}}}}}}}}"#
            )
            .as_bytes(),
        )
    }

    #[test]
    fn a_request_names_what_is_asked() {
        let one = asked(r#"[{"apiVersion":"example.com/v1","kind":"Foo","spec":{"a":[1,2.50]}}]"#).unwrap();
        assert_eq!(one.subject(), "Foo from v1 to v2");
        assert_eq!((&*one.group, one.objects, &*one.uid), ("example.com", 1, "u-1"));
        let two = asked(
            r#"[{"apiVersion":"example.com/v1","kind":"Foo"},{"apiVersion":"example.com/v3","kind":"Foo"}]"#,
        )
        .unwrap();
        assert_eq!(two.subject(), "Foo from mixed to v2");
    }

    #[test]
    fn odd_objects_leave_the_uid() {
        let deep = format!("[{}{}]", "[".repeat(10_000), "]".repeat(10_000));
        for objects in ["[]", "null", "[null]", "[1, {}]", "{}", r#""x""#, deep.as_str()] {
            assert_eq!(asked(objects).unwrap().uid, "u-1", "{objects}");
        }
    }

    #[test]
    fn what_is_no_request_is_named() {
        for (body, message) in [
            ("", "EOF while parsing"),
            ("{", "EOF while parsing"),
            ("[]", "not a ConversionReview"),
            ("{}", "the body has no `kind` or no `apiVersion`"),
            (
                r#"{"kind":"Pod","apiVersion":"v1"}"#,
                "the body is a `Pod` of `v1`",
            ),
            (
                r#"{"kind":"ConversionReview","apiVersion":"apiextensions.k8s.io/v1"}"#,
                "has no `request`",
            ),
            (
                r#"{"kind":"ConversionReview","apiVersion":"apiextensions.k8s.io/v1","request":{}}"#,
                "has no `uid`",
            ),
        ] {
            let error = Asked::read(body.as_bytes()).unwrap_err();
            assert!(error.contains(message), "{body}: {error}");
        }
    }

    #[test]
    fn an_answer_must_fit_the_request() {
        let asked = asked(r#"[{"apiVersion":"example.com/v1","kind":"Foo"}]"#).unwrap();
        let answer = |uid: &str, status: &str, objects: &str| {
            format!(
                r#"{{"apiVersion":"apiextensions.k8s.io/v1","kind":"ConversionReview","response":{{
                    "uid":"{uid}","convertedObjects":{objects},"result":{{"status":"{status}","message":"m"}}}}}}"#
            )
        };
        let read = |body: String| Answer::read(body.as_bytes(), &asked);
        assert_eq!(read(answer("u-1", "Success", "[{}]")), Ok(Answer::Success));
        assert_eq!(
            read(answer("u-1", "Failure", "[]")),
            Ok(Answer::Failure("m".to_owned()))
        );
        assert_eq!(
            read(answer("u-2", "Success", "[{}]")).unwrap_err(),
            "responded with the uid `u-2`"
        );
        assert_eq!(
            read(answer("u-1", "Success", "[]")).unwrap_err(),
            "responded with 0 objects for 1"
        );
        assert!(
            read("{}".to_owned())
                .unwrap_err()
                .starts_with("did not respond with a ConversionReview")
        );
        let failure = asked.failure("because");
        assert_eq!(
            Answer::read(&failure, &asked),
            Ok(Answer::Failure("because".to_owned()))
        );
    }
}
