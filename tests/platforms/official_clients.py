#!/usr/bin/env python3
"""Holds the stand-ins for the ad platforms, and what the service asks them, to the platforms' own clients.

    tests/platforms/official_clients.py --binary target/debug/tributary [--folder FOLDER]

The clients are installed from PyPI into a folder, a temporary one unless --folder names one to be kept. A service connects
an account at each stand-in, reads what its ads cost and tells Google of a payment by both answers that there are, while all
that is asked and answered is noted down. Then `google-ads` has to be able to read every question and every answer, strictly,
and `facebook-business` reads the same accounts from the stand-in. Whatever the clients read is compared with the world of
the stand-ins and with what the service shows, to the last digit.
"""

import argparse
import datetime
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request
import venv

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "clients"))
sys.dont_write_bytecode = True

from exports_kill import TOKEN, Platform, opened, until
from passing_on import PassingOn
from run import start

PACKAGES = ["google-ads>=34", "facebook-business>=26"]
SCOPES = "events:write,exports:read,exports:write,goals:write,attribution:write,analytics:read,campaigns:read"
# Of each account that is read.
DAYS = 7
ACTION = "customers/1234567890/conversionActions/42"
CLICK = "Cj0KCQ"


class Noting(PassingOn):
    """Passes everything on to the stand-ins, and notes what was asked and answered."""

    def __init__(self, base):
        self.noted = []
        super().__init__(base, self.note)

    def note(self, request, body, answer, content):
        url = urllib.parse.urlsplit(request.path)
        self.noted.append({
            "method": request.command, "path": url.path, "query": dict(urllib.parse.parse_qsl(url.query)),
            "body": body.decode(), "status": answer.status, "answer": content.decode(),
        })


def install(folder):
    python = folder / "venv" / "bin" / "python"
    if not python.exists():
        venv.create(folder / "venv", with_pip=True)
    subprocess.run([python, "-m", "pip", "install", "--quiet", *PACKAGES], check=True)
    return python


def address(url):
    """The service's settings that have it ask elsewhere."""
    return {
        "TRIBUTARY_SOCIAL_ADS_API_URL": url,
        "TRIBUTARY_SEARCH_ADS_CONSENT_URL": url,
        "TRIBUTARY_SEARCH_ADS_TOKEN_URL": url,
        "TRIBUTARY_SEARCH_ADS_API_URL": url,
        "TRIBUTARY_SEARCH_ADS_DATA_MANAGER_URL": url,
        # The one client that the stand-ins know.
        "TRIBUTARY_SOCIAL_ADS_CLIENT_ID": "operator",
        "TRIBUTARY_SOCIAL_ADS_CLIENT_SECRET": "s3cret/+ %",
        "TRIBUTARY_SEARCH_ADS_CLIENT_ID": "operator",
        "TRIBUTARY_SEARCH_ADS_CLIENT_SECRET": "s3cret/+ %",
        "TRIBUTARY_SEARCH_ADS_DEVELOPER_TOKEN": "developer",
    }


def connect(owner, client, provider):
    """Pastes a token or allows access, and picks the account that counts in euros."""
    asked = client("POST", "/api/v1beta/connections", {"provider": provider})
    at, text = owner.go(f"{owner.base}/h/{asked['id']}")
    if provider == "social_ads":
        at, text = owner.submit(at, text, "/token", token=TOKEN)
    else:
        at, text = owner.submit(at, text, "/authorize")
    account = re.search(r'<option value="(\d+1)"', text)[1]
    owner.submit(at, text, "/account", account=account)
    return client("GET", f"/api/v1/handoffs/{asked['id']}")["result"]["connection_id"]


def read_spend(client, connection):
    client("PATCH", f"/api/v1beta/connections/{connection}", {"spend_enabled": True, "spend_months": 1})
    synced = lambda: (client("GET", f"/api/v1beta/connections/{connection}")["last_sync"] or {}).get("status")
    until("the account is read", lambda: synced() == "succeeded", 120)


