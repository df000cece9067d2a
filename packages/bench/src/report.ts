import { readFileSync, writeFileSync } from 'node:fs';
import { arch, cpus, loadavg, release, totalmem, type } from 'node:os';
import { fileURLToPath } from 'node:url';
import { type Figure, holds } from './measure.ts';

const file = fileURLToPath(new URL('../../../docs/bench.md', import.meta.url));

/** What others asked of the machine when the bench began. */
const [loadBefore = 0] = loadavg();

const shown = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toFixed(1));

const limitOf = ({ limit, better = 'lower' }: Figure): string =>
  limit === undefined ? '' : `${better === 'lower' ? '≤' : '≥'} ${shown(limit)}`;

const day = new Date().toISOString().slice(0, 10);

const line = (figure: Figure): string =>
  `| ${figure.name} | ${figure.engine} | ${shown(figure.value)} ${figure.unit} | ${limitOf(figure)} | ${
    figure.limit === undefined ? '' : holds(figure) ? 'holds' : '**missed**'
  } | ${day} | ${figure.note ?? ''} |`;

/** The machine, as far as numbers depend on it. */
function machine(): string {
  const [cpu] = cpus();
  return `${cpus().length} cores (${cpu?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB, ${type()} ${release().split('-')[0]} ${arch()}, Node ${process.versions.node}; no GPU; everything, the load included, on this one machine, where the load average was ${loadBefore.toFixed(1)} before`;
}

const heads = ['| what | on | measured | limit | | day | note |', '|---|---|---:|---:|---|---|---|'];

/** What a line of the table is about: the figure's name and where it was measured. */
const subject = (row: string): string => row.split('|').slice(1, 3).join('|');

/** The lines as they stand, each replaced by its new one; a new figure stands behind the one it was measured after. */
function replaced(old: readonly string[], measured: readonly string[]): string[] {
  const rows = [...old];
  let at = rows.length;
  for (const row of measured) {
    const found = rows.findIndex((other) => subject(other) === subject(row));
    at = found === -1 ? Math.min(at, rows.length) : found;
    rows.splice(at, found === -1 ? 0 : 1, row);
    at += 1;
  }
  return rows;
}

/** Prints the figures and writes them to docs/bench.md, each with its day; a whole run leaves no older ones there. */
export function report(figures: readonly Figure[], whole: boolean, postgres: string): void {
  const measured = figures.map(line);
  console.log([...heads, ...measured].join('\n'));
  const old = readFileSync(file, 'utf8')
    .split('\n')
    .filter((row) => row.startsWith('| ') && !heads.includes(row));
  const rows = whole ? measured : replaced(old, measured);
  const head = readFileSync(new URL('./bench-head.md', import.meta.url), 'utf8');
  writeFileSync(
    file,
    `${head}\nMeasured on ${machine()}; PostgreSQL ${postgres}.\n\n${[...heads, ...rows].join('\n')}\n`,
  );
}
