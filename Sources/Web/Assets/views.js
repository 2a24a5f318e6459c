'use strict';

// The views of the page, drawn from the list: each is drawn whole when it is opened, and then only
// what has changed.

const query = new URLSearchParams(location.search);
/** Whether the document lists crossings instead of runners: the other views need another document. */
const isOfPassings = board.document.list === 'passings';
const page = {
  ...viewOf(query),
  rival: null,
  dismissed: null,
  parts: {},
};
/** The view, and its runner, that an address has. */
function viewOf(parameters) {
  if (isOfPassings) return { view: 'passings', bib: null };
  return { view: parameters.get('view') ?? 'board', bib: parameters.get('bib') };
}

const views = [['board', 'Board'], ['charts', 'Charts'], ['passings', 'Passings'],
  ['newest', 'Newest']];
const isRace = () => board.document.list !== 'attempt';

// MARK: Frame

function drawFrame() {
  const main = document.getElementById('main');
  const parts = page.parts;
  parts.title = element('h1', { dir: 'auto' });
  parts.detail = element('p', { class: 'detail' });
  parts.phase = element('b', { class: 'phase' });
  parts.provisional = element('span', { class: 'badge' }, 'Provisional');
  parts.live = element('span', { class: 'live' });
  parts.clock = element('div', { class: 'clock', role: 'timer', 'aria-label': 'Running time' });
  parts.toGo = element('div', { class: 'to-go' });
  parts.tabs = element('nav', { class: 'tabs', 'aria-label': 'Views' });
  // The notice alone speaks by itself.
  parts.notice = element('div', { role: 'status', 'aria-live': 'polite' });
  parts.view = element('div', { class: 'view' });
  parts.footer = element('p', { class: 'footer' });
  main.replaceChildren(
    element('header', { class: 'top' },
      element('div', { class: 'title' }, parts.title, parts.detail,
        element('p', { class: 'state' }, parts.phase, parts.provisional, parts.live)),
      element('div', { class: 'times' }, parts.clock, parts.toGo)),
    parts.tabs, parts.notice, parts.view, parts.footer);
  if (!isRace()) parts.tabs.hidden = true;
}

function drawHeader() {
  const { header } = board;
  const parts = page.parts;
  setText(parts.title, header.title);
  setText(parts.detail, header.detail);
  setText(parts.phase, header.phase_text);
  parts.phase.className = `phase ${header.phase}`;
  parts.provisional.hidden = !header.provisional;
  const toGo = header.to_go ?? '';
  parts.toGo.replaceChildren(element('b', {}, toGo), element('span', {}, header.to_go_text ?? ''));
  parts.toGo.hidden = toGo === '';
  setText(parts.footer, header.footer ?? '');
  if (document.title !== header.title) document.title = header.title;
  drawNotice();
}

function drawTabs() {
  page.parts.tabs.replaceChildren(...views.map(([view, title]) =>
    link(title, { view, bib: null }, { 'aria-current': page.view === view ? 'page' : null })));
}

function drawNotice() {
  const note = board.document.notes?.[0];
  const id = note ? note.at + note.text : null;
  if (page.parts.notice.dataset.note === String(id)) return;
  page.parts.notice.dataset.note = String(id);
  if (!note || id === page.dismissed) {
    page.parts.notice.replaceChildren();
    return;
  }
  page.parts.notice.replaceChildren(element('p', { class: 'notice' },
    element('span', {}, element('b', {}, `Corrected at ${note.at}.`), ` ${note.text}`),
    element('button', {
      type: 'button', 'aria-label': 'Dismiss',
      onclick: () => {
        page.dismissed = id;
        page.parts.notice.replaceChildren();
      },
    }, '×')));
}

/** A link to a view of this page; it needs no request, unless the document is of crossings. */
function link(text, change, attributes = {}) {
  const next = { view: page.view, bib: page.bib, ...change };
  const parameters = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(next)) {
    if (value && value !== 'board') parameters.set(name, value);
    else parameters.delete(name);
  }
  const isElsewhere = isOfPassings && (next.bib || next.view !== 'passings');
  if (isElsewhere) parameters.delete('list');
  const address = `${location.pathname}?${parameters}`;
  return element('a', {
    href: address, ...attributes,
    onclick: (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || isElsewhere) return;
      event.preventDefault();
      history.pushState(next, '', address);
      go(next);
    },
  }, text);
}

