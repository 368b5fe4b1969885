#!/usr/bin/env python3
"""The pages that people see, in a real browser: accounts, keys, webhooks, spend, approvals.

    pages.py --base http://127.0.0.1:8080 --profile ID --handoff ID [--screenshots FOLDER]

Signs up somebody new, then signs in as whom EMAIL and PASSWORD in the environment name, who owns the
profile and has the hand-off to decide. Every page is looked at in light and dark, wide and narrow: it
must be styled and must not need sideways scrolling. Ends with 0 when everything worked, with 1 and
what did not, with 77 when there is no Chromium to try with.
"""

import argparse
import base64
import hashlib
import json
import os
import pathlib
import re
import secrets
import sys
import urllib.parse

sys.dont_write_bytecode = True  # leaves nothing behind in a checkout

from browser import SKIPPED, Browser, Failed, Missing, Site, call, wait_for

WIDTHS = (1280, 390)
SCHEMES = ("light", "dark")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--base", required=True, help="address of the service")
    parser.add_argument("--profile", required=True, help="id of the profile")
    parser.add_argument("--handoff", required=True, help="id of a hand-off that waits")
    parser.add_argument("--screenshots", type=pathlib.Path, help="where to leave pictures")
    return parser.parse_args()


class Pages:
    def __init__(self, browser, given):
        self.browser, self.base, self.given = browser, given.base, given
        self.problems = []

    def open(self, path):
        self.browser.open(self.base + path)

    def text(self):
        return self.browser.run("return document.body.innerText")

    def says(self, words):
        """Waits for a page that says this."""
        return wait_for(f"a page that says {words!r}, at {self.browser.address()}",
                        lambda: words in self.text())

    def press(self, selector='button.main[type="submit"]'):
        self.browser.click(selector)

    def look(self, name):
        """At the open page, in every way in which people see it."""
        for scheme in SCHEMES:
            feature = {"name": "prefers-color-scheme", "value": scheme}
            self.browser.command("Emulation.setEmulatedMedia", features=[feature])
            for width in WIDTHS:
                self.browser.command(
                    "Emulation.setDeviceMetricsOverride",
                    width=width, height=900, deviceScaleFactor=1, mobile=width < 500,
                )
                self.judge(f"{name}, {width} pixels, {scheme}", scheme)
                if self.given.screenshots:
                    self.shoot(f"{name}-{width}-{scheme}.png")
        self.browser.command("Emulation.clearDeviceMetricsOverride")

    def judge(self, what, scheme):
        state = "return document.readyState"
        wait_for("the page", lambda: self.browser.run(state) == "complete")
        seen = self.browser.run("""
            const root = document.documentElement;
            const body = getComputedStyle(document.body);
            const rgb = /\\d+/g;
            const sum = (color) => color.match(rgb).slice(0, 3).reduce((a, b) => a + Number(b), 0);
            let ground = body.backgroundColor;
            if (ground === "rgba(0, 0, 0, 0)") ground = getComputedStyle(root).backgroundColor;
            const unnamed = [...document.querySelectorAll("input:not([type=hidden]), select, textarea")]
                .filter((field) => !field.labels.length && !field.ariaLabel);
            return {
                wide: root.scrollWidth > root.clientWidth,
                rules: [...document.styleSheets].reduce((n, sheet) => n + sheet.cssRules.length, 0),
                dark: sum(ground) < sum(body.color),
                headings: document.querySelectorAll("h1").length,
                unnamed: unnamed.map((field) => field.name),
            };
        """)
        expected = {"wide": False, "dark": scheme == "dark", "headings": 1, "unnamed": []}
        for key, value in expected.items():
            if seen[key] != value:
                self.problems.append(f"{what}: {key} is {seen[key]!r}")
        if not seen["rules"]:
            self.problems.append(f"{what}: no style")

    def shoot(self, name):
        taken = self.browser.command("Page.captureScreenshot", captureBeyondViewport=True)
        (self.given.screenshots / name).write_bytes(base64.b64decode(taken["data"]))


