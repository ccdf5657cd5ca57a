"""The HTTP contract: blueprints, schemas, errors. It reads requests and writes answers; no rule lives here."""
