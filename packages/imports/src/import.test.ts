import { readdirSync, readFileSync } from 'node:fs';
import { anyFieldType, type CellValue, type Field, type FieldKind, isSelectField, palette } from '@weft/core';
import { sampleField } from '@weft/core/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ConvertedRow } from './convert-rows.ts';
import {
  buildPlan,
  createRowConverter,
  csvLine,
  exportText,
  type ImportChoices,
  type ImportPlan,
  profileCsv,
  readCsv,
  rejectedEntry,
  reportHeader,
  reportLine,
  unfitEntries,
} from './index.ts';
import type { PlanOptions } from './plan.ts';
import { makeDecoder } from './testing.ts';

const numRuns = Number(process.env.LAWS_RUNS ?? 100);

function planOptions(more: Partial<PlanOptions> = {}): PlanOptions {
  let made = 0;
  const next = (kind: string) => () => `${kind}${made++}`;
  return { newFieldId: next('fld'), newOptionValue: next('opt'), timeZone: 'UTC', ...more };
}

interface Imported {
  readonly plan: ImportPlan;
  readonly rows: readonly ConvertedRow[];
}

async function importCsv(
  bytes: Uint8Array,
  choices?: Partial<ImportChoices>,
  options = planOptions(),
): Promise<Imported> {
  const open = async function* () {
    yield bytes;
  };
  const profile = await profileCsv(open, makeDecoder);
  expect(profile.refusal).toBeNull();
  const fieldMappings = profile.columns.map((column) => ({ sourceFieldIndex: column.sourceIndex }));
  const plan = buildPlan(profile.columns, { fieldMappings, ...choices }, options);
  if (!plan.ok) throw new Error(JSON.stringify(plan.error));
  const convert = createRowConverter(plan.value);
  const rows: ConvertedRow[] = [];
  let skip = profile.parsing.headerRow;
  for await (const batch of readCsv(open(), makeDecoder, profile.parsing)) {
    for (const row of batch.rows) {
      if (skip) skip = false;
      else rows.push(convert(row));
    }
  }
  expect(rows).toHaveLength(profile.rows);
  for (const [i, field] of fieldsOf(plan.value).entries()) {
    for (const { values } of rows) {
      const value = values[i] ?? null;
      expect(anyFieldType(field.type).validate(value, field.template)).toEqual({ ok: true, value });
    }
  }
  return { plan: plan.value, rows };
}

/** The fields as they are after the import: selects with every option found. */
const fieldsOf = ({ columns }: ImportPlan): Field[] =>
  columns.map(({ field, converter }) => {
    const options = converter.options();
    if (options === null || !isSelectField(field)) return field;
    return { ...field, template: { ...field.template, options } };
  });

/** The cells as an export writes them. */
function exported({ plan, rows }: Imported): string[][] {
  const fields = fieldsOf(plan);
  return rows.map(({ values, raw }) =>
    fields.map((field, i) => exportText(field, values[i], raw?.[field.id])),
  );
}

const fileOf = (fields: readonly Field[], rows: readonly (readonly string[])[]): Uint8Array =>
  new TextEncoder().encode([fields.map((field) => field.name), ...rows].map(csvLine).join(''));

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('real files come back from an export as they were imported', () => {
  const fixtures = new URL('../fixtures/', import.meta.url);
  const files = [
    'country-codes.csv',
    'dc-wikia-data.csv',
    ...readdirSync(new URL('csv-spectrum/csvs/', fixtures)).map((name) => `csv-spectrum/csvs/${name}`),
  ];
  for (const file of files) {
    test(file, async () => {
      const first = await importCsv(readFileSync(new URL(file, fixtures)));
      expect(first.rows.filter((row) => row.raw)).toEqual([]);
      const cells = exported(first);
      const second = await importCsv(fileOf(fieldsOf(first.plan), cells));
      expect(exported(second)).toEqual(cells);
      expect(second.plan.columns.map(({ field }) => field.type)).toEqual(
        first.plan.columns.map(({ field }) => field.type),
      );
    });
  }
});