def click(binary, folder, profile):
    """A visit by an ad, eight hours ago: Google knows a click after six, and is told of it no sooner."""
    at = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(hours=8)
    visits, mapping = folder / "visits.csv", folder / "mapping.json"
    visits.write_text("customer_id,session_id,touched_at,marketing_channel,revenue\n"
                      f"browser-1,visit-1,{at:%Y-%m-%d %H:%M:%S},Ads,\n")
    mapping.write_text(json.dumps({
        "page_url": "https://shop.example/", "labels": [{"label": "Ads", "gclid": CLICK}],
        "purchase": {"event_type": "payment_received", "seconds_after_session": 1},
    }))
    words = ["import", "touchpoints", visits, "--profile", profile, "--mapping", mapping]
    environment = os.environ | {"TRIBUTARY_DATA_DIR": str(folder / "data")}
    subprocess.run([binary, *words], env=environment, check=True, capture_output=True)


def tell_of_a_payment(client, connection, platform):
    """The older interface is told of one payment twice, so that it takes one and refuses one."""
    for name in ["first", "second"]:
        client("POST", "/api/v1beta/exports/destinations", {
            "destination": "search_ads", "connection_id": connection, "search_conversion_action": ACTION,
            "destination_config": {"wire": "google_ads"},
        })
    definitions = client("GET", "/api/v1/goals/definitions")["conversion_definitions"]
    payments = next(it["id"] for it in definitions if it["conversion_key"] == "payment_received")
    client("POST", "/api/v1beta/exports/rules", {
        "name": "Payments", "source_kind": "conversion_definition", "source_ref_id": payments,
        "destinations": {"search_ads": {"enabled": True}},
    })
    client("POST", "/api/v1/events", {
        "event_type": "payment_received", "anonymous_id": "browser-1", "email": "ana@shop.example",
        "phone": "+4915112345678", "value_amount": "12.34",
        "currency": "EUR", "idempotency_key": "payment-1",
        "consent": {"ad_user_data": "granted", "ad_personalization": "denied"},
    })
    until("the payment is told", lambda: platform.took() > 0, 120)


def figures(client, since, day):
    """What the service shows of its campaigns: spend by their ids."""
    query = urllib.parse.urlencode({"date_from": since, "date_to": day, "limit": 100})
    headers = {"authorization": f"Bearer {client.key}"}
    with urllib.request.urlopen(urllib.request.Request(f"{client.base}/api/v1beta/campaigns?{query}", headers=headers)) as answer:
        rows = json.load(answer, parse_float=str, parse_int=str)["data"]
    return {row["id"]: row["spend"] for row in rows}


def record(binary, folder, platform, days):
    """What the service asks and is answered, and what it shows of it."""
    noting = Noting(platform.url)
    os.environ |= address(noting.url)
    base, process = start(binary, folder)
    try:
        owner, client, profile = opened(binary, folder, base, "EUR", SCOPES)
        connections = {provider: connect(owner, client, provider) for provider in ["social_ads", "search_ads"]}
        # What is too much for pages is read as a report.
        platform.misbehave(spend=["too_much"], report_takes=1)
        for connection in connections.values():
            read_spend(client, connection)
        listed = lambda: {row["path"].rpartition("/")[2] for row in noting.noted}
        until("the names are read", lambda: "ads" in listed(), 120)
        until("the days are read", lambda: len(figures(client, *days)) == 4, 120)
        shown = figures(client, *days)
        click(binary, folder, profile)
        tell_of_a_payment(client, connections["search_ads"], platform)
        return noting.noted, shown
    finally:
        process.terminate()
        process.wait()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", type=pathlib.Path, required=True, help="the service; fake-platform lies beside it")
    parser.add_argument("--folder", type=pathlib.Path, help="install here and keep it")
    asked = parser.parse_args()
    binary = asked.binary.resolve()
    failed = []
    with tempfile.TemporaryDirectory() as temporary:
        temporary = pathlib.Path(temporary)
        os.chmod(temporary, 0o755)
        folder = (asked.folder or temporary).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        python = install(folder)
        platform = Platform(binary, temporary)
        try:
            today = datetime.datetime.now(datetime.timezone.utc).date()
            days = [str(today - datetime.timedelta(days=ago)) for ago in (DAYS + 1, 2)]
            noted, shown = record(binary, temporary, platform, days)
            place = temporary / "noted.json"
            place.write_text(json.dumps({"noted": noted, "shown": shown, "platform": platform.url, "days": days}))
            platform.misbehave()
            for name in ["google_answers.py", "meta_client.py"]:
                print(name, flush=True)
                if subprocess.run([python, HERE / name, place]).returncode:
                    failed.append(name)
        finally:
            platform.process.terminate()
            platform.process.wait()
    sys.exit(f"failed: {', '.join(failed)}" if failed else None)


if __name__ == "__main__":
    main()
