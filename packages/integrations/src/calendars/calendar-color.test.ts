import { expect, it } from 'vitest';
import { calendarColor } from './calendar-color.ts';

it('the colour of a calendar is #rrggbb, or none', () => {
  expect(['#C2410C', '#C2410CFF', ' #c2410c\n'].map(calendarColor)).toEqual(Array(3).fill('#c2410c'));
  expect(['', 'red', '#c24', '#c2410c;x', 'url(#c2410c)', null, undefined].map(calendarColor)).toEqual(
    Array(7).fill(null),
  );
});
