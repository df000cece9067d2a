import { deepEqual } from '@weft/std';
import { conversions, type Side } from './conversions.ts';
import type { CellValue, FieldKind } from './field-kinds.ts';
import type { FieldShape } from './field-shape.ts';
import type { FieldEnv, Parsed } from './field-type.ts';
import { anyFieldType } from './field-types.ts';
import { shownValue, widestTemplate } from './former-values.ts';

/** What a cell holds: a value, or null and the text that does not fit the field's type. */
export interface ConvertedCell {
  readonly value: CellValue;
  readonly raw?: string;
}

const textKinds: readonly FieldKind[] = ['single_line_text', 'long_text', 'email', 'url', 'phone_number'];

/** Whether every cell of the kind is a text that it was given. */
export const isTextKind = (kind: FieldKind): boolean => textKinds.includes(kind);

/**
 * A cell of one field as a cell of another. Nothing is lost without a word: a value that would not come back the same
 * is kept as its canonical text in `raw`. Two ways lose by purpose: reading a text (' 1,5 ' becomes 1.5) and the time
 * of day when an instant becomes a calendar day. `env.timeZone` is the zone of the person who converts.
 */
export function convertValue(
  from: FieldShape,
  cell: ConvertedCell,
  to: FieldShape,
  env: FieldEnv,
): ConvertedCell {
  const source: Side = { type: anyFieldType(from.type), template: from.template };
  const target: Side = { type: anyFieldType(to.type), template: to.template };
  if (cell.raw !== undefined) return readText(cell.raw, target, env) ?? { value: null, raw: cell.raw };
  const value = shownValue(from, cell.value);
  if (value === null) return { value: null };
  const unfit = { value: null, raw: source.type.toText(value, source.template) };
  const converted = convertDirectly(value, source, target, env);
  if (converted === null) return unfit;
  if (converted.value === null || isTextKind(from.type) || isTextKind(to.type)) return converted;
  if (conversions[from.type]?.[to.type]?.loses === true || source.type.kept !== undefined) return converted;
  const held: Side = { type: source.type, template: widestTemplate(from) };
  const back = convertDirectly(converted.value, target, held, env);
  return back !== null && deepEqual(back.value, value) ? converted : unfit;
}

function convertDirectly(
  value: NonNullable<CellValue>,
  from: Side,
  to: Side,
  env: FieldEnv,
): ConvertedCell | null {
  if (to.type.readOnly) return null;
  const conversion = conversions[from.type.kind]?.[to.type.kind];
  if (conversion === undefined) return readText(from.type.toText(value, from.template), to, env);
  const checked = to.type.validate(conversion.convert(value, from, to, env), to.template);
  return checked.ok && checked.value !== null ? { value: checked.value } : null;
}

/**
 * Reads a text both as canonical and as typed. Where the two disagree (in a field that writes 1.234 for a thousand and
 * some, '1.234' is canonical for a little more than one) the text stays as it is: a guess would be a lie.
 */
function readText(text: string, { type, template }: Side, env: FieldEnv): ConvertedCell | null {
  if (type.readOnly) return null;
  const canonical = nonEmpty(type.fromText(text, template));
  const typed = nonEmpty(type.parse(text, template, env));
  if (canonical !== null && typed !== null && !deepEqual(canonical, typed)) return null;
  const value = canonical ?? typed;
  if (typeof value === 'number' && !keepsDigits(text, type.toText(value, template))) return null;
  // Only a blank text may become the empty cell: some kinds read '0' or '[]' as nothing.
  return value === null && text.trim() !== '' ? null : { value };
}

/** Digits that a double always holds. */
const exactDigits = 15;

const significantDigits = (text: string): string => text.replace(/\D/g, '').replace(/^0+|0+$/g, '');

/** Whether a number has every digit of the text that it was read from: those of long card and account numbers are no amounts. */
function keepsDigits(text: string, read: string): boolean {
  const digits = significantDigits(text);
  return digits.length <= exactDigits || digits === significantDigits(read);
}

const nonEmpty = (parsed: Parsed<NonNullable<CellValue>>): CellValue => (parsed.ok ? parsed.value : null);
