import { must } from '@weft/std';
import { operate, signUp } from '@weft/testkit';
import { openDatabase, startDatabase } from '../databases.ts';
import { csv } from '../dataset.ts';
import { type Figure, percentile } from '../measure.ts';
import { type Desk, editOne, importFile, openDesk, readPage } from '../office.ts';
import { startServers } from '../servers.ts';

const rows = 100_000;
/** Of a database on the coordinator: about 26 MB of the 32 that `rebalance` copies while its people wait. */
const rowsOfCoordinator = 50_000;
/** People who edit each large database without a pause. */
const writers = 2;

interface Metadata {
  readonly version: number;
  readonly metadata: {
    readonly tables: readonly {
      readonly fields: readonly { readonly id: string; readonly type: string }[];
    }[];
  };
}

interface Page {
  readonly records: readonly { readonly id: string; readonly data: { readonly [id: string]: unknown } }[];
}

/** Large databases that `rebalance` moves to another worker of Citus while people read and write them. */
export async function rebalancing(): Promise<Figure[]> {
  await using database = await startDatabase('citus');
  await using servers = await startServers(database, { LOG_LEVEL: 'fatal' });
  const ann = await signUp(servers.url, 'ann');
  const metadataOf = (basePublicId: string) => ann.query<Metadata>('metadata.get', { basePublicId });
  const desks: Desk[] = [];
  const open = async (table: Desk['table']) => {
    const { metadata } = await metadataOf(table.basePublicId);
    const field = must(metadata.tables[0]).fields.find(({ type }) => type === 'single_line_text');
    const { records } = await ann.query<Page>('records.list', { ...table, limit: writers });
    desks.push({ session: ann, table, fieldId: must(field).id, recordIds: records.map(({ id }) => id) });
  };
  const ofCoordinator = await importFile(ann, ...csv(rowsOfCoordinator));
  await open(ofCoordinator);
  const control = await openDatabase(database);
  try {
    // As they lie that were made while a worker was away.
    await control.query(
      'SELECT citus_schema_undistribute(id::regnamespace) FROM weft.flows WHERE public_identifier = $1',
      [ofCoordinator.basePublicId],
    );
  } finally {
    await control.close();
  }
  // New ones are placed in turn: the large ones on one worker, and the small ones on the other.
  for (let pair = 0; pair < 2; pair++) {
    await open(await importFile(ann, ...csv(rows)));
    await openDesk(ann, 1);
  }
  const versionsOf = async () =>
    Promise.all(desks.map(async ({ table: { basePublicId } }) => (await metadataOf(basePublicId)).version));
  const before = await versionsOf();
  const took: number[] = [];
  const written = desks.map(() => Array<number>(writers).fill(0));
  let isOver = false;
  const write = async (desk: Desk, at: number, who: number) => {
    const own = must(written[at]);
    while (!isOver) {
      const begun = performance.now();
      await editOne(desk, who, String(must(own[who]) + 1));
      took.push(performance.now() - begun);
      own[who] = must(own[who]) + 1;
    }
  };
  const read = async (desk: Desk) => {
    while (!isOver) await readPage(desk);
  };
  const working = Promise.all(
    desks.flatMap((desk, at) => [
      read(desk),
      ...Array.from({ length: writers }, (_, who) => write(desk, at, who)),
    ]),
  );
  const command = operate({ ...must(servers.products[0]).env }, 'rebalance');
  // An edit that is refused ends the measurement, not only the writing.
  const { code, out, err } = await Promise.race([command.ended, working.then(() => command.ended)]);
  isOver = true;
  await working;
  if (code !== 0 || !/Moved [1-9]/.test(out) || !/from the coordinator/.test(err))
    throw new Error(`rebalance: ${out}${err}`);
  const edits = written.flat().reduce((sum, n) => sum + n, 0);
  const changes = (await versionsOf()).reduce((sum, version, at) => sum + version - must(before[at]), 0);
  let lost = Math.max(0, edits - changes);
  for (const [at, { table, fieldId, recordIds }] of desks.entries()) {
    const { records } = await ann.query<Page>('records.list', { ...table, limit: writers });
    for (const [who, recordId] of recordIds.entries()) {
      const found = records.find(({ id }) => id === recordId);
      if (found?.data[fieldId] !== String(must(written[at])[who])) lost++;
    }
  }
  const note = `${edits.toLocaleString('en-US')} edits by ${desks.length * writers} people, p95 ${percentile(took, 0.95).toFixed(0)} ms; ${out.trim()}`;
  return [
    {
      name: `longest edit while databases of ${rows.toLocaleString('en-US')} rows move to another worker, and one of ${rowsOfCoordinator.toLocaleString('en-US')} from the coordinator`,
      engine: 'citus',
      ...{ value: Math.max(...took), unit: 'ms', limit: 2_000, note },
    },
    {
      name: 'edits lost or done twice while databases move',
      engine: 'citus',
      ...{ value: Math.max(lost, Math.abs(changes - edits)), unit: '', limit: 0 },
    },
  ];
}
