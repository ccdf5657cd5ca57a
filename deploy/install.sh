#!/bin/sh
# Install the service into a new virtual environment: deploy/install.sh FOLDER
# The Dockerfile and tests/running/test_deploy.py both run this script, so the tested installation is the shipped one.
set -eu
home=$(cd "$(dirname "$0")/.." && pwd)
"${PYTHON:-python3}" -m venv "$1"
"$1/bin/python" -m pip install --quiet --disable-pip-version-check --no-cache-dir -r "$home/deploy/requirements.lock"
"$1/bin/python" -m pip install --quiet --disable-pip-version-check --no-cache-dir --no-deps "$home"
