// Presses a button by the letter of its access key alone, while the focus is in the part of the page that says so; the
// part has it from the start. A letter that is typed anywhere else decides nothing.
for (const part of document.querySelectorAll("[data-keys]")) {
  part.addEventListener("keydown", (event) => {
    const isPlain = !event.repeat && !event.ctrlKey && !event.metaKey && !event.altKey && !event.isComposing;
    if (!isPlain || event.target.matches("input, select, textarea")) return;
    const key = event.key.toLowerCase();
    const buttons = [...part.querySelectorAll("button[accesskey]")];
    const button = buttons.find((it) => it.accessKey === key);
    if (!button) return;
    event.preventDefault();
    button.click();
  });
  part.focus({ preventScroll: true });
}
