import { withoutUndefined } from '@weft/std';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { CellEditorProps, CommitMove } from './cell-editor.ts';
import { cellOfText } from './cell-text-input.ts';
import { endOf, useTyping } from './editor-keys.ts';

/** A cell edited as text: what stands in the box, and its one end, by a key or by leaving. */
export function useCellText(
  { field, value, raw, initialText, env, onCommit, onCancel }: CellEditorProps,
  opening: string,
  start: string,
) {
  const [text, setText] = useState(start);
  const ended = useRef(false);
  const { isTyping, endTyping } = useTyping(initialText !== undefined);
  const commit = (move: CommitMove) => {
    if (ended.current) return;
    ended.current = true;
    // What was not touched stays as it was: a box may show a value otherwise than it is kept.
    if (text === opening) onCommit(withoutUndefined({ value, raw }), move);
    else onCommit(cellOfText(field, text, env), move);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const end = endOf(event, isTyping(event));
    if (end === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (end !== 'cancel') return commit(end);
    ended.current = true;
    onCancel();
  };
  const box = { onKeyDown, onPointerDown: endTyping, onBlur: () => commit('stay') };
  return { text, setText, endTyping, box };
}
