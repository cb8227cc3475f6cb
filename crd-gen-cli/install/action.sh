#!/usr/bin/env bash
# What the GitHub Action runs: annotations, a summary of the job, and the files that it was asked for.
# Fails after everything has been said if something is wrong.
set -uo pipefail

# Where the action installs the command if there is none.
PATH="$PATH:${RUNNER_TEMP:-/tmp}/crd-gen"

read -ra paths <<<"${INPUT_PATHS:-.}"
server=()
if [[ -n "${INPUT_KUBERNETES_VERSION:-}" ]]; then server=(--kubernetes-version "$INPUT_KUBERNETES_VERSION"); fi
summary="${GITHUB_STEP_SUMMARY:-/dev/null}"
failed=0

echo "::group::crd-gen check"
crd-gen check --format github "${server[@]+"${server[@]}"}" "${paths[@]}" || failed=1
echo "::endgroup::"
{
    echo "## crd-gen check"
    echo '```text'
    crd-gen check --color never "${server[@]+"${server[@]}"}" "${paths[@]}" 2>&1
    echo '```'
} >>"$summary"
if [[ -n "${INPUT_SARIF:-}" ]]; then
    crd-gen check --format sarif "${server[@]+"${server[@]}"}" "${paths[@]}" >"$INPUT_SARIF" || true
fi

if [[ -n "${INPUT_GENERATE:-}" ]]; then
    read -ra generate <<<"$INPUT_GENERATE"
    echo "::group::crd-gen generate --check"
    if ! crd-gen generate --check "${generate[@]}"; then
        failed=1
        echo "::error::the CRDs are not what the Rust types give; run \`crd-gen generate $INPUT_GENERATE\` and commit the result"
    fi
    echo "::endgroup::"
fi

if [[ -n "${INPUT_COMPAT:-}" ]]; then
    markdown="${RUNNER_TEMP:-/tmp}/crd-gen-compat.md"
    echo "::group::crd-gen compat"
    crd-gen compat --format markdown "$INPUT_COMPAT" "${paths[@]}" >"$markdown" || failed=1
    echo "::endgroup::"
    cat "$markdown" >>"$summary"
    echo "markdown=$markdown" >>"${GITHUB_OUTPUT:-/dev/null}"
fi
exit "$failed"
