"""Effects: the functions that content rows name, their requirements, and the runner that carries them out."""
