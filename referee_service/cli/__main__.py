"""Entry point of `python -m referee_service.cli`, the same command as `referee`."""

import sys

from referee_service.cli.main import main

sys.exit(main())
