#!/bin/sh
# Runs a command on a virtual display with OpenGL in software: with_display.sh COMMAND...
# Exit status 77 (skipped) where there is no Xvfb.
command -v xvfb-run >/dev/null 2>&1 || { echo "skipped: xvfb-run is not installed"; exit 77; }
LIBGL_ALWAYS_SOFTWARE=1
export LIBGL_ALWAYS_SOFTWARE
exec xvfb-run -a -s "-screen 0 ${WB_SCREEN:-1600x1000}x24" "$@"
