import { type App, appOf, newApp } from '@weft/apps';
import { type BaseMetadata, type CellValue, findShownField } from '@weft/core';
import { ordersBetween, type Props } from '@weft/documents';

import { idMaker, must } from '@weft/std';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newBase, rpc, startTestServer, type TestPerson, type TestServer } from '../../../testing.ts';
import type { BlockQuery } from './block-query.ts';
import { cellText } from './cell-text.ts';
import { readAll, readGroups, readOne, readOptions, readPage } from './read-rows.ts';
import type { Sight } from './sight.ts';
import { createRow, deleteRow, updateRow } from './write-rows.ts';

/**
 * Every path to records, by every kind of person, under every shape of rule: what is not theirs is not told. Each cell holds
 * a mark that no other has, and an oracle that knows nothing of filters says which marks somebody may read.
 */

let server: TestServer;
let ann: TestPerson;
let basePublicId: string;
let metadata: BaseMetadata;
const tables: { [name: string]: string } = {};
const fields: { [name: string]: string } = {};
const ids: { [name: string]: string } = {};

const newId = idMaker(Date.now, (bytes) => crypto.getRandomValues(bytes));

interface Row {
  readonly key: string;
  readonly email: string | null;
  readonly owner: string | null;
  readonly company: string | null;
  readonly stage: 'open' | 'done';
  readonly amount: number;
}
const people = ['ada', 'bea', 'cid'] as const;
const companyOf: { readonly [person: string]: string | null } = { ada: 'north', bea: 'south', cid: null };
const orders: readonly Row[] = [
  { key: 'o1', email: 'ada', owner: 'ada', company: 'north', stage: 'open', amount: 101 },
  { key: 'o2', email: 'bea', owner: 'bea', company: 'south', stage: 'done', amount: 1003 },
  { key: 'o3', email: 'bea', owner: 'ada', company: 'north', stage: 'open', amount: 10_007 },
  { key: 'o4', email: null, owner: null, company: null, stage: 'done', amount: 100_019 },
  { key: 'o5', email: 'cid', owner: 'cid', company: 'south', stage: 'open', amount: 1_000_033 },
];
const mark = (of: string, field: string) => `mark-${of}-${field}-kept`;

beforeAll(async () => {
  server = await startTestServer();
  ann = await server.signUp('Ann Owner');
  basePublicId = await newBase(ann);
  const table = async (name: string, texts: readonly string[], more: readonly object[] = []) => {
    tables[name] = newId('tbl');
    for (const one of texts) fields[`${name}.${one}`] = newId('fld');
    await rpc(ann, 'tables.create', {
      ...{ basePublicId, id: must(tables[name]), name },
      fields: [
        ...texts.map((one) => ({
          id: must(fields[`${name}.${one}`]),
          name: one,
          type: 'single_line_text' as const,
        })),
        ...(more as []),
      ],
      records: [],
    });
  };
  await table('companies', ['name', 'secret']);
  await table('people', ['name', 'email', 'phone']);
  const [stage, amount] = [newId('fld'), newId('fld')];
  Object.assign(fields, { 'orders.stage': stage, 'orders.amount': amount });
  const options = ['open', 'done'].map((value) => ({ value, label: value, color: 'Blue' }));
  await table(
    'orders',
    ['name', 'secret', 'email'],
    [
      { id: stage, name: 'stage', type: 'single_select', template: { options, disableColors: false } },
      { id: amount, name: 'amount', type: 'number' },
    ],
  );
  const field = async (of: string, name: string, type: 'linked_record' | 'lookup', template: object) => {
    fields[`${of}.${name}`] = newId('fld');
    await rpc(ann, 'fields.create', {
      ...{ basePublicId, tableId: must(tables[of]) },
      field: { id: must(fields[`${of}.${name}`]), name, type, template: template as never },
    });
  };
  await field('people', 'company', 'linked_record', { tableId: tables.companies });
  await field('orders', 'company', 'linked_record', { tableId: tables.companies });
  await field('orders', 'owner', 'linked_record', { tableId: tables.people });
  await field('orders', 'ownerPhone', 'lookup', {
    linkedRecordFieldId: fields['orders.owner'],
    lookupFieldId: fields['people.phone'],
  });
  await field('orders', 'companySecret', 'lookup', {
    linkedRecordFieldId: fields['orders.company'],
    lookupFieldId: fields['companies.secret'],
  });
  const add = async (of: string, key: string, data: { readonly [name: string]: string | number }) => {
    ids[key] = newId('rec');
    const cells = Object.fromEntries(
      Object.entries(data).map(([name, value]) => [must(fields[`${of}.${name}`]), value]),
    );
    await rpc(ann, 'records.create', {
      ...{ basePublicId, tableId: must(tables[of]) },
      records: [{ id: must(ids[key]), data: cells }],
    });
  };
  const linkTo = (of: string, key: string, name: string, other: string | null) =>
    other === null
      ? null
      : rpc(ann, 'records.updateLinks', {
          ...{ basePublicId, tableId: must(tables[of]), recordId: must(ids[key]) },
          ...{ fieldId: must(fields[`${of}.${name}`]), newIds: [must(ids[other])], oldIds: [] },
        });
  for (const key of ['north', 'south'])
    await add('companies', key, { name: mark(key, 'name'), secret: mark(key, 'secret') });
  for (const key of people) {
    await add('people', key, {
      name: mark(key, 'name'),
      email: `${key}@example.org`,
      phone: mark(key, 'phone'),
    });
    await linkTo('people', key, 'company', companyOf[key] ?? null);
  }
  for (const { key, email, owner, company, stage: at, amount: sum } of orders) {
    await add('orders', key, {
      ...{ name: mark(key, 'name'), secret: mark(key, 'secret'), stage: at, amount: sum },
      ...(email !== null && { email: `${email}@example.org` }),
    });
    await linkTo('orders', key, 'owner', owner);
    await linkTo('orders', key, 'company', company);
  }
  metadata = (await rpc(ann, 'metadata.get', { basePublicId })).metadata as BaseMetadata;
}, 60_000);
afterAll(() => server.close());

