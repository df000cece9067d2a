import { must } from '@weft/std';
import { describe, expect, it } from 'vitest';
import type { Action } from './action.ts';
import { MemoryBase } from './memory-base.ts';
import { everyKindTable, idOf } from './random-actions.ts';

const table = everyKindTable(1);
const tableId = table.id;
const viewId = must(table.views[0]).id;
const [, a = '', b = '', c = ''] = table.fields.map((field) => field.id);
const by = (fieldId: string) => ({ fieldId, direction: 'asc' as const });
const filled = (fieldId: string) => ({ fieldId, operator: 'is_not_empty' });
const config = {
  sorts: [by(a), by(b), by(c)],
  filters: {
    conjunction: 'and' as const,
    items: [filled(a), { conjunction: 'or' as const, items: [filled(b)] }],
  },
  hiddenFieldIds: [b, c],
  orderedFieldIds: [c, b, a],
  fieldWidths: { [b]: 200 },
};

function withView() {
  const base = new MemoryBase(() => '2026-11-21T09:00:00.000Z');
  let number = 0;
  const act = (action: Omit<Action, 'id'>, userId = 'ann') =>
    expect(base.submit(userId, { ...action, id: idOf('act', ++number) } as Action).ok).toBe(true);
  act({ type: 'CREATE_TABLE', input: { table, records: [] } });
  act({ type: 'UPDATE_VIEW_SETTINGS', input: { tableId, viewId, config } });
  act({ type: 'DELETE_FIELD', input: { tableId, fieldId: b } });
  const configNow = () => must(must(base.metadata.tables[0]).views[0]).config;
  return { base, act, configNow };
}

describe('deleting a field', () => {
  it('C4: takes it out of sorts and filters; undo puts all of it back', () => {
    const { base, configNow } = withView();
    expect(configNow()).toMatchObject({
      sorts: [by(a), by(c)],
      filters: { conjunction: 'and', items: [filled(a)] },
    });
    base.undo('ann');
    expect(configNow()).toMatchObject(config);
  });

  it('C4: is forgotten when the field is restored, by its place among sorts, filters, columns and widths', () => {
    const { base, act, configNow } = withView();
    act({ type: 'RESTORE_FIELD', input: { tableId, fieldId: b } });
    expect(configNow()).toMatchObject(config);
    base.undo('ann');
    expect(configNow().sorts).toEqual([by(a), by(c)]);
  });

  it('C4: is forgotten of both sides of a link within the table, which one view sorts by', () => {
    const base = new MemoryBase(() => '2026-11-21T09:00:00.000Z');
    let number = 0;
    const act = (action: Omit<Action, 'id'>) =>
      expect(base.submit('ann', { ...action, id: idOf('act', ++number) } as Action).ok).toBe(true);
    const [side, inverseFieldId] = [idOf('fld', 501), idOf('fld', 502)];
    const template = { tableId, allowMultiple: true, inverseFieldId };
    const link = { id: side, name: 'Leads to', type: 'linked_record', template } as never;
    act({ type: 'CREATE_TABLE', input: { table, records: [] } });
    act({ type: 'CREATE_FIELD', input: { tableId, field: link } });
    const sorts = [by(side), by(inverseFieldId), by(a)];
    act({ type: 'UPDATE_VIEW_SETTINGS', input: { tableId, viewId, config: { sorts } } });
    act({ type: 'DELETE_FIELD', input: { tableId, fieldId: inverseFieldId } });
    const sortsNow = () => must(must(base.metadata.tables[0]).views[0]).config.sorts;
    expect(sortsNow()).toEqual([by(a)]);
    act({ type: 'RESTORE_FIELD', input: { tableId, fieldId: side } });
    expect(sortsNow()).toEqual(sorts);
    base.undo('ann');
    expect(sortsNow()).toEqual([by(a)]);
    base.redo('ann');
    expect(sortsNow()).toEqual(sorts);
  });

  it('C4: keeps what was set since when the field is restored', () => {
    const { act, configNow } = withView();
    const since = { sorts: [by(c)], filters: null };
    act({ type: 'UPDATE_VIEW_SETTINGS', input: { tableId, viewId, config: since } }, 'ben');
    act({ type: 'RESTORE_FIELD', input: { tableId, fieldId: b } });
    expect(configNow()).toMatchObject({ sorts: [by(c), by(b)], filters: null });
  });
});