def walk(given, steps, told):
    """Goes through the steps, each with the pages, and ends as scripts do: how, is the result. `told` says what was seen."""
    given.base = given.base.rstrip("/")
    if given.screenshots:
        given.screenshots.mkdir(parents=True, exist_ok=True)
    try:
        with Browser() as browser:
            pages = Pages(browser, given)
            for step in steps:
                step(pages)
        if pages.problems:
            raise Failed("\n".join(pages.problems))
    except Missing as missing:
        print(json.dumps({"skipped": str(missing)}))
        return SKIPPED
    except Failed as failed:
        print(f"failed: {failed}", file=sys.stderr)
        return 1
    print(told)
    return 0


def accounts(pages):
    """Somebody new signs up and leaves; then the owner signs in, at the second try."""
    browser, email, password = pages.browser, os.environ["EMAIL"], os.environ["PASSWORD"]
    pages.open("/auth/sign-up")
    pages.look("sign-up")
    name = secrets.token_hex(4)
    browser.fill(name=f"New {name}", email=f"{name}@example.com", password=secrets.token_urlsafe(16))
    pages.press()
    wait_for("the start page", lambda: "/auth/" not in browser.address())
    pages.look("nowhere")
    browser.fill(name=f"Workspace {name}")
    pages.press()
    pages.says("Make a profile")
    pages.look("workspace")
    browser.fill(name="Shop", currency="EUR", timezone="Europe/Madrid")
    pages.press()
    pages.says("Create an API key")
    pages.open("/auth/sign-out")
    pages.look("sign-out")
    pages.press()
    wait_for("the sign-in page", lambda: "/auth/sign-in" in browser.address())
    # Signed out, every page leads here, and from here back to it.
    pages.open(f"/p/{pages.given.profile}")
    pages.look("sign-in")
    browser.fill(email=email, password="not the password 1")
    pages.press()
    wait_for("a refusal", lambda: browser.run("return !!document.querySelector('[role=alert]')"))
    pages.look("sign-in-refused")
    browser.fill(email=email, password=password)
    pages.press()
    wait_for("the profile", lambda: f"/p/{pages.given.profile}" in browser.address())
    pages.look("overview")


def key(pages):
    """A key is made with one scope, shown once, and does what it may and no more."""
    browser, page = pages.browser, f"/p/{pages.given.profile}/settings/developer"
    pages.open(page)
    pages.look("developer")
    browser.fill(name="Browser test")
    browser.run("""
        for (const box of document.querySelectorAll("[name=scope]")) {
            box.checked = box.value === "analytics:read";
        }
    """)
    pages.press(f'form[action="{page}/keys"] button.main')
    pages.says("svc_live_")
    pages.look("key")
    # Looked at once: parts of the page that come later move it.
    secret = re.search("svc_live_[A-Za-z0-9_-]{43}", pages.text()).group()
    period = "date_from=2026-06-01&date_to=2026-06-30"
    headers = {"Authorization": f"Bearer {secret}"}
    for path, expected in (("overview", 200), ("customers", 403)):
        address = f"{pages.base}/api/v1/{path}?{period}&goal=payment_received"
        status, answer = call("GET", address, headers=headers)
        if status != expected:
            raise Failed(f"the new key got {status} for {path}: {answer}")
    pages.open(page)
    if secret in browser.run("return document.documentElement.outerHTML"):
        raise Failed("the key is shown again")


