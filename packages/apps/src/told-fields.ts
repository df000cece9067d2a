import { defaultTemplate, type Field, type FieldKind, type FieldShape, type Table } from '@weft/core';
import { isOfUse } from './field-uses.ts';
import { personEmail, personName } from './mail-names.ts';

/** A field as an integration is handed it. */
export type ToldField = { readonly id: string; readonly name: string } & FieldShape;

const shapeOf = (type: FieldKind): FieldShape => ({ type, template: defaultTemplate(type) }) as FieldShape;

/** When an action was done: the field that every integration can write. */
export const sentAt: ToldField = { id: 'sent-at', name: 'Sent', ...shapeOf('datetime') };

/** Who did it, by a field of the table of people, 'name' or 'email'. No field of a record has such an id. */
export const personFieldId = (field: string): string => `person-${field}`;

/** What is handed on as words. */
const isToldInWords = (field: Field): boolean => isOfUse(field, 'words');

/** A field of a record, as it is handed on. */
export const toldField = (field: Field): ToldField =>
  isToldInWords(field)
    ? { id: field.id, name: field.name, ...shapeOf('long_text') }
    : ({ id: field.id, name: field.name, type: field.type, template: field.template } as ToldField);

/**
 * What is handed on of whoever acts: their name, their address, and the cells of their record, but for what names other
 * records: who may read those is another question.
 */
export function toldOfPerson(users: Table, named: readonly string[]): readonly ToldField[] {
  const own = users.fields.filter((field) => !named.includes(field.id) && !isToldInWords(field));
  return [
    { id: personFieldId('name'), name: personName, ...shapeOf('single_line_text') },
    { id: personFieldId('email'), name: personEmail, ...shapeOf('email') },
    ...own.map((field) => ({
      ...toldField(field),
      id: personFieldId(field.id),
      name: `Person: ${field.name}`,
    })),
  ];
}

/** What an app hands on to integrations. */
export interface ToldByApp {
  /** Those of its source, with the fields of their records. */
  readonly tables: readonly {
    readonly id: string;
    readonly name: string;
    readonly fields: readonly ToldField[];
  }[];
  /** What there is without a record: when it was done, and by whom. */
  readonly common: readonly ToldField[];
}
