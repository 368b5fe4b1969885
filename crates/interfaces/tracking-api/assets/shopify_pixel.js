// Tributary for a Shopify store. Paste all of it as a custom pixel (Settings, Customer events, Add custom pixel),
// with the permission "Analytics", and connect it. Use either this or the snippet in the theme, never both: each
// visit would count twice.
//
// It tells which pages a visitor opens and that a checkout was completed, once the store says that the visitor agreed
// to analytics. That a checkout was completed is no payment: a server tells of those, with the order's id as key.
(() => {
  const ENDPOINT = "__ENDPOINT__" + "?s=__VERSION__&w=shopify";
  const KEY = "__KEY__";

  // The cookie is that of the tracker in pages, so that a visitor is the same one wherever either of them runs.
  const NAME = "_trb_id";
  const REFUSED = "0";
  const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
  const COOKIE_LIFE = 33696e3; // seconds: 390 days, below the 400 that browsers allow
  const MAX_WAITING = 50; // events
  const MAX_URL = 2048;
  const MAX_TITLE = 512;
  const MAX_TEXT = 256;
  const RETRY_DELAY = 2e3; // milliseconds, doubled by every failure up to the most
  const MAX_DELAY = 3e5;

  const agrees = (said) =>
    Boolean(said && said.customerPrivacy && said.customerPrivacy.analyticsProcessingAllowed === true);

  let allowed = agrees(init) || undefined; // undefined until the visitor was asked
  let waiting = []; // what happened before the answer, in memory alone
  let refusals = 0; // what was on its way when the visitor refused is forgotten
  let known; // the promise of the anonymous id: two events at once must not make two
  let jar = Promise.resolve(); // what is done to the cookie is done one after the other

  const say = (why) => console.info("tributary: " + why);

  // --- ids ---

  const hex = (bytes) => {
    const digits = Array.from(bytes, (byte) => (byte + 256).toString(16).slice(1)).join("");
    return digits.replace(/(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  };

  // A UUID of version 7.
  const fresh = () => {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    const now = Date.now();
    for (let place = 0; place < 6; place++) bytes[place] = Math.floor(now / 2 ** (40 - 8 * place)) % 256;
    bytes[6] = (bytes[6] & 15) | 112;
    bytes[8] = (bytes[8] & 63) | 128;
    return hex(bytes);
  };

  // The store's ids of events are no UUIDs. A UUID of version 8 that is made of one is the same whenever the event is
  // told again, so it counts once.
  const derived = async (text) => {
    if (!crypto.subtle) return fresh();
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
    const bytes = new Uint8Array(digest).slice(0, 16);
    bytes[6] = (bytes[6] & 15) | 128;
    bytes[8] = (bytes[8] & 63) | 128;
    return hex(bytes);
  };

  // --- the cookie, which lies with the store's page and not with this frame ---

  const place = () => (init.context && init.context.document && init.context.document.location) || {};

  // The widest domain that the browser takes a cookie for, which is the registrable one: the checkout may be on another
  // host than the shop.
  const probe = async () => {
    const labels = String(place().hostname || "").split(".");
    for (let count = 2; count <= labels.length; count++) {
      const domain = labels.slice(-count).join(".");
      await browser.cookie.set(`_trb_p=1; path=/; samesite=lax; domain=${domain}`);
      const taken = (await browser.cookie.get("_trb_p")) === "1";
      await browser.cookie.set(`_trb_p=; path=/; max-age=0; domain=${domain}`);
      if (taken) return domain;
    }
    return "";
  };

  // In the form with one argument, because the other makes a cookie that ends with the browser.
  const write = async (value, seconds) => {
    const domain = await probe();
    const secure = place().protocol === "http:" ? "" : "; secure";
    const where = domain && `; domain=${domain}`;
    await browser.cookie.set(`${NAME}=${value}; path=/; max-age=${seconds}; samesite=lax${where}${secure}`);
  };

  const read = async () => {
    const stored = await browser.cookie.get(NAME);
    if (stored === REFUSED) return "";
    return UUID.test(stored) ? stored : fresh();
  };

  // The anonymous id; empty for a visitor who refused. Nobody waits until it is written down.
  const recognise = () => {
    if (!known) {
      const asked = jar.then(read);
      known = asked;
      jar = asked.then((id) => id && write(id, COOKIE_LIFE)).catch(() => {});
      asked.catch(() => (known = undefined));
    }
    return known;
  };

  const forget = () => {
    known = undefined;
    jar = jar
      .then(() => browser.cookie.get(NAME))
      .then((stored) => UUID.test(stored) && write("", 0))
      .catch(() => {});
  };

  // --- sending ---

  // A text of others, or nothing. Half a surrogate pair at the cut would make the whole body unreadable.
  const text = (value, length) => {
    if (value === null || value === undefined || value === "") return undefined;
    const short = String(value).slice(0, length);
    return short.toWellFormed ? short.toWellFormed() : short;
  };

  // As text/plain, for which no permission is asked first. A later try carries the same id, so that an event counts
  // once even if only its answer was lost.
  const deliver = (event, at, id, era, delay) => {
    if (era !== refusals) return;
    const now = Date.now();
    const body = JSON.stringify({
      k: KEY,
      v: 1,
      a: id,
      n: now,
      e: [{ ...event, ts: Math.max(0, now - at) }],
    });
    const later = (why) => {
      say("again later: " + why);
      setTimeout(() => deliver(event, at, id, era, Math.min(delay * 2, MAX_DELAY)), delay);
    };
    fetch(ENDPOINT, { method: "POST", body, keepalive: true, credentials: "omit" }).then((answer) => {
      if (answer.status > 499 || answer.status === 429) later(answer.status);
      else if (answer.status > 399) answer.text().then((why) => say(`refused: ${answer.status} ${why}`));
    }, later);
  };

  // --- what the store tells ---

  // Fragments stay at home: they hold tokens more often than campaigns.
  const address = (page) => text(String((page.location && page.location.href) || "").split("#")[0], MAX_URL);

  const viewed = async (event, page) => [
    {
      t: "pv",
      i: await derived(event.id),
      u: address(page),
      r: text(page.referrer, MAX_URL) || "",
      ti: text(page.title, MAX_TITLE),
    },
  ];

  // Who somebody is goes alone: the service refuses a batch with a malformed identifier as a whole.
  const completed = async (event, page) => {
    const checkout = (event.data && event.data.checkout) || {};
    const price = checkout.totalPrice || {};
    const person = { email: text(checkout.email, MAX_TEXT), phone: text(checkout.phone, MAX_TEXT) };
    const bought = {
      order_id: text(checkout.order && checkout.order.id, MAX_TEXT),
      token: text(checkout.token, MAX_TEXT),
      value: text(price.amount, MAX_TEXT),
      currency: text(checkout.currencyCode || price.currencyCode, MAX_TEXT),
    };
    const told = { t: "ev", i: await derived(event.id), u: address(page), n: "checkout_completed", p: bought };
    if (!person.email && !person.phone) return [told];
    return [{ t: "id", i: await derived(event.id + "/id"), p: person }, told];
  };

  const KINDS = { page_viewed: viewed, checkout_completed: completed };

  const report = async (event) => {
    const era = refusals;
    const page = (event.context && event.context.document) || {};
    const at = Date.parse(event.timestamp) || Date.now();
    const [id, told] = await Promise.all([recognise(), KINDS[event.name](event, page)]);
    if (id) told.forEach((one) => deliver(one, at, id, era, RETRY_DELAY));
  };

  // A cookie that cannot be read may be a refusal, so nothing is sent then.
  const attempt = (event) => report(event).catch((why) => say("cannot be sent: " + why));

  const take = (event) => {
    if (allowed) attempt(event);
    else if (allowed === undefined) waiting = waiting.concat([event]).slice(-MAX_WAITING);
  };

  Object.keys(KINDS).forEach((name) => analytics.subscribe(name, take));

  api.customerPrivacy.subscribe("visitorConsentCollected", (said) => {
    const before = waiting;
    waiting = [];
    allowed = agrees(said);
    if (allowed) return before.forEach(attempt);
    refusals++;
    forget();
  });
})();
