#!/usr/bin/env python3
"""What is pasted into pages, tag managers and stores, in a real browser, seen by a stand-in for the service.

    installers.py --rendered FILE [--only PART_OF_A_CASE]

FILE is JSON with what the service renders (see tests/stories/installers.rs). Needs no service. Ends with 0, with 1 and
the case that failed, or with 77 without a Chromium.
"""

import argparse
import html.parser
import json
import pathlib
import sys
import time

sys.dont_write_bytecode = True  # leaves nothing behind in a checkout

from behaviour import SCRIPT
from browser import Browser, Failed, reply, run, wait_for
from paste import ALLOWED, DENIED, UNDRIVEN, Store, derived, html_of, injected
from recorder import KEY, UUID7, Recorder, same

PAGE_HOST = "www.shop.co.uk"  # the tracker is silent on hosts of this machine
NETWORK = "https://connect.facebook.net/en_US/fbevents.js"
# A stand-in for the network's script: it takes the calls that wait, and those to come.
EVENTS = b"window.heard = fbq.queue.map((call) => [...call]); fbq.callMethod = (...call) => heard.push(call);"
HEARD = "return window.heard || window.fbq && 'waiting' || null"
OLD = "0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b"
CHECKOUT = {
    "order": {"id": "6789", "customer": None},
    "token": "c0ffee",
    "email": "ana@example.com",
    "phone": "+34600000000",
    "currencyCode": "EUR",
    "totalPrice": {"amount": 49.9, "currencyCode": "EUR"},
}


class Network(Recorder):
    """A recorder that knows where requests come from, and is the social network, too."""

    def __init__(self, script):
        super().__init__(script)
        self.origins = set()

    def answer_get(self, request):
        if request.path == "/fbevents.js":
            reply(request, 200, "text/javascript", EVENTS)
        else:
            super().answer_get(request)

    def answer_post(self, request):
        self.origins.add(request.headers["origin"])
        super().answer_post(request)

    def here(self, text, address):
        """The same for this recorder in the place of the service and of the network."""
        text = text.replace(address, self.at("", host="localhost"))
        return text.replace(NETWORK, self.at("/fbevents.js", host="localhost"))


class Given:
    """What was rendered, for the recorder."""

    def __init__(self, site, rendered):
        here = site.here(json.dumps(rendered), rendered["address"])
        self.parts = json.loads(here)

    def __getitem__(self, name):
        return self.parts[name]


def open_page(site, browser, markup, before=""):
    site.pages["/page"] = f"<title>Page</title>{UNDRIVEN}{before}{markup}"
    browser.open(site.at("/page?utm_source=x", host=PAGE_HOST))


def only_view(site):
    (view,) = site.views(1)
    same({request["body"]["k"] for request in site.requests}, {KEY})
    return view


def ways(site):
    """How the tracker says that it got into the page."""
    return {request["path"].rpartition("&w=")[2] for request in site.requests}


# --- tags ---


def case_the_snippet_measures_a_page(site, browser, given):
    open_page(site, browser, given["snippet"])
    same(only_view(site)["u"], site.at("/page?utm_source=x", host=PAGE_HOST))
    same(ways(site), {"snippet"})


def case_the_snippet_waits_for_a_yes_when_it_has_to(site, browser, given):
    open_page(site, browser, given["snippet_required"])
    time.sleep(1)
    same(site.requests, [])
    browser.run("tributary.consent(true)")
    only_view(site)


def case_the_tag_survives_the_tag_manager(site, browser, given):
    site.pages["/page"] = injected(html_of(given["container"]))
    browser.open(site.at("/page?utm_source=x", host=PAGE_HOST))
    same(only_view(site)["u"], site.at("/page?utm_source=x", host=PAGE_HOST))
    same(ways(site), {"gtm"})


def case_the_snippet_would_not_survive_it(site, browser, given):
    site.pages["/page"] = injected(given["snippet"])
    browser.open(site.at("/page", host=PAGE_HOST))
    time.sleep(1.5)
    same(site.requests, [])


def case_the_tag_waits_for_a_yes_when_it_has_to(site, browser, given):
    site.pages["/page"] = injected(html_of(given["container_required"]))
    browser.open(site.at("/page", host=PAGE_HOST))
    time.sleep(1.5)
    same(site.requests, [])
    browser.run("tributary.push(['consent', true])")
    only_view(site)


# --- the social network's pixel ---

