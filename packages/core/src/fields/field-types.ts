import type { AnyFieldType } from './any-field-type.ts';
import { attachmentsType } from './attachments/attachments.ts';
import { autonumberType } from './autonumber/autonumber.ts';
import { checkboxType } from './checkbox/checkbox.ts';
import { createdByType } from './created-by/created-by.ts';
import { createdTimeType } from './created-time/created-time.ts';
import { currencyType } from './currency/currency.ts';
import { dateType } from './date/date.ts';
import { datetimeType } from './datetime/datetime.ts';
import { durationType } from './duration/duration.ts';
import { emailType } from './email/email.ts';
import { type FieldKind, fieldKinds, type Template } from './field-kinds.ts';
import type { FieldType } from './field-type.ts';
import { lastModifiedByType } from './last-modified-by/last-modified-by.ts';
import { lastModifiedTimeType } from './last-modified-time/last-modified-time.ts';
import { linkedRecordType } from './linked-record/linked-record.ts';
import { longTextType } from './long-text/long-text.ts';
import { lookupType } from './lookup/lookup.ts';
import { multipleSelectType } from './multiple-select/multiple-select.ts';
import { numberType } from './number/number.ts';
import { percentType } from './percent/percent.ts';
import { phoneNumberType } from './phone-number/phone-number.ts';
import { ratingType } from './rating/rating.ts';
import { singleLineTextType } from './single-line-text/single-line-text.ts';
import { singleSelectType } from './single-select/single-select.ts';
import { urlType } from './url/url.ts';

/** THE list of field types: a kind without its line does not compile. */
export const fieldTypes: { readonly [K in FieldKind]: FieldType<K> } = {
  single_line_text: singleLineTextType,
  long_text: longTextType,
  number: numberType,
  currency: currencyType,
  percent: percentType,
  rating: ratingType,
  duration: durationType,
  date: dateType,
  datetime: datetimeType,
  checkbox: checkboxType,
  single_select: singleSelectType,
  multiple_select: multipleSelectType,
  attachments: attachmentsType,
  email: emailType,
  url: urlType,
  phone_number: phoneNumberType,
  linked_record: linkedRecordType,
  lookup: lookupType,
  autonumber: autonumberType,
  created_time: createdTimeType,
  created_by: createdByType,
  last_modified_time: lastModifiedTimeType,
  last_modified_by: lastModifiedByType,
};

export const fieldType = <K extends FieldKind>(kind: K): FieldType<K> => fieldTypes[kind];

/** The type of a kind only known at run time; hand it that field's own template and values. */
export const anyFieldType = (kind: FieldKind): AnyFieldType =>
  // Safe as long as value and template come from a field of this kind, which `Field` keeps together.
  fieldTypes[kind] as unknown as AnyFieldType;

/** The settings a new field of a kind starts with; a linked record or a lookup has none before a table is chosen. */
export function defaultTemplate<K extends FieldKind>(kind: K): Template<K> | null {
  const { usualTemplate, readTemplate } = fieldType(kind);
  const read = readTemplate(usualTemplate ?? {});
  return read.ok ? read.value : null;
}

/** Why a kind cannot name the records of a table; null when it can. */
export function whyNotPrimary(kind: FieldKind): string | null {
  const { canBePrimary, label } = fieldTypes[kind];
  return canBePrimary ? null : `A field of type ${label} can't be the primary field`;
}

/** The kind that names the records of a table where nothing says otherwise. */
export const usualPrimaryKind: FieldKind = 'single_line_text';

/** Kinds that are known but cannot be filled in before links are there. */
const waiting: ReadonlySet<FieldKind> = new Set(['linked_record']);

/** Whether cells of a kind name files that were uploaded. */
export const holdsFiles = (kind: FieldKind): boolean => kind === 'attachments';

/** The kinds a person can give a field and whose cells they can write: by hand, by paste, by import. */
export const editableKinds: readonly FieldKind[] = fieldKinds.filter(
  (kind) => !fieldTypes[kind].readOnly && !waiting.has(kind),
);

export const isEditable = (kind: FieldKind): boolean => editableKinds.includes(kind);
