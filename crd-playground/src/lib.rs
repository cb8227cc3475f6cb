//! crd-core as WebAssembly, with one function: a question as JSON, and its answer as JSON.
//!
//! ```
//! let answer = crd_playground::answer(r#"{"do": "sample", "server": "1.36", "form": "smallest", "crd": "
//! apiVersion: apiextensions.k8s.io/v1
//! kind: CustomResourceDefinition
//! metadata: {name: widgets.example.com}
//! spec:
//!   group: example.com
//!   scope: Namespaced
//!   names: {plural: widgets, singular: widget, kind: Widget, listKind: WidgetList}
//!   versions:
//!   - name: v1
//!     served: true
//!     storage: true
//!     schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object}}}}
//! "}"#.replace('\n', "\\n").as_str());
//! assert!(answer.contains("kind: Widget"), "{answer}");
//! ```
//!
//! [`Question`] lists the questions. In a browser, `crd-playground.js` of the site wraps the module's exports:
//!
//! ```js
//! const playground = await Playground.load("crd_playground.wasm");
//! const {findings} = playground.ask({do: "check", crd: text, server: "1.36"});
//! ```
//!
//! The module does no input or output: it imports no function.

mod answers;
mod exports;
mod question;

pub use question::{Question, SampleFormName};

use serde_json::{Value, json};

/// Returns the answer to a question, both as JSON. The answer to a question that cannot be parsed is `{"error": TEXT}`.
#[must_use]
pub fn answer(question: &str) -> String {
    let answer = match serde_json::from_str::<Question>(question) {
        Ok(question) => answers::to(&question),
        Err(error) => Err(format!("the request cannot be read: {error}")),
    };
    answer
        .unwrap_or_else(|error| json!({ "error": error }))
        .to_string()
}

/// An answer, or an error message.
type ToolResult = Result<Value, String>;
