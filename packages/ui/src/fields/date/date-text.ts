import { type FieldEnv, type FieldOf, fieldType } from '@weft/core';
import { cellOfText } from '../cell-text-input.ts';

export type DateField = FieldOf<'date'> | FieldOf<'datetime'>;

/** A time someone wrote without a day so far. */
const typedTime = /\d{1,2}:\d{2}(?:\s*[ap]m)?/i;

/** 'YYYY-MM-DD HH:mm' as the text means it to its reader; null when it is no date yet. */
function momentOf(field: DateField, text: string, env: FieldEnv): string | null {
  const { value } = cellOfText(field, text, env);
  if (typeof value !== 'string') return null;
  const iso = { ...field.template, dateFormat: 'iso', timeFormat: '24h', displayTimeZone: false } as const;
  return fieldType(field.type).format(value, iso, env);
}

/** The day of a text, as 'YYYY-MM-DD'. */
export const dayOf = (field: DateField, text: string, env: FieldEnv): string | null =>
  momentOf(field, text, env)?.slice(0, 10) ?? null;

/** The time of a text, as 'HH:mm'; empty when it has none. */
export const clockOf = (field: DateField, text: string, env: FieldEnv): string =>
  (field.template.displayTime && momentOf(field, text, env)?.slice(11, 16)) || '';

/** A text in the field's own words, with its zone where that is shown. */
function inFull(field: DateField, text: string, env: FieldEnv): string {
  const { value } = cellOfText(field, text, env);
  return typeof value === 'string' ? fieldType(field.type).format(value, field.template, env) : text;
}

const withoutTime = { displayTime: false, displayTimeZone: false };

/** The text with its day ('YYYY-MM-DD') replaced and its time kept. The zone's letters may change with the season. */
export function withDay(field: DateField, day: string, text: string, env: FieldEnv): string {
  const plain = { ...field.template, ...withoutTime };
  const written = fieldType('date').format(`${day}T00:00:00.000Z`, plain, env);
  if (!field.template.displayTime) return written;
  const clock = clockOf(field, text, env) || (typedTime.exec(text)?.[0] ?? '00:00');
  return inFull(field, `${written} ${clock}`, env);
}

/** The text with its time ('HH:mm') replaced and its day kept, or `today` where it has none. */
export function withClock(
  field: DateField,
  clock: string,
  text: string,
  today: string,
  env: FieldEnv,
): string {
  const plain = { ...field.template, ...withoutTime };
  const day = dayOf(field, text, env) ?? today;
  return inFull(field, `${fieldType('date').format(`${day}T00:00:00.000Z`, plain, env)} ${clock}`, env);
}

/** The day it is now where the field's times are read. */
export function todayOf(field: DateField, now: string, env: FieldEnv): string {
  const iso = { ...field.template, dateFormat: 'iso', displayTime: true, displayTimeZone: false } as const;
  return fieldType('datetime').format(now, iso, env).slice(0, 10);
}
