"""Verbs of Medievalia, one module each."""
