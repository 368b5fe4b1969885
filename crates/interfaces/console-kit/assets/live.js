// Renews the parts of a page that say where they come from, every few seconds while somebody looks at the page. Without
// this script a link loads the page again.
const PAUSE = 5e3; // milliseconds, doubled by every failure up to the most
const MAX_PAUSE = 3e5;

for (const part of document.querySelectorAll("[data-live]")) {
  let shown;
  let pause = PAUSE;
  let stopped = false;

  // The button beside the part needs this script to do anything.
  const stop = part.parentElement.querySelector("button[data-stops]");
  if (stop) {
    stop.hidden = false;
    stop.addEventListener("click", () => {
      stopped = !stopped;
      stop.setAttribute("aria-pressed", stopped);
    });
  }

  // Whoever is in the middle of it, with the pointer, the keyboard or a selection, is not interrupted.
  const isBusy = () =>
    stopped ||
    document.visibilityState !== "visible" ||
    part.matches(":hover") ||
    part.contains(document.activeElement) ||
    part.contains(getSelection().anchorNode);

  const show = (nodes) => {
    const left = part.querySelector(".scroll")?.scrollLeft ?? 0;
    part.replaceChildren(...nodes);
    const wide = part.querySelector(".scroll");
    if (wide) wide.scrollLeft = left;
  };

  const renew = async () => {
    try {
      if (!isBusy()) {
        const answer = await fetch(part.dataset.live, { redirect: "error" });
        if (!answer.ok) throw answer.status;
        const text = await answer.text();
        // Parsed apart from the page, so that nothing in it can run.
        const parsed = new DOMParser().parseFromString(text, "text/html");
        // Somebody may have begun while it was on its way; then the next one is shown.
        if (text !== shown && !isBusy()) {
          show(parsed.body.childNodes);
          shown = text;
        }
      }
      pause = PAUSE;
    } catch {
      pause = Math.min(pause * 2, MAX_PAUSE);
    }
    setTimeout(renew, pause);
  };

  setTimeout(renew, pause);
}
