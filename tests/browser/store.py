#!/usr/bin/env python3
"""A visit of a page with the tag manager's tag, and one of a store with the pixel, as the service tells of them.

    store.py --base http://127.0.0.1:8080 --api-key svc_live_…

The API key needs tracking:write, analytics:read, customers:read and events:write. Ends with 0 when both customers are
there with where they came from, with 1 and what is missing when they are not, with 77 when there is no Chromium.
"""

import argparse
import sys
import time
import uuid

sys.dont_write_bytecode = True  # leaves nothing behind in a checkout

from browser import Browser, Failed, Site, call, run, wait_for
from paste import Store, html_of, injected
from visit import LANDING, Service, amount, customer, until_complete

PAGE_HOST = "www.shop.co.uk"  # the tracker is silent on hosts of this machine


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--base", required=True, help="address of the service")
    parser.add_argument("--api-key", required=True, help="svc_live_…")
    parser.add_argument("--currency", default="EUR", help="of the payments (default: %(default)s)")
    given = parser.parse_args()
    given.base = given.base.rstrip("/")
    return given


def installer(given, name):
    """The bare thing, as somebody would save it."""
    url = f"{given.base}/api/v1/tracking/installers/{name}?format=file"
    status, answer = call("GET", url, headers={"authorization": f"Bearer {given.api_key}"})
    if status != 200:
        raise Failed(f"GET {url} answered {status}: {answer}")
    return answer


def by_tag(browser, site, container, email):
    """Lands on a page into which the tag manager put the tag, and says who it is."""
    site.pages["/"] = injected(html_of(container))
    browser.open(site.at(LANDING, PAGE_HOST))
    wait_for("the tracker", lambda: browser.run("return Boolean(window.tributary && tributary.identify)"))
    browser.run(f"tributary.identify({{email: '{email}'}})")
    time.sleep(1)


def by_pixel(browser, site, code, email):
    """Lands in a store, and completes a checkout there."""
    store = Store(site, browser, code)
    address = store.open(LANDING)
    numbers = [str(uuid.uuid4()) for _ in range(2)]
    store.tell(store.viewed(address, numbers[0], referrer="", title="Store"))
    time.sleep(0.5)
    checkout = {
        "order": {"id": "6789"},
        "token": "c0ffee",
        "email": email,
        "currencyCode": "EUR",
        "totalPrice": {"amount": 49.9},
    }
    # The store tells of it again: it counts once.
    for _ in range(2):
        store.tell(store.bought(address, checkout, numbers[1]))
    time.sleep(1)


def journey(service, person, kinds):
    """Waits until the journey has these kinds of events, each as often."""

    def look():
        answer = service.get(f"/api/v1/customers/{person}/journey", limit=100)
        events = ((answer or {}).get("data") or {}).get("events") or []
        found = sorted(event["event_type"] for event in events)
        views = [event for event in events if event["event_type"] == "page_view"]
        missing = []
        if found != sorted(kinds):
            missing.append(f"the events {sorted(kinds)}; there are {found}")
        if [view.get("channel") for view in views] != ["Email"]:
            missing.append(f"the channel Email on its only page; there are {views}")
        paid = [event for event in events if event["event_type"] == "payment_received"]
        if [amount(event.get("value_amount")) for event in paid] != [amount("49.90")]:
            missing.append(f"one payment of 49.90; there are {paid}")
        return events, missing, answer

    return until_complete(f"the journey of {person} lacks", look)


def main():
    given = arguments()
    service = Service(given)
    emails = [f"visitor-{uuid.uuid4().hex}@example.com" for _ in range(2)]
    with Site() as site, Browser() as browser:
        by_tag(browser, site, installer(given, "gtm"), emails[0])
        by_pixel(browser, site, installer(given, "shopify-pixel"), emails[1])
    kinds = ["page_view", "identify", "payment_received"]
    for email, more in zip(emails, [[], ["custom"]]):
        service.pay(email, given.currency)
        journey(service, customer(service, email), kinds + more)
    print("complete: a visit by the tag and one by the pixel")


if __name__ == "__main__":
    run(main)