type Person = (typeof people)[number] | null;

/** A shape of rules, as their author writes them, and what they mean. */
interface Shape {
  readonly name: string;
  readonly rules: () => readonly Props[];
  readonly holds: (row: Row, person: Person) => boolean;
  /** Fields of a row that are not told, besides those that are cut. */
  readonly hides?: (row: Row, person: Person) => readonly string[];
}
const orderField = (name: string) => must(fields[`orders.${name}`]);
const rule = (who: string, rows: object, more: object = {}): Props => ({
  ...{ type: 'rule', table: must(tables.orders), who, can: ['read', 'create', 'update', 'delete'] },
  ...{ rows: rows as Props[string] },
  ...more,
});
const whenIs = (name: string, operator: string, value: string) => ({
  kind: 'when',
  filter: {
    conjunction: 'and',
    items: [{ fieldId: orderField(name), operator, value: { from: 'literal', value } }],
  },
});
const everyone: Shape = {
  name: 'everyone',
  rules: () => [rule('everyone', { kind: 'all' })],
  holds: () => true,
};
const shapes: readonly Shape[] = [
  everyone,
  { name: 'no rule', rules: () => [], holds: () => false },
  { name: 'signed in', rules: () => [rule('signedIn', { kind: 'all' })], holds: (_, p) => p !== null },
  {
    name: 'own by email',
    rules: () => [rule('signedIn', { kind: 'own', field: orderField('email') })],
    holds: ({ email }, p) => p !== null && email === p,
  },
  {
    name: 'own by link',
    rules: () => [rule('signedIn', { kind: 'own', field: orderField('owner') })],
    holds: ({ owner }, p) => p !== null && owner === p,
  },
  {
    name: 'of their company',
    rules: () => [
      rule('signedIn', { kind: 'linked', field: orderField('company'), via: must(fields['people.company']) }),
    ],
    holds: ({ company }, p) => p !== null && company !== null && company === companyOf[p],
  },
  {
    name: 'when open',
    rules: () => [rule('everyone', whenIs('stage', 'is', 'open'))],
    holds: ({ stage }) => stage === 'open',
  },
  {
    name: 'own, or open',
    rules: () => [
      rule('everyone', whenIs('stage', 'is', 'open')),
      rule('signedIn', { kind: 'own', field: orderField('owner') }),
    ],
    holds: ({ owner, stage }, p) => stage === 'open' || (p !== null && owner === p),
  },
  {
    name: 'own whole, open by its name',
    rules: () => [
      rule('everyone', whenIs('stage', 'is', 'open'), { fields: [orderField('name')], can: ['read'] }),
      rule('signedIn', { kind: 'own', field: orderField('owner') }),
    ],
    holds: ({ owner, stage }, p) => stage === 'open' || (p !== null && owner === p),
    hides: ({ owner }, p) =>
      p !== null && owner === p ? [] : ['secret', 'amount', 'email', 'ownerPhone', 'stage', 'links'],
  },
  {
    name: 'a deleted field',
    rules: () => [
      rule('everyone', {
        kind: 'when',
        filter: {
          conjunction: 'or',
          items: [
            {
              fieldId: 'fld000000000000000000000',
              operator: 'is_not',
              value: { from: 'literal', value: 'x' },
            },
            { fieldId: orderField('stage'), operator: 'is', value: { from: 'literal', value: 'open' } },
          ],
        },
      }),
    ],
    holds: () => false,
  },
  {
    name: 'a group that says nothing',
    rules: () => [
      rule('everyone', {
        kind: 'when',
        filter: { conjunction: 'and', items: [{ conjunction: 'or', items: [] }] },
      }),
    ],
    holds: () => false,
  },
  {
    name: 'a value that is not there',
    rules: () => [
      rule('everyone', {
        kind: 'when',
        filter: {
          conjunction: 'and',
          items: [
            { fieldId: orderField('email'), operator: 'is_not', value: { from: 'user', field: '$email' } },
          ],
        },
      }),
    ],
    holds: ({ email }, p) => p !== null && email !== p,
  },
  {
    name: 'an operator of another kind',
    rules: () => [rule('everyone', whenIs('stage', 'contains', 'o'))],
    holds: () => false,
  },
  {
    name: 'for a role that nobody has',
    rules: () => [rule('everyone', { kind: 'all' }, { who: { roles: ['staff'] } })],
    holds: () => false,
  },
];

