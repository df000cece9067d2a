import { type CellValue, type Field, type FieldKind, mostStars, type Template, type Value } from '@weft/core';
import { must } from '@weft/std';
import type { ColumnFormat } from './convert/column-format.ts';
import {
  checkboxReader,
  currencyReader,
  dateReader,
  datetimeReader,
  durationReader,
  numberReader,
  percentReader,
  ratingReader,
} from './convert/convert-text.ts';
import {
  address,
  asItStands,
  type Converter,
  type ConverterOptions,
  chosen,
  exactly,
  type MakeConverter,
  noOptions,
  oneLabel,
  oneLine,
  padless,
  someLabels,
  trimmed,
} from './convert/converter.ts';
import { writeCurrency } from './export/currency-text.ts';
import { type SheetColumn, sheetColumns } from './export/sheet-column.ts';

interface FileKind<K extends FieldKind> {
  /** How the cells of a file become its values; null: no column of a file can be of this kind. */
  readonly read: MakeConverter<K> | null;
  /** The kind that a column is found to be of whose cells fit these settings; left out: this one. */
  readonly foundAs?: (template: Partial<Template<K>>) => FieldKind;
  /** The text of a value in a file, where that says more than the canonical one; null: the canonical text. */
  readonly write?: (value: Value<K>, template: Template<K>) => string | null;
  /** How it stands in a sheet. */
  readonly sheet: SheetColumn<K>;
}

const { text, longText, number, currency, percent, count, duration, moment, tick } = sheetColumns;
const unread = { read: null, sheet: text };
const contact = { read: address, sheet: text };

/** THE list of how each kind is read from files and written into sheets: one without its line does not compile. */
const fileKinds: { readonly [K in FieldKind]: FileKind<K> } = {
  single_line_text: { read: asItStands(oneLine), sheet: text },
  long_text: { read: asItStands((written) => written), sheet: longText },
  number: { read: (_field, format) => trimmed(numberReader(format)), sheet: number },
  currency: {
    read: ({ template }, format) => trimmed(currencyReader(template.currencySymbol, format)),
    write: writeCurrency,
    sheet: currency,
  },
  percent: {
    read: ({ template }, format) => trimmed(percentReader(template.allowNegative, format)),
    sheet: percent,
  },
  rating: { read: ({ template }) => trimmed(ratingReader(mostStars(template))), sheet: count },
  duration: { read: () => trimmed(durationReader), sheet: duration },
  date: {
    // With a time it is an instant.
    foundAs: ({ displayTime = false }) => (displayTime ? 'datetime' : 'date'),
    read: ({ template }, format, { timeZone }) =>
      trimmed(
        template.displayTime ? datetimeReader(format, template.timezone ?? timeZone) : dateReader(format),
      ),
    sheet: moment,
  },
  datetime: {
    read: ({ template }, format, { timeZone }) =>
      trimmed(datetimeReader(format, template.timezone ?? timeZone)),
    sheet: moment,
  },
  checkbox: {
    read: (_field, format) => ({
      convert: exactly(padless(checkboxReader(format)), format),
      options: noOptions,
    }),
    sheet: tick,
  },
  single_select: { read: chosen(oneLabel), sheet: text },
  multiple_select: {
    read: chosen((readLabel, { separator }) => padless(someLabels(readLabel, separator ?? ','))),
    sheet: text,
  },
  attachments: unread,
  email: contact,
  url: contact,
  phone_number: contact,
  linked_record: unread,
  lookup: unread,
  autonumber: { read: null, sheet: count },
  created_time: { read: null, sheet: moment },
  created_by: unread,
  last_modified_time: { read: null, sheet: moment },
  last_modified_by: unread,
};

/** Whether a column of a file can be imported as this kind. */
export const isImportable = (kind: FieldKind): boolean => fileKinds[kind].read !== null;

/** A converter for a field of a kind that can be imported. */
export function createConverter(field: Field, format: ColumnFormat, options: ConverterOptions): Converter {
  // Safe: the field and its line of the list are of one kind.
  const make = fileKinds[field.type].read as MakeConverter<FieldKind> | null;
  return must(make, 'a converter')(field, format, options);
}

/** The kind that the texts of a field are found to be of, by its settings. */
export function foundAs(kind: FieldKind, template: object): FieldKind {
  const { foundAs: found } = fileKinds[kind] as FileKind<FieldKind>;
  return found?.(template) ?? kind;
}

/** How a kind only known at run time stands in a sheet; hand it that kind's own settings and values. */
export const sheetColumn = (kind: FieldKind): SheetColumn<FieldKind> =>
  fileKinds[kind].sheet as SheetColumn<FieldKind>;

/** The text of a value in a file, where its kind writes one of its own. */
export function ownText({ type, template }: Field, value: NonNullable<CellValue>): string | null {
  // Safe: the value and the settings are of the field's kind.
  const { write } = fileKinds[type] as FileKind<FieldKind>;
  return write?.(value as Value<FieldKind>, template as Template<FieldKind>) ?? null;
}
