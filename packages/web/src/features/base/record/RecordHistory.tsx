import { useQuery } from '@tanstack/react-query';
import type { BaseRecord, FieldEnv, Table } from '@weft/core';
import type { Cell } from '@weft/history';
import { deepEqual } from '@weft/std';
import { Avatar, Button, IconButton, Skeleton } from '@weft/ui';
import { RotateCcw } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { errorText } from '../../../error-text.ts';
import { peopleQuery } from '../../../queries.ts';
import { Moment } from '../../../shell/Moment.tsx';
import type { BaseSession, BaseState } from '../open/base-session.ts';
import {
  cellText,
  type HistoryLine,
  historyLines,
  namedRecords,
  recordsText,
  takesBack,
} from './history-lines.ts';
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

const wholeRecord = {
  created: 'created this record',
  deleted: 'deleted this record',
  restored: 'brought this record back',
} as const;

const Strong = ({ children }: { readonly children: string }) => (
  <b dir="auto" className="break-words font-semibold text-text">
    {children}
  </b>
);

function What({ what, env }: { readonly what: HistoryLine['what']; readonly env: FieldEnv }) {
  if (what.kind === 'linked' || what.kind === 'unlinked')
    return (
      <>
        {what.kind} {recordsText(what.ids, env)} in <Strong>{what.field.name}</Strong>
      </>
    );
  if (what.kind !== 'set') return wholeRecord[what.kind];
  const before = cellText(what.field, what.before, env);
  const after = cellText(what.field, what.after, env);
  const name = <Strong>{what.field.name}</Strong>;
  if (after === null)
    return (
      <>
        cleared {name}
        {before !== null && <>, which was {before}</>}
      </>
    );
  return (
    <>
      set {name}
      {before !== null && <> from {before}</>} to {after}
    </>
  );
}

/** Reads the names of linked records that the lines name and nobody has read yet. */
function useNamesOf({ client }: BaseSession, lines: readonly HistoryLine[], { linked }: FieldEnv): void {
  const asked = useRef(new Set<string>());
  useEffect(() => {
    for (const [tableId, ids] of namedRecords(lines)) {
      const unknown = [...ids].filter((id) => linked?.(id) === undefined && !asked.current.has(id));
      for (const id of unknown) asked.current.add(id);
      if (unknown.length > 0)
        client.find(tableId, { ids: unknown }).catch((error: unknown) => {
          console.error('The names of linked records could not be read', error);
        });
    }
  }, [client, lines, linked]);
}

/** Who changed what in a record, and when; each value can be taken back. */
export function RecordHistory({ session, state, table, record, env, onRestore }: RecordHistoryProps) {
  const history = useRecordHistory(session, state, table.id, record);
  const { data: people = [] } = useQuery({ ...peopleQuery, staleTime: 300_000 });
  const nameOf = (userId: string): string =>
    userId === session.person.id ? 'You' : (people.find(({ id }) => id === userId)?.name ?? 'Unknown user');
  const lines = historyLines(history.data?.pages.flatMap((page) => page.actions) ?? [], table);
  useNamesOf(session, lines, env);
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
          <li key={line.key} className="group flex items-start gap-2.5">
            <Avatar
              name={line.userId === session.person.id ? session.person.name : nameOf(line.userId)}
              id={line.userId}
              size={20}
            />
            <div className="min-w-0 flex-1 text-base text-text-muted">
              <p className="break-words">
                <Strong>{nameOf(line.userId)}</Strong> <What what={line.what} env={env} />
              </p>
              <p className="text-small">
                <Moment at={line.at} />
              </p>
            </div>
            {onRestore !== undefined && line.what.kind === 'set' && canRestore(line) && (
              <RestoreButton what={line.what} env={env} onRestore={onRestore} />
            )}
          </li>
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
