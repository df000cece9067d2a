import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Rows that are drawn above and below those that are seen. */
const more = 10;

/** Lists up to this long are drawn whole. */
const wholeUpTo = 60;

interface Range {
  readonly first: number;
  /** The row behind the last. */
  readonly end: number;
}

export interface RowWindow {
  /** The rows to draw, in order; null: all of them, one below the other. */
  readonly shown: readonly number[] | null;
  /** From the top of one row to the top of the next. */
  readonly pitch: number;
  /** Draws a row and scrolls to it. */
  readonly reveal: (index: number) => void;
}

/** What scrolls a list: the nearest box around it that does. */
function scrollerOf(element: Element | null): Element {
  for (let box = element?.parentElement; box; box = box.parentElement)
    if (/auto|scroll/.test(getComputedStyle(box).overflowY)) return box;
  return document.documentElement;
}

/**
 * The rows of a long list that are near the visible ones: a thousand inputs take seconds to draw. The rows are all as high
 * as the first. `kept`: rows that stay drawn wherever they are, for they have the focus or are being dragged.
 */
export function useRowWindow(
  list: RefObject<HTMLElement | null>,
  count: number,
  kept: readonly number[],
): RowWindow {
  const windowed = count > wholeUpTo;
  const [pitch, setPitch] = useState(32);
  const [range, setRange] = useState<Range>({ first: 0, end: wholeUpTo });
  useLayoutEffect(() => {
    const row = list.current?.firstElementChild;
    // A gap of 4 pixels stands between the rows.
    if (windowed && row) setPitch(Math.round(row.getBoundingClientRect().height) + 4);
  }, [windowed, list]);
  useEffect(() => {
    if (!windowed) return;
    const scroller = scrollerOf(list.current);
    const target = scroller === document.documentElement ? document : scroller;
    const look = () => {
      const top = list.current?.getBoundingClientRect().top ?? 0;
      const box = scroller === document.documentElement ? 0 : scroller.getBoundingClientRect().top;
      const first = Math.max(0, Math.floor((box - top) / pitch) - more);
      const end = Math.ceil((box + scroller.clientHeight - top) / pitch) + more;
      setRange((known) => (known.first === first && known.end === end ? known : { first, end }));
    };
    look();
    target.addEventListener('scroll', look, { passive: true });
    const resized = new ResizeObserver(look);
    resized.observe(scroller);
    return () => {
      target.removeEventListener('scroll', look);
      resized.disconnect();
    };
  }, [windowed, pitch, list]);
  const reveal = (index: number) => {
    if (!windowed || index < 0) return;
    flushSync(() => setRange({ first: Math.max(0, index - more), end: index + more }));
    const row = list.current?.querySelector(`[aria-posinset="${index + 1}"]`);
    row?.scrollIntoView({ block: 'nearest' });
  };
  if (!windowed) return { shown: null, pitch, reveal };
  const shown = new Set(kept.filter((index) => index >= 0 && index < count));
  for (let index = range.first; index < Math.min(range.end, count); index++) shown.add(index);
  return { shown: [...shown].sort((a, b) => a - b), pitch, reveal };
}
