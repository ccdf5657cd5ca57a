"""Flask blueprints, one module per resource."""
