"""Where installers are pasted: a tag manager that injects a tag, and a store that runs a pixel in a sandboxed frame."""

import datetime
import hashlib
import json
import uuid

from browser import wait_for

ALLOWED = {"customerPrivacy": {"analyticsProcessingAllowed": True}}
DENIED = {"customerPrivacy": {"analyticsProcessingAllowed": False}}

# The tracker leaves browsers alone that a program drives, and installers cannot tell it not to.
UNDRIVEN = "<script>Object.defineProperty(navigator, 'webdriver', {value: false})</script>"

# As a tag manager puts markup into a page: scripts are made anew, and lose their data- attributes.
INJECT = """
    const box = document.createElement("div");
    box.innerHTML = MARKUP;
    for (const given of box.querySelectorAll("script")) {
      const made = document.createElement("script");
      for (const { name, value } of given.attributes) {
        if (!name.startsWith("data-")) made.setAttribute(name, value);
      }
      made.text = given.text;
      given.replaceWith(made);
    }
    document.body.append(box);
"""

# The store's page has the cookies, and the frame asks it for them.
STORE = """<title>Store</title><body><iframe sandbox="allow-scripts" src="/frame"></iframe><script>
    let ready = false;
    const frame = document.querySelector("iframe");
    const post = (message) => frame.contentWindow.postMessage(message, "*");
    const asked = {
      get: ([name]) => (new RegExp("(?:^|; )" + name + "=([^;]*)").exec(document.cookie) || ["", ""])[1],
      set: ([text, value]) => (document.cookie = value === undefined ? text : text + "=" + value),
    };
    addEventListener("message", ({ data, source }) => {
      if (source !== frame.contentWindow) return;
      if (data.ready) ready = true;
      else setTimeout(() => post({ number: data.number, value: asked[data.what](data.values) }), 20);
    });
</script>"""

# What a store gives a pixel, as far as the pixel looks.
FRAME = """<script>
    const questions = new Map();
    const ask = (what) => (...values) =>
      new Promise((resolve, reject) => {
        if (BROKEN) reject(new Error("no cookies here"));
        const number = questions.size + 1;
        questions.set(number, resolve);
        parent.postMessage({ what, values, number }, "*");
      });
    const subscribers = [];
    const subscribe = (name, act) => subscribers.push([name, act]);
    const analytics = { subscribe };
    const browser = { cookie: { get: ask("get"), set: ask("set") } };
    const api = { customerPrivacy: { subscribe } };
    const init = INIT;
    addEventListener("message", ({ data }) => {
      if (data.number) questions.get(data.number)(data.value);
      else subscribers.filter(([name]) => name === data.name).forEach(([, act]) => act(data.event));
    });
</script><script>CODE</script><script>parent.postMessage({ ready: true }, "*")</script>"""


def for_script(value):
    """JSON that can stand in a script of a page."""
    return json.dumps(value).replace("<", "\\u003c")


def injected(markup):
    """A page into which a tag manager puts markup."""
    return f"<title>Page</title>{UNDRIVEN}<body><script>{INJECT.replace('MARKUP', for_script(markup))}</script>"


def html_of(container):
    """The markup of a container's only tag."""
    (tag,) = container["containerVersion"]["tag"]
    (html,) = [one["value"] for one in tag["parameter"] if one["key"] == "html"]
    return html


class Store:
    """A store with a pixel, and whoever visits it."""

    def __init__(self, site, browser, code):
        self._site = site
        self._browser = browser
        self._code = code
        self.host = "127.0.0.1"

    def open(self, path="/store", said=ALLOWED, broken=False):
        """Opens a page of the store, which then says nothing by itself."""
        address = self._site.at(path, self.host)
        location = {"href": address, "hostname": self.host, "protocol": "http:"}
        init = {"context": {"document": {"location": location}}, **said}
        frame = FRAME.replace("INIT", for_script(init)).replace("BROKEN", json.dumps(broken))
        self._site.pages["/frame"] = frame.replace("CODE", self._code)
        self._site.pages[path.split("?")[0]] = STORE
        self._browser.open(address)
        wait_for("the pixel", lambda: self._browser.run("return ready"))
        return address

    def tell(self, *events):
        """Publishes events, all at once."""
        posts = (json.dumps({"name": event["name"], "event": event}) for event in events)
        self._browser.run(";".join(f"post({post})" for post in posts))

    def answer(self, said):
        """What the visitor says to the store's banner."""
        post = json.dumps({"name": "visitorConsentCollected", "event": said})
        self._browser.run(f"post({post})")

    def cookies(self):
        return self._browser.run("return document.cookie")

    def viewed(self, address, number="sh-1", **document):
        """The event of a page view."""
        return self._event("page_viewed", number, {}, {"location": {"href": address}, **document})

    def bought(self, address, checkout, number="sh-2"):
        """The event of a completed checkout."""
        document = {"location": {"href": address}, "referrer": "", "title": "Thank you"}
        return self._event("checkout_completed", number, {"checkout": checkout}, document)

    def _event(self, name, number, data, document):
        now = datetime.datetime.now(datetime.timezone.utc)
        return {
            "id": number,
            "name": name,
            "timestamp": now.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "data": data,
            "context": {"document": document},
        }


def derived(text):
    """The UUID of version 8 that is made of an event's id."""
    made = bytearray(hashlib.sha256(text.encode()).digest()[:16])
    made[6] = made[6] & 15 | 128
    made[8] = made[8] & 63 | 128
    return str(uuid.UUID(bytes=bytes(made)))
