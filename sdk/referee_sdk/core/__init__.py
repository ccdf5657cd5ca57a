"""Sans-IO core: every rule of sending, written once as generators.

A call is a generator. It yields the requests to send and the pauses to make, receives responses, and returns its
result. `Client` and `AsyncClient` perform these steps, each in its own way.
"""
