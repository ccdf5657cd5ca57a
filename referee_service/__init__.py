"""Referee: a rules backend for board games.

kernel knows no game; games know no service; services know no Flask. Everything below the service layer is pure.
"""

__version__ = "0.1.0"
