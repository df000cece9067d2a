import { type RefObject, useEffect, useState } from 'react';

export interface BlockRect {
  readonly top: number;
  readonly left: number;
  readonly width: number;
  readonly height: number;
}

export const blockIn = (frame: HTMLIFrameElement | null, id: string): HTMLElement | null =>
  frame?.contentDocument?.querySelector<HTMLElement>(`[data-block-id="${id}"]`) ?? null;

const none: ReadonlyMap<string, BlockRect> = new Map();

/** Where blocks stand in the frame, as long as they are looked at: they move with scrolling, and with what loads. */
export function useBlockRects(
  frame: RefObject<HTMLIFrameElement | null>,
  ids: readonly string[],
  /** Counts the pages that the frame has shown: each has elements of its own. */
  drawn: number,
  scale: number,
): ReadonlyMap<string, BlockRect> {
  const [rects, setRects] = useState(none);
  const wanted = ids.join(' ');
  useEffect(() => {
    const shown = drawn === 0 ? null : frame.current;
    const inside = shown?.contentWindow;
    const blocks = wanted.split(' ').flatMap((id) => {
      const block = id === '' ? null : blockIn(shown, id);
      return block === null ? [] : [[id, block] as const];
    });
    const [first] = blocks;
    if (first === undefined || inside === null || inside === undefined) {
      setRects(none);
      return;
    }
    const measure = () =>
      setRects(
        new Map(
          blocks.map(([id, block]) => {
            const { top, left, width, height } = block.getBoundingClientRect();
            return [
              id,
              { top: top * scale, left: left * scale, width: width * scale, height: height * scale },
            ];
          }),
        ),
      );
    measure();
    const sizes = new ResizeObserver(measure);
    for (const [, block] of blocks) sizes.observe(block);
    const { body } = first[1].ownerDocument;
    if (body !== null) sizes.observe(body);
    inside.addEventListener('scroll', measure, { passive: true });
    inside.addEventListener('resize', measure);
    return () => {
      sizes.disconnect();
      inside.removeEventListener('scroll', measure);
      inside.removeEventListener('resize', measure);
    };
  }, [frame, wanted, drawn, scale]);
  return rects;
}
