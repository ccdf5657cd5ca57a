"""Content packs of Settlement: YAML rows and the lookup tables built from them."""
