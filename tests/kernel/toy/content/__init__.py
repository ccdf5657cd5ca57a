"""Content of Caravan: schema, lookup tables, and the packs as YAML."""
