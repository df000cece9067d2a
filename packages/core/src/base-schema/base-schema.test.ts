import { describe, expect, it } from 'vitest';
import type { FieldKind } from '../fields/field-kinds.ts';
import {
  type BaseSchema,
  type SchemaField,
  unlinkedFields,
  withoutLookups,
  withPairedLinks,
  withPrimaryFirst,
} from './base-schema.ts';

const field = (id: string, type: FieldKind = 'single_line_text', template = {}): SchemaField => ({
  ...{ id, name: id, type, template },
});
const link = (id: string, tableId: string, rest = {}) => field(id, 'linked_record', { tableId, ...rest });
const schema = (tables: { readonly [id: string]: readonly SchemaField[] }): BaseSchema => ({
  name: 'Base',
  tables: Object.entries(tables).map(([id, fields]) => ({ id, name: id, fields })),
});
const partners = ({ tables }: BaseSchema) =>
  Object.fromEntries(
    tables.flatMap(({ fields }) =>
      fields
        .filter(({ type }) => type === 'linked_record')
        .map(({ id, template }) => [id, template.inverseFieldId ?? null]),
    ),
  );

describe('the schema of a database', () => {
  it('names fields of links that lead nowhere with their tables', () => {
    const given = schema({
      Classes: [field('Class'), link('Yarn', ''), link('Teacher', 'Teachers')],
      Teachers: [field('Name')],
    });
    expect(unlinkedFields(given)).toEqual(['Yarn (in Classes)']);
  });

  it('makes one relation of two fields that lead to each other', () => {
    const given = schema({ A: [field('a'), link('x', 'B')], B: [field('b'), link('y', 'A')] });
    expect(partners(withPairedLinks(given))).toEqual({ x: 'y', y: 'x' });
  });

  it('pairs two relations of the same tables one to one, as they say or in their order', () => {
    const home = [link('home', 'Teams'), link('away', 'Teams')];
    const given = schema({
      Games: [field('g'), ...home],
      Teams: [field('t'), link('visits', 'Games', { inverseFieldId: 'away' }), link('hosts', 'Games')],
    });
    expect(partners(withPairedLinks(given))).toEqual({
      home: 'hosts',
      away: 'visits',
      visits: 'away',
      hosts: 'home',
    });
  });

  it('leaves links without a partner to get one, within one table too', () => {
    const given = schema({
      A: [field('a'), link('parent', 'A'), link('mentor', 'A'), link('x', 'B')],
      B: [field('b')],
    });
    expect(partners(withPairedLinks(given))).toEqual({ parent: null, mentor: null, x: null });
  });

  it('puts a field that can name records first, by a swap with the first one', () => {
    const ids = (fields: readonly SchemaField[]) =>
      withPrimaryFirst(fields).map(({ id, type }) => `${id} ${type}`);
    expect(
      ids([field('done', 'checkbox'), field('files', 'attachments'), field('name'), field('mail', 'email')]),
    ).toEqual(['name single_line_text', 'files attachments', 'done checkbox', 'mail email']);
    expect(ids([field('name'), field('done', 'checkbox')])[0]).toBe('name single_line_text');
    expect(ids([field('done', 'checkbox'), field('stars', 'rating')])).toEqual([
      'done single_line_text',
      'stars rating',
    ]);
  });

  it('leaves out lookups, and what only the server fills', () => {
    const kinds: FieldKind[] = ['single_line_text', 'lookup', 'linked_record', 'created_time'];
    const given = schema({ A: kinds.map((kind) => field(kind, kind)) });
    expect(withoutLookups(given).tables[0]?.fields.map(({ id }) => id)).toEqual([
      'single_line_text',
      'linked_record',
    ]);
  });
});
