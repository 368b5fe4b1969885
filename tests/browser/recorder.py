"""A stand-in for the service: serves pages and the script, and remembers what it was sent."""

import json
import re
import threading
import time

from browser import Failed, Site, reply, wait_for

KEY = "trk_live_test"
ALLOW = "data-allow-localhost data-allow-automation"
UUID7 = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")
ORIGIN = re.compile(r"s=[\w.-]{1,32}&w=(?:snippet|gtm|shopify)?")
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
        self.answer = (202, "{}")  # what all others are told
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
        status, text = (503, "{}") if busy else self.answer
        reply(request, status, "application/json", text.encode(), origin)

    def page(self, attributes=ALLOW, before="", body="", key=KEY):
        """A page with the script, which comes from another origin, as it does in earnest."""
        source = self.at("/tracker.js", host="localhost")
        tag = f'<script src="{source}" data-key="{key}" {attributes}></script>'
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

    def time_of(self, event):
        """When an event happened, by the browser's clock."""
        batches = [request["body"] for request in self.requests]
        return next(batch["n"] for batch in batches if event in batch["e"]) - event["ts"]

    def ids(self):
        with self._lock:
            return {request["body"].get("a") for request in self.requests}

    def cookies(self):
        """What was told of the cookies of Meta's pixel."""
        with self._lock:
            return [request["body"]["c"] for request in self.requests if "c" in request["body"]]

    def views_tried(self, count):
        """Fails if a page view is tried more often."""
        time.sleep(1)
        same(len(self.events("pv")), count)

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
        path, _, origin = request["path"].partition("?")
        same(path, "/api/v1beta/collect")
        same(bool(ORIGIN.fullmatch(origin)), True)
        same(request["type"].split(";")[0], "text/plain")
        same(set(body) - {"c"} | {"a"}, {"k", "v", "a", "n", "e"})
        same("c" not in body or "a" in body, True)
        same((body["k"], body["v"]), (KEY, 1))
        same("a" not in body or bool(UUID7.fullmatch(body["a"])), True)
        same(abs(body["n"] - time.time() * 1000) < 120_000, True)
        same(1 <= len(body["e"]) <= 10 and request["size"] <= 16_384, True)
        for event in body["e"]:
            same(set(event) - KINDS[event["t"]], set())
            same(KINDS[event["t"]] - set(event) <= ({"p"} if "a" in body else {"ti"}), True)
            same(bool(UUID7.fullmatch(event["i"])) and 0 <= event["ts"] < 60_000, True)
    same(site.preflights, 0)