function go({ view, bib }) {
  page.view = view ?? 'board';
  page.bib = bib ?? null;
  drawTabs();
  drawView();
}

function drawView() {
  page.update = null;
  const view = page.parts.view;
  view.className = `view ${page.bib ? 'runner' : page.view}`;
  if (!isRace()) return drawAttempt(view);
  if (page.bib) return drawRunner(view);
  if (page.view === 'charts') return drawCharts(view);
  if (page.view === 'passings') return drawPassings(view);
  if (page.view === 'newest') return drawNewest(view);
  return drawBoard(view);
}

// MARK: Board

function drawBoard(view) {
  const parts = page.parts;
  parts.lists = element('p', { class: 'lists' });
  parts.body = element('tbody');
  parts.pinned = element('div', { class: 'pins' });
  parts.chart = element('figure', { class: 'panel chart' });
  parts.due = element('section', { class: 'panel due' });
  parts.lines = new Map();
  const columns = board.document.columns;
  parts.columns = JSON.stringify(columns);
  const head = element('tr', { role: 'row' });
  for (const { column, title } of columns) {
    head.append(element('th', { scope: 'col', class: column, role: 'columnheader' }, title));
    if (column === 'place') {
      head.append(element('th', { scope: 'col', class: 'gain', role: 'columnheader' },
        element('span', { class: 'unseen' }, 'Places gained')));
    }
  }
  head.append(element('th', { scope: 'col', class: 'bar', role: 'columnheader' },
    'Lap under way'));
  const table = parts.table = element('table', { class: 'board', role: 'table', 'aria-label': 'Board' },
    element('thead', { role: 'rowgroup' }, head), parts.body);
  parts.body.setAttribute('role', 'rowgroup');
  parts.more = element('div', { class: 'more' });
  view.replaceChildren(
    element('section', { class: 'list' },
      element('div', { class: 'head' }, element('h2', {}, listTitle()), parts.lists), table,
      parts.more),
    element('aside', {}, parts.pinned, parts.chart, parts.due));
  page.update = updateBoard;
  updateBoard(new Set(board.order), true);
  fetchOthers(parts.pinned, () => {
    drawPins();
    drawDue();
  });
}

function listTitle() {
  const { list, lists } = board.document;
  return lists.find((one) => one.list === list)?.title ?? list;
}

/** The address of another list: on published pages each one has a folder. */
function listAddress(list) {
  if (!published) return `${location.pathname}?list=${encodeURIComponent(list)}`;
  const digits = Array.from(new TextEncoder().encode(list), (byte) =>
    (byte + 256).toString(16).slice(1));
  const up = board.document.list === 'overall' ? '' : '../';
  return up + (list === 'overall' ? '' : `${digits.join('')}/`);
}

function drawLists() {
  const others = board.document.lists
    .filter(({ list }) => list !== board.document.list && list !== 'passings');
  const links = others.map(({ list, title }) =>
    element('a', { href: listAddress(list) }, title));
  redraw(page.parts.lists, ...links.flatMap((one, index) =>
    index > 0 ? [' · ', one] : [one]));
}

function updateBoard(changed, isReordered) {
  // Another format has other titles.
  if (page.parts.columns !== JSON.stringify(board.document.columns)) {
    drawBoard(page.parts.view);
    return;
  }
  const { lines, body } = page.parts;
  drawLists();
  for (const key of changed) if (board.rows.has(key) && lines.has(key)) drawRow(lines.get(key), key);
  if (isReordered || lines.size === 0) orderRows(body, lines);
  if (board.list.length === 0) {
    body.replaceChildren(element('tr', { role: 'row' },
      element('td', { colspan: '12', class: 'empty', role: 'cell' }, board.document.count > 0
        ? `Shown with a delay of ${time.delay} s.` : 'Nobody is entered yet.')));
  }
  drawMore();
  drawPins();
  drawDue();
  // A race that is over has no laps under way.
  page.parts.table.classList.toggle('over', board.header.phase === 'finished');
  const main = pins.keys.map((key) => board.rows.get(key)).find((row) => row) ?? board.list[0];
  drawChart(page.parts.chart, ofGroup(placesChart(), main?.group ?? 0));
}

