// Renews the parts of a page that say where they come from, every few seconds while somebody looks at the page. Without
// this script a link loads the page again.
const PAUSE = 5e3; // milliseconds, doubled by every failure up to the most
const MAX_PAUSE = 3e5;

for (const part of document.querySelectorAll("[data-live]")) {
  let shown;
  let pause = PAUSE;

  const renew = async () => {
    try {
      // Whoever is in the middle of it, with the keyboard or a selection, is not interrupted.
      const busy = part.contains(document.activeElement) || part.contains(getSelection().anchorNode);
      if (document.visibilityState === "visible" && !busy) {
        const answer = await fetch(part.dataset.live, { redirect: "error" });
        if (!answer.ok) throw answer.status;
        const text = await answer.text();
        // Parsed apart from the page, so that nothing in it can run.
        const parsed = new DOMParser().parseFromString(text, "text/html");
        if (text !== shown) part.replaceChildren(...parsed.body.childNodes);
        shown = text;
      }
      pause = PAUSE;
    } catch {
      pause = Math.min(pause * 2, MAX_PAUSE);
    }
    setTimeout(renew, pause);
  };

  setTimeout(renew, pause);
}
