#!/usr/bin/env bash
# Builds Warpbook where needed and starts it:   ./run.sh [ARGUMENTS OF warpbook]
#   ./run.sh                      the window (without a display: the first lesson in the terminal)
#   ./run.sh run 04-rgb-to-grey   one launch on the command line; ./run.sh --help lists the rest
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
started_in=$PWD
cd "$here"
. tools/setup.sh

need_packages build "${build_packages[@]}" "${window_packages[@]}"
build_preset release
log=build/release/build.log
if [ ! -x build/release/warpbook ]; then
  echo "Building Warpbook (a few minutes the first time) ..." >&2
  if [ -t 2 ]; then ninja -C build/release >&2; else ninja -C build/release >"$log" 2>&1 || { tail -40 "$log" >&2; exit 2; }; fi
elif ! ninja -C build/release >"$log" 2>&1; then
  tail -40 "$log" >&2
  echo "error: the build failed (log: $log)" >&2
  exit 2
fi
cd "$started_in"
exec "$here/build/release/warpbook" "$@"