/** Offers the rows beyond those of the list, which are then fetched every ten seconds. */
function drawMore() {
  const { more } = page.parts;
  // A page that is delayed begins without rows.
  const isWhole = published || board.order.length === 0;
  const rest = isWhole ? 0 : board.document.count - board.order.length;
  if (rest <= 0) more.replaceChildren();
  if (rest <= 0 || more.firstChild) return;
  const button = element('button', { type: 'button', onclick: () => {
    button.remove();
    fetchMore(more);
  } }, `Show ${rest} more`);
  more.replaceChildren(button);
}

/** Shows the rows that the document leaves out, and asks for them again while somebody looks. */
async function fetchMore(more) {
  if (!more.isConnected) return;
  try {
    if (!document.hidden) {
      const rows = [];
      for (let first = board.order.length + 1; first <= board.document.count; first += 1000) {
        const answer = await fetch(api('board', { rows: `${first}-${first + 999}` }));
        if (!answer.ok) throw new Error(answer.status);
        rows.push(...(await answer.json()).rows);
      }
      await delayed();
      const columns = board.document.columns.map(({ column, title }) => [column, title]);
      const list = more.querySelector('.scroll') ?? scroller('More');
      list.replaceChildren(table(columns, rows, 'More', 'board'));
      if (!list.isConnected) more.replaceChildren(list);
    }
  } catch {
    // The next time asks again.
  }
  setTimeout(() => fetchMore(more), 10000);
}

/** The row of a bib, also of one that the document leaves out; null if nobody has it. */
async function findRow(bib) {
  const row = board.rows.get(bib);
  if (row || published || !bib || board.order.length >= board.document.count) return row ?? null;
  return (await fetchRows([bib]))?.find(({ key }) => key === bib);
}

/** Puts the rows in the order of the list, with a heading before each group that has a title. */
function orderRows(body, lines) {
  const nodes = [];
  let group = null;
  for (const row of board.list) {
    const { title, detail } = board.document.groups[row.group] ?? {};
    if (row.group !== group && title) {
      nodes.push(element('tr', { class: 'group', role: 'row' }, element('th', {
        colspan: '12', scope: 'rowgroup', role: 'rowheader', dir: 'auto',
      }, title, element('small', {}, detail ?? ''))));
    }
    group = row.group;
    if (!lines.has(row.key)) {
      lines.set(row.key, makeRow());
      drawRow(lines.get(row.key), row.key);
    }
    nodes.push(lines.get(row.key).tr);
  }
  for (const key of [...lines.keys()]) if (!board.rows.has(key)) lines.delete(key);
  // Rows that stay in place keep the focus.
  let place = body.firstChild;
  for (const node of nodes) {
    if (node === place) place = place.nextSibling;
    else body.insertBefore(node, place);
  }
  while (place) {
    const next = place.nextSibling;
    place.remove();
    place = next;
  }
}

/** What a phone writes before these cells, since it shows no titles. */
const labels = { laps: 'lap', last: 'last', best: 'best', interval: 'int' };

/** The cells of a row, which are filled again when it changes. */
function makeRow() {
  const cell = (name) =>
    element('td', { class: name, role: 'cell', 'data-label': labels[name] });
  const cells = {};
  const tr = element('tr', { role: 'row' });
  for (const name of ['place', 'gain', 'bib', 'name', 'laps', 'last', 'best', 'gap', 'interval',
    'bar']) {
    cells[name] = name === 'name'
      ? element('th', { class: name, scope: 'row', role: 'rowheader' }) : cell(name);
    tr.append(cells[name]);
  }
  cells.status = element('span', { class: 'badge status' });
  cells.age = element('span', { class: 'age' });
  cells.fill = element('i', { class: 'fill' });
  cells.bar.append(cells.status, cells.age, element('span', { class: 'track' }, cells.fill));
  return { tr, cells };
}

