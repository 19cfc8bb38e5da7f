#!/bin/sh
# Starts the server with its password in a private file: everybody on the machine can read a command
# line. Environment: SERVER_PASSWORD, SERVER_MEMORY, and SERVER_CONFIGURATION for the file's path.
set -eu
umask 077
file=${SERVER_CONFIGURATION:-/run/bluemoon/server.conf}
cat > "$file" <<END
appendonly yes
appendfsync always
save ""
maxmemory $SERVER_MEMORY
maxmemory-policy noeviction
requirepass "$SERVER_PASSWORD"
END
unset SERVER_PASSWORD
exec valkey-server "$file" "$@"
