import { longestLabel } from '@weft/forms';
import { toast } from '@weft/ui';
import type { ClipboardEvent } from 'react';

/** The lines of a text as labels; null: it is one line, and goes where it was pasted. */
export function pastedLines(text: string): readonly string[] | null {
  const lines = text.trim().split(/[\r\n]+/);
  return lines.length < 2 ? null : lines.map((line) => line.trim()).filter((line) => line !== '');
}

/** The labels that are not there yet, each once: no two choices of a question have one label. */
export function newLabels(
  labels: readonly string[],
  items: readonly { readonly label: string }[],
): readonly string[] {
  const known = new Set(items.map(({ label }) => label.trim()));
  return [...new Set(labels)].filter((label) => !known.has(label));
}

/** Why these labels cannot be added where there is room for so many; null: they can. */
export function listFault(labels: readonly string[], room: number): string | null {
  if (labels.length > room) return `There is room for ${room} more, and there are ${labels.length}`;
  const long = labels.find((label) => label.length > longestLabel);
  return long === undefined
    ? null
    : `“${long.slice(0, 40)}…” has ${long.length} characters: use at most ${longestLabel}`;
}

/** Says what a browser would cut off in silence: a pasted text that is longer than there is room for. */
export function refuseLongPaste(event: ClipboardEvent<HTMLInputElement | HTMLTextAreaElement>): void {
  const { value, maxLength, selectionStart, selectionEnd } = event.currentTarget;
  const { length } = event.clipboardData.getData('text/plain').replace(/\r\n/g, '\n');
  const room = maxLength - value.length + (selectionEnd ?? 0) - (selectionStart ?? 0);
  if (maxLength < 0 || length <= room) return;
  event.preventDefault();
  toast(`Nothing was pasted: it has ${length} characters, and there is room for ${room} here`);
}
