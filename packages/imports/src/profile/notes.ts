import { type CellValue, type Field, isMeasureKind, isSelectKind } from '@weft/core';
import { unfit } from '../convert/convert-text.ts';
import { exportText } from '../export/cell-text.ts';
import { createConverter } from '../file-kinds.ts';
import type { Choice } from './choice.ts';
import { grouped, quoted } from './column-profile.ts';
import type { ColumnFacts } from './column-profiler.ts';
import type { Reading } from './family.ts';

type Typed = Pick<Choice, 'fieldType' | 'template' | 'format'>;

/** What comes with a type that a person should know, and how many cells an export writes differently. */
interface Decided {
  readonly rewritten: number;
  readonly notes: readonly string[];
}

/** `far`: few cells fit, and nobody needs to know what would become of them. */
export function decidedWith(typed: Typed, facts: ColumnFacts, far = false): Decided {
  if (far && !isMeasureKind(typed.fieldType)) return { rewritten: 0, notes: [] };
  const { count, example } = rewrittenAs(typed, facts);
  const cells = `${grouped(count)} ${count === 1 ? 'cell is' : 'cells are'}`;
  return {
    rewritten: count,
    notes: [
      ...(isMeasureKind(typed.fieldType) && facts.markers.count > 0 ? [markerNote(facts)] : []),
      ...(typed.format.order !== undefined && facts.dates.latestShort !== null ? [shortYearNote] : []),
      ...(isSelectKind(typed.fieldType) ? caseNotes(facts) : []),
      ...(count > 0 ? [`${cells} written differently in an export${example}; the value is the same`] : []),
    ],
  };
}

const shortYearNote = 'Two-digit years 69 to 99 are 19xx, 00 to 68 are 20xx';

function markerNote({ markers: { count, texts } }: ColumnFacts): string {
  const verb = texts.length === 1 ? 'stays' : 'stay';
  return `${quoted(texts)} in ${count === 1 ? '1 cell' : `${grouped(count)} cells`} ${verb} as text`;
}

/** Labels that differ only in upper and lower case, which are two options. */
function caseNotes({ firstDistinct }: ColumnFacts): readonly string[] {
  const spellings = new Map<string, string[]>();
  for (const text of firstDistinct) {
    const alike = spellings.get(text.toLowerCase());
    if (alike) alike.push(text);
    else spellings.set(text.toLowerCase(), [text]);
  }
  const pairs = [...spellings.values()].filter((alike) => alike.length > 1);
  const [first = []] = pairs;
  if (pairs.length === 0) return [];
  const more = pairs.length > 1 ? `, and ${grouped(pairs.length - 1)} more` : '';
  return [`${first.map((text) => `“${text}”`).join(' and ')} differ only in upper and lower case${more}`];
}

/** Texts of the kinds that are told apart one by one. */
const byText = new Set<Typed['fieldType']>(['checkbox', 'rating', 'multiple_select']);

function rewrittenAs(typed: Typed, facts: ColumnFacts): { readonly count: number; readonly example: string } {
  const { fieldType, template, format } = typed;
  const reading = isMeasureKind(fieldType) ? readingOf(typed, facts) : undefined;
  if (!reading && !(byText.has(fieldType) && facts.distinct)) return { count: 0, example: '' };
  // Spaces alone are no value, and the export leaves the cell empty.
  const blank = reading ? facts.blank : 0;
  if (reading && reading.rewritten.count + blank === 0) return { count: 0, example: '' };
  const options = isSelectKind(fieldType) ? { options: [], disableColors: false } : {};
  const field = {
    id: '',
    name: '',
    order: 0,
    type: fieldType,
    template: { ...template, ...options },
  } as Field;
  let made = 0;
  const converter = createConverter(field, format, {
    timeZone: 'UTC',
    newOptionValue: () => `opt${made++}`,
  });
  const first = reading?.rewritten.first ?? (blank > 0 ? ' ' : null);
  const texts = reading
    ? new Map(first === null ? [] : [[first, 1]])
    : (facts.distinct ?? new Map<string, number>());
  // All are read before the first is written: each list of options has an index of its own.
  const values = [...texts].map(([text, cells]) => ({ text, cells, value: converter.convert(text) }));
  const found = converter.options();
  const known =
    found === null ? field : ({ ...field, template: { ...field.template, options: found } } as Field);
  const rewritten = values.flatMap(({ text, cells, value }) => {
    const written = value === unfit ? text : exportText(known, value as CellValue);
    return reading || written !== text ? [{ text, cells, written }] : [];
  });
  const [example] = rewritten;
  return {
    count: reading ? reading.rewritten.count + blank : rewritten.reduce((sum, { cells }) => sum + cells, 0),
    example: example === undefined ? '' : `, such as “${example.text}” as “${example.written}”`,
  };
}

const readingOf = ({ fieldType, format }: Typed, facts: ColumnFacts): Reading | undefined =>
  facts.readings.find(
    (reading) =>
      reading.fieldType === fieldType &&
      reading.format.style === format.style &&
      reading.format.order === format.order,
  );
