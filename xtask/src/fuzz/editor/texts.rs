//! The texts that are edited: CRDs of files with a sample of each, and the recorded CRDs with their objects.

use std::io;
use std::path::{Path, PathBuf};

use crd_core::check::crds_of;
use crd_core::decode::decode;
use crd_core::samples::Samples;
use crd_core::{KubeVersion, yaml};
use crd_gen_tests::conformance::crd_of_case;
use crd_gen_tests::lines;
use serde_json::Value;

/// A CRD, and an object of its kind.
#[derive(Clone, Debug)]
pub(super) struct EditedTexts {
    pub(super) name: String,
    pub(super) crd: String,
    pub(super) object: String,
}

impl EditedTexts {
    pub(super) fn size(&self) -> usize {
        self.crd.len() + self.object.len()
    }
}

/// Returns the texts of a file. An object of the kind that its first CRD declares is generated.
pub(super) fn of_file(file: &Path) -> io::Result<EditedTexts> {
    let crd = std::fs::read_to_string(file)?;
    let read = yaml::read(crd.as_bytes(), yaml::Options::default());
    let crds = read.documents.iter().flat_map(|document| crds_of(&document.root));
    let mut object = "apiVersion: v1\nkind: Unknown\n".to_owned();
    for crd in crds.filter_map(|node| decode(node).crd) {
        let version = crd.storage_version().map(|version| version.name.clone());
        let samples = version.and_then(|version| Samples::new(&crd, &version, KubeVersion::DEFAULT).ok());
        if let Some(full) = samples.and_then(|mut samples| samples.full().ok()) {
            object = yaml::to_string(&full.object).unwrap_or(object);
            break;
        }
    }
    Ok(EditedTexts {
        name: file.display().to_string(),
        crd,
        object,
    })
}

/// Returns the recorded CRDs, each with the object of one request.
pub(super) fn recorded() -> io::Result<Vec<EditedTexts>> {
    let mut texts = Vec::new();
    for line in lines("conformance/objects.jsonl").unwrap_or_default() {
        let case: Value = serde_json::from_str(&line)?;
        let object = case.get("object").filter(|object| object.is_object());
        let (Ok(crd), Some(Ok(object))) = (yaml::to_string(&crd_of_case(&case)), object.map(yaml::to_string))
        else {
            continue;
        };
        texts.push(EditedTexts {
            name: case["id"].as_str().unwrap_or_default().to_owned(),
            crd,
            object,
        });
    }
    Ok(texts)
}

/// Returns the files of CRDs below directories, up to a size in bytes.
pub(in crate::fuzz) fn files(directories: &[PathBuf], most: u64) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for directory in directories {
        find(directory, most, &mut files)?;
    }
    files.sort();
    Ok(files)
}

fn find(directory: &Path, most: u64, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in std::fs::read_dir(directory)? {
        let path = entry?.path();
        if path.is_dir() {
            find(&path, most, files)?;
        } else if path
            .extension()
            .is_some_and(|extension| extension == "yaml" || extension == "yml")
            && path.metadata()?.len() <= most
            && std::fs::read_to_string(&path)
                .is_ok_and(|text| text.contains("kind: CustomResourceDefinition"))
        {
            files.push(path);
        }
    }
    Ok(())
}
