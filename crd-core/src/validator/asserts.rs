//! `assert_valid!` and `assert_invalid!`.

use std::fmt::Write as _;

use serde_json::Value;

use super::{Accepted, Invalid, ObjectValidator, Validate, with_resource_versions};
use crate::server::objects::{FieldValidation, Request};
use crate::yaml;

/// Fails unless the API server would accept an object, or an update of it.
///
/// ```
/// # use crd_core::{CustomResource, Schema};
/// # use serde::{Deserialize, Serialize};
/// # #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
/// # #[crd(group = "db.example.com", version = "v1", kind = "Database")]
/// # struct DatabaseSpec { #[crd(minimum = 1, rule("self >= oldSelf", message = "must not shrink"))] replicas: u32 }
/// use crd_core::assert_valid;
///
/// let small = Database::new("a", DatabaseSpec { replicas: 1 });
/// let large = Database::new("a", DatabaseSpec { replicas: 3 });
/// assert_valid!(small);
/// assert_valid!(small => large);
/// // YAML is read as kubectl reads it, and unknown fields are errors, as they are for kubectl.
/// const A: &str = "{apiVersion: db.example.com/v1, kind: Database, metadata: {name: a}, spec: {replicas: 1}}";
/// assert_valid!(Database: A);
/// assert_valid!(Database: A => A.replace("1}", "2}"));
/// ```
#[macro_export]
macro_rules! assert_valid {
    ($($type:ident)::+ : $old:expr => $new:expr $(,)?) => {
        $crate::validator::Attempt::update_text::<$($type)::+>(&$old, &$new).must_be_accepted()
    };
    ($($type:ident)::+ : $new:expr $(,)?) => {
        $crate::validator::Attempt::create_text::<$($type)::+>(&$new).must_be_accepted()
    };
    ($text:literal $(=> $new:expr)? $(,)?) => {
        ::core::compile_error!("YAML comes after its type: write `assert_valid!(Database: \"…\")`")
    };
    ($old:expr => $new:expr $(,)?) => {{
        use $crate::validator::Replaced as _;
        $crate::validator::Attempt::from(($old).replaced_by(&$new)).must_be_accepted()
    }};
    ($object:expr $(,)?) => {{
        use $crate::Validate as _;
        $crate::validator::Attempt::from(($object).validate()).must_be_accepted()
    }};
    ($($other:tt)*) => {
        ::core::compile_error!(
            "write `assert_valid!(object)`; an update is `old => new`, and YAML comes after its type: `assert_valid!(Database: yaml)`"
        )
    };
}

/// Fails unless the API server would reject an object, or an update of it; with a path and a part of a message, fails
/// unless there is an error at this path whose message contains the part.
///
/// ```
/// # use crd_core::{CustomResource, Schema};
/// # use serde::{Deserialize, Serialize};
/// # #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
/// # #[crd(group = "db.example.com", version = "v1", kind = "Database")]
/// # struct DatabaseSpec { #[crd(minimum = 1, rule("self >= oldSelf", message = "must not shrink"))] replicas: u32 }
/// use crd_core::assert_invalid;
///
/// let small = Database::new("a", DatabaseSpec { replicas: 1 });
/// let large = Database::new("a", DatabaseSpec { replicas: 3 });
/// assert_invalid!(Database::new("a", DatabaseSpec { replicas: 0 }), "spec.replicas", "greater than or equal to 1");
/// assert_invalid!(large => small, "spec.replicas", "must not shrink");
/// const A: &str = "{apiVersion: db.example.com/v1, kind: Database, metadata: {name: a}, spec: {replica: 1}}";
/// assert_invalid!(Database: A);
/// assert_invalid!(Database: A, "spec.replica", "unknown field");
/// ```
#[macro_export]
macro_rules! assert_invalid {
    ($($type:ident)::+ : $old:expr => $new:expr $(, $path:expr $(, $text:expr)?)? $(,)?) => {
        $crate::validator::Attempt::update_text::<$($type)::+>(&$old, &$new)
            .must_be_refused(&$crate::validator::Expected::new() $(.at(&$path) $(.saying(&$text))?)?)
    };
    ($($type:ident)::+ : $new:expr $(, $path:expr $(, $text:expr)?)? $(,)?) => {
        $crate::validator::Attempt::create_text::<$($type)::+>(&$new)
            .must_be_refused(&$crate::validator::Expected::new() $(.at(&$path) $(.saying(&$text))?)?)
    };
    ($text:literal $(=> $new:expr)? $(, $path:expr $(, $part:expr)?)? $(,)?) => {
        ::core::compile_error!("YAML comes after its type: write `assert_invalid!(Database: \"…\", \"spec.path\")`")
    };
    ($old:expr => $new:expr $(, $path:expr $(, $text:expr)?)? $(,)?) => {{
        use $crate::validator::Replaced as _;
        $crate::validator::Attempt::from(($old).replaced_by(&$new))
            .must_be_refused(&$crate::validator::Expected::new() $(.at(&$path) $(.saying(&$text))?)?)
    }};
    ($object:expr $(, $path:expr $(, $text:expr)?)? $(,)?) => {{
        use $crate::Validate as _;
        $crate::validator::Attempt::from(($object).validate())
            .must_be_refused(&$crate::validator::Expected::new() $(.at(&$path) $(.saying(&$text))?)?)
    }};
    ($($other:tt)*) => {
        ::core::compile_error!(
            "write `assert_invalid!(object, \"spec.path\", \"text of the message\")`; an update is `old => new`, and YAML comes after its type: `assert_invalid!(Database: yaml, \"spec.path\")`"
        )
    };
}

