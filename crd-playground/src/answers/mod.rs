//! Answers to questions, one file for each group of questions.

mod compat;
mod crds;
mod expressions;
mod fields;
mod findings;
mod samples;
mod verdicts;

use crd_core::KubeVersion;
use crd_core::check::codes;
use serde_json::json;

use crate::ToolResult;
use crate::question::Question;

/// Returns the answer to a question.
pub(crate) fn to(question: &Question) -> ToolResult {
    match question {
        Question::Servers {} => {
            let versions: Vec<String> = KubeVersion::all().map(|version| version.to_string()).collect();
            Ok(json!({"versions": versions, "default": KubeVersion::DEFAULT.to_string()}))
        }
        Question::Check { crd, old, server } => Ok(verdicts::of_crds(crd, old.as_deref(), version(server)?)),
        Question::Validate {
            crd,
            object,
            old,
            server,
        } => Ok(verdicts::of_objects(
            crd,
            object,
            old.as_deref(),
            version(server)?,
        )),
        Question::Cost { crd, server } => expressions::costs(crd, version(server)?),
        Question::Cel {
            crd,
            version: of,
            path,
            expression,
            object,
            old,
            server,
        } => {
            let place = expressions::ExpressionPlace {
                version: of.as_deref(),
                path,
                server: version(server)?,
            };
            expressions::evaluate(crd, &place, expression, object.as_deref(), old.as_deref())
        }
        Question::Explain { crd, version, path } => fields::explain(crd, version.as_deref(), path),
        Question::Sample {
            crd,
            version: of,
            form,
            server,
        } => samples::make(crd, of.as_deref(), *form, version(server)?),
        Question::Compat { old, crd, server } => compat::compare_texts(old, crd, version(server)?),
        Question::Code { code } => {
            let entry = codes::named(code).map_err(|unknown| unknown.to_string())?;
            Ok(
                json!({"code": entry.code.to_string(), "slug": entry.slug, "title": entry.title, "page": entry.page()}),
            )
        }
    }
}

fn version(text: &str) -> Result<KubeVersion, String> {
    text.parse()
        .map_err(|error: crd_core::UnknownKubeVersion| error.to_string())
}
