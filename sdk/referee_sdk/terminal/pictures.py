"""Pictures of a terminal: files that only this user can read, opened in a window if there is a display."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import mkdtemp
from threading import Thread

from referee_sdk.chat import Attachment


def picture_viewer() -> str | None:
    """Return the command that opens a file in a window; None without a display."""
    if sys.platform == "darwin":
        return None if os.environ.get("SSH_CONNECTION") else "open"
    has_display = bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    return shutil.which("xdg-open") if has_display else None


class PictureFolder:
    """Temporary folder with the pictures of one terminal. It stays, so that they can be opened later."""

    def __init__(self) -> None:
        self._folder: Path | None = None

    def write(self, picture: Attachment) -> Path:
        """Write a picture to a file, open it if there is a display, and return its path. Raises `OSError`."""
        self._folder = self._folder or Path(mkdtemp(prefix="referee-"))
        file = self._folder / picture.name
        file.write_bytes(picture.content)
        viewer = picture_viewer()
        if viewer is not None:
            quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "stdin": subprocess.DEVNULL}
            Thread(target=subprocess.run, args=([viewer, file],), kwargs=quiet, daemon=True).start()
        return file
