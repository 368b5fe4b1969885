"""The Python client with a real service; see sdks.py."""

import decimal
import os
import time

from tributary import Client, Conflict, Invalid, RateLimited

PERIOD = (os.environ["DATE_FROM"], os.environ["DATE_TO"])
DAY = PERIOD[0]
LARGEST = "999999999999999.9999"


def until(check):
    for _ in range(300):
        if check():
            return
        time.sleep(0.1)
    raise AssertionError("it did not come about within half a minute")


def main():
    client = Client(os.environ["BASE_URL"], os.environ["KEY"])
    for number in range(230):
        client.record_payment("10.01", "EUR", f"order-{number}", email=f"p{number}@example.com")
    # An answer that is lost is asked for again under the same key, and written once.
    losing = Client(os.environ["LOSING_URL"], os.environ["KEY"], sleep=lambda _: None)
    event = losing.record_payment(LARGEST, "EUR", "lost-1", email="rich@example.com")
    assert event["replayed"] is True, event

    row = {"date": DAY, "platform": "google_ads", "campaign_id": "c", "spend": decimal.Decimal(LARGEST)}
    client.put_spend([row], replace_account_days=True)
    current = lambda: client.overview(*PERIOD)["data"]["current"]
    until(lambda: current()["cash_payments"] == 231)
    total = decimal.Decimal(LARGEST) + 230 * decimal.Decimal("10.01")
    assert current()["cash_revenue"] == total, current()
    assert current()["spend"] == decimal.Decimal(LARGEST), current()

    walked = [row["conversion_id"] for row in client.customers("payment_received", *PERIOD, limit=100)]
    assert len(walked) == len(set(walked)) == 231, len(walked)

    spends = [row["spend"] for row in client.breakdown("channel", *PERIOD, limit=1)]
    assert decimal.Decimal(LARGEST) in spends, spends

    definition = {"conversion_key": "twice", "display_name": "Twice", "source_event_names": ["lead"], "revenue_type": "pipeline"}
    client.request("createDefinition", body=definition)
    try:
        client.request("createDefinition", body=definition)
        raise AssertionError("no conflict")
    except Conflict as conflict:
        assert conflict.code == "conflict" and conflict.request_id
    try:
        client.overview(DAY, "yesterday")
        raise AssertionError("not refused")
    except Invalid as invalid:
        assert invalid.errors, invalid

    waits = []
    slow = Client(os.environ["BASE_URL"], os.environ["SLOW_KEY"], sleep=waits.append, retries=0)
    try:
        for _ in range(100):
            slow.readiness()
        raise AssertionError("no limit")
    except RateLimited as limited:
        assert limited.retry_after > 0
    waiting = Client(os.environ["BASE_URL"], os.environ["SLOW_KEY"], sleep=lambda seconds: (waits.append(seconds), time.sleep(seconds)))
    assert waiting.readiness() is not None
    assert waits and all(seconds > 0 for seconds in waits), waits
    print("    passed")


main()
