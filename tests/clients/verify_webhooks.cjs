// Verifies deliveries with the libraries from npm; the file has what came and which secrets were valid then.
const assert = require("node:assert");
const fs = require("node:fs");
const standard = require("standardwebhooks");
const svix = require("svix");

const told = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
const STRANGER = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

for (const [library, prefix] of [[standard, "webhook-"], [svix, "svix-"], [svix, "webhook-"]]) {
  const verify = (secret, body, headers) => {
    const named = Object.entries(headers).map(([name, value]) => [name.replace("webhook-", prefix), value]);
    return new library.Webhook(secret).verify(body, Object.fromEntries(named));
  };
  let begin = 0;
  for (const step of told.steps) {
    for (const { body, headers } of told.got.slice(begin, step.until)) {
      for (const secret of step.secrets) {
        assert.deepStrictEqual(verify(secret, body, headers), JSON.parse(body));
      }
      for (const secret of [STRANGER, ...told.later.slice(step.secrets.length)]) {
        assert.throws(() => verify(secret, body, headers));
      }
      const secret = step.secrets.at(-1);
      assert.throws(() => verify(secret, body.replace("USD", "EUR"), headers));
      assert.throws(() => verify(secret, body, { ...headers, "webhook-id": "x" }));
      const later = String(Number(headers["webhook-timestamp"]) + 1);
      assert.throws(() => verify(secret, body, { ...headers, "webhook-timestamp": later }));
    }
    begin = step.until;
  }
}
console.log(`    npm: ${told.got.length} deliveries verified`);
