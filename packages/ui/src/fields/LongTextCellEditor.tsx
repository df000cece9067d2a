import { useRef, useState } from 'react';
import type { CellEditorProps } from './cell-editor.ts';
import { cellOfText, openingText } from './cell-text-input.ts';
import { editorLook, endOf } from './editor-keys.ts';

/** Six rows to write in; Enter ends, Shift+Enter and Alt+Enter make a line. */
export function LongTextCellEditor(props: CellEditorProps) {
  const { field, value, raw, initialText, env, onCommit, onCancel } = props;
  const opening = openingText(field, value, raw, env);
  const [text, setText] = useState(initialText ?? opening);
  const ended = useRef(false);
  const commit = (move: Parameters<typeof onCommit>[1]) => {
    if (ended.current) return;
    ended.current = true;
    // A text box turns every line end into one sign; what was not touched stays as it was.
    if (text === opening) onCommit({ value, ...(raw !== undefined && { raw }) }, move);
    else onCommit(cellOfText(field, text, env), move);
  };
  return (
    <textarea
      // biome-ignore lint/a11y/noAutofocus: the person opened this cell to write into it
      autoFocus
      aria-label={field.name}
      dir="auto"
      rows={6}
      className={`${editorLook} min-w-75 resize py-2`}
      value={text}
      onFocus={(event) => event.target.setSelectionRange(text.length, text.length)}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => commit('stay')}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.shiftKey || event.altKey)) {
          event.stopPropagation();
          if (event.altKey) {
            event.preventDefault();
            const { selectionStart, selectionEnd } = event.currentTarget;
            event.currentTarget.setRangeText('\n', selectionStart, selectionEnd, 'end');
            setText(event.currentTarget.value);
          }
          return;
        }
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
