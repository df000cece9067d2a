// `npm run bench`: every figure of the product beside its limit. Arguments name the groups to measure.
import { findCitus, findPostgres } from '@weft/testkit';
import { bareCopy } from './bare-copy.ts';
import { type Bench, type EngineName, importRows, startBench } from './bench.ts';
import type { ServerEngine } from './databases.ts';
import { endOnSignals } from './end-on-signals.ts';
import type { Figure } from './measure.ts';
import { report } from './report.ts';
import { airtableImport } from './rows/airtable-import.ts';
import { publishedApps } from './rows/apps.ts';
import { bookingPages } from './rows/booking.ts';
import { browserRows } from './rows/browser.ts';
import { enqueueCost, killedWorkers } from './rows/deliveries.ts';
import { edits, feed } from './rows/editing.ts';
import { fairness } from './rows/fairness.ts';
import { frontDoor } from './rows/fairness-front-door.ts';
import { fairServers } from './rows/fairness-servers.ts';
import { formEditor } from './rows/form-editor.ts';
import { formPaint } from './rows/form-paint.ts';
import { publishedForms } from './rows/forms.ts';
import { googleSheetImport } from './rows/google-sheet-import.ts';
import { home } from './rows/home.ts';
import { homePaint } from './rows/home-paint.ts';
import { hostCalendars } from './rows/host-calendars.ts';
import { millionRows, undoneImport } from './rows/importing.ts';
import { integrations } from './rows/integrations.ts';
import { links, pickerSearch } from './rows/links.ts';
import { pasting } from './rows/pasting.ts';
import { payments } from './rows/payments.ts';
import { deepWindow, firstPage, freshQueries, groupedView, searches } from './rows/reading.ts';
import { rebalancing } from './rows/rebalancing.ts';
import { savedViews } from './rows/saved-views.ts';
import { slots } from './rows/scheduling.ts';
import { schemaReview } from './rows/schema-review.ts';
import { faultyServices } from './rows/service-deliveries.ts';
import { secondStart } from './rows/starting.ts';
import { addedFields, catchUp, conversion, linkedTexts, manyTables } from './rows/structure.ts';
import { takeover } from './rows/takeover.ts';
import { undoing } from './rows/undoing.ts';
import { serverBelow } from './server-memory.ts';

endOnSignals();

const groups = [
  'importing',
  'reading',
  'editing',
  'links',
  'structure',
  'fairness',
  'fairness-servers',
  'rebalance',
  'jobs',
  'home',
  'forms',
  'apps',
  'integrations',
  'payments',
  'scheduling',
  'starting',
  'browser',
] as const;
type Group = (typeof groups)[number];

