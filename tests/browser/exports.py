#!/usr/bin/env python3
"""The pages of exports, in a real browser: an account, a destination, a rule, a test, a delivery.

    exports.py --base http://127.0.0.1:8080 --profile ID [--screenshots FOLDER]

Signs in as whom EMAIL and PASSWORD in the environment name, who owns the profile; KEY is an API key of
it with events:write, and TOKEN one that the social network's stand-in accepts. Every page is looked at
as in pages.py. Ends with 0 when everything worked, with 1 and what did not, with 77 when there is no
Chromium to try with.
"""

import argparse
import datetime
import os
import pathlib
import sys
import uuid
from functools import partial

sys.dont_write_bytecode = True  # leaves nothing behind in a checkout

from browser import Failed, call, wait_for
from pages import walk

ELSEWHERE = "Meta is asked elsewhere here"
RUN_SECONDS = 120


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--base", required=True, help="address of the service")
    parser.add_argument("--profile", required=True, help="id of the profile")
    parser.add_argument("--screenshots", type=pathlib.Path, help="where to leave pictures")
    return parser.parse_args()


def sign_in(pages, page):
    pages.open(page)
    pages.browser.fill(email=os.environ["EMAIL"], password=os.environ["PASSWORD"])
    pages.press()
    pages.says("No account is connected")
    pages.says(ELSEWHERE)
    pages.look("exports-empty")


def destination(pages, page):
    """An account is connected by a pasted token, and a data set there is to be told."""
    browser = pages.browser
    pages.press('[name="provider"][value="social_ads"]')
    pages.says("A system user's token")
    browser.fill(token=os.environ["TOKEN"])
    pages.press('form[action$="/token"] button')
    pages.says("Which account at Meta?")
    pages.press()
    pages.says("Connected")
    pages.open(page)
    browser.fill(target="5551")
    pages.press(f'form[action="{page}/destinations"] button.main')
    pages.says("Ships on the next run, as long as its account is connected.")
    pages.look("exports-destinations")


def rule(pages, page):
    """A rule is refused beside its field, foretold, made, and tried on what happened."""
    browser = pages.browser
    browser.click(f'a[href="{page}/rules/new"]')
    pages.says("New export rule")
    pages.look("exports-new-rule")
    # From top to bottom: what has been scrolled away may lie below the bar.
    browser.fill(name="Won deals")
    browser.click('[name="trigger_mode"][value="stage_entered"]')
    browser.click('[name="destinations"][value="social_capi"]')
    browser.fill(priority="0")
    pages.press('button[formaction$="/rules/preview"]')
    pages.says("The priority must be 1 to 999.")
    pages.look("exports-rule-refused")
    browser.fill(to_stage="won", priority="7")
    browser.click('[name="destination_id"] option:last-child')
    pages.press('button[formaction$="/rules/preview"]')
    pages.says("Would have read in 30 days")
    pages.says("The rule has nothing to tell there")
    pages.look("exports-preview")
    pages.press(f'form[action="{page}/rules"] button.main')
    pages.says("Moves into won")
    pages.press('form[method="get"] button')
    pages.says("Would have been told")
    pages.look("exports-rule")


def test(pages, page):
    """A test is sent, and its result is told."""
    browser = pages.browser
    pages.open(page)
    browser.click(f'a[href^="{page}/destinations/"]')
    pages.says("Send a test")
    browser.fill(test_event_code="TEST123")
    pages.press('form[action$="/test"] button.main')
    pages.says("The platform took the test")
    pages.says("would be left out here")
    pages.look("exports-test")


def delivery(pages, page):
    """A deal without a value is won, and the ledger says why nobody was told of it."""
    browser = pages.browser
    event = {
        "event_type": "closed_won", "email": "ana@shop.example", "pipeline": {"to_stage": "won"},
        "event_time": datetime.datetime.now(datetime.timezone.utc).isoformat(),
    }
    headers = {"Authorization": f"Bearer {os.environ['KEY']}", "Idempotency-Key": str(uuid.uuid4())}
    status, answer = call("POST", f"{pages.base}/api/v1/events", event, headers)
    if status != 201:
        raise Failed(f"the event got {status}: {answer}")

    def told():
        pages.open(f"{page}/deliveries?status=skipped")
        return "A purchase needs a value and a currency." in pages.text()

    wait_for("a delivery with its reason", told, RUN_SECONDS, every=0.5)
    pages.open(f"{page}/deliveries")
    pages.says("Test")
    pages.look("exports-deliveries")
    pages.open(f"{page}/deliveries?skip_reason=missing_value")
    browser.click(f'a.person[href^="{page}/deliveries/"]')
    pages.says("Send value_amount and currency, or use a fixed value.")
    pages.says("Nothing was sent")
    if "ana@shop.example" in browser.run("return document.documentElement.outerHTML"):
        raise Failed("the person is shown")
    pages.look("exports-delivery")


def main():
    given = arguments()
    page = f"/p/{given.profile}/settings/developer/exports"
    steps = [partial(step, page=page) for step in (sign_in, destination, rule, test, delivery)]
    return walk(given, steps, "exports: an account, a destination, a rule, a test and a delivery, in four views each")


if __name__ == "__main__":
    sys.exit(main())
