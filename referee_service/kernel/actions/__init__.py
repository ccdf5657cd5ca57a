"""Verbs that several games share: declining a question, ordering triggers, paying."""
