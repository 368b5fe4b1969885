#!/usr/bin/env python3
"""What the tracker does in a real browser, seen by a stand-in for the service.

    behaviour.py [--script FILE] [--only PART_OF_A_CASE]

Needs no service. Ends with 0, with 1 and the case that failed, or with 77 without a Chromium.
"""

import argparse
import pathlib
import re
import sys
import time

sys.dont_write_bytecode = True  # leaves nothing behind in a checkout

from browser import Browser, Failed, run, wait_for
from recorder import ALLOW, KEY, Recorder, check_form, same

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "crates/interfaces/tracking-api/assets/tracker.min.js"
COOKIE = "return (/_trb_id=([^;]+)/.exec(document.cookie) || [])[1] || null"


def case_page_views_and_engagement(site, browser):
    site.pages["/a"] = site.page()
    browser.open(site.at("/a?utm_source=x#token"))
    time.sleep(1.2)
    browser.run("history.replaceState({}, '', '/replaced'); history.pushState({}, '', '/b?q=1')")
    browser.run("setTimeout(() => (document.title = 'Later'), 50)")
    browser.run("history.pushState({}, '', '/b?q=2')")
    site.views(2)
    browser.back()
    browser.back()
    time.sleep(0.5)
    browser.open(site.at("/gone"))
    first, second, third = site.views(3)
    same((first["u"], first["r"], first["ti"]), (site.at("/a?utm_source=x"), "", "Page"))
    same((second["u"], second["r"], second["ti"]), (site.at("/b?q=1"), first["u"], "Later"))
    same((third["u"], third["r"]), (site.at("/replaced"), second["u"]))
    engaged = site.events("eng")
    same([event["u"] for event in engaged], [event["u"] for event in (first, second, third)])
    same(site.time_of(engaged[0]) < site.time_of(second), True)
    same([1000 < engaged[0]["ms"] < 6000, engaged[2]["ms"] > 300], [True, True])
    same(len(site.ids()), 1)


def case_the_id_outlives_a_reload_and_either_store(site, browser):
    site.pages["/a"] = site.page()
    browser.open(site.at("/a"))
    stored = browser.run(COOKIE)
    browser.reload()
    browser.run("document.cookie = '_trb_id=;path=/;max-age=0'")
    same(browser.run(COOKIE), None)
    browser.reload()
    same(browser.run(COOKIE), stored)
    browser.run("localStorage.clear()")
    browser.reload()
    same(browser.run("return localStorage.getItem('_trb_id')"), stored)
    site.views(4)
    same(site.ids(), {stored})
    same("_trb_p" in browser.run("return document.cookie"), False)


def nothing_stored(browser):
    same(browser.run("return [document.cookie, localStorage.length]"), ["", 0])


def case_required_sends_and_stores_nothing_before_a_yes(site, browser):
    site.pages["/c"] = site.page(f'data-consent="required" {ALLOW}')
    browser.open(site.at("/c?utm_source=x"))
    browser.run("tributary.track('early'); tributary.identify({email: 'ana@example.com'})")
    browser.reload()
    browser.run("history.pushState({}, '', '/d'); tributary.track('early')")
    time.sleep(1)
    same(site.requests, [])
    nothing_stored(browser)
    browser.run("tributary.consent(true)")
    first, second = site.views(2)
    same((first["u"], second["u"]), (site.at("/c?utm_source=x"), site.at("/d")))
    same([event["n"] for event in site.events("ev")], ["early"])
    stored = browser.run(COOKIE)
    same(site.ids(), {stored})
    browser.open(site.at("/c"))
    site.views(3)
    same(site.ids(), {stored})


def case_a_word_that_is_no_mode_asks_first(site, browser):
    site.pages["/c"] = site.page(f'data-consent="requierd" {ALLOW}')
    browser.open(site.at("/c"))
    time.sleep(1)
    same(site.requests, [])
    nothing_stored(browser)


def case_a_no_stops_everything_and_deletes_the_id(site, browser):
    for attribute in ("", 'data-consent="required" ', 'data-consent="anonymous" '):
        site.pages["/c"] = site.page(attribute + ALLOW)
        browser.open(site.at("/c"))
        browser.run("tributary.consent(true)")
        site.views(2 if "anonymous" in attribute else 1)
        stored = browser.run(COOKIE)
        site.clear()
        browser.run("tributary.track('unsent'); tributary.consent(false)")
        browser.run("tributary.track('x'); history.pushState({}, '', '/d')")
        browser.run("tributary.identify({email: 'ana@example.com'})")
        for _ in range(2):
            kept = "return [/_trb_id=([^;]+)/.exec(document.cookie)[1], {...localStorage}]"
            same(browser.run(kept), ["0", {"_trb_id": "0"}])
            browser.open(site.at("/c"))
        time.sleep(1)
        same(site.requests, [])
        browser.run("tributary.consent(true)")
        site.views(1)
        same(site.ids(), {browser.run(COOKIE)})
        same(stored in site.ids(), False)
        browser.forget()
        site.clear()


