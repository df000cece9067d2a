import { expect, it } from 'vitest';
import { appOf, newApp } from './app-document.ts';
import type { AppRule } from './app-rule.ts';
import { changesInWords } from './changes-in-words.ts';
import { rowsSentence, ruleSentence } from './rule-words.ts';
import { fieldOf, idOf, shop } from './testing.ts';

const [table] = shop.filter(({ name }) => name === 'Orders');
if (table === undefined) throw new Error('no orders');
const users = { tableId: idOf('tbl', 'People'), emailFieldId: fieldOf('People', 'Email') };
const app = { ...newApp('Shop'), props: { title: 'Shop', users } };
const withRule = (rule: object) => ({
  ...app,
  blocks: {
    rul000000000000000000000: { parent: null, order: 'V', props: { type: 'rule', table: table.id, ...rule } },
  },
});
const said = (rule: object) => {
  const made = appOf(withRule(rule) as never);
  const [only] = made.rules as readonly AppRule[];
  if (only === undefined) throw new Error('no rule');
  const editing = { app: made, tables: shop };
  return [ruleSentence(only, table, editing), rowsSentence(only, table, editing)];
};
const all = { kind: 'all' };

it('a rule that gives some fields says which', () => {
  const fields = [table.primaryFieldId];
  const name = table.fields.find(({ id }) => id === table.primaryFieldId)?.name;
  expect(said({ who: 'everyone', can: ['read'], rows: all })[0]).toBe('Everyone can see all orders.');
  expect(said({ who: 'everyone', can: ['read', 'update'], rows: all, fields, writable: [] })[0]).toBe(
    `Everyone can see and change all orders (they see: ${name}; they fill in: nothing).`,
  );
  expect(said({ who: 'everyone', can: ['create'], rows: all })[0]).toBe('Everyone can add orders.');
});

it('a change that opens fields is told as such', () => {
  const rule = { who: 'everyone', can: ['read'], rows: all };
  const [before, after] = [withRule({ ...rule, fields: [table.primaryFieldId] }), withRule(rule)];
  const [words] = changesInWords(before as never, after as never, shop);
  expect(words).toMatch(/^Changed the rule ‘.*they see: .*’ to ‘Orders: Everyone can see all orders’$/);
});

it('a rule by the record itself says so', () => {
  const value = { from: 'user', field: fieldOf('People', 'Company') };
  const filter = { conjunction: 'and', items: [{ fieldId: '$id', operator: 'is_any_of', value }] };
  expect(said({ who: 'signedIn', can: ['read'], rows: { kind: 'when', filter } })[1]).toBe(
    'Where the record is their Company.',
  );
});
