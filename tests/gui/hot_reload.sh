#!/bin/sh
# A lesson is edited while its page is open: the page follows and stays where it is; a mistake is said and the last good page kept; the kernel's new
# text is shown and run. The window's script and this one take turns: each picture that the script saves says that it waits for the next edit.
#   hot_reload.sh WARPBOOK
set -eu
warpbook=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp -r lessons/04-rgb-to-grey "$folder/lesson"
cat >"$folder/steps.wbs" <<SCRIPT
size 1600 1000
open $folder/lesson
click "No idea" in "short-strip"
click "No idea" 1
click "No idea" 1
click "Run" in "run/tiny"
wait for run
scroll to "Where one grey level goes"
screenshot $folder/1.png
wait for text "These words are new."
expect text "Where one grey level goes"
screenshot $folder/2.png
wait for text "unknown key"
expect no text "This is as much of the page"
click "top/notice"
wait for text "This is as much of the page"
screenshot $folder/3.png
wait for text "// a new line of the kernel"
expect no text "unknown key"
scroll to "Where one grey level goes"
expect text "These words are mended."
SCRIPT
. tests/gui/turns.sh

"$warpbook" --script "$folder/steps.wbs" &
window=$!
wait_for "$folder/1.png" && edit 's/^\(## .*where one grey level goes\)$/\1\n\nThese words are new./' "$folder/lesson/lesson.md"
wait_for "$folder/2.png" && edit 's/^minutes = /minuets = /' "$folder/lesson/lesson.md"
wait_for "$folder/3.png" && edit 's/^minuets = /minutes = /; s/These words are new/These words are mended/' "$folder/lesson/lesson.md" && edit '1s|$|\n// a new line of the kernel|' "$folder/lesson/grey.cu"
wait "$window"
