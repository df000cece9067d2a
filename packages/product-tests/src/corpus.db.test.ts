import { readFileSync } from 'node:fs';
import { profileCsv, readCsv } from '@weft/imports';
import { must } from '@weft/std';
import type { Session } from '@weft/testkit';
import { expect, it } from 'vitest';
import { importOrder } from './databases.ts';
import { describeProduct } from './on-engines.ts';
import { rowsOf } from './same-value.ts';

/** A handful of the corpus; all of it is held by packages/imports. */
const names = [
  'airtable-grid',
  'bank-de-preamble',
  'excel-de-orders',
  'excel-unicode-text',
  'missing-markers',
  'nul-bytes',
  'prototype-names',
  'ragged-rows',
  'text-months',
  'thousand-styles',
];

const makeDecoder = (encoding: string) => new TextDecoder(encoding);

interface Finished {
  readonly type: string;
  readonly tableId: string;
  readonly recordsImported: number;
  readonly rowsRejected: number;
  readonly valuesNotConverted: number;
}

/** Imports bytes as proposed; what it said at the end, and the export of the table it made. */
async function throughTheProduct(session: Session, content: string | Uint8Array<ArrayBuffer>) {
  const { order } = await importOrder(session, content);
  let end: unknown;
  for await (const event of session.events('import.csvImportStream', order)) end = event;
  const finished = end as Finished;
  const path = `/v1/bases/${order.basePublicId}/tables/${finished.tableId}/export?timeZone=UTC`;
  return { finished, exported: await session.text(path) };
}

describeProduct('files of the corpus', (running) => {
  it.each(names)(
    '%s: every row is imported or rejected, no text is altered, and it comes back',
    async (name) => {
      const bytes = new Uint8Array(
        readFileSync(new URL(`../../imports/corpus/${name}.csv`, import.meta.url)),
      );
      const open = async function* () {
        yield bytes;
      };
      const profile = await profileCsv(open, makeDecoder);
      const first = await throughTheProduct(running.ann, bytes);
      expect(first.finished).toMatchObject({
        type: 'finished',
        recordsImported: profile.rows,
        rowsRejected: profile.rowsRejected,
        valuesNotConverted: 0,
      });

      const before: string[][] = [];
      for await (const { rows } of readCsv(open(), makeDecoder, profile.parsing)) before.push(...rows);
      const [header, ...after] = rowsOf(first.exported);
      expect(header).toEqual(profile.columns.map((column) => column.fieldName));
      expect(after).toHaveLength(profile.rows);
      for (const [index, row] of before.slice(profile.parsing.headerRow ? 1 : 0).entries())
        for (const { sourceIndex, fieldType } of profile.columns) {
          const [cell, kept] = [row[sourceIndex] ?? '', must(after[index])[sourceIndex] ?? ''];
          if (fieldType === 'single_line_text' || fieldType === 'long_text') expect(kept).toBe(cell);
          else if (fieldType === 'single_select') expect(kept).toBe(cell.trim());
          // An unticked box is written out.
          else if (fieldType !== 'checkbox') expect(kept === '').toBe(cell.trim() === '');
        }

      // What came out holds every value in full: taken in again, it comes out the same.
      // Values are the same on both engines: one of them is asked.
      if (running.product.env.DATABASE_URL !== undefined) return;
      const second = await throughTheProduct(running.ann, first.exported);
      expect(second.exported).toBe(first.exported);
    },
  );
});
