"""Content packs of The Castles of Burgundy: YAML rows and the lookup tables built from them."""
