import type { Page } from '@playwright/test';

export interface Painted {
  /** Milliseconds from the start of the navigation until what is largest was painted. */
  readonly largest: number;
  /** How far things moved, as browsers add it up. */
  readonly shift: number;
}

/** Runs in a page before its own scripts: notes what `paintedIn` reads. */
export const notePaints = () => {
  const painted = { largest: 0, shift: 0 };
  Object.assign(globalThis, { painted });
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) painted.largest = startTime;
  }).observe({ type: 'largest-contentful-paint' as 'mark', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) painted.shift += (entry as unknown as { value: number }).value;
  }).observe({ type: 'layout-shift' as 'mark', buffered: true });
};

export const paintedIn = (page: Page): Promise<Painted> =>
  page.evaluate(() => (globalThis as unknown as { painted: Painted }).painted);
