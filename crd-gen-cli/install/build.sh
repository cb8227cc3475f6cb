#!/usr/bin/env bash
# Builds what a release has for one target: the archive with the programs, and the wheel if maturin is installed.
#
#   build.sh TARGET OUTPUT-FOLDER
#
# No folder of this machine is in the programs, so that two builds of one commit with one toolchain are the same.
set -euo pipefail
target="$1"
mkdir -p "$2"
output="$(cd "$2" && pwd)"
here="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
cd "$here"
# The compiler of Windows knows folders by other names than this shell.
case "$(uname -s)" in MINGW* | MSYS*) here="$(cygpath --windows "$here")" ;; esac
flags=("--remap-path-prefix=$here=" "--remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo")
flags+=("--remap-path-prefix=$(rustc --print sysroot)=rust")
# Addresses that are relocated when a static program starts take 0.85 MB less. Linkers of other processors may not know it yet.
case "$target" in x86_64-*-musl) flags+=(-Clink-arg=-Wl,-z,pack-relative-relocs) ;; esac
# Folders may have spaces in their names, so the flags are separated by a character that is in none.
CARGO_ENCODED_RUSTFLAGS="$(IFS=$'\x1f'; echo "${flags[*]}")"
export CARGO_ENCODED_RUSTFLAGS
cargo build --locked --release --package crd-gen-cli --bins --target "$target"
crd-gen-cli/install/package.sh "$target" "${CARGO_TARGET_DIR:-target}/$target/release" "$output"
if command -v maturin >/dev/null; then
    # It finds what is built already.
    maturin build --locked --release --manifest-path crd-gen-cli/Cargo.toml --target "$target" --out "$output"
else
    echo "no wheel: there is no maturin (pip install maturin)"
fi
