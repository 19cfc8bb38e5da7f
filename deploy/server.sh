#!/bin/sh
# Starts the server with a user for each service (users.acl). Passwords go into a private file, as
# SHA-256: everybody on the machine can read a command line, and services can read the configuration.
# Environment: SERVER_PASSWORD for the user `default`, who may do everything; ENGINE_PASSWORD and so
# on for the others; SERVER_MEMORY; SERVER_CONFIGURATION and SERVER_USERS for the files' paths.
set -eu
umask 077
file=${SERVER_CONFIGURATION:-/run/bluemoon/server.conf}

user() { # NAME RULES VARIABLE
    eval "password=\${$3:?}"
    digest=$(printf %s "$password" | sha256sum | cut -d ' ' -f 1)
    printf 'user %s on #%s %s\n' "$1" "$digest" "$2" >> "$file"
    unset password "$3"
}

cat > "$file" <<END
appendonly yes
appendfsync always
save ""
maxmemory $SERVER_MEMORY
maxmemory-policy noeviction
END
user default '~* &* +@all' SERVER_PASSWORD
while read -r _ name rules; do
    user "$name" "$rules" "$(printf %s "$name" | tr '[:lower:]' '[:upper:]')_PASSWORD"
done < "${SERVER_USERS:-/users.acl}"
exec valkey-server "$file" "$@"
