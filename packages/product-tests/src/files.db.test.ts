import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Session } from '@weft/testkit';
import { expect, it } from 'vitest';
import { importOrder } from './databases.ts';
import { describeProduct } from './on-engines.ts';
import { isSameValue, rowsOf } from './same-value.ts';

const fixtures = fileURLToPath(new URL('../../imports/fixtures', import.meta.url));
const files = readdirSync(fixtures, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.csv'))
  .toSorted();

interface Finished {
  readonly type: string;
  readonly tableId: string;
  readonly recordsImported: number;
  readonly rowsRejected: number;
}

/** Imports a text and exports the table it made. */
async function throughTheProduct(session: Session, content: string | Uint8Array<ArrayBuffer>) {
  const { order, rows } = await importOrder(session, content);
  let end: unknown;
  for await (const event of session.events('import.csvImportStream', order)) end = event;
  const finished = end as Finished;
  const path = `/v1/bases/${order.basePublicId}/tables/${finished.tableId}/export?timeZone=UTC`;
  return { finished, rows, exported: await session.text(path) };
}

describeProduct('real files', (running) => {
  it.each(files)('%s comes out as it went in', async (name) => {
    const first = await throughTheProduct(running.ann, new Uint8Array(readFileSync(join(fixtures, name))));
    expect(first.finished.type).toBe('finished');
    expect(first.finished.recordsImported).toBe(first.rows);
    expect(first.finished.rowsRejected).toBe(0);
    const before = rowsOf(readFileSync(join(fixtures, name), 'utf8'));
    const after = rowsOf(first.exported);
    expect(after.length).toBe(before.length);
    const altered = before.flatMap((row, index) =>
      row.flatMap((text, column) => {
        const kept = after[index]?.[column] ?? '';
        return isSameValue(text, kept) ? [] : [`row ${index}, column ${column}: ${text} became ${kept}`];
      }),
    );
    expect(altered).toEqual([]);
    // What came out holds every value in full: taken in again, it comes out the same.
    // Values are the same on both engines: one of them is asked.
    if (running.product.env.DATABASE_URL !== undefined) return;
    const second = await throughTheProduct(running.ann, first.exported);
    expect(second.exported).toBe(first.exported);
    expect(second.finished.recordsImported).toBe(first.finished.recordsImported);
  });
});
