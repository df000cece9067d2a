import { type FieldOf, mostStars } from '@weft/core';
import { withoutUndefined } from '@weft/std';
import { Star } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { Icon } from '../../primitives/Icon.tsx';
import type { CellEditorProps, CommitMove } from '../cell-editor.ts';
import { editorLook, endOf } from '../editor-keys.ts';
import { starsOf } from './stars.ts';

/** The key's number of stars; undefined for a key that means none. */
function starsOfKey(key: string, stars: number | null, maxRating: number): number | null | undefined {
  const count = stars ?? 0;
  if (key === 'ArrowRight' || key === 'ArrowUp') return Math.min(count + 1, maxRating);
  if (key === 'ArrowLeft' || key === 'ArrowDown') return count <= 1 ? null : count - 1;
  if (key === 'Home' || key === 'Backspace' || key === 'Delete') return null;
  if (key === 'End') return maxRating;
  return starsOf(key, maxRating, stars);
}

/** Stars to press, or to set with the figures and arrows. */
export function RatingCellEditor(props: CellEditorProps<FieldOf<'rating'>>) {
  const { field, value, raw, onCommit, onCancel } = props;
  const maxRating = mostStars(field.template);
  const present = typeof value === 'number' ? value : null;
  const [stars, setStars] = useState(present);
  // A text that is no rating stays until stars are chosen.
  const [touched, setTouched] = useState(false);
  const ended = useRef(false);

  const commit = (count: number | null, chosen: boolean, move: CommitMove) => {
    if (ended.current) return;
    ended.current = true;
    onCommit(chosen ? { value: count } : withoutUndefined({ value, raw }), move);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const end = endOf(event);
    const next = starsOfKey(event.key, stars, maxRating);
    // This is no box to type in, so the page would take the other keys (undo) for its own.
    event.stopPropagation();
    if (end === null && (next === undefined || event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (end === 'cancel') {
      ended.current = true;
      onCancel();
    } else if (end !== null) commit(stars, touched, end);
    else if (next !== undefined) {
      setStars(next);
      setTouched(true);
    }
  };
  return (
    <div
      // biome-ignore lint/a11y/noAutofocus: the person opened this cell to write into it
      autoFocus
      ref={(element) => element?.focus({ preventScroll: true })}
      role="slider"
      tabIndex={0}
      aria-label={field.name}
      aria-valuemin={0}
      aria-valuemax={maxRating}
      aria-valuenow={stars ?? 0}
      aria-valuetext={stars === null ? 'No rating' : `${stars} of ${maxRating}`}
      className={`${editorLook} flex w-max min-w-full items-center`}
      onBlur={() => commit(stars, touched, 'stay')}
      onKeyDown={onKeyDown}
    >
      {Array.from({ length: maxRating }, (_, index) => index + 1).map((count) => (
        <span
          key={count}
          aria-hidden="true"
          data-star={count}
          className="grid h-full min-h-6 w-[18px] shrink-0 cursor-pointer place-items-center text-star pointer-coarse:w-9"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => commit(count === stars ? null : count, true, 'stay')}
        >
          <Icon of={Star} size={14} className={count <= (stars ?? 0) ? 'fill-star' : 'text-line-control'} />
        </span>
      ))}
      {raw !== undefined && !touched && (
        <span dir="auto" className="ms-2 truncate text-warning-text">
          {raw}
        </span>
      )}
    </div>
  );
}
