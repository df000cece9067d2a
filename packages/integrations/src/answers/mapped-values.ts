import {
  type Attachment,
  anyFieldType,
  type CellValue,
  convertValue,
  defaultTemplate,
  type FieldKind,
  type FieldShape,
  holdsFiles,
  isSelectField,
} from '@weft/core';
import { type AnswerField, answerText, answerTransforms, listedTexts, pipedWithin } from '@weft/forms';
import type { OutgoingFile, OutgoingValue, TargetField, TargetKind } from '../connectors/connector.ts';
import type { AnswerContent, ValueSource, WriteConfig } from './answer-content.ts';

/** An answer and its question's field. */
interface Given {
  readonly field: AnswerField;
  readonly value: NonNullable<CellValue>;
}

export interface MappedValues {
  readonly values: ReadonlyMap<string, OutgoingValue>;
  /** Why a value was not written as it is, a sentence each. */
  readonly notes: readonly string[];
  /** Fields that have to be filled in, and the answer has nothing for. */
  readonly missing: readonly TargetField[];
  /** Why nothing can be written, a sentence; null: it can. */
  readonly fault: string | null;
}

type NamedQuestions = Extract<ValueSource, { readonly template: string }>['questions'];

const env = { timeZone: 'UTC', locale: 'en-US' };
/** Characters of a value that are told. */
const told = 60;
/** Characters that all templates of an answer come to. */
const mostTemplated = 2 * 1024 * 1024;
/** Labels of a text that is a list. */
const mostLabels = 1_000;

/** The fields of ours that hold what a target's field of a kind takes. */
const shapes: { readonly [K in Exclude<TargetKind, 'files'>]: FieldKind } = {
  any: 'long_text',
  text: 'long_text',
  number: 'number',
  boolean: 'checkbox',
  date: 'date',
  datetime: 'datetime',
  moment: 'datetime',
  choice: 'single_line_text',
  choices: 'single_line_text',
};

const shapeOf = (type: FieldKind): FieldShape => ({ type, template: defaultTemplate(type) }) as FieldShape;

/** The chosen options of an answer by their labels; null: it is no choice. */
const labelsOf = ({ field, value }: Given): readonly string[] | null =>
  isSelectField({ ...field, order: 0 })
    ? listedTexts(field, (Array.isArray(value) ? value : [value]) as CellValue)
    : null;

/** Kinds that keep a fraction of what people say, and by how many digits. */
const fractions: { readonly [K in FieldKind]?: number } = { percent: 2 };

/**
 * An answer as a text that is kept for good, and read in any country: a number has all its digits, and nothing between
 * thousands.
 */
function keptText({ field, value }: Given): string {
  const { template } = field;
  if (typeof value !== 'number' || !('numberFormat' in template)) return answerText(field, value);
  const { decimalPlaces, ...others } = template;
  const rounds =
    decimalPlaces === undefined ||
    Number(value.toFixed(decimalPlaces + (fractions[field.type] ?? 0))) !== value;
  const whole = { ...others, grouping: false, ...(!rounds && { decimalPlaces }) };
  return answerText({ ...field, template: whole } as AnswerField, value);
}

const isDate = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

/** A date, or an instant where it has a time of day; null: the answer is neither. */
function momentOf({ field, value }: Given): string | null {
  if (typeof value !== 'string') return null;
  if ('displayTime' in field.template) return anyFieldType(field.type).toText(value, field.template);
  return isDate(value) ? value : null;
}

/** A value of the field of ours, as the target's kind has it: of a date only its day. */
const sentAs: { readonly [K in TargetKind]?: (value: OutgoingValue) => OutgoingValue } = {
  date: (value) => String(value).slice(0, 'YYYY-MM-DD'.length),
};

/** What of a target's field says how a value is written. */
type Into = Pick<TargetField, 'hasTime' | 'inHundredths'> & { readonly kind: Exclude<TargetKind, 'files'> };

/**
 * A day as the moment that is of this day from Honolulu (UTC-10) to Auckland in summer (UTC+13): midnight in UTC is the day
 * before all over America.
 */
const momentOfDay = (day: string, { hasTime }: Into): string | null =>
  hasTime === true ? null : `${day}T10:00:00.000Z`;

/** What a day is written as where moments are taken. */
const ofDays: { readonly [K in TargetKind]?: (day: string, into: Into) => string | null } = {
  ...{ any: (day) => day, moment: (day) => day, datetime: momentOfDay },
};