def webhook(pages):
    """A webhook is made, its secret is copied, a test is sent, and it is switched off and deleted."""
    browser, page = pages.browser, f"/p/{pages.given.profile}/settings/developer/webhooks"
    pages.open(page)
    pages.look("webhooks-empty")
    browser.fill(url="https://hooks.example/in")
    pages.press(f'form[action="{page}"] button.main')
    pages.says("The list must have 1 to 100 items.")
    pages.look("webhooks-refused")
    browser.click('[value="conversion.recorded"]')
    pages.press(f'form[action="{page}"] button.main')
    pages.says("Copy the secret now")
    pages.look("webhook-secret")
    secret = browser.run("return document.getElementById('new-secret').textContent")
    browser.command("Browser.grantPermissions", origin=pages.base,
                    permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
    pages.press("[data-copies]")
    pages.says("Copied")
    if browser.run("return navigator.clipboard.readText()") != secret:
        raise Failed("the button copied something else")
    browser.click('section.note a.button')
    pages.says("Latest deliveries")
    if secret in browser.run("return document.documentElement.outerHTML"):
        raise Failed("the secret is shown again")
    one = urllib.parse.urlsplit(browser.address()).path
    pages.press(f'form[action="{one}/test"] button')
    pages.says("webhook-id")
    pages.look("delivery")
    pages.open(f"{page}/deliveries?status=")
    pages.says("conversion.recorded")
    pages.look("deliveries")
    pages.open(one)
    pages.press(f'form[action="{one}/enabled"] button')
    pages.says("somebody switched it off")
    pages.look("webhook-disabled")
    browser.run("""for (const menu of document.querySelectorAll("main details")) menu.open = true""")
    pages.press(f'form[action="{one}/delete"] button')
    pages.says("Nobody is told anything yet")


def spend(pages):
    """A file of spend is refused by the line that is wrong, then shown and written."""
    browser, page = pages.browser, f"/p/{pages.given.profile}/settings/developer/spend"

    def send(amount):
        row = f"2026-01-01,our_dsp,7,Spring “sale”,{amount}"
        lines = ["date,platform,campaign_id,campaign_name,spend", row, ""]
        text = json.dumps("\r\n".join(lines))
        browser.run(f"""
            const files = new DataTransfer();
            files.items.add(new File([{text}], "spend.csv", {{ type: "text/csv" }}));
            document.getElementById("file").files = files.files;
        """)
        pages.press(f'form[action="{page}/upload"] button.main')

    pages.open(page)
    pages.look("spend")
    send("1.5.0")
    pages.says("Line 2: spend is not a decimal")
    pages.look("spend-refused")
    send("1.500001")
    pages.says("Nothing is written yet")
    pages.says("1 Jan 2026")
    pages.look("spend-preview")
    pages.press(f'form[action="{page}/upload/written"] button.main')
    pages.says("Rows written")
    pages.look("spend-written")


def consent(pages, site):
    """An application is refused once and allowed once."""
    browser, back = pages.browser, site.at("/callback")
    registration = {"client_name": "Chart <b>bot</b>", "redirect_uris": [back]}
    status, client = call("POST", f"{pages.base}/oauth/mcp/register", registration)
    if status != 201:
        raise Failed(f"registration: {status} {client}")
    verifier = secrets.token_urlsafe(48)
    challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest())
    asking = f"{pages.base}/oauth/mcp/authorize?" + urllib.parse.urlencode({
        "response_type": "code", "client_id": client["client_id"], "redirect_uri": back,
        "scope": "mcp:read mcp:read_pii mcp:write", "state": "s t&a",
        "code_challenge": challenge.decode().rstrip("="), "code_challenge_method": "S256",
    })
    for button, expected in (("deny", "error"), ("approve", "code")):
        browser.open(asking)
        pages.says("Chart <b>bot</b>")
        if button == "deny":
            pages.look("consent")
        pages.press(f'button[value="{button}"]')
        wait_for("the way back", lambda: browser.address().startswith(back))
        told = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(browser.address()).query))
        if expected not in told or (told["state"], told["iss"]) != ("s t&a", pages.base):
            raise Failed(f"{button}: {told}")


def approval(pages):
    """A hand-off is approved, once."""
    path = f"/h/{pages.given.handoff}"
    pages.open(path)
    pages.look("hand-off")
    pages.press('button[value="approve"]')
    pages.says("Approved")
    pages.look("hand-off-approved")
    pages.open(path)
    if pages.browser.run("return document.querySelectorAll('[name=decision]').length"):
        raise Failed("a decided hand-off asks again")


def main():
    with Site() as site:
        site.pages = {"/callback": "<title>Back</title><h1>Back</h1>"}
        steps = (accounts, key, webhook, spend, lambda pages: consent(pages, site), approval)
        told = "pages: accounts, a key, a webhook, a file of spend, an application and an approval, in four views each"
        return walk(arguments(), steps, told)


if __name__ == "__main__":
    sys.exit(main())
