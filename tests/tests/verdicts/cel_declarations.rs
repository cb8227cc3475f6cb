//! The CEL functions of every compatibility version equal those of the server's environment.

use std::collections::BTreeSet;

use crd_cel::{CompatVersion, TypeStore, functions};
use crd_gen_tests::shared;

#[derive(serde::Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Recorded {
    #[serde(rename = "Fn")]
    function: String,
    #[serde(rename = "ID")]
    id: String,
    result: String,
    args: Option<Vec<String>>,
    member: bool,
    type_params: Option<Vec<String>>,
}

/// Prints an overload as one line.
fn line(function: &str, id: &str, member: bool, args: &[String], result: &str, params: &[String]) -> String {
    let mut params = params.to_vec();
    params.sort();
    format!(
        "{function} {id} member={member} ({}) -> {result} for {}",
        args.join("; "),
        params.join(",")
    )
}

/// Prints a type as cel-go's declarations do: parameters in angle brackets, messages by their names.
fn recorded_type(text: &str) -> String {
    let text = text
        .replace("google.protobuf.Duration", "duration")
        .replace("google.protobuf.Timestamp", "timestamp");
    text.replace(['<', '>'], "")
}

#[test]
fn overloads_of_every_version() {
    let types = TypeStore::new();
    let mut total = 0;
    for minor in 28..=36 {
        let Some(path) = shared(&format!("conformance/cel-declarations/1.{minor}.json")) else {
            return;
        };
        let recorded: Vec<Recorded> = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        let recorded: BTreeSet<String> = recorded
            .iter()
            .map(|o| {
                let args: Vec<_> = o.args.iter().flatten().map(|arg| recorded_type(arg)).collect();
                let params = o.type_params.clone().unwrap_or_default();
                line(
                    &o.function,
                    &o.id,
                    o.member,
                    &args,
                    &recorded_type(&o.result),
                    &params,
                )
            })
            .collect();
        let version = CompatVersion::new(minor);
        let ours: BTreeSet<String> = functions()
            .flat_map(|f| f.overloads.iter().map(move |o| (f, o)))
            .filter(|(_, o)| o.is_in(version))
            .map(|(f, o)| {
                let args: Vec<_> = o.params.iter().map(|id| types.display(*id)).collect();
                let params: Vec<_> = o.type_params.chars().map(String::from).collect();
                line(f.name, o.id, o.member, &args, &types.display(o.result), &params)
            })
            .collect();
        let missing: Vec<_> = recorded.difference(&ours).collect();
        let surplus: Vec<_> = ours.difference(&recorded).collect();
        assert!(
            missing.is_empty() && surplus.is_empty(),
            "1.{minor}: missing {missing:#?}, too many {surplus:#?}"
        );
        total += ours.len();
    }
    println!("{total} overloads in 9 versions");
}
