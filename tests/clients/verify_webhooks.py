"""Verifies deliveries with the libraries from PyPI; the file has what came and which secrets were valid then."""

import json
import sys

import standardwebhooks.webhooks as standard
import svix.webhooks as svix

told = json.load(open(sys.argv[1]))
STRANGER = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"


def names(headers, prefix):
    return {name.replace("webhook-", prefix): value for name, value in headers.items()}


def verify(library, secret, it, headers=None, body=None):
    module, prefix = library
    headers = names(headers or it["headers"], prefix)
    return module.Webhook(secret).verify((body or it["body"]).encode(), headers)


def refuses(*words, **other):
    try:
        verify(*words, **other)
    except (standard.WebhookVerificationError, svix.WebhookVerificationError):
        return True
    return False


for library in ((standard, "webhook-"), (svix, "svix-"), (svix, "webhook-")):
    begin = 0
    for step in told["steps"]:
        for it in told["got"][begin:step["until"]]:
            for secret in step["secrets"]:
                assert verify(library, secret, it) in (None, json.loads(it["body"]))
            for secret in [STRANGER, *told["later"][len(step["secrets"]):]]:
                assert refuses(library, secret, it), "a secret that was not valid"
            secret = step["secrets"][-1]
            assert refuses(library, secret, it, body=it["body"].replace("USD", "EUR"))
            for name, other in (("webhook-id", "x"), ("webhook-timestamp", str(int(it["headers"]["webhook-timestamp"]) + 1))):
                assert refuses(library, secret, it, headers=it["headers"] | {name: other})
        begin = step["until"]
print(f"    PyPI: {len(told['got'])} deliveries verified")
