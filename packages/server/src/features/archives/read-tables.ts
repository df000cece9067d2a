import { type Field, readShape, type Table, type View, whyNotPrimary } from '@weft/core';
import { calls } from '@weft/protocol';
import type { ArchivedFlow } from './archive-format.ts';
import { refused } from './read-zip.ts';

/** Fields a table takes. */
const maxFields = 500;

const once = (ids: readonly string[]): boolean => new Set(ids).size === ids.length;

function fieldOf({
  id,
  name,
  order,
  type,
  template,
}: ArchivedFlow['tables'][number]['fields'][number]): Field {
  const shape = readShape(type, template);
  if (!shape.ok) throw refused(`the settings of the field ‘${name}’ are not valid`);
  return { id, name, order, ...shape.value };
}

/** What a call may set is what may be set here. */
function configOf(tableId: string, { id, name, config }: ArchivedFlow['tables'][number]['views'][number]) {
  const { input } = calls['views.updateSettings'];
  const read = input.safeParse({ basePublicId: 'any', tableId, viewId: id, config });
  if (!read.success) throw refused(`the settings of the view ‘${name}’ are not valid`);
  return read.data.config as View['config'];
}

/** The tables of an archive, checked as if they were being made one by one. */
export function readTables({ tables, files }: ArchivedFlow): readonly Table[] {
  if (!once(files.map(({ id }) => id))) throw refused('it names a file twice');
  const ids = tables.flatMap(({ id, fields, views }) => [
    id,
    ...fields.map((field) => field.id),
    ...views.map((view) => view.id),
  ]);
  if (!once(ids)) throw refused('two of its parts have one id');
  return tables.map(({ id, name, order, primaryFieldId, fields: sent, views }) => {
    if (sent.length > maxFields) throw refused(`the table ‘${name}’ has more than ${maxFields} fields`);
    const fields = sent.map(fieldOf);
    const primary = fields.find((field) => field.id === primaryFieldId);
    if (primary === undefined || whyNotPrimary(primary.type) !== null)
      throw refused(`the table ‘${name}’ has no primary field`);
    return {
      ...{ id, name, order, primaryFieldId, fields },
      views: views.map((view) => ({
        ...{ id: view.id, name: view.name, type: view.type, order: view.order },
        config: configOf(id, view),
      })),
    };
  });
}
