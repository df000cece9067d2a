import { useLayoutEffect, useRef } from 'react';

interface Caret {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Where a place in a text is in what became of the text. */
function placeIn(before: string, after: string, place: number): number {
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before[from] === after[from]) from++;
  if (place <= from) return place;
  let end = 0;
  while (end < most - from && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  return place < before.length - end ? from : place + after.length - before.length;
}

/**
 * Keeps the caret at what it stands at while somebody else writes into the same text: browsers put it to the end of a
 * text that is set, and the next letter would go there.
 */
export function useSteadyCaret(value: string) {
  const ref = useRef<HTMLTextAreaElement>(null);
  const last = useRef<Caret | null>(null);
  const note = () => {
    const text = ref.current;
    if (text !== null)
      last.current = { text: text.value, start: text.selectionStart, end: text.selectionEnd };
  };
  useLayoutEffect(() => {
    const [text, was] = [ref.current, last.current];
    if (text === null || was === null || was.text === value || document.activeElement !== text) return;
    const [start, end] = [placeIn(was.text, value, was.start), placeIn(was.text, value, was.end)];
    text.setSelectionRange(start, end);
    last.current = { text: value, start, end };
  }, [value]);
  return { ref, onSelect: note, onInput: note };
}
