'use strict';

// The list that the page shows: the document of the server with the changes that arrived since.

/** The document, with its rows by their keys. */
const board = {
  document: JSON.parse(window.document.getElementById('board').textContent),
  rows: new Map(),
  order: [],
  listeners: [],

  /** The token of the state. */
  get token() {
    return this.document.as_of;
  },

  get header() {
    return this.document.header;
  },

  /** The rows in their order. */
  get list() {
    return this.order.map((key) => this.rows.get(key)).filter((row) => row);
  },

  /** Calls a function after each change, with the keys of the rows that changed. */
  onChange(listener) {
    this.listeners.push(listener);
  },

  /** Takes a whole list. */
  replace(document) {
    this.document = document;
    this.rows = new Map(document.rows.map((row) => [row.key, row]));
    this.order = document.rows.map((row) => row.key);
    if (document.clock) time.take(document.clock);
    this.notify(new Set(this.order), true);
  },

  /** Takes a change, if it begins at the present state; returns whether it did. */
  apply(change, token) {
    if (change.from !== this.token) return false;
    const changed = new Set(Object.keys(change.cells ?? {}));
    for (const key of changed) {
      const row = this.rows.get(key) ?? { key };
      for (const [column, value] of Object.entries(change.cells[key])) {
        row[column] = column === 'places' ? withPlaces(row.places, value) : value;
      }
      this.rows.set(key, row);
    }
    for (const key of change.gone ?? []) this.rows.delete(key);
    if (change.order) this.order = change.order;
    Object.assign(this.document.header, change.header ?? {});
    for (const name of ['groups', 'count', 'lists', 'columns', 'notes', 'passings']) {
      if (change[name] !== undefined) this.document[name] = change[name];
    }
    this.document.as_of = token;
    this.notify(changed, change.order !== undefined);
    return true;
  },

  notify(changed, isReordered) {
    for (const listener of this.listeners) listener(changed, isReordered);
  },
};

/** The places after each lap, with those that are new from an index on. */
function withPlaces(places, change) {
  if (Array.isArray(change)) return change;
  return [...(places ?? []).slice(0, change.from), ...change.values];
}

/** The address of the document that a published page reads; undefined if a server answers it. */
const published = window.document.documentElement.dataset.source;

/** The address of the session's part of the API. */
function api(part, parameters = {}) {
  const query = new URLSearchParams({ list: board.document.list, ...parameters });
  return `/api/sessions/${board.document.session}/${part}?${query}`;
}

/** The runners that this browser remembers for this session. */
const pins = {
  name: `laptimer.pins.${board.document.uid}`,
  keys: [],

  load() {
    try {
      this.keys = JSON.parse(localStorage.getItem(this.name) ?? '[]');
    } catch {
      this.keys = [];
    }
  },

  toggle(key) {
    this.keys = this.has(key) ? this.keys.filter((other) => other !== key) : [...this.keys, key];
    try {
      localStorage.setItem(this.name, JSON.stringify(this.keys));
    } catch {
      // A browser that keeps nothing forgets the pins.
    }
    board.notify(new Set([key]), false);
  },

  has(key) {
    return this.keys.includes(key);
  },
};
pins.load();