BEGAN = [["init", "1234567890"], ["track", "PageView"]]


def heard(browser, calls):
    wait_for(f"the calls {calls}", lambda: browser.run(HEARD) == calls, seconds=5)


def unheard(browser):
    time.sleep(0.8)
    same(browser.run(HEARD), None)


def case_the_pixel_begins_with_the_page_and_follows_the_visitor(site, browser, given):
    open_page(site, browser, given["snippet_pixel"])
    heard(browser, BEGAN)
    only_view(site)
    browser.run("tributary.consent(false)")
    heard(browser, [*BEGAN, ["consent", "revoke"]])
    browser.run("tributary.push(['consent', true])")
    heard(browser, [*BEGAN, ["consent", "revoke"], ["consent", "grant"]])
    browser.run("tributary.consent(false)")
    browser.reload()
    unheard(browser)


def case_the_pixel_hears_of_a_no_that_came_before_the_tracker(site, browser, given):
    early = "<script>window.tributary = [['consent', false]]</script>"
    open_page(site, browser, given["snippet_pixel"], early)
    unheard(browser)


def case_the_pixel_asks_first_when_it_has_to(site, browser, given):
    open_page(site, browser, given["snippet_pixel_required"])
    unheard(browser)
    browser.run("tributary.consent(true)")
    heard(browser, BEGAN)
    browser.reload()
    heard(browser, BEGAN)
    browser.run("localStorage.clear(); document.cookie = '_trb_id=; max-age=0; path=/; domain=shop.co.uk'")
    browser.reload()
    unheard(browser)
    early = "<script>window.tributary = [['consent', true]]</script>"
    open_page(site, browser, given["snippet_pixel_required"], early)
    heard(browser, BEGAN)


def case_a_tracker_that_is_blocked_gives_no_consent(site, browser, given):
    blocked = given["snippet_pixel_required"].replace("/tracker.js", "/none.js")
    open_page(site, browser, blocked)
    unheard(browser)


# --- the store's pixel ---


def store_of(site, browser, given, part="store_pixel"):
    return Store(site, browser, given[part])


def sent(site, count):
    """Waits for that many requests and gives their bodies."""
    wait_for(f"{count} requests", lambda: len(site.requests) >= count, seconds=5)
    time.sleep(0.4)
    same(len(site.requests), count)
    return [request["body"] for request in site.requests]


def nothing_sent(site):
    time.sleep(0.8)
    same(site.requests, [])


def case_a_page_of_a_store_is_a_view(site, browser, given):
    store = store_of(site, browser, given)
    address = store.open("/store?utm_source=x")
    store.tell(store.viewed(address + "#token", referrer="https://search.example/", title="Shop"))
    (body,) = sent(site, 1)
    same(site.origins, {"null"})
    (view,) = body["e"]
    same(0 <= view.pop("ts") < 5_000, True)
    same(
        view,
        {"t": "pv", "i": derived("sh-1"), "u": address, "r": "https://search.example/", "ti": "Shop"},
    )
    same(ways(site), {"shopify"})
    same(bool(UUID7.fullmatch(body["a"])), True)
    wait_for("the cookie", lambda: store.cookies() == "_trb_id=" + body["a"])
    (cookie,) = browser.command("Network.getCookies", urls=[address])["cookies"]
    days = (float(cookie["expires"]) - time.time()) / 86_400
    same((380 < days < 400, cookie["sameSite"], cookie["path"]), (True, "Lax", "/"))
    time.sleep(2)
    sent(site, 1)  # its answer was heard, or it would have been tried again


def case_two_events_at_once_have_one_id(site, browser, given):
    store = store_of(site, browser, given)
    address = store.open()
    store.tell(store.viewed(address), store.viewed(address, "sh-3"), store.bought(address, CHECKOUT))
    bodies = sent(site, 4)
    same(len({body["a"] for body in bodies}), 1)
    store.open("/store2")
    store.tell(store.viewed(address, "sh-4"))
    same({body["a"] for body in sent(site, 5)}, {bodies[0]["a"]})


def case_the_id_is_the_trackers(site, browser, given):
    store = store_of(site, browser, given)
    store.host = "www.shop.co.uk"
    browser.open(site.at("/gone", store.host))
    browser.run(f"document.cookie = '_trb_id={OLD}; path=/; domain=shop.co.uk'")
    address = store.open()
    store.tell(store.viewed(address))
    (body,) = sent(site, 1)
    same(body["a"], OLD)
    same(store.cookies(), "_trb_id=" + OLD)