/** What is read from a text, and not kept as one. */
const readKinds: ReadonlySet<TargetKind> = new Set(['number', 'boolean', 'date', 'datetime', 'moment']);

/** An answer as a text that is read again: 12/04 is two days, and 1.234 two numbers. */
function textToRead(given: Given): string {
  const { field, value } = given;
  if (typeof value === 'number') return anyFieldType(field.type).toText(value, field.template);
  return momentOf(given) ?? answerText(field, value);
}

/** A text as a value of the target's kind; null: it is none. */
function textAs(into: Into, text: string): OutgoingValue | null {
  const { kind } = into;
  if (text === '') return null;
  if (kind === 'choices') {
    const labels = text
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== '');
    return labels.length > mostLabels ? null : labels;
  }
  if (kind === 'any' || kind === 'text' || kind === 'choice') return text;
  const ofDay = ofDays[kind];
  if (ofDay !== undefined && isDate(text)) return ofDay(text, into);
  const { value } = convertValue(shapeOf('single_line_text'), { value: text }, shapeOf(shapes[kind]), env);
  return value === null ? null : (sentAs[kind]?.(value as OutgoingValue) ?? (value as OutgoingValue));
}

/** By its decimals: 0.07 times 100 is 7.000000000000001. */
function shifted(value: number, digits: number): number {
  const [mantissa = '0', power = '0'] = String(value).split('e');
  return Number(`${mantissa}e${Number(power) + digits}`);
}

/** An answer as a value of the target's kind, without a transform; null: it does not fit. */
function answerAs(into: Into, given: Given): OutgoingValue | null {
  const { kind } = into;
  const { field, value } = given;
  const labels = labelsOf(given);
  if (kind === 'choices') return labels ?? [keptText(given)];
  // A number stays one, and a yes or no too.
  if (kind === 'any' && (typeof value === 'number' || typeof value === 'boolean')) return value;
  // As programs read it, not as people do.
  const ofDay = ofDays[kind];
  const moment = ofDay === undefined ? null : momentOf(given);
  if (ofDay !== undefined && moment !== null) return isDate(moment) ? ofDay(moment, into) : moment;
  if (kind === 'any' || kind === 'text' || kind === 'choice') return keptText(given);
  // A quarter of a whole is 25 there.
  const fraction = fractions[field.type];
  if (into.inHundredths === true && fraction !== undefined) return shifted(Number(value), fraction);
  // A yes or no is no number or day, and the other way around.
  const converted = convertValue(field, { value }, shapeOf(shapes[kind]), env);
  if (converted.value !== null) {
    const value = converted.value as OutgoingValue;
    return sentAs[kind]?.(value) ?? value;
  }
  return labels === null ? null : textAs(into, labels.join(', '));
}

/** The field's own spelling of each choice; a choice that it does not have is kept as it is where it may grow. */
function asOffered(labels: readonly string[], { choices = [] }: TargetField): readonly string[] {
  // They come from the service, as many as it likes: they are gone through once, not once a label.
  const wanted = new Set(labels.map((label) => label.toLowerCase()));
  const offered = choices.filter((one) => wanted.has(one.toLowerCase()));
  const exact = new Set(offered);
  const folded = new Map(offered.toReversed().map((one) => [one.toLowerCase(), one]));
  return labels.map((label) => (exact.has(label) ? label : (folded.get(label.toLowerCase()) ?? label)));
}

function fitting(value: OutgoingValue, field: TargetField): OutgoingValue {
  if (field.address && typeof value === 'string') return value.trim();
  if (field.kind === 'choice') return asOffered([String(value)], field)[0] ?? '';
  if (field.kind === 'choices') return asOffered(value as readonly string[], field);
  return value;
}

/**
 * What is written of an answer into a target, by the mapping: each value of the kind that the target's field takes. What
 * does not fit is left out, and said.
 */
