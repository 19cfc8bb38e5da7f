#!/usr/bin/env bash
# Prints where Chromium is; installs Debian's package first where there is none and we may.
set -euo pipefail

found() { command -v chromium || command -v chromium-browser || command -v google-chrome; }

if ! found >/dev/null && [[ $EUID -eq 0 ]] && command -v apt-get >/dev/null; then
    echo "==> installing Chromium for the tests in the browser" >&2
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium; } >&2 ||
        true
fi
found || {
    echo "There is no Chromium, and it can't be installed here: the tests in the browser need it." >&2
    exit 1
}
