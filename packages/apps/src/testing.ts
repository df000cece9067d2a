// A small shop as tests see it: people, the companies they are of, and orders of these companies.
import { defaultTemplate, type Field, type FieldKind, type Table } from '@weft/core';
import { must } from '@weft/std';

export const idOf = (kind: string, name: string): string => `${kind}${name.toLowerCase().padEnd(21, '0')}`;

type Sample = readonly [name: string, kind: FieldKind, settings?: object];

const field = (tableName: string, [name, kind, settings]: Sample, order: number): Field =>
  ({
    id: idOf('fld', `${tableName}${name}`),
    ...{ name, type: kind, order },
    template: { ...defaultTemplate(kind), ...settings },
  }) as unknown as Field;

const table = (name: string, order: number, ...samples: readonly Sample[]): Table => {
  const fields = samples.map((sample, at) => field(name, sample, at));
  return { id: idOf('tbl', name), name, order, primaryFieldId: must(fields[0]).id, fields, views: [] };
};

const linkTo = (name: string) => ({ tableId: idOf('tbl', name), allowMultiple: true });
const options = (...labels: readonly string[]) => ({
  options: labels.map((label) => ({ value: label, label, color: 'Blue' })),
  disableColors: false,
});

export const shop: readonly Table[] = [
  table(
    'People',
    0,
    ['Name', 'single_line_text'],
    ['Email', 'email'],
    ['Company', 'linked_record', linkTo('Companies')],
    ['Role', 'single_select', options('Staff', 'Customer')],
  ),
  table('Companies', 1, ['Name', 'single_line_text'], ['City', 'single_line_text']),
  table(
    'Orders',
    2,
    ['Order', 'single_line_text'],
    ['Stage', 'single_select', options('Open', 'Done')],
    ['Due', 'date'],
    ['Value', 'currency'],
    ['Photos', 'attachments'],
    ['Company', 'linked_record', linkTo('Companies')],
    ['Buyer', 'email'],
  ),
];

export const fieldOf = (tableName: string, name: string): string => idOf('fld', `${tableName}${name}`);
export const tableCalled = (name: string): Table => must(shop.find((one) => one.name === name));

/** Ids in the order in which they are asked for. */
export function counted(): (kind: string) => string {
  let count = 0;
  return (kind) => idOf(kind, `n${(++count).toString(36).padStart(5, '0')}`);
}
