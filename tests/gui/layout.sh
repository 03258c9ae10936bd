#!/bin/sh
# Nothing of the window is cut for want of room, from 1280x720 to 4K and from 80 % to 200 % of the text's size: the lesson's page before and
# after a run, every view of the machine, code, loops, results, the palette, the settings, the keys.   layout.sh WARPBOOK [OUT_DIR]
# With OUT_DIR, a picture of each size stands there.
set -eu
warpbook=$1
out=${2:-}
script=$(mktemp)
trap 'rm -f "$script"' EXIT

# A part is brought by its tab where the window is folded; elsewhere it is there anyhow.
part() { case " $folded " in *" $1 "*) echo "click \"top/part/$1\"" ;; esac; }

check_size() {  # WIDTH HEIGHT SCALE
  width=$1 height=$2 scale=$3
  em_width=$(awk "BEGIN { print int($width / $scale) }") em_height=$(awk "BEGIN { print int($height / $scale) }")
  folded=""
  if [ "$em_width" -lt 900 ] || [ "$em_height" -lt 540 ]; then folded="source machine results"; fi
  if [ -n "$folded" ] && [ "$em_width" -lt 760 ]; then folded="page $folded"; fi
  cat <<SCRIPT
size $width $height
scale $scale
open 15
expect nothing cut
click "4 warps, 28 empty slots"
click "Anything from 1 to 256"
click "Run" in "run/plain-add"
wait for run
click "0, in every lane"
expect nothing cut
click "Go on" in "go-on/0"
click "1" in "page/stop"
click "Go on" in "go-on/1"
key Shift+F8
SCRIPT
  for view in 1 2 3 4; do printf 'key Ctrl+%s\nexpect nothing cut\n' $view; done
  part source
  printf 'expect nothing cut\nclick "explicit loops"\nexpect nothing cut\n'
  part results
  printf 'expect nothing cut\nkey Ctrl+P\nexpect nothing cut\nkey Escape\nclick "top/settings"\nexpect nothing cut\nkey Escape\nclick "top/keys"\nexpect nothing cut\nkey Escape\n'
  if [ "$scale" = 2 ]; then
    printf 'language ko\n'
    for view in 1 2 3 4; do printf 'key Ctrl+%s\nexpect nothing cut\n' $view; done
    printf 'click "top/settings"\nexpect nothing cut\nkey Escape\nlanguage en\n'
  fi
  [ -z "$out" ] || echo "screenshot $out/$width-$scale.png"
}

# What counts is the size in letters: 2560x1440 at 200 % has the room of 1280x720 at 100 %, so that the large ones need not all be tried.
{
  for scale in 0.8 1 1.5 2; do check_size 1280 720 $scale; done
  for scale in 0.8 1 1.5 2; do check_size 1600 1000 $scale; done
  for scale in 1 2; do check_size 2560 1440 $scale; done
  for scale in 0.8 2; do check_size 3840 2160 $scale; done
} >"$script"
"$warpbook" --script "$script"
