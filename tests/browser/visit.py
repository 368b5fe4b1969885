#!/usr/bin/env python3
"""A visit in a real browser, from landing to payment, as the service tells it afterwards.

    visit.py --base http://127.0.0.1:8080 --tracking-key trk_live_… --api-key svc_live_…

The API key needs analytics:read, customers:read and events:write. Ends with 0 when the journey is
complete, with 1 and what is missing when it is not, with 77 when there is no Chromium to try with.
"""

import argparse
import datetime
import html
import json
import sys
import time
import urllib.parse
import uuid
from decimal import Decimal

sys.dont_write_bytecode = True  # leaves nothing behind in a checkout

from browser import Browser, Failed, Site, call, run, wait_for

LANDING = "/?utm_source=newsletter&utm_medium=email&utm_campaign=spring"
VALUE = "49.90"
DEADLINE_SECONDS = 20


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--base", required=True, help="address of the service")
    parser.add_argument("--tracking-key", required=True, help="trk_live_…")
    parser.add_argument("--api-key", required=True, help="svc_live_…")
    parser.add_argument("--currency", default="EUR", help="of the payment (default: %(default)s)")
    given = parser.parse_args()
    given.base = given.base.rstrip("/")
    return given


def pages(site, given):
    source = html.escape(f"{given.base}/tracker.js")
    key = html.escape(given.tracking_key)
    script = (
        f'<script defer src="{source}" data-key="{key}"'
        " data-allow-localhost data-allow-automation></script>"
    )
    landing = html.escape(site.at(LANDING))
    site.pages = {
        "/elsewhere": f'<title>Elsewhere</title><a id="link" href="{landing}">to the shop</a>',
        "/": f"<title>Shop</title>{script}<h1>Shop</h1>",
        "/pricing": f"<title>Pricing</title>{script}<h1>Pricing</h1>",
        "/gone": "<title>Gone</title>",
    }


def visit(browser, site, email):
    """Lands from another host, reads two pages, says who it is, and leaves."""
    browser.open(site.at("/elsewhere", host="localhost"))
    browser.click("#link")
    loaded = "return Boolean(window.tributary && tributary.identify)"
    try:
        wait_for("the tracker", lambda: browser.run(loaded))
    except Failed:
        raise Failed("the tracker did not load: is /tracker.js served?") from None
    referrer = browser.run("return document.referrer")
    if "localhost" not in referrer:
        raise Failed(f"the landing has no external referrer, but {referrer!r}")
    time.sleep(2.2)
    browser.run("history.pushState({}, '', '/pricing'); document.title = 'Pricing'")
    time.sleep(1)
    browser.run(f"tributary.identify({{email: {json.dumps(email)}}})")
    time.sleep(0.5)
    browser.open(site.at("/gone", host="localhost"))


class Service:
    """The service's API, with its key."""

    def __init__(self, given):
        self._base = given.base
        self._headers = {"authorization": f"Bearer {given.api_key}"}
        today = datetime.datetime.now(datetime.timezone.utc).date()
        day = datetime.timedelta(days=1)
        # A day more on both sides: the profile's days need not be those of UTC.
        self.days = {"date_from": str(today - day), "date_to": str(today + day)}

    def get(self, path, **query):
        url = f"{self._base}{path}?{urllib.parse.urlencode(query)}"
        status, answer = call("GET", url, headers=self._headers)
        if status == 429 or status == 503:
            return None
        if status != 200:
            raise Failed(f"GET {url} answered {status}: {answer}")
        return answer

    def pay(self, email, currency):
        body = {
            "event_type": "payment_received",
            "value_amount": VALUE,
            "currency": currency,
            "email": email,
        }
        headers = {**self._headers, "Idempotency-Key": str(uuid.uuid4())}
        status, answer = call("POST", f"{self._base}/api/v1/events", body, headers)
        if status != 201:
            raise Failed(f"POST /api/v1/events answered {status}, not 201: {answer}")


def until_complete(what, look):
    """Asks again until look finds nothing missing; it returns (result, what is missing, answer)."""
    deadline = time.monotonic() + DEADLINE_SECONDS
    while True:
        result, missing, answer = look()
        if not missing:
            return result
        if time.monotonic() > deadline:
            shown = json.dumps(answer, indent=1, default=str)
            lines = "\n".join(f"  - {line}" for line in missing)
            raise Failed(f"{what}, after {DEADLINE_SECONDS} s:\n{lines}\nlast answer: {shown}")
        time.sleep(0.5)


def customer(service, email):
    def look():
        query = {**service.days, "goal": "payment_received", "search": email}
        answer = service.get("/api/v1/customers", **query)
        rows = (answer or {}).get("data") or []
        if len(rows) != 1:
            return None, [f"one row for {email}; there are {len(rows)}"], answer
        row = rows[0]
        missing = [
            f"{field} {wanted!r}; it is {row.get(field)!r}"
            for field, wanted in [("channel", "Email"), ("device", "desktop"), ("email", email)]
            if row.get(field) != wanted
        ]
        if "country" not in row:
            missing.append("a field country (null where nobody knows it)")
        if amount(row.get("revenue")) != Decimal(VALUE):
            missing.append(f"revenue {VALUE}; it is {row.get('revenue')!r}")
        return row.get("customer_profile_id"), missing, answer

    return until_complete("the customer list lacks", look)


def amount(value):
    return None if value is None else Decimal(str(value))


def journey(service, person):
    def look():
        answer = service.get(f"/api/v1/customers/{person}/journey", limit=100)
        events = ((answer or {}).get("data") or {}).get("events") or []
        of = lambda kind: [event for event in events if event.get("event_type") == kind]
        views, payments = of("page_view"), of("payment_received")
        landings = [view for view in views if view.get("path") == "/"]
        missing = []
        paths = sorted(str(view.get("path")) for view in views)
        if paths != ["/", "/pricing"]:
            missing.append(f"two page views, of / and of /pricing; there are {paths}")
        if [view.get("channel") for view in landings] != ["Email"]:
            channels = [view.get("channel") for view in landings]
            missing.append(f"the channel Email on the landing; it has {channels}")
        if len(of("identify")) != 1:
            missing.append(f"one identify; there are {len(of('identify'))}")
        if [amount(payment.get("value_amount")) for payment in payments] != [Decimal(VALUE)]:
            values = [payment.get("value_amount") for payment in payments]
            missing.append(f"one payment_received of {VALUE}; there are {values}")
        return events, missing, answer

    return until_complete("the journey lacks", look)


def overview(service):
    def look():
        answer = service.get("/api/v1/overview", **service.days)
        current = ((answer or {}).get("data") or {}).get("current") or {}
        missing = []
        if not (amount(current.get("visitors")) or 0) >= 1:
            missing.append(f"visitors of at least 1; it is {current.get('visitors')!r}")
        if not (amount(current.get("avg_engaged_seconds")) or 0) > 0:
            seconds = current.get("avg_engaged_seconds")
            missing.append(f"avg_engaged_seconds above 0; it is {seconds!r}")
        return current, missing, answer

    return until_complete("the overview lacks", look)


def main():
    given = arguments()
    email = f"visitor-{uuid.uuid4().hex}@example.com"
    service = Service(given)
    with Site() as site:
        pages(site, given)
        with Browser() as browser:
            visit(browser, site, email)
    service.pay(email, given.currency)
    person = customer(service, email)
    events = journey(service, person)
    metrics = overview(service)
    print(
        f"complete: {len(events)} events in the journey of {email}, "
        f"{metrics['avg_engaged_seconds']} engaged seconds a session"
    )


if __name__ == "__main__":
    run(main)
