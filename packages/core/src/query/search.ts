import type { Table } from '../base.ts';
import type { FieldEnv } from '../fields/field-type.ts';
import { anyFieldType } from '../fields/field-types.ts';
import { fold } from '../fields/text/fold.ts';
import type { RecordTest } from './matches.ts';

/**
 * 'Search this table': whether a cell of the record holds the text, without regard to case, as a person sees it.
 * A text that does not fit its field is found too; a blank search finds everything.
 */
export function compileSearch(
  text: string,
  table: Table,
  env: FieldEnv,
  fieldIds?: readonly string[],
): RecordTest {
  const wanted = fold(text.trim());
  if (wanted === '') return () => true;
  const fields =
    fieldIds === undefined ? table.fields : table.fields.filter((field) => fieldIds.includes(field.id));
  const columns = fields.map((field) => ({
    id: field.id,
    template: field.template,
    type: anyFieldType(field.type),
  }));
  return (record) =>
    columns.some(({ id, template, type }) => {
      const value = record.data[id] ?? null;
      const shown = value === null ? record.raw?.[id] : type.searchText(value, template, env);
      return shown !== undefined && fold(shown).includes(wanted);
    });
}
