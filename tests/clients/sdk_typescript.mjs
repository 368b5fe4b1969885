// The TypeScript client with a real service; see sdks.py.

import assert from "node:assert/strict";

const { Client, Conflict, Invalid, RateLimited } = await import(process.env.MODULE);
const { BASE_URL: baseUrl, LOSING_URL, KEY: token, SLOW_KEY, DATE_FROM, DATE_TO } = process.env;
const LARGEST = "999999999999999.9999";
const later = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function until(check) {
  for (let round = 0; round < 300; round += 1) {
    if (await check()) return;
    await later(100);
  }
  assert.fail("it did not come about within half a minute");
}

const client = new Client({ baseUrl, token });
for (let number = 0; number < 230; number += 1) {
  await client.recordPayment("10.01", "EUR", `order-${number}`, { email: `p${number}@example.com` });
}
// An answer that is lost is asked for again under the same key, and written once.
const losing = new Client({ baseUrl: LOSING_URL, token, sleep: async () => {} });
const event = await losing.recordPayment(LARGEST, "EUR", "lost-2", { email: "rich@example.com" });
assert.equal(event.replayed, true);

await client.putSpend([{ date: DATE_FROM, platform: "google_ads", campaign_id: "c", spend: LARGEST }], { replace: "account_days" });
const current = async () => (await client.overview(DATE_FROM, DATE_TO)).data.current;
await until(async () => Number((await current()).cash_payments) === 231);
const figures = await current();
assert.equal(figures.cash_revenue, "1000000000002302.2999");
assert.equal(figures.spend, LARGEST);

const walked = new Set();
for await (const row of client.customers("payment_received", DATE_FROM, DATE_TO, { limit: 100 })) {
  assert.ok(!walked.has(row.conversion_id));
  walked.add(row.conversion_id);
}
assert.equal(walked.size, 231);

const spends = [];
for await (const row of client.breakdown("channel", DATE_FROM, DATE_TO, { limit: 1 })) spends.push(row.spend);
assert.ok(spends.includes(LARGEST), spends.join());

const body = { conversion_key: "twice", display_name: "Twice", source_event_names: ["lead"], revenue_type: "pipeline" };
await client.request("createDefinition", { body });
await assert.rejects(client.request("createDefinition", { body }), (error) => error instanceof Conflict && error.code === "conflict" && !!error.requestId);
await assert.rejects(client.overview(DATE_FROM, "yesterday"), (error) => error instanceof Invalid && error.errors.length > 0);

const readiness = (it) => it.request("getProfileReadiness");
const slow = new Client({ baseUrl, token: SLOW_KEY, retries: 0 });
await assert.rejects(async () => { for (let call = 0; call < 100; call += 1) await readiness(slow); }, (error) => error instanceof RateLimited && error.retryAfter > 0);
const waits = [];
const waiting = new Client({ baseUrl, token: SLOW_KEY, sleep: (milliseconds) => (waits.push(milliseconds), later(milliseconds)) });
assert.ok((await readiness(waiting)).data);
assert.ok(waits.length > 0 && waits.every((milliseconds) => milliseconds > 0));
console.log("    passed");
