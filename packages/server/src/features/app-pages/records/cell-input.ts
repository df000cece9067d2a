import {
  anyFieldType,
  type CellValue,
  type Field,
  holdsFiles,
  isEmail,
  isLinkField,
  isSelectField,
  type Template,
  takesManyOptions,
  urlLink,
  zoneOf,
} from '@weft/core';
import { err, ok, type Result } from '@weft/std';
import { appKindOf } from '../fields/app-field-kinds.ts';

const longestSent = 100_000;

interface Env {
  readonly timeZone: string;
  readonly locale: string;
  readonly now: string;
}

/** Whether a form of an app can ask for a field. */
export const takesInput = (field: Field): boolean =>
  field.readOnly !== true && appKindOf(field).control !== null;

/** What a page sent for a field, as the value of its cell; the error is a sentence. Links are ids, which are checked elsewhere. */
export function readInput(field: Field, sent: readonly string[], env: Env): Result<CellValue> {
  const texts = sent.map((text) => text.replaceAll('\r\n', '\n')).filter((text) => text.trim() !== '');
  const type = anyFieldType(field.type);
  if (texts.some((text) => text.length > longestSent || !text.isWellFormed() || text.includes('\0')))
    return err('This is too long, or holds signs that cannot be kept');
  if (appKindOf(field).control === 'check')
    return ok(texts.includes('on') || texts.includes('true') ? true : null);
  if (texts.length === 0) return ok(null);
  if (isLinkField(field)) return ok([...new Set(texts)]);
  // What is put into it is a file, and comes another way.
  if (holdsFiles(field.type)) return err('A file cannot be sent as a text');
  const [text = ''] = texts;
  if (isSelectField(field)) {
    const known = new Set(field.template.options.map(({ value }) => value));
    if (texts.some((value) => !known.has(value))) return err('Choose one of the list');
    return type.validate(takesManyOptions(field.type) ? [...new Set(texts)] : text, field.template);
  }
  const { control } = appKindOf(field);
  if (control === 'email' && !isEmail(text.trim()))
    return err('Write an email address, such as ann@example.org');
  if (control === 'url' && urlLink(text) === null) return err('Write an address, such as example.org');
  if (control === 'number' && /^-?\d+(\.\d+)?e[+-]?\d{1,3}$/i.test(text))
    return type.validate(Number(text), field.template);
  // Controls of browsers write dates and numbers in a way of their own, whatever the field shows.
  const canonical = controlText(field, text, env);
  const read = canonical === null ? null : type.fromText(canonical, field.template);
  const parsed =
    read?.ok === true ? read : type.parse(control === 'long' ? text : text.trim(), field.template, env);
  return parsed.ok ? type.validate(parsed.value, field.template) : parsed;
}

/** What the control of a browser sent, as the field's own canonical text; null: it is read as a person's writing. */
function controlText(field: Field, text: string, env: Env): string | null {
  const { control } = appKindOf(field);
  if (control === 'datetime') {
    const moment = momentOf(text);
    const zone = zoneOf(field.template as Template<'datetime'>, env);
    return moment?.toZonedDateTime(zone).toInstant().toString({ fractionalSecondDigits: 3 }) ?? null;
  }
  if (control === 'date') return /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : null;
  return (control === 'number' || control === 'stars') && /^-?\d+(\.\d+)?$/.test(text) ? text : null;
}

/** What a control for a date and a time sends; null: it is none, or of a day that there is not. */
function momentOf(text: string): Temporal.PlainDateTime | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/.test(text)) return null;
  try {
    return Temporal.PlainDateTime.from(text, { overflow: 'reject' });
  } catch {
    return null;
  }
}
