"""Tools for agents that are language models: short texts and errors that say what to do next, without any protocol."""

from referee_sdk.agents.errors import AgentError
from referee_sdk.agents.storage import FolderStorage
from referee_sdk.agents.tools import AgentTools

__all__ = ["AgentError", "AgentTools", "FolderStorage"]
