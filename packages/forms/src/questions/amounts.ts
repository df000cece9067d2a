import { plainMarks } from '@weft/core';
import { err, ok, type Result } from '@weft/std';
import { compute, longestFormula, readFormula } from './formula.ts';
import type { Given, Question } from './question.ts';
import { isOn, numberOf, type Setting, textOf, usualText } from './settings.ts';

const pattern = /^[+-]?(\d{1,300}([.,]\d{1,300})?|[.,]\d{1,300})$/;

/** The digits between leading and trailing zeros. */
const significantDigits = (digits: string): string => digits.replace(/\D/g, '').replace(/^0+|0+$/g, '');

/** Whether a double holds every digit that was written. */
const isExact = (text: string, value: number): boolean =>
  significantDigits(text) === significantDigits(value.toExponential().replace(/e.*$/, ''));

/** Digits in groups of three behind one to three, by one sign all along, and decimals behind another. */
const grouped =
  /^[+-]?[1-9]\d{0,2}(?:([.,'’ \u00a0\u2009\u202f])\d{3})(?:\1\d{3}){0,100}(?:([.,])\d{1,300})?$/;

/** The number without the signs between thousands, where nothing else can be meant. */
function withoutGroups(text: string): string {
  const [, group, decimal] = grouped.exec(text) ?? [];
  if (group === undefined || group === decimal) return text;
  // One point or comma alone may as well be that of decimals.
  const isPlain = /[.,]/.test(group) && decimal === undefined && text.split(group).length === 2;
  return isPlain ? text : text.replaceAll(group, '');
}

/** A number of one to three digits, a point or comma, and three more: what the sign stands for depends on who writes. */
const eitherWay = /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/;

/** The same number so that it can only be one with decimals: `1.5` of `1,500`, `12.1250` of `12,125`. */
function asDecimals(text: string): string {
  const short = text.replace(',', '.').replace(/\.?0+$/, '');
  return eitherWay.test(short) ? `${short}0` : short;
}

/** A number as a program writes it, or a person who means nothing else by a point or comma than decimals. */
export function readPlainNumber(sent: string): Result<number> {
  if (!pattern.test(sent)) return err('Enter a number like 12 or 12.5');
  const value = Number(sent.replace(',', '.'));
  if (!Number.isFinite(value)) return err('This number is too large');
  if (!isExact(sent, value)) return err('Write fewer digits: only about 15 can be kept exactly');
  return ok(value === 0 ? 0 : value);
}

/** Between thousands in Arabic and Persian, and nothing else. */
const arabicThousands = '\u066c';

/** A number as somebody types it: digits of any script, a sign, one decimal point or comma, and signs between thousands. */
function readNumber(text: string): Result<number> {
  const sent = withoutGroups(plainMarks(text.replaceAll(arabicThousands, '')));
  // One thousand five hundred here, one and a half there: a guess would alter the answer.
  if (eitherWay.test(sent))
    return err(`‘${sent}’ may mean ${sent.replace(/[.,]/, '')} or ${asDecimals(sent)}: write one of these`);
  return readPlainNumber(sent);
}

/** A number as somebody types it who means this one. */
export function typedNumber(value: number): string {
  const text = String(value);
  return eitherWay.test(text) ? `${text}0` : text;
}

/** The bounds of an amount. */
export const amountSettings = {
  usual: usualText,
  minimum: { kind: 'number', label: 'At least' },
  maximum: { kind: 'number', label: 'At most' },
  minimumFormula: {
    kind: 'text',
    label: 'At least, computed',
    hint: 'Of earlier answers: {{Guests}} * 2.',
    maxLength: longestFormula,
  },
  maximumFormula: { kind: 'text', label: 'At most, computed', maxLength: longestFormula },
  whole: { kind: 'flag', label: 'Whole numbers only' },
} as const satisfies { readonly [name: string]: Setting };

/** A bound as it was set, or as its formula gives it for the answers before. */
function boundOf(question: Question, name: 'minimum' | 'maximum', { numberNamed }: Given): number | null {
  const formula = readFormula(textOf(question, `${name}Formula`));
  const computed = formula.ok ? compute(formula.value, (each) => numberNamed(each) ?? 0) : null;
  return computed ?? numberOf(question, name);
}

export function readAmount(text: string, question: Question, given: Given): Result<number> {
  const read = readNumber(text);
  if (!read.ok) return read;
  const [least, most] = [boundOf(question, 'minimum', given), boundOf(question, 'maximum', given)];
  if (isOn(question, 'whole') && !Number.isInteger(read.value)) return err('Enter a whole number');
  if (least !== null && read.value < least) return err(`Enter ${least} or more`);
  if (most !== null && read.value > most) return err(`Enter ${most} or less`);
  return read;
}

export const amountFormulas = (question: Question): readonly string[] =>
  [textOf(question, 'minimumFormula'), textOf(question, 'maximumFormula')].filter(
    (text) => text.trim() !== '',
  );

export function amountFault(question: Question): string | null {
  for (const text of amountFormulas(question)) {
    const formula = readFormula(text);
    if (!formula.ok) return formula.error;
  }
  const [least, most] = [numberOf(question, 'minimum'), numberOf(question, 'maximum')];
  return least !== null && most !== null && least > most ? 'The least is more than the most' : null;
}
