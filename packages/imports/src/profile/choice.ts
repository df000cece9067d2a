import { type FieldKind, isMeasureKind } from '@weft/core';
import type { ColumnFormat } from '../convert/column-format.ts';
import type { Delimiter } from '../csv/csv-reader.ts';
import { grouped, quoted } from './column-profile.ts';
import type { ColumnFacts } from './column-profiler.ts';
import type { Reading } from './family.ts';

/** The type proposed for a column and why. */
export interface Choice {
  readonly fieldType: FieldKind;
  readonly template: object;
  readonly format: ColumnFormat;
  readonly reason: string;
  readonly confidence: number;
}

/** A column with values, as a type is chosen for it. */
export interface ChoosingColumn {
  readonly name: string;
  readonly facts: ColumnFacts;
  readonly delimiter: Delimiter;
  /** Cells whose text is no marker of a missing value. */
  readonly valued: number;
  /** As a reason begins: `All 12 values beside “NA”`, and the same with its verb. */
  readonly all: string;
  readonly allAre: string;
  readonly confidence: number;
  /** The readings of a kind that every value survives. */
  readonly perfect: (kind: FieldKind) => readonly Reading[];
}

/** Says what a column is, where it is of the sort that is looked for here; null leaves it to the next one. */
export type ChooseType = (column: ChoosingColumn) => Choice | null;

/** Few values are weak evidence, whatever they look like. */
export const confidenceOf = (filled: number): number => (filled >= 20 ? 1 : filled >= 5 ? 0.9 : 0.7);

/** Whether it may be proposed: what leaves out white space is a person's to say. */
export const asProposable = ({ format }: Pick<Reading, 'format'>): boolean => format.trim !== true;

export function choosingColumn(name: string, facts: ColumnFacts, delimiter: Delimiter): ChoosingColumn {
  const valued = facts.filled - facts.markers.count;
  const beside = facts.markers.count > 0 ? ` beside ${quoted(facts.markers.texts)}` : '';
  const perfect = facts.readings.filter(
    (reading) =>
      asProposable(reading) &&
      reading.strict.count === 0 &&
      !reading.strict.atLeast &&
      (valued > 0 || !isMeasureKind(reading.fieldType)),
  );
  const all = `${valued === 1 ? 'The one value' : `All ${grouped(valued)} values`}${beside}`;
  return {
    name,
    facts,
    delimiter,
    valued,
    all,
    allAre: `${all} ${valued === 1 ? 'is' : 'are'}`,
    confidence: confidenceOf(valued),
    perfect: (kind) => perfect.filter((reading) => reading.fieldType === kind),
  };
}

export const pick = (reading: Reading): Pick<Choice, 'fieldType' | 'template' | 'format'> => ({
  fieldType: reading.fieldType,
  template: reading.template,
  format: reading.format,
});

/** The text type every cell fits. */
export const textKind = ({ multiline, edgeLineBreaks }: ColumnFacts): 'long_text' | 'single_line_text' =>
  multiline > 0 || edgeLineBreaks ? 'long_text' : 'single_line_text';

/** A text longer than this is read in a box of several lines. */
const longestLine = 200;

/** A column that stays text, and why. */
export function textChoice(facts: ColumnFacts, reason: string, confidence: number): Choice {
  const long = facts.longest > longestLine;
  return {
    fieldType: long ? 'long_text' : textKind(facts),
    template: {},
    format: {},
    reason,
    confidence,
  };
}