/** Fields of orders that the rule lets be read: all, or all but some. */
const cuts = [
  { name: 'all fields', hidden: [] as readonly string[] },
  { name: 'some fields', hidden: ['secret', 'amount', 'ownerPhone', 'email', 'stage'] },
];

/** The app of a shape: people see themselves, and the company that is theirs without its secret. */
function appOfShape(shape: Shape, hidden: readonly string[]): App {
  const left = Object.entries(fields).flatMap(([name, id]) =>
    name.startsWith('orders.') && !hidden.includes(name.slice('orders.'.length)) ? [id] : [],
  );
  const cut = (props: Props): Props =>
    props.fields === undefined && hidden.length > 0 ? { ...props, fields: left } : props;
  const own = (table: string, rows: object, more: object = {}): Props => ({
    ...{
      type: 'rule',
      table: must(tables[table]),
      who: 'signedIn',
      can: ['read'],
      rows: rows as Props[string],
    },
    ...more,
  });
  const rules = [
    ...shape.rules().map(cut),
    own('people', { kind: 'own', field: must(fields['people.email']) }),
    own(
      'companies',
      {
        kind: 'when',
        filter: {
          conjunction: 'and',
          items: [
            {
              fieldId: '$id',
              operator: 'is_any_of',
              value: { from: 'user', field: must(fields['people.company']) },
            },
          ],
        },
      },
      { fields: [must(fields['companies.name'])] },
    ),
  ];
  const orders = ordersBetween(null, null, rules.length);
  const blocks = Object.fromEntries(
    rules.map((props, at) => [newId('rul'), { parent: null, order: must(orders[at]), props }]),
  );
  const users = { tableId: must(tables.people), emailFieldId: must(fields['people.email']) };
  const made = newApp('Orders');
  return appOf({ ...made, props: { ...made.props, users }, blocks: { ...made.blocks, ...blocks } });
}

function sightOf(person: Person, shape: Shape, hidden: readonly string[]): Sight {
  const now = new Date().toISOString();
  const company = person && companyOf[person];
  const user =
    person === null
      ? null
      : {
          ...{ recordId: must(ids[person]), email: `${person}@example.org`, name: person, roles: ['guest'] },
          values:
            typeof company === 'string' ? { [must(fields['people.company'])]: [must(ids[company])] } : {},
        };
  const env = { timeZone: 'UTC', locale: 'en-US', now, shownField: findShownField(metadata) };
  return {
    app: appOfShape(shape, hidden),
    store: server.parts.bases.deps.base(basePublicId),
    ...{ metadata, visitor: { user, env, today: now.slice(0, 10) } },
    runScan: (work) => work(new AbortController().signal),
  };
}

const block = (): BlockQuery => ({
  tableId: must(tables.orders),
  filter: undefined,
  fieldIds: Object.entries(fields).flatMap(([name, id]) => (name.startsWith('orders.') ? [id] : [])),
  sort: [],
});

/** Every mark, sum and address in what was told. */
const told = (answer: unknown): ReadonlySet<string> =>
  new Set(
    JSON.stringify(answer).match(
      /mark-\w+-\w+-kept|\w+@example\.org|\b(101|1003|10007|100019|1000033)\b|rec[0-9a-z]{21}/g,
    ),
  );