export function mappedValues(
  { nameMappings }: Pick<WriteConfig, 'nameMappings'>,
  { fields, values, edited = {} }: Pick<AnswerContent, 'fields' | 'values' | 'edited'>,
  targets: readonly TargetField[],
  fileOf: (attachment: Attachment) => OutgoingFile,
): MappedValues {
  const byId = new Map(values);
  const given = new Map(
    fields.flatMap((field): [string, Given][] => {
      const value = (byId.get(field.id) ?? null) as CellValue;
      return value === null ? [] : [[field.id, { field, value }]];
    }),
  );
  const asked = new Set(fields.map(({ id }) => id));
  const textsBy = (textOf: (one: Given) => string) => {
    const byQuestion = new Map([...given].map(([id, one]) => [id, textOf(one)]));
    const byName = [...given].map(([id, { field }]) => [field.name, byQuestion.get(id) ?? ''] as const);
    return { byQuestion, byName };
  };
  const shown = textsBy(({ field, value }) => answerText(field, value));
  const read = textsBy(textToRead);
  /** Answers by the names of a text, whatever the questions are called now. */
  const textsOf: TextsOf = ({ questions = {} }, kind) => {
    const { byQuestion, byName } = readKinds.has(kind) ? read : shown;
    const named = Object.entries(questions).filter(([, id]) => asked.has(id));
    return [...byName, ...named.map(([name, id]) => [name, byQuestion.get(id) ?? ''] as const)];
  };
  const written = new Map<string, OutgoingValue>();
  const notes: string[] = [];
  const room = { left: mostTemplated };
  const known = new Map(targets.map((field) => [field.id, field]));
  for (const id of new Set([...Object.keys(nameMappings), ...Object.keys(edited)])) {
    const target = known.get(id);
    if (target === undefined) {
      notes.push('A field that was matched is not there any more.');
      continue;
    }
    const source = nameMappings[id];
    const value = writtenIn(target, source, edited[id], given, textsOf, room, fileOf);
    if (value.kind === 'value') written.set(id, fitting(value.value, target));
    if (value.kind === 'unfit')
      notes.push(`“${value.text.slice(0, told)}” does not fit ${target.name} and was left out.`);
  }
  const isBlank = (id: string) => String(written.get(id) ?? '').trim() === '';
  const missing = targets.filter(({ id, required }) => required === true && isBlank(id));
  const [first] = missing;
  return {
    ...{ values: written, notes, missing },
    fault:
      first === undefined
        ? written.size === 0
          ? 'Nothing of the answer is matched to a field'
          : null
        : `${first.name} has to be filled in, and the answer has nothing for it`,
  };
}

/** Answers by the names of their questions, as they stand in a text for a field of this kind. */
type TextsOf = (
  source: { readonly questions?: NamedQuestions },
  kind: TargetKind,
) => readonly (readonly [name: string, text: string])[];

type Found =
  | { readonly kind: 'value'; readonly value: OutgoingValue }
  | { readonly kind: 'unfit'; readonly text: string }
  | { readonly kind: 'empty' };

const empty: Found = { kind: 'empty' };
const found = (value: OutgoingValue | null, text: string): Found =>
  value === null ? { kind: 'unfit', text } : { kind: 'value', value };

function writtenIn(
  target: TargetField,
  source: ValueSource | undefined,
  edited: string | undefined,
  given: ReadonlyMap<string, Given>,
  textsOf: TextsOf,
  room: { left: number },
  fileOf: (attachment: Attachment) => OutgoingFile,
): Found {
  const { kind } = target;
  const into = kind === 'files' ? null : { ...target, kind };
  if (edited !== undefined && into !== null)
    return edited === '' ? empty : found(textAs(into, edited), edited);
  if (source === undefined) return empty;
  const change = answerTransforms[source.transform ?? 'none'];
  if ('template' in source) {
    const filled = pipedWithin(source.template, textsOf(source, kind), room.left);
    if (filled === null) return { kind: 'unfit', text: source.template };
    room.left -= filled.length;
    const text = change(filled);
    return text === '' ? empty : into === null ? { kind: 'unfit', text } : found(textAs(into, text), text);
  }
  const answer = given.get(source.questionId);
  if (answer === undefined) return empty;
  const { field, value } = answer;
  if (holdsFiles(field.type) && (kind === 'files' || kind === 'any'))
    return { kind: 'value', value: (value as readonly Attachment[]).map(fileOf) };
  if (into === null) return { kind: 'unfit', text: answerText(field, value) };
  if ((source.transform ?? 'none') === 'none') return found(answerAs(into, answer), answerText(field, value));
  const labels = kind === 'choices' ? labelsOf(answer) : null;
  if (labels !== null) {
    const changed = labels.map(change).filter((label) => label !== '');
    return changed.length === 0 ? empty : { kind: 'value', value: changed };
  }
  const text = change(readKinds.has(kind) ? textToRead(answer) : keptText(answer));
  return text === '' ? empty : found(textAs(into, text), text);
}
