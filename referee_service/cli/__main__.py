"""`python -m referee_service.cli` is `referee`."""

import sys

from referee_service.cli.main import main

sys.exit(main())
