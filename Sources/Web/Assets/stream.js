'use strict';

// How changes arrive: by a stream, else by polling, else from a published file. The page delays them
// by itself if it is asked to.

/** The longest silence of a stream that is well, in nanoseconds: its clock comes each 15 s. */
const longestSilence = 20e9;

const stream = {
  source: null,
  poll: null,
  heard: 0,
  opened: 0,
  /** The newest state that arrived; a delayed page shows it later. */
  received: board.document.as_of,
  isResyncing: false,
  /** Whether the server does not show the session any more. */
  isGone: false,
  /** Changes that arrived while the list was fetched again. */
  waiting: [],

  start() {
    this.heard = performance.now();
    if (published) {
      this.fetchPublished(published);
      setInterval(() => this.fetchPublished(published), 5000);
      return;
    }
    document.addEventListener('visibilitychange', () => this.turn());
    window.addEventListener('pagehide', () => this.close());
    setInterval(() => this.watch(), 1000);
    this.turn();
    // The page that is delayed comes without rows.
    if (time.delay > 0) this.resync();
  },

  /** Opens the stream, or closes it while the page is hidden: a browser has six connections a host. */
  turn() {
    if (document.hidden) this.close();
    else if (!this.source) this.open();
  },

  /**
   * Opens a stream again that says nothing, since a network that swallows everything leaves it open
   * for ever; and tries from time to time whether polling is still needed.
   */
  watch() {
    if (!this.source || document.hidden) return;
    const tried = performance.now() - this.opened;
    const isSilent = this.silence > longestSilence && tried > 10_000;
    if (isSilent || (this.poll && tried > 60_000)) this.open();
  },

  close() {
    this.source?.close();
    this.source = null;
    clearInterval(this.poll);
    this.poll = null;
  },

  address(parameters) {
    const query = { list: board.document.list, after: this.received, ...parameters };
    return `/live/${board.document.session}?${new URLSearchParams(query)}`;
  },

  open() {
    this.close();
    this.opened = performance.now();
    const source = new EventSource(this.address({}));
    this.source = source;
    let isFirst = true;
    for (const name of ['clock', 'board', 'change', 'resync']) {
      source.addEventListener(name, (event) => {
        isFirst = false;
        this.take(name, JSON.parse(event.data), event.lastEventId);
      });
    }
    source.addEventListener('error', () => {
      // One answer of 502 or 503 ends a browser's own retries.
      if (source.readyState === EventSource.CLOSED && this.source === source) {
        this.source = null;
        this.retry();
      }
    });
    // A network that holds streams back still answers polls.
    const isSilent = () => isFirst && this.source === source;
    setTimeout(async () => {
      if (!isSilent() || !(await this.pollOnce()) || !isSilent()) return;
      source.close();
      this.source = { close() {} };
      this.poll = setInterval(() => this.pollOnce(), 2000);
    }, 5000);
  },

  /** Opens the stream again after a moment; that of a session that is not shown, after half a minute. */
  async retry() {
    await this.pollOnce();
    setTimeout(() => this.turn(), this.isGone ? 30_000 : 700 + Math.random() * 2300);
  },

  /** Asks for the messages since the state of the page; returns whether there was an answer. */
  async pollOnce() {
    try {
      const answer = await fetch(this.address({ poll: 1 }), { signal: AbortSignal.timeout(10_000) });
      this.isGone = answer.status === 404;
      if (!answer.ok) return false;
      for (const message of await answer.json()) {
        this.take(message.event, message.data, message.id);
      }
      return true;
    } catch {
      // The next poll tries again; until then the page says how old it is.
      return false;
    }
  },

  /** Takes a message, later if the page is delayed. */
  take(name, data, token) {
    this.heard = performance.now();
    this.isGone = false;
    if (name === 'clock') {
      time.compare(data);
      this.later(data.ticks_ns, () => { time.sample = data; });
      return;
    }
    if (name !== 'resync') this.received = token;
    const published = data.published_ns ?? data.clock?.ticks_ns ?? time.ticks;
    this.later(published, () => this.show(name, data, token));
  },

  /** Acts at once, or as long after a moment of the server's clock as the page is delayed. */
  later(ticks, action) {
    if (time.delay === 0) action();
    else setTimeout(action, Math.max(0, (ticks - time.ticks) / 1e6));
  },

  show(name, data, token) {
    if (name === 'board') board.replace(data);
    if (name === 'resync') this.resync();
    if (name !== 'change') return;
    if (this.isResyncing) this.waiting.push([data, token]);
    else if (!board.apply(data, token)) this.resync();
  },

  /** Fetches the list again, and applies the changes that arrived meanwhile and follow it. */
  async resync() {
    if (this.isResyncing) return;
    this.isResyncing = true;
    this.waiting = [];
    await new Promise((done) => setTimeout(done, Math.random() * 1000));
    try {
      const answer = await fetch(api('board'), { signal: AbortSignal.timeout(10_000) });
      this.isGone = answer.status === 404;
      if (!answer.ok) throw new Error(String(answer.status));
      const list = await answer.json();
      // A delayed page has received more than it shows.
      if (time.delay === 0) this.received = list.as_of;
      await new Promise((done) => this.later(list.clock.ticks_ns, done));
      board.replace(list);
      for (const [change, token] of this.waiting) board.apply(change, token);
      if (time.delay === 0) this.received = board.token;
    } catch {
      setTimeout(() => this.resync(), this.isGone ? 30_000 : 2000);
    } finally {
      this.isResyncing = false;
    }
  },

  async fetchPublished(address) {
    try {
      const sent = performance.now();
      const answer = await fetch(address, { cache: 'no-cache', signal: AbortSignal.timeout(10_000) });
      this.isGone = answer.status === 404;
      if (!answer.ok) return;
      const document = await answer.json();
      this.heard = performance.now();
      // The file is as old as the host's clock says.
      const host = Date.parse(answer.headers.get('Date') ?? '') || Date.now();
      const old = Math.max(0, host - Date.parse(document.clock.wall)) + (this.heard - sent) / 2;
      document.clock.running_ns += document.clock.rate * old * 1e6;
      document.clock.ticks_ns += old * 1e6;
      document.header.digits = 0;
      board.replace(document);
    } catch {
      // The next one tries again.
    }
  },

  /** The time since anything was heard, in nanoseconds. */
  get silence() {
    return (performance.now() - this.heard) * 1e6;
  },
};

// The first drawing shows the delay, too.
time.delay = Math.min(120, Number(new URLSearchParams(location.search).get('delay')) || 0);