describe('what is exported imports as the same values', () => {
  const epoch = (text: string): number => Temporal.Instant.from(text).epochMilliseconds;
  const instant = fc
    .integer({ min: epoch('0001-01-02T00:00:00Z'), max: epoch('9999-12-30T00:00:00Z') })
    .map((time) => Temporal.Instant.fromEpochMilliseconds(time).toString({ fractionalSecondDigits: 3 }));
  const amount = fc.oneof(
    fc.integer({ min: -(10 ** 12), max: 10 ** 12 }).map((value) => value / 1000 + 0),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
  );
  const date = { dateFormat: 'iso', displayTime: false, timeFormat: '24h', displayTimeZone: false } as const;
  const number = { decimalPlaces: 2, numberFormat: 'local' } as const;
  const kinds: readonly (readonly [FieldKind, object, fc.Arbitrary<CellValue>])[] = [
    ['number', number, amount],
    ['percent', { ...number, showProgressBar: false, allowNegative: true }, amount],
    ['currency', { ...number, currencySymbol: '€' }, amount],
    ['duration', { format: 'h:mm:ss' }, fc.integer({ min: 0, max: 10 ** 9 }).map((value) => value / 1000)],
    ['date', date, instant.map((text) => `${text.slice(0, 10)}T00:00:00.000Z`)],
    ['datetime', { ...date, displayTime: true }, instant],
    ['checkbox', { color: 'Green' }, fc.boolean()],
  ];
  for (const [type, template, values] of kinds) {
    test(type, async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(fc.option(values), { minLength: 2, maxLength: 30 }), async (column) => {
          fc.pre(column.some((value) => value !== null && value !== 0));
          const field = sampleField(type, template, { id: 'f', name: 'Value' });
          const key = sampleField('single_line_text', {}, { id: 'k', name: 'Key' });
          const file = fileOf(
            [key, field],
            column.map((value, i) => [`key ${i}`, exportText(field, value)]),
          );
          // A person says the type; what the file alone suggests must not contradict it.
          const override = { 1: { fieldType: field.type, template } };
          const { rows } = await importCsv(file, { fieldTypeOverrides: override });
          expect(rows.map((row) => row.values[1])).toEqual(column);
          expect(rows.filter((row) => row.raw)).toEqual([]);
        }),
        { numRuns },
      );
    });
  }

  test('texts of every kind, blanks and line breaks and all', async () => {
    const text = fc.string({
      unit: fc.constantFrom('a', '0', '"', ',', ';', '\n', '\r', ' ', 'é', '😀'),
      minLength: 1,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 10 }), async (column) => {
        const file = bytesOf(
          ['Key,Text\r\n', ...column.map((value, i) => csvLine([`key ${i}`, value]))].join(''),
        );
        const { rows } = await importCsv(file, { fieldTypeOverrides: { 1: { fieldType: 'long_text' } } });
        expect(rows.map((row) => row.values[1])).toEqual(column);
      }),
      { numRuns },
    );
  });
});

