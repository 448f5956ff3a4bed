#!/usr/bin/env bash
# Draws the pictures of README and book. Usage: bash docs/pictures.sh [PHALANX]
# PHALANX is the program, by default built from this checkout.
set -euo pipefail
cd "$(dirname "$0")/.."
if [ $# -gt 0 ]; then
    phalanx=("$1")
else
    phalanx=(cargo run --release --quiet --)
fi
out=docs/src/images
mkdir -p "$out"

shot() { "${phalanx[@]}" shot "$@" --size 800x450; }

"${phalanx[@]}" film boulder --from 0 --to 640 --doctrine 'A*' --beside 'Map Marker' --size 960x540 --out "$out/boulder.gif"
shot boulder --tick 1 --doctrine 'Map Marker' --overlay markers --out "$out/map-marker.png"
shot patrol --tick 1920 --overlay directions --out "$out/direction-map.png"
shot glest-1 --tick 1 --overlay influence --out "$out/influence.png"
shot orca-circle --tick 160 --doctrine ORCA --out "$out/orca.png"
shot hybrid-rocks --tick 240 --doctrine 'Hybrid potential field' --overlay 'potential field' --out "$out/potential-field.png"

# The window itself, on a display of its own. Needs Xvfb, xdotool and ImageMagick.
for tool in Xvfb xdotool import; do
    if ! command -v "$tool" >/dev/null; then
        echo "$out/sandbox.png is left as it is: $tool is missing" >&2
        exit 0
    fi
done
home=$(mktemp -d)
Xvfb -displayfd 3 -noreset -nolisten tcp -screen 0 1440x900x24 3>"$home/display" 2>/dev/null &
server=$!
trap 'kill "$window" "$server" 2>/dev/null; rm -rf "$home"' EXIT
window=$server
until [ -s "$home/display" ]; do sleep 0.2; done
export DISPLAY=:$(<"$home/display") XDG_RUNTIME_DIR=$home PHALANX_DATA=$home/data
unset WAYLAND_DISPLAY
"${phalanx[@]}" open boulder &
window=$!
until id=$(xdotool search --onlyvisible --name 'Phalanx$' | head -n 1) && [ -n "$id" ]; do
    kill -0 "$window"
    sleep 0.5
done
# A black screen is a small file.
until import -window root "$home/sandbox.png" && [ "$(stat -c %s "$home/sandbox.png")" -gt 50000 ]; do sleep 0.5; done
xdotool windowfocus "$id"
sleep 3
xdotool key space
xdotool key m
sleep 5
import -window root "$out/sandbox.png"
