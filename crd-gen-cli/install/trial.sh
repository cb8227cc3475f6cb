#!/usr/bin/env bash
# Uses the artifacts of `build.sh` as users would, only on this machine, and prints a row of a table for each artifact.
#
#   trial.sh TARGET FOLDER
#
# Needs Linux, root (or unprivileged user namespaces), git, python3 with venv, openssl, curl, and pip's package index for pre-commit.
# Fails at the first artifact that does not work as expected.
set -euo pipefail
target="$1"
dist="$(cd "$2" && pwd)"
here="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
work="$(mktemp -d)"
server=""
trap '[[ -z "$server" ]] || kill "$server"; rm -rf "$work"' EXIT
version="$(sed -n 's/^version = "\(.*\)"/\1/p' "$here/Cargo.toml")"
archive="crd-gen-$target.tgz"

row() { printf '| %s | %s | %s | %s |\n' "$@"; }
kilobytes() { stat -c %s "$1" | awk '{ printf $1 < 10000 ? "%.1f kB" : "%.0f kB", $1 / 1000 }'; }
fail() { echo "trial.sh: $*" >&2; exit 1; }
# Runs a command that must fail, with these words in its output.
refused() {
    local words="$1" said
    shift
    if said="$("$@" 2>&1)"; then fail "\`$*\` should have failed"; fi
    [[ "$said" == *"$words"* ]] || fail "\`$*\` does not say \`$words\`: $said"
}

