#!/usr/bin/env bash
# Builds the artifacts of a release for one target: the archive with the programs, and the wheel if maturin is installed.
#
#   build.sh TARGET OUTPUT-FOLDER
#
# The programs contain no folder of this machine, so that two builds of one commit with one toolchain are identical.
set -euo pipefail
target="$1"
mkdir -p "$2"
output="$(cd "$2" && pwd)"
here="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
cd "$here"
# On Windows, the compiler uses other names of folders than this shell.
case "$(uname -s)" in MINGW* | MSYS*) here="$(cygpath --windows "$here")" ;; esac
flags=("--remap-path-prefix=$here=" "--remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo")
flags+=("--remap-path-prefix=$(rustc --print sysroot)=rust")
# Packed relative relocations save 0.85 MB in a static program. Linkers for other processors may not support them yet.
case "$target" in x86_64-*-musl) flags+=(-Clink-arg=-Wl,-z,pack-relative-relocs) ;; esac
# Names of folders may contain spaces, so the flags are separated by a character that no name contains.
CARGO_ENCODED_RUSTFLAGS="$(IFS=$'\x1f'; echo "${flags[*]}")"
export CARGO_ENCODED_RUSTFLAGS
# C compilers that know it take the date of the commit for `__TIME__`, which mimalloc contains.
SOURCE_DATE_EPOCH="$(git log -1 --format=%ct)"
export SOURCE_DATE_EPOCH
cargo build --locked --profile dist --package crd-gen-cli --features mimalloc --bins --target "$target"
crd-gen-cli/install/package.sh "$target" "${CARGO_TARGET_DIR:-target}/$target/dist" "$output"
if command -v maturin >/dev/null; then
    # It uses the existing build.
    maturin build --locked --profile dist --features mimalloc --manifest-path crd-gen-cli/Cargo.toml --target "$target" --out "$output"
else
    echo "no wheel: there is no maturin (pip install maturin)"
fi