def case_anonymous_counts_page_views_without_an_id(site, browser):
    site.pages["/c"] = site.page(f'data-consent="anonymous" {ALLOW}')
    browser.open(site.at("/c?utm_source=x"))
    browser.run("tributary.track('x'); tributary.identify({email: 'ana@example.com'})")
    time.sleep(1)
    browser.run("history.pushState({}, '', '/d')")
    views = site.views(2)
    same([event["t"] for event in site.events()], ["pv", "pv"])
    same([set(view) for view in views], [{"t", "i", "ts", "u", "r"}] * 2)
    same(site.ids(), {None})
    nothing_stored(browser)
    browser.open(site.at("/c"))
    site.views(3)
    same(site.ids(), {None})
    nothing_stored(browser)
    browser.run("tributary.consent(true)")
    # The page is told again with the id: else nobody knew where the visitor came from.
    views = site.views(4)
    same(views[3]["u"], views[2]["u"])
    same(site.ids(), {None, browser.run(COOKIE)})


def case_what_fails_is_tried_again_with_the_same_ids(site, browser):
    site.pages["/a"] = site.page()
    for failures, busy, tries in [(1, 0, 2), (0, 1, 2), (0, 2, 3)]:
        browser.open(site.at("/gone"))
        browser.forget()
        site.clear()
        site.failures, site.busy = failures, busy
        browser.open(site.at("/a"))
        wait_for(f"{tries} tries", lambda: len(site.events("pv")) == tries)
        site.views_tried(tries)
        events = site.events("pv")
        same(len({event["i"] for event in events}), 1)
        ages = [event["ts"] for event in events]
        pauses = [later - earlier for earlier, later in zip(ages, ages[1:])]
        same([pause >= 1900 * 2**place for place, pause in enumerate(pauses)], [True] * len(pauses))


def case_what_was_not_sent_arrives_once_from_a_later_page(site, browser):
    site.pages["/a"] = site.page()
    site.failures = 1_000
    browser.open(site.at("/a?utm_source=x"))
    wait_for("the first try", lambda: site.events("pv"))
    time.sleep(0.3)
    browser.run("for (let n = 0; n < 80; n++) tributary.track('step', {n})")
    browser.run("tributary.identify({email: 'ana@example.com'}); tributary.track('last')")
    time.sleep(0.6)
    queue = browser.run("return localStorage.getItem('_trb_q')")
    same("ana@example.com" in queue, False)
    same(queue.count('"i":') <= 50, True)
    made = set(re.findall(r'"i":"([^"]+)"', queue))
    browser.open(site.at("/gone"))
    left = browser.run("return localStorage.getItem('_trb_q')")
    site.clear()
    site.failures = 0
    browser.open(site.at("/a?page=2"))
    wait_for("an empty queue", lambda: browser.run("return localStorage.getItem('_trb_q')") == "[]")
    ids = [event["i"] for event in site.events()]
    same(len(ids), len(set(ids)))
    arrived = set(ids)
    same(set(re.findall(r'"i":"([^"]+)"', left)) - arrived, set())
    same("last" in [event.get("n") for event in site.events("ev")], True)
    same(len(made & arrived) >= 40, True)
    same(site.ids(), {browser.run(COOKIE)})
    # A day later, nobody wants it any more.
    site.clear()
    old = "JSON.stringify([[document.cookie.slice(8, 44), [[Date.now() - 864e5 - 1, {t: 'pv', i: 'x'}]]]])"
    browser.open(site.at("/gone"))
    browser.run(f"localStorage.setItem('_trb_q', {old})")
    browser.open(site.at("/a"))
    site.views(1)


def case_a_no_empties_what_was_not_sent(site, browser):
    site.pages["/a"] = site.page()
    site.failures = 1_000
    browser.open(site.at("/a"))
    wait_for("the first try", lambda: site.events("pv"))
    wait_for("a queue", lambda: browser.run("return localStorage.getItem('_trb_q')"))
    browser.run("tributary.consent(false)")
    site.failures = 0
    site.clear()
    time.sleep(2.5)
    browser.open(site.at("/a"))
    time.sleep(1)
    same(browser.run("return {...localStorage}"), {"_trb_id": "0"})
    same(site.requests, [])


