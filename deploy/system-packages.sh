#!/bin/sh
# Install the missing packages of deploy/debian-packages.txt: as root, or with sudo if it needs no password.
# Otherwise print the one command to run, and exit with 1. `make system` and `make test` run this.
set -eu

missing=$(sed 's/#.*//' "$(dirname "$0")/debian-packages.txt" | while IFS=: read -r package probe; do
    [ -z "$package" ] || eval "$probe" >/dev/null 2>&1 </dev/null || printf ' %s' "$package"
done)
[ -n "$missing" ] || exit 0

script="apt-get update && apt-get install -y --no-install-recommends$missing"
if ! command -v apt-get >/dev/null; then
    echo "Programs are missing, and this is not a Debian system. Install what Debian calls:$missing" >&2
    exit 1
elif [ "$(id -u)" = 0 ]; then
    root=env
elif sudo -n true 2>/dev/null; then
    root="sudo -n env"
else
    echo "Debian packages are missing. Run as root: $script" >&2
    exit 1
fi
echo "== Debian packages:$missing"
exec $root DEBIAN_FRONTEND=noninteractive sh -c "$script"
