import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seededRandom } from '@weft/std';
import type { World } from './world.ts';

const rows = 1_000_000;
const columns = [
  'Order',
  'Status',
  'City',
  'Customer',
  'Email',
  'Product',
  'Pieces',
  'Price',
  'Discount',
  'Ordered',
  'Shipped at',
  'Paid',
  'Rating',
  'Time at the bench',
  'Weight',
  'Postcode',
  'Tracking',
  'Note',
];
const cities = ['Lyon', 'Bergen', 'Bristol', 'Kyoto', 'Oslo', 'Dublin', 'Porto', 'Cardiff', '東京', 'Αθήνα'];
const states = ['New', 'Packed', 'Shipped', 'Returned', 'Lost'];
const names = ['Ada', 'Bruno', 'Chiara', 'Daniel', 'Elif', 'Fumiko', 'Gustav', 'Hana', 'Ilse', 'Jonas'];
const products = ['Lamp', 'Chair', 'Blanket', 'Teapot', 'Mirror', 'Shelf', 'Basket', 'Clock'];

const two = (value: number): string => String(value).padStart(2, '0');

function* lines(): Generator<string> {
  const next = seededRandom(21);
  const whole = (most: number): number => Math.floor(next() * most);
  const pick = (list: readonly string[]): string => list[whole(list.length)] ?? '';
  let text = `${columns.join(',')}\n`;
  for (let row = 1; row <= rows; row++) {
    const [month, date] = [two(1 + whole(12)), two(1 + whole(28))];
    const customer = `${pick(names)} ${pick(names)}son`;
    text += `${[
      `Order ${row}`,
      pick(states),
      pick(cities),
      customer,
      `${customer.toLowerCase().replace(' ', '.')}${whole(10_000)}@mail.example`,
      pick(products),
      1 + whole(40),
      `€${(next() * 900).toFixed(2)}`,
      `${whole(31)}%`,
      `${2020 + whole(7)}-${month}-${date}`,
      `${2020 + whole(7)}-${month}-${date}T${two(whole(24))}:${two(whole(60))}:00Z`,
      next() < 0.8 ? 'yes' : 'no',
      1 + whole(5),
      `${whole(9)}:${two(whole(60))}:${two(whole(60))}`,
      (next() * 30).toFixed(3),
      String(whole(100_000)).padStart(5, '0'),
      `TR-${row.toString(36)}-${whole(1_000_000).toString(36)}`,
      `"${pick(products)}, ${pick(products)} for ${pick(cities)}"`,
    ].join(',')}\n`;
    if (text.length < 1 << 20) continue;
    yield text;
    text = '';
  }
  yield text;
}

/** A million orders of 18 fields, imported as a file. */
export const large: World = async (visitor, say) => {
  const folder = await mkdtemp(join(tmpdir(), 'weft-seed-'));
  try {
    const path = join(folder, 'orders.csv');
    const file = createWriteStream(path);
    for (const text of lines()) if (!file.write(text)) await once(file, 'drain');
    file.end();
    await once(file, 'close');
    say(
      `Uploading ${rows.toLocaleString('en-US')} rows, ${Math.ceil((await stat(path)).size / 1024 / 1024)} MB`,
    );
    const csvFileUrl = await visitor.upload(path, 'orders.csv');
    const { config } = await visitor.call('import.csvPreview', { csvFileUrl });
    const fieldMappings = config.columns.map(({ sourceFieldIndex, isPrimary }) => ({
      sourceFieldIndex,
      isPrimary,
    }));
    const basePublicId = await visitor.newBase('A million orders');
    let told = 0;
    await visitor.import(
      {
        importId: `imp${crypto.randomUUID()}`,
        basePublicId,
        csvFileUrl,
        config: { tableName: 'Orders' },
        fieldMappings,
      },
      (event) => {
        if (event.type !== 'records' || performance.now() - told < 2_000) return;
        told = performance.now();
        say(`${event.totalRecordsImported.toLocaleString('en-US')} rows imported`);
      },
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
