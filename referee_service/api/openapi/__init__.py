"""OpenAPI document, its example requests, and the reference page that shows it."""
