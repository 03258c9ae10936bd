#!/usr/bin/env bash
# Does the window grow in long use?   tools/growth.sh WARPBOOK [MINUTES]     (10 minutes if not given)
# Drives the real window through rounds of typical use: lessons opened, run, stepped, scrubbed, looked at in every view, edited, checked, in both
# themes and two sizes. At the end of each round the process's resident memory is read. The first third may fill caches (letters, pictures, arenas
# of the heap); growth is what the last third has more than the middle third: over LIMIT_MIB (8) of it fails. Single rounds differ by more, as
# threads come and go and the heap gives pages back late: hence medians.
# Without a display it takes a virtual one (xvfb-run). Linux alone: it reads /proc.
set -euo pipefail
[ $# -ge 1 ] || { echo "usage: tools/growth.sh WARPBOOK [MINUTES]" >&2; exit 2; }
warpbook=$(realpath "$1")
cd "$(dirname "${BASH_SOURCE[0]}")/.."
[ -n "${DISPLAY:-}" ] || exec tests/gui/with_display.sh tools/growth.sh "$warpbook" "${2:-10}"
minutes=${2:-10}
limit_mib=${LIMIT_MIB:-8}
folder=$(mktemp -d)
trap 'kill "${window:-}" 2>/dev/null || true; rm -rf "$folder"' EXIT

# The window follows one long script; a picture saved at the end of a round says that the round is over.
rounds=$((minutes * 30))
for round in $(seq 1 "$rounds"); do
  cat tests/gui/growth_round.wbs
  echo "screenshot $folder/$round.png"
done >"$folder/use.wbs"
"$warpbook" --script "$folder/use.wbs" &
window=$!

printf '%6s %8s %9s %9s\n' round seconds 'RSS, MiB' 'most, MiB'
end=$((SECONDS + minutes * 60))
for round in $(seq 1 "$rounds"); do
  until [ -s "$folder/$round.png" ]; do
    kill -0 "$window" 2>/dev/null || { echo "the window is gone: the script has failed in round $round" >&2; exit 1; }
    sleep 0.05
  done
  rm "$folder/$round.png"
  awk -v round="$round" -v seconds="$SECONDS" '/^VmRSS/ { rss = $2 / 1024 } /^VmHWM/ { most = $2 / 1024 }
    END { printf "%6d %8d %9.1f %9.1f\n", round, seconds, rss, most }' "/proc/$window/status" | tee -a "$folder/table"
  [ $SECONDS -lt $end ] || break
done

median() { sed -n "$1,$2p" "$folder/table" | awk '{ print $3 }' | sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }
n=$(wc -l <"$folder/table")
[ "$n" -ge 6 ] || { echo "only $n rounds: too few to compare thirds; give it more minutes" >&2; exit 1; }
middle=$(median $((n / 3 + 1)) $((n * 2 / 3)))
last=$(median $((n * 2 / 3 + 1)) "$n")
awk -v middle="$middle" -v last="$last" -v limit="$limit_mib" -v n="$n" 'BEGIN {
  printf "%d rounds: median of the middle third %.1f MiB, of the last third %.1f MiB: %+.1f MiB (at most %+.1f)\n", n, middle, last, last - middle, limit
  exit last - middle > limit }'
