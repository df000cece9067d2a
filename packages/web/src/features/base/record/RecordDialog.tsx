import type { TableRows } from '@weft/client';
import {
  type CellValue,
  type FieldEnv,
  isEditable,
  type LinkField,
  mayEditBase,
  type Table,
  type View,
} from '@weft/core';
import type { Cell } from '@weft/history';
import { DialogFrame, type MenuItem } from '@weft/ui';
import type { LinkSource } from '@weft/ui/grid';
import { useMemo, useRef, useState } from 'react';
import { usePhoneFormat } from '../fields/phone-format.ts';
import type { BaseSession, BaseState } from '../open/base-session.ts';
import { gridActions } from '../views/grid-actions.ts';
import { useLinkedRecords } from '../views/use-linked-records.ts';
import { MissingRecord } from './MissingRecord.tsx';
import { RecordBar } from './RecordBar.tsx';
import { RecordFields } from './RecordFields.tsx';
import { RecordHistory } from './RecordHistory.tsx';
import { useRecord } from './use-record.ts';

export interface RecordDialogProps {
  readonly session: BaseSession;
  readonly state: BaseState;
  readonly table: Table;
  readonly view: View;
  readonly rows: TableRows;
  readonly recordId: string;
  /** What else can be done with it, by whoever may read it. */
  readonly items?: readonly MenuItem[] | undefined;
  /** Shows another record in place of this one. */
  readonly onGo: (recordId: string) => void;
  readonly onClose: () => void;
}

/** One record in full: every field to read and edit, and its history beside them. */
export function RecordDialog(props: RecordDialogProps) {
  const { session, state, table, view, rows, recordId, items = [], onGo, onClose } = props;
  const body = useRef<HTMLDivElement>(null);
  const found = useRecord(session, table, view, rows, recordId);
  const { record } = found;
  const formatPhone = usePhoneFormat();
  const linked = useLinkedRecords(session, table);
  const { timeZone, locale } = session.env;
  const env = useMemo(
    (): FieldEnv => ({
      ...{ timeZone, locale },
      formatPhone,
      ...linked,
    }),
    [timeZone, locale, formatPhone, linked],
  );
  const actions = useMemo(() => gridActions(session, table.id, view.id), [session, table.id, view.id]);
  /** A linked record that is open on top of this one. */
  const [above, setAbove] = useState<{ readonly tableId: string; readonly recordId: string } | null>(null);
  const linkSource = (field: LinkField): LinkSource | null => {
    const source = actions.linkSource(field);
    const { tableId } = field.template;
    return source && { ...source, open: (id) => setAbove({ tableId, recordId: id }) };
  };
  const canEdit = mayEditBase(state.role);
  const commit = (fieldId: string, cell: Cell & { readonly before?: CellValue }) =>
    actions.updateCell({ recordId, fieldId, before: record?.data[fieldId] ?? null, ...cell });
  const restore = (fieldId: string, cell: Cell) => {
    const field = table.fields.find(({ id }) => id === fieldId);
    if (field === undefined || !isEditable(field.type)) return;
    commit(fieldId, cell);
    session.offerUndo(`${field.name} set back`);
  };
  return (
    <DialogFrame
      open
      onOpenChange={(open) => !open && onClose()}
      label="Record"
      width={800}
      tall
      // No field is opened by opening the record: on a phone its keyboard would cover half of it.
      initialFocus={body}
    >
      <RecordBar
        {...{ session, table, view, rows, recordId, items, canEdit, onGo, onClose }}
        row={found.row}
        record={record}
      />
      <div
        ref={body}
        tabIndex={-1}
        className="flex min-h-0 flex-1 outline-none max-sm:flex-col max-sm:overflow-y-auto"
      >
        {record !== undefined && (
          <>
            <div className="min-w-0 flex-1 px-4 py-4 sm:overflow-y-auto sm:px-6">
              <RecordFields
                // What is being typed belongs to one record.
                key={recordId}
                {...{ table, view, record, env, canEdit }}
                onCommit={commit}
                linkSource={linkSource}
                cellFiles={actions.cellFiles}
                onUpdateTemplate={actions.addOptions}
              />
            </div>
            <div className="shrink-0 border-line-subtle bg-canvas p-4 max-sm:border-t sm:w-58 sm:overflow-y-auto sm:rounded-ee-xl sm:border-s">
              <RecordHistory
                {...{ session, state, table, record, env }}
                onRestore={canEdit ? restore : undefined}
              />
            </div>
          </>
        )}
        {record === undefined && <MissingRecord {...{ found, onClose }} noun="record" closeLabel="Close" />}
      </div>
      {above !== null && (
        <LinkedRecord
          {...{ session, state, ...above }}
          onGo={(id) => setAbove({ ...above, recordId: id })}
          onClose={() => setAbove(null)}
        />
      )}
    </DialogFrame>
  );
}

/** A record of any table, in the first of its views. */
function LinkedRecord({
  session,
  tableId,
  ...props
}: Pick<RecordDialogProps, 'session' | 'state' | 'recordId' | 'onGo' | 'onClose'> & {
  readonly tableId: string;
}) {
  const table = session.table(tableId);
  const [view] = table?.views ?? [];
  if (table === undefined || view === undefined) return null;
  return (
    <RecordDialog {...{ session, table, view, ...props }} rows={session.client.rows(tableId, view.id)} />
  );
}
