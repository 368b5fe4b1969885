# pip install standardwebhooks
import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from standardwebhooks import Webhook, WebhookVerificationError

webhook = Webhook(os.environ["WEBHOOK_SECRET"])
seen = set()  # in earnest: a table with a unique column


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        # The signature is of the bytes as they came: read them before anything parses them.
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        try:
            event = webhook.verify(body, dict(self.headers))
        except (WebhookVerificationError, ValueError):
            return self.answer(400)
        # A delivery may come more than once, always under the same id.
        delivery = self.headers["webhook-id"]
        if delivery not in seen:
            seen.add(delivery)
            print(event["type"], event["data"], flush=True)
        self.answer(204)

    def answer(self, status):
        self.send_response(status)
        self.end_headers()


ThreadingHTTPServer(("", 8000), Receiver).serve_forever()
