import type { BaseRecord, Field, FieldEnv, RecordData } from '@weft/core';
import { compileFilter } from '@weft/core';
import { must } from '@weft/std';
import { describe, expect, it } from 'vitest';
import type { App } from './app-document.ts';
import { appOf, newApp } from './app-document.ts';
import type { AppRule, RuleAction, RuleRows } from './app-rule.ts';
import type { AppUser } from './app-user.ts';
import { fieldsOfAll, fieldsOfAny, fieldsOfRecord, grantsOf, mayChange, rowsOf } from './rules.ts';
import { fieldOf, idOf, tableCalled } from './testing.ts';

const orders = tableCalled('Orders');
const people = tableCalled('People');
const env: FieldEnv = { timeZone: 'UTC', locale: 'en', now: '2026-03-05T12:00:00.000Z' };

const app = (...rules: readonly Partial<AppRule>[]): App => ({
  ...appOf(newApp('Portal')),
  users: {
    tableId: people.id,
    emailFieldId: fieldOf('People', 'Email'),
    roleFieldId: fieldOf('People', 'Role'),
  },
  rules: rules.map((rule, at) => ({
    ...{ id: idOf('rul', `r${at}`), table: orders.id, who: 'everyone', can: ['read'], rows: { kind: 'all' } },
    ...{ fields: null, writable: null, presets: {} },
    ...rule,
  })),
});

const company = idOf('rec', 'acme');
const ann: AppUser = {
  ...{ recordId: idOf('rec', 'ann'), email: 'ann@example.org', name: 'Ann', roles: ['Customer'] },
  values: { [fieldOf('People', 'Company')]: [company] },
};

const order = (name: string, data: RecordData): BaseRecord => ({
  ...{ id: idOf('rec', name), position: 0, createdAt: env.now ?? '', updatedAt: env.now ?? '' },
  data: { [fieldOf('Orders', 'Order')]: name, ...data },
});
const [buyer, link, value, stage] = ['Buyer', 'Company', 'Value', 'Stage'].map((name) =>
  fieldOf('Orders', name),
) as [string, string, string, string];
const records = [
  order('own', { [buyer]: 'Ann@Example.org' }),
  order('like', { [buyer]: 'änn@example.org' }),
  order('other', { [buyer]: 'bob@example.org' }),
  order('company', { [link]: [company] }),
  order('none', {}),
];

const visitor = (user: AppUser) => ({ user, env, today: '2026-03-05' });
const seen = (of: App, user: AppUser, action: RuleAction = 'read'): readonly string[] => {
  const test = compileFilter(rowsOf(grantsOf(of, orders, action, visitor(user))), orders, env);
  return records.filter(test).map(({ data }) => String(data[fieldOf('Orders', 'Order')]));
};

