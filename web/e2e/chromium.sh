#!/usr/bin/env bash
# Prints the path of Chromium: CHROMIUM if it is set, else the one on the PATH. If there is none, installs the
# Debian package first (needs root).
set -euo pipefail

find_chromium() {
    command -v "${CHROMIUM:-chromium}" || command -v chromium-browser || command -v google-chrome
}

if ! find_chromium >/dev/null && [[ $EUID -eq 0 ]] && command -v apt-get >/dev/null; then
    bash "$(dirname "$0")/../../deploy/progress.sh" --count '^(Unpacking|Setting up) ' \
        "installing Chromium for the browser tests" \
        bash -c 'apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends chromium' || true
fi
find_chromium || {
    echo "The browser tests need Chromium, which is not installed and can't be installed here." \
        "Install it (on Debian: sudo apt-get install chromium), or set CHROMIUM to the path of Chromium or Chrome." \
        "To run only the Python tests: make test ARGS=tests" >&2
    exit 1
}
