import type { TableRows } from '@weft/client';
import type { Table, View } from '@weft/core';
import type { CellsByField } from '@weft/history';
import type { MenuItem } from '@weft/ui';
import { BetweenHorizontalEnd, BetweenHorizontalStart, CopyPlus } from 'lucide-react';
import { newId } from '../edits/ids.ts';
import type { BaseSession } from '../open/base-session.ts';
import { copiedCells } from './copied-cells.ts';

export interface RecordMenuDeps {
  readonly session: BaseSession;
  readonly table: Table;
  readonly view: View;
  readonly rows: TableRows;
}

/** What can be made beside a record: in a sorted view a new one has no place of its own. */
export function recordMenu(
  { session, table, view, rows }: RecordMenuDeps,
  recordId: string,
  goTo: (recordId: string) => void,
): readonly MenuItem[] {
  const tableId = table.id;
  const place = rows.indexOf(recordId);
  const record = rows.row(place);
  if (record === undefined) return [];
  const next = rows.row(place + 1);
  const sorted = view.config.sorts.length > 0;
  /** The record behind which nothing is known cannot have one put right after it. */
  const knowsNext = next !== undefined || place === rows.rowCount - 1;
  const make = (cells: CellsByField, beforeRecordId: string | null) => {
    const groupId = newId('grp');
    const id = newId('rec');
    if (!session.act('CREATE_RECORD', { tableId, records: [{ id, cells }] }, groupId)) return;
    if (!sorted && beforeRecordId !== null)
      session.act('REORDER_RECORDS', { tableId, recordIds: [id], beforeRecordId }, groupId);
    goTo(id);
  };
  const after = next?.id ?? null;
  return [
    ...(sorted
      ? []
      : [
          { label: 'Insert record above', icon: BetweenHorizontalStart, onSelect: () => make({}, recordId) },
          ...(knowsNext
            ? [{ label: 'Insert record below', icon: BetweenHorizontalEnd, onSelect: () => make({}, after) }]
            : []),
        ]),
    {
      label: 'Duplicate record',
      icon: CopyPlus,
      onSelect: () => make(copiedCells(record, table), knowsNext ? after : null),
    },
  ];
}
