"""The use cases of the referee: the API calls them, and workers run their searches.

Services import the kernel, the games, the bots and the store protocol, but neither Flask nor Redis; `create_app`
passes in the store and the search queue.
"""
