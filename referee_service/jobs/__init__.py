"""Searches done by other processes: an RQ queue in Redis, the function its workers run, and the workers.

Only JSON goes in and out. Several hosts need nothing in common but the same REDIS_URL.
"""