function drawRow({ tr, cells }, key) {
  const row = board.rows.get(key);
  const isOut = ['dnf', 'dsq', 'dns'].includes(row.status);
  tr.className = [pins.has(key) ? 'pinned' : '', isOut ? 'out' : '', row.status ?? ''].join(' ');
  setText(cells.place, row.place ?? '');
  drawGain(cells.gain, row.gain ?? '');
  // A runner who is not on course has no lap under way; on a phone, a flag says who has finished.
  setText(cells.status, row.state ?? '');
  if (row.state && row.status === 'finished') {
    cells.gain.append(mark('flag', row.state, 'M4 2h1.5v14H4zM6.5 3h8l-2 3 2 3h-8z'));
  }
  setText(cells.bib, row.bib ?? '');
  for (const name of Object.keys(labels)) setText(cells[name], row[name] ?? '');
  cells.best.classList.toggle('gold', (row.best_of_all ?? '') !== '');
  cells.gap.replaceChildren(isOut
    ? element('span', { class: 'badge bad' }, row.status.toUpperCase()) : row.gap ?? '');
  cells.name.replaceChildren(
    link(row.name || row.bib, { bib: key }, { dir: 'auto' }),
    pins.has(key) ? pinMark() : '',
    element('small', { dir: 'auto' }, row.team ?? ''),
    row.notes ? element('span', { class: `badge${isOut ? ' bad' : ''} notes` }, row.notes) : '');
}

/** A drawing of the size of a letter, with a name. */
function mark(kind, name, path) {
  return svg('svg', { class: `mark ${kind}`, viewBox: '0 0 18 18', role: 'img', 'aria-label': name },
    svg('path', { d: path }));
}

function pinMark() {
  return mark('pin', 'pinned', 'M6 1h6v2l-1 1v4l2 2v1H9.6v6H8.4v-6H5v-1l2-2V4L6 3z');
}

function drawGain(cell, gain) {
  const isUp = gain.startsWith('+');
  cell.classList.toggle('up', isUp);
  cell.classList.toggle('down', gain.startsWith('-'));
  cell.replaceChildren(gain === '' ? '' : `${isUp ? '▲' : '▼'}${gain.slice(1)}`);
}

/** The place and gaps of each pinned runner, always in sight. */
function drawPins() {
  const cards = pins.keys.filter((key) => board.rows.has(key)).map((key) => {
    const row = board.rows.get(key);
    const index = board.order.indexOf(key);
    const ahead = board.rows.get(board.order[index - 1]);
    const behind = board.rows.get(board.order[index + 1]);
    const isNear = (other) => other && other.group === row.group && other.place !== '–';
    const facts = [];
    // The neighbors of rows that the document leaves out are not known.
    if (index < 0) facts.push(['to leader', row.gap], ['interval', row.interval]);
    if (index > 0 && isNear(ahead)) {
      facts.push(['to leader', row.gap], [`to ${ahead.key} ahead`, row.interval]);
    }
    if (index >= 0 && isNear(behind) && behind.interval) {
      facts.push([`${behind.key} behind`, behind.interval.replace('+', '−')]);
    }
    facts.push(['last lap', row.last]);
    return element('section', { class: 'pinned card', 'aria-label': `Pinned: ${row.name}` },
      element('h3', {},
        element('span', {}, pinMark(),
          link(`${row.bib} ${row.name ?? ''}`, { bib: key }, { dir: 'auto' })),
        element('b', { class: 'big' }, row.place)),
      element('dl', {}, ...facts.filter(([, text]) => text).map(([name, text]) =>
        element('div', {}, element('dt', {}, name), element('dd', {}, text)))));
  });
  redraw(page.parts.pinned, ...cards);
}

/** Fetches the runners that are pinned or due and that the document leaves out, again and again. */
async function fetchOthers(shown, draw) {
  if (!shown.isConnected) return;
  const missing = [...pins.keys, ...board.header.due ?? []]
    .filter((key) => !board.order.includes(key));
  if (!published && !document.hidden && missing.length > 0) {
    for (const row of await fetchRows(missing) ?? []) board.rows.set(row.key, row);
    if (shown.isConnected) draw();
  }
  setTimeout(() => fetchOthers(shown, draw), 10000);
}

