#!/bin/sh
# Installs the command crd-gen from a release, and verifies the downloads.
#
#   sh install.sh [--to FOLDER]
#
# FOLDER is ~/.local/bin by default. CRD_GEN_VERSION selects another version than that of this script, CRD_GEN_BASE_URL another source
# than the releases of the repository (such as a folder as file:///…).
set -eu

version=0.1.0
version="${CRD_GEN_VERSION:-$version}"
base="${CRD_GEN_BASE_URL:-https://github.com/crd-gen/crd-gen/releases/download/v$version}"
to="$HOME/.local/bin"

fail() {
    echo "install.sh: $1" >&2
    exit 1
}

while [ $# -gt 0 ]; do
    case "$1" in
        --to) [ $# -ge 2 ] || fail "--to needs a folder"; to="$2"; shift 2 ;;
        -h | --help) sed -n '2,7s/^# \{0,1\}//p' "$0"; exit 0 ;;
        *) fail "there is no option $1; see --help" ;;
    esac
done

system="$(uname -s)"
machine="$(uname -m)"
case "$machine" in
    x86_64 | amd64) machine=x86_64 ;;
    aarch64 | arm64) machine=aarch64 ;;
    *) fail "there is no binary for $machine; build it: cargo install crd-gen-cli" ;;
esac
case "$system" in
    # Linked statically, so that it runs on every Linux.
    Linux) target="$machine-unknown-linux-musl" ;;
    Darwin) target="$machine-apple-darwin" ;;
    *) fail "there is no binary for $system here; build it (cargo install crd-gen-cli), or see install.ps1 for Windows" ;;
esac

case "$base" in
    https://* | file://*) ;;
    *) fail "CRD_GEN_BASE_URL is $base; it must start with https:// or file://" ;;
esac

get() {
    if command -v curl >/dev/null 2>&1; then
        curl --proto '=https,file' --tlsv1.2 --fail --silent --show-error --location --output "$2" "$1"
    elif command -v wget >/dev/null 2>&1; then
        wget --quiet --output-document="$2" "$1"
    else
        fail "neither curl nor wget is here"
    fi
}

checksum() {
    if command -v sha256sum >/dev/null 2>&1; then
        sha256sum "$1" | cut -d ' ' -f 1
    else
        shasum -a 256 "$1" | cut -d ' ' -f 1
    fi
}

work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
archive="crd-gen-$target.tgz"
get "$base/$archive" "$work/$archive" || fail "$base/$archive cannot be downloaded"
get "$base/SHA256SUMS" "$work/SHA256SUMS" || fail "$base/SHA256SUMS cannot be downloaded"
wanted="$(awk -v file="$archive" '$2 == file || $2 == "*" file { print $1 }' "$work/SHA256SUMS")"
[ -n "$wanted" ] || fail "SHA256SUMS does not name $archive"
found="$(checksum "$work/$archive")"
[ "$wanted" = "$found" ] || fail "$archive has the checksum $found, not $wanted; nothing is installed"
tar -xzf "$work/$archive" -C "$work"
mkdir -p "$to"
for program in crd-gen cargo-crd-gen; do
    cp "$work/crd-gen-$target/$program" "$to/.$program.new"
    chmod 755 "$to/.$program.new"
    mv "$to/.$program.new" "$to/$program"
done
echo "$("$to/crd-gen" --version) is in $to"
case ":$PATH:" in
    *":$to:"*) ;;
    *) echo "$to is not on the PATH; add it to use crd-gen" ;;
esac
