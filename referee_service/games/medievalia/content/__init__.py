"""Components of Medievalia: the schema of a content pack and the tables built from it."""
