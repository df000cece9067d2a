import { anyFieldType, fieldType } from '@weft/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { cx } from '../../primitives/class-names.ts';
import { cellOfText, openingText, takesText } from '../cell-text-input.ts';
import { gridKind } from '../grid-kinds.ts';
import { pasteInto } from '../paste-into.ts';
import { quietLook, type RecordInputProps } from './record-input.ts';

/** What is being typed, and the text it began with. */
interface Draft {
  readonly opening: string;
  readonly text: string;
}

/** Rows of a long text (specification 2, section 5). */
const longTextRows = 4;

/** Saves what is typed also when the form or the page goes away before the input is left. */
function useLastCommit(commit: () => void) {
  const last = useRef(commit);
  last.current = commit;
  useEffect(() => {
    const save = () => last.current();
    // Before the page's own listener, which sends what is pending.
    addEventListener('pagehide', save, { capture: true });
    return () => {
      removeEventListener('pagehide', save, { capture: true });
      save();
    };
  }, []);
}

/** A field written as text: formatted while it is not edited, read by its type when it is left. */
export function TextRecordInput({ field, value, raw, env, look, onCommit }: RecordInputProps) {
  const { inputMode = 'text', spellCheck = false } = gridKind(field.type).text;
  const [draft, setDraft] = useState<Draft | null>(null);
  /** The draft as the last key left it: leaving may come before the next render. */
  const typed = useRef<Draft | null>(null);
  const set = (next: Draft | null) => {
    typed.current = next;
    setDraft(next);
  };
  const commit = () => {
    const left = typed.current;
    typed.current = null;
    // What was not touched stays as it is now, also where a colleague has just changed it.
    if (left !== null && left.text !== left.opening) onCommit(cellOfText(field, left.text, env));
  };
  useLastCommit(commit);
  const shown = raw ?? (value === null ? '' : anyFieldType(field.type).format(value, field.template, env));
  const many = gridKind(field.type).editor === 'long-text';
  const type = (text: string) => {
    const opening = draft?.opening ?? openingText(field, value, raw, env);
    if (raw !== undefined || !takesText(field, opening, env) || takesText(field, text, env))
      set({ opening, text });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const text = typed.current;
    if (event.key === 'Escape' && text !== null && text.text !== text.opening) {
      // Gives up the edit; the next Escape closes the form.
      event.stopPropagation();
      set({ opening: text.opening, text: text.opening });
    } else if (event.key === 'Enter' && (!many || event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      if (event.currentTarget instanceof HTMLElement) event.currentTarget.blur();
    }
  };
  const unfit = raw !== undefined && draft === null;
  const input = {
    'aria-label': field.name,
    dir: 'auto' as const,
    inputMode,
    spellCheck,
    autoComplete: 'off',
    value: draft?.text ?? shown,
    title: unfit ? `Doesn’t fit ${fieldType(field.type).label}. Kept as text.` : undefined,
    className: cx(
      look === 'title'
        ? '-mx-2 w-full rounded-md border border-transparent bg-transparent px-2 font-semibold text-title hover:border-line-strong'
        : cx(quietLook, 'px-2.25'),
      'focus:bg-surface focus:outline-2 focus:outline-focus focus:-outline-offset-1',
      unfit && 'text-warning-text',
    ),
    onFocus: () => {
      const opening = openingText(field, value, raw, env);
      set({ opening, text: opening });
    },
    onBlur: () => {
      commit();
      setDraft(null);
    },
    onKeyDown,
  };
  if (many)
    return (
      <textarea
        {...input}
        rows={longTextRows}
        style={{ minHeight: `calc(${longTextRows}lh + 14px)` }}
        className={cx(input.className, 'field-sizing-content max-h-[40dvh] resize-y py-1.5')}
        onChange={(event) => type(event.target.value)}
      />
    );
  return (
    <input
      {...input}
      placeholder={look === 'title' ? 'Unnamed record' : undefined}
      className={cx(input.className, look === 'title' ? 'h-9' : 'h-8 max-sm:h-11')}
      onChange={(event) => type(event.target.value)}
      onPaste={(event) => pasteInto(event, field, env, (text) => type(text))}
    />
  );
}