def case_the_console_says_once_why_nothing_arrives(site, browser):
    hear = "<script>said = []; console.info = (text) => said.push(text)</script>"
    silent = {
        ALLOW: "no data-key",
        "data-allow-localhost": "data-allow-automation is not set",
        "data-allow-automation": "data-allow-localhost is not set",
        f'data-consent="required" {ALLOW}': "no consent yet",
    }
    for attributes, reason in silent.items():
        key = "" if reason == "no data-key" else KEY
        site.pages["/a"] = site.page(attributes, before=hear, key=key)
        browser.open(site.at("/a"))
        said = browser.run("return said")
        same([len(said), reason in said[0]], [1, True])
    refusal = '{"errors":[{"pointer":"/k","detail":"is no active tracking key"}]}'
    answers = [
        (400, refusal, "refused: 400"),
        (404, "<html>", "refused: 404"),
        (202, '{"data":{"accepted":1,"duplicates":0,"left_out":"user agent says headless"},"meta":{}}',
            "left out: user agent says headless"),
        (429, "{}", "again later: 429"),
    ]
    site.pages["/a"] = site.page(before=hear)
    for status, text, reason in answers:
        site.answer = (status, text)
        browser.open(site.at("/a"))
        said = wait_for(reason, lambda: browser.run("return said"))
        same([len(said), reason in said[0]], [1, True])
    site.answer = (202, "{}")
    browser.open(site.at("/a"))
    time.sleep(1)
    same(browser.run("return said"), [])


def case_cookies_of_the_pixel_are_told_when_somebody_asks_and_the_visitor_agrees(site, browser):
    wanted = '{"data":{"accepted":1,"duplicates":0,"wants_cookies":true},"meta":{}}'
    pixel = "document.cookie = '_fbp=fb.1.1.a'; document.cookie = 'x_fbc=fb.1.1.no'"
    turn = "; history.pushState({}, '', location.pathname + 'x')"
    site.pages["/a"] = site.page()
    browser.open(site.at("/a"))
    browser.run(pixel + turn)
    site.views(2)
    site.answer = (202, wanted)
    browser.run("0" + turn)
    site.views(3)
    same(site.cookies(), [])
    for script, told in [("0", "_fbp=fb.1.1.a"), ("0", None), ("document.cookie = '_fbc=fb.1.1.b'", "both")]:
        before, seen = len(site.cookies()), len(site.events("pv"))
        browser.run(script + turn)
        site.views(seen + 1)
        new = site.cookies()[before:]
        both = told == "both" and set(new[0].split(";")) == {"_fbp=fb.1.1.a", "_fbc=fb.1.1.b"}
        same(both or new == [told] * (told is not None), True)
    same({event["t"] for event in site.events()} <= {"pv", "eng"}, True)
    browser.forget()
    site.clear()
    site.pages["/c"] = site.page(f'data-consent="anonymous" {ALLOW}')
    browser.open(site.at("/c"))
    for _ in range(2):
        browser.run(pixel + turn)
        time.sleep(0.6)
    site.views(3)
    same(site.cookies(), [])
    site.answer = (202, "{}")


def case_leaving_sends_what_waits_for_its_second_try(site, browser):
    site.pages["/a"] = site.page()
    site.failures = 1
    browser.open(site.at("/a"))
    wait_for("the first try", lambda: site.events("pv"))
    time.sleep(0.3)
    browser.open(site.at("/gone"))
    wait_for("the second try", lambda: len(site.events("pv")) == 2, seconds=1.5)
    same(len({event["i"] for event in site.events("pv")}), 1)


def case_identify_sends_known_fields_alone(site, browser):
    site.pages["/a"] = site.page()
    browser.open(site.at("/a"))
    browser.run(
        "tributary.identify({email: 'ana@example.com', external_id: 7, phone: null, mail: 'x'});"
        "tributary.identify({nothing: 1}); tributary.track('later')"
    )
    wait_for("the event", lambda: site.events("ev"))
    people = [request["body"]["e"] for request in site.requests]
    alone = [events for events in people if any(event["t"] == "id" for event in events)]
    same([len(events) for events in alone], [1])
    same(alone[0][0]["p"], {"email": "ana@example.com", "external_id": "7"})


def case_custom_events_come_in_bounded_batches(site, browser):
    site.pages["/a"] = site.page()
    browser.open(site.at("/a"))
    browser.run("for (let n = 0; n < 25; n++) tributary.track('step', {n})")
    browser.run("for (let n = 0; n < 4; n++) tributary.track('big', {text: 'ñ'.repeat(3500)})")
    browser.run(
        "tributary.track('huge', {text: 'ñ'.repeat(5000)}); tributary.track('half', {a: '\\ud83d'});"
        "const ring = {}; ring.ring = ring; tributary.track('ring', ring); tributary.track('');"
        "tributary.track('list', [1]); tributary.track('plain'); tributary.track('😀'.repeat(64) + 'x')"
    )
    wait_for("the last event", lambda: any(event["n"][0] == "😀" for event in site.events("ev")))
    found = sorted(site.events("ev"), key=lambda event: event["i"][:13])
    steps = sorted(event["p"]["n"] for event in found if event["n"] == "step")
    same(steps, list(range(25)))
    names = {event["n"] for event in found}
    same(names, {"step", "big", "plain", "😀" * 64})
    same(len([event for event in found if event["n"] == "big"]), 4)


