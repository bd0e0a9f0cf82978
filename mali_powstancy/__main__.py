"""`python -m mali_powstancy`: the command line."""

import sys

from mali_powstancy.cli import main

if __name__ == "__main__":
    sys.exit(main())
