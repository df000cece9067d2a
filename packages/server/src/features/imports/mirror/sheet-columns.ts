import {
  anyFieldType,
  type CellValue,
  convertValue,
  defaultTemplate,
  type Field,
  type FieldKind,
  type FieldShape,
  isEmail,
  isSelectField,
  nextOptionColor,
  type SelectOption,
  whyNotPrimary,
} from '@weft/core';
import type { EnteredCell, SheetCell } from '@weft/integrations';
import type { ColumnKinds } from '../google-sheets/column-kinds.ts';
import { textOfCell } from '../google-sheets/sheet-text.ts';

const env = (timeZone: string) => ({ timeZone, locale: 'en-US' });
const asText = { type: 'single_line_text', template: defaultTemplate('single_line_text') } as FieldShape;

/** Types that texts without a format may be, the first that all of them are of. */
const ofTexts: readonly { readonly type: FieldKind; readonly takes: (text: string) => boolean }[] = [
  { type: 'email', takes: isEmail },
  { type: 'url', takes: (text) => /^https?:\/\/\S+$/i.test(text) },
];

/** What the cells of a column are: as their formats and drop-downs say, else by what their texts read as. */
function kindOf(kinds: ColumnKinds, texts: readonly string[]): FieldKind {
  const said = kinds.fieldType;
  if (said !== null) return said;
  const filled = texts.filter((text) => text !== '');
  if (kinds.kinds.size === 1 && kinds.kinds.has('plain number')) return 'number';
  const found = filled.length === 0 ? undefined : ofTexts.find(({ takes }) => filled.every(takes))?.type;
  return found ?? (filled.some((text) => text.includes('\n')) ? 'long_text' : 'single_line_text');
}

const optionsWith = (known: readonly SelectOption[], labels: Iterable<string>): readonly SelectOption[] => {
  const options = [...known];
  for (const label of labels)
    if (options.every((option) => option.label !== label))
      // The label is what the sheet knows it by.
      options.push({ value: label, label, color: nextOptionColor(options) });
  return options;
};

/**
 * The field of a column. One that is there keeps its type, so that rules and pages that ask about it hold on: what does not
 * fit it later stays beside the cell as its text.
 */
export function shapeOf(
  known: Field | undefined,
  kinds: ColumnKinds,
  texts: readonly string[],
  { timeZone, isPrimary }: { readonly timeZone: string; readonly isPrimary: boolean },
): FieldShape {
  if (known !== undefined && !isSelectField(known))
    return { type: known.type, template: known.template } as FieldShape;
  let type = known?.type ?? kindOf(kinds, texts);
  if (isPrimary && whyNotPrimary(type) !== null) type = 'single_line_text';
  const template: { [key: string]: unknown } = { ...(known?.template ?? defaultTemplate(type)) };
  if ('options' in template) {
    const options = optionsWith(known?.template.options ?? [], kinds.choices ?? []);
    return { type, template: { ...template, options } } as FieldShape;
  }
  // Everybody sees the times that the spreadsheet shows.
  if ('displayTime' in template) template.timezone = timeZone;
  if (kinds.places > 0 && 'decimalPlaces' in template) template.decimalPlaces = kinds.places;
  return { type, template } as FieldShape;
}

/** What a cell of a sheet is in its field; a text that does not fit it stays. */
export function readCell(
  cell: SheetCell | undefined,
  field: Field,
  timeZone: string,
): { readonly value: CellValue; readonly raw?: string } {
  const { text, kind } = cell === undefined ? { text: '', kind: null } : textOfCell(cell);
  if (text === '') return { value: null };
  if (kind === 'error') return { value: null, raw: text };
  const { value, raw } = convertValue(asText, { value: text }, field, env(timeZone));
  return raw === undefined ? { value } : { value: null, raw };
}

/** An instant as the clock of the spreadsheet shows it. */
const localTime = (text: string, timeZone: string): string =>
  Temporal.Instant.from(text)
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' })
    .replace('T', ' ');

const secondsPerDay = 86_400;

/** How values of a type are typed into a sheet; others as their texts. */
const typed: {
  readonly [K in FieldKind]?: (value: NonNullable<CellValue>, timeZone: string) => EnteredCell;
} = {
  number: Number,
  currency: Number,
  percent: Number,
  rating: Number,
  checkbox: (value) => value === true,
  duration: (value) => Number(value) / secondsPerDay,
  date: (value) => String(value).slice(0, 'YYYY-MM-DD'.length),
  datetime: (value, timeZone) => localTime(String(value), timeZone),
};

/** What an empty cell of a type is in a sheet, where it is not empty there. */
const untyped: { readonly [K in FieldKind]?: EnteredCell } = { checkbox: false };

/** A value as a person would type it into the sheet. */
export function enteredCell(value: CellValue, field: Field, timeZone: string): EnteredCell {
  if (value === null) return untyped[field.type] ?? '';
  const type = typed[field.type];
  if (type !== undefined) return type(value, timeZone);
  const text = anyFieldType(field.type).format(value, field.template, env(timeZone));
  return text === '' ? '' : `'${text}`;
}
