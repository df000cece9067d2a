// `npm run bench`: every figure of the product beside its limit. Arguments name the groups to measure.
import { findPostgres } from '@weft/testkit';
import { bareCopy } from './bare-copy.ts';
import { type Bench, type EngineName, importRows, startBench } from './bench.ts';
import type { Figure } from './measure.ts';
import { report } from './report.ts';
import { browserRows } from './rows/browser.ts';
import { edits, feed } from './rows/editing.ts';
import { deepWindow, firstPage } from './rows/reading.ts';
import { secondStart } from './rows/starting.ts';

const groups = ['importing', 'reading', 'editing', 'starting', 'browser'] as const;
type Group = (typeof groups)[number];

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !groups.some((group) => group === name));
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. There are ${groups.join(', ')}.`);
  process.exit(1);
}
const wants = (group: Group): boolean => asked.length === 0 || asked.includes(group);

const importedRows = 250_000;
const manyRows = 1_000_000;

const say = (text: string) => console.error(text);

/** The import beside a bare COPY, and what is read and edited in the imported table. */
async function onEngine(engine: EngineName): Promise<Figure[]> {
  const figures: Figure[] = [];
  await using bench: Bench = await startBench(engine);
  const rows = wants('importing') ? importedRows : 10_000;
  say(`${engine}: importing ${rows.toLocaleString('en-US')} rows`);
  const table = await importRows(bench, rows);
  if (wants('editing')) {
    say(`${engine}: editing`);
    figures.push(...(await edits(bench, table)), ...(await feed(bench, table)));
  }
  if (wants('reading') || (wants('browser') && engine === 'postgres')) {
    say(`${engine}: importing ${manyRows.toLocaleString('en-US')} rows`);
    const large = await importRows(bench, manyRows);
    if (wants('reading'))
      figures.push(...(await firstPage(bench, large)), ...(await deepWindow(bench, large)));
    if (wants('browser') && engine === 'postgres') {
      say('browser');
      figures.push(...(await browserRows(bench, large)));
    }
  }
  if (wants('importing')) {
    // The embedded engine belongs to one process at a time.
    if (engine === 'embedded') await bench.product.pause();
    const bare = await bareCopy(bench, table);
    const rate = (milliseconds: number) => table.rows / (milliseconds / 1_000);
    figures.unshift(
      {
        name: 'CSV import, 250k × 18, stream call to first page',
        engine,
        value: rate(table.import),
        unit: 'rows/s',
        limit: 0.4 * rate(bare),
        better: 'higher',
        note: `bare COPY ${Math.round(rate(bare)).toLocaleString('en-US')} rows/s`,
      },
      { name: 'profiling the whole file', engine, value: table.profile / 1_000, unit: 's', limit: 5 },
      { name: 'import cancelled, nothing left', engine, value: table.cancel, unit: 'ms', limit: 1_000 },
      { name: 'slowest other request meanwhile', engine, value: table.slowestPing, unit: 'ms' },
    );
  }
  return figures;
}

const postgres = findPostgres();
const figures: Figure[] = [];
const engines: readonly EngineName[] = postgres === undefined ? ['embedded'] : ['postgres', 'embedded'];
if (postgres === undefined) say('PostgreSQL is not installed here: measuring the embedded engine only.');
for (const engine of engines)
  if (asked.length === 0 || asked.some((name) => name !== 'starting'))
    figures.push(...(await onEngine(engine)));
if (wants('starting')) figures.push(...(await secondStart()));
report(figures, asked.length === 0, postgres?.version ?? 'not measured');
