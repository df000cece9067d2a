import type { TableRows } from '@weft/client';
import type { Table, View } from '@weft/core';
import type { CellsByField } from '@weft/history';
import type { MenuItem } from '@weft/ui';
import { BetweenHorizontalEnd, BetweenHorizontalStart, CopyPlus } from 'lucide-react';
import { newId } from '../../../session/new-id.ts';
import type { BaseSession } from '../open/base-session.ts';
import { copiedCells } from './copied-cells.ts';

export interface RecordMenuDeps {
  readonly session: BaseSession;
  readonly table: Table;
  readonly view: View;
  readonly rows: TableRows;
}

/** Makes a record; in a view that is not sorted, before another one (null: at the end). */
function makeRecord(
  { session, table, view }: RecordMenuDeps,
  cells: CellsByField,
  beforeRecordId: string | null,
  goTo: (recordId: string) => void,
): void {
  const tableId = table.id;
  const groupId = newId('grp');
  const id = newId('rec');
  if (!session.act('CREATE_RECORD', { tableId, records: [{ id, cells }] }, groupId)) return;
  if (view.config.sorts.length === 0 && beforeRecordId !== null)
    session.act('REORDER_RECORDS', { tableId, recordIds: [id], beforeRecordId }, groupId);
  goTo(id);
}

/** Makes a copy of a record right after it, where that place is known. */
export function duplicateRecord(
  deps: RecordMenuDeps,
  recordId: string,
  goTo: (recordId: string) => void,
): void {
  const { table, rows } = deps;
  const record = rows.store.get(recordId);
  const place = rows.indexOf(recordId);
  const after = place === -1 ? undefined : rows.row(place + 1);
  if (record !== undefined) makeRecord(deps, copiedCells(record, table), after?.id ?? null, goTo);
}

/** What can be made beside a record: in a sorted view a new one has no place of its own. */
export function recordMenu(
  deps: RecordMenuDeps,
  recordId: string,
  goTo: (recordId: string) => void,
): readonly MenuItem[] {
  const { view, rows } = deps;
  const place = rows.indexOf(recordId);
  if (rows.row(place) === undefined) return [];
  const next = rows.row(place + 1);
  const sorted = view.config.sorts.length > 0;
  /** The record behind which nothing is known cannot have one put right after it. */
  const knowsNext = next !== undefined || place === rows.rowCount - 1;
  const make = (beforeRecordId: string | null) => makeRecord(deps, {}, beforeRecordId, goTo);
  return [
    ...(sorted
      ? []
      : [
          { label: 'Insert record above', icon: BetweenHorizontalStart, onSelect: () => make(recordId) },
          ...(knowsNext
            ? [
                {
                  label: 'Insert record below',
                  icon: BetweenHorizontalEnd,
                  onSelect: () => make(next?.id ?? null),
                },
              ]
            : []),
        ]),
    {
      label: 'Duplicate record',
      icon: CopyPlus,
      onSelect: () => duplicateRecord(deps, recordId, goTo),
    },
  ];
}
