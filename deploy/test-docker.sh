#!/usr/bin/env bash
# Runs the service tests on a server in a container, through testcontainers.
#
# Uses the running Docker engine, or starts one for the duration of the tests. Pulls no image: it
# builds one from this machine's redis-server and its libraries. If no engine is available, it
# prints one line and succeeds.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

IMAGE=bluemoon-test-redis
ENGINE_SECONDS=120

work=$(mktemp -d)
engine_pid=""

finish() {
    if [[ -n "$engine_pid" ]]; then
        kill "$engine_pid" 2>/dev/null || true
        wait "$engine_pid" 2>/dev/null || true
    fi
    rm -rf "$work" 2>/dev/null || true
}
trap finish EXIT

skip() {
    echo "Skipped the container tests: $1."
    exit 0
}

# Finds a command, or installs its Debian package if possible.
ensure() {
    command -v "$1" >/dev/null && return
    [[ $EUID -eq 0 ]] && command -v apt-get >/dev/null || return 1
    echo "--> installing $2"
    { apt-get update -qq && apt-get install -y -qq --no-install-recommends "$2"; } \
        >"$work/apt.log" 2>&1 && command -v "$1" >/dev/null
}

start_engine() {
    echo "--> starting a Docker engine"
    export DOCKER_HOST="unix://$work/docker.sock"
    dockerd --host "$DOCKER_HOST" --data-root "$work/data" --exec-root "$work/exec" \
        --pidfile "$work/docker.pid" >"$work/dockerd.log" 2>&1 &
    engine_pid=$!
    for ((second = 0; second < ENGINE_SECONDS; second++)); do
        docker version >/dev/null 2>&1 && return
        kill -0 "$engine_pid" 2>/dev/null || break
        sleep 1
    done
    local reason
    reason=$(grep -E 'failed|error|fatal' "$work/dockerd.log" | tail -n 1 | tr -d '"' | cut -c 1-200)
    skip "the Docker engine does not start (${reason:-no reason given})"
}

# Builds an image with only the server and its libraries.
build_image() {
    echo "--> building the image $IMAGE"
    local server root="$work/root"
    server=$(readlink -f "$(command -v redis-server)")
    mkdir -p "$root/data" "$root/tmp" "$root/usr/bin"
    while read -r library; do
        mkdir -p "$root$(dirname "$library")"
        cp -L "$library" "$root$library"
    done < <(ldd "$server" | grep -oE '/[^ ]+')
    cp "$server" "$root/usr/bin/redis-server"
    tar -C "$root" -c . | docker import --change 'ENV PATH=/usr/bin' --change 'WORKDIR /data' \
        --change 'EXPOSE 6379' - "$IMAGE" >/dev/null
}

ensure docker docker.io || skip "docker is not installed and can't be installed"
if ! docker version >/dev/null 2>&1; then
    [[ $EUID -eq 0 ]] || skip "no Docker engine is running, and only root can start one"
    ensure dockerd docker.io || skip "no Docker engine is running or installed"
    start_engine
fi
if ! docker image inspect "$IMAGE" >/dev/null 2>&1; then
    ensure redis-server redis-server || skip "redis-server is not installed and can't be installed"
    build_image
fi

echo "--> testing on $(docker version --format 'Docker {{.Server.Version}}')"
export TESTCONTAINERS_RYUK_DISABLED=true
export BLUEMOON_TEST_SERVER_KIND=docker
.venv/bin/python -m pytest -n "${WORKERS:-auto}" tests/services -k "not cluster" "$@"
