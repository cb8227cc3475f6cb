//! The arguments of `crd-gen test`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::options::{KubernetesVersion, PackageArgs};

const EXAMPLES: &str = "\
Examples:
  # Every file of cases below a directory
  crd-gen test config/tests
  # Write what the server says into the file
  crd-gen test tests.yaml --update
  # A first file of cases, made of samples
  crd-gen test --init config/tests/databases.yaml --crds config/crd
  # Every rule must have refused something
  crd-gen test config/tests --min-coverage 100

A file of cases is YAML; paths in it are relative to the file:

  kind: CrdTest
  crds: [crds/databases.yaml]
  base:                            # each object below is a merge patch of it
    apiVersion: db.example.com/v1
    kind: Database
    metadata: {name: a}
    spec: {replicas: 1, maxReplicas: 3}
  cases:
  - name: replicas can be raised
    update: {spec: {replicas: 3}}  # a merge patch of `old`, or of the base
    expect: accepted
  - name: but not beyond the maximum
    create: {spec: {replicas: 4}}  # or a path: create: objects/large.yaml
    expect:
      rejected:
      - field: spec.replicas
        text: must not exceed      # a part of the server's text
  - name: the status is checked
    status: {status: {ready: often}}  # through the status subresource
    expect: rejected

Exit codes: 0 all cases passed, 1 a case failed or the coverage is too low, 2 the command was misused or could not do \
its work.";

/// Arguments of `crd-gen test`.
#[derive(Args, Debug)]
#[command(after_long_help = EXAMPLES)]
pub struct TestArgs {
    /// Files of cases, or directories that hold some.
    #[arg(value_name = "PATH", required_unless_present = "init")]
    pub paths: Vec<PathBuf>,
    /// Write a first file of cases: samples of the CRDs, which are accepted, and samples without a member that must be there.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["paths", "update", "min_coverage"])]
    pub init: Option<PathBuf>,
    /// CRDs besides those that the files name: files, directories, or Rust packages; may be given several
    /// times.
    #[arg(long, value_name = "PATH")]
    pub crds: Vec<PathBuf>,
    /// Rust packages whose types give CRDs.
    #[command(flatten)]
    pub packages: PackageArgs,
    /// The version of the API server, instead of those that the files say.
    #[command(flatten)]
    pub server: KubernetesVersion,
    /// Write what the server says into the cases that fail, and into those without an `expect`.
    #[arg(long)]
    pub update: bool,
    /// Fail if fewer rules than this, in percent, have refused something.
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u8).range(0..=100))]
    pub min_coverage: Option<u8>,
    /// How results are written.
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub format: TestFormat,
}

/// How results are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TestFormat {
    /// The cases that failed, and the rules that are not tested.
    Human,
    /// One JSON document.
    Json,
    /// Results of tests in XML, which CI services read.
    Junit,
    /// A Code Quality report, for merge requests of GitLab.
    Gitlab,
}
