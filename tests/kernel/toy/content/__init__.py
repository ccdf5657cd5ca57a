"""Content of the toy game: its tables, and its packs as YAML."""
