import { anyFieldType, type CellValue, type FieldShape } from '@weft/core';
import { must } from '@weft/std';
import { date } from '../date/date.ts';
import { email } from '../email/email.ts';
import { number } from '../number/number.ts';
import { phone } from '../phone/phone.ts';
import type { Given, Part, Question, Reading, TextsOf } from '../question.ts';
import type { QuestionType } from '../question-type.ts';
import { answer, fault, noAnswer, shape, together } from '../reading.ts';
import { numberOf } from '../settings.ts';
import { shortText } from '../short-text/short-text.ts';
import { yesNo } from '../yes-no/yes-no.ts';

/** What a column of a group may ask for; the names are stored and never change. */
const columnTypes = {
  short_text: shortText,
  number,
  date,
  email,
  phone,
  yes_no: yesNo,
} as const satisfies { readonly [name: string]: QuestionType };

export type ColumnType = keyof typeof columnTypes;

export const columnTypeNames = Object.keys(columnTypes) as readonly ColumnType[];

const isColumnType = (name: unknown): name is ColumnType =>
  typeof name === 'string' && Object.hasOwn(columnTypes, name);

export const columnTypeOf = ({ kind }: Part): ColumnType => (isColumnType(kind) ? kind : 'short_text');

export const columnTypeLabel = (name: ColumnType): string => columnTypes[name].label;

/** Rows of one answer, and columns of a group. */
export const mostRows = 20;
const mostColumns = 8;
/** Between the cells of a row, as the answer keeps them. */
const betweenParts = '; ';

/** Under which a cell is sent; rows count from 0. */
export const cellId = (part: Pick<Part, 'id'>, row: number): string => `${part.id}_${row}`;

/** How many rows an answer has at least and at most. */
export function groupRowsOf(question: Pick<Question, 'settings' | 'required'>): {
  readonly least: number;
  readonly most: number;
} {
  const least = numberOf(question, 'minRows') ?? 0;
  return {
    least: question.required ? Math.max(1, least) : least,
    most: numberOf(question, 'maxRows') ?? mostRows,
  };
}

/** A cell as a question of its own. */
const cellQuestion = (part: Part, row: number): Question => ({
  ...{ id: cellId(part, row), type: columnTypeOf(part), label: part.label, help: '' },
  ...{ required: part.required === true, settings: {}, choices: [], parts: [] },
  ...{ shownWhen: null, requiredWhen: null },
});

const places = Array.from({ length: mostRows }, (_, row) => row);

/** The rows of which anything was sent. */
export const filledRows = ({ parts }: Pick<Question, 'parts'>, textsOf: TextsOf): readonly number[] =>
  places.filter((row) => parts.some((part) => textsOf(cellId(part, row)).length > 0));

const neutral = { timeZone: 'UTC', locale: 'en-US' };
/** The text is kept for good, and read in any country. */
const writtenAs = [shape('number', { grouping: false }), shape('date', { dateFormat: 'iso' })];

/** A cell as the answer keeps it: 'Age: 12', 'Born: 2000-08-12'. */
function cellText(cell: Question, value: NonNullable<CellValue>): string {
  const [field] = columnTypes[cell.type as ColumnType].fields(cell);
  const asked: FieldShape = must(field, 'the field of a cell');
  const { type, template } = writtenAs.find((one) => one.type === asked.type) ?? asked;
  return `${cell.label}: ${anyFieldType(type).format(value, template, neutral)}`;
}

/** What is wrong with one row, and what it comes to. */
function readRow(question: Question, row: number, textsOf: TextsOf, given: Given) {
  const readings: Reading[] = [];
  const texts: string[] = [];
  for (const part of question.parts) {
    const cell = cellQuestion(part, row);
    const reading = columnTypes[columnTypeOf(part)].read(cell, textsOf, given);
    readings.push(reading);
    const value = reading.values.get(cell.id);
    if (value !== undefined && value !== null) texts.push(cellText(cell, value));
  }
  return { faults: together(readings).faults, text: texts.join(betweenParts) };
}

const counted = (count: number): string => (count === 1 ? '1 row' : `${count} rows`);

/** The same questions for each of several people or things: rows that are added and removed. */
export const repeatingGroup: QuestionType = {
  label: 'Repeating group',
  settings: {
    minRows: { kind: 'integer', label: 'Rows at least', min: 1, max: mostRows },
    maxRows: { kind: 'integer', label: 'Rows at most', min: 1, max: mostRows, usual: mostRows },
    noun: {
      kind: 'text',
      isSaid: true,
      label: 'What a row is called',
      hint: 'As in ‘Add a guest’.',
      maxLength: 40,
    },
  },
  parts: { heading: 'Columns', initial: [{ name: 'column', label: 'Name' }], isOpen: true },
  fault: (question) => {
    const { least, most } = groupRowsOf(question);
    if (question.parts.length > mostColumns) return `a group has at most ${mostColumns} columns`;
    return least > most ? 'The least is more than the most' : null;
  },
  fields: ({ id, label }) => [{ id, name: label, ...shape('long_text') }],
  inputs: (question) =>
    places.flatMap((row) =>
      question.parts.map((part) => ({ id: cellId(part, row), name: `${part.label}, row ${row + 1}` })),
    ),
  read: (question, textsOf, given) => {
    const { least, most } = groupRowsOf(question);
    const rows = filledRows(question, textsOf);
    if (textsOf(question.id).length > 0)
      return fault(question.id, 'Send the cells of this group, not a text');
    if (rows.length < least) return fault(question.id, `Fill in at least ${counted(least)}`);
    if (rows.length > most) return fault(question.id, `Fill in at most ${counted(most)}`);
    const read = rows.map((row) => readRow(question, row, textsOf, given));
    const faults = new Map(read.flatMap((row) => [...row.faults]));
    if (faults.size > 0) return { values: new Map(), faults };
    const text = read.map((row) => row.text).join('\n');
    return text === '' ? noAnswer : answer(question.id, text);
  },
  samples: [
    { sent: { '0_0': ['Ada'], '0_1': ['Grace'] }, gives: { '': 'Name: Ada\nName: Grace' } },
    { sent: { '0_3': [' Ada '] }, gives: { '': 'Name: Ada' } },
    { sent: { '0_0': ['a'.repeat(1_001)] }, gives: 'Use at most 1,000 characters: there are 1,001' },
    { settings: { minRows: 2 }, sent: { '0_0': ['Ada'] }, gives: 'Fill in at least 2 rows' },
    { settings: { maxRows: 1 }, sent: { '0_0': ['Ada'], '0_1': ['Grace'] }, gives: 'Fill in at most 1 row' },
    { sent: { '': ['Ada'] }, gives: 'Send the cells of this group, not a text' },
  ],
};
