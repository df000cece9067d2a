import type { Json } from '@weft/documents';
import { must } from '@weft/std';
import { describe, expect, it } from 'vitest';
import { appOf, newApp } from './app-document.ts';
import { appFaults } from './app-faults.ts';
import { appProblems } from './app-problems.ts';
import { askedByInputs } from './form-inputs.ts';
import { fieldOf, idOf, shop, tableCalled } from './testing.ts';

const orders = tableCalled('Orders');
const [order, stage, value] = ['Order', 'Stage', 'Value'].map((name) => fieldOf('Orders', name)) as [
  string,
  string,
  string,
];
const is = (fieldId: string, operator: string, literal: Json) => ({
  conjunction: 'and',
  items: [{ fieldId, operator, value: { from: 'literal', value: literal } }],
});

/** An app with a form of orders that asks for its fields so. */
function withForm(inputs: object, fields: readonly string[] = [order, stage, value]) {
  const made = newApp('Shop');
  const [page = ''] = Object.keys(made.blocks);
  const props = { type: 'form', table: orders.id, fields, inputs };
  const rule = { type: 'rule', table: orders.id, who: 'everyone', can: ['create'], rows: { kind: 'all' } };
  return {
    ...made,
    props: { title: 'Shop', access: 'public', source: { type: 'base', baseId: idOf('bas', 'a') } },
    blocks: {
      ...made.blocks,
      [idOf('blk', 'f')]: { parent: page, order: 'V', props },
      [idOf('rul', 'r')]: { parent: null, order: 'zz', props: rule },
    },
  } as ReturnType<typeof newApp>;
}

const context = { user: null, record: null, parameter: () => null, today: '2026-03-01' };
const env = { timeZone: 'UTC', locale: 'en', now: '2026-03-01T00:00:00.000Z' };
const asked = (inputs: object, data: { readonly [fieldId: string]: string | number }) => {
  const block = must(appOf(withForm(inputs)).blocks.get(idOf('blk', 'f')));
  const fields = [order, stage, value].map((id) => must(orders.fields.find((field) => field.id === id)));
  return [...askedByInputs(block, fields, data, { table: orders, env, context })];
};

describe('what a form asks for', () => {
  it('F3: is what the conditions of its fields say, by what is filled in above', () => {
    const inputs = { [value]: { required: true, when: is(stage, 'is', 'Done') } };
    expect(asked(inputs, { [stage]: 'Done' })).toEqual([order, stage, value]);
    expect(asked(inputs, { [stage]: 'Open' })).toEqual([order, stage]);
    expect(asked(inputs, {})).toEqual([order, stage]);
  });

  it('F3: holds in no condition what is not asked for', () => {
    const inputs = { [stage]: { when: is(order, 'is', 'Rush') }, [value]: { when: is(stage, 'is', 'Done') } };
    expect(asked(inputs, { [order]: 'Rush', [stage]: 'Done' })).toEqual([order, stage, value]);
    expect(asked(inputs, { [order]: 'Slow', [stage]: 'Done' })).toEqual([order]);
  });

  it('B3: is nothing by a condition on a field that is gone', () => {
    expect(asked({ [value]: { when: is(fieldOf('Orders', 'Gone'), 'is', 'x') } }, {})).toEqual([
      order,
      stage,
    ]);
  });

  it('A1: is kept as declared, and nothing else', () => {
    const good = {
      [order]: { required: true, help: 'As it stands on the bill', when: is(stage, 'is', 'Open') },
    };
    expect(appFaults(withForm(good))).toEqual([]);
    for (const wrong of [{ [order]: { required: 'yes' } }, { x: {} }, { [order]: { html: '<b>' } }, []])
      expect(appFaults(withForm(wrong))).toHaveLength(1);
  });

  it('P1: is not published where it depends on what is asked for later, or not at all', () => {
    const problems = (inputs: object) =>
      appProblems(withForm(inputs), shop).flatMap(({ severity, text }) =>
        severity === 'error' ? [text] : [],
      );
    expect(problems({ [value]: { when: is(stage, 'is', 'Done') } })).toEqual([]);
    expect(problems({ [order]: { when: is(stage, 'is', 'Done') } })).toEqual([
      'The form on ‘Home’ asks for ‘Order’ by a field that it does not ask for before it',
    ]);
  });
});
