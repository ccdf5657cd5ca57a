"""Verbs that several games share: decline a question, order triggers, pay."""
