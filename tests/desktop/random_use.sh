#!/usr/bin/env bash
# Uses the program at random, with mouse and keys, on a display of its own, and prints its memory each minute.
#
#   tests/desktop/random_use.sh PROGRAM [MINUTES] [SEED]
#
# Needs Xvfb and xdotool. The same seed sends the same events, though not in the same frames. Ctrl+Q is among the keys, so
# the program may end by itself; it is started again then. Any other end, or a panic, is a crash, and the script fails.
set -u
program=$(realpath "$1")
minutes=${2:-60}
seed=${3:-1}
width=1280 height=720
home=$(mktemp -d)

Xvfb -displayfd 3 -noreset -nolisten tcp -screen 0 ${width}x${height}x24 3>"$home/display" 2>/dev/null &
server=$!
running=
trap 'kill $running $server 2>/dev/null' EXIT
until [ -s "$home/display" ]; do sleep 0.2; done
export DISPLAY=:$(<"$home/display") HOME=$home XDG_RUNTIME_DIR=$home PHALANX_DATA=$home/data
unset WAYLAND_DISPLAY

start() {
    (cd "$home" && exec "$program" >>"$home/messages" 2>&1) &
    running=$!
    until xdotool search --onlyvisible --name 'Phalanx$' >/dev/null 2>&1; do
        kill -0 $running 2>/dev/null || return
        sleep 0.5
    done
}

# The answer is in REPLY: a subshell would draw its random numbers from another seed.
pick() { REPLY=${*:1 + RANDOM % $#:1}; }
# Most of the time anywhere; sometimes among the buttons of the panels.
place() {
    local x=$((RANDOM % width)) y=$((RANDOM % height))
    case $((RANDOM % 6)) in
        0) x=$((width - RANDOM % 300)) ;;
        1) y=$((RANDOM % 60)) ;;
    esac
    REPLY="$x $y"
}

keys=(q b o u g bracketleft bracketright p h a f c v m i e x l w s d space space Right Left Up Down r shift+r
    Home F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 F11 Tab Return Return Escape Escape Escape Delete BackSpace
    1 2 ctrl+1 ctrl+2 ctrl+a ctrl+z ctrl+z ctrl+y ctrl+n ctrl+o ctrl+s ctrl+shift+s ctrl+v ctrl+c ctrl+shift+c
    ctrl+shift+v ctrl+e ctrl+comma ctrl+equal ctrl+minus ctrl+0 0 period 9 comma question ctrl+q)
act() {
    local kind=$((RANDOM % 20)) at by to key button times=$((1 + RANDOM % 4))
    place; at=$REPLY
    place; by=$REPLY
    place; to=$REPLY
    pick "${keys[@]}"; key=$REPLY
    pick 1 1 1 2 3; button=$REPLY
    case $kind in
        0 | 1 | 2 | 3 | 4 | 5) xdotool mousemove $at click 1 ;;
        6) xdotool mousemove $at click 3 ;;
        7) xdotool mousemove $at click --repeat 2 --delay 60 1 ;;
        8 | 9 | 10) xdotool mousemove $at mousedown $button mousemove $by sleep 0.1 mousemove $to sleep 0.1 mouseup $button ;;
        11) xdotool mousemove $at click --repeat $times --delay 40 $((3 + (button > 1) + 1)) ;;
        12) # The next scenario, past the question about unsaved work, whose button is left of the middle.
            xdotool key Escape key Escape key F6 sleep 1 mousemove $((width / 2 - 170)) $((height / 2 + 30)) click 1 ;;
        13) # A key while a button is down.
            xdotool mousemove $at mousedown 1 mousemove $by key $key mousemove $to mouseup 1 ;;
        *) xdotool key $key ;;
    esac >/dev/null 2>&1
}

RANDOM=$seed
echo "seed $seed, $minutes minutes, $program, files in $home"
start
begin=$SECONDS minute=0 actions=0 quits=0 crashes=0
while [ $((SECONDS - begin)) -lt $((minutes * 60)) ]; do
    act
    actions=$((actions + 1))
    sleep 0.$((RANDOM % 5))5
    if ! kill -0 $running 2>/dev/null; then
        wait $running
        code=$?
        if [ $code -eq 0 ]; then
            quits=$((quits + 1))
        else
            crashes=$((crashes + 1))
            echo "action $actions: ended with $code"
            tail -5 "$home/messages"
        fi
        start
    fi
    if [ $((SECONDS - begin)) -ge $((minute * 60)) ]; then
        memory=$(awk '/VmRSS/ { print int($2 / 1024) }' /proc/$running/status 2>/dev/null)
        title=$(xdotool search --onlyvisible --name 'Phalanx$' getwindowname 2>/dev/null | tail -1)
        echo "minute $minute: $actions actions, ${memory:-?} MB, $quits quits, $crashes crashes, $title"
        minute=$((minute + 1))
    fi
done
panics=$(grep -c panicked "$home/messages")
echo "$actions actions, $quits quits, $crashes crashes, $panics panics"
[ $((crashes + panics)) -eq 0 ]
