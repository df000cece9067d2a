import { isId } from '@weft/std';

/** Columns of one physical part: with 18-byte pointers for long texts, a row of 200 fits PostgreSQL's page. */
export const columnsPerPart = 200;

/**
 * Identifiers are made of ids, whose shape is checked here once more: three letters and 21 lower-case digits
 * need no quoting and cannot be anything else.
 */
export function schemaOf(baseId: string): string {
  if (!isId('bas', baseId)) throw new Error('Not the id of a base');
  return baseId;
}

/** Matches the schemas of bases, as a POSIX pattern between quotes. */
export const baseSchemaPattern = `'^bas[0-9a-z]{21}$'`;

export function tableOf(schema: string, tableId: string, part: number): string {
  if (!isId('tbl', tableId)) throw new Error('Not the id of a table');
  return `${schema}.${tableId}${part === 0 ? '' : `_${part}`}`;
}

/** A field's column, until a conversion gives it another's. */
export function columnOf(fieldId: string): string {
  if (!isId('fld', fieldId)) throw new Error('Not the id of a field');
  return fieldId;
}
