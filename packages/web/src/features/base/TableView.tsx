import { mayEditBase, type Table } from '@weft/core';
import { type MenuItem, toast } from '@weft/ui';
import { type CheckedItem, type ColumnGroup, Grid, type GridContext } from '@weft/ui/grid';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { lazyDialog } from '../../shell/lazy-dialog.tsx';
import { sayNotice } from './edits/say-notice.ts';
import { fieldMenu } from './fields/field-menu.ts';
import type { FieldPlace } from './fields/insert-field.ts';
import { LazyFieldPanel } from './fields/LazyFieldPanel.tsx';
import { usePhoneFormat } from './fields/phone-format.ts';
import type { BaseSession, BaseState } from './open/base-session.ts';
import { peopleIn } from './people/people-in.ts';
import { recordMenu } from './record/record-menu.ts';
import { useOpenRecord } from './record/use-open-record.ts';
import { SearchBox } from './SearchBox.tsx';
import { SearchCount } from './SearchCount.tsx';
import { gridActions } from './views/grid-actions.ts';
import { NoneLeft } from './views/NoneLeft.tsx';
import { type OpenTool, Toolbar } from './views/Toolbar.tsx';
import { useLinkedRecords } from './views/use-linked-records.ts';
import { useSelectedView } from './views/use-selected-view.ts';
import { ViewMenu } from './views/ViewMenu.tsx';
import { withLast } from './views/view-order.ts';
import { changeView } from './views/view-settings.ts';

const RecordDialog = lazyDialog(() => import('./record/RecordDialog.tsx').then((part) => part.RecordDialog));

export interface TableViewProps {
  readonly session: BaseSession;
  readonly state: BaseState;
  readonly table: Table;
  /** What else can be done with one record, by whoever may read it. */
  readonly recordItems?: ((recordId: string) => readonly MenuItem[]) | undefined;
  /** Opens a record in another place than the dialog over the grid. */
  readonly onOpenRecord?: ((recordId: string) => void) | undefined;
  /** What else can be done with the checked records, by whoever may edit them. */
  readonly checkedItems?: readonly CheckedItem[] | undefined;
  /** Columns that stand last, under a heading of their own. */
  readonly lastColumns?: ColumnGroup | undefined;
  /** Of a table that is filled elsewhere: nobody edits the cells of these fields, or adds records and fields here. */
  readonly fixedFieldIds?: ReadonlySet<string> | undefined;
  /** Stands in a table that has no records. */
  readonly noneYet?: ReactNode;
}

/** What the panel at the side is about: a field, or a new one. */
interface OpenPanel {
  readonly fieldId: string | null;
  /** Where the new one goes; left out: to the end. */
  readonly place?: FieldPlace | undefined;
}

const toCells = (page: HTMLElement | null) => page?.querySelector<HTMLElement>('[data-grid-cells]')?.focus();