function drawDue() {
  const due = (board.header.due ?? []).map((key) => board.rows.get(key)).filter((row) => row);
  page.parts.dueAges = [];
  if (due.length === 0) {
    page.parts.due.replaceChildren();
    page.parts.due.hidden = true;
    return;
  }
  page.parts.due.hidden = false;
  const list = element('ol');
  for (const row of due.slice(0, 6)) {
    const when = element('span', { class: 'when' });
    page.parts.dueAges.push([row, when]);
    list.append(element('li', {}, element('span', { class: 'bib' }, row.bib),
      element('span', { dir: 'auto' }, row.name ?? ''), when));
  }
  page.parts.due.replaceChildren(element('h2', {}, 'Due at the line'), list);
  tickDue();
}

// MARK: One runner

async function drawRunner(view) {
  const { bib } = page;
  const row = await findRow(bib);
  if (page.bib !== bib) return;
  if (!row) {
    view.replaceChildren(element('p', {}, `Nobody here has the bib ${bib}.`));
    page.update = () => drawRunner(view);
    return;
  }
  const laps = scroller('Laps');
  const pin = element('button', { type: 'button', onclick: () => pins.toggle(page.bib) });
  const place = element('b', { class: 'big' });
  const facts = element('dl');
  const rivals = element('select', { 'aria-label': 'Gap to', onchange: (event) => {
    page.rival = event.target.value || null;
    page.update(new Set([page.bib]));
  } }, element('option', { value: '' }, 'the leader'));
  for (const other of board.list) {
    if (other.key !== page.bib) {
      rivals.append(element('option', { value: other.key, selected: other.key === page.rival },
        `${other.bib} ${other.name ?? ''}`));
    }
  }
  const gap = element('output');
  view.replaceChildren(element('section', { class: 'panel one' },
    element('p', {}, link('‹ Board', { view: 'board', bib: null })),
    element('h2', {}, place, ` ${row.bib} ${row.name ?? ''} `, element('small', {}, row.team ?? '')),
    element('p', { class: 'controls' }, pin,
      published ? null : element('label', {}, 'Gap to ', rivals), gap),
    facts, laps));
  page.update = async (changed) => {
    const now = board.rows.get(page.bib) ?? row;
    setText(place, now.place ?? '');
    setText(pin, pins.has(page.bib) ? 'Unpin' : 'Pin');
    facts.replaceChildren(...[['laps', now.laps], ['last', now.last], ['best', now.best],
      ['gap', now.gap], ['interval', now.interval], ['state', now.state], ['notes', now.notes]]
      .filter(([, text]) => text)
      .map(([name, text]) => element('div', {}, element('dt', {}, name), element('dd', {}, text))));
    if (!changed.has(page.bib) && !changed.has(page.rival)) return;
    if (published) {
      const places = now.places ?? [];
      laps.replaceChildren(lapTable(places.map((place, lap) => ({ lap: lap + 1, place }))));
      return;
    }
    const rows = await fetchRows([bib], page.rival ? { to: page.rival } : {});
    const answer = rows?.find(({ key }) => key === bib);
    if (!answer || page.bib !== bib) return;
    setText(gap, (page.rival ? answer.gap_to : now.gap) ?? '');
    laps.replaceChildren(lapTable(answer.track ?? []));
  };
  await page.update(new Set([page.bib]));
}

/** Waits as long as a delayed page holds everything back. */
function delayed() {
  return new Promise((done) => setTimeout(done, time.delay * 1000));
}

/** The rows that the server has for keys; null without an answer. */
async function fetchRows(keys, parameters = {}) {
  try {
    // Commas separate keys, and a key may have some, too.
    const list = keys.map(encodeURIComponent).join(',');
    const answer = await fetch(api('board', { keys: list, ...parameters }));
    const rows = answer.ok ? (await answer.json()).rows : null;
    await delayed();
    return rows;
  } catch {
    return null;
  }
}

