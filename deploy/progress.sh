#!/usr/bin/env bash
# Runs a long command and shows its progress instead of its output. On a terminal, one line counts up. In a log,
# a line is added every 30 s. The command's output is shown only if it fails.
#
# progress.sh [--count PATTERN [--of TOTAL]] TITLE COMMAND...
#     PATTERN (grep -E) matches one output line per finished package.
set -euo pipefail

pattern="" total=""
while [[ $1 == --* ]]; do
    case $1 in
        --count) pattern=$2 ;;
        --of) total=$2 ;;
        *) echo "progress.sh: unknown option $1" >&2; exit 2 ;;
    esac
    shift 2
done
title=$1
shift

LINE_SECONDS=30
output=$(mktemp)
if [[ -t 2 ]]; then on_terminal=1; else on_terminal=""; fi

state() {
    local count
    if [[ -n $pattern ]]; then
        count=$(grep -cE "$pattern" "$output" || true)
        echo "$count${total:+ of $total} packages, $SECONDS s"
    else
        echo "$SECONDS s"
    fi
}

show() { printf '\r\033[K==> %s: %s' "$title" "$(state)" >&2; }

# $$ is the script: end if it was killed.
watch() {
    local last_line=0
    while sleep 0.5 && kill -0 $$ 2>/dev/null; do
        if [[ $on_terminal ]]; then
            show
        elif ((SECONDS - last_line >= LINE_SECONDS)); then
            last_line=$SECONDS
            echo "    $title: $(state)" >&2
        fi
    done
}

clean_up() {
    kill "$watcher" 2>/dev/null || true
    wait "$watcher" 2>/dev/null || true
    [[ ! $on_terminal ]] || { show && echo >&2; }
    rm -f "$output"
}

[[ $on_terminal ]] || echo "==> $title" >&2
watch &
watcher=$!
trap clean_up EXIT
# In the foreground, so that Ctrl-C reaches it.
failed=0
"$@" >"$output" 2>&1 </dev/null || failed=$?
if ((failed)); then
    echo >&2
    cat "$output" >&2
    echo "==> $title: failed with exit code $failed" >&2
fi
exit "$failed"
