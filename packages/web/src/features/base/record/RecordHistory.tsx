import type { BaseRecord, FieldEnv, Table } from '@weft/core';
import type { Cell } from '@weft/history';
import { deepEqual } from '@weft/std';
import { Button, IconButton, Skeleton } from '@weft/ui';
import { RotateCcw } from 'lucide-react';
import { errorText } from '../../../error-text.ts';
import { Moment } from '../../../shell/Moment.tsx';
import { ChangeText } from '../history/ChangeText.tsx';
import { cellText, type HistoryLine, historyLines, takesBack } from '../history/change-lines.ts';
import { HistoryEntry } from '../history/HistoryEntry.tsx';
import { useNamesOf } from '../history/use-names-of.ts';
import { usePeople } from '../history/use-people.ts';
import type { BaseSession, BaseState } from '../open/base-session.ts';
import { useRecordHistory } from './use-record-history.ts';

export interface RecordHistoryProps {
  readonly session: BaseSession;
  readonly state: BaseState;
  readonly table: Table;
  readonly record: BaseRecord;
  readonly env: FieldEnv;
  /** Gives a cell what it held before; absent for people who only read. */
  readonly onRestore: ((fieldId: string, cell: Cell) => void) | undefined;
}

/** Who changed what in a record, and when; each value can be taken back. */
export function RecordHistory({ session, state, table, record, env, onRestore }: RecordHistoryProps) {
  const history = useRecordHistory(session, state, table.id, record);
  const { find } = usePeople(session);
  const lines = historyLines(history.data?.pages.flatMap((page) => page.actions) ?? [], table);
  useNamesOf(
    session,
    lines.map(({ what }) => what),
    env,
  );
  const canRestore = ({ what }: HistoryLine): boolean => {
    if (what.kind !== 'set' || !takesBack(what.field, what.before)) return false;
    const { id } = what.field;
    const { value, raw } = what.before;
    return !(deepEqual(record.data[id] ?? null, value) && record.raw?.[id] === raw);
  };
  return (
    <section aria-label="History" className="flex flex-col gap-4">
      <h3 className="font-semibold text-body">History</h3>
      {history.isPending && <Skeleton className="h-24" />}
      {history.isError && (
        <div role="alert" className="flex flex-col items-start gap-2 text-base text-text-muted">
          {errorText(history.error)}
          <Button size="sm" onClick={() => void history.refetch()}>
            Try again
          </Button>
        </div>
      )}
      {history.isSuccess && lines.length === 0 && !history.hasNextPage && (
        <p className="text-base text-text-muted">
          Nothing was changed since this record was made <Moment at={record.createdAt} inside />.
        </p>
      )}
      <ul className="flex flex-col gap-4">
        {lines.map((line) => (
          <HistoryEntry
            key={line.key}
            person={find(line)}
            at={line.at}
            action={
              onRestore !== undefined &&
              line.what.kind === 'set' &&
              canRestore(line) && <RestoreButton what={line.what} env={env} onRestore={onRestore} />
            }
          >
            <ChangeText what={line.what} env={env} />
          </HistoryEntry>
        ))}
      </ul>
      {history.hasNextPage && (
        <Button size="sm" loading={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
          Show older
        </Button>
      )}
    </section>
  );
}

function RestoreButton({
  what: { field, before },
  env,
  onRestore,
}: {
  readonly what: Extract<HistoryLine['what'], { readonly kind: 'set' }>;
  readonly env: FieldEnv;
  readonly onRestore: (fieldId: string, cell: Cell) => void;
}) {
  const text = cellText(field, before, env);
  return (
    <IconButton
      size="sm"
      icon={RotateCcw}
      label={text === null ? `Empty ${field.name} again` : `Set ${field.name} back to ${text}`}
      className="opacity-0 focus-visible:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100"
      onClick={() => onRestore(field.id, before)}
    />
  );
}
