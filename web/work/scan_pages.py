"""Run as a program: a scan on standard input, its pages as JPEG on standard output, each after its length.

Exit code 2, and one line in English and one in Russian on standard error, when there is no page to be had.
"""

from __future__ import annotations

import sys

from companion.scans import ScanUnreadable, jpeg_pages
from web.work.limits import limit_memory


def main() -> int:
    """Turn one scan into pages."""
    limit_memory()
    try:
        for page in jpeg_pages(sys.stdin.buffer.read(), int(sys.argv[1])):
            sys.stdout.buffer.write(len(page).to_bytes(4) + page)
    except ScanUnreadable as error:
        print(error.en, error.ru, sep="\n", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
