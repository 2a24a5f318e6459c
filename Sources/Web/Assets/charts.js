'use strict';

// One kind of chart: a line for each runner over the laps, and the same as a table.

const svgSpace = 'http://www.w3.org/2000/svg';

function svg(name, attributes = {}, ...children) {
  const made = document.createElementNS(svgSpace, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/**
 * Draws a chart of series {key, label, values, texts} into a figure; the largest value is at the
 * bottom, as the last place is.
 */
function drawChart(figure, chart) {
  const series = chart.series.filter((one) => one.values.length > 0);
  const wasOpen = figure.querySelector('details')?.open ?? false;
  figure.hidden = series.length === 0;
  if (figure.hidden) return;
  // The picture is as wide as its figure, so that its texts have the size of others.
  const { clientWidth } = figure;
  const width = clientWidth > 0 ? Math.max(240, clientWidth - 28) : 560;
  const size = { width, left: 40, right: 120, top: 12, bottom: 30 };
  size.height = Math.max(240, Math.min(620, 60 + 24 * series.length));
  const laps = Math.max(...series.map((one) => one.values.length));
  // Heights do not depend on the margins, which the longest texts need.
  const heights = scales(series, laps, size);
  const ticks = ticksOf(chart, series, heights, size);
  const ends = series.map((one) => endOf(one, one === series[0], heights, width * 0.4));
  const shown = spread(ends, size);
  size.left = 14 + Math.max(...ticks.map(({ text }) => widthOf(text, false)));
  size.right = 14 + Math.max(...shown.map(({ text, kind }) => widthOf(text, kind !== 'other')));
  const scale = scales(series, laps, size);
  const picture = svg('svg', {
    viewBox: `0 0 ${size.width} ${size.height}`, role: 'img',
    'aria-label': `${chart.title}; the table below has the same`,
  });
  drawAxes(picture, ticks, laps, scale, size);
  series.forEach((one, index) => drawLine(picture, one, ends[index], scale));
  for (const { kind, text, x, at } of shown) {
    picture.append(svg('text', { class: `name ${kind}`, x: x + 9, y: at + 5 }, text));
  }
  redraw(figure, element('h2', {}, chart.title), picture, chartTable(series, laps, wasOpen));
}

const pen = document.createElement('canvas').getContext('2d');

/** The width of a text of a chart. */
function widthOf(text, isBold) {
  pen.font = `${isBold ? 'bold ' : ''}15px ${getComputedStyle(document.body).fontFamily}`;
  return Math.ceil(pen.measureText(text).width);
}

/** The end of a line: its kind, its height, and its text, which is shortened to a width. */
function endOf(one, isLeader, scale, most) {
  const kind = pins.has(one.key) ? 'pinned' : isLeader ? 'leader' : 'other';
  const isOut = ['dnf', 'dsq', 'dns', 'pulled'].includes(board.rows.get(one.key)?.status);
  const whole = kind === 'other' ? one.key + (isOut ? ' out' : '') : one.label;
  let [text, length] = [whole, whole.length];
  while (length > 1 && widthOf(text, kind !== 'other') > most) {
    length -= 1;
    text = `${whole.slice(0, length)}…`;
  }
  return { kind, text, y: scale.y(one.values.findLast((value) => value !== null)) };
}

function scales(series, laps, size) {
  const values = series.flatMap((one) => one.values).filter((value) => value !== null);
  const least = values.reduce((one, other) => Math.min(one, other), Infinity);
  const most = values.reduce((one, other) => Math.max(one, other), least + 1);
  const width = size.width - size.left - size.right;
  const height = size.height - size.top - size.bottom;
  return {
    least, most,
    x: (lap) => size.left + (laps > 1 ? (lap / (laps - 1)) * width : 0),
    y: (value) => size.top + ((value - least) / (most - least)) * height,
  };
}

/** About five whole numbers from 0 below a count, the last one included. */
function steps(count, most) {
  const step = Math.max(1, Math.ceil((count - 1) / most));
  const numbers = [];
  for (let number = 0; number < count; number += step) numbers.push(number);
  // The last one has its label, in the place of one that would touch it.
  if (count - 1 - numbers.at(-1) < step / 2 && numbers.length > 1) numbers.pop();
  if (numbers.at(-1) !== count - 1) numbers.push(count - 1);
  return numbers;
}

function drawAxes(picture, ticks, laps, scale, size) {
  for (const lap of steps(laps, 6)) {
    picture.append(
      svg('line', {
        class: 'grid', x1: scale.x(lap), x2: scale.x(lap), y1: size.top - 6,
        y2: size.height - size.bottom,
      }),
      svg('text', { class: 'axis', x: scale.x(lap), y: size.height - 10, 'text-anchor': 'middle' },
        String(lap + 1)));
  }
  for (const { value, text } of ticks) {
    picture.append(svg('text', {
      class: 'axis', x: size.left - 10, y: scale.y(value) + 5, 'text-anchor': 'end',
    }, text));
  }
}

/** The values that the vertical axis names, with their texts. */
function ticksOf(chart, series, scale, size) {
  const texts = new Map();
  for (const one of series) one.values.forEach((value, lap) => texts.set(value, one.texts[lap]));
  const values = [...texts.keys()].filter((value) => value !== null).sort((a, b) => a - b);
  const isTime = chart.kind !== 'places';
  return apart(values, scale, (size.height - size.top - size.bottom) / 6).map((value) =>
    ({ value, text: isTime ? short(texts.get(value)) : texts.get(value) }));
}

/** Some of the values in order, the first and the last included, at least so far from each other. */
function apart(values, scale, distance) {
  const isFar = (one, other) => scale.y(other) - scale.y(one) >= distance;
  const shown = values.slice(0, 1);
  for (const value of values) if (isFar(shown.at(-1), value)) shown.push(value);
  if (shown.at(-1) === values.at(-1)) return shown;
  if (shown.length > 1) shown.pop();
  return [...shown, values.at(-1)];
}

/** A time without its tenths, for an axis. */
function short(text) {
  return text.replace(/\.\d+$/, '');
}

/** Draws the line of a runner to its end, with more weight for a pinned one and the leader. */
function drawLine(picture, one, end, scale) {
  const { kind } = end;
  const points = one.values.map((value, lap) =>
    value === null ? null : [scale.x(lap), scale.y(value)]).filter((point) => point);
  const [x, y] = points[points.length - 1];
  end.x = x;
  const line = svg('polyline', {
    class: `line ${kind}`, points: points.map((point) => point.map(Math.round).join()).join(' '),
  });
  const dot = svg('circle', { class: `dot ${kind}`, cx: x, cy: y, r: 4 });
  // Lines that matter are drawn over the others.
  if (kind === 'other') picture.prepend(line);
  else picture.append(line);
  picture.append(dot);
}

/** Puts the texts of the ends apart from one another; of many only those that have room. */
function spread(ends, size) {
  const least = 15;
  const lowest = size.height - size.bottom + 8;
  let sorted = [...ends].sort((a, b) => a.y - b.y);
  if (sorted.length * least > lowest - size.top) {
    const important = sorted.filter((end) => end.kind !== 'other');
    const isFree = (end, others) => others.every((other) => Math.abs(other.y - end.y) >= least);
    const shown = [...important];
    for (const end of sorted) if (isFree(end, shown)) shown.push(end);
    sorted = shown.sort((a, b) => a.y - b.y);
  }
  let last = -Infinity;
  for (const end of sorted) {
    end.at = Math.max(end.y, last + least);
    last = end.at;
  }
  // Those that do not fit below move up again.
  let next = lowest;
  for (const end of [...sorted].reverse()) {
    end.at = Math.min(end.at, next);
    next = end.at - least;
  }
  return sorted;
}

function chartTable(series, laps, isOpen) {
  const head = element('tr', {}, element('th', { scope: 'col' }, 'Runner'));
  for (let lap = 1; lap <= laps; lap += 1) head.append(element('th', { scope: 'col' }, String(lap)));
  const body = element('tbody');
  for (const one of series) {
    const row = element('tr', {}, element('th', { scope: 'row' }, one.label));
    for (let lap = 0; lap < laps; lap += 1) row.append(element('td', {}, one.texts[lap] ?? ''));
    body.append(row);
  }
  return element('details', { open: isOpen },
    element('summary', {}, 'The same as a table'),
    scroller('Table', element('table', { class: 'small' }, element('thead', {}, head), body)));
}

/** A chart of the runners of one group: those of several do not compare. */
function ofGroup(chart, group) {
  const name = board.document.groups[group]?.title;
  return {
    ...chart, title: name ? `${chart.title} · ${name}` : chart.title,
    series: chart.series.filter((one) => (board.rows.get(one.key)?.group ?? 0) === group),
  };
}

/** Draws a chart for each group. */
function drawGroups(parent, chart) {
  for (let group = 0; group < Math.max(1, board.document.groups.length); group += 1) {
    if (!parent.children[group]) parent.append(element('figure', { class: 'panel chart' }));
    drawChart(parent.children[group], ofGroup(chart, group));
  }
  while (parent.children.length > Math.max(1, board.document.groups.length)) {
    parent.lastChild.remove();
  }
}

/** A chart of a line for each row, with the values and texts of its laps. */
function chartOf(kind, title, rows, valuesOf, textsOf) {
  const series = rows.slice(0, 60).map((row) => ({
    key: row.key, label: `${row.key} ${(row.name ?? '').split(' ').pop()}`.trim(),
    values: valuesOf(row), texts: textsOf(row),
  }));
  return { kind, title, series };
}

/** The places after each lap, which the rows of the list have. */
function placesChart() {
  return chartOf('places', 'Places after each lap', board.list, ({ places }) => places ?? [],
    ({ places }) => (places ?? []).map(String));
}

/** A time of each lap, by the names of its value and text, of rows that have their laps. */
function timesChart(kind, title, rows, value, text) {
  const laps = ({ track }) => track.filter((lap) => lap[value] !== undefined);
  return chartOf(kind, title, rows, (row) => laps(row).map((lap) => lap[value]),
    (row) => laps(row).map((lap) => lap[text] ?? ''));
}
