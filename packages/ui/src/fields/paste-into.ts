import type { Field, FieldEnv } from '@weft/core';
import type { ClipboardEvent } from 'react';
import { textAfterPaste } from './cell-text-input.ts';

/** Lets the field's type read what is pasted into its box; other pastes stay the browser's. */
export function pasteInto(
  event: ClipboardEvent<HTMLInputElement>,
  field: Field,
  env: FieldEnv,
  setText: (text: string) => void,
): void {
  const { value: before, selectionStart, selectionEnd } = event.currentTarget;
  const pasted = event.clipboardData.getData('text/plain');
  const from = selectionStart ?? before.length;
  const next = before.slice(0, from) + pasted + before.slice(selectionEnd ?? from);
  const text = textAfterPaste(field, { before, pasted, next }, env);
  if (text === null) return;
  event.preventDefault();
  setText(text);
}
