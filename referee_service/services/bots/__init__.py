"""Bot moves and jobs: requests to bots, search tasks, and the queue protocol."""
