import { type Field, isLinkField, prefilledCells } from '@weft/core';
import type { CellsByField } from '@weft/history';
import { withoutUndefined } from '@weft/std';
import type { CellEdit, GridActions } from '@weft/ui/grid';
import { newId, newOptionValue } from '../../../session/new-id.ts';
import { pasteParts } from '../edits/paste-parts.ts';
import type { BaseSession } from '../open/base-session.ts';
import { linkSource } from './link-source.ts';
import { reorderFields } from './view-order.ts';

/** Most records that are deleted optimistically; more are deleted in chunks. */
const maxOptimistic = 5_000;

/** Edits of one record as the actions take them. */
const cellsOf = (edits: readonly CellEdit[]): CellsByField =>
  Object.fromEntries(edits.map(({ fieldId, value, raw }) => [fieldId, withoutUndefined({ value, raw })]));

/** The grid's edits as actions of the history. */
export function gridActions(session: BaseSession, tableId: string, viewId: string): GridActions {
  /** New settings, with those they are based on. */
  const settings = (fieldId: string, template: Field['template']) =>
    withoutUndefined({
      template,
      from: session.table(tableId)?.fields.find(({ id }) => id === fieldId)?.template,
    });
  const isLink = (fieldId: string): boolean =>
    isLinkField(session.table(tableId)?.fields.find(({ id }) => id === fieldId));
  const heldIds = (recordId: string, fieldId: string): string[] => {
    const held = session.client.rows(tableId, viewId).store.stored(recordId)?.data[fieldId];
    return [...((held ?? []) as readonly string[])];
  };
  /** Links the records of cells, and unlinks what they held. */
  const link = (edits: readonly CellEdit[], groupId?: string): boolean =>
    edits.every(({ recordId, fieldId, value, before }) => {
      const wanted = new Set((value ?? []) as readonly string[]);
      const held = new Set(before === undefined ? heldIds(recordId, fieldId) : ((before ?? []) as string[]));
      // The difference alone: a cell may hold more links than one call takes.
      const newIds = [...wanted].filter((id) => !held.has(id));
      const oldIds = [...held].filter((id) => !wanted.has(id));
      const link = { tableId, recordId, fieldId, newIds, oldIds };
      return newIds.length + oldIds.length === 0 || session.act('UPDATE_LINKS', link, groupId);
    });
  /** The group of an option that a cell editor is adding: the cell it then writes, synchronously, joins it. */
  let adding: string | undefined;
  return {
    updateCell(edit) {
      const { recordId, fieldId } = edit;
      if (!isLink(fieldId))
        return void session.act('UPDATE_RECORD_CELL', { tableId, recordId, cells: cellsOf([edit]) }, adding);
      // No text is a link.
      if (edit.raw === undefined) link([edit]);
    },
    pasteCells(edits, created, templates = [], pasted) {
      const groupId = adding ?? newId('grp');
      const name = pasted && { pasted: created.length > 0 ? ('rows' as const) : ('cells' as const) };
      for (const { fieldId, template } of templates)
        if (!session.act('UPDATE_FIELD', { tableId, fieldId, ...settings(fieldId, template) }, groupId))
          return;
      const isCell = ({ fieldId }: CellEdit) => !isLink(fieldId);
      const byRecord = Map.groupBy(edits.filter(isCell), (edit) => edit.recordId);
      const parts = pasteParts(
        [...byRecord].map(([id, own]) => ({ id, cells: cellsOf(own) })),
        created.map(({ id, edits: own }) => ({ id, cells: cellsOf(own.filter(isCell)) })),
      );
      for (const part of parts)
        if (!session.act('BULK_PASTE_CELLS', { tableId, ...part, ...name }, groupId)) return;
      // Records that are linked must be there.
      const links = [...edits, ...created.flatMap(({ edits: own }) => own)].filter((edit) => !isCell(edit));
      link(links, groupId);
    },
    offerUndo: (text) => session.offerUndo(text),
    clearCells(all) {
      const cells = all.filter(({ fieldId }) => !isLink(fieldId));
      const links = all.filter(({ fieldId }) => isLink(fieldId)).map((cell) => ({ ...cell, value: null }));
      const groupId = links.length > 0 ? newId('grp') : undefined;
      if (cells.length === 0 || session.act('BULK_CLEAR_CELLS', { tableId, cells }, groupId))
        link(links, groupId);
    },
    createRecord() {
      const id = newId('rec');
      const table = session.table(tableId);
      const view = table?.views.find((each) => each.id === viewId);
      const data = table && view ? prefilledCells(view.config, table, session.env) : {};
      const cells = Object.fromEntries(Object.entries(data).map(([fieldId, value]) => [fieldId, { value }]));
      session.act('CREATE_RECORD', { tableId, records: [{ id, cells }] });
      return id;
    },
    newRecordId: () => newId('rec'),
    newOptionValue,
    moveRecords: (recordIds, beforeRecordId) =>
      void session.act('REORDER_RECORDS', { tableId, recordIds, beforeRecordId }),
    clearRows: ([from, to], fieldIds) =>
      void session.bulk({ type: 'clear', tableId, viewId, from, to: to + 1, fieldIds }),
    deleteRows: ([from, to]) => void session.bulk({ type: 'delete', tableId, viewId, from, to: to + 1 }),
    deleteRecords(recordIds) {
      if (recordIds.length > maxOptimistic) return void session.bulk({ type: 'delete', tableId, recordIds });
      if (!session.act('BULK_DELETE_RECORDS', { tableId, recordIds })) return;
      const count = recordIds.length;
      session.offerUndo(count === 1 ? '1 record deleted' : `${count} records deleted`);
    },
    addOptions(fieldId, template) {
      adding = newId('grp');
      session.act('UPDATE_FIELD', { tableId, fieldId, ...settings(fieldId, template) }, adding);
      queueMicrotask(() => {
        adding = undefined;
      });
    },
    linkSource: ({ template }) => linkSource(session, template.tableId),
    cellFiles: ({ recordId, fieldId }) => session.files.of({ tableId, viewId, recordId, fieldId }),
    resizeField: (fieldId, width) => void session.act('RESIZE_FIELD', { tableId, viewId, fieldId, width }),
    reorderFields(fieldIds) {
      const table = session.table(tableId);
      const view = table?.views.find(({ id }) => id === viewId);
      if (table && view) reorderFields(session, table, view, fieldIds);
    },
    freezeColumns: (frozenCount) =>
      void session.act('UPDATE_VIEW_SETTINGS', { tableId, viewId, config: { frozenCount } }),
    setSummary(fieldId, name) {
      const view = session.table(tableId)?.views.find(({ id }) => id === viewId);
      const { [fieldId]: _, ...others } = view?.config.summaries ?? {};
      const summaries = name === null ? others : { ...others, [fieldId]: name };
      session.act('UPDATE_VIEW_SETTINGS', { tableId, viewId, config: { summaries } });
    },
    undo: () => void session.undo(),
    redo: () => void session.redo(),
  };
}
