#!/usr/bin/env bash
# Prints the path of Chromium. If there is none, installs the Debian package first (needs root).
set -euo pipefail

find_chromium() { command -v chromium || command -v chromium-browser || command -v google-chrome; }

if ! find_chromium >/dev/null && [[ $EUID -eq 0 ]] && command -v apt-get >/dev/null; then
    bash "$(dirname "$0")/../../deploy/progress.sh" --count '^(Unpacking|Setting up) ' \
        "installing Chromium for the browser tests" \
        bash -c 'apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends chromium' || true
fi
find_chromium || {
    echo "Chromium is not installed and can't be installed here. The browser tests need it." >&2
    exit 1
}
