import { createHash } from 'node:crypto';
import type { CellValue, Field } from '@weft/core';
import type { ControlView } from '@weft/public';
import type { Sight } from '../records/sight.ts';
import { holdsSeveral, untouched } from './controls.ts';

/**
 * A form that changes a record tells what each control showed when the page was made. What comes back as it was shown was
 * not touched: it is not written, for the cell may hold more than its control shows, and others may have changed it since.
 */
export const markName = (fieldId: string): string => `was:${fieldId}`;

/** Texts as browsers send them: line breaks have several forms, and an empty control is none. */
const asSent = (texts: readonly string[]): readonly string[] =>
  texts.map((text) => text.replaceAll(/\r\n?/g, '\n')).filter((text) => text !== '');

const markOf = (field: Field, texts: readonly string[]): string => {
  const sent = asSent(texts);
  if (holdsSeveral(field)) return sent.toSorted().join(' ');
  return createHash('sha256').update(JSON.stringify(sent)).digest('base64url').slice(0, 16);
};

function textsOf(control: ControlView): readonly string[] {
  if (control.kind === 'check') return control.checked ? ['on'] : [];
  if (control.kind === 'files') return control.kept.map(({ id }) => id);
  if (control.kind !== 'select') return [control.value];
  return control.options.filter(({ chosen }) => chosen).map(({ value }) => value);
}

/** What a control shows, as a form tells it. */
export const controlMark = (field: Field, control: ControlView): string => markOf(field, textsOf(control));

/** What the control of a cell would show. */
export const shownMark = (sight: Sight, field: Field, value: CellValue): string =>
  markOf(field, untouched(sight, field, value));

/** Whether a control was sent as it was shown. */
export const isUntouched = (field: Field, mark: string, texts: readonly string[]): boolean =>
  markOf(field, texts) === mark;

/** Several things as they are now, with what the sender put to those that they saw, and without what they took away. */
export function merged(mark: string, texts: readonly string[], now: readonly string[]): readonly string[] {
  const [had, sent] = [new Set(mark.split(' ').filter(Boolean)), asSent(texts)];
  const gone = new Set([...had].filter((one) => !sent.includes(one)));
  const there = new Set(now);
  return [...now.filter((one) => !gone.has(one)), ...sent.filter((one) => !had.has(one) && !there.has(one))];
}
