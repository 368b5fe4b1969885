#!/usr/bin/env python3
"""Who is one person, in a real browser: the queue by its keys, several pairs at once, a split, forgetting somebody.

    people.py --base http://127.0.0.1:8080 --profile ID [--screenshots FOLDER]

Signs in as whom EMAIL and PASSWORD in the environment name, who owns the profile; KEY is an API key of it with
attribution:write, customers:read and events:write. Nobody may be known there before. Every page is looked at as in
pages.py. Ends with 0 when everything worked, with 1 and what did not, with 77 when there is no Chromium to try with.
"""

import argparse
import datetime
import os
import pathlib
import sys
import urllib.parse
import uuid
from functools import partial

sys.dont_write_bytecode = True  # leaves nothing behind in a checkout

from browser import Failed, call, wait_for
from pages import walk

SOON = 90  # seconds until customers have been compared
# Each is there twice, under another address and with a slip in the number.
TWINS = ("ana", "eva", "ida", "lea", "zoe")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--base", required=True, help="address of the service")
    parser.add_argument("--profile", required=True, help="id of the profile")
    parser.add_argument("--screenshots", type=pathlib.Path, help="where to leave pictures")
    return parser.parse_args()


def ask(pages, method, path, body, expected):
    headers = {"Authorization": f"Bearer {os.environ['KEY']}", "Idempotency-Key": str(uuid.uuid4())}
    status, answer = call(method, f"{pages.base}/api/v1/{path}", body, headers)
    if status != expected:
        raise Failed(f"{path} got {status}: {answer}")
    return answer


def paid(pages, **who):
    now = datetime.datetime.now(datetime.timezone.utc).isoformat()
    event = {"event_type": "payment_received", "value_amount": "12.50", "currency": "EUR", "event_time": now}
    ask(pages, "POST", "events", {**event, **who}, 201)


def found(pages, text):
    query = urllib.parse.urlencode({"q": text})
    return ask(pages, "GET", f"customers/search?{query}", None, 200)["data"]


def people(pages):
    rows = [
        {"email": f"{name}.soto@{host}.example", "phone": f"+569{number}777777{slip}",
         "first_name": name.title(), "last_name": "Soto"}
        for number, name in enumerate(TWINS, 3) for slip, host in enumerate(("mail", "work"))
    ]
    ask(pages, "POST", "customers", {"rows": rows}, 200)
    for name in TWINS:
        paid(pages, email=f"{name}.soto@mail.example")


def sign_in(pages, queue):
    pages.open(queue)
    pages.browser.fill(email=os.environ["EMAIL"], password=os.environ["PASSWORD"])
    pages.press()
    pages.says("Nobody waits")
    pages.look("queue-empty")


def decide(pages, letter):
    """Presses a letter once the page takes it."""
    ready = "return document.activeElement.hasAttribute('data-keys')"
    wait_for("the focus on what is decided", lambda: pages.browser.run(ready))
    pages.browser.type(letter)


def decisions(pages, queue):
    """The keys decide while the pair has the focus, and nowhere else; each decision leads to the next pair."""
    browser = pages.browser
    people(pages)
    pages.open(queue)
    pages.press(f'form[action="{queue}/scan"] button')

    def compared():
        pages.open(queue)
        return "5 waiting" in pages.text() and "€12.50" in pages.text()

    wait_for("five pairs with their money", compared, SOON, every=0.5)
    pages.says("They are almost certainly one")
    pages.says("Phone numbers that differ by one digit")
    pages.look("queue")
    pages.open(queue)
    browser.run(f"document.querySelector('form[action=\"{queue}/scan\"] button').focus()")
    browser.type("d")
    browser.run("document.querySelector('[name=id]').focus()")
    browser.type("d")
    pages.open(queue)
    pages.says("5 waiting")
    for letter, left in (("d", "4 waiting"), ("s", "3 waiting"), ("m", "2 waiting")):
        decide(pages, letter)
        pages.says(left)
    for words in ("1 merged", "1 dismissed", "1 put off"):
        pages.says(words)


