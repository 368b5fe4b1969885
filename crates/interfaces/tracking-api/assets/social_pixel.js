(function (w, d) {
  // Meta's pixel, behind the answer that the visitor gave the tracker: the cookie's 0 is a no, an id is a yes.
  var asksFirst = "__ASKS_FIRST__";
  var began = false;
  var on = false;

  // Calls that wait for the tracker may hold the answer already.
  function answer() {
    var said = null;
    try {
      var kept = /(?:^|; )_trb_id=([^;]*)/.exec(d.cookie);
      said = kept ? kept[1] : w.localStorage.getItem("_trb_id");
    } catch (e) {}
    var calls = w.tributary || [];
    for (var i = 0; i < (calls.length || 0); i++) {
      if (calls[i][0] === "consent") said = calls[i][1] ? "yes" : "0";
    }
    return said;
  }

  function queue() {
    var fbq = (w.fbq = function () {
      if (fbq.callMethod) fbq.callMethod.apply(fbq, arguments);
      else fbq.queue.push(arguments);
    });
    if (!w._fbq) w._fbq = fbq;
    fbq.push = fbq;
    fbq.loaded = true;
    fbq.version = "2.0";
    fbq.queue = [];
    var script = d.createElement("script");
    script.async = true;
    script.src = "https://connect.facebook.net/en_US/fbevents.js";
    d.head.appendChild(script);
  }

  function follow(said) {
    var agreed = said !== "0" && (said || !asksFirst);
    if (!agreed) {
      if (on) w.fbq("consent", "revoke");
      on = false;
      return;
    }
    if (on) return;
    on = true;
    if (began) return w.fbq("consent", "grant");
    began = true;
    if (!w.fbq) queue();
    w.fbq("init", "__PIXEL_ID__");
    w.fbq("track", "PageView");
  }

  var tracker = d.querySelector("script[data-key]");
  if (tracker) {
    tracker.addEventListener("load", function () {
      var api = w.tributary || {};
      var consent = api.consent;
      if (!consent) return;
      api.consent = function (given) {
        consent(given);
        follow(given ? "yes" : "0");
      };
      follow(answer());
    });
  }
  follow(answer());
})(window, document);
