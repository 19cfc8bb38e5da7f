#!/usr/bin/env bash
# Prints where Chromium is; installs Debian's package first where there is none and we may.
set -euo pipefail

found() { command -v chromium || command -v chromium-browser || command -v google-chrome; }

if ! found >/dev/null && [[ $EUID -eq 0 ]] && command -v apt-get >/dev/null; then
    bash "$(dirname "$0")/../../deploy/progress.sh" --count '^(Unpacking|Setting up) ' \
        "installing Chromium for the tests in the browser" \
        bash -c 'apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends chromium' || true
fi
found || {
    echo "There is no Chromium, and it can't be installed here: the tests in the browser need it." >&2
    exit 1
}
