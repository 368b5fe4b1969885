"""A headless Chromium, driven over chromedriver's HTTP interface, and a small site to visit.

Standard library only. Raises Missing when there is no Chromium or no chromedriver.
"""

import http.server
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request

# The default says "HeadlessChrome", which the service rightly takes for a program.
USER_AGENT = (
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/142.0.0.0 Safari/537.36"
)
FLAGS = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--no-proxy-server",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--window-size=1280,900",
    # Sites with a registrable domain, none of which is asked for anything.
    "--host-resolver-rules=MAP *.co.uk 127.0.0.1",
    f"--user-agent={USER_AGENT}",
]
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
START_SECONDS = 60
COMMAND_SECONDS = 60

# No proxy of the environment may come between this program and its own machine.
_direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))


class Missing(Exception):
    """A program that this machine lacks."""


class Failed(Exception):
    """Something did not happen that should have; the text says what."""


# What a program ends with when this machine lacks what it needs.
SKIPPED = 77


def run(main):
    """Runs a program of cases; it ends with 1 when one failed."""
    # An interrupted run takes its browser along.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        main()
    except Missing as missing:
        print(f"skipped: {missing}", file=sys.stderr)
        sys.exit(SKIPPED)
    except (Failed, OSError) as failure:
        print(f"failed: {failure}", file=sys.stderr)
        sys.exit(1)


def call(method, url, body=None, headers=None, timeout=COMMAND_SECONDS):
    """Sends JSON and returns (status, parsed answer or text). Numbers keep their digits."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, headers or {}, method=method)
    if data is not None:
        request.add_header("content-type", "application/json")
    try:
        with _direct.open(request, timeout=timeout) as answer:
            status, text = answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        status, text = error.code, error.read().decode()
    try:
        return status, json.loads(text, parse_float=str)
    except ValueError:
        return status, text


def wait_for(what, probe, seconds=10, every=0.1):
    """Returns the first true answer of probe; what names the thing in the failure."""
    deadline = time.monotonic() + seconds
    while True:
        found = probe()
        if found:
            return found
        if time.monotonic() > deadline:
            raise Failed(f"{what}: not within {seconds} s")
        time.sleep(every)


def _program(variable, names):
    chosen = os.environ.get(variable)
    for name in [chosen] if chosen else names:
        path = shutil.which(name)
        if path:
            return path
    raise Missing(f"no {names[0]} found; install it, or name it in ${variable}")


class Browser:
    """One browser with a profile of its own, gone at the end of the with block."""

    def __enter__(self):
        chromium = _program(
            "CHROMIUM", ["chromium", "/usr/bin/chromium", "chromium-browser", "google-chrome"]
        )
        driver = _program("CHROMEDRIVER", ["chromedriver", "/usr/bin/chromedriver"])
        self._folder = tempfile.mkdtemp(prefix="browser-test-")
        self._session = None
        self._driver = None
        try:
            self._start(driver, chromium)
        except BaseException:
            self.__exit__()
            raise
        return self

    def _start(self, driver, chromium):
        log_path = os.path.join(self._folder, "chromedriver.log")
        with open(log_path, "wb") as log:
            self._driver = subprocess.Popen(
                [driver, "--port=0"],
                stdout=log,
                stderr=log,
                stdin=subprocess.DEVNULL,
                start_new_session=True,
            )

        def port():
            if self._driver.poll() is not None:
                raise Failed(f"chromedriver ended at once: {_tail(log_path)}")
            with open(log_path, encoding="utf-8", errors="replace") as log:
                return re.search(r"started successfully on port (\d+)", log.read())

        self._base = f"http://127.0.0.1:{wait_for('chromedriver', port, START_SECONDS).group(1)}"
        profile = os.path.join(self._folder, "profile")
        options = {"binary": chromium, "args": [*FLAGS, f"--user-data-dir={profile}"]}
        wanted = {"browserName": "chrome", "goog:chromeOptions": options}
        answer = self._send(
            "POST", f"{self._base}/session", {"capabilities": {"alwaysMatch": wanted}}
        )
        self._session = f"{self._base}/session/{answer['sessionId']}"
        # Without a display no window has the focus, unless somebody says that it has.
        self.command("Emulation.setFocusEmulationEnabled", enabled=True)

    def __exit__(self, *_):
        if self._session:
            try:
                call("DELETE", self._session, timeout=10)
            except OSError:
                pass
        if self._driver:
            # A group of its own: the browser goes with its driver, even if it hangs.
            for number in (signal.SIGTERM, signal.SIGKILL):
                try:
                    os.killpg(self._driver.pid, number)
                    self._driver.wait(5)
                except (ProcessLookupError, subprocess.TimeoutExpired):
                    continue
        shutil.rmtree(self._folder, ignore_errors=True)

    def _send(self, method, url, body=None):
        status, answer = call(method, url, body)
        if status != 200:
            raise Failed(f"the browser refused {method} {url}: {answer}")
        return answer["value"]

    def open(self, url):
        """Goes to a page and waits until it is loaded."""
        self._send("POST", f"{self._session}/url", {"url": url})

    def reload(self):
        self._send("POST", f"{self._session}/refresh", {})

    def back(self):
        self._send("POST", f"{self._session}/back", {})

    def run(self, script):
        """Runs a function body in the page and returns what it returns."""
        return self._send("POST", f"{self._session}/execute/sync", {"script": script, "args": []})

    def click(self, selector):
        """Clicks as a person would."""
        self._send("POST", f"{self._find(selector)}/click", {})

    def _find(self, selector):
        found = self._send(
            "POST", f"{self._session}/element", {"using": "css selector", "value": selector}
        )
        return f"{self._session}/element/{found[ELEMENT]}"

    def fill(self, **fields):
        """Types into the page's fields, by name."""
        for name, text in fields.items():
            field = self._find(f'[name="{name}"]:not([type="hidden"])')
            self._send("POST", f"{field}/clear", {})
            self._send("POST", f"{field}/value", {"text": text})

    def type(self, text):
        """Types where the focus is."""
        found = self._send("GET", f"{self._session}/element/active")
        self._send("POST", f"{self._session}/element/{found[ELEMENT]}/value", {"text": text})

    def address(self):
        return self._send("GET", f"{self._session}/url")

    def command(self, name, **parameters):
        """A command of Chromium's own protocol."""
        body = {"cmd": name, "params": parameters}
        return self._send("POST", f"{self._session}/goog/cdp/execute", body)

    def forget(self):
        """Deletes what the open page's site has stored."""
        self._send("DELETE", f"{self._session}/cookie")
        self.run("localStorage.clear()")


