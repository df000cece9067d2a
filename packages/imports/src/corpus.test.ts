import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { must } from '@weft/std';
import { describe, expect, it } from 'vitest';
import { createRowConverter } from './convert-rows.ts';
import { readCsv } from './csv/read-csv.ts';
import { buildPlan } from './plan.ts';
import type { ColumnProfile } from './profile/column-profile.ts';
import { type CsvProfile, profileCsv } from './profile/profile-csv.ts';
import { makeDecoder, openBytes, plainRows, said } from './testing.ts';

const packageFolder = new URL('../', import.meta.url);
const filesIn = (folder: string): string[] =>
  readdirSync(new URL(folder, packageFolder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.csv'))
    .map((name) => `${folder}${name}`);
const stored = [...filesIn('corpus/'), ...filesIn('fixtures/')].toSorted();
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

const columnsOf = (count: number, cell: (index: number) => string): string =>
  `${Array.from({ length: count }, (_, index) => cell(index)).join(',')}\n`;
const mebibyte = 1_048_576;

/** Too large to keep: made here. */
const made: readonly (readonly [name: string, bytes: Uint8Array])[] = [
  ['500 columns', bytesOf(columnsOf(500, (i) => `Column ${i}`) + columnsOf(500, (i) => `${i}`).repeat(20))],
  ['501 columns', bytesOf(columnsOf(501, (i) => `Column ${i}`) + columnsOf(501, (i) => `${i}`))],
  ['a cell of 1 MiB', bytesOf(`name,text\nAnn,${'é'.repeat(mebibyte / 2)}\nBo,short\n`)],
  ['a cell of more than 1 MiB', bytesOf(`name,text\nAnn,${'é'.repeat(mebibyte / 2)}x\nBo,short\n`)],
  [
    '20,000 rows with a stranger at the end',
    bytesOf(`id,n\n${Array.from({ length: 20_000 }, (_, i) => `r${i},${i}\n`).join('')}last,many\n`),
  ],
];
const files: readonly (readonly [name: string, bytes: Uint8Array])[] = [
  ...stored.map((name): [string, Uint8Array] => [name, readFileSync(new URL(name, packageFolder))]),
  ...made,
];

/** Reads a file as the import does, every row converted as proposed. */
async function imported(bytes: Uint8Array, profile: CsvProfile) {
  let ids = 0;
  const plan = buildPlan(
    profile.columns,
    { fieldMappings: profile.columns.map(({ sourceIndex }) => ({ sourceFieldIndex: sourceIndex })) },
    { newFieldId: () => `fld${ids++}`, newOptionValue: () => `opt${ids++}`, timeZone: 'UTC' },
  );
  if (!plan.ok) throw new Error(JSON.stringify(plan.error));
  const convert = createRowConverter(plan.value);
  const rows: string[][] = [];
  let rejected = 0;
  for await (const batch of readCsv(openBytes(bytes)(), makeDecoder, profile.parsing)) {
    rows.push(...batch.rows);
    rejected += batch.faults.length;
  }
  const data = profile.parsing.headerRow ? rows.slice(1) : rows;
  return { plan: plan.value, rows: data, converted: data.map(convert), rejected };
}

/** How the files of the corpus say that a value is missing. */
const saysNothing = new Set([
  'na',
  'n/a',
  '#n/a',
  'nan',
  'null',
  'none',
  '-',
  '--',
  '.',
  '..',
  '?',
  '…',
  '#div/0!',
  '#value!',
  '#ref!',
]);

describe('every file of the corpus', () => {
  it('is there: ninety at least', () => expect(stored.length).toBeGreaterThanOrEqual(90));

  it.each(files)('%s keeps every cell and counts every row', async (_, bytes) => {
    const profile = await profileCsv(openBytes(bytes), makeDecoder);
    const text = makeDecoder(profile.parsing.encoding).decode(bytes);
    const plain = plainRows(text, profile.parsing.delimiter, profile.parsing.quotes);
    const { skipRows, leadRows, headerRow } = profile.parsing;
    if (profile.refusal !== null) return expect(profile.refusal).toMatch(/[a-z]/);

    // Rows in = imported + rejected + the names + those above them, which the person is told of.
    const above = skipRows + leadRows + (headerRow ? 1 : 0);
    expect(profile.rows + profile.rowsRejected + above).toBe(plain.rows.length);
    const { plan, rows, converted, rejected } = await imported(bytes, profile);
    expect([rows.length, rejected]).toEqual([profile.rows, profile.rowsRejected]);

    // The reader agrees with the plain one on every cell of every row it takes.
    const taken = plain.rows
      .slice(above)
      .filter((row) => !row.some((cell) => cell.includes('\0') || bytesOf(cell).length > mebibyte));
    expect(rows).toEqual(taken);

    const altered: string[] = [];
    for (const [index, { values, raw }] of converted.entries()) {
      for (const [place, { field, sourceIndex, converter }] of plan.columns.entries()) {
        const cell = rows[index]?.[sourceIndex] ?? '';
        const value = values[place] ?? null;
        const where = `row ${index + 1}, ${field.name} (${field.type}): ${cell}`;
        // What was proposed from the whole file fits the whole file; what says that there is no value stays text.
        const kept = raw?.[field.id]?.trim().toLowerCase() ?? '';
        if (kept !== '' && !saysNothing.has(kept)) altered.push(`${where} does not fit`);
        if (value === null) {
          if (cell.trim() !== '' && raw?.[field.id] !== cell) altered.push(`${where} was lost`);
          continue;
        }
        const options = converter.options();
        const known = options === null ? field : { ...field, template: { ...field.template, options } };
        const { format } = must(profile.columns[sourceIndex]);
        const [before, after] = said(cell, value, known as typeof field, format);
        if (before !== after) altered.push(`${where} became ${after}, not ${before}`);
      }
      const beyond = rows[index]?.slice(profile.columns.length) ?? [];
      // More than a table takes: the person is told of the column by name.
      for (const [place, cell] of beyond.entries())
        if (cell !== '' && profile.allColumns?.[profile.columns.length + place] === undefined)
          altered.push(`row ${index + 1}: ${cell} has no column`);
    }
    expect(altered).toEqual([]);
  });

  it('is read as a person has reviewed it', async () => {
    const parts: string[] = [];
    for (const [name, bytes] of files)
      parts.push(review(name, await profileCsv(openBytes(bytes), makeDecoder)));
    const head =
      '# What is inferred of each file\n\nWritten by `corpus.test.ts`; a change here is a change of what people are offered. Review it, then run the test with `-u`.\n';
    await expect(`${head}\n${parts.join('\n')}`).toMatchFileSnapshot(
      fileURLToPath(new URL('corpus/INFERRED.md', packageFolder)),
    );
  });
});

const delimiterNames: { readonly [sign: string]: string } = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'pipe',
};
const oneLine = (text: string): string =>
  text
    .replace(/[\n\r\u2028\u2029]/g, '⏎')
    .replaceAll('|', '\\|')
    .replaceAll('\0', '␀');

function review(
  name: string,
  { parsing, rows, rowsRejected, rejected, doubts, refusal, columns }: CsvProfile,
): string {
  const { encoding, delimiter, quotes, headerRow, skipRows, leadRows } = parsing;
  const facts = [
    encoding,
    delimiterNames[delimiter],
    ...(quotes === 'double' ? [] : [`quotes: ${quotes}`]),
    headerRow ? 'first row names the columns' : 'no names',
    ...(skipRows > 0 ? ['`sep=` line'] : []),
    ...(leadRows > 0 ? [`${leadRows === 1 ? '1 row' : `${leadRows} rows`} above the names`] : []),
    rows === 1 ? '1 row' : `${rows} rows`,
    ...(rowsRejected > 0 ? [`${rowsRejected} rejected: ${rejected[0]?.reason}`] : []),
  ];
  const shown = columns.length > 60 ? columns.slice(0, 3) : columns;
  const lines = shown.map(columnLine);
  const rest = columns.length - shown.length;
  return [
    `## ${name}\n`,
    `${facts.join(', ')}\n`,
    ...(refusal === null ? [] : [`Refused: ${refusal}\n`]),
    ...doubts.slice(0, 3).map(({ line, reason }) => `Line ${line}: ${reason}\n`),
    ...(lines.length === 0 || refusal !== null
      ? []
      : [
          '| column | type | sure | why |',
          '|---|---|---:|---|',
          ...lines,
          ...(rest > 0 ? [`\nand ${rest} more`] : []),
          '',
        ]),
  ].join('\n');
}

function columnLine({
  fieldName,
  fieldType,
  confidence,
  reason,
  isPrimary,
  template,
  notes,
}: ColumnProfile): string {
  const settings = Object.entries(template)
    .filter(([key]) =>
      ['numberFormat', 'dateFormat', 'currencySymbol', 'format', 'decimalPlaces', 'grouping'].includes(key),
    )
    .map(([key, value]) => (key === 'grouping' ? 'no groups' : String(value)));
  const type = `${fieldType}${settings.length > 0 ? ` (${settings.join(', ')})` : ''}${isPrimary ? ', primary' : ''}`;
  const why = oneLine([reason, ...notes].join('. '));
  return `| ${oneLine(fieldName)} | ${type} | ${Math.round(confidence * 100)} % | ${why} |`;
}
