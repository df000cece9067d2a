import type { BaseRecord, Field } from '@weft/core';
import { must } from '@weft/std';
import { describe, expect, it } from 'vitest';
import { type PasteTarget, planPaste } from './paste.ts';

const fields: readonly Field[] = [
  { id: 'name', name: 'Name', type: 'single_line_text', order: 0, template: {} },
  {
    id: 'count',
    name: 'Count',
    type: 'number',
    order: 1,
    template: { decimalPlaces: 0, numberFormat: 'comma_period' },
  },
  {
    id: 'stage',
    name: 'Stage',
    type: 'single_select',
    order: 2,
    template: { options: [{ value: 'o1', label: 'Open', color: 'Blue' }], disableColors: false },
  },
  {
    id: 'due',
    name: 'Due',
    type: 'date',
    order: 3,
    template: { dateFormat: 'us', displayTime: false, timeFormat: '12h', displayTimeZone: false },
  },
];
const record = (id: string, data: BaseRecord['data'] = {}): BaseRecord => ({
  id,
  data,
  position: 0,
  createdAt: '',
  updatedAt: '',
});
const texts = (...rows: string[][]) => rows.map((row) => row.map((text) => ({ text })));

function target(part: Partial<PasteTarget> = {}): PasteTarget {
  let made = 0;
  return {
    fields,
    records: [record('r1'), record('r2')],
    rows: 1,
    columns: 1,
    canCreate: true,
    env: { timeZone: 'UTC', locale: 'en-US' },
    isEditable: () => true,
    newRecordId: () => `new${++made}`,
    newOptionValue: () => `opt${++made}`,
    ...part,
  };
}

describe('pasting', () => {
  it('writes a block from the first selected cell on and grows the table below', () => {
    const plan = planPaste(texts(['a', '1'], ['b', '2'], ['c', '3']), target());
    expect(plan.edits.map(({ recordId, fieldId, value }) => [recordId, fieldId, value])).toEqual([
      ['r1', 'name', 'a'],
      ['r1', 'count', 1],
      ['r2', 'name', 'b'],
      ['r2', 'count', 2],
    ]);
    expect(plan.created.map(({ id, edits }) => [id, edits.length])).toEqual([['new1', 2]]);
    expect(plan.size).toEqual({ rows: 3, columns: 2 });
  });

  it('fills the whole selection with one value, and repeats a block that fits', () => {
    const filled = planPaste(texts(['x']), target({ rows: 2, columns: 1 }));
    expect(filled.edits.map((edit) => edit.value)).toEqual(['x', 'x']);
    const four = [1, 2, 3, 4].map((number) => record(`r${number}`));
    const repeated = planPaste(texts(['a'], ['b']), target({ rows: 4, records: four }));
    expect(repeated.edits.map((edit) => edit.value)).toEqual(['a', 'b', 'a', 'b']);
  });

  it('empties a number for a text that is none and counts it, and leaves a date alone that cannot be read', () => {
    const records = [record('r1', { due: '2026-01-02T00:00:00.000Z' })];
    const plan = planPaste(texts(['a', 'about 12', '', 'soon']), target({ records }));
    expect(plan.edits.find((edit) => edit.fieldId === 'due')).toBeUndefined();
    expect(plan.datesKept).toBe(1);
    expect(plan.emptied).toBe(1);
    expect(plan.edits.some((edit) => edit.fieldId === 'name')).toBe(true);
  });

  it('asks about numbers with the other decimal mark, and reads them so when told to', () => {
    const block = texts(['1.234,5'], ['4,50'], ['1,2,3'], ['1,234']);
    const onNumbers = { fields: fields.slice(1), columns: 1, records: [] };
    const kept = planPaste(block, target(onNumbers));
    expect(kept.created.map(({ edits: [edit] }) => edit?.raw ?? edit?.value)).toEqual([
      ...['1.234,5', '4,50', '1,2,3'],
      1234,
    ]);
    expect(kept.otherMarks).toBe(2);
    const read = planPaste(block, target({ ...onNumbers, otherMark: true }));
    expect(read.created.map(({ edits: [edit] }) => edit?.raw ?? edit?.value)).toEqual([
      ...[1234.5, 4.5, '1,2,3'],
      1234,
    ]);
    expect(read.otherMarks).toBe(0);
  });

  it('makes an option of each label it does not know, once', () => {
    const plan = planPaste(texts(['Open'], ['Closed'], ['Closed']), target({ fields: fields.slice(2) }));
    const { template } = must(plan.templates[0]);
    expect('options' in template && template.options.map((option) => option.label)).toEqual([
      'Open',
      'Closed',
    ]);
    expect(plan.edits.map((edit) => edit.value)).toEqual(['o1', 'opt1']);
    expect(plan.created[0]?.edits[0]?.value).toBe('opt1');
  });

  it('says which columns found no field, and changes nothing that is the same already', () => {
    const plan = planPaste(
      texts(['a', 'b']),
      target({ fields: fields.slice(0, 1), records: [record('r1', { name: 'a' })] }),
    );
    expect(plan.columnsLost).toBe(1);
    expect(plan.edits).toEqual([]);
  });

  it('names the columns that nobody can write, where something was to go into them', () => {
    const isEditable = ({ id }: Field) => id !== 'count' && id !== 'due';
    const plan = planPaste(texts(['a', '1', 'Open', ''], ['b', '2', 'Open', '']), target({ isEditable }));
    expect(plan.refused.map(({ name }) => name)).toEqual(['Count']);
    expect(plan.edits.map(({ fieldId }) => fieldId)).toEqual(['name', 'stage', 'name', 'stage']);
  });

  it('carries the exact value between fields of one kind', () => {
    const cell = { text: '1,235', kind: 'number', canonical: '1234.56', unfit: false } as const;
    const plan = planPaste([[cell]], target({ fields: fields.slice(1) }));
    expect(plan.edits[0]?.value).toBe(1234.56);
  });

  it('keeps a copied text that did not fit as it was', () => {
    const cell = { text: '12 apples', kind: 'number', canonical: '12 apples', unfit: true } as const;
    const plan = planPaste([[cell]], target({ fields: fields.slice(1) }));
    expect(plan.edits[0]).toMatchObject({ value: null, raw: '12 apples' });
  });

  it('carries all digits, and the same day, between kinds and formats', () => {
    const amount = { text: '1.235', kind: 'currency', canonical: '1234.56', unfit: false } as const;
    const day = {
      text: '03/04/2026',
      kind: 'datetime',
      canonical: '2026-04-03T22:30:00.000Z',
      unfit: false,
      zone: 'Asia/Tokyo',
    } as const;
    const plan = planPaste([[amount, { text: '' }, day]], target({ fields: fields.slice(1) }));
    expect(plan.edits.map(({ value }) => value)).toEqual([1234.56, '2026-04-04T00:00:00.000Z']);
  });
});
