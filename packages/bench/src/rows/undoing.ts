import { must } from '@weft/std';
import type { Bench } from '../bench.ts';
import { editMeanwhile } from '../edit-meanwhile.ts';
import type { Figure } from '../measure.ts';

const records = 100_000;
const columns = 5;
/** Records of one call, as the browser sends them; all calls are one group. */
const perCall = 100;

interface Created {
  readonly table: { readonly id: string; readonly fields: readonly { readonly id: string }[] };
}

/** A hundred thousand rows added, then one cell of each changed; each taken back as one step while somebody edits. */
export async function undoing({ session, engine }: Bench): Promise<Figure[]> {
  const { basePublicIdentifier: basePublicId } = await session.post<{ basePublicIdentifier: string }>(
    '/admin/bases',
    { baseName: 'Undo' },
  );
  const { table } = await session.mutate<Created>('tables.create', {
    ...{ basePublicId, name: 'Undo' },
    fields: Array.from({ length: columns }, (_, i) => ({
      name: `Column ${i + 1}`,
      type: 'single_line_text',
    })),
  });
  const inTable = { basePublicId, tableId: table.id };
  const [first, last] = [must(table.fields[0]).id, must(table.fields.at(-1)).id];
  // The record that is edited meanwhile.
  await session.mutate('records.create', { ...inTable, records: [{ data: { [first]: 'Edited' } }] });
  // The id of a record that is gone is given to no other one.
  const idOf = (row: number, round: number) => `recundo${round}${String(row).padStart(16, '0')}`;
  const whole = (row: number) =>
    Object.fromEntries(table.fields.map(({ id }, i) => [id, `Cell ${row} of column ${i}`]));
  const paste = async (
    rows: 'created' | 'records',
    { step, round }: { readonly step: string; readonly round: number },
    data: (row: number) => { readonly [fieldId: string]: string },
  ) => {
    for (let at = 0; at < records; at += perCall)
      await session.mutate('records.bulkUpdate', {
        ...{ ...inTable, answer: 'none', groupId: `grp-${step}`, actionId: `act-${step}-${at}` },
        [rows]: Array.from({ length: perCall }, (_, i) => ({ id: idOf(at + i, round), data: data(at + i) })),
      });
  };
  const takenBack = async (what: string, step: string): Promise<readonly Figure[]> => {
    const editing = await editMeanwhile(session, { ...inTable, fieldId: first });
    const begun = performance.now();
    await session.mutate('history.undo', { basePublicId, entryId: `act-${step}-0` });
    const took = performance.now() - begun;
    const waits = await editing.stop();
    const name = `undo of 100,000 ${what}`;
    return [
      { name, engine, value: took / 1_000, unit: 's', limit: engine === 'postgres' ? 5 : 10 },
      { name: `${name}, slowest edit meanwhile`, engine, value: Math.max(...waits), unit: 'ms', limit: 500 },
    ];
  };
  await paste('created', { step: 'added', round: 0 }, whole);
  const added = await takenBack('added rows', 'added');
  await paste('created', { step: 'again', round: 1 }, whole);
  await paste('records', { step: 'changed', round: 1 }, (row) => ({ [last]: `Changed ${row}` }));
  return [...added, ...(await takenBack('changed cells', 'changed'))];
}
