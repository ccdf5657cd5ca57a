"""The verbs of Medievalia, one file each."""
