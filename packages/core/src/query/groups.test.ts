import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BaseRecord, Table } from '../base.ts';
import { emptyViewConfig } from '../base.ts';
import { fieldKinds } from '../fields/field-kinds.ts';
import { anyFieldType } from '../fields/field-types.ts';
import { sampleField } from '../fields/sample-field.ts';
import { aggregatesOf } from './aggregate.ts';
import { collectGroups, groupKeys, groupOf, mergeGroups, viewSort } from './groups.ts';

const stage = sampleField(
  'single_select',
  {
    disableColors: false,
    options: [
      { value: 'w', label: 'Weaving', color: 'Orange' },
      { value: 'f', label: 'Finishing', color: 'Purple' },
    ],
  },
  { id: 'stage', name: 'Stage', order: 1 },
);
const metres = sampleField('number', { numberFormat: 'local' }, { id: 'metres', name: 'Metres', order: 2 });
const files = sampleField('attachments', {}, { id: 'files', name: 'Files', order: 3 });
const table: Table = {
  id: 't',
  name: 'Orders',
  order: 1,
  primaryFieldId: 'stage',
  fields: [stage, metres, files],
  views: [],
};
const record = (data: BaseRecord['data']): BaseRecord => ({
  id: 'r',
  position: 1,
  data,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
});
const by = (direction: 'asc' | 'desc') => [{ fieldId: 'stage', direction }];

describe('groups', () => {
  const groups = (direction: 'asc' | 'desc') =>
    collectGroups(
      [
        record({ metres: 1 }),
        record({ stage: 'f', metres: 2 }),
        record({ stage: 'w' }),
        record({ stage: 'gone', metres: 4 }),
        record({ stage: 'f', metres: 3 }),
      ].map((one) => groupOf(one, [stage], [metres])),
      by(direction),
      table,
    ).map(({ key, count, tallies }) => [key[0], count, tallies.metres?.sum]);

  it('stand as their options do, the empty one last, with which options that are gone count', () => {
    expect(groups('asc')).toEqual([
      ['w', 1, 0],
      ['f', 2, 5],
      [null, 2, 5],
    ]);
    expect(groups('desc').map(([key]) => key)).toEqual(['f', 'w', null]);
  });

  it('come before the sorts of a view, without fields that are gone or make no groups', () => {
    const config = {
      ...emptyViewConfig,
      groups: [
        ...by('desc'),
        { fieldId: 'files', direction: 'asc' as const },
        { fieldId: 'x', direction: 'asc' as const },
      ],
      sorts: [{ fieldId: 'metres', direction: 'asc' as const }, ...by('asc')],
    };
    expect(groupKeys(config, table)).toEqual(by('desc'));
    expect(viewSort(config, table)).toEqual([...by('desc'), { fieldId: 'metres', direction: 'asc' }]);
  });

  const fields = fieldKinds.flatMap((kind) => {
    const { samples } = anyFieldType(kind);
    return samples.templates
      .slice(0, 1)
      .map((template) => sampleField(kind, template as never, { id: kind, name: kind, order: 1 }));
  });

  it.each(fields)('of $type columns add up to what whole columns do, however they are divided', (field) => {
    const cells = fc.array(
      fc.option(
        fc.constantFrom(
          ...anyFieldType(field.type).samples.values.filter((value) => !(Math.abs(Number(value)) > 1e12)),
        ),
      ),
      { minLength: 1, maxLength: 12 },
    );
    fc.assert(
      fc.property(cells, fc.nat(12), (column, cut) => {
        const alone = column.map((value) => groupOf(record({ [field.id]: value }), [], [field]));
        const [before, after] = [alone.slice(0, cut), alone.slice(cut)].map((part) => mergeGroups(part, []));
        const merged = mergeGroups(
          [before, after].flatMap((part) => part ?? []),
          [],
        );
        for (const { compute, ofTally } of Object.values(aggregatesOf(field))) {
          const tally = merged.tallies[field.id];
          if (ofTally === undefined || tally === undefined) continue;
          const shown = column.map(
            (value) => groupOf(record({ [field.id]: value }), [field], []).key[0] ?? null,
          );
          const [expected, found] = [compute(shown), ofTally(tally, merged.count)];
          if (expected === null || found === null) expect(found).toBe(expected);
          else expect(found).toBeCloseTo(expected, 5 - Math.ceil(Math.log10(Math.abs(expected) + 1)));
        }
      }),
    );
  });
});
