#!/usr/bin/env python3
"""How a page of the console renews a part of itself, in a real browser.

    live.py [--script FILE]

Needs no service. Ends with 0, with 1 and what failed, or with 77 without a Chromium.
"""

import argparse
import pathlib
import sys
import time

sys.dont_write_bytecode = True  # leaves nothing behind in a checkout

from browser import Browser, Failed, Site, reply, run, wait_for

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "crates/interfaces/console/assets/live.js"
TEXT = "return document.body.innerText"
# What strangers wrote is escaped by the service; if it ever were not, nothing of it may run.
HOSTILE = "<script>window.ran = 1</script><img src=x onerror='window.ran = 1'>"


class Page(Site):
    """A page that says how often its part was asked for, under the policy that the console sends."""

    def __init__(self, script):
        super().__init__()
        self._script = script
        self.asked = 0
        self.moved = False

    def answer_get(self, request):
        if request.path == "/live.js":
            reply(request, 200, "text/javascript", self._script)
        elif request.path == "/part" and self.moved:
            self.asked += 1
            reply(request, 303, "text/html", b"", [("location", "/sign-in")])
        elif request.path == "/part":
            self.asked += 1
            reply(request, 200, "text/html", f"<p>part {self.asked}</p>{HOSTILE}".encode())
        else:
            parts = f"script-src {self.at('/live.js')}; connect-src {self.at('/part')}"
            markup = b"<script src=/live.js defer></script><div data-live=/part><p>at first</p></div>"
            policy = ("content-security-policy", f"default-src 'none'; {parts}")
            reply(request, 200, "text/html", markup, [policy])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--script", type=pathlib.Path, default=SCRIPT)
    script = parser.parse_args().script.read_bytes()
    with Page(script) as site, Browser() as browser:
        browser.open(site.at("/page"))
        if "at first" not in browser.run(TEXT):
            raise Failed("the page has not what it came with")
        for words in ("part 1", "part 2"):
            wait_for(words, lambda: words in browser.run(TEXT), seconds=15)
        if browser.run("return window.ran || null") is not None:
            raise Failed("something in the part was run")
        # Whoever was signed out meanwhile keeps what was there, and is not sent elsewhere.
        site.moved = True
        before = site.asked
        wait_for("another question", lambda: site.asked > before, seconds=15)
        time.sleep(0.5)
        if f"part {before}" not in browser.run(TEXT):
            raise Failed("what was there is gone")
    print("ok")


if __name__ == "__main__":
    run(main)
