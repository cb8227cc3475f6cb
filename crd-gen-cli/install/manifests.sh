#!/usr/bin/env bash
# Writes the files with the archives of a release and their checksums: SHA256SUMS, and crd-gen.yaml for krew (`kubectl crd-gen`), whose
# index requires a manifest to have the name of the plugin.
#
#   manifests.sh VERSION FOLDER-OF-THE-ARCHIVES
set -euo pipefail
version="$1"
here="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
repository="$(sed -n 's/^repository = "\(.*\)"/\1/p' "$here/Cargo.toml")"
cd "$2"
if command -v sha256sum >/dev/null; then sum=sha256sum; else sum="shasum -a 256"; fi
shopt -s nullglob
archives=(crd-gen-*.tgz crd-gen-*.zip)
[ "${#archives[@]}" -gt 0 ] || { echo "manifests.sh: $2 has no archives" >&2; exit 1; }
$sum "${archives[@]}" >SHA256SUMS

platform() { # TARGET OS ARCHITECTURE ARCHIVE PROGRAM
    [ -f "$4" ] || return 0
    cat <<YAML
    - selector:
        matchLabels:
          os: $2
          arch: $3
      uri: $repository/releases/download/v$version/$4
      sha256: $(awk -v file="$4" '$2 == file { print $1 }' SHA256SUMS)
      bin: $5
      files:
        - from: crd-gen-$1/$5
          to: .
        - from: crd-gen-$1/LICENSE-MIT
          to: .
YAML
}
{
    cat <<YAML
apiVersion: krew.googlecontainertools.github.com/v1alpha2
kind: Plugin
metadata:
  name: crd-gen
spec:
  version: v$version
  homepage: $repository
  shortDescription: Check CRDs and objects as the API server does
  description: |
    Gives the API server's own verdict on CustomResourceDefinitions and custom resources,
    offline: structural schemas, CEL rules and their costs, pruning, defaults, conversions.
  platforms:
YAML
    platform x86_64-unknown-linux-musl linux amd64 crd-gen-x86_64-unknown-linux-musl.tgz crd-gen
    platform aarch64-unknown-linux-musl linux arm64 crd-gen-aarch64-unknown-linux-musl.tgz crd-gen
    platform x86_64-apple-darwin darwin amd64 crd-gen-x86_64-apple-darwin.tgz crd-gen
    platform aarch64-apple-darwin darwin arm64 crd-gen-aarch64-apple-darwin.tgz crd-gen
    platform x86_64-pc-windows-msvc windows amd64 crd-gen-x86_64-pc-windows-msvc.zip crd-gen.exe
} >crd-gen.yaml
