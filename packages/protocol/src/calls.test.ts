import { describe, expect, it } from 'vitest';
import { type CallName, calls } from './calls.ts';

const base = { basePublicId: 'bas000000000000000000001', tableId: 'tbl000000000000000000001' };
const fieldId = 'fld000000000000000000001';

function faults(name: CallName, input: unknown): string[] {
  const result = calls[name].input.safeParse(input);
  return result.success ? [] : result.error.issues.map((issue) => issue.path.map(String).join('.'));
}

const nested = (depth: number): unknown =>
  depth === 0 ? { fieldId, operator: 'is', value: 'x' } : { conjunction: 'and', items: [nested(depth - 1)] };

describe('reading the input of a call', () => {
  it.each([
    ['a NUL', 'a\u0000b'],
    ['half a surrogate pair', 'a\ud800'],
    ['more than 1 MiB', 'x'.repeat(1024 * 1024 + 1)],
    ['more than 1 MiB of bytes', '😀'.repeat(262_145)],
  ])('refuses a cell with %s, naming the cell', (_what, text) => {
    expect(faults('records.update', { ...base, recordId: 'rec1', data: { [fieldId]: text } })).toEqual([
      `data.${fieldId}`,
    ]);
  });

  it('takes a cell of exactly 1 MiB', () => {
    expect(
      faults('records.update', { ...base, recordId: 'rec1', data: { [fieldId]: 'x'.repeat(1024 * 1024) } }),
    ).toEqual([]);
  });

  it.each([
    ['no base', { ...base, basePublicId: undefined }, 'No base available'],
    ['a blank base', { ...base, basePublicId: '' }, 'No base available'],
    ['no table', { basePublicId: base.basePublicId }, 'No table selected'],
    ['a blank table', { ...base, tableId: '' }, 'No table selected'],
    ['a table that is no id', { ...base, tableId: 'a b' }, 'Not an id'],
  ])('says of a call with %s what it lacks', (_what, place, reason) => {
    const read = calls['records.update'].input.safeParse({ ...place, recordId: 'rec1', data: {} });
    expect(read.error?.issues.map(({ message }) => message)).toEqual([reason]);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, {}, [[]], undefined])('refuses %s as a cell', (value) => {
    expect(faults('records.update', { ...base, recordId: 'rec1', data: { [fieldId]: value } })).toHaveLength(
      1,
    );
  });

  it('takes filters a hundred deep, and refuses deeper ones before walking them', () => {
    expect(faults('records.list', { ...base, filters: nested(100) })).toEqual([]);
    expect(faults('records.list', { ...base, filters: nested(101) })).toHaveLength(1);
    expect(faults('records.list', { ...base, filters: nested(5_000) })).toHaveLength(1);
  });

  it('takes a filter of a thousand parts, and refuses what no statement holds', () => {
    const parts = (count: number) => ({
      conjunction: 'or',
      items: Array.from({ length: count / 100 }, () => ({
        conjunction: 'and',
        items: Array.from({ length: 99 }, () => nested(0)),
      })),
    });
    expect(faults('records.list', { ...base, filters: parts(1_000) })).toEqual([]);
    expect(faults('records.list', { ...base, filters: parts(1_100) })).toEqual(['filters.items.9.items']);
  });

  it.each([
    { orderedFieldIds: [fieldId, fieldId] },
    { hiddenFieldIds: [fieldId, fieldId] },
    {
      sorts: [
        { fieldId, direction: 'asc' },
        { fieldId, direction: 'desc' },
      ],
    },
  ])('keeps no field twice in the settings of a view: %j', (config) => {
    expect(faults('views.updateSettings', { ...base, viewId: 'viw1', config })).toEqual([
      `config.${Object.keys(config)[0]}`,
    ]);
  });

  it('keeps no filter in a view that everybody would be sent', () => {
    const item = { fieldId, operator: 'is', value: 'x'.repeat(300 * 1024) };
    const filters = { conjunction: 'and', items: [item] };
    expect(faults('records.list', { ...base, filters })).toEqual([]);
    const settings = { ...base, viewId: 'viw1', config: { filters } };
    expect(faults('views.updateSettings', settings)).toEqual(['config.filters']);
  });

  it('names the condition that is wrong', () => {
    const filters = {
      conjunction: 'or',
      items: [
        { fieldId, operator: 'is' },
        { fieldId, operator: 'DROP TABLE' },
      ],
    };
    expect(faults('records.list', { ...base, filters })).toEqual(['filters.items.1.operator']);
  });

  it('fills in the defaults of the contract', () => {
    expect(calls['records.list'].input.parse(base)).toMatchObject({ limit: 25 });
    expect(calls['import.csvPreview'].input.parse({ csvFileUrl: 'x' })).toMatchObject({ previewRows: 20 });
    expect(calls['history.undo'].input.parse(base)).toMatchObject({ count: 1 });
  });

  it('refuses more records than a call takes', () => {
    const records = Array.from({ length: 5_001 }, () => ({ data: {} }));
    expect(faults('records.create', { ...base, records })).toEqual(['records']);
  });

  it('takes ids for new records only in their own shape: lists of them are packed', () => {
    const create = (id: string) => faults('records.create', { ...base, records: [{ id, data: {} }] });
    expect(create('rec000000000000000000001')).toEqual([]);
    for (const id of ['row-1', 'rec1', 'rec0000000000000000000001', 'fld000000000000000000001'])
      expect(create(id)).toEqual(['records.0.id']);
    expect(
      faults('tables.create', { basePublicId: base.basePublicId, name: 'T', records: [{ id: 'row-1' }] }),
    ).toEqual(['records.0.id']);
  });

  it('names every call as the contract does', () => {
    for (const name of Object.keys(calls))
      expect(name).toMatch(
        /^[a-z]+(\.[a-zA-Z]+)?$|^(csvCreateTable|airtableImport|airtableImportToTable|googleSheetsImport|googleSheetsImportToTable)Stream$/,
      );
  });
});