def case_the_id_spans_the_registrable_domain(site, browser, given):
    store = store_of(site, browser, given)
    store.host = "www.shop.co.uk"
    store.tell(store.viewed(store.open()))
    (first,) = sent(site, 1)
    wait_for("the cookie", lambda: store.cookies() == "_trb_id=" + first["a"])
    store.host = "checkout.shop.co.uk"
    store.tell(store.viewed(store.open(), "sh-5"))
    same({body["a"] for body in sent(site, 2)}, {first["a"]})
    browser.open(site.at("/gone", "other.co.uk"))
    same(store.cookies(), "")


def case_a_checkout_says_who_and_what(site, browser, given):
    store = store_of(site, browser, given)
    address = store.open("/checkouts/thank-you")
    store.tell(store.bought(address, CHECKOUT))
    events = [body["e"] for body in sent(site, 2)]
    same([len(alone) for alone in events], [1, 1])
    (person,), (done,) = sorted(events, key=lambda alone: alone[0]["t"], reverse=True)
    same(person["p"], {"email": "ana@example.com", "phone": "+34600000000"})
    same((person["t"], person["i"]), ("id", derived("sh-2/id")))
    same((done["t"], done["n"], done["i"], done["u"]), ("ev", "checkout_completed", derived("sh-2"), address))
    same(done["p"], {"order_id": "6789", "token": "c0ffee", "value": "49.9", "currency": "EUR"})


def case_what_a_checkout_does_not_say_is_left_out(site, browser, given):
    store = store_of(site, browser, given)
    address = store.open()
    nothing = {name: None for name in CHECKOUT}
    store.tell(store.bought(address, nothing))
    (body,) = sent(site, 1)
    same([(event["t"], event["p"]) for event in body["e"]], [("ev", {})])
    store.tell(store.bought(address, {**CHECKOUT, "order": {"id": None}, "email": None}, "sh-6"))
    later = [event for body in sent(site, 3)[1:] for event in body["e"]]
    same([event["p"] for event in later if event["t"] == "id"], [{"phone": "+34600000000"}])
    (done,) = [event["p"] for event in later if event["t"] == "ev"]
    same(done, {"token": "c0ffee", "value": "49.9", "currency": "EUR"})


def case_a_refusal_that_the_tracker_wrote_down_counts(site, browser, given):
    store = store_of(site, browser, given)
    browser.open(site.at("/gone"))
    browser.run("document.cookie = '_trb_id=0; path=/'")
    address = store.open()
    store.tell(store.viewed(address), store.bought(address, CHECKOUT))
    nothing_sent(site)
    store.answer(ALLOWED)
    store.tell(store.viewed(address, "sh-7"))
    nothing_sent(site)
    same(store.cookies(), "_trb_id=0")


def case_nothing_is_sent_or_stored_before_a_yes(site, browser, given):
    store = store_of(site, browser, given)
    address = store.open(said=DENIED)
    store.tell(store.viewed(address), store.bought(address, CHECKOUT))
    nothing_sent(site)
    same(store.cookies(), "")
    store.answer(ALLOWED)
    bodies = sent(site, 3)
    events = [event for body in bodies for event in body["e"]]
    same(sorted(event["t"] for event in events), ["ev", "id", "pv"])
    same([event["ts"] >= 700 for event in events], [True] * 3)
    wait_for("the cookie", lambda: store.cookies() == "_trb_id=" + bodies[0]["a"])


def case_silence_of_the_store_is_no_yes(site, browser, given):
    store = store_of(site, browser, given)
    for said in ({}, {"customerPrivacy": {}}, {"customerPrivacy": {"marketingAllowed": True}}):
        address = store.open(said=said)
        store.tell(store.viewed(address))
        nothing_sent(site)


def case_a_no_ends_everything_and_deletes_the_id(site, browser, given):
    store = store_of(site, browser, given)
    address = store.open()
    site.busy = 1
    store.tell(store.viewed(address))
    sent(site, 1)
    wait_for("the cookie", store.cookies)
    store.answer(DENIED)
    wait_for("no cookie", lambda: store.cookies() == "")
    site.clear()
    store.tell(store.viewed(address, "sh-8"))
    time.sleep(2.2)  # when the view would have been tried again
    nothing_sent(site)
    store.answer(ALLOWED)
    store.tell(store.viewed(address, "sh-9"))
    (body,) = sent(site, 1)
    same(body["e"][0]["i"], derived("sh-9"))


