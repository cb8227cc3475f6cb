//! The arguments of `crd-gen test`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::options::{KubernetesVersion, PackageArgs, percentage};

const EXAMPLES: &str = "\
Examples:
  # All test files in a directory
  crd-gen test config/tests
  # Write the server's results into the file
  crd-gen test tests.yaml --update
  # Create a test file from sample objects
  crd-gen test --init config/tests/databases.yaml --crds config/crd
  # Fail unless each rule has rejected an object
  crd-gen test config/tests --min-coverage 100

A test file is YAML; paths in it are relative to the file:

  kind: CrdTest
  crds: [crds/databases.yaml]
  base:                            # the objects below are merge patches of it
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
        text: must not exceed      # a part of the server's message
  - name: the status is checked
    status: {status: {ready: often}}  # through the status subresource
    expect: rejected

Exit codes: 0 all cases passed, 1 a case failed, the server would reject a CRD or the coverage is too low, 2 the command was misused or failed.";

/// Arguments of `crd-gen test`.
#[derive(Args, Debug)]
#[command(after_long_help = EXAMPLES)]
pub struct TestArgs {
    /// Test files, or directories with test files.
    #[arg(value_name = "PATH", required_unless_present = "init")]
    pub paths: Vec<PathBuf>,
    /// Create a test file with sample objects of the CRDs, which are accepted, and the same objects without a required
    /// field, which are rejected.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["paths", "update", "min_coverage"])]
    pub init: Option<PathBuf>,
    /// CRDs in addition to those that the test files name: files, directories or Rust packages. May be given several
    /// times.
    #[arg(long, value_name = "PATH")]
    pub crds: Vec<PathBuf>,
    /// Rust packages to generate CRDs from.
    #[command(flatten)]
    pub packages: PackageArgs,
    /// The version of the API server, instead of those in the test files.
    #[command(flatten)]
    pub server: KubernetesVersion,
    /// Write the server's results into the cases that fail and into the cases without `expect`.
    #[arg(long)]
    pub update: bool,
    /// Fail if a smaller percentage of the validation rules than this has rejected an object.
    #[arg(long, value_name = "PERCENT", value_parser = percentage)]
    pub min_coverage: Option<u8>,
    /// The output format of results.
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub format: TestFormat,
}

/// The output format of results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TestFormat {
    /// Text for people: the failed cases and the untested rules.
    Human,
    /// One JSON document.
    Json,
    /// Test results in XML, for CI services.
    Junit,
    /// A Code Quality report, for GitLab merge requests.
    Gitlab,
}
