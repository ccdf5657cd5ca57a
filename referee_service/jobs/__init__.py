"""Searches in other processes: an RQ queue in Redis, the function that its workers run, and the workers.

Redis holds only JSON. Workers on several hosts need the settings of the service: REDIS_URL, and REFEREE_SECRET for
guarded matches.
"""
