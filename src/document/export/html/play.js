
// Plays the debate again. Each piece of the page has its time, in milliseconds of reading: data-at, when it is due, and
// data-for, how long its words are read. Without this script the page is the whole debate.
(() => {
  "use strict";
  const pieces = [...document.querySelectorAll("[data-at]")]
    .map((node) => ({ node, at: Number(node.dataset.at), lasts: Number(node.dataset.for || 0) }))
    .sort((one, other) => one.at - other.at);
  const turns = pieces.filter(({ node }) => node.matches("article.turn"));
  if (!turns.length) return;
  const last = pieces[pieces.length - 1];
  const total = last.at + Math.max(last.lasts, 1000);
  const STEP = 10000;
  const JUST_BEGUN = 1500;
  const SCROLLS = new Set(["PageUp", "PageDown", "Home", "End", "ArrowUp", "ArrowDown"]);
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const canFade = "highlights" in CSS && typeof Highlight === "function";

  let now = 0;
  let speed = 1;
  let isPlaying = false;
  let isOpen = false;
  let follows = true;
  let before = 0;
  let shown = pieces.length;

  const make = (tag, about, ...inside) => {
    const node = Object.assign(document.createElement(tag), about);
    node.append(...inside);
    return node;
  };
  const button = (text, label, act) => {
    const node = make("button", { type: "button", textContent: text, title: label });
    node.setAttribute("aria-label", label);
    node.addEventListener("click", (event) => {
      act();
      // A mouse leaves the keys to the page; whoever pressed a key keeps their place.
      if (event.detail) node.blur();
    });
    return node;
  };
  const clock = (ms) => {
    const seconds = Math.floor(ms / 1000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  };

  const play = button("Play", "Play the debate", () => toggle());
  const back = button("‹", "To the speech before", () => previous());
  const ahead = button("›", "To the next speech", () => next());
  const whole = button("×", "Stop, and show the whole debate", () => close());
  const pace = make("select", { title: "Speed" });
  pace.setAttribute("aria-label", "Speed");
  for (const word of ["0.5x", "1x", "2x", "4x", "8x", "16x"]) {
    pace.append(make("option", { value: parseFloat(word), textContent: word, selected: word === "1x" }));
  }
  pace.addEventListener("change", () => {
    speed = Number(pace.value);
    pace.blur();
  });
  const bar = make("input", { type: "range", min: 0, max: total, step: 100, value: 0 });
  bar.setAttribute("aria-label", "Place in the debate");
  bar.addEventListener("input", () => seek(Number(bar.value)));
  const marks = make("span", { className: "marks" });
  marks.setAttribute("aria-hidden", "true");
  for (const turn of turns) {
    const mark = make("i", {});
    mark.style.left = `${(100 * turn.at) / total}%`;
    marks.append(mark);
  }
  const time = make("span", { className: "time" });
  const who = make("span", { className: "now" });
  const timeline = make("span", { className: "line-of-time" }, bar, marks);
  const controls = make("div", { className: "row" }, back, play, ahead, pace, time, who, whole);
  const above = make("div", { className: "row" }, timeline);
  const player = make("div", { className: "player" }, above, controls);
  player.setAttribute("role", "group");
  player.setAttribute("aria-label", "Replay");
  document.body.append(player);

  const dueBy = (at) => {
    let count = 0;
    while (count < pieces.length && pieces[count].at <= at) count += 1;
    return count;
  };

  // Of the piece that is being read, the words that are still to come are left blank, so that no line moves.
  const fade = (piece) => {
    if (!canFade) return;
    CSS.highlights.delete("unsaid");
    if (!isOpen || calm.matches || !piece || !piece.lasts || now >= piece.at + piece.lasts) return;
    const share = (now - piece.at) / piece.lasts;
    let said = Math.floor(share * piece.node.textContent.length);
    const walker = document.createTreeWalker(piece.node, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      if (said > text.length) {
        said -= text.length;
        continue;
      }
      const space = text.data.indexOf(" ", said);
      const range = document.createRange();
      range.setStart(text, space < 0 ? text.length : space);
      range.setEnd(piece.node, piece.node.childNodes.length);
      CSS.highlights.set("unsaid", new Highlight(range));
      return;
    }
  };

  const show = () => {
    const count = isOpen ? dueBy(now) : pieces.length;
    for (let at = shown; at < count; at += 1) pieces[at].node.classList.remove("later");
    for (let at = count; at < shown; at += 1) pieces[at].node.classList.add("later");
    const isNew = count !== shown;
    shown = count;
    const current = pieces[count - 1];
    fade(isOpen ? current : null);
    // At the end all that is told besides comes at once: one is led to the result.
    const isOver = count === pieces.length;
    const seen = isOver ? document.querySelector(".result") : current && current.node;
    if (isOpen && isNew && follows && seen) {
      seen.scrollIntoView({ block: "nearest", behavior: calm.matches ? "auto" : "smooth" });
    }
    const turn = turns.filter((one) => one.at <= now).pop();
    const name = turn ? turn.node.querySelector("h3").textContent : "";
    bar.value = now;
    bar.setAttribute("aria-valuetext", `${clock(now)} of ${clock(total)}${name ? `, ${name}` : ""}`);
    time.textContent = `${clock(now)} / ${clock(total)}`;
    who.textContent = isOpen ? name : "";
    const word = isPlaying ? "Pause" : "Play";
    play.textContent = word;
    play.setAttribute("aria-label", `${word} the debate`);
    play.title = `${word} the debate`;
    above.hidden = !isOpen;
    for (const node of [back, ahead, pace, whole]) node.hidden = !isOpen;
  };

  const tick = (at) => {
    if (!isPlaying) return;
    // A page that nobody looks at stands still.
    now = Math.min(total, now + Math.min(at - before, 250) * speed);
    before = at;
    if (now >= total) isPlaying = false;
    show();
    if (isPlaying) requestAnimationFrame(tick);
  };

  const seek = (to) => {
    isOpen = true;
    follows = true;
    now = Math.max(0, Math.min(total, to));
    show();
  };
  const toggle = () => {
    isPlaying = !isPlaying;
    if (isPlaying) {
      if (!isOpen || now >= total) {
        now = 0;
        window.scrollTo({ top: 0 });
      }
      isOpen = true;
      follows = true;
      before = performance.now();
      requestAnimationFrame(tick);
    }
    show();
  };
  const close = () => {
    isPlaying = false;
    isOpen = false;
    show();
    play.focus();
  };
  const next = () => {
    const turn = turns.find((one) => one.at > now);
    seek(turn ? turn.at : total);
  };
  const previous = () => {
    const turn = turns.filter((one) => one.at < now - JUST_BEGUN).pop();
    seek(turn ? turn.at : 0);
  };

  document.addEventListener("keydown", (event) => {
    if (!isOpen || event.ctrlKey || event.altKey || event.metaKey) return;
    const own = event.target.closest("input, select, button, summary, a, .wide");
    const isPlayers = !own || own === bar;
    const steps = isPlayers || own.matches("button");
    if (event.key === " " && isPlayers) toggle();
    else if (event.key === "ArrowLeft" && steps) seek(now - STEP);
    else if (event.key === "ArrowRight" && steps) seek(now + STEP);
    else if (event.key === "[") previous();
    else if (event.key === "]") next();
    else if (event.key === "Escape") close();
    else {
      if (SCROLLS.has(event.key) && own !== bar) follows = false;
      return;
    }
    event.preventDefault();
  });
  // Whoever looks at something else is left there until they ask to go on.
  for (const kind of ["wheel", "touchmove"]) {
    document.addEventListener(kind, (event) => {
      if (!player.contains(event.target)) follows = false;
    }, { passive: true });
  }
  // While it plays, a link to a speech leads to its time.
  document.addEventListener("click", (event) => {
    const link = isOpen && event.target.closest("a[href^='#']");
    const target = link && document.getElementById(link.getAttribute("href").slice(1));
    if (target && target.dataset.at) seek(Number(target.dataset.at));
  });
  show();
})();
