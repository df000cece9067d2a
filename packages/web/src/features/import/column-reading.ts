import { type FieldKind, isMeasureKind, isSelectKind } from '@weft/core';
import type { ImportPreviewColumn } from '@weft/protocol';
import { deepEqual } from '@weft/std';
import type { ColumnChoice } from './column-choice.ts';

/** A kind the column could be, and what of it would not fit. */
export type Reading = ImportPreviewColumn['fieldValidation']['alternatives'][number];

/** How many values do not fit a kind. */
export interface Misfits {
  readonly count: number;
  /** There are more than were counted. */
  readonly atLeast: boolean;
  /** The first few of them. */
  readonly samples: readonly string[];
}

export const misfitsOf = ({ misfits, reason, samples }: Reading): Misfits => ({
  count: misfits,
  atLeast: reason.startsWith('At least'),
  samples,
});

const proposal = (column: ImportPreviewColumn): Reading => ({
  fieldType: column.fieldType,
  template: column.template,
  format: column.format,
  misfits: 0,
  samples: [],
  reason: column.reason,
  rewritten: column.fieldValidation.rewritten,
  notes: column.fieldValidation.notes,
});

/** Settings that tell two readings of one kind apart: day or month first, 1.234 or 1,234. */
const telling = ['dateFormat', 'numberFormat'];

function shares(reading: Reading, template: object): boolean {
  const wanted: { readonly [key: string]: unknown } = { ...template };
  return telling.some((key) => reading.template[key] !== undefined && reading.template[key] === wanted[key]);
}

/** The reading of the file behind a choice, as the importer picks it: of one kind, the one whose settings agree. */
export function readingOf(
  column: ImportPreviewColumn,
  choice: Pick<ColumnChoice, 'type' | 'template'>,
): Reading | null {
  if (choice.type === column.fieldType) return proposal(column);
  const same = column.fieldValidation.alternatives.filter((each) => each.fieldType === choice.type);
  return same.find((each) => shares(each, choice.template)) ?? same[0] ?? null;
}

export function misfitsIn(column: ImportPreviewColumn, choice: ColumnChoice): Misfits {
  // Spaces are all that was in the way, and they are left out.
  if (choice.trim === true && column.fieldValidation.outerSpace.fits === choice.type)
    return { count: 0, atLeast: false, samples: [] };
  const reading = readingOf(column, choice);
  return reading === null ? { count: 0, atLeast: false, samples: [] } : misfitsOf(reading);
}

/** What comes with the chosen kind: markers that stay text, the century of short years, texts an export writes anew. */
export const notesOf = (column: ImportPreviewColumn, choice: ColumnChoice): readonly string[] =>
  choice.include ? (readingOf(column, choice)?.notes ?? []) : [];

/** 'All fit', '3 don’t fit', '100 or more don’t fit'. */
export function misfitWords({ count, atLeast }: Misfits): string {
  if (count === 0) return 'All fit';
  if (atLeast) return `${count.toLocaleString()} or more don’t fit`;
  return `${count.toLocaleString()} ${count === 1 ? 'doesn’t' : 'don’t'} fit`;
}

const plainTexts: ReadonlySet<FieldKind> = new Set(['long_text', 'email', 'url', 'phone_number']);

const likeNumbers: ReadonlySet<FieldKind> = new Set(['currency', 'percent', 'duration']);

/** Kinds offered with one click. */
const maxSuggestions = 4;

/** Values that come again, as far as the rows at hand tell: worth options. */
function repeats(values: readonly string[]): boolean {
  return values.length >= 4 && new Set(values).size * 2 <= values.length;
}

function worthAClick(reading: Reading, column: ImportPreviewColumn, values: readonly string[]): boolean {
  const { alternatives, values: filled, markers } = column.fieldValidation;
  const { count, atLeast } = misfitsOf(reading);
  if (plainTexts.has(reading.fieldType) || filled === 0 || atLeast || count * 5 > filled) return false;
  // Markers of missing values say nothing of what the others measure, and nobody chooses among amounts.
  if (isMeasureKind(reading.fieldType) && markers.count >= filled) return false;
  if (isSelectKind(reading.fieldType) && isMeasureKind(column.fieldType)) return false;
  if (reading.fieldType === 'single_select') return repeats(values);
  if (reading.fieldType === 'multiple_select')
    return repeats(values) && values.some((text) => /[,;]/.test(text));
  // Days need no time of day.
  if (reading.fieldType === 'datetime')
    return ![column, ...alternatives].some(
      (each) => each.fieldType === 'date' && (!('misfits' in each) || each.misfits <= count),
    );
  // What reads as a plain number is no amount, percentage or duration unless more of it fits.
  if (likeNumbers.has(reading.fieldType)) {
    if (column.fieldType === 'number') return false;
    return !alternatives.some((each) => each.fieldType === 'number' && each.misfits <= count);
  }
  return true;
}

/**
 * Other kinds worth one click: what was proposed first, then those that nearly every value fits.
 * `values` are those of the rows at hand.
 */
export function suggestions(
  column: ImportPreviewColumn,
  choice: ColumnChoice,
  values: readonly string[],
): readonly Reading[] {
  const chosen = readingOf(column, choice);
  const isChosen = (each: Reading): boolean =>
    chosen !== null && each.fieldType === chosen.fieldType && deepEqual(each.template, chosen.template);
  const own = proposal(column);
  // The importer reads a column of the proposed kind as it was proposed, whatever the settings say.
  const others = column.fieldValidation.alternatives.filter(
    (each) => each.fieldType !== column.fieldType && !isChosen(each) && worthAClick(each, column, values),
  );
  return [...(isChosen(own) ? [] : [own]), ...others].slice(0, maxSuggestions);
}

/** A proposal to look at: nearly another kind, or two that fit alike. */
export const isDoubtful = (column: ImportPreviewColumn, choice: ColumnChoice): boolean =>
  !choice.decided && column.confidence <= 0.6 && column.fieldValidation.values > 0;

/** The settings a column has as a kind: those of its reading. */
export function templateFor(column: ImportPreviewColumn, kind: FieldKind): object {
  if (kind === column.fieldType) return column.template;
  return column.fieldValidation.alternatives.find((each) => each.fieldType === kind)?.template ?? {};
}
