#!/usr/bin/env bash
# Tests the alerts with promtool: the one on the PATH, or the one in Debian's package `prometheus`,
# unpacked into a folder that goes away again. Where neither can be had it says so in one line, and
# that is no failure.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/prometheus"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

unpacked() {
    command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null || return 1
    [[ $EUID -ne 0 ]] || apt-get update -qq >"$work/apt.log" 2>&1 || true
    (cd "$work" && apt-get download -qq prometheus >>apt.log 2>&1 && dpkg-deb -x prometheus_*.deb .)
}

promtool=$(command -v promtool || true)
if [[ -z "$promtool" ]] && unpacked; then
    promtool="$work/usr/bin/promtool"
fi
if [[ -z "$promtool" ]]; then
    echo "The alerts are not tested here: there is no promtool, and it can't be downloaded."
    exit 0
fi
"$promtool" check config prometheus.yml
"$promtool" test rules alerts_test.yml
