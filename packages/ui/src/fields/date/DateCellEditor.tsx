import { withoutUndefined } from '@weft/std';
import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react';
import { lazyPart } from '../../primitives/lazy-part.tsx';
import { Popover } from '../../primitives/Popover.tsx';
import { TextInput } from '../../primitives/TextInput.tsx';
import type { CellEditorProps, CommitMove } from '../cell-editor.ts';
import { cellOfText, openingText } from '../cell-text-input.ts';
import { editorLook, endOf, growingLook, useTyping } from '../editor-keys.ts';
import { pasteInto } from '../paste-into.ts';
import { clockOf, type DateField, dayOf, todayOf, withClock, withDay } from './date-text.ts';

const Calendar = lazyPart(
  () => import('./Calendar.tsx').then((part) => part.Calendar),
  ({ part }) =>
    part.error === null ? null : (
      <p className="max-w-64 p-2 text-base text-text-muted">
        The calendar couldn’t be loaded. The date can be typed above.
      </p>
    ),
);

/** A date to type, or to choose from the month below. */
export function DateCellEditor(props: CellEditorProps<DateField>) {
  const { field, value, raw, initialText, env, onCommit, onCancel } = props;
  const opening = openingText(field, value, raw, env);
  const [text, setText] = useState(initialText ?? opening);
  const input = useRef<HTMLInputElement>(null);
  const anchor = useRef<HTMLDivElement>(null);
  const below = useRef<HTMLDivElement>(null);
  const ended = useRef(false);
  const commitText = (written: string, move: CommitMove) => {
    if (ended.current) return;
    ended.current = true;
    // The focus must not go down with the popover: from here the grid takes it.
    if (below.current?.contains(document.activeElement)) input.current?.focus();
    // The shown text may say less than the value holds (seconds): what was not touched stays.
    if (written === opening) onCommit(withoutUndefined({ value, raw }), move);
    else onCommit(cellOfText(field, written, env), move);
  };
  const cancel = () => {
    ended.current = true;
    if (below.current?.contains(document.activeElement)) input.current?.focus();
    onCancel();
  };
  const { isTyping, endTyping } = useTyping(initialText !== undefined);
  const onKeyDown = (event: KeyboardEvent, typing = false) => {
    const end = endOf(event, typing);
    if (end === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (end === 'cancel') cancel();
    else commitText(text, end);
  };
  /** Under the box: Enter presses the day it is on, Tab goes on to the next part. */
  const onKeyDownBelow = (event: KeyboardEvent) => {
    const end = endOf(event);
    const closes = event.key === 'Enter' && event.target instanceof HTMLInputElement;
    if (end === 'cancel' || closes) onKeyDown(event);
    else event.stopPropagation();
  };
  const onBlur = (event: FocusEvent) => {
    const to = event.relatedTarget;
    if (to instanceof Node && (below.current?.contains(to) || anchor.current?.contains(to))) return;
    // The popover's own guards hand the focus on.
    if (to instanceof HTMLElement && to.hasAttribute('data-base-ui-focus-guard')) return;
    commitText(text, 'stay');
  };
  return (
    <div ref={anchor} className="h-full">
      <input
        ref={input}
        // biome-ignore lint/a11y/noAutofocus: the person opened this cell to write into it
        autoFocus
        aria-label={field.name}
        autoComplete="off"
        dir="auto"
        className={`${editorLook} ${growingLook} tabular-nums`}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onPaste={(event) => pasteInto(event, field, env, setText)}
        onBlur={onBlur}
        onPointerDown={endTyping}
        onKeyDown={(event) => {
          const typing = isTyping(event);
          if (typing || event.key !== 'ArrowDown' || event.nativeEvent.isComposing)
            return onKeyDown(event, typing);
          event.preventDefault();
          event.stopPropagation();
          below.current?.querySelector<HTMLElement>('td button[tabindex="0"]')?.focus();
        }}
      />
      <Popover
        open
        onOpenChange={(open) => !open && commitText(text, 'stay')}
        anchor={anchor}
        label={`${field.name}: choose a day`}
        initialFocus={false}
      >
        {/* biome-ignore lint/a11y/noStaticElementInteractions: hears the keys of the days and the time inside */}
        <div ref={below} tabIndex={-1} className="outline-none" onKeyDown={onKeyDownBelow} onBlur={onBlur}>
          <div className="min-h-68 min-w-64 pointer-coarse:min-h-88">
            <Calendar
              day={dayOf(field, text, env)}
              onDay={(day) => {
                const written = withDay(field, day, text, env);
                setText(written);
                if (field.template.displayTime) input.current?.focus();
                else commitText(written, 'stay');
              }}
            />
          </div>
          {field.template.displayTime && (
            <div className="mt-2 flex items-center gap-2 border-line-subtle border-t pt-2 text-text-muted">
              <span className="flex-1" aria-hidden="true">
                Time
              </span>
              <TextInput
                type="time"
                aria-label={`${field.name}: time`}
                size="sm"
                className="w-auto tabular-nums"
                value={clockOf(field, text, env)}
                onChange={(event) => {
                  if (event.target.value === '') return;
                  const today = todayOf(field, env.now ?? new Date().toISOString(), env);
                  setText(withClock(field, event.target.value, text, today, env));
                }}
              />
            </div>
          )}
        </div>
      </Popover>
    </div>
  );
}
