#!/usr/bin/env bash
# Draws every screen of the window in both themes and lays the pictures out on two sheets:   tools/contact_sheet.sh [WARPBOOK]
#   assets/screenshots/contact-light.png, contact-dark.png; the single screens stay in build/contact/THEME.
# Without a display it takes a virtual one (xvfb-run). Needs ImageMagick's montage.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
warpbook=${1:-./run.sh}
command -v montage >/dev/null || { echo "error: montage was not found (apt-get install imagemagick)" >&2; exit 2; }
show=()
[ -n "${DISPLAY:-}" ] || show=(tests/gui/with_display.sh)
for theme in light dark; do
  out=build/contact/$theme
  mkdir -p "$out"
  rm -f "$out"/*.png
  sed "s|THEME|$theme|; s|OUT/|$out/|" assets/contact_sheet.wbs >"$out/sheet.wbs"
  "${show[@]}" "$warpbook" --script "$out/sheet.wbs"
  background=$([ $theme = dark ] && echo '#16181D' || echo '#F6F4EF')
  ink=$([ $theme = dark ] && echo '#E8E6E1' || echo '#22252A')
  montage -label '%t' "$out"/*.png -tile 4x -geometry 560x350+8+8 -background "$background" -fill "$ink" -pointsize 15 -depth 8 \
          -quality 92 "assets/screenshots/contact-$theme.png"
  echo "assets/screenshots/contact-$theme.png: $(ls "$out"/*.png | wc -l) screens"
done
