import { type Html, html } from '../html.ts';
import type { ChartView } from './app-views.ts';

const [width, height] = [600, 200];

const barChart = ({ points }: ChartView): Html =>
  html`<ul class="bars">${points.map(
    ({ label, value, share, color }) =>
      html`<li><span class="label">${label}</span><svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect class="${color === null ? 'bar-of' : `bar-of d-${color.toLowerCase()}`}" width="${Math.max(0.5, Math.round(share * 1000) / 10)}" height="8"/></svg><span class="figure">${value}</span></li>`,
  )}</ul>`;

function lineChart({ points }: ChartView): Html {
  const step = points.length > 1 ? width / (points.length - 1) : 0;
  const places = points.map(
    ({ share }, at) => [Math.round(at * step), Math.round((1 - share) * (height - 16)) + 8] as const,
  );
  const path = places.map(([x, y]) => `${x},${y}`).join(' ');
  return html`<svg class="line" viewBox="-8 0 ${width + 16} ${height}" aria-hidden="true"><line class="axis" x1="0" x2="${width}" y1="${height - 8}" y2="${height - 8}"/><polyline points="${path}"/>${places.map(([x, y]) => html`<circle cx="${x}" cy="${y}" r="4"/>`)}</svg>`;
}

const hues = ['blue', 'orange', 'purple', 'green', 'pink', 'teal', 'red', 'yellow'];

/** The colour of each slice; what has none of its own takes one that no other has, as long as there are any. */
function sliceColors(points: ChartView['points']): readonly string[] {
  const own = new Set(points.flatMap(({ color }) => (color === null ? [] : [color.toLowerCase()])));
  const free = hues.filter((hue) => !own.has(hue));
  const offered = free.length === 0 ? ['gray'] : free;
  let taken = 0;
  return points.map(({ color }) => color?.toLowerCase() ?? offered[taken++ % offered.length] ?? 'gray');
}

function pieChart({ points }: ChartView): Html {
  const total = points.reduce((sum, { share }) => sum + Math.max(0, share), 0);
  if (total === 0) return html``;
  let turned = 0;
  const colors = sliceColors(points);
  const slices = points.map(({ share }, at) => {
    const part = (Math.max(0, share) / total) * 100;
    const slice = html`<circle class="slice d-${colors[at] ?? 'gray'}" r="15.9155" cx="21" cy="21" stroke-dasharray="${part.toFixed(3)} ${(100 - part).toFixed(3)}" stroke-dashoffset="${(25 - turned).toFixed(3)}"/>`;
    turned += part;
    return slice;
  });
  return html`<svg class="pie" viewBox="0 0 42 42" aria-hidden="true">${slices}</svg>`;
}

/** A picture for the eye, and a table with the same for everybody. */
export function chartHtml(view: ChartView): Html {
  const { kind, label, valueLabel, points, note } = view;
  if (points.length === 0) return html`<div class="none"><p>${note ?? 'Nothing to count yet.'}</p></div>`;
  const keys = kind === 'pie' ? sliceColors(points) : [];
  const keyOf = (at: number): Html | null =>
    keys[at] === undefined
      ? null
      : html`<svg class="key" viewBox="0 0 12 12" aria-hidden="true"><rect class="d-${keys[at]}" width="12" height="12" rx="3"/></svg>`;
  const table = html`<table class="${kind === 'bar' ? 'sr' : 'legend'}"><thead><tr><th scope="col">${label}</th><th scope="col">${valueLabel}</th></tr></thead><tbody>${points.map(
    (point, at) =>
      html`<tr><th scope="row">${keyOf(at)}${point.label}</th><td class="figure">${point.value}</td></tr>`,
  )}</tbody></table>`;
  const picture =
    kind === 'bar'
      ? html`<div aria-hidden="true">${barChart(view)}</div>`
      : kind === 'line'
        ? lineChart(view)
        : pieChart(view);
  return html`<div class="panel chart of-${kind}">${picture}${table}${note !== null && html`<p class="count">${note}</p>`}</div>`;
}