# A folder with a CRD that the server accepts, and one that it rejects.
mkdir "$work/crds"
cp "$here"/examples/postgres/crds/*.yaml "$work/crds/"
mkdir "$work/bad"
sed '0,/type: object/s//type: objekt/' "$work/crds/postgres.example.com_postgresclasses.yaml" >"$work/bad/bad.yaml"

archive_in_an_empty_root() {
    local root="$work/root"
    mkdir "$root"
    tar -xzf "$dist/$archive" -C "$work"
    # The layers of install/Dockerfile: only the program, its licences and the work folder.
    cp "$work/crd-gen-$target/crd-gen" "$work/crd-gen-$target"/LICENSE-* "$root/"
    mkdir "$root/work"
    cp -R "$work/crds" "$work/bad" "$root/work/"
    local inside=(unshare --map-root-user --root "$root" --wd /work /crd-gen)
    "${inside[@]}" check crds
    refused objekt "${inside[@]}" check bad
    row "\`$archive\`" "$(kilobytes "$dist/$archive")" "unpacked, in an empty root as the image has it" "$("${inside[@]}" --version); accepts and refuses"
}

wheel_in_a_fresh_environment() {
    local wheels=("$dist"/crd_gen-"$version"-*.whl)
    python3 -m venv "$work/venv"
    "$work/venv/bin/pip" install --quiet --no-index --find-links "$dist" "crd-gen==$version"
    "$work/venv/bin/crd-gen" check "$work/crds"
    refused objekt "$work/venv/bin/crd-gen" check "$work/bad"
    [[ "$(PATH="$work/venv/bin:$PATH" cargo crd-gen --version)" == crd-gen* ]] || fail "cargo crd-gen does not run"
    row "\`$(basename "${wheels[0]}")\`" "$(kilobytes "${wheels[0]}")" "\`pip install\` in a fresh environment" "$("$work/venv/bin/crd-gen" --version); accepts and refuses; so does \`cargo crd-gen\`"
}

installer_over_https() {
    local web="$work/web" to="$work/installed"
    mkdir "$web"
    cp "$dist/$archive" "$web/"
    (cd "$web" && sha256sum "$archive" >SHA256SUMS)
    openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost -addext subjectAltName=DNS:localhost \
        -keyout "$work/key.pem" -out "$work/cert.pem" 2>/dev/null
    (cd "$web" && exec python3 -c "
import http.server, ssl, sys
server = http.server.HTTPServer(('localhost', 0), http.server.SimpleHTTPRequestHandler)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain('$work/cert.pem', '$work/key.pem')
server.socket = context.wrap_socket(server.socket, server_side=True)
open('$work/port', 'w').write(str(server.server_port))
server.serve_forever()" 2>/dev/null) &
    server=$!
    for _ in $(seq 100); do [[ -s "$work/port" ]] && break; sleep 0.1; done
    export CURL_CA_BUNDLE="$work/cert.pem"
    local install=(env "CRD_GEN_BASE_URL=https://localhost:$(cat "$work/port")" sh "$here/crd-gen-cli/install/install.sh" --to "$to")
    "${install[@]}"
    "$to/crd-gen" check "$work/crds"
    rm -r "$to"
    printf 'x' >>"$web/$archive"
    refused "nothing is installed" "${install[@]}"
    [[ ! -e "$to" ]] || fail "a wrong archive was installed"
    refused "https://" env CRD_GEN_BASE_URL=http://localhost:1 sh "$here/crd-gen-cli/install/install.sh" --to "$to"
    row "\`install.sh\`" "$(kilobytes "$here/crd-gen-cli/install/install.sh")" "against a server with TLS on this machine" "installs; refuses an archive with another checksum, and plain HTTP"
}

krew_manifest() {
    local copy="$work/manifests"
    mkdir "$copy"
    cp "$dist/$archive" "$copy/"
    "$here/crd-gen-cli/install/manifests.sh" "$version" "$copy"
    (cd "$copy" && sha256sum --check --quiet SHA256SUMS)
    if ! command -v krew >/dev/null; then
        row "\`crd-gen.yaml\`" "$(kilobytes "$copy/crd-gen.yaml")" "written; there is no \`krew\` here" "checksums are right"
        return
    fi
    if command -v validate-krew-manifest >/dev/null; then validate-krew-manifest -skip-install -manifest "$copy/crd-gen.yaml" 2>/dev/null; fi
    KREW_ROOT="$work/krew" krew install --manifest "$copy/crd-gen.yaml" --archive "$copy/$archive" >/dev/null 2>&1
    "$work/krew/bin/kubectl-crd_gen" check "$work/crds"
    row "\`crd-gen.yaml\`" "$(kilobytes "$copy/crd-gen.yaml")" "\`krew install\` with the archive, after krew's own validation" "\`kubectl crd-gen\` accepts"
}

# The files that cargo-binstall would download, by the metadata of the package, must be those of a release.
binstall_metadata() {
    "$work/venv/bin/pip" install --quiet tomli
    "$work/venv/bin/python" - "$here/crd-gen-cli/Cargo.toml" "$target" "$version" "$dist/$archive" <<'PY'
import sys, tarfile, tomli
manifest, target, version, archive = sys.argv[1:]
package = tomli.load(open(manifest, "rb"))
binstall = package["package"]["metadata"]["binstall"]
values = {"repo": "R", "version": version, "target": target, "binary-ext": "", "archive-format": binstall["pkg-fmt"]}
def expand(template, **more):
    for name, value in {**values, **more}.items():
        template = template.replace("{ %s }" % name, value)
    assert "{" not in template, template
    return template
url = expand(binstall["pkg-url"])
assert url == f"R/releases/download/v{version}/{archive.rsplit('/', 1)[1]}", url
names = tarfile.open(archive).getnames()
for program in package["bin"]:
    path = expand(binstall["bin-dir"], bin=program["name"])
    assert path in names, path
PY
    row "\`cargo binstall\`" "" "addresses and paths of the metadata, expanded" "name the archive, and both programs in it"
}

hooks_by_pre_commit() {
    local repository="$work/scratch"
    "$work/venv/bin/pip" install --quiet pre-commit
    git init --quiet --initial-branch main "$repository"
    git -C "$repository" config user.email trial@example.com
    git -C "$repository" config user.name trial
    mkdir -p "$repository/config" "$repository/src"
    cat >"$repository/Cargo.toml" <<TOML
[package]
name = "scratch"
version = "0.0.0"
edition = "2024"

[workspace]

[dependencies]
crd-core = { path = "$here/crd-core" }
serde = { version = "1", features = ["derive"] }
TOML
    cat >"$repository/src/lib.rs" <<'RUST'
use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

/// A queue.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Queue", namespaced)]
pub struct QueueSpec {
    /// How many messages it holds.
    #[crd(maximum = 50)]
    pub size: u32,
}
RUST
    (cd "$repository" && PATH="$work/venv/bin:$PATH" crd-gen generate --output config/crd)
    mkdir "$repository/config/samples"
    printf 'apiVersion: example.com/v1\nkind: Queue\nmetadata:\n  name: a\n  namespace: b\nspec:\n  size: 7\n' >"$repository/config/samples/queue.yaml"
    git -C "$here" rev-parse HEAD >"$work/revision"
    cat >"$repository/.pre-commit-config.yaml" <<YAML
repos:
  - repo: $here
    rev: $(cat "$work/revision")
    hooks:
      - id: crd-gen-check
        files: ^config/crd/
      - id: crd-gen-generate
        args: [--output, config/crd]
      - id: crd-gen-validate
        files: ^config/samples/
        args: [--crds, config/crd]
      - id: crd-gen-compat
YAML
    printf 'target\nCargo.lock\n' >"$repository/.gitignore"
    git -C "$repository" add --all
    git -C "$repository" commit --quiet --message first
    git -C "$repository" checkout --quiet -b change
    export PRE_COMMIT_HOME="$work/pre-commit" PIP_FIND_LINKS="$dist"
    local run=(env -C "$repository" "PATH=$work/venv/bin:$PATH" pre-commit run --all-files)
    "${run[@]}" || fail "the hooks do not pass"
    sed -i 's/size: 7/size: 70/' "$repository/config/samples/queue.yaml"
    refused "less than or equal to 50" "${run[@]}" crd-gen-validate
    sed -i 's/maximum = 50/maximum = 5/' "$repository/src/lib.rs"
    refused "maximum" "${run[@]}" crd-gen-generate
    sed -i 's/maximum: 50/maximum: 5/' "$repository/config/crd"/*.yaml
    refused "maximum" "${run[@]}" crd-gen-compat
    sed -i '0,/type: object/s//type: objekt/' "$repository/config/crd"/*.yaml
    refused "objekt" "${run[@]}" crd-gen-check
    row "\`.pre-commit-hooks.yaml\`" "" "four hooks by $("$work/venv/bin/pre-commit" --version), with the wheel" "each passes, and each fails on what it is for"
}

action_by_hand() {
    # The fake `gh` records its arguments, and returns one comment from the second run on.
    mkdir "$work/bin"
    printf '#!/bin/sh\necho "$*" >>"%s/gh"\ncase "$*" in *--paginate*) cat "%s/comments" 2>/dev/null ;; esac\nexit 0\n' "$work" "$work" >"$work/bin/gh"
    chmod +x "$work/bin/gh"
    local repository="$work/scratch" step
    git -C "$repository" checkout --quiet .
    sed -i 's/maximum: 50/maximum: 5/' "$repository/config/crd"/*.yaml
    # The unchanged steps of action.yml, in order.
    "$work/venv/bin/pip" install --quiet pyyaml
    for step in 0 1; do
        "$work/venv/bin/python" -c "import yaml; print(yaml.safe_load(open('$here/action.yml'))['runs']['steps'][$step]['run'])" >"$work/step$step"
    done
    local environment=(env -C "$repository" "PATH=$work/bin:/usr/local/bin:/usr/bin:/bin" GITHUB_ACTION_PATH="$here" RUNNER_TEMP="$work/runner"
        GITHUB_STEP_SUMMARY="$work/summary.md" GITHUB_OUTPUT="$work/output" GITHUB_REPOSITORY=a/b PULL_REQUEST=7 GH_TOKEN=x GITHUB_BASE_REF=main
        INPUT_PATHS=config/crd INPUT_COMPAT=merge-base INPUT_SARIF="$work/sarif.json" INPUT_COMMENT=true)
    mkdir "$work/runner"
    git -C "$repository" update-ref refs/remotes/origin/main main
    (cd "$work/web" && cp "$dist/$archive" . && sha256sum "$archive" >SHA256SUMS)
    "${environment[@]}" CRD_GEN_BASE_URL="https://localhost:$(cat "$work/port")" bash "$work/step0"
    refused "::group::crd-gen compat" "${environment[@]}" bash "$work/step1"
    echo 42 >"$work/comments"
    refused "::group::crd-gen compat" "${environment[@]}" bash "$work/step1"
    grep -q -- "--method POST repos/a/b/issues/7/comments" "$work/gh" || fail "no comment was written"
    grep -q -- "--method PATCH repos/a/b/issues/comments/42" "$work/gh" || fail "the comment was not updated"
    grep -q "## crd-gen check" "$work/summary.md" || fail "no summary"
    python3 -c "import json; assert json.load(open('$work/sarif.json'))['version'] == '2.1.0'"
    git -C "$repository" checkout --quiet .
    "${environment[@]}" bash "$work/step1" >/dev/null || fail "the action fails without a change"
    row "\`action.yml\`" "" "its steps in their order, with a stand-in for \`gh\`" "installs with the checksum compared; annotations, summary, SARIF; a comment, then the same one again; passes without a change"
}

echo "| artefact | size | how it was used | what came out |"
echo "|---|---|---|---|"
archive_in_an_empty_root
wheel_in_a_fresh_environment
installer_over_https
krew_manifest
binstall_metadata
hooks_by_pre_commit
action_by_hand