def history(pages, queue):
    """A merge is undone from the history."""
    page = queue.removesuffix("/proposals")
    pages.open(page)
    pages.says("Leads there")
    pages.look("history")
    pages.press('form[action$="/undo"] button')
    gone = "return !document.querySelector('form[action$=\"/undo\"]')"
    wait_for("a history without a merge that stands", lambda: pages.browser.run(gone))


def selection(pages, queue):
    """Two pairs are previewed, merged and taken back at once."""
    browser = pages.browser
    pages.open(queue)
    browser.run("for (const box of document.querySelectorAll('[name=id]')) box.click()")
    pages.press(f'form[action="{queue}/selection"] button')
    pages.says("Make 2 merges")
    pages.says("€25.00")
    pages.look("selection")
    decide(pages, "m")
    pages.says("2 merges were made")
    pages.look("selection-made")
    pages.press('form[action$="/undo"] button')
    pages.says("Leads there")
    pages.open(queue)
    pages.says("4 dismissed")


def split(pages, queue):
    """Somebody whose number is another's is two people, with the money shown before, and one again."""
    browser = pages.browser
    ask(pages, "POST", "events", {"event_type": "lead_created", "email": "ann@mail.example", "phone": "+56987654321"}, 201)
    paid(pages, phone="+56987654321")

    def known():
        return [row["customer_profile_id"] for row in found(pages, "+56987654321")]

    [ann] = known()
    page = f"{queue.removesuffix('/merges/proposals')}/customers/{ann}"
    pages.open(page)
    pages.look("person")
    browser.click(f'a[href="{page}/identity"]')
    pages.says("+56987654321")
    pages.look("identity")
    browser.click('[aria-label="Choose +56987654321"]')
    pages.press(f'form[action="{page}/identity"] button')
    pages.says("Nothing is changed yet")
    pages.says("€12.50")
    pages.look("split")
    if known() != [ann]:
        raise Failed("looking at a split makes it")
    pages.press()
    pages.says("Went to")
    pages.look("split-made")
    if known() == [ann]:
        raise Failed("the number is whose it was")
    pages.press('form[action$="/undo"] button')
    gone = "return !document.querySelector('form[action$=\"/undo\"]')"
    wait_for("no split that stands", lambda: browser.run(gone))
    if known() != [ann]:
        raise Failed("the number did not come back")


def forgotten(pages, queue):
    """Somebody is forgotten once it is typed, and found by nothing any more."""
    browser = pages.browser
    [ann] = [row["customer_profile_id"] for row in found(pages, "ann@mail.example")]
    page = f"{queue.removesuffix('/merges/proposals')}/customers/{ann}"
    pages.open(page)
    browser.fill(typed="forge")
    pages.press("button.bad")
    if not browser.run("return document.querySelector('#typed').matches(':invalid')"):
        raise Failed("half a word is enough")
    browser.fill(typed="forget")
    pages.press("button.bad")
    shown = "return document.documentElement.outerHTML"
    wait_for("a page without the address", lambda: "ann@mail.example" not in browser.run(shown))
    pages.open(page)
    pages.look("forgotten")
    for text in ("ann@mail.example", "987654321"):
        if text in browser.run(shown):
            raise Failed(f"{text} is shown still")
    for text in ("ann@mail.example", "+56987654321"):
        if found(pages, text):
            raise Failed(f"{text} finds somebody")


def main():
    given = arguments()
    queue = f"/p/{given.profile}/merges/proposals"
    steps = (sign_in, decisions, history, selection, split, forgotten)
    told = "people: the queue by its keys, a history, two pairs at once, a split and somebody forgotten, in four views each"
    return walk(given, [partial(step, queue=queue) for step in steps], told)


if __name__ == "__main__":
    sys.exit(main())
