import type { Table } from '@weft/core';
import { toast } from '@weft/ui';
import { Grid, type GridContext } from '@weft/ui/grid';
import { useCallback, useMemo, useState } from 'react';
import type { BaseSession, BaseState } from './base-session.ts';
import { FieldPanel } from './FieldPanel.tsx';
import { gridActions } from './grid-actions.ts';
import { usePhoneFormat } from './phone-format.ts';
import { SearchBox } from './SearchBox.tsx';

export interface TableViewProps {
  readonly session: BaseSession;
  readonly state: BaseState;
  readonly table: Table;
}

/** What the panel at the side is about: a field, or a new one. */
interface OpenPanel {
  readonly fieldId: string | null;
}

/** One table: its toolbar, its grid, and the panel of a field beside it. */
export function TableView({ session, state, table }: TableViewProps) {
  const [panel, setPanel] = useState<OpenPanel | null>(null);
  const [search, setSearch] = useState('');
  const [view] = table.views;
  const { role } = state;
  const formatPhone = usePhoneFormat(table.fields.some((field) => field.type === 'phone_number'));
  const { timeZone, locale } = session.env;
  const context = useMemo(
    (): GridContext | null =>
      view ? { table, view, role, timeZone, locale, ...(formatPhone && { formatPhone }) } : null,
    [table, view, role, timeZone, locale, formatPhone],
  );
  const viewId = view?.id ?? '';
  const source = useMemo(() => session.client.rows(table.id, viewId), [session, table.id, viewId]);
  const actions = useMemo(() => gridActions(session, table.id, viewId), [session, table.id, viewId]);
  const remote = useCallback(
    (listener: (ids: ReadonlySet<string>) => void) => session.remote(table.id, listener),
    [session, table.id],
  );
  const find = useCallback(
    (text: string) => {
      setSearch(text);
      source.setSearch(text);
    },
    [source],
  );
  const clearSearch = useCallback(() => find(''), [find]);
  const notice = useCallback((text: string) => void toast(text), []);
  const openPanel = useCallback((fieldId: string | null) => setPanel({ fieldId }), []);
  const deleteField = useCallback(
    (fieldId: string) => {
      const name = session.table(table.id)?.fields.find((field) => field.id === fieldId)?.name ?? '';
      if (!session.act('DELETE_FIELD', { tableId: table.id, fieldId })) return;
      setPanel((open) => (open?.fieldId === fieldId ? null : open));
      session.offerUndo(`Field ${name} deleted`);
    },
    [session, table.id],
  );

  if (context === null) return null;
  return (
    <div className="flex min-h-0 flex-1">
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="flex h-(--w-toolbar) shrink-0 items-center gap-1 border-line border-b px-3 max-sm:h-13 max-sm:px-4">
          <span className="flex-1" />
          <SearchBox value={search} onChange={find} />
        </div>
        <Grid
          context={context}
          source={source}
          actions={actions}
          remote={remote}
          label={table.name}
          onFieldPanel={openPanel}
          onDeleteField={deleteField}
          onNotice={notice}
          searching={search !== ''}
          onClearSearch={clearSearch}
        />
      </div>
      {panel !== null && role !== 'read' && (
        <FieldPanel
          key={panel.fieldId ?? 'new'}
          session={session}
          table={table}
          fieldId={panel.fieldId}
          onClose={() => setPanel(null)}
          onDelete={deleteField}
        />
      )}
    </div>
  );
}
