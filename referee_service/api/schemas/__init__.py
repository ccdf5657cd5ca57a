"""Request schemas and the parser that applies them."""
