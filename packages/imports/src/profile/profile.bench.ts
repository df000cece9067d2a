/**
 * Run by hand: `node packages/imports/src/profile/profile.bench.ts`. A file of 250,000 rows × 18 columns (about 50 MB),
 * in memory; prints milliseconds and rows/s of each pass.
 */
import { createEncodingDetector } from '../csv/encoding.ts';
import { detectParsing } from '../csv/read-csv.ts';
import { buildPlan, type ColumnProfile, createRowConverter, profileCsv, readCsv } from '../index.ts';
import { makeDecoder } from '../testing.ts';

const rows = 250_000;
const cities = ['Paris', 'Lyon', 'Nice', 'Lille', 'Brest', 'Nantes', 'Metz'];

function line(i: number): string {
  const day = String(1 + (i % 28)).padStart(2, '0');
  const month = String(1 + (i % 12)).padStart(2, '0');
  return [
    `Name ${i} Surname`,
    `00${i}`,
    i,
    (i * 7919) % 100_003,
    `${i % 977}.${i % 10}5`,
    `"${1 + (i % 9)},${String(i % 1000).padStart(3, '0')}.50"`,
    `$${i % 5000}.99`,
    `${i % 100}%`,
    i % 2 ? 'Yes' : 'No',
    `20${10 + (i % 15)}-${month}-${day}`,
    `${month}/${day}/2024`,
    `2024-${month}-${day}T10:${day}:00Z`,
    `${i % 30}:${day}:05`,
    `person${i}@example.com`,
    `https://example.com/items/${i}`,
    cities[i % 7],
    `"${cities[i % 7]}, ${cities[(i * 3 + 1) % 7]}"`,
    `A note of some length about item number ${i}, quite plain`,
  ]
    .join(',')
    .replace(/, quite plain$/, ' quite plain');
}

const header = Array.from({ length: 18 }, (_, i) => `Column ${i + 1}`).join(',');
const parts = [header];
for (let i = 0; i < rows; i++) parts.push(line(i));
const bytes = new TextEncoder().encode(`${parts.join('\n')}\n`);
async function* open(): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}

async function timed<T>(what: string, work: () => Promise<T> | T): Promise<T> {
  const start = performance.now();
  const result = await work();
  const ms = performance.now() - start;
  console.log(
    `${what.padEnd(28)} ${Math.round(ms)} ms, ${Math.round(rows / (ms / 1000)).toLocaleString('en')} rows/s`,
  );
  return result;
}

console.log(`${(bytes.length / 1e6).toFixed(1)} MB, ${rows} rows × 18`);
for (let round = 0; round < 3; round++) {
  await timed('encoding', () => {
    const detector = createEncodingDetector();
    detector.push(bytes);
    return detector.end();
  });
  const parsing = await detectParsing(open, makeDecoder);
  await timed('tokenize', async () => {
    let count = 0;
    for await (const batch of readCsv(open(), makeDecoder, parsing)) count += batch.rows.length;
    return count;
  });
  const profile = await timed('whole profile', () => profileCsv(open, makeDecoder));
  if (round === 0)
    for (const column of profile.columns) console.log(`  ${column.fieldType}: ${column.reason}`);
  let made = 0;
  const plan = buildPlan(
    profile.columns,
    {
      fieldMappings: profile.columns.map((column: ColumnProfile) => ({
        sourceFieldIndex: column.sourceIndex,
      })),
    },
    { newFieldId: () => `fld${made++}`, newOptionValue: () => `opt${made++}`, timeZone: 'UTC' },
  );
  if (!plan.ok) throw new Error(JSON.stringify(plan.error));
  await timed('tokenize and convert', async () => {
    const convert = createRowConverter(plan.value);
    let unfit = 0;
    for await (const batch of readCsv(open(), makeDecoder, parsing))
      for (const row of batch.rows) if (convert(row).raw) unfit++;
    return unfit;
  });
  console.log(`  memory ${Math.round(process.memoryUsage().rss / 1e6)} MB`);
}
