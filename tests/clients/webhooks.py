#!/usr/bin/env python3
"""Has webhooks verified by the libraries that others publish.

    tests/clients/webhooks.py --binary target/debug/tributary [--deliveries 10000]

A service of its own tells a receiver with TLS of payments. A third of the way through the secret is replaced, and
once more. Every delivery is verified by `standardwebhooks` and `svix` from PyPI and from npm: with each secret that is
valid when it was sent, and with none that is not; altered bytes, ids and times are refused.
"""

import argparse
import http.server
import json
import os
import pathlib
import ssl
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
import venv
from concurrent.futures import ThreadPoolExecutor

from run import start

HERE = pathlib.Path(__file__).resolve().parent


def install(folder):
    python = folder / "venv" / "bin" / "python"
    if not python.exists():
        venv.create(folder / "venv", with_pip=True)
    subprocess.run([python, "-m", "pip", "install", "--quiet", "standardwebhooks", "svix"], check=True)
    if not (folder / "node_modules").exists():
        command = ["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", folder]
        subprocess.run([*command, "standardwebhooks@1", "svix@1"], check=True)
    return python


def certificate(folder):
    """A CA and a certificate of it for 127.0.0.1."""
    run = lambda *words: subprocess.run(["openssl", *words], check=True, cwd=folder, capture_output=True)
    run("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "ca.key", "-out", "ca.pem", "-days", "2",
        "-subj", "/CN=receiver-ca", "-addext", "basicConstraints=critical,CA:TRUE")
    run("req", "-newkey", "rsa:2048", "-nodes", "-keyout", "server.key", "-out", "server.csr", "-subj", "/CN=receiver")
    (folder / "extensions").write_text("subjectAltName=IP:127.0.0.1\n")
    run("x509", "-req", "-in", "server.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2",
        "-extfile", "extensions", "-out", "server.pem")


class Receiver:
    """Keeps what it gets, and answers 204."""

    def __init__(self, folder):
        got = self.got = []

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers["content-length"]))
                names = ("webhook-id", "webhook-timestamp", "webhook-signature")
                headers = {name: self.headers[name] for name in names}
                got.append({"headers": headers, "body": body.decode(), "at": time.time()})
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(folder / "server.pem", folder / "server.key")
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"https://127.0.0.1:{self.server.server_port}/hook"

    def wait(self, count, seconds=300):
        end = time.time() + seconds
        while len(self.ids()) < count:
            if time.time() > end:
                sys.exit(f"{len(self.ids())} of {count} deliveries came")
            time.sleep(0.1)

    def ids(self):
        return {it["headers"]["webhook-id"] for it in list(self.got)}


class Client:
    def __init__(self, base, key):
        self.base, self.key = base, key

    def __call__(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        headers = {"authorization": f"Bearer {self.key}", "content-type": "application/json"}
        request = urllib.request.Request(self.base + path, data, headers, method=method)
        with urllib.request.urlopen(request) as answer:
            text = answer.read()
        return json.loads(text)["data"] if text else None

    def pay(self, number):
        self("POST", "/api/v1/events", {
            "event_type": "payment_received", "email": f"p{number}@example.com", "value_amount": f"{number}.25",
            "currency": "USD", "idempotency_key": f"payment-{number}",
        })


def command(binary, folder, *words):
    environment = os.environ | {"TRIBUTARY_DATA_DIR": str(folder / "data")}
    done = subprocess.run([binary, *words, "--json"], env=environment, capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr)
    return json.loads(done.stdout)


def pay(client, numbers):
    with ThreadPoolExecutor(16) as pool:
        list(pool.map(client.pay, numbers))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", type=pathlib.Path, required=True)
    parser.add_argument("--deliveries", type=int, default=300)
    parser.add_argument("--folder", type=pathlib.Path, help="install here and keep it")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = (asked.folder or pathlib.Path(temporary)).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        python = install(folder)
        certificate(folder)
        os.environ["TRIBUTARY_EGRESS_ALLOW_NETS"] = "127.0.0.0/8"
        os.environ["TRIBUTARY_EGRESS_EXTRA_ROOT_CA"] = str(folder / "ca.pem")
        base, process = start(asked.binary.resolve(), folder)
        try:
            told = tell(asked, folder, base)
        finally:
            process.terminate()
            process.wait()
        (folder / "told.json").write_text(json.dumps(told))
        subprocess.run([python, HERE / "verify_webhooks.py", folder / "told.json"], check=True)
        environment = os.environ | {"NODE_PATH": str(folder / "node_modules")}
        script = HERE / "verify_webhooks.cjs"
        subprocess.run(["node", script, folder / "told.json"], check=True, env=environment)


def tell(asked, folder, base):
    binary = asked.binary.resolve()
    profile = command(binary, folder, "profiles", "create", "--name", "Receiver", "--currency", "USD")
    scopes = "events:write,exports:read,exports:write"
    key = command(binary, folder, "keys", "create", "--profile", profile["profile_id"], "--name", "receiver",
                  "--scopes", scopes, "--units-per-minute", "1000000")
    client, receiver = Client(base, key["key"]), Receiver(folder)
    made = client("POST", "/api/v1/webhooks/subscriptions", {
        "url": receiver.url, "events": ["conversion.recorded"], "providers": ["platform"],
    })
    secrets, steps = [made["secret"]], []
    third = asked.deliveries // 3
    for step in range(3):
        begin = time.time()
        pay(client, range(step * third + 1, (step + 1) * third + 1))
        receiver.wait((step + 1) * third)
        print(f"    {third} deliveries in {time.time() - begin:.1f} s")
        steps.append({"until": len(receiver.got), "secrets": list(secrets)})
        if step < 2:
            path = f"/api/v1/webhooks/subscriptions/{made['id']}/rotate-secret"
            secrets.append(client("POST", path)["secret"])
    doubled = len(receiver.got) - len(receiver.ids())
    print(f"    {len(receiver.ids())} deliveries, {doubled} of them twice")
    return {"steps": steps, "later": secrets, "got": receiver.got}


if __name__ == "__main__":
    main()
