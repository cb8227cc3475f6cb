#!/usr/bin/env bash
# Builds the artifacts of a release for one target: the archive with the programs, and the wheel if maturin is installed.
#
#   build.sh TARGET OUTPUT-FOLDER [PROFILE]
#
# The command is built twice: the first build counts how often each part runs while it checks the manifests of this repository, and the
# second is optimized with these counts. They become an artifact, crd-gen-TARGET.profdata, because they differ a little from run to run.
# With this file as PROFILE, and since the programs contain no folder of this machine, two builds of one commit with one toolchain are
# identical. Without llvm-profdata (`rustup component add llvm-tools`), or with `none` as PROFILE, there is one build without counts.
set -euo pipefail
target="$1"
mkdir -p "$2"
output="$(cd "$2" && pwd)"
profile="${3:-}"
case "$profile" in "" | none) ;; *) profile="$(cd "$(dirname "$profile")" && pwd)/$(basename "$profile")" ;; esac
here="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
cd "$here"
# On Windows, the compiler uses other names of folders than this shell.
case "$(uname -s)" in MINGW* | MSYS*) here="$(cygpath --windows "$here")" ;; esac
flags=("--remap-path-prefix=$here=" "--remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo")
flags+=("--remap-path-prefix=$(rustc --print sysroot)=rust")
toolchain="$(rustc --print sysroot)/lib/rustlib/$(rustc -vV | sed -n 's/^host: //p')/bin"
case "$target" in
    x86_64-*-musl)
        # Packed relative relocations save 0.85 MB in a static program. Linkers for other processors may not support them yet.
        flags+=(-Clink-arg=-Wl,-z,pack-relative-relocs)
        # The linker of the toolchain, where there is one, merges functions with the same code, which saves 0.17 MB.
        if [[ -x "$toolchain/gcc-ld/ld.lld" ]]; then
            flags+=("-Clink-arg=-B$toolchain/gcc-ld" -Clink-arg=-fuse-ld=lld -Clink-arg=-Wl,--icf=all)
        fi
        ;;
esac
# Names of folders may contain spaces, so the flags are separated by a character that no name contains.
encoded() { (IFS=$'\x1f'; echo "$*"); }
# C compilers that know it take the date of the commit for `__TIME__`, which mimalloc contains.
SOURCE_DATE_EPOCH="$(git log -1 --format=%ct)"
export SOURCE_DATE_EPOCH
build() { cargo build --locked --profile dist --package crd-gen-cli --features mimalloc --target "$target" "$@"; }

# Functions that are inlined before counting make the program larger everywhere, so they are not. The same must be said to both builds.
counting=(-Cllvm-args=-disable-preinline)
profdata="$toolchain/llvm-profdata"
if [[ -z "$profile" ]] && ! command -v "$profdata" >/dev/null; then
    echo "no profile: there is no llvm-profdata (rustup component add llvm-tools)"
    profile=none
fi
if [[ -z "$profile" ]]; then
    profile="$output/crd-gen-$target.profdata"
    counts="$(mktemp -d)"
    trap 'rm -rf "$counts"' EXIT
    folder="${CARGO_TARGET_DIR:-target}/profile"
    CARGO_ENCODED_RUSTFLAGS="$(encoded "${flags[@]}" "${counting[@]}" "-Cprofile-generate=$counts")" build --bin crd-gen --target-dir "$folder"
    # Some of these manifests are wrong on purpose, so the exit code is not looked at.
    LLVM_PROFILE_FILE="$counts/%p.profraw" "$folder/$target/dist/crd-gen" check examples tests/fixtures crd-import crd-core >/dev/null 2>&1 || true
    "$profdata" merge --output "$profile" "$counts"/*.profraw
fi
if [[ "$profile" != none ]]; then
    # Only what runs most often may grow: the parts that have 80 in 100 of all counts.
    flags+=("${counting[@]}" "-Cprofile-use=$profile" -Cllvm-args=-profile-summary-cutoff-hot=800000)
    flags+=(-Cllvm-args=-hot-callsite-threshold=100 -Cllvm-args=-inlinehint-threshold=100)
fi
CARGO_ENCODED_RUSTFLAGS="$(encoded "${flags[@]}")"
export CARGO_ENCODED_RUSTFLAGS
build --bins
crd-gen-cli/install/package.sh "$target" "${CARGO_TARGET_DIR:-target}/$target/dist" "$output"
if command -v maturin >/dev/null; then
    # It uses the existing build.
    maturin build --locked --profile dist --features mimalloc --manifest-path crd-gen-cli/Cargo.toml --target "$target" --out "$output"
else
    echo "no wheel: there is no maturin (pip install maturin)"
fi
