import type { Table } from '@weft/core';
import type { BaseStore, RunScan } from '@weft/db';
import { expect, it } from 'vitest';
import { conversionOf, previewConversion } from './conversion.ts';

const fieldId = 'fld0amount00000000000000';
const tableId = 'tbl0orders00000000000000';
const at = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' };

/** A table whose texts somebody else makes numbers as soon as its field was looked at. */
function convertedMeanwhile() {
  let looks = 0;
  const table = (): Pick<Table, 'id' | 'fields'> => ({
    id: tableId,
    fields: [
      looks++ === 0
        ? { id: fieldId, name: 'Amount', order: 0, type: 'single_line_text', template: {} }
        : { id: fieldId, name: 'Amount', order: 0, type: 'number', template: { numberFormat: 'local' } },
    ],
  });
  return {
    metadata: async () => ({ metadata: { tables: [table()] }, version: looks }),
    stream: async function* () {
      yield [{ id: 'rec0first000000000000000', data: { [fieldId]: 7 }, position: 1, ...at }];
    },
  } as unknown as BaseStore;
}

const runScan: RunScan = (scan) => scan(new AbortController().signal);
const conversionContext = { timezone: 'UTC' };

it.each(['single_select', 'multiple_select'] as const)(
  'makes no options for a %s of values that somebody converts meanwhile',
  async (type) => {
    const sent = { tableId, fieldId, type, conversionContext };
    await expect(conversionOf(convertedMeanwhile(), sent, runScan)).rejects.toMatchObject({
      kind: 'conflict',
    });
  },
);

it('counts no names in texts that somebody converts meanwhile', async () => {
  const field = { id: fieldId, name: 'Amount', order: 0, type: 'single_line_text', template: {} };
  const names = { id: 'fld0name0000000000000000', name: 'Name', order: 0, type: 'single_line_text' };
  const target = { id: 'tbl0customers000000000', primaryFieldId: names.id, fields: [names] };
  let looks = 0;
  const store = {
    ...convertedMeanwhile(),
    metadata: async () => {
      const type = looks++ < 2 ? 'single_line_text' : 'number';
      return { metadata: { tables: [{ id: tableId, fields: [{ ...field, type }] }, target] }, version: 1 };
    },
    findByValue: async () => [],
  } as unknown as BaseStore;
  const conversion = {
    ...{ tableId, fieldId, timeZone: 'UTC', locale: 'en-US' },
    ...{ type: 'linked_record', template: { tableId: target.id, allowMultiple: true } },
  } as unknown as Parameters<typeof previewConversion>[1];
  await expect(previewConversion(store, conversion, runScan)).rejects.toMatchObject({ kind: 'conflict' });
});

it('counts no values that somebody converts meanwhile', async () => {
  const conversion = {
    ...{ tableId, fieldId, timeZone: 'UTC', locale: 'en-US' },
    ...{ type: 'date', template: { dateFormat: 'local' } },
  } as unknown as Parameters<typeof previewConversion>[1];
  await expect(previewConversion(convertedMeanwhile(), conversion, runScan)).rejects.toMatchObject({
    kind: 'conflict',
  });
});
