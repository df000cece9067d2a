import { emptyViewConfig, type View } from '@weft/core';
import { must, withoutUndefined } from '@weft/std';
import { describe, expect, it } from 'vitest';
import type { Action } from './action.ts';
import { MemoryBase } from './memory-base.ts';
import { everyKindTable, idOf } from './random-actions.ts';

const now = '2026-11-21T09:00:00.000Z';
const table = everyKindTable(1);
const tableId = table.id;
const first = must(table.views[0]);
const [fieldId = ''] = table.fields.map((field) => field.id);

function withTable() {
  const base = new MemoryBase(() => now);
  let number = 0;
  const act = (action: Omit<Action, 'id'>, userId = 'ann') =>
    base.submit(userId, { ...action, id: idOf('act', ++number) } as Action);
  act({ type: 'CREATE_TABLE', input: { table, records: [] } });
  const views = (): readonly View[] => must(base.metadata.tables[0]).views;
  const viewOf = (n: number, name = `View ${n}`) => ({
    id: idOf('viw', 200 + n),
    name,
    type: 'grid' as const,
    config: emptyViewConfig,
  });
  const create = (n: number, name?: string, unique?: boolean) =>
    act({
      type: 'CREATE_VIEW',
      input: withoutUndefined({ tableId, view: viewOf(n, name), unique }),
    });
  return { base, act, views, create, viewOf };
}

describe('the views of a table', () => {
  it('adds a view at the end, with the settings of the one it doubles', () => {
    const { act, views, viewOf } = withTable();
    const config = {
      ...emptyViewConfig,
      sorts: [{ fieldId, direction: 'desc' as const }],
      fieldWidths: { [fieldId]: 1_000 },
      hiddenFieldIds: [idOf('fld', 101)],
    };
    expect(act({ type: 'CREATE_VIEW', input: { tableId, view: { ...viewOf(1), config } } }).ok).toBe(true);
    expect(views().map((view) => view.name)).toEqual(['Grid', 'View 1']);
    expect(views()[1]?.config).toEqual({ ...config, fieldWidths: { [fieldId]: 300 } });
  });

  it('keeps the name and the settings of a locked view until it is unlocked', () => {
    const { act, views, create } = withTable();
    create(1);
    const of = { tableId, viewId: first.id };
    const set = (config: Partial<View['config']>) =>
      act({ type: 'UPDATE_VIEW_SETTINGS', input: { ...of, config } });
    expect(set({ locked: true }).ok).toBe(true);
    const refused = [
      set({ sorts: [{ fieldId, direction: 'desc' }] }),
      act({ type: 'RESIZE_FIELD', input: { ...of, fieldId, width: 240 } }),
      act({ type: 'UPDATE_VIEW', input: { ...of, name: 'Other' } }),
      act({ type: 'DELETE_VIEW', input: of }),
    ];
    for (const done of refused)
      expect(done).toMatchObject({
        ok: false,
        error: { message: 'The view Grid is locked: unlock it to change it' },
      });
    expect(views()[0]).toEqual({ ...first, config: { ...first.config, locked: true } });
    expect(set({ locked: false }).ok).toBe(true);
    expect(set({ rowHeight: 'tall' }).ok).toBe(true);
  });

  it('A5: makes up a name for a nameless view and numbers a taken one when asked', () => {
    const { create, views } = withTable();
    create(1, ' ');
    create(2, '');
    create(3, 'GRID ', true);
    expect(views().map((view) => view.name)).toEqual(['Grid', 'Grid view', 'Grid view (2)', 'GRID (2)']);
    expect(create(4, 'grid')).toMatchObject({ ok: false, error: { kind: 'conflict' } });
  });

  it('A4: refuses the id of a view of any table', () => {
    const { act, viewOf } = withTable();
    const other = everyKindTable(2);
    act({ type: 'CREATE_TABLE', input: { table: other, records: [] } });
    const taken = act({
      type: 'CREATE_VIEW',
      input: { tableId: other.id, view: { ...viewOf(1), id: first.id } },
    });
    expect(taken).toMatchObject({ ok: false, error: { kind: 'conflict' } });
  });

  it('U4: brings a deleted view back with its id, place and settings', () => {
    const { base, act, views, create } = withTable();
    create(1);
    create(2);
    act({
      type: 'UPDATE_VIEW_SETTINGS',
      input: { tableId, viewId: idOf('viw', 201), config: { rowHeight: 'tall' } },
    });
    const before = views();
    act({ type: 'DELETE_VIEW', input: { tableId, viewId: idOf('viw', 201) } });
    expect(views()).toHaveLength(2);
    base.undo('ann');
    expect(views()).toEqual(before);
  });

  it('U3: takes back the settings nobody changed since, and names that others were', () => {
    const { base, act, views } = withTable();
    const viewId = first.id;
    act({
      type: 'UPDATE_VIEW_SETTINGS',
      input: { tableId, viewId, config: { rowHeight: 'tall', frozenCount: 2 } },
    });
    act({ type: 'UPDATE_VIEW_SETTINGS', input: { tableId, viewId, config: { rowHeight: 'medium' } } }, 'ben');
    const step = base.undo('ann');
    expect(views()[0]?.config).toMatchObject({ rowHeight: 'medium', frozenCount: 1 });
    expect(step?.conflicts).toMatchObject([{ tableId, reason: 'The view has been changed since' }]);
  });

  it('A6, U6: keeps the last view, whoever takes the others', () => {
    const { base, act, views, create } = withTable();
    expect(act({ type: 'DELETE_VIEW', input: { tableId, viewId: first.id } })).toMatchObject({
      ok: false,
      error: { message: 'The last view of a table cannot be deleted: a table is seen through a view' },
    });
    create(1);
    act({ type: 'DELETE_VIEW', input: { tableId, viewId: first.id } }, 'ben');
    const step = base.undo('ann');
    expect(step?.conflicts).toMatchObject([{ reason: 'The view has become the last of its table since' }]);
    expect(views()).toHaveLength(1);
  });

  it('renames and reorders them', () => {
    const { base, act, views, create } = withTable();
    create(1);
    create(2);
    expect(act({ type: 'UPDATE_VIEW', input: { tableId, viewId: first.id, name: ' ' } }).ok).toBe(false);
    expect(act({ type: 'UPDATE_VIEW', input: { tableId, viewId: first.id, name: 'view 1' } }).ok).toBe(false);
    act({ type: 'UPDATE_VIEW', input: { tableId, viewId: first.id, name: ' All ' } });
    act({ type: 'REORDER_VIEWS', input: { tableId, viewIds: [idOf('viw', 202), first.id] } });
    expect(views().map((view) => view.name)).toEqual(['View 2', 'All', 'View 1']);
    base.undo('ann');
    expect(views().map((view) => view.name)).toEqual(['All', 'View 1', 'View 2']);
  });
});
