"""The client. Standard library only."""

import decimal
import http.client
import json
import random
import time
import urllib.parse
import uuid

from .errors import error_of
from .operations import OPERATIONS


class _Unset:
    """Leaves a field as it is; `None` clears it."""

    def __repr__(self):
        return "UNSET"

    def __bool__(self):
        return False


UNSET = _Unset()

# Without a request that the service may have begun to work on, these are safe to send again.
_SAFE = ("GET", "PUT", "DELETE")


class Client:
    """Speaks to one service with one credential.

    base_url: where the service is, such as "https://attribution.example".
    token: an API key or a user token.
    profile_id: which profile; needed with user tokens alone.
    timeout: seconds that an answer may take.
    retries: how often a request is sent again after 429, 503 or a lost connection. Requests that write are sent again
        only when that cannot write twice.
    longest_wait: seconds; an answer that asks to wait longer is raised instead.
    """

    def __init__(self, base_url, token, profile_id=None, timeout=30, retries=4, longest_wait=60, sleep=time.sleep):
        parts = urllib.parse.urlsplit(base_url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError("base_url must be an http or https address")
        self._parts, self._token, self._profile_id = parts, token, profile_id
        self._timeout, self._retries, self._longest_wait, self._sleep = timeout, retries, longest_wait, sleep

    # Any operation.

    def request(self, operation_id, path=None, query=None, body=UNSET, headers=None):
        """Calls an operation by its id in the OpenAPI document.

        path: values of the path's parameters. query: parameters; lists are sent joined by commas, None is left out.
        body: anything that JSON has; `Decimal` is written as a number, digit by digit; keys with UNSET are left out.
        Returns the parsed answer (`{"data": …, "meta": …}`), None when it has no body, text when it is no JSON.
        """
        method, template = OPERATIONS[operation_id]
        names = path or {}
        target = self._parts.path.rstrip("/") + template.format(
            **{name: urllib.parse.quote(str(value), safe="") for name, value in names.items()}
        )
        pairs = dict(query or {})
        if self._profile_id is not None:
            pairs.setdefault("profile_id", self._profile_id)
        text = urllib.parse.urlencode([(name, _written(value)) for name, value in pairs.items() if value is not None])
        headers = {"Authorization": f"Bearer {self._token}", "Accept": "application/json", **(headers or {})}
        payload = None
        if isinstance(body, bytes):
            payload = body
        elif body is not UNSET:
            payload = dumps(body).encode()
            headers.setdefault("Content-Type", "application/json")
        is_safe = method in _SAFE or "Idempotency-Key" in headers
        return self._send(method, f"{target}?{text}" if text else target, payload, headers, is_safe)

    def iterate(self, operation_id, path=None, query=None):
        """The rows of a list, page after page."""
        query = dict(query or {})
        while True:
            page = self.request(operation_id, path=path, query=query)
            yield from _rows(page["data"])
            place = page.get("pagination") or {}
            if not place.get("has_next"):
                return
            if operation_id == "listCustomers":
                query["cursor_time"], query["cursor_id"] = place["cursor"].split("|", 1)
            else:
                query["cursor"] = place["cursor"]

    # What most callers do.

    def create_event(self, event_type, idempotency_key=None, **fields):
        """Writes an outcome event; the same key again writes nothing and answers what was written first.

        fields: as `POST /api/v1/events` has them, such as email, value_amount (text or Decimal), currency, event_time.
        """
        key = idempotency_key or str(uuid.uuid4())
        body = {"event_type": event_type, **fields}
        return self.request("createEvent", body=body, headers={"Idempotency-Key": key})["data"]

    def record_payment(self, value_amount, currency, idempotency_key, **fields):
        """A payment, once under its key, such as the number of the order."""
        return self.create_event(
            "payment_received", idempotency_key=idempotency_key, value_amount=value_amount, currency=currency, **fields
        )

    def put_spend(self, rows, replace_account_days=False, date_from=None, date_to=None):
        """Writes days of ad spend; with replace_account_days nothing else is left of the account's days."""
        query = {
            "replace": "account_days" if replace_account_days else None, "date_from": date_from, "date_to": date_to,
        }
        return self.request("putSpend", query=query, body={"rows": list(rows)})

    def overview(self, date_from, date_to, **query):
        """Figures of a period: {"data": {"current": …, "previous": …, …}, "meta": …}."""
        return self.request("getOverview", query={"date_from": date_from, "date_to": date_to, **query})

    def breakdown(self, dimension, date_from, date_to, **query):
        """Rows of a breakdown, page after page."""
        query = {"date_from": date_from, "date_to": date_to, **query}
        return self.iterate("getBreakdown", path={"dimension": dimension}, query=query)

    def time_series(self, date_from, date_to, **query):
        """Figures by day, week or month."""
        return self.request("getTimeSeries", query={"date_from": date_from, "date_to": date_to, **query})

    def customers(self, goal, date_from, date_to, **query):
        """Conversions of a goal with whose they are, page after page."""
        query = {"goal": goal, "date_from": date_from, "date_to": date_to, **query}
        return self.iterate("listCustomers", query=query)

    def journey(self, customer_id, **query):
        """What a customer did."""
        return self.request("getCustomerJourney", path={"id": customer_id}, query=query)

    def definitions(self):
        """What counts as a conversion."""
        return self.request("listDefinitions")["data"]

    def readiness(self):
        """Which steps of setting up are done."""
        return self.request("getProfileReadiness")["data"]

    # How.

    def _send(self, method, target, payload, headers, is_safe):
        for attempt in range(self._retries + 1):
            is_last = attempt == self._retries
            try:
                status, answered, content = self._once(method, target, payload, headers)
            except (OSError, http.client.HTTPException) as lost:
                # A request that was not sent at all can always be sent again.
                if is_last or not (is_safe or isinstance(lost, ConnectionRefusedError)):
                    raise
                self._sleep(_pause(attempt))
                continue
            if status < 400:
                return _read(answered, content)
            error = error_of(status, _problem(content), answered)
            # Whoever is told to come back has done nothing.
            may_wait = status in (429, 503) and (error.retry_after or 0) <= self._longest_wait
            if is_last or not may_wait:
                raise error
            self._sleep(error.retry_after if error.retry_after is not None else _pause(attempt))
        raise AssertionError("the last attempt returns or raises")

    def _once(self, method, target, payload, headers):
        is_tls = self._parts.scheme == "https"
        kind = http.client.HTTPSConnection if is_tls else http.client.HTTPConnection
        connection = kind(self._parts.hostname, self._parts.port, timeout=self._timeout)
        try:
            connection.request(method, target, body=payload, headers=headers)
            answer = connection.getresponse()
            names = {name.lower(): value for name, value in answer.getheaders()}
            return answer.status, names, answer.read()
        finally:
            connection.close()


def _rows(data):
    """A list is its rows, or has them beside what holds for all of them."""
    return data if isinstance(data, list) else data["rows"] if "rows" in data else data["lines"]


def _pause(attempt):
    return min(8, 0.5 * 2**attempt) * random.uniform(0.5, 1)


def _written(value):
    if isinstance(value, (list, tuple)):
        return ",".join(_written(item) for item in value)
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def _problem(content):
    try:
        problem = loads(content)
        return problem if isinstance(problem, dict) else {}
    except ValueError:
        return {}


def _read(headers, content):
    if not content:
        return None
    if "json" in headers.get("content-type", ""):
        return loads(content)
    return content.decode()


def loads(text):
    """JSON with exact numbers: whole ones as `int`, others as `Decimal`."""
    return json.loads(text, parse_float=decimal.Decimal, parse_constant=_no_number)


def _no_number(word):
    raise ValueError(f"{word} is no number")


def dumps(value):
    """JSON in which a `Decimal` is a number with all its digits; floats are refused, because they are not exact."""
    if value is UNSET:
        raise TypeError("UNSET stands in objects alone")
    if value is None or isinstance(value, (bool, int, str)):
        return json.dumps(value)
    if isinstance(value, decimal.Decimal):
        if not value.is_finite():
            raise ValueError(f"{value} is no number of JSON")
        return format(value, "f")
    if isinstance(value, float):
        raise TypeError("a float is not exact: give a Decimal, an int or a text")
    if isinstance(value, dict):
        members = (f"{json.dumps(str(key))}: {dumps(item)}" for key, item in value.items() if item is not UNSET)
        return "{" + ", ".join(members) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(dumps, value)) + "]"
    return json.dumps(str(value))
