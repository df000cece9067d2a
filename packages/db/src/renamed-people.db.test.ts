import { emptyViewConfig, type Sort } from '@weft/core';
import { sampleField } from '@weft/core/testing';
import type { Action } from '@weft/history';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BaseStore } from './base/base-store.ts';
import type { Bases } from './bases.ts';
import { deleteAccount } from './control/account-deletion.ts';
import { People } from './control/people.ts';
import { readQuery } from './query/read-query.ts';
import { ViewIndex } from './query/view-index.ts';
import { schemaOf } from './schema/names.ts';
import { readBase } from './schema/read-base.ts';
import {
  describeEngines,
  newId,
  newTable,
  openBases,
  openStore,
  type TestEngine,
  testNow,
} from './testing.ts';

describeEngines('views in the order of people', (open) => {
  let opened: TestEngine;
  let bases: Bases;
  let store: BaseStore;
  let people: People;
  const maker = sampleField('created_by', {}, { id: newId('fld'), name: 'Made by', order: 1 });
  const table = newTable('Tasks', [
    sampleField('single_line_text', {}, { id: newId('fld'), name: 'Name' }),
    maker,
  ]);
  const tableId = table.id;
  const sort: Sort = [{ fieldId: maker.id, direction: 'asc' }];
  const query = { tableId, timeZone: 'UTC', now: testNow, sort };
  const view = { viewId: newId('viw'), timeZone: 'UTC', locale: 'en-US', now: testNow };
  const act = (person: string, type: Action['type'], input: object) =>
    store.submit(person, { id: newId('act'), type, input } as Action);
  const names = (records: readonly { readonly data: { readonly [id: string]: unknown } }[]) =>
    records.map(({ data }) => data[maker.id]);

  beforeAll(async () => {
    opened = await open();
    bases = await openBases(opened);
    store = await openStore(bases);
    people = new People(opened.engine);
    await opened.engine.exec(
      `INSERT INTO weft.auth_user ("id", "name", "email", "emailVerified", "updatedAt")
       VALUES ('ann', 'Ann', 'ann@example.org', true, now()), ('bert', 'Bert', 'bert@example.org', true, now())`,
    );
    await act('ann', 'CREATE_TABLE', { table, records: [] });
    for (const person of ['ann', 'bert'])
      await act(person, 'CREATE_RECORD', { tableId, records: [{ id: newId('rec'), cells: {} }] });
    const config = { ...emptyViewConfig, sorts: sort };
    await act('ann', 'CREATE_VIEW', {
      tableId,
      view: { id: view.viewId, name: 'By maker', type: 'grid', config },
    });
  });
  afterAll(() => opened[Symbol.asyncDispose]());

  /** How many records the index of the view would have read; null: it does not help. */
  async function indexed() {
    const base = await readBase(opened.engine, schemaOf(store.baseId));
    return new ViewIndex({ onWanted: () => {} }).first(opened.engine, readQuery(base, query), 10);
  }
  const fill = () => bases.fillViewIndex(store.baseId, tableId, view, new AbortController().signal);
  const window = async () => names((await store.window({ ...query, start: 0, count: 10 })).records);
  const list = async () => names((await store.list({ ...query, limit: 10 })).records);

  it('follow a person who is renamed, in lists that were read before and in the index of a view', async () => {
    await fill();
    expect(await indexed()).not.toBeNull();
    // The second reading keeps a list of the whole order.
    for (let i = 0; i < 2; i++) expect(await window()).toEqual(['Ann', 'Bert']);
    const { nextCursor } = await store.list({ ...query, limit: 1 });
    await people.rename('ann', 'Zoe');
    expect(await indexed()).toBeNull();
    for (let i = 0; i < 2; i++) expect(await window()).toEqual(['Bert', 'Zoe']);
    expect(await list()).toEqual(['Bert', 'Zoe']);
    await fill();
    expect(await indexed()).not.toBeNull();
    expect(await list()).toEqual(['Bert', 'Zoe']);
    // A page that was begun before goes on where it ended.
    const next = await store.list({ ...query, limit: 10, cursor: String(nextCursor) });
    expect(names(next.records)).toEqual(['Bert', 'Zoe']);
    // Another person's sign-up, and a name that stays, leave the index as it is.
    await people.rename('ann', 'Zoe');
    expect(await indexed()).not.toBeNull();
  });

  it('still name a person whose account is deleted', async () => {
    const deletion = { userId: 'bert', heirs: {}, serverHeirEmail: null, reason: 'account-deleted' };
    expect(await deleteAccount(opened.engine, deletion)).toMatchObject({ kind: 'deleted' });
    expect(await window()).toEqual(['Bert', 'Zoe']);
  });
});
