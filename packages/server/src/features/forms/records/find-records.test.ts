import { defaultTemplate } from '@weft/core';
import { firstPageId, newForm } from '@weft/forms';
import { expect, it } from 'vitest';
import { ScanSlots, usualScanLimits } from '../../bases/reads/scan-slots.ts';
import { pickedRecords, searchRecords } from './find-records.ts';

const fields = [
  { id: 'name', name: 'Name', type: 'single_line_text', template: defaultTemplate('single_line_text') },
];
const table = { id: 'customers', name: 'Customers', fields };
const ada = { id: 'ada', data: { name: 'Ada' } };

it('an answer that names a record is taken while visitors’ searches have all their turns', async () => {
  const scanSlots = new ScanSlots({ ...usualScanLimits, longestScan: 60_000 });
  const searching = Promise.withResolvers<void>();
  const store = {
    metadata: async () => ({ metadata: { tables: [table] } }),
    list: (query: object, runScan: (work: () => Promise<unknown>) => Promise<unknown>) =>
      runScan(async () => {
        if (JSON.stringify(query).includes('contains')) await searching.promise;
        return { records: [ada], nextCursor: null };
      }),
  };
  const base = { flow: { type: 'base', organizationId: 'org', trashedAt: null } };
  const deps = {
    ...{ base: () => store, flows: { findAll: async () => [base] }, now: () => 0, scanSlots },
    formKeys: { recordToken: () => 'token', recordOf: () => null },
  } as unknown as Parameters<typeof pickedRecords>[0];
  const source = { base: 'base', table: { id: 'customers', name: 'Customers' }, fields, filter: null };
  const content = newForm('Orders');
  const props = { type: 'record_picker', label: 'Customer', required: true, source };
  const picker = { parent: firstPageId, order: 'V', props };
  const form = {
    ...{ flowId: 'form', organizationId: 'org', ownerUserId: 'ann' },
    content: { ...content, blocks: { ...content.blocks, picker } },
  } as unknown as Parameters<typeof pickedRecords>[1];
  const opened = { store, table, fields, filter: null } as unknown as Parameters<typeof searchRecords>[3];
  const search = { search: 'a', left: new AbortController().signal };
  const searches = [1, 2, 3].map(() => searchRecords(deps, form, 'picker', opened, search));
  const { records } = await pickedRecords(deps, form, [['picker', 'Ada']]);
  expect(records.map(({ recordId }) => recordId)).toEqual(['ada']);
  searching.resolve();
  expect((await Promise.all(searches)).map((one) => one.records.length)).toEqual([1, 1, 1]);
}, 5_000);