/// An object that an update replaces: the value before `=>`, which may be a reference.
#[doc(hidden)]
pub trait Replaced: Validate {
    /// Validates the update.
    ///
    /// # Errors
    /// When the server would reject it.
    fn replaced_by(&self, new: &Self) -> Result<Accepted, Invalid> {
        Self::validate_update(self, new)
    }
}

impl<T: Validate> Replaced for T {}

/// The text of an object: YAML or JSON.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a text: after its type comes an object as YAML or JSON; a value becomes one with `.to_string()`",
    label = "not a text"
)]
pub trait ObjectText {
    fn text(&self) -> &str;
}

#[diagnostic::do_not_recommend]
impl<T: AsRef<str> + ?Sized> ObjectText for T {
    fn text(&self) -> &str {
        self.as_ref()
    }
}

/// The result of a request in a test.
#[doc(hidden)]
#[derive(Debug)]
pub struct Attempt(Result<Accepted, Invalid>);

/// The expected path and message of a rejection.
#[doc(hidden)]
#[derive(Debug, Default)]
pub struct Expected {
    path: Option<String>,
    text: Option<String>,
}

impl Expected {
    #[must_use]
    pub fn new() -> Self {
        Expected::default()
    }

    #[must_use]
    pub fn at(mut self, path: &(impl AsRef<str> + ?Sized)) -> Self {
        self.path = Some(path.as_ref().to_owned());
        self
    }

    #[must_use]
    pub fn saying(mut self, text: &(impl AsRef<str> + ?Sized)) -> Self {
        self.text = Some(text.as_ref().to_owned());
        self
    }

    fn is_met(&self, path: &str, text: &str) -> bool {
        self.path.as_ref().is_none_or(|expected| expected == path)
            && self.text.as_ref().is_none_or(|expected| text.contains(expected))
    }

    /// Returns the path of an error with the expected text whose name is near the expected path.
    fn nearest_path(&self, invalid: &Invalid) -> Option<String> {
        let path = self.path.as_deref()?;
        let has_text = |text: &str| self.text.as_ref().is_none_or(|expected| text.contains(expected));
        let reasons = invalid.reasons();
        let paths: Vec<String> = reasons
            .filter(|(_, text)| has_text(text))
            .map(|(path, _)| path)
            .collect();
        crd_cel::nearest(path, paths.iter().map(String::as_str)).map(str::to_owned)
    }

    fn describe(&self) -> String {
        let mut words = String::new();
        if let Some(path) = &self.path {
            let _ = write!(words, " at `{path}`");
        }
        if let Some(text) = &self.text {
            let _ = write!(words, " with a text that contains {text:?}");
        }
        words
    }
}

impl From<Result<Accepted, Invalid>> for Attempt {
    fn from(answer: Result<Accepted, Invalid>) -> Self {
        Attempt(answer)
    }
}

impl Attempt {
    #[must_use]
    pub fn create_text<T: Validate>(text: &(impl ObjectText + ?Sized)) -> Self {
        Attempt(read(text.text()).and_then(|object| strict(T::validator(), Request::create(&object))))
    }

    #[must_use]
    pub fn update_text<T: Validate>(
        old: &(impl ObjectText + ?Sized),
        new: &(impl ObjectText + ?Sized),
    ) -> Self {
        let answer = read(old.text()).and_then(|old| {
            let (old, new) = with_resource_versions(&old, &read(new.text())?);
            strict(T::validator(), Request::update(&old, &new))
        });
        Attempt(answer)
    }

    /// # Panics
    /// When the object is rejected.
    #[track_caller]
    #[expect(clippy::panic, reason = "this is how a test fails")]
    pub fn must_be_accepted(self) {
        if let Err(invalid) = self.0 {
            panic!(
                "the API server would reject this object\n{invalid:#}\n\n{}",
                shown(invalid.object())
            );
        }
    }

    /// # Panics
    /// When the object is accepted, or rejected in another way than expected.
    #[track_caller]
    #[expect(clippy::panic, reason = "this is how a test fails")]
    pub fn must_be_refused(self, expected: &Expected) {
        let how = expected.describe();
        match self.0 {
            Err(invalid) if invalid.is_not_validated() => {
                panic!("the object cannot be validated\n{invalid:#}")
            }
            Ok(accepted) => panic!(
                "the API server would accept this object, but is expected to reject it{how}\n\n{accepted}"
            ),
            Err(invalid)
                if !invalid
                    .reasons()
                    .any(|(path, text)| expected.is_met(&path, &text)) =>
            {
                let meant = expected.nearest_path(&invalid);
                let hint = meant.map_or_else(String::new, |path| format!("; did you mean `{path}`?"));
                panic!(
                    "the API server would reject this object, but not{how}{hint}\n{invalid:#}\n\n{}",
                    shown(invalid.object())
                )
            }
            Err(_) => {}
        }
    }
}

fn shown(object: &Value) -> String {
    yaml::to_string(object).unwrap_or_default()
}

/// Parses the single object of a YAML text.
fn read(text: &str) -> Result<Value, Invalid> {
    let read = yaml::read(text.as_bytes(), yaml::Options::default());
    let wrong = |reason: String| Invalid::unreadable(&Value::String(text.to_owned()), reason);
    if let Some(error) = read.errors.first() {
        let line = yaml::LineIndex::new(text.as_bytes())
            .position(error.span.start)
            .line;
        return Err(wrong(format!("line {line} of the text: {}", error.message)));
    }
    match read.documents.as_slice() {
        [only] => Ok(only.root.to_json()),
        documents => Err(wrong(format!(
            "the text has {} objects, but must have one",
            documents.len()
        ))),
    }
}

fn strict(validator: &ObjectValidator, mut request: Request<'_>) -> Result<Accepted, Invalid> {
    request.field_validation = FieldValidation::Strict;
    validator.admit(request)
}
