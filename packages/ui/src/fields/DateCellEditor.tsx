import { type FieldOf, fieldType } from '@weft/core';
import { lazy, Suspense, useRef, useState } from 'react';
import { Popover } from '../primitives/Popover.tsx';
import type { CellEditorProps, CommitMove } from './cell-editor.ts';
import { cellOfText, openingText } from './cell-text-input.ts';
import { editorLook, endOf } from './editor-keys.ts';

type DateField = FieldOf<'date'> | FieldOf<'datetime'>;

const Calendar = lazy(() => import('./Calendar.tsx').then(({ Calendar }) => ({ default: Calendar })));

const time = /\d{1,2}:\d{2}.*$/;

/** The day a text means to its reader, as 'YYYY-MM-DD'; null when it is no date yet. */
function dayOf(field: DateField, text: string, env: CellEditorProps['env']): string | null {
  const cell = cellOfText(field, text, env);
  if (typeof cell.value !== 'string') return null;
  const iso = { ...field.template, dateFormat: 'iso', displayTimeZone: false } as const;
  return fieldType(field.type).format(cell.value, iso, env).slice(0, 10);
}

/** The text with its day replaced and its time kept. */
function withDay(field: DateField, day: string, text: string, env: CellEditorProps['env']): string {
  const plain = { ...field.template, displayTime: false, displayTimeZone: false };
  const written = fieldType('date').format(`${day}T00:00:00.000Z`, plain, env);
  if (!field.template.displayTime) return written;
  const midnight = field.template.timeFormat === '24h' ? '00:00' : '12:00 AM';
  return `${written} ${time.exec(text)?.[0] ?? midnight}`;
}

/** A date to type, or to choose from the month below. */
export function DateCellEditor(props: CellEditorProps<DateField>) {
  const { field, value, raw, initialText, env, onCommit, onCancel } = props;
  const opening = openingText(field, value, raw, env);
  const [text, setText] = useState(initialText ?? opening);
  const input = useRef<HTMLInputElement>(null);
  const anchor = useRef<HTMLDivElement>(null);
  const ended = useRef(false);
  const commitText = (written: string, move: CommitMove) => {
    if (ended.current) return;
    ended.current = true;
    // The shown text may say less than the value holds (seconds): what was not touched stays.
    if (written === opening) onCommit({ value, ...(raw !== undefined && { raw }) }, move);
    else onCommit(cellOfText(field, written, env), move);
  };
  return (
    <div ref={anchor} className="h-full">
      <input
        ref={input}
        // biome-ignore lint/a11y/noAutofocus: the person opened this cell to write into it
        autoFocus
        aria-label={field.name}
        autoComplete="off"
        className={`${editorLook} tabular-nums`}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={(event) => {
          if (event.relatedTarget instanceof Element && event.relatedTarget.closest('[data-calendar]'))
            return;
          commitText(text, 'stay');
        }}
        onKeyDown={(event) => {
          const end = endOf(event);
          if (end === null) return;
          event.preventDefault();
          event.stopPropagation();
          if (end !== 'cancel') return commitText(text, end);
          ended.current = true;
          onCancel();
        }}
      />
      <Popover
        open
        onOpenChange={(open) => !open && commitText(text, 'stay')}
        anchor={anchor}
        label={`${field.name}: choose a day`}
        initialFocus={false}
      >
        <div data-calendar="" tabIndex={-1} className="min-h-72 min-w-64 outline-none">
          <Suspense fallback={null}>
            <Calendar
              day={dayOf(field, text, env)}
              onDay={(day) => {
                const written = withDay(field, day, text, env);
                setText(written);
                if (field.template.displayTime) input.current?.focus();
                else commitText(written, 'stay');
              }}
            />
          </Suspense>
        </div>
      </Popover>
    </div>
  );
}
