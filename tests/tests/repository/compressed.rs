//! Texts that programs contain compressed are those of the files.

use std::path::Path;
use std::{env, fs};

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec;

/// The files; each has the raw DEFLATE stream (RFC 1951) of its text beside it.
const FILES: [&str; 2] = [
    "crd-core/src/server/publish/facts.json",
    "crd-import/src/known/published.txt",
];

#[test]
fn compressed_files_have_the_text_of_their_sources() {
    for file in FILES {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let (source, compressed) = (root.join(file), root.join(format!("{file}.deflate")));
        let text = fs::read(&source).unwrap();
        if fs::read(&compressed).is_ok_and(|bytes| decompress_to_vec(&bytes).unwrap() == text) {
            continue;
        }
        assert!(
            env::var_os("CRD_GEN_UPDATE").is_some(),
            "{file}.deflate is out of date: `cargo xtask regenerate compressed`"
        );
        fs::write(compressed, compress_to_vec(&text, 10)).unwrap();
    }
}
