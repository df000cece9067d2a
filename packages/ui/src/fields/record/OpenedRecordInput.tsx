import { anyFieldType, type CellValue } from '@weft/core';
import { withoutUndefined } from '@weft/std';
import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react';
import { cx } from '../../primitives/class-names.ts';
import { CellEditor } from '../CellEditor.tsx';
import { gridKind } from '../grid-kinds.ts';
import { PaintedValue } from './PaintedValue.tsx';
import { quietLook, type RecordInputProps } from './record-input.ts';

/** Pixels between the edge of the input and what is drawn in it. */
const inset = 10;

/** Items of a list that are read aloud: a cell may hold thousands. */
const maxRead = 50;

const firstOf = (value: NonNullable<CellValue>): NonNullable<CellValue> =>
  Array.isArray(value) ? (value.slice(0, maxRead) as CellValue[]) : value;

/** A field that is chosen rather than typed: its value as the grid draws it, and the editor of its cells over it. */
export function OpenedRecordInput(props: RecordInputProps) {
  const { field, value, raw, env, links = null, files = null, onCommit, onUpdateTemplate } = props;
  /** `text`: what was typed to open the editor. */
  const [editing, setEditing] = useState<{ readonly text?: string; readonly before: CellValue } | null>(null);
  const button = useRef<HTMLDivElement>(null);
  const { press } = gridKind(field.type);
  const close = (back: boolean) => {
    setEditing(null);
    if (back) button.current?.focus();
  };
  const onClick = (event: MouseEvent<HTMLDivElement>) => {
    // A link in the value opens by itself.
    if (event.target instanceof Element && event.target.closest('a')) return;
    if (press === undefined || raw !== undefined) return setEditing({ before: value });
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left - inset;
    const pressed = press(x, value, field.template as never);
    if (pressed !== undefined) onCommit({ value: pressed });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Delete' || event.key === 'Backspace') {
      if (value !== null || raw !== undefined) onCommit({ value: null });
    } else if (event.key === 'Enter' || event.key === ' ' || event.key === 'F2')
      setEditing({ before: value });
    else if (event.key.length === 1) setEditing({ text: event.key, before: value });
    else return;
    event.preventDefault();
  };
  const text =
    raw ?? (value === null ? 'empty' : anyFieldType(field.type).format(firstOf(value), field.template, env));
  return (
    <div className="relative">
      {/* biome-ignore lint/a11y/useSemanticElements: a button may not hold the links a value is drawn with */}
      <div
        ref={button}
        role="button"
        tabIndex={0}
        aria-haspopup="dialog"
        aria-label={`${field.name}: ${text}`}
        className={cx(
          quietLook,
          'flex min-h-8 cursor-default items-center px-2.25 py-1.25 focus-visible:outline-2 focus-visible:outline-focus focus-visible:-outline-offset-1 max-sm:min-h-11',
        )}
        onClick={onClick}
        onKeyDown={onKeyDown}
      >
        <PaintedValue field={field} value={value} raw={raw} env={env} />
      </div>
      {editing !== null && (
        <div className="absolute inset-x-0 top-0 z-(--w-z-bar) h-8 max-sm:h-11">
          <CellEditor
            {...{ field, value, env }}
            {...withoutUndefined({ raw, initialText: editing.text, links, files, onUpdateTemplate })}
            onCommit={(cell, move) => {
              const changed = cell.raw !== raw || JSON.stringify(cell.value) !== JSON.stringify(value);
              close(
                move !== 'stay' || button.current?.parentElement?.contains(document.activeElement) === true,
              );
              if (changed) onCommit({ ...cell, before: editing.before });
            }}
            onCancel={() => close(true)}
          />
        </div>
      )}
    </div>
  );
}
