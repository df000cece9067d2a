import type { Field, LinkField } from '@weft/core';
import { describe, expect, it } from 'vitest';
import type { LinkSource } from '../../../fields/cell-editor.ts';
import { resolveLinks } from './link-cells.ts';
import { planPaste } from './paste.ts';

const id = (end: string) => `rec${end.padStart(21, '0')}`;
const link = (allowMultiple: boolean): LinkField => ({
  ...{ id: 'link', name: 'Customer', type: 'linked_record', order: 1 },
  template: { tableId: 'tbl', allowMultiple },
});
const text: Field = { id: 'text', name: 'Name', type: 'single_line_text', order: 0, template: {} };

/** Customers by name. */
function customers(names: { readonly [name: string]: string }): LinkSource & { readonly made: string[] } {
  const made: string[] = [];
  return {
    made,
    table: { name: 'Customers' } as LinkSource['table'],
    find: async ({ ids = [] }) =>
      ids.filter((one) => Object.values(names).includes(one)).map((one) => ({ id: one }) as never),
    match: async (wanted) =>
      new Map(wanted.flatMap((name) => (names[name] === undefined ? [] : [[name, names[name]]]))),
    create: (name) => {
      made.push(name);
      return id(name.toLowerCase());
    },
  };
}

const known = { Ada: id('1'), Ben: id('2'), 'Brume, Café': id('3') };

describe('cells pasted into links', () => {
  const pasted = async (cells: readonly string[], many = true, create = false) => {
    const source = customers(known);
    const block = cells.map((one) => [{ text: one }]);
    const resolved = await resolveLinks(block, [link(many)], () => source, create);
    const records = cells.map((_, row) => ({ id: `r${row}`, data: { link: [id('9')] } }) as never);
    const { edits } = planPaste(resolved.block, {
      ...{ fields: [link(many)], records, rows: 1, columns: 1, canCreate: false },
      env: { timeZone: 'UTC', locale: 'en' },
      isEditable: () => true,
      newRecordId: () => '',
      newOptionValue: () => '',
    });
    return { ...resolved, source, values: edits.map(({ recordId, value }) => [recordId, value]) };
  };

  it('link the records that the names say, also names with a comma', async () => {
    const { values, unknown } = await pasted(['Ben, Ada', 'Brume, Café', '"Brume, Café", Ada']);
    expect(values).toEqual([
      ['r0', [id('1'), id('2')]],
      ['r1', [id('3')]],
      ['r2', [id('1'), id('3')]],
    ]);
    expect(unknown.size).toBe(0);
  });

  it('leave a cell as it is of whose names none is known, say which, and empty it for an empty one', async () => {
    const { values, unknown } = await pasted(['Cleo', 'Dora, Ada', '']);
    expect(values).toEqual([
      ['r1', [id('1')]],
      ['r2', null],
    ]);
    expect([...unknown.values()].map((names) => [...names])).toEqual([['Cleo', 'Dora']]);
  });

  it('make the records that are missing when asked', async () => {
    const { values, unknown, source } = await pasted(['Cleo, Ada', 'Cleo'], true, true);
    expect(source.made).toEqual(['Cleo']);
    expect(values).toEqual([
      ['r0', [id('1'), id('cleo')]],
      ['r1', [id('cleo')]],
    ]);
    expect(unknown.size).toBe(0);
  });

  it('link one record where the field takes one', async () => {
    const { values, beyond } = await pasted(['Ada, Ben'], false);
    expect(values).toEqual([['r0', [id('1')]]]);
    expect(beyond).toBe(1);
  });

  it('are the very records where they were copied from links to the same table, else those of their names', async () => {
    const copied = (ids: string, shown: string) => ({
      ...{ text: shown, kind: 'linked_record' as const, canonical: ids, unfit: false },
    });
    const source = customers(known);
    const block = [[copied(id('2'), 'Ada')], [copied(id('77'), 'Ada')]];
    const resolved = await resolveLinks(block, [link(true), text], () => source);
    expect(resolved.block.map(([cell]) => cell && 'kind' in cell && cell.canonical)).toEqual([
      id('2'),
      id('1'),
    ]);
  });

  it('are never taken for ids because they look like some', async () => {
    const { values } = await pasted([id('77')]);
    expect(values).toEqual([]);
  });
});