// A beginning is enough: `import` names `importing`.
const asked = process.argv.slice(2);
const named = (name: string): Group | undefined => groups.find((group) => group.startsWith(name));
const unknown = asked.filter((name) => named(name) === undefined);
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. There are ${groups.join(', ')}.`);
  process.exit(1);
}
const wants = (group: Group): boolean => asked.length === 0 || asked.some((name) => named(name) === group);

const importedRows = 250_000;
const manyRows = 1_000_000;

const say = (text: string) => console.error(text);
const faults: string[] = [];

/** The figures of one measurement; what goes wrong in it is told at the end and leaves the others alone. */
async function measured(what: string, measure: () => Promise<Figure[]>): Promise<Figure[]> {
  say(what);
  try {
    return await measure();
  } catch (error) {
    faults.push(`${what}: ${error instanceof Error ? error.message : String(error)}`);
    return [];
  }
}

/** The import beside a bare COPY, and what is read and edited in the imported table. */
async function onEngine(engine: EngineName): Promise<Figure[]> {
  const figures: Figure[] = [];
  await using bench: Bench = await startBench(engine);
  // Fewer would be there before their import can be cancelled.
  const rows = wants('importing') ? importedRows : 50_000;
  say(`${engine}: importing ${rows.toLocaleString('en-US')} rows`);
  const table = await importRows(bench, rows);
  const take = async (what: string, measure: () => Promise<Figure[]>): Promise<void> => {
    figures.push(...(await measured(`${engine}: ${what}`, measure)));
  };
  if (wants('editing')) {
    await take('edits', () => edits(bench, table));
    await take('feed', () => feed(bench, table));
    await take('paste', () => pasting(bench));
    await take('undo of many rows', () => undoing(bench));
    await take('catch-up', () => catchUp(bench));
  }
  if (wants('fairness')) await take('front door', () => frontDoor(bench, [serverBelow(process.pid)]));
  if (wants('importing')) await take('undo of the import', () => undoneImport(bench, table));
  if (
    wants('reading') ||
    wants('importing') ||
    wants('structure') ||
    wants('fairness') ||
    (wants('browser') && engine === 'postgres')
  ) {
    say(`${engine}: importing ${manyRows.toLocaleString('en-US')} rows`);
    const large = await importRows(bench, manyRows);
    if (wants('importing')) figures.push(...millionRows(bench, large));
    if (wants('reading')) {
      await take('first page', () => firstPage(bench, large));
      await take('window', () => deepWindow(bench, large));
      await take('grouped view', () => groupedView(bench, large));
      await take('searches', () => searches(bench, large));
      await take('new sort and filter', () => freshQueries(bench, large));
      await take('saved views', () => savedViews(bench, large));
      await take('picker search', () => pickerSearch(bench, large));
      await take('many tables', () => manyTables(bench));
    }
    if (wants('structure')) {
      await take('added fields', () => addedFields(bench, large));
      await take('conversion', () => conversion(bench, large));
      await take('conversion to links', () => linkedTexts(bench, large));
    }
    if (wants('browser') && engine === 'postgres') await take('browser', () => browserRows(bench, large));
    // Last: it ends the server.
    if (wants('fairness')) await take('fairness', () => fairness(bench, large));
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
for (const engine of engines) {
  const alike = ['importing', 'reading', 'editing', 'structure', 'fairness'] as const;
  if (alike.some(wants) || (wants('browser') && engine === 'postgres'))
    figures.push(...(await measured(engine, () => onEngine(engine))));
}
const citus = wants('fairness-servers') || wants('rebalance') ? findCitus() : '';
if (typeof citus === 'string' && citus !== '') say(`Not measured on Citus. ${citus}.`);
const onServers: readonly ServerEngine[] = [
  ...(postgres === undefined ? [] : (['postgres'] as const)),
  ...(typeof citus === 'string' ? [] : (['citus'] as const)),
];
if (wants('fairness-servers'))
  for (const engine of onServers)
    figures.push(...(await measured(`${engine}: several servers`, () => fairServers(engine, manyRows))));
if (wants('rebalance') && onServers.includes('citus'))
  figures.push(...(await measured('databases that move', rebalancing)));
if (wants('jobs')) {
  figures.push(...(await measured('enqueuing', enqueueCost)));
  if (postgres !== undefined) figures.push(...(await measured('killed workers', killedWorkers)));
  if (postgres !== undefined) figures.push(...(await measured('killed servers', takeover)));
}
if (wants('links') && postgres !== undefined) figures.push(...(await measured('links', links)));
if (wants('home') && postgres !== undefined) {
  figures.push(...(await measured('home', home)));
  figures.push(...(await measured('home in the browser', homePaint)));
  figures.push(...(await measured('review of suggested tables', schemaReview)));
}
if (wants('forms')) {
  for (const engine of engines)
    figures.push(...(await measured(`${engine}: forms`, () => publishedForms(engine))));
  figures.push(...(await measured('published form in the browser', formPaint)));
  figures.push(...(await measured('editor of forms', formEditor)));
}
if (wants('apps') && postgres !== undefined)
  figures.push(...(await measured('published apps', publishedApps)));
if (wants('integrations') && postgres !== undefined)
  figures.push(
    ...(await measured('integrations', integrations)),
    ...(await measured('import from Airtable', airtableImport)),
    ...(await measured('import from Google Sheets', googleSheetImport)),
    ...(await measured('failing services', faultyServices)),
  );
if (wants('payments'))
  for (const engine of engines)
    figures.push(...(await measured(`${engine}: payments`, () => payments(engine))));
if (wants('scheduling')) {
  figures.push(...(await measured('scheduling', slots)));
  if (postgres !== undefined) {
    figures.push(...(await measured('calendars of hosts', hostCalendars)));
    figures.push(...(await measured('pages that are booked', bookingPages)));
  }
}
if (wants('starting')) figures.push(...(await measured('starting', secondStart)));
report(figures, asked.length === 0, postgres?.version ?? 'not measured');
for (const fault of faults) say(`! Not measured: ${fault}`);
if (faults.length > 0) process.exitCode = 1;
