// The client alone: its parser beside the built-in one, its requests over a fetch that answers what it is told to.

import assert from "node:assert/strict";
import test from "node:test";

import { Client, Conflict, Invalid, OPERATIONS, RateLimited, TributaryError, Unavailable, parse } from "../dist/index.js";

const LARGE = "123456789012345678901234567890.123456789012345678901234567890";

/** A client whose service gives these answers, and what it was asked. */
function served(...answers) {
  const asked = [];
  const waits = [];
  const answer = async (url, request) => {
    asked.push({ url: String(url), ...request });
    const [status, body, headers = {}] = answers.length > 1 ? answers.shift() : answers[0];
    if (status === 0) throw new TypeError("the connection is lost");
    const text = typeof body === "string" ? body : JSON.stringify(body);
    return new Response(text, { status, headers: { "content-type": "application/json", ...headers } });
  };
  const sleep = async (milliseconds) => void waits.push(milliseconds);
  const client = (settings = {}) => new Client({ baseUrl: "http://t.example/", token: "key", fetch: answer, sleep, ...settings });
  return { client, asked, waits };
}

const problem = (status, code, headers) => [status, { code, detail: "why", status, request_id: "r-1" }, headers];

test("amounts of thirty digits come back digit by digit", async () => {
  const { client } = served([200, `{"data": {"current": {"revenue": ${LARGE}, "visitors": 12}}, "meta": {}}`]);
  const { data } = await client().overview("2026-01-01", "2026-01-31");
  assert.equal(data.current.revenue, LARGE);
  assert.equal(data.current.visitors, 12);
  assert.ok(OPERATIONS.getOverview[2].includes("revenue"));
});

test("whole decimals are texts, whole counts are numbers, and what a number cannot hold is a text", () => {
  const read = parse('{"revenue": 100, "count": 100, "big": 9007199254740993, "rates": [1, 2]}', new Set(["revenue", "rates"]));
  assert.deepEqual(read, { revenue: "100", count: 100, big: "9007199254740993", rates: ["1", "2"] });
});

test("random texts are read as the built-in parser reads them", () => {
  let seed = 7;
  const roll = (sides) => (seed = (seed * 48_271) % 2_147_483_647) % sides;
  const value = (depth) => {
    const kind = roll(depth > 0 ? 7 : 5);
    if (kind === 0) return [null, true, false][roll(3)];
    if (kind <= 2) return roll(2_000_000) - 1_000_000;
    if (kind <= 4) return Array.from({ length: roll(8) }, () => 'a"\\é\u2028\n/🙂'[roll(8)]).join("");
    if (kind === 5) return Array.from({ length: roll(4) }, () => value(depth - 1));
    return Object.fromEntries(Array.from({ length: roll(4) }, (_, key) => [`k${key}`, value(depth - 1)]));
  };
  for (let round = 0; round < 1_000; round += 1) {
    const text = JSON.stringify(value(4), null, roll(3));
    assert.deepEqual(parse(text), JSON.parse(text));
  }
});

test("what is no JSON is refused as the built-in parser refuses it", () => {
  for (const text of ["", "{", "[1,]", '{"a" 1}', "01", "1.", "+1", "nul", '"\n"', '"\\x"', "1 2", "[".repeat(300) + "]".repeat(300), "NaN"]) {
    assert.throws(() => parse(text), SyntaxError, text);
  }
  assert.deepEqual(Object.keys(parse('{"__proto__": 1}')), ["__proto__"]);
});

test("parameters are written where they belong", async () => {
  const { client, asked } = served([200, { data: { rows: [], total: {} } }]);
  for await (const _ of client({ profileId: "p-1" }).breakdown("utm source/x", "2026-01-01", "2026-01-31", { goal: ["a", "b"] })) assert.fail();
  const path = "http://t.example/api/v1beta/breakdowns/utm%20source%2Fx?profile_id=p-1&date_from=2026-01-01&date_to=2026-01-31&goal=a%2Cb";
  assert.equal(asked[0].url, path);
  assert.equal(asked[0].headers.authorization, "Bearer key");
  assert.equal(asked[0].redirect, "error");
});

test("lists are walked to their end", async () => {
  const pages = () => served([200, { data: [1, 2], pagination: { has_next: true, cursor: "2|x" } }], [200, { data: [3], pagination: { has_next: false, cursor: "" } }]);
  const all = async (rows) => { const found = []; for await (const row of rows) found.push(row); return found; };
  let it = pages();
  assert.deepEqual(await all(it.client().iterate("listRestatements")), [1, 2, 3]);
  assert.match(it.asked[1].url, /cursor=2%7Cx/);
  it = served([200, { data: { rows: [1] }, pagination: { has_next: true, cursor: "1|x" } }], [200, { data: { rows: [2] } }]);
  assert.deepEqual(await all(it.client().breakdown("channel", "2026-01-01", "2026-01-31")), [1, 2]);
  it = pages();
  assert.deepEqual(await all(it.client().customers("sale", "2026-01-01", "2026-01-31")), [1, 2, 3]);
  assert.match(it.asked[1].url, /cursor_time=2&cursor_id=x/);
});

test("problems are errors of their own classes", async () => {
  const conflict = served(problem(409, "conflict")).client().request("createGoal", { body: {} });
  await assert.rejects(conflict, (error) => error instanceof Conflict && error.code === "conflict" && error.requestId === "r-1");
  const invalid = served([400, { code: "invalid", errors: [{ pointer: "/a", detail: "is wrong", code: "malformed" }] }]);
  await assert.rejects(invalid.client().request("createGoal", { body: {} }), (error) => error instanceof Invalid && /\/a is wrong/.test(error.message));
  const page = served([502, "<html>", { "content-type": "text/html" }]);
  await assert.rejects(page.client().overview("2026-01-01", "2026-01-31"), (error) => error instanceof TributaryError && error.status === 502);
});

test("whoever asks to wait is waited for within bounds", async () => {
  let it = served(problem(429, "rate_limited", { "retry-after": "7" }), [201, { data: { id: "e" } }]);
  assert.deepEqual(await it.client().createEvent("lead"), { id: "e" });
  assert.deepEqual(it.waits, [7_000]);
  it = served(problem(429, "rate_limited", { "retry-after": "700" }));
  await assert.rejects(it.client().createEvent("lead"), (error) => error instanceof RateLimited && error.retryAfter === 700);
  assert.deepEqual(it.waits, []);
  it = served(problem(503, "unavailable"));
  await assert.rejects(it.client({ retries: 2 }).overview("2026-01-01", "2026-01-31"), Unavailable);
  assert.equal(it.asked.length, 3);
});

test("an event keeps its key when the connection is lost, and what might be written twice is not sent again", async () => {
  let it = served([0], [201, { data: { id: "e" } }]);
  await it.client().recordPayment("10", "EUR", "order-1", { email: "a@example.com" });
  assert.deepEqual(it.asked.map(({ headers }) => headers["idempotency-key"]), ["order-1", "order-1"]);
  it = served([0]);
  await assert.rejects(it.client().request("createGoal", { body: {} }), TypeError);
  assert.equal(it.asked.length, 1);
});
