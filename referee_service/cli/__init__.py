"""Command line of the service: one module per group of commands."""
