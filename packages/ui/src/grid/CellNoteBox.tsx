import { useEffect, useReducer } from 'react';
import type { GridPartProps } from './grid-part.ts';
import { headerHeight } from './view/geometry.ts';

/** Pixels between a cell and the sentence about it, with its height. */
const apart = 4;
const height = { usual: 32, coarse: 44 };
/** Pixels such a sentence may take to the right. */
const roomy = 320;

/** A sentence about a cell, above it or, where the header is, below. It moves with the cell's row. */
export function CellNoteBox({ grid, state }: GridPartProps) {
  const { cellNote: note = null, source } = grid.props;
  const [, moved] = useReducer((times: number) => times + 1, 0);
  useEffect(() => (note === null ? undefined : source.subscribe(moved)), [note, source]);
  if (note === null) return null;
  const column = state.columns.list.find(({ field }) => field.id === note.fieldId);
  const row = source.indexOf(note.recordId);
  const rect = column && row !== -1 ? grid.viewport.rectOf({ row, column: column.index }) : null;
  if (!column || !rect) return null;
  const frozen = column.index < state.columns.held;
  const { viewport } = grid;
  const tall = viewport.coarse ? height.coarse : height.usual;
  const above = rect.top - apart - tall;
  const below = above < viewport.shown.top + headerHeight;
  const room = viewport.width - (rect.left - (frozen ? 0 : viewport.scroll.left));
  const right = rect.left + rect.width;
  return (
    <div className={frozen ? 'wg-editors is-frozen' : 'wg-editors'}>
      <div
        className="wg-note"
        role="status"
        style={{
          ...(room < roomy ? { right: -right } : { left: rect.left }),
          top: below ? rect.top + rect.height + apart : above,
        }}
      >
        <span className="wg-note-text">{note.text}</span>
        <button
          type="button"
          className="wg-note-action"
          onClick={() => {
            note.action.onSelect();
            grid.focus();
          }}
        >
          {note.action.label}
        </button>
      </div>
    </div>
  );
}
