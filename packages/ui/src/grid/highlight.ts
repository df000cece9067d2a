import { fold } from '@weft/core';

/** The name by which the style sheet knows what a search has found. */
const highlightName = 'wg-found';

/** Where a folded text stands in a text: [from, to) of each place, in UTF-16 units. */
export function placesOf(text: string, wanted: string): readonly (readonly [from: number, to: number])[] {
  if (wanted === '') return [];
  // Letter by letter, for folding may change how many there are.
  let folded = '';
  const origins: number[] = [];
  let at = 0;
  for (const letter of text) {
    const part = fold(letter);
    for (let i = 0; i < part.length; i++) origins.push(at);
    folded += part;
    at += letter.length;
  }
  origins.push(at);
  const places: (readonly [number, number])[] = [];
  for (let from = folded.indexOf(wanted); from !== -1; from = folded.indexOf(wanted, from + wanted.length)) {
    const end = origins
      .slice(from + wanted.length)
      .find((origin) => origin > (origins[from + wanted.length - 1] ?? 0));
    places.push([origins[from] ?? 0, end ?? at]);
  }
  return places;
}

/** Highlights what a search has found, in the cells that are drawn and as they change. Returns the clean-up. */
export function highlightFound(rows: HTMLElement, search: string): () => void {
  const wanted = fold(search.trim());
  if (wanted === '' || !('highlights' in CSS)) return () => {};
  let frame = 0;
  const mark = () => {
    frame = 0;
    const ranges: Range[] = [];
    const texts = document.createTreeWalker(rows, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      if (node.parentElement?.closest('.wg-check, .is-out')) continue;
      for (const [from, to] of placesOf(node.nodeValue ?? '', wanted)) {
        const range = new Range();
        range.setStart(node, from);
        range.setEnd(node, to);
        ranges.push(range);
      }
    }
    CSS.highlights.set(highlightName, new Highlight(...ranges));
  };
  const changed = () => {
    if (frame === 0) frame = requestAnimationFrame(mark);
  };
  const observer = new MutationObserver(changed);
  observer.observe(rows, { childList: true, characterData: true, subtree: true });
  changed();
  return () => {
    observer.disconnect();
    cancelAnimationFrame(frame);
    CSS.highlights.delete(highlightName);
  };
}
