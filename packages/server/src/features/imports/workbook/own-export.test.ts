import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { anyFieldType, type CellValue, type Field, type FieldKind, fieldKinds, fieldTypes } from '@weft/core';
import { lawRuns, sampleField } from '@weft/core/testing';
import {
  buildPlan,
  type CsvEncoding,
  createRowConverter,
  isImportable,
  profileCsv,
  readCsv,
} from '@weft/imports';
import { must } from '@weft/std';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import type { ExportSource } from '../../bases/export/export-format.ts';
import { openWorkbook } from '../../bases/export/xlsx.ts';
import { tableFile } from './sheet-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'weft-own-'));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, 'base.xlsx');
const noon = '2026-11-21T12:00:00.000Z';
const makeDecoder = (encoding: CsvEncoding) => new TextDecoder(encoding);

/** Kinds that a file has a column for. */
const kinds = fieldKinds.filter((kind) => isImportable(kind) && kind !== 'linked_record');

/** A field of each kind and each of its sample settings, after one that is filled in every row. */
const fields: readonly Field[] = [
  sampleField('single_line_text', {}, { id: 'fld0', name: 'Name' }),
  ...kinds.flatMap((kind: FieldKind, k) =>
    fieldTypes[kind].samples.templates.map((template, i) =>
      sampleField(kind, template, { id: `fld${k}x${i}`, name: `${kind} ${i}` }),
    ),
  ),
];

const valuesOf = ({ type, template }: Field): readonly CellValue[] =>
  (fieldTypes[type].samples.values as readonly CellValue[]).flatMap((value) => {
    const read = anyFieldType(type).validate(value, template);
    return read.ok ? [read.value] : [];
  });

const row = fc.tuple(
  ...fields.map((field, i) =>
    i === 0 ? fc.constant('Row' as CellValue) : fc.constantFrom<CellValue>(null, ...valuesOf(field)),
  ),
);

function sourceOf(name: string, rows: readonly (readonly CellValue[])[]): ExportSource {
  const records = rows.map((values, position) => ({
    ...{ id: `rec${position}`, position, createdAt: noon, updatedAt: noon },
    data: Object.fromEntries(fields.map(({ id }, i) => [id, values[i] ?? null])),
  }));
  return {
    table: { id: name, name, order: 0, primaryFieldId: 'fld0', fields, views: [] },
    ...{ fields, view: null, formulas: 'keep' },
    count: async () => records.length,
    mayHoldText: async () => false,
    records: async function* () {
      yield records;
    },
  };
}

/** The rows of a sheet as an import into fields like those it was exported from reads them. */
async function readAgain(sheet: string): Promise<readonly (readonly CellValue[])[]> {
  await using file = await tableFile(path, { sheet }, new AbortController().signal);
  const open = () => createReadStream(file.path);
  const profile = await profileCsv(open, makeDecoder, { ...file.parse, headerRow: true, leadRows: 0 });
  const plan = buildPlan(
    profile.columns,
    {
      fieldMappings: fields.map((_, sourceFieldIndex) => ({ sourceFieldIndex })),
      into: { targets: Object.fromEntries(fields.entries()), createOptions: false },
    },
    {
      ...{ newFieldId: () => 'new', newOptionValue: () => 'new' },
      ...{ timeZone: 'Europe/Berlin', decimalPoint: true },
    },
  );
  const convert = createRowConverter(must(plan.ok ? plan.value : null, 'a plan'));
  const read: (readonly CellValue[])[] = [];
  for await (const batch of readCsv(open(), makeDecoder, profile.parsing))
    for (const cells of batch.rows) read.push(convert(cells).values);
  return read.slice(1);
}

it('reads every value of every kind again in the sheets that a whole base is exported as', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 1, maxLength: 12 }),
      fc.array(row, { minLength: 1, maxLength: 3 }),
      async (first, second) => {
        await pipeline(
          await openWorkbook([sourceOf('One', first), sourceOf('one', second)]),
          createWriteStream(path),
        );
        expect(await readAgain('One')).toEqual(first);
        expect(await readAgain('one 2')).toEqual(second);
      },
    ),
    { numRuns: Math.ceil(lawRuns / 5) },
  );
});
