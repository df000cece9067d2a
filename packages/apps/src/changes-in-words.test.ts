import { kindOfChange } from '@weft/documents';
import { must } from '@weft/std';
import { expect, it } from 'vitest';
import { appOf } from './app-document.ts';
import { appOfBase, blankApp } from './app-of-base.ts';
import { changesInWords } from './changes-in-words.ts';
import { counted, idOf, shop, tableCalled } from './testing.ts';

const baseId = idOf('bas', 'shop');
const before = appOfBase({ title: 'Portal', baseId, tables: shop, who: 'own' }, counted());

it('O2: a rule is told by what it allows, before and after', () => {
  const { id } = must(appOf(before).rules.find(({ table }) => table === tableCalled('Orders').id));
  const rule = must(before.blocks[id]);
  const open = { ...rule, props: { ...rule.props, who: 'everyone', rows: { kind: 'all' } } };
  const changed = { ...before, blocks: { ...before.blocks, [id]: open } };
  expect(changesInWords(before, changed, shop)).toEqual([
    'Changed the rule ‘Orders: Signed-in people can see, add and change only their own orders’ to ‘Orders: Everyone can see, add and change all orders’',
  ]);
  const { [id]: _, ...others } = before.blocks;
  const without = { ...before, blocks: others };
  const gone = changesInWords(before, without, shop);
  expect(gone).toEqual([
    'Deleted the rule ‘Orders: Signed-in people can see, add and change only their own orders’',
  ]);
  expect([...gone, ...changesInWords(without, before, shop)].map(kindOfChange)).toEqual(['deleted', 'added']);
});

it('a blank app lists its table, without a problem', () => {
  const content = blankApp({ title: 'New', baseId, table: tableCalled('Companies') }, counted());
  const [page] = appOf(content).pages;
  expect(page?.blocks.map(({ name }) => name)).toEqual(['heading', 'table']);
});
