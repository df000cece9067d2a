import { useQueryClient } from '@tanstack/react-query';
import { type FieldEnv, findShownField, mayEditBase } from '@weft/core';
import { Button, SegmentedControl, Select, Skeleton, toast } from '@weft/ui';
import { useMemo, useState, useSyncExternalStore } from 'react';
import { errorText } from '../../../error-text.ts';
import { rpc } from '../../../rpc.ts';
import { newId } from '../../../session/new-id.ts';
import { stepText } from '../edits/step-text.ts';
import { PanelFrame } from '../fields/PanelFrame.tsx';
import { usePhoneFormat } from '../fields/phone-format.ts';
import type { BaseSession, BaseState } from '../open/base-session.ts';
import { ChangeText, DeletedText } from './ChangeText.tsx';
import { HistoryEntry } from './HistoryEntry.tsx';
import { type LogLine, logLines, times } from './log-lines.ts';
import { useHistory } from './use-history.ts';
import { useNamesOf } from './use-names-of.ts';
import { usePeople } from './use-people.ts';

export interface HistoryPanelProps {
  readonly session: BaseSession;
  readonly state: BaseState;
  readonly onSelectTable: (tableId: string) => void;
  readonly onClose: () => void;
}

const everyone = 'everyone';
const allTables = 'all';

type Part = 'changes' | 'trash';

/** How values of all tables are written. */
function useEnv(
  { env: { timeZone, locale }, client: { linked } }: BaseSession,
  { metadata }: BaseState,
): FieldEnv {
  const formatPhone = usePhoneFormat();
  const look = useSyncExternalStore(linked.subscribe, () => linked.look);
  return useMemo(
    () => ({ timeZone, locale, formatPhone, linked: look, shownField: findShownField(metadata) }),
    [timeZone, locale, formatPhone, look, metadata],
  );
}

/** Who did what in the database and when; what was deleted can be brought back, and one's own steps be undone. */
export function HistoryPanel({ session, state, onSelectTable, onClose }: HistoryPanelProps) {
  const [part, setPart] = useState<Part>('changes');
  const [userId, setUserId] = useState(everyone);
  const [tableId, setTableId] = useState(allTables);
  const [time, setTime] = useState<keyof typeof times>('any');
  const [undoing, setUndoing] = useState<string | null>(null);
  const { basePublicId } = session.client;
  const queries = useQueryClient();
  const { people, find } = usePeople(session);
  const trash = part === 'trash';
  const history = useHistory(session, {
    trash,
    userId: userId === everyone ? null : userId,
    tableId: tableId === allTables ? null : tableId,
    time,
  });
  const lines = logLines(history.data?.pages.flatMap((page) => page.actions) ?? [], state.metadata);
  const env = useEnv(session, state);
  useNamesOf(
    session,
    lines.flatMap(({ change }) => change ?? []),
    env,
  );
  const canEdit = mayEditBase(state.role);

  const takeBack = async (line: LogLine) => {
    setUndoing(line.id);
    try {
      const result = await rpc.call('history.undo', {
        ...{ basePublicId, entryId: line.id, actionId: newId('act') },
      });
      const said = stepText('undo', result, state.metadata);
      if (trash && result.conflicts.length === 0) toast('Restored');
      else if (said !== null) toast(said.text, { tone: said.tone });
      if (line.type === 'DELETE_TABLE' && line.tableId !== null) onSelectTable(line.tableId);
    } catch (error) {
      toast(errorText(error), { tone: 'error' });
    } finally {
      setUndoing(null);
      void queries.invalidateQueries({ queryKey: ['base-history', basePublicId] });
    }
  };

  return (
    <PanelFrame title="History" onClose={onClose}>
      <div className="flex flex-col gap-3 border-line-subtle border-b p-4">
        <SegmentedControl
          label="What is listed"
          value={part}
          segments={[
            { value: 'changes', label: 'Changes' },
            { value: 'trash', label: 'Trash' },
          ]}
          onChange={setPart}
        />
        <Select
          label="Person"
          size="sm"
          value={userId}
          options={[
            { value: everyone, label: 'Everyone' },
            ...people.map(({ id, name }) => ({ value: id, label: id === session.person.id ? 'You' : name })),
          ]}
          onChange={setUserId}
        />
        <div className="grid grid-cols-2 gap-3">
          <Select
            label="Table"
            size="sm"
            value={tableId}
            options={[
              { value: allTables, label: 'All tables' },
              ...state.metadata.tables.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={setTableId}
          />
          <Select
            label="Time"
            size="sm"
            value={time}
            options={Object.entries(times).map(([value, { label }]) => ({
              value: value as keyof typeof times,
              label,
            }))}
            onChange={setTime}
          />
        </div>
      </div>
      <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto p-4">
        {trash && (
          <p className="text-small text-text-muted">
            What was deleted in the last 30 days, by anybody, can be brought back.
          </p>
        )}
        {history.isPending && <Skeleton className="h-24" />}
        {history.isError && (
          <div role="alert" className="flex flex-col items-start gap-2 text-base text-text-muted">
            {errorText(history.error)}
            <Button size="sm" onClick={() => void history.refetch()}>
              Try again
            </Button>
          </div>
        )}
        {history.isSuccess && lines.length === 0 && (
          <p className="text-base text-text-muted">
            {trash ? 'The trash is empty.' : 'Nothing was changed.'}
          </p>
        )}
        <ul className="flex flex-col gap-4">
          {lines.map((line) => (
            <HistoryEntry
              key={line.id}
              person={find(line)}
              at={line.timestamp}
              action={
                canEdit &&
                line.stands &&
                (trash || line.userId === session.person.id) && (
                  <Button
                    size="sm"
                    loading={undoing === line.id}
                    disabled={undoing !== null}
                    onClick={() => void takeBack(line)}
                  >
                    {trash ? 'Restore' : 'Undo'}
                  </Button>
                )
              }
            >
              {line.change === null ? line.text : <ChangeText what={line.change} env={env} />}
              {line.deleted !== null && <DeletedText {...line.deleted} env={env} />}
            </HistoryEntry>
          ))}
        </ul>
        {history.hasNextPage && (
          <Button size="sm" loading={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
            Show older
          </Button>
        )}
      </div>
    </PanelFrame>
  );
}
