import { type BaseRecord, emptyViewConfig, type Field, type Table, type View } from '@weft/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shownFields } from '../columns.ts';
import { fillRecords } from '../fill/plan-fill.ts';
import { planPaste } from './paste.ts';
import { readTsv, writeTsv } from './tsv.ts';

const env = { timeZone: 'UTC', locale: 'en-US' };

/** A table under a view that hides, reorders and freezes fields, and shows some of the records in an order of its own. */
const places = fc
  .record({ fields: fc.integer({ min: 1, max: 9 }), records: fc.integer({ min: 1, max: 12 }) })
  .chain(({ fields, records }) => {
    const ids = Array.from({ length: fields }, (_, index) => `f${index}`);
    const rows = Array.from({ length: records }, (_, index) => `r${index}`);
    return fc.record({
      ids: fc.constant(ids),
      primary: fc.constantFrom(...ids),
      hidden: fc.subarray(ids),
      order: fc.shuffledSubarray(ids),
      // Filtered: not all of them; sorted: in any order.
      shown: fc.shuffledSubarray(rows, { minLength: 1 }),
      computed: fc.subarray(ids),
      top: fc.nat(11),
      left: fc.nat(8),
      height: fc.integer({ min: 1, max: 6 }),
      width: fc.integer({ min: 1, max: 6 }),
    });
  });

it('puts each value on its own cell, with hidden, reordered, filtered and sorted rows and columns', () => {
  fc.assert(
    fc.property(places, ({ ids, primary, hidden, order, shown, computed, top, left, height, width }) => {
      const fields = ids.map(
        (id, index): Field => ({ id, name: id, type: 'single_line_text', order: index, template: {} }),
      );
      const view: View = {
        id: 'v',
        name: 'Grid',
        type: 'grid',
        order: 0,
        config: { ...emptyViewConfig, hiddenFieldIds: hidden, orderedFieldIds: order },
      };
      const table: Table = { id: 't', name: 'T', order: 0, primaryFieldId: primary, fields, views: [view] };
      const columns = shownFields(table, view);
      const rows = shown.map(
        (id): BaseRecord => ({ id, data: {}, position: 0, createdAt: '', updatedAt: '' }),
      );
      const row = top % rows.length;
      const column = left % columns.length;
      const block = Array.from({ length: height }, (_, y) =>
        Array.from({ length: width }, (_, x) => `${y}/${x}`),
      );
      let made = 0;
      const plan = planPaste(
        readTsv(writeTsv(block)).map((line) => line.map((text) => ({ text }))),
        {
          fields: columns.slice(column),
          records: rows.slice(row, row + height),
          rows: 1,
          columns: 1,
          canCreate: true,
          env,
          isEditable: ({ id }) => !computed.includes(id),
          newRecordId: () => `new${made++}`,
          newOptionValue: () => 'o',
        },
      );
      const written = new Map(
        [...plan.edits, ...plan.created.flatMap((each) => each.edits)].map((edit) => [
          `${edit.recordId} ${edit.fieldId}`,
          edit.value,
        ]),
      );
      const wanted = new Map(
        block.flatMap((line, y) =>
          line.flatMap((text, x) => {
            const field = columns[column + x];
            if (!field || computed.includes(field.id)) return [];
            return [[`${rows[row + y]?.id ?? `new${row + y - rows.length}`} ${field.id}`, text] as const];
          }),
        ),
      );
      expect(written).toEqual(wanted);
      expect(plan.columnsLost).toBe(Math.max(0, column + width - columns.length));
    }),
  );
});

it('fills each cell of its own record and field, whatever the view hides and sorts', () => {
  fc.assert(
    fc.property(places, ({ ids, computed, shown, height }) => {
      const fields = ids.map(
        (id, index): Field => ({ id, name: id, type: 'single_line_text', order: index, template: {} }),
      );
      const source: BaseRecord = {
        id: 'source',
        data: Object.fromEntries(ids.map((id) => [id, `value of ${id}.`])),
        position: 0,
        createdAt: '',
        updatedAt: '',
      };
      const targets = shown.slice(0, height).map((id): BaseRecord => ({ ...source, id, data: {} }));
      const edits = fillRecords(
        {
          way: 'down',
          mode: 'usual',
          records: [source],
          fields,
          env,
          isEditable: ({ id }) => !computed.includes(id),
        },
        targets,
      );
      const wanted = ids
        .filter((id) => !computed.includes(id))
        .flatMap((id) => targets.map((target) => `${target.id} ${id} value of ${id}.`));
      expect(edits.map((edit) => `${edit.recordId} ${edit.fieldId} ${edit.value}`).toSorted()).toEqual(
        wanted.toSorted(),
      );
    }),
  );
});
