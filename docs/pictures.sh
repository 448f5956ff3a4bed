#!/usr/bin/env bash
# Draws the pictures of README and book, without a display. Usage: bash docs/pictures.sh [PHALANX]
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