def _tail(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()[-500:]


class Site:
    """Pages by path, served on a free port until the end of the with block."""

    def __init__(self):
        self.pages = {}

    def __enter__(self):
        site = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                site.answer_get(self)

            def do_POST(self):
                site.answer_post(self)

            def do_OPTIONS(self):
                site.answer_options(self)

            def log_message(self, *_):
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self._server.shutdown()
        self._server.server_close()

    def at(self, path, host="127.0.0.1"):
        """Address of a page; localhost is the same site under another name."""
        return f"http://{host}:{self.port}{path}"

    def answer_get(self, request):
        page = self.pages.get(request.path.split("?")[0])
        text = "no such page" if page is None else f"<!doctype html><meta charset=utf-8>{page}"
        reply(request, 404 if page is None else 200, "text/html; charset=utf-8", text.encode())

    def answer_post(self, request):
        reply(request, 405, "text/plain", b"")

    def answer_options(self, request):
        reply(request, 405, "text/plain", b"")


def reply(request, status, media_type, body, headers=()):
    """Answers a request of a Site."""
    request.send_response(status)
    request.send_header("content-type", media_type)
    request.send_header("content-length", str(len(body)))
    for name, value in headers:
        request.send_header(name, value)
    try:
        request.end_headers()
        request.wfile.write(body)
    except ConnectionError:
        pass  # a page that is gone does not wait for answers
