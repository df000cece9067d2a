import {
  addOptions,
  anyFieldType,
  type BaseRecord,
  convertValue,
  type Field,
  type FieldShape,
  fieldShape,
  holdsLinkNames,
  isLinkField,
  isSelectField,
  isSelectKind,
  maxOptions,
  namesAsCell,
  type SelectTemplate,
  splitLabels,
  takesManyOptions,
  unnamedRecord,
  zonedSettings,
} from '@weft/core';
import type { BaseStore, RunScan } from '@weft/db';
import { cellOf, linksOf } from '@weft/history';
import type { CallInput, ConversionPreview } from '@weft/protocol';
import { AppError, invalid } from '@weft/std';
import { findField, recordsOf } from './column-records.ts';
import { isLinkShape, previewLinks } from './link-names.ts';
import { newField } from './new-field.ts';
import { timeZoneOf } from './time-zone.ts';

type Sent = Omit<CallInput<'fields.previewConversion'>, 'basePublicId'>;
type Conversion = FieldShape & {
  readonly tableId: string;
  readonly fieldId: string;
  readonly timeZone: string;
  readonly locale: string;
};

const isLocale = (name: string): boolean => {
  try {
    return Intl.getCanonicalLocales(name).length === 1;
  } catch {
    return false;
  }
};

const maxSamples = 20;

/** How the links of a field read in each record; null for other fields. */
async function namesOf(store: BaseStore, tableId: string, field: Field, records: readonly BaseRecord[]) {
  if (!isLinkField(field)) return null;
  const { named } = await store.linked(tableId, records);
  const names = named.get(field.id);
  return (record: BaseRecord) => linksOf(record, field.id).map((id) => names?.get(id)?.name || unnamedRecord);
}

/** The texts of a column as options: each value one, or each part of it where a cell may hold several. */
async function optionsOf(
  store: BaseStore,
  sent: Sent,
  field: Field,
  runScan: RunScan,
): Promise<SelectTemplate> {
  const type = anyFieldType(field.type);
  const labels = new Set<string>();
  for await (const records of recordsOf(store, sent, field, runScan)) {
    for (const record of records) {
      const { value, raw } = cellOf(record, sent.fieldId);
      const text = raw ?? (value === null ? '' : type.toText(value, field.template));
      for (const label of takesManyOptions(sent.type) ? splitLabels(text) : [text]) labels.add(label);
    }
    if (labels.size > maxOptions)
      throw new AppError(
        'limit',
        `This column holds more than ${maxOptions} different values: too many options`,
      );
  }
  let made = 0;
  const empty: SelectTemplate = { options: [], disableColors: false };
  // Values of one field only need to differ among themselves.
  return addOptions(empty, [...labels], () => `opt${(++made).toString(36).padStart(5, '0')}`);
}

/** The conversion a call asks for, its settings read by the new type; a select gets options where none are given. */
export async function conversionOf(store: BaseStore, sent: Sent, runScan: RunScan): Promise<Conversion> {
  const { timezone, locale = 'en-US' } = sent.conversionContext;
  const timeZone = timeZoneOf(timezone, 'conversionContext.timezone');
  if (!isLocale(locale)) throw invalid('conversionContext.locale', 'Not a locale');
  const field = await findField(store, sent);
  const { tableId, fieldId, type } = sent;
  let template = sent.template;
  if (template === undefined && isSelectKind(type))
    template = {
      ...(isSelectField(field) ? field.template : await optionsOf(store, sent, field, runScan)),
    };
  if (template === undefined) {
    const zoned = zonedSettings(field, type, timeZone);
    if (zoned !== null) template = { ...zoned };
  }
  const read = newField({ id: fieldId, type, template }, field.order, 'field', () => fieldId);
  return { ...fieldShape(read), tableId, fieldId, timeZone, locale };
}

/** Counts the results of a conversion without changing anything. */
export async function previewConversion(
  store: BaseStore,
  conversion: Conversion,
  runScan: RunScan,
): Promise<ConversionPreview> {
  const { tableId, fieldId, type, template, timeZone, locale } = conversion;
  const sent = { tableId, fieldId, type, conversionContext: { timezone: timeZone } };
  const field = await findField(store, sent);
  if (isLinkShape(conversion) && holdsLinkNames(field.type))
    return { ...(await previewLinks(store, { tableId, field, link: conversion }, runScan)), template };
  const counts = { converted: 0, empty: 0, unfit: 0 };
  const samples: { recordId: string; text: string }[] = [];
  for await (const records of recordsOf(store, sent, field, runScan)) {
    const names = await namesOf(store, tableId, field, records);
    for (const record of records) {
      const after =
        names === null
          ? convertValue(field, cellOf(record, fieldId), conversion, { timeZone, locale })
          : namesAsCell(names(record), conversion);
      if (after.raw !== undefined) {
        counts.unfit++;
        if (samples.length < maxSamples) samples.push({ recordId: record.id, text: after.raw.slice(0, 200) });
      } else if (after.value === null) counts.empty++;
      else counts.converted++;
    }
  }
  return { ...counts, samples, template };
}
