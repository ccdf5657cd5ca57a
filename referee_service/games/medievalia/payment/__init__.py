"""Rules of payments: sources, affordability, and the cheapest way to pay."""
