import { expect, it } from 'vitest';
import { withLeft, worstOf } from './chart-bar.ts';

const pages = (...counts: readonly number[]) => counts.map((count, at) => ({ label: `Page ${at}`, count }));

it('says how many went no further than each page, and at which most of them left', () => {
  const bars = withLeft(pages(36, 33, 20, 20), false);
  expect(bars.map(({ left }) => left)).toEqual([3, 13, 0, undefined]);
  expect(worstOf(bars)).toBe(1);
});

it('says nothing of it where people skip pages', () => {
  expect(withLeft(pages(36, 10, 26, 30), false).map(({ left }) => left)).toEqual(Array(4).fill(undefined));
  expect(withLeft(pages(36, 33), true).map(({ left }) => left)).toEqual([undefined, undefined]);
});

it('names no worst page where as many left at another, or nobody did', () => {
  expect(worstOf(withLeft(pages(30, 20, 10), false))).toBeNull();
  expect(worstOf(withLeft(pages(30, 30), false))).toBeNull();
});
