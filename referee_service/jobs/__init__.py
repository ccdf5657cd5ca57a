"""Searches in other processes: an RQ queue in Redis, the function that its workers run, and the workers.

Redis holds only JSON. Workers on several hosts need nothing in common but the same REDIS_URL.
"""
