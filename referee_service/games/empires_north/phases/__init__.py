"""Phases of a round: lookout, actions on the ring, expedition and clean-up."""
