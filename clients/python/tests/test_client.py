"""The client alone, against a server of a few lines."""

import decimal
import http.server
import json
import pathlib
import random
import sys
import threading
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

import operations  # noqa: E402
from tributary import Client, Conflict, Invalid, OPERATIONS, RateLimited, UNSET, Unavailable  # noqa: E402
from tributary.client import dumps, loads  # noqa: E402

LARGE = "123456789012345678901234567890.123456789012345678901234567890"


class Server:
    """Answers what it is told to, and keeps what it was asked."""

    def __init__(self, *answers):
        asked, left = [], list(answers)
        self.asked = asked

        class Handler(http.server.BaseHTTPRequestHandler):
            def answer(self):
                length = int(self.headers.get("content-length") or 0)
                asked.append((self.command, self.path, dict(self.headers.items()), self.rfile.read(length)))
                status, headers, body = left.pop(0) if len(left) > 1 else left[0]
                if status == 0:
                    self.connection.close()
                    return
                self.send_response(status)
                for name, value in {"content-type": "application/json", **headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body.encode())

            do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = answer

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.waits = []

    def client(self, **settings):
        url = f"http://127.0.0.1:{self.server.server_port}"
        return Client(url, "key", sleep=self.waits.append, **settings)


def ok(data, **rest):
    return 200, {}, json.dumps({"data": data, **rest})


def problem(status, code, **headers):
    body = {"type": "about:blank", "title": "x", "status": status, "detail": "why", "code": code, "request_id": "r-1"}
    return status, headers, json.dumps(body)


class Numbers(unittest.TestCase):
    def test_amounts_of_thirty_digits_come_back_digit_by_digit(self):
        read = loads(f'{{"revenue": {LARGE}, "count": 9007199254740993}}')
        self.assertEqual(format(read["revenue"], "f"), LARGE)
        self.assertEqual(read["count"], 9007199254740993)
        self.assertEqual(dumps({"value": decimal.Decimal(LARGE)}), f'{{"value": {LARGE}}}')

    def test_floats_and_what_is_no_number_are_refused(self):
        with self.assertRaises(TypeError):
            dumps({"value": 0.1})
        with self.assertRaises(ValueError):
            dumps(decimal.Decimal("NaN"))
        with self.assertRaises(ValueError):
            loads("[NaN]")

    def test_random_values_are_written_as_others_read_them(self):
        dice = random.Random(7)

        def value(depth):
            kind = dice.randrange(7 if depth else 5)
            if kind == 0:
                return dice.choice([None, True, False])
            if kind == 1:
                return dice.randrange(-(10**25), 10**25)
            if kind == 2:
                return decimal.Decimal(dice.randrange(-(10**30), 10**30)).scaleb(-dice.randrange(20))
            if kind in (3, 4):
                return "".join(dice.choice('a"\\\u00e9\u2028\n/🙂') for _ in range(dice.randrange(8)))
            if kind == 5:
                return [value(depth - 1) for _ in range(dice.randrange(4))]
            return {str(key): value(depth - 1) for key in range(dice.randrange(4))}

        for _ in range(500):
            one = value(3)
            self.assertEqual(json.loads(dumps(one), parse_float=decimal.Decimal), one)

    def test_unset_leaves_and_none_clears(self):
        self.assertEqual(dumps({"a": UNSET, "b": None}), '{"b": null}')


class Requests(unittest.TestCase):
    def test_parameters_are_written_where_they_belong(self):
        server = Server(ok({"rows": [], "total": {}}))
        client = server.client(profile_id="p-1")
        list(client.breakdown("utm source/x", "2026-01-01", "2026-01-31", goal=["a", "b"], model=None))
        method, path, headers, _ = server.asked[0]
        self.assertEqual(method, "GET")
        self.assertEqual(
            path,
            "/api/v1beta/breakdowns/utm%20source%2Fx?date_from=2026-01-01&date_to=2026-01-31&goal=a%2Cb&profile_id=p-1",
        )
        self.assertEqual(headers["Authorization"], "Bearer key")

    def test_lists_are_walked_to_their_end(self):
        pages = [
            ok([1, 2], pagination={"has_next": True, "cursor": "2|x"}), ok([3], pagination={"has_next": False, "cursor": ""}),
        ]
        server = Server(*pages)
        self.assertEqual(list(server.client().iterate("listRestatements")), [1, 2, 3])
        self.assertIn("cursor=2%7Cx", server.asked[1][1])
        rows = Server(ok({"rows": [1]}, pagination={"has_next": True, "cursor": "1|x"}), ok({"rows": [2]}))
        self.assertEqual(list(rows.client().breakdown("channel", "2026-01-01", "2026-01-31")), [1, 2])
        server = Server(*pages)
        self.assertEqual(list(server.client().customers("sale", "2026-01-01", "2026-01-31")), [1, 2, 3])
        self.assertIn("cursor_time=2&cursor_id=x", server.asked[1][1])

    def test_problems_are_exceptions(self):
        server = Server(problem(409, "conflict"))
        with self.assertRaises(Conflict) as caught:
            server.client().request("createGoal", body={})
        self.assertEqual((caught.exception.code, caught.exception.request_id), ("conflict", "r-1"))
        server = Server((400, {}, json.dumps({"code": "invalid", "errors": [{"pointer": "/a", "detail": "is wrong"}]})))
        with self.assertRaises(Invalid) as caught:
            server.client().request("createGoal", body={})
        self.assertIn("/a is wrong", str(caught.exception))
        server = Server((502, {}, "<html>"))
        with self.assertRaises(Exception) as caught:
            server.client().overview("2026-01-01", "2026-01-31")
        self.assertEqual(caught.exception.status, 502)

    def test_whoever_asks_to_wait_is_waited_for_within_bounds(self):
        server = Server(problem(429, "rate_limited", **{"retry-after": "7"}), ok({"id": "e"}))
        self.assertEqual(server.client().create_event("lead"), {"id": "e"})
        self.assertEqual(server.waits, [7])
        server = Server(problem(429, "rate_limited", **{"retry-after": "700"}))
        with self.assertRaises(RateLimited) as caught:
            server.client().create_event("lead")
        self.assertEqual((caught.exception.retry_after, server.waits), (700, []))
        server = Server(problem(503, "unavailable"))
        with self.assertRaises(Unavailable):
            server.client(retries=2).readiness()
        self.assertEqual((len(server.asked), len(server.waits)), (3, 2))

    def test_an_event_keeps_its_key_when_the_connection_is_lost(self):
        server = Server((0, {}, ""), ok({"id": "e"}))
        server.client().create_event("lead", email="a@example.com")
        keys = {headers["Idempotency-Key"] for _, _, headers, _ in server.asked}
        self.assertEqual((len(server.asked), len(keys)), (2, 1))

    def test_what_might_be_written_twice_is_not_sent_again(self):
        server = Server((0, {}, ""), ok({}))
        with self.assertRaises(Exception):
            server.client().request("createGoal", body={})
        self.assertEqual(len(server.asked), 1)


class Document(unittest.TestCase):
    def test_the_table_is_the_documents(self):
        document = json.loads(operations.DOCUMENT.read_text())
        self.assertEqual(operations.TABLE.read_text(), operations.table(document))
        self.assertIn("createEvent", OPERATIONS)


if __name__ == "__main__":
    unittest.main()
