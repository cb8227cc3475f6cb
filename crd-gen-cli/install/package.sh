#!/usr/bin/env bash
# Packs the build for one target: the archive of a release, with the programs, licences, completions and man pages.
#
#   package.sh TARGET FOLDER-OF-THE-BINARIES OUTPUT-FOLDER
#
# Two runs with the same binaries write the same archive: names are sorted, owners are 0, times are those of the commit.
set -euo pipefail
target="$1" binaries="$2" output="$3"
here="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
name="crd-gen-$target"
stage="$(mktemp -d)"
trap 'rm -rf "$stage"' EXIT
mkdir -p "$stage/$name" "$output"
output="$(cd "$output" && pwd)"
suffix=""
case "$target" in *windows*) suffix=".exe" ;; esac
cp "$binaries/crd-gen$suffix" "$binaries/cargo-crd-gen$suffix" "$stage/$name/"
cp "$here"/LICENSE-* "$here/README.md" "$stage/$name/"
cp -R "$here/completions" "$here/man" "$stage/$name/"
time="$(git -C "$here" log -1 --format=%ct 2>/dev/null || echo 0)"
find "$stage" -exec touch -h -d "@$time" {} + 2>/dev/null || true
cd "$stage"
case "$target" in
    *windows*)
        if command -v zip >/dev/null; then zip -qrX "$output/$name.zip" "$name"; else 7z a -bso0 "$output/$name.zip" "$name"; fi
        ;;
    *)
        if tar --version 2>/dev/null | grep -q GNU; then
            tar --sort=name --owner=0 --group=0 --numeric-owner -cf - "$name" | gzip -n9 >"$output/$name.tgz"
        else
            tar -cf - "$name" | gzip -n9 >"$output/$name.tgz"
        fi
        ;;
esac
