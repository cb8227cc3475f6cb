//! Examples on pages of codes: YAML code blocks, most of them parts of a CRD.
//!
//! The first word after `yaml` is the part of an otherwise valid CRD that the block replaces:
//!
//! * `file`: everything; the block is a whole file
//! * `spec`, `version`, `metadata`: the members of that object that the block contains
//! * `schema`: the root schema
//! * `property`: the properties of `spec` in the schema
//!
//! An example of kind `old` is the CRD before the update. `kubernetes=1.37` sets the server version.
//!
//! * `object`: an object, whose members replace those of a valid one; `object file` is a whole file
//! * `object old`: the stored object. `object strict-kinds` is validated with `--strict-kinds`

const METADATA: &str = "name: widgets.example.com\n";
const SPEC: &str = "group: example.com\nscope: Namespaced\nnames: {plural: widgets, kind: Widget}\n";
const VERSION: &str = "name: v1\nserved: true\nstorage: true\nschema:\n  openAPIV3Schema: {type: object}\n";
const OBJECT: &str = "apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: a}\n";
const STATUS: &str = "\
status:
  conditions: [{type: Established, status: \"True\"}]
  acceptedNames: {plural: widgets, kind: Widget}
  storedVersions: [v1]
";

/// An example of a page.
pub(crate) struct Example {
    /// The part that the block replaces.
    pub(crate) kind: String,
    /// The other words after `yaml`.
    pub(crate) words: Vec<String>,
    text: String,
    /// The server version, if the example sets one.
    pub(crate) kubernetes: Option<String>,
}

/// Returns the examples of a page, in order.
pub(crate) fn examples(page: &str) -> Vec<Example> {
    let mut examples = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        let Some(info) = line.strip_prefix("```yaml ") else {
            continue;
        };
        let mut text = String::new();
        for line in lines.by_ref().take_while(|line| *line != "```") {
            text.push_str(line);
            text.push('\n');
        }
        let words: Vec<&str> = info.split(' ').collect();
        examples.push(Example {
            kind: words.first().copied().unwrap_or_default().to_owned(),
            words: words.iter().skip(1).map(|word| (*word).to_owned()).collect(),
            text,
            kubernetes: words
                .iter()
                .find_map(|word| word.strip_prefix("kubernetes="))
                .map(str::to_owned),
        });
    }
    examples
}

impl Example {
    /// Whether the words after the kind include this one.
    pub(crate) fn says(&self, word: &str) -> bool {
        self.words.iter().any(|said| said == word)
    }

    /// Returns the object of an example of kind `object` as a whole file.
    pub(crate) fn object(&self) -> String {
        if self.says("file") {
            return self.text.clone();
        }
        merged(OBJECT, &self.text)
    }

    /// Returns the example as a whole file. A deployed CRD has the status of a CRD in use.
    pub(crate) fn manifest(&self, deployed: bool) -> String {
        let schema = |schema: &str| {
            merged(
                VERSION,
                &format!("schema:\n  openAPIV3Schema:\n{}", indented(schema, 4)),
            )
        };
        let (mut metadata, mut version) = (METADATA.to_owned(), VERSION.to_owned());
        match self.kind.as_str() {
            "file" => return self.text.clone(),
            "metadata" => metadata.clone_from(&self.text),
            "version" => version = merged(VERSION, &self.text),
            "schema" => version = schema(&self.text),
            "property" => {
                let spec = format!("properties:\n{}", indented(&self.text, 2));
                let root = "type: object\nproperties:\n  spec:\n    type: object\n".to_owned();
                version = schema(&(root + &indented(&spec, 4)));
            }
            "spec" => {}
            other => panic!("unknown kind of example: {other}"),
        }
        let versions = indented(&version, 4).replacen("    ", "  - ", 1);
        let mut spec = format!("{SPEC}versions:\n{versions}");
        if self.kind == "spec" {
            spec = merged(&spec, &self.text);
        }
        let status = if deployed { STATUS } else { "" };
        format!(
            "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n{}spec:\n{}{status}",
            indented(&metadata, 2),
            indented(&spec, 2)
        )
    }
}

fn indented(text: &str, by: usize) -> String {
    text.lines()
        .fold(String::new(), |out, line| out + &" ".repeat(by) + line + "\n")
}

/// Returns the members of `base` and `over`; those of `over` replace members with the same name.
fn merged(base: &str, over: &str) -> String {
    let replaced = members(over);
    let kept = members(base)
        .into_iter()
        .filter(|(name, _)| !replaced.iter().any(|(other, _)| other == name));
    kept.chain(replaced.clone()).map(|(_, text)| text).collect()
}

/// Splits an object in block style into its top-level members: name and text.
fn members(text: &str) -> Vec<(&str, String)> {
    let mut found: Vec<(&str, String)> = Vec::new();
    for line in text.lines() {
        let name = line
            .split(':')
            .next()
            .filter(|_| !line.starts_with([' ', '#', '-']));
        match (name, found.last_mut()) {
            (Some(name), _) => found.push((name, format!("{line}\n"))),
            (None, Some((_, member))) => *member += &format!("{line}\n"),
            (None, None) => found.push(("", format!("{line}\n"))),
        }
    }
    found
}