def case_calls_made_early_are_kept(site, browser):
    early = "<script>window.tributary = [['track', 'early', {a: 1}]]</script>"
    site.pages["/e"] = site.page(before=early)
    browser.open(site.at("/e"))
    browser.run("tributary.push(['track', 'late'])")
    wait_for("both events", lambda: len(site.events("ev")) == 2)
    same([event["n"] for event in site.events("ev")], ["early", "late"])


def case_some_visitors_are_left_alone(site, browser):
    signal_on = (
        "<script>Object.defineProperty(navigator, 'globalPrivacyControl', {value: true})</script>"
    )
    quiet = {
        "/robot": site.page("data-allow-localhost"),
        "/local": site.page("data-allow-automation"),
        "/gpc": site.page(f"data-respect-gpc {ALLOW}", before=signal_on),
    }
    site.pages.update(quiet)
    for path in quiet:
        for host in ("127.0.0.1", "localhost"):
            browser.open(site.at(path, host))
            browser.run("tributary.track('x'); tributary.identify({email: 'a@b.c'})")
            same(browser.run("return [document.cookie, localStorage.length]"), ["", 0])
    time.sleep(1)
    same(site.requests, [])
    site.pages["/ignored"] = site.page(before=signal_on)
    browser.open(site.at("/ignored"))
    site.views(1)


def case_the_id_goes_along_to_named_domains_only(site, browser):
    names = "a.example, 127.0.0.1, localhost"
    target = site.at("/to?x=1", host="localhost")
    links = f'<a id="to" href="{target}#part">to</a><a id="other" href="http://b.example/">b</a>'
    site.pages["/from"] = site.page(f'data-domains="{names}" {ALLOW}', body=links)
    site.pages["/to"] = site.page(f'data-domains="{names}" {ALLOW}')
    browser.open(site.at("/from"))
    stored = browser.run(COOKIE)
    browser.run(
        "addEventListener('click', (event) => event.preventDefault());"
        "for (const id of ['other', 'to', 'to']) document.getElementById(id).click()"
    )
    same(browser.run("return document.getElementById('other').href"), "http://b.example/")
    address = browser.run("return document.getElementById('to').href")
    pattern = re.escape(target) + r"&_trb=([0-9a-f-]{36})\.\d{13}#part"
    same(re.fullmatch(pattern, address).group(1), stored)
    browser.open(address)
    same(browser.run("return location.href"), target + "#part")
    same(browser.run(COOKIE), stored)
    same(site.views(2)[1]["u"], target)
    same(site.ids(), {stored})
    browser.forget()
    browser.open(re.sub(r"\.\d{13}", ".1700000000000", address))
    same(browser.run("return location.href"), target + "#part")
    same(browser.run(COOKIE) == stored, False)


def case_back_from_the_cache_of_pages_is_a_view(site, browser):
    site.pages["/a"] = site.page()
    browser.open(site.at("/a"))
    site.views(1)
    browser.run("dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
    views = site.views(2)
    same((views[1]["u"], views[1]["r"]), (views[0]["u"], views[0]["u"]))


def case_the_cookie_spans_the_registrable_domain(site, browser):
    site.pages["/a"] = site.page("data-allow-automation")
    browser.open(site.at("/a", host="www.shop.co.uk"))
    same(browser.run("return window.isSecureContext"), False)
    stored = browser.run(COOKIE)
    browser.open(site.at("/a", host="deep.blog.shop.co.uk"))
    same(browser.run(COOKIE), stored)
    browser.open(site.at("/a", host="shop.co.uk"))
    site.views(3)
    same(site.ids(), {stored})
    browser.open(site.at("/a", host="other.co.uk"))
    same(browser.run(COOKIE) == stored, False)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--script", type=pathlib.Path, default=SCRIPT)
    parser.add_argument("--only", default="", help="run the cases with this in their name")
    given = parser.parse_args()
    script = given.script
    cases = [
        (name, run)
        for name, run in globals().items()
        if name.startswith("case_") and given.only in name
    ]
    with Recorder(script.read_bytes()) as site, Browser() as browser:
        site.pages["/gone"] = "<title>Gone</title>"
        for name, run in cases:
            for host in ("127.0.0.1", "localhost"):
                browser.open(site.at("/gone", host))
                browser.forget()
            site.clear()
            try:
                run(site, browser)
                check_form(site)
            except Failed as failure:
                raise Failed(f"{name}: {failure}") from failure
            print(f"ok {name}", flush=True)
    print(f"{len(cases)} cases, {script.name}")


if __name__ == "__main__":
    run(main)
