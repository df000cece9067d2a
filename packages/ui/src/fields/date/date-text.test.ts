import type { FieldEnv } from '@weft/core';
import { sampleField } from '@weft/core/testing';
import { expect, test } from 'vitest';
import { cellOfText } from '../cell-text-input.ts';
import { clockOf, dayOf, todayOf, withClock, withDay } from './date-text.ts';

const env: FieldEnv = { timeZone: 'America/New_York', locale: 'en-US' };
const day = sampleField('date');
const moment = sampleField('datetime');

test('the month shows the day that is written', () => {
  expect(dayOf(day, '3/5/2026', env)).toBe('2026-03-05');
  expect(dayOf(day, '3/', env)).toBeNull();
  expect(dayOf(moment, '11/28/2026 11:30 PM', env)).toBe('2026-11-28');
  expect(clockOf(moment, '11/28/2026 11:30 PM', env)).toBe('23:30');
});

test('a chosen day replaces the written one and keeps its time', () => {
  expect(withDay(day, '2026-11-28', 'soon', env)).toBe('11/28/2026');
  expect(withDay(moment, '2026-11-30', '11/28/2026 3:00 PM EST', env)).toBe('11/30/2026 3:00 PM EST');
});

test('a day on the other side of a change of clocks keeps the time and fits', () => {
  const text = withDay(moment, '2026-07-01', '11/28/2026 3:00 PM EST', env);
  expect(text).toBe('07/01/2026 3:00 PM EDT');
  expect(cellOfText(moment, text, env)).toEqual({ value: '2026-07-01T19:00:00.000Z' });
});

test('a day chosen first gets midnight; a time chosen first gets today', () => {
  expect(withDay(moment, '2026-07-01', '', env)).toBe('07/01/2026 12:00 AM EDT');
  expect(withClock(moment, '15:45', '', '2026-07-01', env)).toBe('07/01/2026 3:45 PM EDT');
  expect(withClock(moment, '09:05', '11/28/2026 3:00 PM', '2026-07-01', env)).toBe('11/28/2026 9:05 AM EST');
});

test('a time that was typed alone stays when a day is chosen', () => {
  expect(withDay(moment, '2026-07-01', '3:30 pm', env)).toBe('07/01/2026 3:30 PM EDT');
});

test('today is the day in the zone of the field', () => {
  expect(todayOf(moment, '2026-07-02T02:00:00.000Z', env)).toBe('2026-07-01');
});
