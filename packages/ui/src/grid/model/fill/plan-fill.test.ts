import type { BaseRecord, Field } from '@weft/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filledRange, fillTarget } from './fill-target.ts';
import { fillFields, fillRecords } from './plan-fill.ts';

const env = { timeZone: 'UTC', locale: 'en-US' };
const number = (id: string): Field => ({
  id,
  name: id,
  type: 'number',
  order: 0,
  template: { decimalPlaces: 0, numberFormat: 'comma_period' },
});
const text = (id: string): Field => ({ id, name: id, type: 'single_line_text', order: 0, template: {} });
const record = (id: string, data: BaseRecord['data']): BaseRecord => ({
  id,
  data,
  position: 0,
  createdAt: '',
  updatedAt: '',
});
const common = { mode: 'usual', env, isEditable: () => true } as const;

describe('a drag of the corner', () => {
  const source = { rows: [4, 5], columns: [2, 3] } as const;

  it('fills the way it went further, and nothing while it is inside', () => {
    expect(fillTarget(source, { row: 9, column: 4 })).toEqual({
      way: 'down',
      range: { rows: [6, 9], columns: [2, 3] },
    });
    expect(fillTarget(source, { row: 3, column: 0 })?.way).toBe('left');
    expect(fillTarget(source, { row: 0, column: 2 })?.range.rows).toEqual([0, 3]);
    expect(fillTarget(source, { row: 5, column: 2 })).toBeNull();
  });

  it('reaches cells beside the source and never the source itself', () => {
    const place = fc.record({ row: fc.nat(12), column: fc.nat(8) });
    fc.assert(
      fc.property(place, (to) => {
        const target = fillTarget(source, to);
        if (target === null) return;
        const { rows, columns } = target.range;
        const apart = rows[1] < 4 || rows[0] > 5 || columns[1] < 2 || columns[0] > 3;
        expect(apart).toBe(true);
        const whole = filledRange(source, target);
        const size = (range: typeof source | typeof whole) =>
          (range.rows[1] - range.rows[0] + 1) * (range.columns[1] - range.columns[0] + 1);
        expect(size(whole)).toBe(size(source) + size(target.range as typeof source));
      }),
    );
  });
});

describe('filling', () => {
  it('writes each cell of its own record and field, downwards and upwards, and leaves equal ones alone', () => {
    const records = [record('a', { n: 1, t: 'x' }), record('b', { n: 3, t: 'y' })];
    const targets = [record('c', {}), record('d', { n: 7 })];
    const fields = [number('n'), text('t')];
    const down = fillRecords({ ...common, way: 'down', records, fields }, targets);
    expect(down).toEqual(
      [
        { recordId: 'c', fieldId: 'n', value: 5 },
        { recordId: 'c', fieldId: 't', value: 'x' },
        { recordId: 'd', fieldId: 't', value: 'y' },
      ].toSorted((a, b) => a.fieldId.localeCompare(b.fieldId)),
    );
    const up = fillRecords({ ...common, way: 'up', records, fields }, targets);
    expect(up.map(({ recordId, value }) => [recordId, value])).toEqual([
      ['c', -3],
      ['d', -1],
      ['c', 'x'],
      ['d', 'y'],
    ]);
  });

  it('goes on sideways over fields of other kinds as a paste would', () => {
    const records = [record('a', { n: 1, m: 2 })];
    const fields = [number('n'), number('m')];
    const right = fillFields({ ...common, way: 'right', records, fields }, [text('t'), number('o')]);
    expect(right).toEqual([
      { recordId: 'a', fieldId: 't', value: '3' },
      { recordId: 'a', fieldId: 'o', value: 4 },
    ]);
    const left = fillFields({ ...common, way: 'left', records, fields }, [number('z')]);
    expect(left).toEqual([{ recordId: 'a', fieldId: 'z', value: 0 }]);
  });

  it('leaves computed fields out', () => {
    const locked = { ...common, isEditable: (field: Field) => field.id !== 'n' };
    const records = [record('a', { n: 1, t: 'x' })];
    const edits = fillRecords({ ...locked, way: 'down', records, fields: [number('n'), text('t')] }, [
      record('b', {}),
    ]);
    expect(edits.map(({ fieldId }) => fieldId)).toEqual(['t']);
  });
});
