import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ScrollMap, tallest } from './scroll-map.ts';

const view = 800;

describe('scrolling a list taller than a browser can draw', () => {
  it('is the scroll position itself in a list that fits', () => {
    const map = new ScrollMap();
    map.resize(36_000, view);
    map.scrolled(1_234);
    expect(map.top).toBe(1_234);
    expect(map.offset).toBe(0);
  });

  it('goes pixel by pixel over short ways, and to the end of the list at the end of the scrollbar', () => {
    const map = new ScrollMap();
    map.resize(36_000_000, view);
    map.scrolled(400);
    map.scrolled(800);
    expect(map.top).toBe(800);
    map.scrolled(tallest - view);
    expect(map.top).toBe(36_000_000 - view);
  });

  it('reaches every row by short ways alone', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 17_000_000, max: 200_000_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.array(fc.integer({ min: -1_600, max: 1_600 }), { maxLength: 50 }),
        (list, share, ways) => {
          const map = new ScrollMap();
          map.resize(list, view);
          let scrollTop = map.moveTo(Math.round((list - view) * share));
          for (const way of ways) {
            const before = map.top;
            const most = map.height - view;
            const next = Math.min(Math.max(0, scrollTop + way), most);
            map.scrolled(next);
            // As far as the pointer went, unless the list ends there.
            const wanted = Math.min(Math.max(0, before + (next - scrollTop)), list - view);
            expect(map.top).toBe(wanted);
            scrollTop = next;
            if (map.cornered) scrollTop = map.settle(scrollTop) ?? scrollTop;
            expect(map.top).toBe(wanted);
            expect(scrollTop + map.offset).toBe(map.top);
          }
        },
      ),
    );
  });

  it('keeps the place when rows come or go below', () => {
    const map = new ScrollMap();
    map.resize(36_000_000, view);
    map.moveTo(10_000_000);
    map.resize(36_000_036, view);
    expect(map.top).toBe(10_000_000);
  });
});
