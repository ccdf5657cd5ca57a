"""The service of this process, made once: for `--app tests.sdk.service:shared`."""

from functools import cache

from referee_service.app import create_app

shared = cache(create_app)
