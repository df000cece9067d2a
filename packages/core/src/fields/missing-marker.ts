import type { FieldKind } from './field-kinds.ts';

/** What tables of numbers and dates write where they have no value, in lower case. */
const markers: ReadonlySet<string> = new Set([
  ...['na', 'n/a', 'n.a.', 'n.a', '<na>', '#n/a', '#n/a n/a', '#na'],
  ...['nan', '-nan'],
  ...['null', '(null)', '[null]', '<null>', '\\n', 'nil', 'none', '(none)'],
  ...['#null!', '#value!', '#ref!', '#div/0!', '#num!', '#name?'],
  ...['-', '--', '---', '–', '—', '.', '..', '...', '…', '?', '??', '*'],
]);
const longestMarker = 10;

const measures: ReadonlySet<FieldKind> = new Set<FieldKind>([
  'number',
  'currency',
  'percent',
  'date',
  'datetime',
  'duration',
]);

/** A kind of which a missing value is written with a marker: it says how much or when. */
export const isMeasureKind = (kind: FieldKind): boolean => measures.has(kind);

/** What markers begin with: most texts are told by one look. */
const beginnings: ReadonlySet<number> = new Set(
  [...markers].flatMap((marker) => [marker.charCodeAt(0), marker.toUpperCase().charCodeAt(0)]),
);

/** Whether a trimmed text says that there is no value: NA, n/a, null, NaN, -, #N/A. */
export const isMissingMarker = (text: string): boolean =>
  text.length <= longestMarker && beginnings.has(text.charCodeAt(0)) && markers.has(text.toLowerCase());

/**
 * Whether the text a cell keeps beside its field says that there is no value: it is shown as it is, without the mark of
 * a text that does not fit, for there is nothing to mend.
 */
export const isQuietRaw = (kind: FieldKind, raw: string): boolean =>
  measures.has(kind) && isMissingMarker(raw.trim());
