import type { TableRows } from '@weft/client';
import type { BaseRecord, Table, View } from '@weft/core';
import { IconButton, Menu, type MenuItem, toast } from '@weft/ui';
import { CopyPlus, Ellipsis, Link, Trash2, X } from 'lucide-react';
import { copyText } from '../../../shell/copy-text.ts';
import type { BaseSession } from '../open/base-session.ts';
import { RecordSteps } from './RecordSteps.tsx';
import { duplicateRecord } from './record-menu.ts';

export interface RecordBarProps {
  readonly session: BaseSession;
  readonly table: Table;
  readonly view: View;
  readonly rows: TableRows;
  readonly recordId: string;
  /** Undefined while it is not here. */
  readonly record: BaseRecord | undefined;
  /** -1 where the view does not show it. */
  readonly row: number;
  readonly canEdit: boolean;
  /** What else can be done with it, by whoever may read it. */
  readonly items: readonly MenuItem[];
  readonly onGo: (recordId: string) => void;
  readonly onClose: () => void;
}

/** The address that opens a record, also where another one is open below it. */
function copyLink(table: Table, view: View, recordId: string): void {
  const address = new URL(location.href);
  for (const [name, id] of Object.entries({ table: table.id, view: view.id, record: recordId }))
    address.searchParams.set(name, id);
  if (copyText(address.href)) toast('Link copied');
  else toast('The browser did not allow copying.', { tone: 'error' });
}

/** Above a record: the ones before and after it in the view, where it is, and what can be done with it. */
export function RecordBar(props: RecordBarProps) {
  const { session, table, view, rows, recordId, record, row, canEdit, items, onGo, onClose } = props;
  const editing: readonly MenuItem[] = [
    {
      label: 'Duplicate record',
      icon: CopyPlus,
      onSelect: () => duplicateRecord({ session, table, view, rows }, recordId, onGo),
    },
    'separator',
    {
      label: 'Delete record',
      icon: Trash2,
      danger: true,
      onSelect: () => {
        if (!session.act('BULK_DELETE_RECORDS', { tableId: table.id, recordIds: [recordId] })) return;
        onClose();
        session.offerUndo('1 record deleted');
      },
    },
  ];
  return (
    <div className="flex h-12 shrink-0 items-center gap-0.5 border-line-subtle border-b px-3">
      <RecordSteps
        {...{ rows, row, onGo }}
        locale={session.env.locale}
        noun="record"
        placeText={(place) =>
          record === undefined ? '' : place === null ? `Not in ${view.name}` : `${place} in ${view.name}`
        }
      />
      <IconButton icon={Link} label="Copy link" onClick={() => copyLink(table, view, recordId)} />
      {record !== undefined && (canEdit || items.length > 0) && (
        <Menu
          align="end"
          trigger={<IconButton icon={Ellipsis} label="More" plain />}
          items={[...items, ...(canEdit ? editing : [])]}
        />
      )}
      <IconButton icon={X} label="Close" onClick={onClose} />
    </div>
  );
}
