import { describe, expect, it } from 'vitest';
import type { BaseRecord, Table } from '../base.ts';
import { aggregate, aggregatesOf } from './aggregate.ts';
import { compileSearch } from './search.ts';

const name = { id: 'name', name: 'Name', type: 'single_line_text', order: 1, template: {} } as const;
const done = { id: 'done', name: 'Done', type: 'checkbox', order: 2, template: { color: 'Green' } } as const;
const color = {
  id: 'color',
  name: 'Color',
  type: 'single_select',
  order: 3,
  template: { options: [{ value: 'opt1', label: 'Crème', color: 'Red' }], disableColors: false },
} as const;
const phone = { id: 'phone', name: 'Phone', type: 'phone_number', order: 4, template: {} } as const;

const table: Table = {
  id: 't',
  name: 'T',
  order: 1,
  primaryFieldId: 'name',
  views: [],
  fields: [name, done, color, phone],
};
const env = {
  timeZone: 'UTC',
  locale: 'en',
  formatPhone: (text: string) => (text === '4155552671' ? '(415) 555-2671' : null),
};

const ada: BaseRecord = {
  id: 'rec',
  position: 1,
  data: { name: 'Ada', done: true, color: 'opt1', phone: '4155552671' },
  raw: { born: 'Unknown', date: '1815' },
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};

const finds = (text: string, fieldIds?: readonly string[]): boolean =>
  compileSearch(text, table, env, fieldIds)(ada);

describe('searching a table', () => {
  it('F1: finds what a cell shows, without regard to case', () => {
    expect(['ADA', ' da ', 'CRÈME', '', '  '].map((text) => finds(text))).toEqual([
      true,
      true,
      true,
      true,
      true,
    ]);
    expect(['opt1', 'grace', 'adacrème'].map((text) => finds(text))).toEqual([false, false, false]);
    expect(finds('ada', ['color'])).toBe(false);
  });

  it('F2: finds no checkbox, and a phone number both as stored and as shown', () => {
    expect(finds('true')).toBe(false);
    expect(finds('4155552671')).toBe(true);
    expect(finds('(415) 555')).toBe(true);
  });

  it('C2: finds the text that does not fit its field', () => {
    const misfit = { ...ada, data: { name: 'Ada' }, raw: { color: 'Mauve' } };
    expect(compileSearch('mauve', table, env)(misfit)).toBe(true);
  });
});

describe('summaries of a column', () => {
  const empty = { ...ada, data: {}, raw: { color: 'Mauve' } };

  it('C2: count a text that does not fit as empty', () => {
    expect(aggregate('filled', [ada, empty], color, env)).toBe('1');
    expect(aggregate('empty', [ada, empty], color, env)).toBe('1');
    expect(aggregate('percent_filled', [ada, empty, empty], color, env)).toBe('33%');
    expect(aggregate('percent_filled', [], color, env)).toBeNull();
    expect(aggregate('unique', [ada, ada, empty], name, env)).toBe('1');
    expect(aggregate('constructor', [ada], name, env)).toBeNull();
  });

  it('C4: count a cell whose option is gone as empty', () => {
    const lost = { ...ada, data: { color: 'gone' } };
    expect(aggregate('filled', [ada, lost], color, env)).toBe('1');
    expect(aggregate('unique', [ada, lost], color, env)).toBe('1');
    expect(compileSearch('gone', table, env)(lost)).toBe(false);
  });

  it('O5: know no empty checkbox', () => {
    expect(Object.keys(aggregatesOf(done))).toEqual(['checked', 'unchecked']);
    expect(aggregate('unchecked', [ada, empty], done, env)).toBe('1');
  });
});
