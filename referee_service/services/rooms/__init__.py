"""Rooms: matches that several clients play together. The service keeps the state; each client has a credential."""
