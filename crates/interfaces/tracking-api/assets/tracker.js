// The browser's side of Tributary: tells the service which pages a visitor opens, for how long they
// hold the attention, and who the visitor says to be. docs/tracker.md lists the options, what each
// stores and sends, and the wire format. Pages get tracker.min.js, the minified form of this file.
(() => {
  const doc = document;
  const script = doc.currentScript || doc.querySelector("script[data-key]");
  const option = (name) => script.getAttribute("data-" + name);
  const key = option("key");
  // The service writes the version. A tag that stands in the page is the one that is deferred.
  const way = option("way") || (script.defer ? "snippet" : "");
  const endpoint = new URL(script.src).origin + "/api/v1beta/collect?s=__VERSION__&w=" + way;

  const NAME = "_trb_id";
  const UNSENT = "_trb_q";
  const REFUSED = "0";
  const STORED = /(?:^|; )_trb_id=(0|[\da-f-]{36})(?:;|$)/;
  const LINK = /[?&]_trb=([\da-f-]{36})\.(\d+)/;
  const LINK_LIFE = 12e4; // milliseconds
  const COOKIE_LIFE = 33696e3; // seconds: 390 days, below the 400 that browsers allow
  const PERSON =
    "email phone national_id crm_contact_id external_id first_name last_name".split(" ");
  const MAX_EVENTS = 10;
  const MAX_BYTES = 14e3; // the service takes 16 KiB; titles and the frame are not counted here
  const MAX_PROPERTIES = 8192; // bytes
  const HALF_PAIR = /\\ud[89a-f]/; // how JSON.stringify writes half a surrogate pair
  const MAX_URL = 2048;
  const MAX_ENGAGED = 18e5; // milliseconds that one page view may count: 30 minutes
  const BATCH_DELAY = 250;
  const RETRY_DELAY = 2e3; // milliseconds, doubled by every failure up to the most
  const MAX_DELAY = 3e5;
  const MAX_UNSENT = 50; // events
  const UNSENT_LIFE = 864e5; // milliseconds: a day
  // What the visitor's answer allows.
  const NOTHING = 0;
  const EVERYTHING = 1;
  const WITHOUT_ID = 2; // page views are counted, and nothing is stored on the device
  const NOT_YET = 3; // everything waits in memory for the answer

  let id; // the anonymous id
  let allowed; // one of the four
  let cookieDomain; // undefined until probed; "" where no domain can be named
  let started; // false while the page is only prerendered: nothing is sent before somebody sees it
  let queue = []; // [time, event] that were not sent yet
  let bytes = 0; // size of the queue
  let unsent = []; // [anonymous id, queue] that wait for consent or for the service
  let delay = RETRY_DELAY;
  let retryTimer;
  let timer;
  let answers = 0; // how often the visitor refused on this page
  let wanted; // whether the service asks for the cookies of Meta's pixel
  let shown; // what it was told of them on this page
  let said; // what the console was told last
  let url; // the page as the last page view named it
  let path;
  let from; // the referrer of that view
  let untitled; // the last page view, as long as its title may still be set
  let since = 0; // when the attention began, 0 while there is none
  let engagedLeft;

  // --- small tools ---

  // Whoever wonders why nothing arrives looks into the console first.
  const say = (why) => {
    if (why !== said) console.info("tributary: " + why);
    said = why;
  };

  const silent = (why) => say("silent: " + why);

  // A UUID of version 7. crypto.randomUUID is missing on pages without TLS.
  const uuid = () => {
    const random = crypto.getRandomValues(new Uint8Array(10));
    random[0] = (random[0] & 15) | 112;
    random[2] = (random[2] & 63) | 128;
    let hex = Date.now().toString(16).padStart(12, "0");
    random.forEach((byte) => (hex += (byte + 256).toString(16).slice(1)));
    return hex.replace(/(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  };

  // Half a surrogate pair at the cut would make the whole body unreadable for the service.
  const cut = (text, length) => {
    const short = String(text).slice(0, length);
    return short.toWellFormed ? short.toWellFormed() : short;
  };

  const size = (value) => new Blob([JSON.stringify(value)]).size;

  const within = (host, domain) => host === domain || host.endsWith("." + domain);

  // Without the id that another domain handed over: it is nobody's business later.
  const unlinked = (address) =>
    address.replace(/([?&])_trb=[^&#]*&?/, "$1").replace(/[?&](?=#|$)/, "");

  // Fragments stay at home: they hold tokens more often than campaigns.
  const here = () => unlinked(location.href.split("#")[0]).slice(0, MAX_URL);

  // --- the anonymous id ---

  // The widest domain that the browser lets us set a cookie for, which is the registrable one.
  const probe = () => {
    const labels = location.hostname.split(".");
    for (let count = 2; count <= labels.length; count++) {
      const domain = labels.slice(-count).join(".");
      const attributes = "_trb_p=1;path=/;samesite=lax;domain=" + domain;
      doc.cookie = attributes;
      const taken = doc.cookie.includes("_trb_p=1");
      doc.cookie = attributes + ";max-age=0";
      if (taken) return domain;
    }
    return "";
  };

  // Pages in a sandbox, and browsers told so, throw at the mere mention of storage.
  const attempt = (action) => {
    try {
      return action();
    } catch (_) {}
  };

  const read = () =>
    attempt(() => STORED.exec(doc.cookie)) ||
    attempt(() => STORED.exec(NAME + "=" + localStorage.getItem(NAME)));

  const save = (value) => {
    attempt(() => {
      if (cookieDomain === undefined) cookieDomain = probe();
      doc.cookie =
        `${NAME}=${value};path=/;max-age=${COOKIE_LIFE};samesite=lax` +
        (cookieDomain && ";domain=" + cookieDomain) +
        (location.protocol === "https:" ? ";secure" : "");
    });
    attempt(() => localStorage.setItem(NAME, value));
  };

  const domains = (option("domains") || "").split(/[\s,]+/).filter(Boolean);

  // A word that is no known mode asks first, so that a slip of the pen tracks nobody.
  const recognise = () => {
    const stored = (read() || [])[1];
    const asked = option("consent");
    const link = LINK.exec(location.search);
    const fresh = link && domains[0] && Math.abs(Date.now() - link[2]) < LINK_LIFE;
    if (stored) allowed = stored === REFUSED ? NOTHING : EVERYTHING;
    else allowed = asked === null ? EVERYTHING : asked === "anonymous" ? WITHOUT_ID : NOT_YET;
    if (fresh && allowed) id = link[1];
    else id = stored && allowed ? stored : uuid();
    if (allowed === EVERYTHING) {
      save(id);
      unsent = left();
    }
    if (!allowed) silent("refused");
    if (allowed === NOT_YET) silent("no consent yet");
    if (link) attempt(() => history.replaceState(history.state, "", unlinked(location.href)));
  };

  // Links to the other domains of data-domains carry the id along, if it may be stored at all.
  const decorate = (event) => {
    const link = event.target.closest && event.target.closest("a[href]");
    const host = (link && link.hostname) || "";
    const other = !within(host, cookieDomain || location.hostname);
    if (allowed === EVERYTHING && other && domains.some((domain) => within(host, domain))) {
      const search = unlinked(link.search);
      link.search = search + (search ? "&" : "?") + "_trb=" + id + "." + Date.now();
    }
  };

  // --- sending ---

  const recent = ([, events]) => Date.now() - events[0][0] < UNSENT_LIFE;

  // What pages could not send, as it lies on the device.
  const left = () => attempt(() => JSON.parse(localStorage.getItem(UNSENT)).filter(recent)) || [];

  // Adds a batch to those that wait, or takes one out, here and on the device, where another page may
  // have left something meanwhile. Who somebody is never waits there, and nothing does without
  // consent.
  const settle = (batch, done) => {
    const tidy = (all) => {
      const named = new Map(all.filter(recent).map((one) => [one[1][0][1].i, one]));
      if (done) named.delete(batch[1][0][1].i);
      let room = MAX_UNSENT;
      const newest = [...named.values()].reverse();
      return newest.filter(([, events]) => (room -= events.length) >= 0).reverse();
    };
    unsent = tidy(unsent.concat([batch]));
    if (allowed !== EVERYTHING) return;
    const named = ([, events]) => events.some(([, event]) => event.t === "id");
    const stored = tidy(left().concat(unsent.filter((one) => !named(one))));
    attempt(() => localStorage.setItem(UNSENT, JSON.stringify(stored)));
  };

  // Sent as text/plain, for which browsers ask no permission first. A later try carries the same
  // event ids, so that the service counts an event once even if only its answer was lost.
  const send = (batch, leaving) => {
    const now = Date.now();
    const answered = answers;
    // A network finds people by its own cookies. They are read late, because its pixel sets them late.
    const cookies = wanted && attempt(() => doc.cookie.match(/\b_fb[cp]=[^;]+/g).join(";"));
    const body = JSON.stringify({
      k: key,
      v: 1,
      a: batch[0] || undefined,
      n: now,
      c: (batch[0] && cookies !== shown && (shown = cookies)) || undefined,
      e: batch[1].map(([time, event]) => ({ ...event, ts: Math.max(0, now - time) })),
    });
    if (leaving && attempt(() => navigator.sendBeacon(endpoint, body))) return;
    const failed = (why) => {
      say("again later: " + why);
      // What was on its way when the visitor refused is forgotten with the rest.
      if (answered !== answers) return;
      settle(batch);
      clearTimeout(retryTimer);
      retryTimer = setTimeout(retry, delay);
      delay = Math.min(delay * 2, MAX_DELAY);
    };
    fetch(endpoint, { method: "POST", body, keepalive: true, credentials: "omit" }).then((answer) => {
      const { status } = answer;
      if (status > 499 || status === 429) return failed(status);
      delay = RETRY_DELAY;
      if (unsent.includes(batch)) {
        settle(batch, true);
        retry();
      }
      answer.text().then((text) => {
        const reason = /"left_out":"([^"]+)/.exec(text);
        wanted = text.includes("wants_cookies");
        if (status > 399) say("refused: " + status + " " + text);
        else if (reason) say("left out: " + reason[1]);
      });
    }, failed);
  };

  const retry = () => {
    clearTimeout(retryTimer);
    retryTimer = 0;
    if (unsent[0] && allowed !== NOT_YET) send(unsent[0]);
  };

  // Applications set the title after they change the address, so it is read as late as possible.
  const title = () => {
    if (untitled && allowed !== WITHOUT_ID) untitled.ti = cut(doc.title, 512);
    untitled = 0;
  };

  const flush = (leaving) => {
    if (!started) return;
    clearTimeout(timer);
    timer = 0;
    title();
    if (queue.length) {
      const batch = [allowed === WITHOUT_ID ? 0 : id, queue];
      if (retryTimer || allowed === NOT_YET) settle(batch);
      else send(batch, leaving);
    }
    queue = [];
    bytes = 0;
    if (leaving && allowed !== NOT_YET) unsent.forEach((batch) => send(batch, leaving));
  };

  const put = (event) => {
    if (!allowed || (allowed === WITHOUT_ID && event.t !== "pv")) return;
    event.i = uuid();
    const more = size(event);
    if (queue.length >= MAX_EVENTS || bytes + more > MAX_BYTES) flush();
    // The service adds attention to the last page view before it, so it has to end before the next.
    queue.push([Date.now() - (event.t === "eng" ? 1 : 0), event]);
    bytes += more;
    timer = timer || setTimeout(() => flush(), BATCH_DELAY);
  };

  // --- what happens on the page ---

  const view = (referrer) => {
    title();
    path = location.pathname;
    from = referrer;
    url = here();
    engagedLeft = MAX_ENGAGED;
    const event = { t: "pv", u: url, r: referrer.slice(0, MAX_URL) };
    put(event);
    untitled = event;
  };

  // Begins or ends the measuring of attention, as the page is or is not looked at.
  const measure = (leaving) => {
    const looked = !leaving && doc.visibilityState === "visible" && doc.hasFocus();
    const now = performance.now();
    if (since && !looked) {
      const ms = Math.min(Math.round(now - since), engagedLeft);
      engagedLeft -= ms;
      if (ms > 0) put({ t: "eng", u: url, ms });
    }
    since = looked ? since || now : 0;
  };

  const moved = () => {
    if (!started || location.pathname === path) return;
    measure(true);
    view(url);
    measure();
  };

  const start = () => {
    started = true;
    view(doc.referrer);
    measure();
    retry();
  };

  const listen = () => {
    const { pushState } = history;
    history.pushState = function () {
      pushState.apply(this, arguments);
      moved();
    };
    addEventListener("popstate", moved);
    const looked = () => started && measure();
    addEventListener("focus", looked);
    addEventListener("blur", looked);
    doc.addEventListener("visibilitychange", () => {
      looked();
      if (doc.visibilityState === "hidden") flush();
    });
    addEventListener("pagehide", () => {
      if (started) measure(true);
      flush(true);
    });
    addEventListener("pageshow", (event) => {
      // Back from the browser's cache of whole pages: nothing was loaded, but it is seen again.
      if (!started || !event.persisted) return;
      view(url);
      measure();
    });
    if (domains[0]) {
      doc.addEventListener("click", decorate, true);
      doc.addEventListener("auxclick", decorate, true);
    }
    if (doc.prerendering) doc.addEventListener("prerenderingchange", start, { once: true });
    else start();
  };

  // --- what pages may call ---

  const track = (name, properties) => {
    const event = { t: "ev", n: cut(name, 128), u: url || here() };
    // One event that the service cannot read would cost the page view in the same batch, too.
    const readable = attempt(() => {
      if (!properties) return true;
      event.p = properties;
      const json = JSON.stringify(properties);
      return json[0] === "{" && !HALF_PAIR.test(json) && size(properties) <= MAX_PROPERTIES;
    });
    if (name && readable) put(event);
    else say("cannot be sent: " + name);
  };

  // Sent alone: the service refuses a batch with a malformed identifier as a whole.
  const identify = (person) => {
    const p = {};
    PERSON.forEach((field) => {
      const value = person[field];
      if (value || value === 0) p[field] = cut(value, 320);
    });
    if (!Object.keys(p).length) return;
    flush();
    put({ t: "id", p });
    flush();
  };

  // With a yes, what waited for it is sent, and a page that was counted without an id, or not at all,
  // is told again with one: else nobody knew where the visitor came from. A no ends everything, and
  // only the refusal itself is remembered.
  const consent = (given) => {
    if (!given) {
      allowed = NOTHING;
      answers++;
      queue = [];
      unsent = [];
      bytes = untitled = 0;
      id = uuid();
      save(REFUSED);
      attempt(() => localStorage.removeItem(UNSENT));
    } else if (allowed !== EVERYTHING) {
      const told = allowed !== NOT_YET;
      flush();
      allowed = EVERYTHING;
      save(id);
      if (told && started) view(from);
      flush();
      retry();
    }
  };

  const unless = (attribute) => option(attribute) === null && "data-" + attribute + " is not set";

  const unwanted =
    (!key && "no data-key") ||
    (!/^http/.test(location.protocol) && location.protocol) ||
    (navigator.webdriver && unless("allow-automation")) ||
    (navigator.globalPrivacyControl &&
      option("respect-gpc") !== null &&
      "globalPrivacyControl") ||
    (/^(?:(?:.+\.)?localhost|127\..+|\[::1\]|0\.0\.0\.0)$/.test(location.hostname) &&
      unless("allow-localhost"));

  // Calls made before this script was there wait in an array of the same name.
  const early = window.tributary || [];
  if (early.track) return;
  const nothing = () => {};
  const api = unwanted
    ? { track: nothing, identify: nothing, consent: nothing }
    : { track, identify, consent };
  api.push = ([name, ...values]) => api[name](...values);
  window.tributary = api;
  if (unwanted) silent(unwanted);
  else {
    recognise();
    listen();
  }
  if (early.forEach) early.forEach(api.push);
})();
