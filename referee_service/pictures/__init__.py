"""Pictures: scenes of shapes and text as SVG and PNG. This package knows no game; `picture.py` of a game uses it."""