function allowed(person: Person, shape: Shape, hidden: readonly string[]): ReadonlySet<string> {
  const marks = new Set<string>();
  for (const row of orders.filter((each) => shape.holds(each, person))) {
    const left = new Set([...hidden, ...(shape.hides?.(row, person) ?? [])]);
    const may = (field: string) => !left.has(field);
    marks.add(must(ids[row.key])).add(mark(row.key, 'name'));
    if (may('secret')) marks.add(mark(row.key, 'secret'));
    if (may('amount')) marks.add(String(row.amount));
    if (may('email') && row.email !== null) marks.add(`${row.email}@example.org`);
    if (row.owner === person && person !== null && may('links')) {
      marks.add(must(ids[person])).add(mark(person, 'name'));
      if (may('ownerPhone')) marks.add(mark(person, 'phone'));
    }
    const company = person === null ? null : companyOf[person];
    if (typeof company === 'string' && row.company === company && may('links'))
      marks.add(must(ids[company])).add(mark(company, 'name'));
  }
  return marks;
}

const kinds: readonly Person[] = [null, ...people];
// What rules hide of fields does not depend on whose records they are about: half of the shapes are tried with it.
const cases = kinds.flatMap((person) =>
  shapes.flatMap((shape, at) =>
    cuts.filter(({ hidden }) => hidden.length === 0 || at % 2 === 0).map((cut) => ({ person, shape, cut })),
  ),
);
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
        metadata.tables.flatMap((table) => table.fields).find(({ id }) => id === fields[`orders.${name}`]),
      );
      const options = await readOptions(sight(), field, {});
      const own = person === null ? null : name === 'owner' ? person : companyOf[person];
      expect(options).toEqual(typeof own === 'string' ? [{ id: ids[own], name: mark(own, 'name') }] : []);
      const all = [...people, 'north', 'south'].map((key) => must(ids[key]));
      const named = await readOptions(sight(), field, { ids: all });
      expect(named.map(({ id }) => id)).toEqual(options.map(({ id }) => id));
    }
  });

  it('changes and deletes nothing else, and makes nothing that is not theirs', async () => {
    const writing = { actor: 'app', newId };
    const look = sight();
    const anybody = sightOf(null, everyone, []);
    const done = (work: Promise<unknown>) =>
      work.then(
        () => true,
        () => false,
      );
    const values = (name: string, value: CellValue) => new Map([[orderField(name), value]]);
    const mayWrite = (row: Row, field: string) =>
      shape.holds(row, person) &&
      !cut.hidden.includes(field) &&
      shape.hides?.(row, person).includes('links') !== true;
    for (const row of orders) {
      const recordId = must(ids[row.key]);
      const renamed = updateRow(look, writing, block(), recordId, values('name', mark(row.key, 'name')));
      expect([row.key, await done(renamed)]).toEqual([row.key, mayWrite(row, 'name')]);
      if (!mayWrite(row, 'name')) {
        await expect(deleteRow(look, writing, block(), recordId)).rejects.toThrow();
        continue;
      }
      // Out of what is theirs: into what the rule does not hold for.
      for (const email of ['ada', 'bea']) {
        const holds = mayWrite(row, 'email') && shape.holds({ ...row, email }, person);
        const moved = await done(
          updateRow(look, writing, block(), recordId, values('email', `${email}@example.org`)),
        );
        expect([row.key, email, moved]).toEqual([row.key, email, holds]);
        if (!moved) continue;
        const before = row.email === null ? null : `${row.email}@example.org`;
        await updateRow(anybody, writing, block(), recordId, values('email', before));
      }
      // To somebody whom they may not see.
      if (person !== 'cid')
        await expect(
          updateRow(look, writing, block(), recordId, values('owner', [must(ids.cid)])),
        ).rejects.toThrow();
      for (const hidden of cut.hidden)
        await expect(updateRow(look, writing, block(), recordId, values(hidden, 'x'))).rejects.toThrow();
    }
    for (const email of [null, 'ada', 'bea']) {
      const row: Row = { key: 'new', email, owner: null, company: null, stage: 'done', amount: 0 };
      const sent = new Map<string, CellValue>([
        [orderField('stage'), 'done'],
        [orderField('email'), email === null ? null : `${email}@example.org`],
      ]);
      const made = await createRow(look, writing, must(tables.orders), sent).catch(() => null);
      const may = mayWrite(row, 'stage') && mayWrite(row, 'email');
      expect([email, made !== null]).toEqual([email, may]);
      if (made !== null) await deleteRow(anybody, writing, block(), made);
    }
  });
});
