import { holdsFiles, isLinkField } from '@weft/core';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { CellEditor } from '../fields/CellEditor.tsx';
import { preparePickers } from '../fields/PickerEditor.tsx';
import { whenSomeoneIsThere } from '../primitives/popups/someone-there.ts';
import { commitToAll } from './commit-all.ts';
import { commitEdit, commitTyped, whyEnded } from './edits.ts';
import type { GridPartProps } from './grid-part.ts';
import type { Editing } from './grid-store.ts';

/** Pixels between an editor and the keyboard below it. */
const aboveKeyboard = 8;

/** Pixels an editor may need beside its cell. */
const growth = 240;

/** The editor over the cell that is being edited. */
export function GridEditor({ grid, state }: GridPartProps) {
  const { editing, columns } = state;
  const host = useRef<HTMLDivElement>(null);
  /** The record's last known row: the editor stays there while the record is filtered out or not loaded. */
  const lastRow = useRef(0);
  /** The editor's text, copied on each input: when the edit turns out to be lost, the input is already unmounted. */
  const typed = useRef<{ readonly in: Editing; readonly text: string } | null>(null);
  const why = editing && whyEnded(editing, grid.props);
  useEffect(() => whenSomeoneIsThere(preparePickers), []);
  useLayoutEffect(() => {
    if (editing === null || why === null) return;
    grid.edit(null);
    grid.focus();
    grid.props.onNotice(why, typed.current?.in === editing ? typed.current.text : editing.initialText);
  }, [editing, why, grid]);
  // The page may be left, or the table deleted, while the editor is open.
  useEffect(() => {
    const leave = () => {
      const left = typed.current;
      if (left === null || left.in !== grid.state.editing) return;
      typed.current = null;
      if (!commitTyped(grid, left.text)) grid.props.onNotice('This table is no longer open.', left.text);
    };
    // Before the page's own listener, which sends what is pending.
    addEventListener('pagehide', leave, { capture: true });
    return () => {
      removeEventListener('pagehide', leave, { capture: true });
      leave();
    };
  }, [grid]);
  const editedId = editing?.recordId;
  // An on-screen keyboard covers the lower half of a phone: the editor is moved above it.
  useEffect(() => {
    const { visualViewport } = window;
    if (editedId === undefined || visualViewport === null) return;
    const keepInSight = () => {
      const edge = visualViewport.offsetTop + visualViewport.height - aboveKeyboard;
      const below = (host.current?.getBoundingClientRect().bottom ?? 0) - edge;
      if (below > 0) grid.elements?.scroller.scrollBy(0, below);
    };
    visualViewport.addEventListener('resize', keepInSight);
    return () => visualViewport.removeEventListener('resize', keepInSight);
  }, [editedId, grid]);
  if (editing === null || why !== null) return null;
  const column = columns.list.find(({ field }) => field.id === editing.fieldId);
  const known = grid.props.source.indexOf(editing.recordId);
  if (known !== -1) lastRow.current = known;
  const rect = column && grid.viewport.rectOf({ row: lastRow.current, column: column.index });
  if (!column || !rect) return null;
  const { field } = column;
  const right = rect.left + rect.width;
  const frozen = column.index < columns.held;
  const room = grid.viewport.width - (right - (frozen ? 0 : grid.viewport.scroll.left));
  return (
    <div className={frozen ? 'wg-editors is-frozen' : 'wg-editors'}>
      <div
        ref={host}
        className="wg-editor"
        style={{
          // It grows to where there is room.
          ...(room < growth ? { right: -right } : { left: rect.left }),
          ...{ top: rect.top, minWidth: rect.width + 1, minHeight: rect.height + 1 },
        }}
        onInput={({ target }) => {
          typed.current = { in: editing, text: (target as HTMLInputElement | HTMLTextAreaElement).value };
        }}
      >
        <CellEditor
          key={`${editing.recordId}/${editing.fieldId}`}
          field={field}
          value={editing.value}
          {...(editing.raw !== undefined && { raw: editing.raw })}
          {...(editing.initialText !== undefined && { initialText: editing.initialText })}
          env={grid.env}
          onCommit={(cell, move) => {
            if (move === 'all') commitToAll(grid, cell);
            else commitEdit(grid, cell, move);
            if (move !== 'stay' || host.current?.contains(document.activeElement)) grid.focus();
          }}
          onCancel={() => {
            grid.edit(null);
            grid.focus();
          }}
          links={isLinkField(field) ? grid.props.actions.linkSource(field) : null}
          files={holdsFiles(field.type) ? grid.props.actions.cellFiles(editing) : null}
          onUpdateTemplate={(template) => grid.props.actions.addOptions(field.id, template)}
        />
      </div>
    </div>
  );
}
