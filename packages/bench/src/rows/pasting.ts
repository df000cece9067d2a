import { must } from '@weft/std';
import type { Bench } from '../bench.ts';
import type { Figure } from '../measure.ts';

const records = 10_000;
const columns = 20;
/** Records of one call, as the browser sends them; all calls of a paste are one group. */
const perCall = 100;
/** Calls under way at a time where none waits for another; new rows come in the order they stand in. */
const sideBySide = { records: 3, created: 1 } as const;
const kinds = ['single_line_text', 'number', 'currency', 'checkbox', 'date'] as const;

interface Metadata {
  readonly metadata: { readonly tables: readonly { id: string; fields: readonly { id: string }[] }[] };
}

/** What stands in a column's cell; `round` makes it another one each time. */
function value(column: number, row: number, round: number): string | number | boolean {
  switch (kinds[column % kinds.length]) {
    case 'number':
      return row + round;
    case 'currency':
      return row / 100 + round;
    case 'checkbox':
      return (row + round) % 2 === 0 || round === 2;
    case 'date':
      return `20${10 + round}-0${1 + (row % 9)}-15T00:00:00.000Z`;
    default:
      return `Cell ${row} of column ${column}, round ${round}`;
  }
}

/** Ten thousand rows of twenty cells pasted below a table, then over themselves; each one step that is undone. */
export async function pasting({ session, engine }: Bench): Promise<Figure[]> {
  const { basePublicIdentifier: basePublicId } = await session.post<{ basePublicIdentifier: string }>(
    '/admin/bases',
    { baseName: 'Paste' },
  );
  await session.mutate('tables.create', {
    basePublicId,
    name: 'Paste',
    fields: Array.from({ length: columns }, (_, column) => ({
      name: `Column ${column + 1}`,
      type: kinds[column % kinds.length],
      template: {},
    })),
  });
  const { metadata } = await session.query<Metadata>('metadata.get', { basePublicId });
  const table = must(metadata.tables.at(-1));
  const tableId = table.id;
  const ids = Array.from({ length: records }, (_, row) => `recbench${String(row).padStart(16, '0')}`);
  const block = (round: number) =>
    ids.map((id, row) => ({
      id,
      data: Object.fromEntries(table.fields.map((field, column) => [field.id, value(column, row, round)])),
    }));
  const times: { [what: string]: number } = {};
  const timed = async (what: string, run: () => Promise<unknown>) => {
    const start = performance.now();
    await run();
    times[what] = performance.now() - start;
  };
  const paste = async (rows: 'records' | 'created', round: number) => {
    const all = block(round);
    const send = async () => {
      while (all.length > 0)
        await session.mutate('records.bulkUpdate', {
          basePublicId,
          tableId,
          answer: 'none',
          groupId: `grp-paste-${round}`,
          [rows]: all.splice(0, perCall),
        });
    };
    await Promise.all(Array.from({ length: sideBySide[rows] }, send));
  };
  const undo = () => session.mutate('history.undo', { basePublicId });
  await timed('below', () => paste('created', 0));
  await timed('below undone', undo);
  await session.mutate('history.redo', { basePublicId });
  await timed('over', () => paste('records', 1));
  await timed('over undone', undo);
  const postgres = engine === 'postgres';
  const figure = (name: string, what: string, limit: number): Figure => ({
    name: `${name}, 10,000 × 20 cells`,
    engine,
    value: must(times[what]),
    unit: 'ms',
    limit,
  });
  return [
    figure('paste of new rows', 'below', postgres ? 3_000 : 4_000),
    figure('its undo', 'below undone', postgres ? 2_000 : 4_000),
    figure('paste over filled rows', 'over', postgres ? 3_000 : 4_000),
    figure('its undo', 'over undone', postgres ? 2_000 : 4_000),
  ];
}