function lapTable(track) {
  const columns = [['lap', 'Lap'], ['time', 'Time'], ['split', 'Split'], ['place', 'Place'],
    ['gap', 'Gap'], ['notes', 'Notes']];
  return table(columns, [...track].reverse(), 'Laps');
}

/** A plain table of rows by columns [name, title]; on a phone, one of the kind `board` has the rows of
    the board. */
function table(columns, rows, label, kind = '') {
  const used = columns.filter(([name]) => rows.some((row) => row[name]));
  const head = element('tr', { role: 'row' }, ...used.map(([name, title]) =>
    element('th', { scope: 'col', class: name, role: 'columnheader' }, title)));
  const cell = (row, name) => element('td', {
    class: `${name} ${toneClass(row, name)}`, dir: 'auto', role: 'cell', 'data-label': labels[name],
  }, row[name] ?? '');
  const body = element('tbody', { role: 'rowgroup' }, ...rows.map((row) => element('tr', {
    class: row.best_of_all && !kind ? 'gold' : null, role: 'row',
  }, ...used.map(([name]) => cell(row, name)))));
  return element('table', { class: `plain ${kind}`, role: 'table', 'aria-label': label },
    element('thead', { role: 'rowgroup' }, head), body);
}

/** The color of a difference, of which its sign says the same. */
function toneClass(row, name) {
  return name === 'difference' && row.tone ? row.tone : '';
}

// MARK: Charts

function drawCharts(view) {
  const [places, gaps, laps] = [element('div'), element('div'), element('div')];
  view.replaceChildren(...(published ? [places] : [places, gaps, laps]));
  let isWaiting = false;
  let isChanged = false;
  page.update = async () => {
    drawGroups(places, placesChart());
    // The document itself has the places only.
    if (published) return;
    // Crossings come in groups: the others are fetched once for them, and again after the last one.
    isChanged = isWaiting;
    if (isWaiting) return;
    isWaiting = true;
    const rows = await fetchRows(board.order.slice(0, 60));
    // Without an answer, the next change tries again.
    if (rows) {
      drawGroups(gaps, timesChart('gaps', 'Time behind the first at each lap', rows, 'gap_ns', 'gap'));
      drawGroups(laps, timesChart('laps', 'Lap times', rows, 'lap_ns', 'time'));
    }
    setTimeout(() => {
      isWaiting = false;
      if (isChanged && places.isConnected) page.update();
    }, 2000);
  };
  page.update();
}

// MARK: Passings

const passingColumns = [['at', 'At'], ['bib', 'Bib'], ['name', 'Name'], ['title', 'Passing'],
  ['time', 'Lap'], ['place', 'Place'], ['notes', 'Notes']];

function drawPassings(view) {
  const rows = scroller('Passings');
  view.replaceChildren(element('section', { class: 'panel' }, element('h2', {}, 'Passings'), rows));
  page.update = () => rows.replaceChildren(
    table(passingColumns, isOfPassings ? board.list : board.document.passings ?? [], 'Passings',
      'board passings'));
  page.update();
}

/** The view for announcers: the newest finishers, or passings, in large letters. */
function drawNewest(view) {
  const list = element('ol', { class: 'large' });
  const found = element('output');
  const lookup = element('input', { type: 'search', inputmode: 'numeric', autocomplete: 'off' });
  const due = element('section', { class: 'panel due' });
  page.parts.due = due;
  const look = async () => {
    const bib = lookup.value.trim();
    const row = await findRow(bib);
    if (lookup.value.trim() !== bib) return;
    setText(found, row ? [row.place, row.bib, row.name, row.team, row.category,
      row.laps && `${row.laps} laps`, row.gap].filter((text) => text).join(' · ') : '');
  };
  lookup.addEventListener('input', look);
  view.replaceChildren(
    element('section', { class: 'panel' }, element('h2', {}, 'Newest'), list),
    element('aside', {}, element('section', { class: 'panel' },
      element('h2', {}, element('label', {}, 'Who has bib ', lookup)), found), due));
  page.update = () => {
    const all = board.document.passings ?? [];
    const finished = all.filter((one) => one.finished);
    list.replaceChildren(...(finished.length > 0 ? finished : all).slice(0, 8).map((one) =>
      element('li', {}, element('b', { class: 'big' }, one.place ?? '–'),
        element('span', { class: 'bib' }, one.bib ?? '?'),
        element('span', { class: 'who', dir: 'auto' }, one.name ?? (one.bib ? '' : 'nobody yet')),
        element('span', {}, one.finished ? one.at : `${one.title ?? ''} ${one.time ?? ''}`))));
    look();
    drawDue();
  };
  page.update();
  fetchOthers(due, drawDue);
}

