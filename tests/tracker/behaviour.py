#!/usr/bin/env python3
"""What the tracker does in a real browser, seen by a stand-in for the service.

    behaviour.py [SCRIPT]      (default: crates/api/assets/tracker.min.js)

Needs no service. Ends with 0, with 1 and the case that failed, or with 77 without a Chromium.
"""

import json
import pathlib
import re
import signal
import sys
import threading
import time

sys.dont_write_bytecode = True  # leaves nothing behind in a checkout

from browser import Browser, Failed, Missing, Site, reply, wait_for

ASSETS = pathlib.Path(__file__).resolve().parents[2] / "crates/api/assets"
KEY = "trk_live_test"
ALLOW = "data-allow-localhost data-allow-automation"
UUID7 = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")
COOKIE = "return (/_trb_id=([^;]+)/.exec(document.cookie) || [])[1] || null"
KINDS = {
    "pv": {"t", "i", "ts", "u", "r", "ti"},
    "eng": {"t", "i", "ts", "u", "ms"},
    "id": {"t", "i", "ts", "p"},
    "ev": {"t", "i", "ts", "u", "n", "p"},
}


class Recorder(Site):
    """The pages, the script, and a collector that remembers what it was sent."""

    def __init__(self, script):
        super().__init__()
        self._script = script
        self._lock = threading.Lock()
        self.failures = 0  # requests to come that lose their answer
        self.busy = 0  # requests to come that are answered with 503
        self.preflights = 0
        self.requests = []

    def answer_get(self, request):
        if request.path == "/tracker.js":
            reply(request, 200, "text/javascript; charset=utf-8", self._script)
        else:
            super().answer_get(request)

    def answer_options(self, request):
        self.preflights += 1
        super().answer_options(request)

    def answer_post(self, request):
        body = request.rfile.read(int(request.headers["content-length"]))
        with self._lock:
            record = {
                "path": request.path,
                "type": request.headers["content-type"],
                "size": len(body),
                "body": json.loads(body),
            }
            self.requests.append(record)
            lost, self.failures = self.failures > 0, max(0, self.failures - 1)
            busy, self.busy = not lost and self.busy > 0, max(0, self.busy - (not lost))
        if lost:
            request.close_connection = True
            request.connection.close()
            return
        origin = [("access-control-allow-origin", "*")]
        reply(request, 503 if busy else 202, "application/json", b"{}", origin)

    def page(self, attributes=ALLOW, before="", body=""):
        """A page with the script, which comes from another origin, as it does in earnest."""
        source = self.at("/tracker.js", host="localhost")
        tag = f'<script src="{source}" data-key="{KEY}" {attributes}></script>'
        return f"<title>Page</title>{before}{tag}{body}"

    def clear(self):
        """Forgets what was sent. Stragglers of the page before must have arrived."""
        time.sleep(0.5)
        with self._lock:
            self.requests.clear()

    def events(self, kind=None):
        with self._lock:
            events = [event for request in self.requests for event in request["body"]["e"]]
        return [event for event in events if kind in (None, event["t"])]

    def ids(self):
        with self._lock:
            return {request["body"]["a"] for request in self.requests}

    def views(self, count):
        """Waits for that many page views; more are a failure."""
        wait_for(f"{count} page views", lambda: len(self.events("pv")) >= count)
        time.sleep(0.6)
        found = self.events("pv")
        same([event["u"] for event in found][count:], [])
        return found


def same(found, wanted):
    if found != wanted:
        raise Failed(f"found {found!r} instead of {wanted!r}")


def check_form(site):
    """Every body that any case sent has the agreed form."""
    for request in site.requests:
        body = request["body"]
        same(request["path"], "/api/v1beta/collect")
        same(request["type"].split(";")[0], "text/plain")
        same(set(body), {"k", "v", "a", "n", "e"})
        same((body["k"], body["v"], bool(UUID7.fullmatch(body["a"]))), (KEY, 1, True))
        same(abs(body["n"] - time.time() * 1000) < 120_000, True)
        same(1 <= len(body["e"]) <= 10 and request["size"] <= 16_384, True)
        for event in body["e"]:
            same(set(event) - KINDS[event["t"]], set())
            same(KINDS[event["t"]] - set(event) <= {"p"}, True)
            same(bool(UUID7.fullmatch(event["i"])) and 0 <= event["ts"] < 60_000, True)
    same(site.preflights, 0)


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


def case_without_consent_nothing_is_stored(site, browser):
    site.pages["/c"] = site.page(f'data-consent="required" {ALLOW}')
    browser.open(site.at("/c"))
    site.views(1)
    same(browser.run("return [document.cookie, localStorage.length]"), ["", 0])
    browser.reload()
    site.views(2)
    same(len(site.ids()), 2)
    browser.run("tributary.consent(true)")
    stored = browser.run(COOKIE)
    same(stored, site.requests[-1]["body"]["a"])
    browser.reload()
    site.views(3)
    same(site.requests[-1]["body"]["a"], stored)
    site.clear()
    browser.run("tributary.consent(false); history.pushState({}, '', '/d')")
    same(browser.run(COOKIE), "0")
    after = site.views(1)
    same([event["u"] for event in after], [site.at("/d")])
    same([request["body"]["a"] == stored for request in site.requests][-1], False)
    browser.open(site.at("/c"))
    same(browser.run(COOKIE), "0")
    site.views(2)
    same(stored in {site.requests[-1]["body"]["a"]}, False)


def case_a_lost_answer_is_retried_once_with_the_same_ids(site, browser):
    site.pages["/a"] = site.page()
    for failures, busy, tries in [(1, 0, 2), (5, 0, 2), (0, 1, 2)]:
        browser.open(site.at("/gone"))
        site.clear()
        site.failures, site.busy = failures, busy
        browser.open(site.at("/a"))
        wait_for(f"{tries} tries", lambda: len(site.events("pv")) == tries)
        time.sleep(3)
        events = site.events("pv")
        same((len(events), len({event["i"] for event in events})), (tries, 1))
        same(events[1]["ts"] - events[0]["ts"] >= 1900, True)
        site.failures = 0


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


def main():
    script = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else ASSETS / "tracker.min.js"
    cases = [(name, run) for name, run in globals().items() if name.startswith("case_")]
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
    # An interrupted run takes its browser along.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        main()
    except Missing as missing:
        print(f"skipped: {missing}", file=sys.stderr)
        sys.exit(77)
    except (Failed, OSError) as failure:
        print(f"failed: {failure}", file=sys.stderr)
        sys.exit(1)