describe('planning an import', () => {
  const people = 'Name,Age,When,Team\nAnn,31,01/02/2024,red\nBob,,03/04/2024,blue\nCid,old,05/06/2024,red\n';

  test('a chosen type keeps what does not fit as text, and reports it', async () => {
    const { plan, rows } = await importCsv(bytesOf(people), {
      fieldTypeOverrides: { 1: { fieldType: 'number' } },
    });
    expect(rows.map((row) => row.values[1])).toEqual([31, null, null]);
    expect(rows[2]?.raw).toEqual({ [plan.columns[1]?.field.id ?? '']: 'old' });
    const report = rows.flatMap((row, i) => unfitEntries(plan, row, i + 1, i + 2)).map(reportLine);
    expect([reportHeader(), ...report].join('')).toBe(
      'Row,Line,Column,Value,Reason\r\n3,4,Age,old,The text does not fit the type Number. It was kept as text\r\n',
    );
  });

  test('the date format a person chooses decides day or month first', async () => {
    const dates = async (dateFormat: string) => {
      const override = { 2: { fieldType: 'date', template: { dateFormat } } } as const;
      return (await importCsv(bytesOf(people), { fieldTypeOverrides: override })).rows.map((row) =>
        String(row.values[2]).slice(0, 10),
      );
    };
    expect(await dates('us')).toEqual(['2024-01-02', '2024-03-04', '2024-05-06']);
    expect(await dates('european')).toEqual(['2024-02-01', '2024-04-03', '2024-06-05']);
  });

  test('a chosen select has the labels of the whole file, coloured in order', async () => {
    const { plan, rows } = await importCsv(bytesOf(people), {
      fieldTypeOverrides: { 3: { fieldType: 'single_select' } },
    });
    const options = plan.columns[3]?.converter.options() ?? [];
    expect(options.map(({ label, color }) => [label, color])).toEqual([
      ['red', palette[0]],
      ['blue', palette[1]],
    ]);
    expect(plan.columns[3]?.field.template).toMatchObject({ options });
    expect(rows.map((row) => row.values[3])).toEqual([
      options[0]?.value,
      options[1]?.value,
      options[0]?.value,
    ]);
  });

  test('labels go by the name a person gave them; deleted ones stay text', async () => {
    const bytes = new TextEncoder().encode('id,s,m\n1,new,"a, b"\n2,old,"b, c"\n3,lost,c\n4,__proto__,a\n');
    const options = [
      { value: 'mine', label: 'Mine', color: 'Blue' },
      { value: 'old', label: 'Old one', color: 'Red' },
    ];
    const { plan, rows } = await importCsv(bytes, {
      fieldTypeOverrides: {
        1: {
          fieldType: 'single_select',
          template: { options },
          labels: [
            ['old', 'Old one'],
            ['lost', null],
            ['__proto__', 'Proto'],
          ],
        },
        2: { fieldType: 'multiple_select', labels: [['c', null]] },
      },
    });
    const [, single, several] = fieldsOf(plan);
    const labelsOf = (field: Field | undefined) =>
      field && 'options' in field.template ? field.template.options.map(({ label }) => label) : [];
    expect(labelsOf(single)).toEqual(['Mine', 'Old one', 'new', 'Proto']);
    expect(labelsOf(several)).toEqual(['a', 'b']);
    expect(rows[1]?.values[1]).toBe('old');
    expect(rows.map(({ raw }) => raw && Object.values(raw))).toEqual([null, ['b, c'], ['lost', 'c'], null]);
  });
  test('a label beyond the 1,000 a select may have stays text', async () => {
    const labels = Array.from({ length: 1005 }, (_, i) => `label ${i}`);
    const file = bytesOf(['Key,Label\n', ...labels.map((label, i) => csvLine([`key ${i}`, label]))].join(''));
    const { plan, rows } = await importCsv(file, {
      fieldTypeOverrides: { 1: { fieldType: 'single_select' } },
    });
    expect(plan.columns[1]?.converter.options()).toHaveLength(1000);
    expect(rows.filter((row) => row.raw)).toHaveLength(5);
  });

  test('columns are chosen, named and ordered', async () => {
    const fieldMappings = [
      { sourceFieldIndex: 3, fieldName: ' Group ' },
      { sourceFieldIndex: 0, fieldName: 'group', isPrimary: true },
    ];
    const { plan, rows } = await importCsv(bytesOf(people), { fieldMappings });
    expect(plan.columns.map(({ field }) => [field.name, field.order])).toEqual([
      ['Group', 0],
      ['group 2', 1],
    ]);
    expect(plan.primaryFieldId).toBe(plan.columns[1]?.field.id);
    expect(rows[0]?.values).toEqual(['red', 'Ann']);
  });

  test('a choice that is not possible is refused with its path', async () => {
    const open = async function* () {
      yield bytesOf('Name,Done\nAnn,x\nBob,\n');
    };
    const { columns } = await profileCsv(open, makeDecoder);
    const reasons = (choices: ImportChoices) => {
      const plan = buildPlan(columns, choices, planOptions());
      return plan.ok ? [] : plan.error.map((fault) => fault.path);
    };
    expect(reasons({ fieldMappings: [] })).toEqual(['fieldMappings']);
    expect(reasons({ fieldMappings: [{ sourceFieldIndex: 7 }] })).toEqual([
      'fieldMappings.0.sourceFieldIndex',
    ]);
    expect(reasons({ fieldMappings: [{ sourceFieldIndex: 0 }, { sourceFieldIndex: 0 }] })).toEqual([
      'fieldMappings.1.sourceFieldIndex',
    ]);
    expect(
      reasons({ fieldMappings: [{ sourceFieldIndex: 0 }, { sourceFieldIndex: 1, isPrimary: true }] }),
    ).toEqual(['fieldMappings.1.isPrimary']);
    expect(reasons({ fieldMappings: [{ sourceFieldIndex: 1 }] })).toEqual(['fieldMappings']);
    expect(
      reasons({
        fieldMappings: [{ sourceFieldIndex: 0 }],
        fieldTypeOverrides: { 0: { fieldType: 'attachments' } },
      }),
    ).toEqual(['fieldTypeOverrides.0.fieldType']);
  });

  test('a rejected row is reported with line, column and reason', () => {
    const fault = {
      kind: 'nul',
      row: 3,
      line: 4,
      columnIndex: 1,
      value: 'x␀',
      reason: 'The cell contains a NUL byte, which text cannot hold',
    } as const;
    expect(reportLine(rejectedEntry(fault, ['A', 'B']))).toBe(
      ',4,B,x␀,"The cell contains a NUL byte, which text cannot hold. The row was not imported"\r\n',
    );
  });
});