// MARK: A session that is no race

function drawAttempt(view) {
  const facts = element('dl', { class: 'facts' });
  const laps = scroller('Laps');
  view.replaceChildren(facts, element('section', { class: 'panel' }, laps));
  page.update = () => {
    const { header } = board;
    facts.replaceChildren(...[[header.comparison, header.comparison_time],
      ['sum of best', header.sum_of_best], ['best possible', header.best_possible]]
      .filter(([, text]) => text)
      .map(([name, text]) => element('div', {}, element('dt', {}, name), element('dd', {}, text))));
    const columns = board.document.columns.map(({ column, title }) => [column, title]);
    laps.replaceChildren(board.list.length === 0 ? element('p', { class: 'faint' }, 'No laps yet.')
      : table(columns, board.list, 'Laps'));
  };
  page.update();
}

// MARK: Time

/** Draws what time alone changes, without a request. */
function tick() {
  const { parts } = page;
  const running = time.running;
  const digits = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0
    : board.header.digits ?? 1;
  const text = running === null ? '–' : clock(running, time.sample?.rate === 1
    ? Math.min(digits, 1) : digits);
  const [whole, fraction] = text.split('.');
  if (parts.clock.dataset.text !== text) {
    parts.clock.dataset.text = text;
    parts.clock.replaceChildren(whole, element('small', {}, fraction ? `.${fraction}` : ''));
  }
  setText(parts.live, liveText(running));
  if (page.view === 'board' && !page.bib && isRace()) tickRows(running);
  tickDue();
}

function liveText(running) {
  if (stream.isGone) return 'This session is not shown any more.';
  if (stream.silence > longestSilence) {
    return `Stale · nothing heard for ${age(stream.silence).replace(' ago', '')}`;
  }
  const newest = board.header.newest_ns;
  if (board.header.phase === 'finished') return '';
  if (typeof newest !== 'number' || running === null || board.header.phase !== 'running') {
    return 'Live';
  }
  return `Live · newest ${isRace() ? 'crossing' : 'lap'} ${age(running - newest)}`;
}

function tickRows(running) {
  for (const [key, { cells }] of page.parts.lines ?? []) {
    const row = board.rows.get(key);
    const since = row?.since_ns;
    const isOn = typeof since === 'number' && running !== null && running >= since;
    setText(cells.age, isOn ? clock(running - since, 0) : '');
    const part = isOn && row.expect_ns > 0 ? Math.min(1, (running - since) / row.expect_ns) : 0;
    cells.fill.style.setProperty('width', `${(part * 100).toFixed(1)}%`);
    cells.bar.classList.toggle('none', !isOn || !(row.expect_ns > 0));
  }
}

function tickDue() {
  const running = time.running;
  for (const [row, when] of page.parts.dueAges ?? []) {
    const left = row.since_ns + row.expect_ns - running;
    setText(when, running === null ? '' : left >= 0 ? `in ${clock(left, 0)}`
      : `${clock(-left, 0)} late`);
  }
}

function begin() {
  if (!document.getElementById('main')) return;
  drawFrame();
  board.onChange((changed, isReordered) => {
    drawHeader();
    page.update?.(changed, isReordered);
    tick();
  });
  drawTabs();
  board.replace(board.document);
  drawView();
  window.addEventListener('popstate', (event) => {
    go(event.state ?? viewOf(new URLSearchParams(location.search)));
  });
  window.addEventListener('resize', () => page.update?.(new Set(), false));
  setInterval(tick, 100);
  stream.start();
}

begin();
