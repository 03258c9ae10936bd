#!/usr/bin/env bash
# Builds Warpbook with its tests and runs all of them, the window's included (on a virtual display):   ./test.sh [ARGUMENTS OF ctest]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
. tools/setup.sh

need_packages test "${build_packages[@]}" "${window_packages[@]}" "${test_packages[@]}"
build_preset dev
ninja -C build/dev
export WB_REQUIRE_DISPLAY=1  # a window's test that could not run has failed
ctest --test-dir build/dev --output-on-failure --no-tests=error -j "$(nproc)" "$@"
