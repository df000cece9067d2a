import { anyFieldType } from '@weft/core';
import type { LinkSource } from '@weft/ui/grid';
import { newId } from '../../../session/new-id.ts';
import type { BaseSession } from '../open/base-session.ts';

/** The records of a table, for the cells that link to it; null when the table is gone. */
export function linkSource(session: BaseSession, tableId: string): LinkSource | null {
  const table = session.table(tableId);
  if (table === undefined) return null;
  return {
    table,
    find: (choice) => session.client.find(tableId, choice),
    match: (names) => session.client.match(tableId, names),
    create(name) {
      const primary = table.fields.find(({ id }) => id === table.primaryFieldId);
      if (primary === undefined) return null;
      const value = anyFieldType(primary.type).parse(name, primary.template, session.env);
      const cell = value.ok ? { value: value.value } : { value: null, raw: name };
      const id = newId('rec');
      const made = session.act('CREATE_RECORD', {
        tableId,
        records: [{ id, cells: { [primary.id]: cell } }],
      });
      return made ? id : null;
    },
  };
}
