import type { FieldKind } from '@weft/core';
import type { ImportPreviewColumn } from '@weft/protocol';
import { deepEqual } from '@weft/std';
import { type ColumnChoice, fullTemplate } from './column-choice.ts';

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
  misfits: 0,
  samples: [],
  reason: column.reason,
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
  const reading = readingOf(column, choice);
  return reading === null ? { count: 0, atLeast: false, samples: [] } : misfitsOf(reading);
}

/** 'All fit', '3 don’t fit', 'Most don’t fit'. */
export function misfitWords({ count, atLeast }: Misfits): string {
  if (count === 0) return 'All fit';
  if (atLeast) return 'Most don’t fit';
  return `${count.toLocaleString()} ${count === 1 ? 'doesn’t' : 'don’t'} fit`;
}

const plainTexts: ReadonlySet<FieldKind> = new Set(['long_text', 'email', 'url', 'phone_number']);

/** Kinds offered with one click. */
const mostSuggestions = 4;

/** Other kinds worth one click: those that nearly every value fits, plain text, and first of all what was proposed. */
export function suggestions(column: ImportPreviewColumn, choice: ColumnChoice): readonly Reading[] {
  const { alternatives, values } = column.fieldValidation;
  const all = [proposal(column), ...alternatives];
  const chosen = readingOf(column, choice);
  const near = all.filter((each, index) => {
    if (chosen !== null && each.fieldType === chosen.fieldType && deepEqual(each.template, chosen.template))
      return false;
    if (index === 0) return true;
    // The importer reads a column of the proposed kind as it was proposed, whatever the settings say.
    if (each.fieldType === column.fieldType) return false;
    if (plainTexts.has(each.fieldType)) return false;
    const { count, atLeast } = misfitsOf(each);
    return values > 0 && !atLeast && count * 5 <= values;
  });
  return near.slice(0, mostSuggestions);
}

/** The choice is still the proposal, settings aside. */
export const isProposal = (column: ImportPreviewColumn, choice: ColumnChoice): boolean =>
  choice.type === column.fieldType &&
  (!choice.decided || deepEqual(fullTemplate(column.fieldType, column.template), choice.template));

/** A proposal to look at: nearly another kind, or two that fit alike. */
export const isDoubtful = (column: ImportPreviewColumn, choice: ColumnChoice): boolean =>
  !choice.decided && column.confidence <= 0.6 && column.fieldValidation.values > 0;

/** The settings a column has as a kind: those of its reading. */
export function templateFor(column: ImportPreviewColumn, kind: FieldKind): object {
  if (kind === column.fieldType) return column.template;
  return column.fieldValidation.alternatives.find((each) => each.fieldType === kind)?.template ?? {};
}
