"""Somebody with a browser that knows links, forms and cookies, and no scripts."""

import html.parser
import http.cookiejar
import secrets
import urllib.error
import urllib.parse
import urllib.request


class Page(html.parser.HTMLParser):
    """The forms and links of a page."""

    def __init__(self, text):
        super().__init__()
        self.forms, self.links = [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "a" and attributes.get("href"):
            self.links.append(attributes["href"])
        elif tag == "form":
            self.forms.append({"attributes": attributes, "fields": [], "buttons": []})
        elif self.forms and tag == "input":
            kind = attributes.get("type", "text")
            where = "buttons" if kind == "submit" else "fields"
            self.forms[-1][where].append(attributes)
        elif self.forms and tag == "button":
            self.forms[-1]["buttons"].append(attributes)


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


class Person:
    """Signs up the first time that a page asks who is there, and approves everything."""

    def __init__(self, base):
        self.base = base
        self.email = f"person-{secrets.token_hex(6)}@example.com"
        self.password = secrets.token_urlsafe(24)
        cookies = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        self.opener = urllib.request.build_opener(cookies, NoRedirect)

    def fetch(self, url, data=None):
        """Status, address of a redirect, text."""
        request = urllib.request.Request(url, data=data)
        if data is not None:
            request.add_header("Origin", self.base)
        try:
            answer = self.opener.open(request)
        except urllib.error.HTTPError as error:
            answer = error
        text = answer.read().decode()
        target = answer.headers.get("Location")
        return answer.status, target and urllib.parse.urljoin(url, target), text

    def approve(self, url):
        """Goes to an authorization address and through every page up to the way back."""
        back = urllib.parse.parse_qs(urllib.parse.urlsplit(url).query)["redirect_uri"][0]
        data = None
        for _ in range(20):
            status, target, text = self.fetch(url, data)
            data = None
            if target:
                if target.startswith(back):
                    return target
                url = target
                continue
            if status != 200:
                raise SystemExit(f"{status} at {url}: {text}")
            url, data = self.answer(url, Page(text))
        raise SystemExit("the pages lead in a circle")

    def answer(self, url, page):
        """Where the next click leads, and with what."""
        signs_in = urllib.parse.urlsplit(url).path == "/auth/sign-in"
        up = [link for link in page.links if "/auth/sign-up" in link]
        if signs_in and up:
            return urllib.parse.urljoin(url, up[0]), None
        # A form that ends the session may stand in the page's head.
        forms = [form for form in page.forms if "sign-out" not in form["attributes"].get("action", "")]
        form = forms[0]
        action = urllib.parse.urljoin(url, form["attributes"].get("action") or url)
        filled = [(field["name"], self.value(field)) for field in form["fields"] if field.get("name")]
        yes = [
            button
            for button in form["buttons"]
            if button.get("name") and button.get("value", "").lower() in ("approve", "allow", "yes")
        ]
        filled += [(button["name"], button["value"]) for button in yes[:1]]
        return action, urllib.parse.urlencode(filled).encode()

    def value(self, field):
        name, kind = field["name"], field.get("type", "text")
        if kind == "hidden":
            return field.get("value", "")
        if kind == "password":
            return self.password
        if kind == "email" or "email" in name:
            return self.email
        return field.get("value") or "Ada Example"
