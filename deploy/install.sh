#!/bin/sh
# Install the service into a new virtual environment: deploy/install.sh FOLDER
# The Dockerfile runs this, and so does tests/running/test_deploy.py, so that what is shipped is what is tested.
set -eu
home=$(cd "$(dirname "$0")/.." && pwd)
"${PYTHON:-python3}" -m venv "$1"
"$1/bin/python" -m pip install --quiet --disable-pip-version-check --no-cache-dir -r "$home/deploy/requirements.lock"
"$1/bin/python" -m pip install --quiet --disable-pip-version-check --no-cache-dir --no-deps "$home"
