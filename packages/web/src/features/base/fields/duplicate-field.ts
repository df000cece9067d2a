import { isLinkField, type Table, type View } from '@weft/core';
import { newId } from '../../../session/new-id.ts';
import type { BaseSession } from '../open/base-session.ts';
import { insertField } from './insert-field.ts';

/** 'Stage copy', or 'Stage copy 2', whichever is free. */
export function copyName(name: string, { fields }: Pick<Table, 'fields'>): string {
  const taken = new Set(fields.map((field) => field.name.trim().toLowerCase()));
  // Names have at most 255 characters.
  const copy = `${[...name].slice(0, 120).join('')} copy`;
  let wanted = copy;
  for (let n = 2; taken.has(wanted.trim().toLowerCase()); n++) wanted = `${copy} ${n}`;
  return wanted;
}

/** Makes a field like another behind it, with its cells or without; one step of undo. */
export function duplicateField(
  session: BaseSession,
  table: Table,
  view: View,
  fieldId: string,
  withCells: boolean,
): void {
  const source = table.fields.find(({ id }) => id === fieldId);
  if (source === undefined) return;
  const { name, type } = source;
  const template = isLinkField(source)
    ? { ...source.template, inverseFieldId: newId('fld') }
    : source.template;
  const copy = { id: newId('fld'), name: copyName(name, table), type, template };
  const place = { viewId: view.id, beside: fieldId, after: 1 as const };
  insertField(session, table.id, copy, place, withCells ? fieldId : undefined);
}
