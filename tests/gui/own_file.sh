#!/bin/sh
# A file of one's own, from first sight to the mended race: it is opened, its race found, looked at and stepped through; then it is changed in another
# editor, and everything stays where it was: page, source, results.
#   own_file.sh WARPBOOK
set -eu
warpbook=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
file="$folder/sum_of_all_numbers_in_shared_memory_one_half_after_the_other.cu"
cp tests/gui/halves.cu "$file"
cat >"$folder/steps.wbs" <<SCRIPT
size 1400 900
open $file
wait for idle
expect text "sum<<<4, 256>>>"
expect text "launched at line 24"
expect text "Change it in your own editor"
expect nothing cut
hover 300 95
expect text "$folder"
screenshot build/gui/own_file_open.png
click "Run" in "run/sum"
wait for run
wait for idle
expect text "Finished after 1,561 steps with one finding."
screenshot build/gui/own_file_run.png
key F8
wait for idle
expect text "Threads 0 and 128 touch part[128] with nothing between them"
screenshot build/gui/own_file_race.png
click "Why is this a race?"
expect text "They touch the same bytes"
screenshot build/gui/own_file_why.png
click "findings/party/0"
key Shift+F10
key F10
click "Close"
scroll to "Occupancy"
screenshot build/gui/own_file_counters.png
screenshot $folder/1.png
wait for text "Changed since it ran: run it again."
expect text "Occupancy"
screenshot build/gui/own_file_changed.png
click "Run again"
wait for run
wait for idle
expect text "nothing to report"
expect text "Occupancy"
screenshot build/gui/own_file_mended.png
SCRIPT
. tests/gui/turns.sh
"$warpbook" --script "$folder/steps.wbs" &
window=$!
wait_for "$folder/1.png" && edit 's|^  part\[threadIdx.x\] = .*|&\n  __syncthreads();   // all are there|' "$file"
wait "$window"
