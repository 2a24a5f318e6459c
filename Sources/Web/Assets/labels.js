'use strict';

// The two texts that the page writes by itself: the running clock, and ages. All others come from
// the server.

/** A time in nanoseconds as a clock shows it: `26:18.4`; before the start the seconds to go. */
function clock(ns, digits) {
  if (ns < 0) return countdown(ns);
  const seconds = Math.floor(ns / 1e9);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const two = (number) => String(number).padStart(2, '0');
  const head = hours > 0 ? `${hours}:${two(minutes)}` : `${minutes}`;
  const whole = `${head}:${two(seconds % 60)}`;
  if (digits === 0) return whole;
  const fraction = Math.floor((ns % 1e9) / 10 ** (9 - digits));
  return `${whole}.${String(fraction).padStart(digits, '0')}`;
}

/** The whole seconds until the start, rounded up: `3`, and from a minute on `1:30`. */
function countdown(ns) {
  const seconds = Math.ceil(-ns / 1e9);
  return seconds < 60 ? String(seconds) : clock(seconds * 1e9, 0);
}

/** An age in nanoseconds in one unit: `just now`, `5s ago`, `2m ago`. */
function age(ns) {
  const seconds = Math.trunc(ns / 1e9);
  if (seconds < 5) return 'just now';
  if (seconds < 60) return `${seconds}s ago`;
  if (seconds < 3600) return `${Math.trunc(seconds / 60)}m ago`;
  if (seconds < 86400) return `${Math.trunc(seconds / 3600)}h ago`;
  return `${Math.trunc(seconds / 86400)}d ago`;
}

/** The clock of the server, as far as messages tell: it keeps the one that came with least delay. The
    doubt of a lag grows with its age, since no two clocks run alike. */
const time = {
  sample: null,
  boot: null,
  least: Infinity,
  leastAt: 0,
  delay: 0,

  /** Compares the clocks by a `clock` message that has just arrived. */
  compare(message) {
    const now = performance.now() * 1e6;
    const lag = now - message.ticks_ns;
    const isBetter = lag <= this.least + (now - this.leastAt) * 1e-4;
    if (this.boot === message.boot && !isBetter) return;
    [this.boot, this.least, this.leastAt] = [message.boot, lag, now];
  },

  /** Takes a `clock` message that has just arrived. */
  take(message) {
    this.compare(message);
    this.sample = message;
  },

  /** The ticks of the server's clock now, less the delay of the page. */
  get ticks() {
    return performance.now() * 1e6 - this.least - this.delay * 1e9;
  },

  /** The running time in nanoseconds now; null without a start. */
  get running() {
    const sample = this.sample;
    if (!sample || sample.running_ns === null) return null;
    return sample.running_ns + sample.rate * (this.ticks - sample.ticks_ns);
  },
};

/** An element with a class, a text and children. */
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value === true ? '' : value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

/** A part that may be wider than the page, which keys scroll, too. */
function scroller(label, ...children) {
  return element('div', { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': label },
    ...children);
}

/** Replaces the children of an element; the focus stays at its place among them. */
function redraw(parent, ...children) {
  const stops = () => [...parent.querySelectorAll('a, button, summary, [tabindex]')];
  const place = stops().indexOf(document.activeElement);
  parent.replaceChildren(...children);
  if (place >= 0) stops()[place]?.focus();
}

/** Sets a text only if it differs, so that nothing is drawn or spoken again without a reason. */
function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

window.laptimer = { clock, age };
