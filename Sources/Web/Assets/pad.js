// The pad: a page on a phone that records crossings. Each press is kept in the browser, in a key of
// its own, before the key flashes, and its line is sent unchanged until the server answers it.
"use strict";

(() => {
  const main = document.getElementById("pad");
  const source = document.getElementById("board");
  if (!main || !source) return;

  const board = JSON.parse(source.textContent);
  const [pad, token] = location.hash.slice(1).split(":");
  const prefix = `laptimer.pad.${board.uid}.`;
  const target = `/api/record?session=${board.uid}`;
  const isRace = board.columns.some(({ column }) => column === "bib");
  /** The most lines and bytes of a request, as the server takes them, the presses that are kept after
      they were answered, those that are shown, the hints, and the characters of a bib. */
  const most = { lines: 200, bytes: 60_000, answered: 200, shown: 20, hints: 4, bib: 16 };

  /** The clock of the session, as the server last sent it. */
  let sessionClock = board.clock;
  let names = new Map();
  /** Whether these are all names: of a long list, the server sends the first rows only. */
  let hasAllNames = false;
  let typed = "";
  let correcting = null;
  let trouble = "";
  let keepsNothing = false;

  /** Creates an element with properties and children, which are elements or texts. */
  function make(tag, properties = {}, ...children) {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  }

  const request = (path, options) =>
    fetch(path, { cache: "no-store", signal: AbortSignal.timeout(10_000), ...options });

  // The server's clock: the sample of least doubt, which grows with its age.

  let sample = null;
  const drift = 1e-4;
  /** Differs from the sample's after a sleep, in which performance.now() may stand, or if the
      phone's clock was set. */
  const skew = () => Date.now() - performance.now();
  const isSound = () => sample !== null && Math.abs(skew() - sample.skew) < 250;

  async function readClock() {
    const sent = performance.now();
    const answer = await request("/api/clock");
    if (!answer.ok) return;
    const clock = await answer.json();
    const now = performance.now();
    const [at, doubt] = [(sent + now) / 2, (now - sent) / 2];
    const isBetter = () => doubt <= sample.doubt + (now - sample.at) * drift;
    if (isSound() && sample.boot === clock.boot && !isBetter()) return;
    const offset = Date.parse(clock.wall) - at - skew();
    sample = { boot: clock.boot, ticks: clock.ticks_ns, at, doubt, offset, skew: skew() };
  }

  /** The fields of the time of a press; without a sound sample, the server goes by `wall`. */
  function time(now) {
    const age = isSound() ? now - sample.at : null;
    return {
      boot: age === null ? "" : sample.boot,
      ticks_ns: age === null ? 0 : Math.round(sample.ticks + age * 1e6),
      wall: new Date(now + skew() + (sample?.offset ?? 0)).toISOString(),
      doubt_ns: Math.round((age === null ? 1000 : sample.doubt + Math.abs(age) * drift) * 1e6),
    };
  }

  // The lines, by their ids: {line, state: "waiting" | "saved" | "refused", answer}.

  const unkept = new Map();

  function entries() {
    const all = new Map(unkept);
    for (let index = 0; index < localStorage.length; index++) {
      const key = localStorage.key(index);
      if (!key.startsWith(prefix)) continue;
      all.set(key.slice(prefix.length), JSON.parse(localStorage.getItem(key)));
    }
    return [...all].map(([id, entry]) => ({ id, ...entry })).sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  function keep(id, line, state, answer) {
    const entry = { line, state, answer };
    try {
      localStorage.setItem(prefix + id, JSON.stringify(entry));
      unkept.delete(id);
      keepsNothing = false;
    } catch {
      unkept.set(id, entry);
      keepsNothing = true;
    }
  }

  /** A UUID of version 7, greater than those before, also if the phone's clock was set back. */
  function makeID() {
    const newest = entries().at(-1)?.id.replaceAll("-", "").slice(0, 12) ?? "0";
    const milliseconds = Math.max(Date.now(), parseInt(newest, 16) + 1);
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    for (let index = 0; index < 6; index++) {
      bytes[index] = Math.floor(milliseconds / 2 ** (40 - 8 * index)) % 256;
    }
    bytes[6] = (bytes[6] & 0x0f) | 0x70;
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    const digits = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  }

  function record(fields, key) {
    const id = makeID();
    keep(id, JSON.stringify({ id, ...fields }), "waiting", null);
    if (key && !keepsNothing) {
      key.classList.add("flash");
      setTimeout(() => key.classList.remove("flash"), 150);
      navigator.vibrate?.(20);
    }
    render();
    send();
  }

  // Sending.

  let isSending = false;
  let pause = 1000;
  let retry = 0;

  function batch() {
    const lines = [];
    let size = 0;
    for (const entry of entries()) {
      if (entry.state !== "waiting") continue;
      size += new TextEncoder().encode(entry.line).length + 1;
      if (lines.length === most.lines || size > most.bytes) break;
      lines.push(entry);
    }
    return lines;
  }

  /** Sends what waits; a check without lines tells whether the server knows the pad. */
  async function send(isCheck = false) {
    const waiting = batch();
    if (isSending || !token || (waiting.length === 0 && !isCheck)) return;
    clearTimeout(retry);
    isSending = true;
    try {
      const body = waiting.map(({ line }) => line + "\n").join("");
      const code = window.laptimerHMAC(token, `POST\n${target}\n${body}`);
      const headers = {
        Authorization: `Laptimer ${pad} ${code}`,
        "Content-Type": "application/x-ndjson",
      };
      const answer = await request(target, { method: "POST", body, headers });
      const text = await answer.text();
      if (answer.status !== 200) throw new Error(refusal(answer.status, text));
      answered(waiting, text);
      if (waiting.length > 0 && batch()[0]?.id === waiting[0].id) {
        throw new Error("The answer is incomplete.");
      }
      [trouble, pause] = ["", 1000];
    } catch (error) {
      const isOffline = error instanceof TypeError || error.name === "TimeoutError";
      const reason = isOffline ? "The server is not reached." : error.message;
      trouble = waiting.length > 0 ? `Not sent: ${reason}` : reason;
      pause = Math.min(pause * 2, 15_000);
    }
    isSending = false;
    render();
    if (batch().length > 0) retry = setTimeout(send, trouble ? pause : 0);
  }

  function refusal(status, text) {
    if (status === 401) return "The laptop does not know this pad: scan its code again.";
    try {
      return JSON.parse(text).error.message;
    } catch {
      return `The server answered ${status}.`;
    }
  }

  /** Keeps the answers; a line with several events has several. */
  function answered(waiting, text) {
    for (const line of text.split("\n").filter((line) => line !== "")) {
      const answer = JSON.parse(line);
      const entry = waiting[answer.line - 1];
      keep(entry.id, entry.line, answer.error ? "refused" : "saved", answer);
    }
    const done = entries().filter(({ state }) => state === "saved");
    for (const { id } of done.slice(0, -most.answered)) localStorage.removeItem(prefix + id);
  }

  // The page.

  const timer = make("div", { className: "pad-clock", role: "timer", ariaLabel: "Running time" });
  const display = make("output", { className: "pad-bib" });
  const runner = make("span", { className: "pad-name" });
  const hints = make("div", { className: "pad-hints" });
  const keys = make("div", { className: "pad-keys" });
  const list = make("ol", { className: "pad-presses" });
  const state = make("p", { className: "pad-state" });
  const unsent = make("pre", { tabIndex: 0 });
  const unsentTitle = make("summary");
  const details = make("details", { className: "pad-unsent" }, unsentTitle, unsent);
  const cross = key("Cross", "pad-cross", (now) => act(now));

  /** Creates a key that acts when it is touched, and by the keyboard. */
  function key(text, className, action, label = text) {
    const button = make("button", { type: "button", className, ariaLabel: label }, text);
    button.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      event.preventDefault();
      action(event.timeStamp);
    });
    button.addEventListener("click", (event) => {
      if (event.detail === 0) action(event.timeStamp);
    });
    return button;
  }

  function act(now) {
    const bib = typed;
    const corrected = correcting;
    [typed, correcting] = ["", null];
    if (corrected) record({ assign: corrected, bib: bib === "" ? null : bib }, cross);
    else if (isRace) record({ cross: bib === "" ? [] : [bib], ...time(now) }, cross);
    else record({ lap: null, ...time(now) }, cross);
  }

  function choose(bib) {
    typed = [...bib].slice(0, most.bib).join("");
    render();
  }

  const type = (text) => choose(typed + text);
  const erase = () => choose([...typed].slice(0, -1).join(""));

  /** The presses, newest first, each as its corrections have it, with the lines that were refused; a
      refused correction of a press that is not kept any more is there by itself. */
  function presses() {
    const all = new Map();
    for (const { id, line, state, answer } of entries()) {
      const fields = JSON.parse(line);
      const corrected = all.get(fields.assign ?? fields.remove);
      const isRefused = state === "refused";
      if (!corrected) {
        const bib = fields.cross?.join(" ") ?? fields.bib;
        const [refused, problem] = [isRefused ? [id] : [], answer?.error?.message];
        all.set(id, { id, bib, wall: fields.wall, state, problem, refused });
      } else if (isRefused) {
        corrected.problem = answer.error.message;
        corrected.refused.push(id);
      } else {
        if (state === "waiting") corrected.state = state;
        if (fields.remove) corrected.isRemoved = true;
        else corrected.bib = fields.bib ?? "";
      }
    }
    const isShown = ({ wall, refused }) => wall || refused.length > 0;
    return [...all.values()].filter(isShown).reverse();
  }

  function row({ id, bib, wall, state, isRemoved, problem, refused }) {
    const words = isRemoved ? "removed" : state;
    const item = make(
      "li", { className: `pad-press ${words}` },
      make("b", {}, bib === undefined && !isRace ? "Lap" : bib || "?"), " ",
      make("span", { className: "pad-name" }, names.get(bib) ?? ""), " ",
      make("time", { dateTime: wall ?? "" }, wall ? new Date(wall).toLocaleTimeString() : ""), " ",
      make("span", { className: "pad-words" }, words));
    const action = (text, act, ariaPressed = null, className = "") => {
      const ariaLabel = `${text} ${bib || "this press"}`;
      const button = make("button", { type: "button", ariaLabel, ariaPressed, className }, text);
      button.addEventListener("click", act);
      item.append(button);
    };
    if (!isRemoved && state !== "refused") {
      if (bib !== undefined) action("Correct", () => correct(id), String(correcting === id));
      action("Remove", () => record({ remove: id }));
    }
    if (refused.length > 0) {
      item.append(make("span", { className: "pad-problem" }, problem));
      action("Forget", () => {
        for (const id of refused) {
          localStorage.removeItem(prefix + id);
          unkept.delete(id);
        }
        render();
      }, null, "pad-forget");
    }
    return item;
  }

  /** Selects the press that the next bib corrects; a second call deselects it. */
  function correct(id) {
    correcting = correcting === id ? null : id;
    render();
  }

  /** Shows presses; the rows of those that are as before stay in the page, with their focus. */
  function update(presses) {
    const shown = new Map([...list.children].map((item) => [item.dataset.press, item]));
    presses.forEach((press, index) => {
      const name = JSON.stringify([press, names.get(press.bib), correcting === press.id]);
      const item = shown.get(name) ?? row(press);
      item.dataset.press = name;
      if (list.children[index] !== item) list.insertBefore(item, list.children[index] ?? null);
      shown.delete(name);
    });
    for (const item of shown.values()) item.remove();
  }

  function render() {
    const waiting = entries().filter((entry) => entry.state !== "saved");
    display.textContent = typed || (correcting ? "New bib?" : "");
    const unknown = typed !== "" && hasAllNames ? "nobody entered" : "";
    runner.textContent = names.get(typed) ?? unknown;
    // The keys have digits only: bibs without any are there at once.
    const hinted = [...names.keys()].filter((bib) =>
      typed === "" ? !/[0-9]/.test(bib) : bib !== typed && bib.includes(typed));
    hints.replaceChildren(
      ...hinted.slice(0, typed === "" ? most.shown : most.hints)
        .map((bib) => key(bib, "pad-hint", () => choose(bib))));
    cross.textContent = cross.ariaLabel = correcting ? "Assign" : isRace ? "Cross" : "Lap";
    update(presses().filter(({ refused }, index) => index < most.shown || refused.length > 0));
    state.textContent = !token
      ? "This address lacks the token of the pad: scan its code again."
      : keepsNothing
        ? "This browser keeps nothing: leave the page open until all is sent."
        : trouble;
    details.hidden = waiting.length === 0;
    unsentTitle.textContent = `${waiting.length} not recorded`;
    unsent.textContent = waiting.map(({ line }) => line).join("\n");
  }

  document.addEventListener("keydown", (event) => {
    const isText = event.getModifierState("AltGraph");
    if (!isText && (event.ctrlKey || event.metaKey || event.altKey)) return;
    const isControl = event.target.closest?.("button, summary, a");
    if (event.key === "Enter" && !isControl && !event.repeat) act(event.timeStamp);
    else if (event.key === "Backspace") erase();
    else if (event.key === "Escape") {
      typed = "";
      correct(correcting);
    } else if (isRace && /^[^\p{Z}\p{C}]$/u.test(event.key)) {
      // A slash would open a browser's search.
      event.preventDefault();
      type(event.key);
    } else if (event.key === " " && typed !== "" && !isControl) {
      event.preventDefault();
      type(event.key);
    }
  });

  async function refresh() {
    if (document.hidden) return;
    send(true);
    await readClock();
    await readSession();
  }

  async function readSession() {
    if (document.hidden) return;
    const answer = await request(`/api/sessions/${board.uid}/board`, { cache: "no-cache" });
    if (answer.ok) know(await answer.json());
  }

  /** Shows the running time, as far as the clock of the server is known. */
  function tick() {
    const { boot, ticks_ns, running_ns, rate } = sessionClock;
    const isKnown = running_ns !== null && (rate === 0 || (isSound() && sample.boot === boot));
    const { ticks_ns: now } = time(performance.now());
    setText(timer, isKnown ? clock(running_ns + rate * (now - ticks_ns), 0) : "–");
  }

  function know({ rows, count, clock }) {
    sessionClock = clock;
    hasAllNames = rows.length >= count;
    const former = JSON.stringify([...names]);
    names = new Map(rows.filter(({ bib }) => bib).map(({ bib, name }) => [bib, name ?? ""]));
    // What has not changed stays in the page, with its focus.
    if (JSON.stringify([...names]) !== former) render();
  }

  if (isRace) {
    for (const digit of "123456789") keys.append(key(digit, "pad-key", () => type(digit)));
    keys.append(key("⌫", "pad-key", erase, "Delete"), key("0", "pad-key", () => type("0")));
  }
  keys.append(cross);
  main.replaceChildren(
    make("header", { className: "pad-top" }, make("h1", {}, board.header.title), timer),
    make("p", { className: "pad-name" }, pad && `Pad ${pad}`),
    make("div", { className: "pad-shown" }, display, runner), hints, keys, state, list, details);
  know(board);
  render();
  // Without a network, the next round tries again.
  const round = () => refresh().catch(() => {});
  for (const event of ["online", "pageshow", "focus"]) window.addEventListener(event, round);
  document.addEventListener("visibilitychange", round);
  window.addEventListener("storage", render);
  // The code of another pad was scanned.
  window.addEventListener("hashchange", () => location.reload());
  setInterval(round, 30_000);
  // A start, a stop and a new entry show soon.
  setInterval(() => readSession().catch(() => {}), 5_000);
  setInterval(tick, 100);
})();
