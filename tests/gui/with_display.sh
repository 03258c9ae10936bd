#!/bin/sh
# Runs a command on a virtual display with OpenGL in software: with_display.sh COMMAND...
# Where there is no Xvfb: exit status 77 (skipped), or 1 with WB_REQUIRE_DISPLAY, which test.sh sets: it has installed one.
if ! command -v xvfb-run >/dev/null 2>&1; then
  echo "not run: xvfb-run is not installed"
  [ -n "${WB_REQUIRE_DISPLAY:-}" ] && exit 1
  exit 77
fi
LIBGL_ALWAYS_SOFTWARE=1
export LIBGL_ALWAYS_SOFTWARE
exec xvfb-run -a -s "-screen 0 ${WB_SCREEN:-1600x1000}x24" "$@"
