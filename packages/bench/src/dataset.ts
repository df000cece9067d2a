import { seededRandom } from '@weft/std';

/**
 * The bench's rows: 18 fields of mixed kinds, 250 bytes a row, the same rows at every run
 * (62 MB = 250,000 rows; research of peers used files of this shape).
 */
const stages = ['Inquiry', 'Quoted', 'Weaving', 'Finishing', 'Shipped', 'Held'];
const cities = ['Lyon', 'Bergen', 'Bristol', 'Kyoto', 'Oslo', 'Dublin', 'Porto', 'Cardiff', '東京', 'Αθήνα'];
const words = [
  'linen',
  'wool',
  'hemp',
  'nettle',
  'silk',
  'indigo',
  'undyed',
  'herringbone',
  'selvedge',
  'heddle',
];

const columnNames = [
  'Order',
  'Stage',
  'City',
  'Notes',
  'Metres',
  'Value',
  'Progress',
  'Due',
  'Pick-up',
  'Paid',
  'Email',
  'Website',
  'Phone',
  'Loom time',
  'Pieces',
  'Weight',
  'Postcode',
  'Reference',
] as const;

const two = (value: number): string => String(value).padStart(2, '0');

function row(index: number, next: () => number): string {
  const pick = (list: readonly string[]): string => list[Math.floor(next() * list.length)] ?? '';
  const whole = (most: number): number => Math.floor(next() * most);
  const date = `${two(1 + whole(12))}/${two(13 + whole(15))}/${2020 + whole(7)}`;
  const note = `${pick(words)} ${pick(words)}, ${pick(words)} ${pick(words)} for ${pick(cities)}`;
  return [
    `Order ${index} ${pick(words)}`,
    pick(stages),
    pick(cities),
    `"${note}"`,
    (next() * 200).toFixed(1),
    `€${(next() * 9000).toFixed(2)}`,
    `${whole(101)}%`,
    date,
    `${2020 + whole(7)}-${two(1 + whole(12))}-${two(1 + whole(28))}T${two(whole(24))}:${two(whole(60))}:00Z`,
    next() < 0.5 ? 'yes' : 'no',
    `person${whole(1_000_000)}@${pick(words)}.example`,
    `https://${pick(words)}.example/${whole(1_000_000)}`,
    `+33 4 ${two(whole(100))} ${two(whole(100))} ${two(whole(100))} ${two(whole(100))}`,
    `${whole(60)}:${two(whole(60))}:${two(whole(60))}`,
    String(whole(10_000)),
    (next() * 1000).toFixed(3),
    two(whole(100)).padStart(5, '0'),
    `REF-${index.toString(36)}-${whole(1_000_000).toString(36)}`,
  ].join(',');
}

/** The file in chunks of text, header first. */
export function* csv(rows: number): Generator<string> {
  const next = seededRandom(42);
  let chunk = `${columnNames.join(',')}\n`;
  for (let index = 1; index <= rows; index++) {
    chunk += `${row(index, next)}\n`;
    if (chunk.length < 1 << 20) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}
