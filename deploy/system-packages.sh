#!/bin/sh
# Install the packages of deploy/debian-packages.txt that are missing: as root, or with sudo if it needs no password.
# Otherwise print the one command to run, and exit with 1. `make system` and `make test` run this.
set -eu
packages=$(sed 's/#.*//' "$(dirname "$0")/debian-packages.txt")

if ! command -v dpkg-query >/dev/null; then
    echo "This is not a Debian system, so nothing is installed. The tests need what Debian calls:" $packages >&2
    exit 0
fi

missing=
for package in $packages; do
    state=$(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null) || state=unknown
    [ "$state" = installed ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

script="apt-get update && apt-get install -y --no-install-recommends$missing"
if ! command -v apt-get >/dev/null; then
    root=
elif [ "$(id -u)" = 0 ]; then
    root=env
elif sudo -n true 2>/dev/null; then
    root="sudo -n env"
else
    root=
fi
if [ -z "$root" ]; then
    echo "Debian packages are missing. Run as root: $script" >&2
    exit 1
fi
echo "== Debian packages:$missing"
exec $root DEBIAN_FRONTEND=noninteractive sh -c "$script"
