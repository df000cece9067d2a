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

const line = (figure: Figure): string =>
  `| ${figure.name} | ${figure.engine} | ${shown(figure.value)} ${figure.unit} | ${limitOf(figure)} | ${
    figure.limit === undefined ? '' : holds(figure) ? 'holds' : '**missed**'
  } | ${figure.note ?? ''} |`;

/** The machine, as far as numbers depend on it. */
function machine(): string {
  const [cpu] = cpus();
  return `${cpus().length} cores (${cpu?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB, ${type()} ${release().split('-')[0]} ${arch()}, Node ${process.versions.node}; no GPU; everything, the load included, on this one machine, where the load average was ${loadBefore.toFixed(1)} before`;
}

/** Prints the figures; a whole run also replaces docs/bench.md. */
export function report(figures: readonly Figure[], whole: boolean, postgres: string): void {
  const table = [
    '| what | on | measured | limit | | note |',
    '|---|---|---:|---:|---|---|',
    ...figures.map(line),
  ].join('\n');
  console.log(table);
  if (!whole) return;
  const day = new Date().toISOString().slice(0, 10);
  const head = readFileSync(new URL('./bench-head.md', import.meta.url), 'utf8');
  writeFileSync(file, `${head}\nMeasured ${day} on ${machine()}; PostgreSQL ${postgres}.\n\n${table}\n`);
}