def case_an_event_that_is_told_again_is_the_same_one(site, browser, given):
    store = store_of(site, browser, given)
    address = store.open()
    store.tell(store.viewed(address), store.viewed(address))
    sent(site, 2)
    store.open()
    store.tell(store.viewed(address))
    same({body["e"][0]["i"] for body in sent(site, 3)}, {derived("sh-1")})


def case_what_fails_is_tried_again_as_the_same_event(site, browser, given):
    store = store_of(site, browser, given)
    for number, (failures, busy) in enumerate([(1, 0), (0, 1)]):
        address = store.open()
        site.clear()
        site.failures, site.busy = failures, busy
        store.tell(store.viewed(address, f"again-{number}"))
        first, second = sent(site, 2)
        same((first["e"][0]["i"], first["a"]), (second["e"][0]["i"], second["a"]))
        same(second["e"][0]["ts"] - first["e"][0]["ts"] >= 1_900, True)
    site.answer = (400, "{}")
    store.tell(store.viewed(address, "refused"))
    time.sleep(2.5)
    sent(site, 3)
    site.answer = (202, "{}")


def case_cookies_that_cannot_be_read_may_be_a_refusal(site, browser, given):
    store = store_of(site, browser, given)
    address = store.open(broken=True)
    store.tell(store.viewed(address))
    nothing_sent(site)


# --- hostile values ---


class Nodes(html.parser.HTMLParser):
    """The elements of markup, with their attributes and text."""

    def __init__(self, markup):
        super().__init__()
        self.found = []
        self.feed(markup)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.found.append([tag, attrs, ""])

    def handle_data(self, data):
        self.found[-1][2] += data


def case_hostile_values_stay_values(site, browser, given):
    hostile = given["hostile"]
    value = hostile["value"]
    tracker, pixel = Nodes(hostile["snippet"]).found
    source = f"{value}/tracker.js"
    same(tracker[:2], ["script", [("defer", None), ("src", source), ("data-key", value), ("data-consent", "required")]])
    same((pixel[:2], tracker[2].strip()), (["script", []], ""))
    (tag,) = Nodes(html_of(hostile["container"])).found
    same((tag[:2], "{{" in tag[2]), (["script", []], False))
    site.pages["/page"] = injected(html_of(hostile["container"]))
    browser.open(site.at("/page", host=PAGE_HOST))
    made = "const made = document.querySelector('[data-key]'); return [made.getAttribute('src'), made.dataset.key]"
    same(browser.run(made), [source, value])
    queue = "<script>window.fbq = (...call) => (window.heard = window.heard || []).push(call)</script>"
    open_page(site, browser, hostile["snippet"].replace("asksFirst = true", "asksFirst = false"), queue)
    same(browser.run(HEARD), [["init", value], ["track", "PageView"]])
    same(browser.run("return [window.hacked === undefined, document.images.length]"), [True, 0])
    store = Store(site, browser, hostile["store_pixel"])
    store.tell(store.viewed(store.open()))
    (body,) = sent(site, 1)
    same(body["k"], value)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rendered", type=pathlib.Path, required=True)
    parser.add_argument("--only", default="", help="run the cases with this in their name")
    asked = parser.parse_args()
    rendered = json.loads(asked.rendered.read_text(encoding="utf-8"))
    cases = [(name, run) for name, run in globals().items() if name.startswith("case_") and asked.only in name]
    with Network(SCRIPT.read_bytes()) as site, Browser() as browser:
        given = Given(site, rendered)
        site.pages["/gone"] = "<title>Gone</title>"
        for name, run in cases:
            for host in ("127.0.0.1", PAGE_HOST, "checkout.shop.co.uk"):
                browser.open(site.at("/gone", host))
                browser.forget()
            site.clear()
            site.origins.clear()
            site.failures = site.busy = 0
            try:
                run(site, browser, given)
                same(site.preflights, 0)
                same({request["type"].split(";")[0] for request in site.requests} <= {"text/plain"}, True)
                paths = {request["path"].partition("?")[0] for request in site.requests}
                same(paths <= {"/api/v1beta/collect"}, True)
            except Failed as failure:
                raise Failed(f"{name}: {failure}") from failure
            print(f"ok {name}", flush=True)
    print(f"{len(cases)} cases")


if __name__ == "__main__":
    run(main)
