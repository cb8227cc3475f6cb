//! Samples.

use crd_core::KubeVersion;
use crd_core::samples::Samples;
use serde_json::{Value, json};

use super::crds;
use crate::ToolResult;
use crate::question::SampleFormName;

/// Generates samples of a version.
pub(super) fn make(
    crd: &str,
    version: Option<&str>,
    form: SampleFormName,
    server: KubeVersion,
) -> ToolResult {
    let (crd, version) = crds::with_version(crd, version)?;
    let mut samples = Samples::new(&crd, &version.name, server).map_err(|error| error.to_string())?;
    let mut made: Vec<Value> = Vec::new();
    let mut problems: Vec<String> = Vec::new();
    match form {
        SampleFormName::Smallest => match samples.smallest() {
            Ok(object) => made.push(json!({"text": samples.text(&object)})),
            Err(none) => problems.push(none.to_string()),
        },
        SampleFormName::Full => match samples.full_text() {
            Ok(text) => made.push(json!({ "text": text })),
            Err(none) => problems.push(none.to_string()),
        },
        SampleFormName::Members => {
            for found in samples.members() {
                match &found.object {
                    Ok(object) => made.push(json!({
                        "union": found.union_path,
                        "member": found.member,
                        "text": samples.text(object),
                    })),
                    Err(none) => {
                        problems.push(format!("`{}` at `{}`: {none}", found.member, found.union_path));
                    }
                }
            }
        }
    }
    Ok(json!({"samples": made, "problems": problems}))
}
