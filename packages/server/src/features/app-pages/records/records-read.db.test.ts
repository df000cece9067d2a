import { must } from '@weft/std';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cellText } from './cell-text.ts';
import { readAll, readGroups, readOne, readOptions, readPage } from './read-rows.ts';
import {
  allowed,
  block,
  cases,
  closeShop,
  companyOf,
  fields,
  ids,
  mark,
  openShop,
  orders,
  people,
  sightOf,
  tablesOfShop,
  told,
} from './testing.ts';

/**
 * Every path to records, by every kind of person, under every shape of rule: what is not theirs is not told. Each cell holds
 * a mark that no other has, and an oracle that knows nothing of filters says which marks somebody may read.
 */

beforeAll(openShop, 60_000);
afterAll(closeShop);

const perPage = 50;

/** What somebody gets to read when they are asked for nothing but what a page sends. */
const leaked = (answer: unknown, may: ReadonlySet<string>) =>
  [...told(answer)].filter((text) => !may.has(text));

describe.each(cases)('$shape.name, $cut.name, as $person', ({ person, shape, cut }) => {
  const may = () => allowed(person, shape, cut.hidden);
  const sight = () => sightOf(person, shape, cut.hidden);
  const rows = () => orders.filter((row) => shape.holds(row, person));

  it('lists, opens, exports and counts what is theirs, and nothing else', async () => {
    const page = await readPage(sight(), block(), { perPage, includeTotal: true });
    expect((page?.rows ?? []).map(({ id }) => id)).toEqual(rows().map(({ key }) => ids[key]));
    expect(page?.total ?? 0).toBe(rows().length);
    expect(leaked(page?.rows ?? [], may())).toEqual([]);
    // What is theirs is all there: a path that shows nobody anything would leak nothing either.
    expect([...may()].filter((text) => !told(page?.rows ?? []).has(text))).toEqual([]);
    for (const { key } of orders) {
      const opened = await readOne(sight(), block(), must(ids[key]));
      expect([key, opened !== null]).toEqual([key, rows().some((row) => row.key === key)]);
      expect(leaked(opened, may())).toEqual([]);
    }
    const exported: string[] = [];
    for await (const { rows: some } of readAll(sight(), block(), {}))
      for (const { cells } of some)
        exported.push(...cells.map((cell) => cellText(cell, sight().visitor.env)));
    expect(leaked(exported, may())).toEqual([]);
    const counted = await readGroups(sight(), block(), {}, { by: null, of: null });
    expect(counted?.groups[0]?.count ?? 0).toBe(rows().length);
    const sum = await readGroups(sight(), block(), {}, { by: null, of: must(fields['orders.amount']) });
    const total = rows().reduce((all, { amount }) => all + amount, 0);
    const isKept = (field: string) =>
      cut.hidden.includes(field) ||
      (person !== null && shape.hides?.(must(orders[3]), null).includes(field) === true) ||
      (person === null && shape.hides !== undefined);
    expect(sum?.groups[0]?.tally?.sum ?? 0).toBe(isKept('amount') ? 0 : total);
    const stages = await readGroups(sight(), block(), {}, { by: must(fields['orders.stage']), of: null });
    const seen = isKept('stage') ? [] : rows().map(({ stage }) => stage);
    expect((stages?.groups ?? []).flatMap(({ key, count }) => Array(count).fill(key)).toSorted()).toEqual(
      seen.toSorted(),
    );
  });

  it('finds, sorts and filters by nothing that they may not read', async () => {
    // What may not be read finds what it finds as well as nonsense does.
    const hidden = [
      ...orders.flatMap(({ key }) => [mark(key, 'secret'), mark(key, 'name')]),
      ...people.flatMap((each) => [mark(each, 'name'), mark(each, 'phone'), `${each}@example.org`]),
      ...['north', 'south'].flatMap((each) => [mark(each, 'name'), mark(each, 'secret')]),
    ].filter((text) => !may().has(text));
    for (const search of hidden) {
      const page = await readPage(sight(), block(), { perPage, search });
      expect([search, page?.rows ?? []]).toEqual([search, []]);
    }
    const order = rows().map(({ key }) => ids[key]);
    for (const name of [...cut.hidden, 'owner', 'company', 'ownerPhone', 'companySecret']) {
      const fieldId = must(fields[`orders.${name}`]);
      for (const direction of ['asc', 'desc'] as const) {
        const page = await readPage(sight(), block(), { perPage, sort: { fieldId, direction } });
        expect([name, (page?.rows ?? []).map(({ id }) => id)]).toEqual([name, order]);
        const author = await readPage(sight(), { ...block(), sort: [{ fieldId, direction }] }, { perPage });
        expect([name, (author?.rows ?? []).map(({ id }) => id)]).toEqual([name, order]);
      }
      for (const value of [
        'open',
        must(ids.ada),
        must(ids.north),
        mark('ada', 'phone'),
        'ada@example.org',
        '101',
      ]) {
        const page = await readPage(sight(), block(), { perPage, filters: new Map([[fieldId, value]]) });
        expect([name, value, (page?.rows ?? []).map(({ id }) => id)]).toEqual([name, value, order]);
      }
    }
  });

  it('chooses among what they may read, when they link', async () => {
    for (const name of ['owner', 'company']) {
      const field = must(
        tablesOfShop()
          .flatMap((table) => table.fields)
          .find(({ id }) => id === fields[`orders.${name}`]),
      );
      const options = await readOptions(sight(), field, {});
      const own = person === null ? null : name === 'owner' ? person : companyOf[person];
      expect(options).toEqual(typeof own === 'string' ? [{ id: ids[own], name: mark(own, 'name') }] : []);
      const all = [...people, 'north', 'south'].map((key) => must(ids[key]));
      const named = await readOptions(sight(), field, { ids: all });
      expect(named.map(({ id }) => id)).toEqual(options.map(({ id }) => id));
    }
  });
});
