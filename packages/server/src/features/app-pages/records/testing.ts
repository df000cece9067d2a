import { type App, appOf, newApp } from '@weft/apps';
import { type BaseMetadata, findShownField } from '@weft/core';
import { ordersBetween, type Props } from '@weft/documents';
import { idMaker, must } from '@weft/std';
import { newBase, rpc, startTestServer, type TestServer } from '../../../testing.ts';
import type { BlockQuery } from './block-query.ts';
import type { Sight } from './sight.ts';

let server: TestServer;
let basePublicId: string;
let metadata: BaseMetadata;
export const tables: { [name: string]: string } = {};
export const fields: { [name: string]: string } = {};
export const ids: { [name: string]: string } = {};

export const newId = idMaker(Date.now, (bytes) => crypto.getRandomValues(bytes));

export interface Row {
  readonly key: string;
  readonly email: string | null;
  readonly owner: string | null;
  readonly company: string | null;
  readonly stage: 'open' | 'done';
  readonly amount: number;
}
export const people = ['ada', 'bea', 'cid'] as const;
export const companyOf: { readonly [person: string]: string | null } = {
  ada: 'north',
  bea: 'south',
  cid: null,
};
export const orders: readonly Row[] = [
  { key: 'o1', email: 'ada', owner: 'ada', company: 'north', stage: 'open', amount: 101 },
  { key: 'o2', email: 'bea', owner: 'bea', company: 'south', stage: 'done', amount: 1003 },
  { key: 'o3', email: 'bea', owner: 'ada', company: 'north', stage: 'open', amount: 10_007 },
  { key: 'o4', email: null, owner: null, company: null, stage: 'done', amount: 100_019 },
  { key: 'o5', email: 'cid', owner: 'cid', company: 'south', stage: 'open', amount: 1_000_033 },
];
export const mark = (of: string, field: string) => `mark-${of}-${field}-kept`;

/** Starts a server with a database of orders, people and companies. */
export async function openShop(): Promise<void> {
  server = await startTestServer();
  const ann = await server.signUp('Ann Owner');
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
}

export const closeShop = (): Promise<void> => server.close();

export const tablesOfShop = (): BaseMetadata['tables'] => metadata.tables;

export type Person = (typeof people)[number] | null;

/** A shape of rules, as their author writes them, and what they mean. */
interface Shape {
  readonly name: string;
  readonly rules: () => readonly Props[];
  readonly holds: (row: Row, person: Person) => boolean;
  /** Fields of a row that are not told, besides those that are cut. */
  readonly hides?: (row: Row, person: Person) => readonly string[];
}
export const orderField = (name: string) => must(fields[`orders.${name}`]);
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
export const everyone: Shape = {
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

export function sightOf(person: Person, shape: Shape, hidden: readonly string[]): Sight {
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
    ...{ metadata, version: 0, visitor: { user, env, today: now.slice(0, 10) } },
    runScan: (work) => work(new AbortController().signal),
    service: null,
  };
}

export const block = (): BlockQuery => ({
  tableId: must(tables.orders),
  filter: undefined,
  fieldIds: Object.entries(fields).flatMap(([name, id]) => (name.startsWith('orders.') ? [id] : [])),
  sort: [],
});

/** Every mark, sum and address in what was told. */
export const told = (answer: unknown): ReadonlySet<string> =>
  new Set(
    JSON.stringify(answer).match(
      /mark-\w+-\w+-kept|\w+@example\.org|\b(101|1003|10007|100019|1000033)\b|rec[0-9a-z]{21}/g,
    ),
  );

export function allowed(person: Person, shape: Shape, hidden: readonly string[]): ReadonlySet<string> {
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
export const cases = kinds.flatMap((person) =>
  shapes.flatMap((shape, at) =>
    cuts.filter(({ hidden }) => hidden.length === 0 || at % 2 === 0).map((cut) => ({ person, shape, cut })),
  ),
);
