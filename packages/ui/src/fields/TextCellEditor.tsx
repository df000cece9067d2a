import { useRef, useState } from 'react';
import type { CellEditorProps } from './cell-editor.ts';
import { cellOfText, openingText, takesText } from './cell-text-input.ts';
import { editorLook, endOf } from './editor-keys.ts';
import { pasteInto } from './paste-into.ts';

const figures = new Set(['number', 'currency', 'percent', 'duration']);
const inputModes = {
  number: 'decimal',
  currency: 'decimal',
  percent: 'decimal',
  email: 'email',
  url: 'url',
  phone_number: 'tel',
} as const;

/** One line of text, read by the field's type when it is left. */
export function TextCellEditor(props: CellEditorProps) {
  const { field, value, raw, initialText, env, onCommit, onCancel } = props;
  const opening = openingText(field, value, raw, env);
  // A letter typed onto a number is not taken, and must not empty the cell either.
  const start = initialText !== undefined && takesText(field, initialText, env) ? initialText : opening;
  // A text that does not fit the type is edited freely.
  const filters = takesText(field, start, env);
  const [text, setText] = useState(start);
  const ended = useRef(false);

  const commit = (move: Parameters<typeof onCommit>[1]) => {
    if (ended.current) return;
    ended.current = true;
    if (text === opening) onCommit({ value, ...(raw !== undefined && { raw }) }, move);
    else onCommit(cellOfText(field, text, env), move);
  };
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: the person opened this cell to write into it
      autoFocus
      aria-label={field.name}
      dir="auto"
      inputMode={field.type in inputModes ? inputModes[field.type as keyof typeof inputModes] : 'text'}
      autoComplete="off"
      spellCheck={field.type === 'single_line_text'}
      className={`${editorLook} ${figures.has(field.type) ? 'text-end tabular-nums' : ''}`}
      value={text}
      onChange={(event) => {
        const next = event.target.value;
        if (!filters || takesText(field, next, env)) setText(next);
      }}
      onPaste={(event) => filters && pasteInto(event, field, env, setText)}
      onBlur={() => commit('stay')}
      onKeyDown={(event) => {
        const end = endOf(event);
        if (end === null) return;
        event.preventDefault();
        event.stopPropagation();
        if (end !== 'cancel') return commit(end);
        ended.current = true;
        onCancel();
      }}
    />
  );
}
