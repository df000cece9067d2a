import {
  type CellValue,
  type Field,
  type FieldShape,
  isLinkKind,
  type LinkField,
  nameAsValue,
  namesInCell,
  type Table,
} from '@weft/core';
import type { BaseStore, RunScan } from '@weft/db';
import { cellOf, targetGone } from '@weft/history';
import { type ConversionPreview, maxMissingRecords } from '@weft/protocol';
import { AppError, notFound } from '@weft/std';
import { recordsOf } from './column-records.ts';

/** The settings of a link field. */
export type LinkShape = FieldShape & Pick<LinkField, 'type' | 'template'>;

export const isLinkShape = (shape: FieldShape): shape is LinkShape => isLinkKind(shape.type);

/** A field of texts and the links that it becomes. */
export interface TextLinks {
  readonly tableId: string;
  readonly field: Field;
  readonly link: LinkShape;
}

/** What one search through the linked table takes at most: names, records that hold them, characters of their texts. */
const namesAtOnce = 50_000;
const recordsAtOnce = 20_000;
const charactersAtOnce = 4_000_000;

const maxSamples = 20;

interface LinkTarget {
  readonly target: Table;
  readonly primary: Field;
}

/** The table that a link leads to, and the field that names its records. */
export async function linkTarget(store: BaseStore, { template }: LinkShape): Promise<LinkTarget> {
  const { metadata } = await store.metadata();
  const target = metadata.tables.find(({ id }) => id === template.tableId);
  const primary = target?.fields.find(({ id }) => id === target.primaryFieldId);
  if (target === undefined || primary === undefined) throw notFound(targetGone);
  return { target, primary };
}

interface NamedRecord {
  readonly recordId: string;
  readonly text: string;
  readonly names: readonly string[];
}

type Found = 'linked' | 'ambiguous' | 'missing' | 'impossible';

/** The records of a column, with whom each name in their texts is of; so many at a time as one search takes. */
async function* namedRecords(
  store: BaseStore,
  { tableId, field, link }: TextLinks,
  { target, primary }: LinkTarget,
  runScan: RunScan,
): AsyncGenerator<{ readonly records: readonly NamedRecord[]; readonly found: ReadonlyMap<string, Found> }> {
  let records: NamedRecord[] = [];
  let names = new Map<string, CellValue>();
  let characters = 0;
  const resolved = async () => {
    const values = [...names].flatMap(([name, value]) => (value === null ? [] : [{ name, value }]));
    const held = await store.findByValue(
      target.id,
      primary.id,
      values.map(({ value }) => value),
      runScan,
    );
    const found = new Map<string, Found>([...names.keys()].map((name) => [name, 'impossible']));
    for (const [i, { name }] of values.entries()) {
      const count = held[i]?.count ?? 0;
      found.set(name, count === 0 ? 'missing' : count === 1 ? 'linked' : 'ambiguous');
    }
    return { records, found };
  };
  for await (const some of recordsOf(store, { tableId, fieldId: field.id }, field, runScan)) {
    for (const record of some) {
      const { value, raw } = cellOf(record, field.id);
      const cell = raw === undefined ? { value } : { value, raw };
      const own = namesInCell(cell, link.template);
      const text = raw ?? (typeof value === 'string' ? value : '');
      characters += text.length;
      records.push({ recordId: record.id, text: text.slice(0, 200), names: own });
      for (const name of own) if (!names.has(name)) names.set(name, nameAsValue(primary, name));
    }
    const isFull =
      names.size >= namesAtOnce || records.length >= recordsAtOnce || characters >= charactersAtOnce;
    if (!isFull) continue;
    yield await resolved();
    records = [];
    names = new Map();
    characters = 0;
  }
  yield await resolved();
}

/** Counts the names in a column by the records that they name. */
export async function previewLinks(
  store: BaseStore,
  links: TextLinks,
  runScan: RunScan,
): Promise<Omit<ConversionPreview, 'template'>> {
  const to = await linkTarget(store, links.link);
  const cells = { converted: 0, empty: 0, unfit: 0 };
  const names = { linked: 0, ambiguous: 0, missing: 0, impossible: 0 };
  const samples: { recordId: string; text: string }[] = [];
  const missing = new Set<string>();
  for await (const { records, found } of namedRecords(store, links, to, runScan))
    for (const { recordId, text, names: own } of records) {
      let unfit = false;
      for (const name of own) {
        const kind = found.get(name) ?? 'impossible';
        names[kind]++;
        unfit ||= kind !== 'linked';
        // Two ways to write a number or a day name one record.
        if (kind === 'missing' && missing.size <= maxMissingRecords)
          missing.add(JSON.stringify(nameAsValue(to.primary, name)));
      }
      if (!unfit) cells[own.length === 0 ? 'empty' : 'converted']++;
      else {
        cells.unfit++;
        if (samples.length < maxSamples) samples.push({ recordId, text });
      }
    }
  return { ...cells, samples, names: { ...names, creatable: missing.size } };
}

/** What a conversion to links is to know before: the primary cells of records to be made, and whether any name stays. */
export async function unlinkedNames(
  store: BaseStore,
  links: TextLinks,
  createMissing: boolean,
  runScan: RunScan,
): Promise<{ readonly missing: readonly NonNullable<CellValue>[]; readonly stays: boolean }> {
  const to = await linkTarget(store, links.link);
  const values = new Map<string, NonNullable<CellValue>>();
  let stays = false;
  for await (const { found } of namedRecords(store, links, to, runScan))
    for (const [name, kind] of found) {
      if (kind === 'linked') continue;
      const value = kind === 'missing' && createMissing ? nameAsValue(to.primary, name) : null;
      if (value === null) stays = true;
      // Two ways to write a number or a day name one record.
      else values.set(JSON.stringify(value), value);
      if (values.size > maxMissingRecords)
        throw new AppError(
          'limit',
          `More than ${maxMissingRecords.toLocaleString('en-US')} records would be made. Nothing was changed: convert without making them, or import the names into the linked table first`,
        );
    }
  return { missing: [...values.values()], stays };
}