/** One table: its toolbar, its grid, and the panel of a field beside it. */
export function TableView(props: TableViewProps) {
  const { session, state, table, recordItems, onOpenRecord, checkedItems, lastColumns, fixedFieldIds } =
    props;
  const [panel, setPanel] = useState<OpenPanel | null>(null);
  /** A field that was made or changed a moment ago. */
  const [madeField, setMadeField] = useState<{ readonly id: string } | null>(null);
  const [tool, setTool] = useState<OpenTool | null>(null);
  const [search, setSearch] = useState('');
  const page = useRef<HTMLDivElement>(null);
  const { view, select } = useSelectedView(table);
  const { role } = state;
  const canAdd = fixedFieldIds === undefined;
  const formatPhone = usePhoneFormat();
  const linked = useLinkedRecords(session, table);
  const { timeZone, locale } = session.env;
  const context = useMemo(
    (): GridContext | null =>
      view
        ? {
            ...{ table, role, timeZone, locale, formatPhone, fixedFieldIds },
            view: lastColumns === undefined ? view : withLast(table, view, lastColumns.fieldIds),
            ...linked,
          }
        : null,
    [table, view, role, timeZone, locale, formatPhone, linked, lastColumns, fixedFieldIds],
  );
  const viewId = view?.id ?? '';
  const source = useMemo(() => session.client.rows(table.id, viewId), [session, table.id, viewId]);
  const actions = useMemo(() => gridActions(session, table.id, viewId), [session, table.id, viewId]);
  const remote = useCallback(
    (listener: (ids: ReadonlySet<string>) => void) => session.remote(table.id, listener),
    [session, table.id],
  );
  const people = useMemo(() => peopleIn(session.client, table.id), [session, table.id]);
  const selectCell = useCallback(
    (cell: { readonly recordId: string; readonly fieldId: string } | null) =>
      session.client.presence.select(cell && { tableId: table.id, ...cell }),
    [session, table.id],
  );
  useEffect(() => () => session.client.presence.select(null), [session]);
  const fieldId = panel?.fieldId ?? null;
  useEffect(() => session.show({ tableId: table.id, viewId, fieldId }), [session, table.id, viewId, fieldId]);
  const find = useCallback(
    (text: string) => {
      setSearch(text);
      source.setSearch(text);
    },
    [source],
  );
  // Rows keep their last search; a view that is switched to gets the present one.
  useEffect(() => source.setSearch(search), [source, search]);
  // Releases held rows: they take the place the view gives them.
  useEffect(() => () => void source.hold(null), [source]);
  const clearSearch = useCallback(() => find(''), [find]);
  const isOpen = useCallback(() => session.table(table.id) !== undefined, [session, table.id]);
  // Where nothing else has the focus, keys go to the cells. A phone would show its keyboard.
  useEffect(() => {
    if (document.activeElement === document.body && matchMedia('(hover: hover)').matches)
      toCells(page.current);
  }, []);
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

  const { recordId, open: openRecord, close: closeRecord } = useOpenRecord(table, view);
  // A record that is let go and hidden by the filter is named, with a way back to it.
  useEffect(
    () =>
      source.subscribe((change) => {
        if (change.kind !== 'hidden') return;
        const [id, ...others] = change.recordIds;
        if (id === undefined) return;
        const what = others.length === 0 ? 'This record is' : `${others.length + 1} records are`;
        toast(`${what} hidden by the ${search === '' ? 'filter' : 'search'}`, {
          action: { label: 'Show', onSelect: () => openRecord(id) },
        });
      }),
    [source, search, openRecord],
  );
  const goToRecord = useCallback((id: string) => openRecord(id, true), [openRecord]);
  const fieldEntries = useCallback(
    (fieldId: string) =>
      view === undefined
        ? []
        : fieldMenu(
            {
              session,
              table,
              view,
              onFilter: (id) => setTool({ kind: 'filter', fieldId: id }),
              onInsert: canAdd ? (place) => setPanel({ fieldId: null, place }) : null,
            },
            fieldId,
          ),
    [session, table, view, canAdd],
  );
  const recordEntries = useCallback(
    (recordId: string, goTo: (id: string) => void) =>
      view === undefined || !canAdd ? [] : recordMenu({ session, table, view, rows: source }, recordId, goTo),
    [session, table, view, source, canAdd],
  );

  if (context === null || view === undefined) return null;
  const canEdit = mayEditBase(role);
  return (
    <div className="flex min-h-0 flex-1">
      <div ref={page} className="flex min-w-0 flex-1 flex-col">
        <div className="@container relative flex h-(--w-toolbar) shrink-0 items-center gap-1 border-line border-b px-3 max-sm:h-13 max-sm:px-4">
          <ViewMenu session={session} table={table} view={view} canEdit={canEdit} onSelect={select} />
          <span
            aria-hidden="true"
            className="mx-1 h-5 w-px bg-line max-sm:invisible max-sm:mx-0 max-sm:flex-1"
          />
          <Toolbar
            session={session}
            table={table}
            view={view}
            canEdit={canEdit && !view.config.locked}
            tool={tool}
            onTool={setTool}
            onToggleGroups={(collapsed) => source.groups.toggleAll(collapsed)}
          />
          <span className="flex-1 max-sm:hidden" />
          <SearchBox
            value={search}
            found={search !== '' && <SearchCount rows={source} />}
            onChange={find}
            onLeave={() => toCells(page.current)}
          />
        </div>
        <Grid
          context={context}
          source={source}
          actions={actions}
          remote={remote}
          people={people}
          onSelectCell={selectCell}
          cellNote={
            state.cellNote?.tableId === table.id
              ? { ...state.cellNote, action: { label: 'Undo', onSelect: () => void session.undo() } }
              : null
          }
          label={table.name}
          isOpen={isOpen}
          onFieldPanel={openPanel}
          onDeleteField={deleteField}
          shownFieldId={panel?.fieldId ?? null}
          madeField={madeField}
          onOpenRecord={onOpenRecord ?? openRecord}
          checkedItems={canEdit ? checkedItems : undefined}
          columnGroup={lastColumns}
          fieldMenu={fieldEntries}
          recordMenu={recordEntries}
          none={
            view.config.filters === null ? (
              props.noneYet
            ) : (
              <NoneLeft
                onClear={canEdit ? () => changeView(session, table, view, { filters: null }) : undefined}
              />
            )
          }
          onNotice={sayNotice}
          search={search}
          onClearSearch={clearSearch}
        />
      </div>
      {recordId !== undefined && (
        <RecordDialog
          {...{ session, state, table, view, recordId }}
          items={recordItems?.(recordId)}
          rows={source}
          onGo={goToRecord}
          onClose={closeRecord}
        />
      )}
      {panel !== null && canEdit && (
        <LazyFieldPanel
          key={panel.fieldId ?? 'new'}
          session={session}
          table={table}
          fieldId={panel.fieldId}
          place={panel.place}
          onClose={(fieldId) => {
            setPanel(null);
            setMadeField(fieldId === undefined ? null : { id: fieldId });
            // After the panel has gone, and its focus with it.
            requestAnimationFrame(() => toCells(page.current));
          }}
          onDelete={deleteField}
        />
      )}
    </div>
  );
}
