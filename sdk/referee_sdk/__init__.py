"""Python client of the Referee rules service.

The client itself arrives with the HTTP service; so far this package holds its name and version only.
"""

__version__ = "0.1.0"
