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

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "crates/interfaces/console-kit/assets/live.js"
TEXT = "return document.body.innerText"
# As wide as the console's table of hosts is beside a narrow window.
STYLE = b".scroll { overflow-x: auto; width: 5rem } .scroll p { width: 50rem }"
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
        elif request.path == "/live.css":
            reply(request, 200, "text/css", STYLE)
        elif request.path == "/part" and self.moved:
            self.asked += 1
            reply(request, 303, "text/html", b"", [("location", "/sign-in")])
        elif request.path == "/part":
            self.asked += 1
            reply(request, 200, "text/html", f"<div class=scroll><p>part {self.asked}</p></div>{HOSTILE}".encode())
        else:
            parts = f"script-src {self.at('/live.js')}; connect-src {self.at('/part')}"
            parts = f"{parts}; style-src {self.at('/live.css')}"
            markup = (
                b"<!doctype html><link rel=stylesheet href=/live.css>"
                b"<script src=/live.js defer></script>"
                b"<section><button type=button data-stops aria-pressed=false hidden>Stop</button>"
                b"<div data-live=/part><p>at first</p></div></section>"
            )
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
        # Whoever has moved the table sideways finds it as it was.
        browser.run("document.querySelector('.scroll').scrollLeft = 30")
        before = site.asked
        wait_for("a new part", lambda: f"part {before + 1}" in browser.run(TEXT), seconds=15)
        if browser.run("return document.querySelector('.scroll').scrollLeft") != 30:
            raise Failed("the table went back to its beginning")
        # The button stops it, says so, and lets it go on.
        stop = "const stop = document.querySelector('[data-stops]'); "
        press = f"{stop} stop.click(); return stop.ariaPressed"
        if browser.run(f"{stop} return stop.hidden"):
            raise Failed("nobody can stop it")
        if browser.run(press) != "true":
            raise Failed("the button does not say that it is pressed")
        time.sleep(0.5)
        before = site.asked
        time.sleep(6)
        if site.asked != before:
            raise Failed("it goes on although it was stopped")
        if browser.run(press) != "false":
            raise Failed("the button still says that it is pressed")
        wait_for("another part", lambda: f"part {before + 1}" in browser.run(TEXT), seconds=15)
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
