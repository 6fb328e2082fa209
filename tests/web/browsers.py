"""The browser of the tests: which one, how it is started, and the screens it shows pages on."""

from __future__ import annotations

import shutil

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
]
PHONE, SCREEN = {"width": 390, "height": 844}, {"width": 1280, "height": 800}
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
"""How far a page sticks out to the right, in pixels."""
