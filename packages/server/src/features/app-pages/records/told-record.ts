import { personFieldId, sentAt, type ToldField, toldField, toldOfPerson } from '@weft/apps';
import { type CellValue, defaultTemplate, type Table } from '@weft/core';
import { cellText } from './cell-text.ts';
import type { ShownCell } from './shown-rows.ts';
import { type Sight, tableOf } from './sight.ts';

/** What is handed on to a service: fields, and what each of them holds. */
export interface Told {
  readonly fields: readonly ToldField[];
  readonly values: ReadonlyMap<string, CellValue>;
}

const inWords = ({ id, name }: ToldField): ToldField =>
  ({ id, name, type: 'long_text', template: defaultTemplate('long_text') }) as ToldField;

/** A cell that somebody may read, as it is handed on: what its field does not take, and what names other records, in words. */
function toldCell(cell: ShownCell, { env }: Sight['visitor']): readonly [ToldField, CellValue] {
  const field = toldField(cell.field);
  const isText = field.type !== cell.field.type || cell.raw !== null;
  return isText ? [inWords(field), cellText(cell, env) || null] : [field, cell.value];
}

/** The person who acts, as an integration is handed them. */
function toldPerson({ app, visitor: { user } }: Sight, people: Table | null): Told {
  const users = app.users;
  if (users === null || people === null) return { fields: [], values: new Map() };
  const fields = toldOfPerson(
    people,
    [users.emailFieldId, users.nameFieldId].filter((id) => id !== undefined),
  );
  const values = new Map<string, CellValue>(
    user === null
      ? []
      : [
          [personFieldId('name'), user.name || null],
          [personFieldId('email'), user.email],
          ...people.fields.map(({ id }): [string, CellValue] => [personFieldId(id), user.values[id] ?? null]),
        ],
  );
  return { fields, values };
}

/** Everything that an integration is handed of a record, as one person may read it, and of that person. */
export function toldOf(sight: Sight, cells: readonly ShownCell[]): Told {
  const ofRecord = cells.map((cell) => toldCell(cell, sight.visitor));
  const person = toldPerson(sight, sight.app.users && tableOf(sight, sight.app.users.tableId));
  const { now = '' } = sight.visitor.env;
  return {
    fields: [sentAt, ...ofRecord.map(([field]) => field), ...person.fields],
    values: new Map([
      [sentAt.id, now],
      ...ofRecord.map(([field, value]) => [field.id, value] as const),
      ...person.values,
    ]),
  };
}

/** All that conditions may ask about: the fields of the table, also those that were left out of what is told. */
export const askedOf = (sight: Sight, told: Told, tableId: string | null): readonly ToldField[] => {
  const known = new Set(told.fields.map(({ id }) => id));
  const table = tableId === null ? null : tableOf(sight, tableId);
  return [...told.fields, ...(table?.fields ?? []).map(toldField).filter(({ id }) => !known.has(id))];
};
