#!/usr/bin/env bash
# The script of the GitHub Action: writes annotations, a summary of the job, and the requested files.
# Fails at the end if there are errors.
set -uo pipefail

# The folder in which the action installs the command if there is none.
PATH="$PATH:${RUNNER_TEMP:-/tmp}/crd-gen"

read -ra paths <<<"${INPUT_PATHS:-.}"
server=()
if [[ -n "${INPUT_KUBERNETES_VERSION:-}" ]]; then server=(--kubernetes-version "$INPUT_KUBERNETES_VERSION"); fi
summary="${GITHUB_STEP_SUMMARY:-/dev/null}"
failed=0

# Writes the file as a comment on the pull request, or replaces the comment of an earlier run.
comment() {
    local mark="<!-- crd-gen compat -->" comments="repos/$GITHUB_REPOSITORY/issues/$PULL_REQUEST/comments" body="${RUNNER_TEMP:-/tmp}/crd-gen-comment.md" id
    { echo "$mark"; cat "$1"; } >"$body"
    id="$(gh api --paginate "$comments" --jq ".[] | select(.body | startswith(\"$mark\")) | .id" | head -n 1)" || return
    if [[ -n "$id" ]]; then
        gh api --silent --method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$id" --field "body=@$body"
    else
        gh api --silent --method POST "$comments" --field "body=@$body"
    fi
}

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

compat="${INPUT_COMPAT:-}"
if [[ "$compat" == merge-base ]]; then
    if [[ -z "${GITHUB_BASE_REF:-}" ]]; then
        # Not a pull request: there is nothing to compare with.
        compat=""
    elif base="$(git merge-base HEAD "origin/$GITHUB_BASE_REF")"; then
        compat="git:$base:${paths[0]}"
    else
        compat="" failed=2
        echo "::error::origin/$GITHUB_BASE_REF has no commit in common with this checkout; check out with \`fetch-depth: 0\`"
    fi
fi
if [[ -n "$compat" ]]; then
    markdown="${RUNNER_TEMP:-/tmp}/crd-gen-compat.md"
    echo "::group::crd-gen compat"
    crd-gen compat --format markdown "$compat" "${paths[0]}" >"$markdown" || failed=$?
    echo "::endgroup::"
    cat "$markdown" >>"$summary"
    echo "markdown=$markdown" >>"${GITHUB_OUTPUT:-/dev/null}"
    # Nothing was compared if the command could not run.
    if [[ "$failed" -lt 2 && "${INPUT_COMMENT:-false}" == true && -n "${PULL_REQUEST:-}" ]]; then
        comment "$markdown" || echo "::warning::the comment on the pull request could not be written; the job needs the permission \`pull-requests: write\`"
    fi
fi
exit "$failed"
