import { defaultTemplate, type Field, type Table } from '@weft/core';
import type { Content } from '@weft/documents';
import { describe, expect, it } from 'vitest';
import { newApp } from './app-document.ts';
import { appProblems } from './app-problems.ts';
import { fieldOf, idOf, shop, tableCalled } from './testing.ts';

const [orders, people] = [tableCalled('Orders'), tableCalled('People')];

/** The shop, with a lookup of a table by way of its link to companies. */
const withLookup = (table: Table, name: string): readonly Table[] => {
  const lookup = {
    ...{ id: idOf('fld', `lookup${name}`), name, type: 'lookup', order: 20 },
    template: {
      ...defaultTemplate('lookup'),
      ...{ linkedRecordFieldId: fieldOf(table.name, 'Company'), lookupFieldId: fieldOf('Companies', 'City') },
    },
  } as unknown as Field;
  return shop.map((one) => (one === table ? { ...one, fields: [...one.fields, lookup] } : one));
};

const app = (props: object, ...blocks: readonly object[]): Content => {
  const made = newApp('Portal');
  const [page = ''] = Object.keys(made.blocks);
  const rule = { type: 'rule', table: orders.id, who: 'everyone', can: ['read'], rows: { kind: 'all' } };
  const added = blocks.map((own, at) => [
    idOf('blk', `b${at}`),
    { parent: page, order: `a${at}V`, props: own },
  ]);
  return {
    ...made,
    props: {
      title: 'Portal',
      access: 'public',
      source: { type: 'base', baseId: idOf('bas', 'a') },
      ...props,
    },
    blocks: {
      ...made.blocks,
      ...Object.fromEntries(added),
      [idOf('rul', 'r')]: { parent: null, order: 'zz', props: rule },
    },
  } as Content;
};

const errors = (content: Content, tables: readonly Table[]) =>
  appProblems(content, tables).flatMap(({ severity, text }) => (severity === 'error' ? [text] : []));

describe('what keeps an app from being published', () => {
  it('P1: a table that a lookup shows and that has no rule', () => {
    const list = {
      type: 'table',
      table: orders.id,
      fields: [fieldOf('Orders', 'Order'), idOf('fld', 'lookupTown')],
    };
    expect(errors(app({}, list), withLookup(orders, 'Town'))).toEqual([
      'The table ‘Companies’ has no rule: nobody would see anything of it',
    ]);
  });

  it('M1: a mail to what people fill in, or with a name that stands for nothing, is warned of', () => {
    const button = (to: object, text: string) => ({
      ...{ type: 'button', text: 'Tell' },
      action: { kind: 'sendMail', to, subject: 'Order {{Order}}', text },
    });
    const about = (content: Content, who: unknown) => ({
      ...content,
      blocks: Object.fromEntries(
        Object.entries(content.blocks).map(([id, block]) => [
          id,
          block.props.type === 'page'
            ? { ...block, props: { ...block.props, table: orders.id } }
            : block.props.type === 'rule'
              ? { ...block, props: { ...block.props, who, can: ['read', 'update'] } }
              : block,
        ]),
      ),
    });
    const buyer = { from: 'record', field: fieldOf('Orders', 'Buyer') };
    const warnings = (content: object) =>
      appProblems(content as Content, shop).flatMap(({ text }) => (/ mails /.test(text) ? [text] : []));
    expect(warnings(about(app({}, button(buyer, '{{Person: Name}} {{Stagee}}')), 'everyone'))).toEqual([
      'The button ‘Tell’ on ‘Home’ mails ‘{{Stagee}}’, which the record of its page does not have',
      'The button ‘Tell’ on ‘Home’ mails to ‘Buyer’, which people fill in themselves: they can have mail sent to anybody',
    ]);
    expect(warnings(about(app({}, button(buyer, 'Hello')), { roles: ['Staff'] }))).toEqual([]);
    expect(warnings(app({}, button({ from: 'literal', value: 'a@b.example' }, 'Hello')))).toEqual([
      'The button ‘Tell’ on ‘Home’ mails ‘{{Order}}’, which the record of its page does not have',
    ]);
  });

  it('P2: people who are found by what is looked up', () => {
    const users = { tableId: people.id, emailFieldId: idOf('fld', 'lookupMail') };
    expect(errors(app({ users }), withLookup(people, 'Mail'))).toContain(
      'People can’t sign in by ‘Mail’, which is looked up: choose a field of the table ‘People’ that holds their addresses',
    );
  });
});