describe('rules', () => {
  it('R8: let nobody write what rules read of them, but those whom all rows are entrusted to', () => {
    const company = fieldOf('People', 'Company');
    const writable = (who: AppRule['who'], rows: RuleRows) => {
      const own: Partial<AppRule> = { table: people.id, who, can: ['update'], rows };
      const linked: RuleRows = { kind: 'linked', field: link, via: company };
      const grants = grantsOf(app(own, { who: 'signedIn', rows: linked }), people, 'update', visitor(ann));
      return grants.flatMap((grant) => [...grant.writable]);
    };
    const ownRow: RuleRows = { kind: 'own', field: fieldOf('People', 'Email') };
    expect(writable('signedIn', ownRow)).toEqual([fieldOf('People', 'Name')]);
    expect(writable('signedIn', { kind: 'all' })).toEqual([fieldOf('People', 'Name')]);
    expect(writable({ roles: ['Customer'] }, { kind: 'all' })).toContain(company);
  });

  it('R1: allow nothing where there is none, and nothing else than they say', () => {
    expect(seen(app(), ann)).toEqual([]);
    expect(seen(app({ can: ['create'] }), ann)).toEqual([]);
    expect(seen(app({ table: people.id }), ann)).toEqual([]);
    expect(seen(app({}), null)).toHaveLength(records.length);
  });

  it('R2: are for everyone, for those who are signed in, or for roles', () => {
    expect(seen(app({ who: 'signedIn' }), null)).toEqual([]);
    expect(seen(app({ who: 'signedIn' }), ann)).toHaveLength(records.length);
    expect(seen(app({ who: { roles: ['Staff'] } }), ann)).toEqual([]);
    expect(seen(app({ who: { roles: ['Staff', 'Customer'] } }), ann)).toHaveLength(records.length);
  });

  it('R3: own rows are told by the very address, never by one that looks alike', () => {
    const own = app({ who: 'signedIn', rows: { kind: 'own', field: buyer } });
    expect(seen(own, ann)).toEqual(['own']);
    expect(seen(own, { ...ann, email: '' })).toEqual([]);
    expect(seen(app({ rows: { kind: 'own', field: buyer } }), null)).toEqual([]);
    // The link leads to companies, and Ann is none.
    expect(seen(app({ rows: { kind: 'own', field: link } }), ann)).toEqual([]);
  });

  it('R4: linked rows share a link with the person, and none where the person has no link', () => {
    const rows: RuleRows = { kind: 'linked', field: link, via: fieldOf('People', 'Company') };
    expect(seen(app({ rows }), ann)).toEqual(['company']);
    expect(seen(app({ rows }), { ...ann, values: {} })).toEqual([]);
    expect(seen(app({ rows }), null)).toEqual([]);
  });

  it.each<readonly [string, RuleRows]>([
    ['R5: without conditions', { kind: 'when', filter: { conjunction: 'and', items: [] } }],
    [
      'R5: with groups that say nothing',
      { kind: 'when', filter: { conjunction: 'or', items: [{ conjunction: 'and', items: [] }] } },
    ],
    ['R9: about a field that is gone', { kind: 'own', field: fieldOf('Orders', 'Gone') }],
    [
      'R9: with a condition about a field that is gone',
      {
        kind: 'when',
        filter: {
          conjunction: 'or',
          items: [
            { fieldId: fieldOf('Orders', 'Gone'), operator: 'is_empty' },
            { fieldId: stage, operator: 'is_empty' },
          ],
        },
      },
    ],
    [
      'B3: compared with a value that is not there',
      {
        kind: 'when',
        filter: {
          conjunction: 'and',
          items: [{ fieldId: buyer, operator: 'is_not', value: { from: 'url', name: 'x' } }],
        },
      },
    ],
    [
      'B3: with an operator that the field has not',
      {
        kind: 'when',
        filter: {
          conjunction: 'and',
          items: [{ fieldId: buyer, operator: 'equals', value: { from: 'literal', value: 1 } }],
        },
      },
    ],
  ])('%s there are no rows', (_what, rows) => {
    expect(seen(app({ rows }), ann)).toEqual([]);
  });

  it('R1: of one table are a union', () => {
    const both = app({ rows: { kind: 'own', field: buyer } }, { rows: { kind: 'own', field: link } });
    expect(seen(both, ann)).toEqual(['own']);
    expect(seen(app({ rows: { kind: 'own', field: buyer } }, {}), ann)).toHaveLength(records.length);
  });

  it('R6: give each row the fields of the rules about it, and search only what all give', () => {
    const grants = grantsOf(
      app({ fields: [value] }, { rows: { kind: 'own', field: buyer }, fields: [value, buyer] }),
      orders,
      'read',
      visitor(ann),
    );
    expect([...fieldsOfAll(grants)]).toEqual([value]);
    expect([...fieldsOfRecord(grants, must(records[0]), orders, { env })].toSorted()).toEqual(
      [value, buyer].toSorted(),
    );
    expect([...fieldsOfRecord(grants, must(records[2]), orders, { env })]).toEqual([value]);
  });

  it('R7: a row is changed where it is allowed as it is and as it becomes', () => {
    const grants = grantsOf(
      app({ can: ['update'], rows: { kind: 'own', field: buyer }, writable: [value, buyer] }),
      orders,
      'update',
      visitor(ann),
    );
    const change = (before: BaseRecord, changed: RecordData) =>
      mayChange(
        grants,
        { before, after: { ...before, data: { ...before.data, ...changed } }, changed },
        orders,
        { env },
      );
    const [own, , other] = records as [BaseRecord, BaseRecord, BaseRecord];
    expect(change(own, { [value]: 5 })).toBe(true);
    expect(change(other, { [value]: 5 })).toBe(false);
    expect(change(other, { [buyer]: 'ann@example.org' })).toBe(false);
    expect(change(own, { [buyer]: 'bob@example.org' })).toBe(false);
    expect(change(own, { [stage]: 'Done' })).toBe(false);
  });

  it('R8: nobody writes their own address or role', () => {
    const [grant] = grantsOf(
      app({ table: people.id, can: ['update'], rows: { kind: 'own', field: fieldOf('People', 'Email') } }),
      people,
      'update',
      visitor(ann),
    );
    expect([...must(grant).writable].toSorted()).toEqual(
      [fieldOf('People', 'Name'), fieldOf('People', 'Company')].toSorted(),
    );
  });

  it('R10: who made a record is told to those who may read everybody', () => {
    const maker = must(orders.fields[0]);
    const made = { ...maker, id: idOf('fld', 'maker'), name: 'By', type: 'created_by' } as Field;
    const table = { ...orders, fields: [...orders.fields, made] };
    const reads = (of: App, user: AppUser) =>
      fieldsOfAny(grantsOf(of, table, 'read', visitor(user))).has(made.id);
    const directory = (rule: Partial<AppRule>) => app({}, { table: people.id, ...rule });
    expect(reads(directory({}), ann)).toBe(true);
    expect(reads(directory({ who: { roles: ['Staff'] } }), ann)).toBe(false);
    expect(reads(directory({ rows: { kind: 'own', field: fieldOf('People', 'Email') } }), ann)).toBe(false);
    expect(reads(directory({ fields: [fieldOf('People', 'Name')] }), ann)).toBe(false);
    expect(reads({ ...app({}), users: null }, null)).toBe(false);
  });
});
