import type { CellValue } from '@weft/core';
import { seededRandom } from '@weft/std';
import { type FieldPlan, makeTable, options, type World } from './world.ts';

const texts = [
  'ordinary',
  '',
  ' spaces around ',
  '0',
  'null',
  'TRUE',
  '=SUM(A1:A9)',
  '+1+1',
  '-2+3',
  '@mention',
  "Robert'); DROP TABLE students;--",
  '<script>alert(1)</script>',
  '{{ 7 * 7 }}',
  '../../etc/passwd',
  '😀 👩‍👩‍👧‍👦 🏳️‍🌈 🇩🇪 👍🏽',
  'שלום עולם',
  'مرحبا بالعالم ١٢٣',
  'mixed עברית and English العربية',
  '日本語 中文 한국어',
  'ไทย हिन्दी தமிழ் ქართული',
  'é as one, é as two',
  'ﬁ ligature ﬀ',
  'İstanbul ıssız ς σ',
  'zero​width‍joined﻿marks',
  '‮right to left override‬',
  'ⱥ 𝕬𝖓𝖈𝖎𝖊𝖓𝖙 𒀀 𓀀',
  'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘',
  '007',
  '1e309',
  '12345678901234567890',
  '3/4/2025',
  'x'.repeat(255),
];
const long = [
  'two\nlines',
  'a\ttab',
  '\n',
  '"quoted", with commas; and; more',
  `${'word '.repeat(2_000)}end`,
];
const numbers = [0, -0.5, 1 / 3, 1e-7, 123_456_789.123456, Number.MAX_SAFE_INTEGER, -1e15, null];
const days = [
  '0001-01-03T00:00:00.000Z',
  '1970-01-01T00:00:00.000Z',
  '2024-02-29T00:00:00.000Z',
  '9999-12-31T00:00:00.000Z',
  null,
];

const raws = ['about twelve', '12,34,56', '∞', 'NaN', 'next Tuesday', '31/02/2026', '😀', 'x'.repeat(1_000)];

/** What breaks products: odd names, every script, empty tables, 500 fields, cells that do not fit their type. */
export const strange: World = async (visitor, say) => {
  const next = seededRandom(13);
  const base = await visitor.newBase('🦑 قاعدة "strange" <b>base</b>');

  say('Every script');
  const choices = options({
    a: ['a, b', 'Red'],
    b: ['"', 'Blue'],
    c: ['İş 😀', 'Lime'],
    d: ['שלום', 'Pink'],
  });
  const several = options({ x: ['x', 'Teal'], y: ['y, y', 'Violet'], z: ['👩‍👩‍👧‍👦', 'Sky'] });
  const table = await makeTable(visitor, base, 'كل شيء — every 文字 🌍', {
    text: ['טקסט\u200f', 'single_line_text'],
    long: ['📝', 'long_text'],
    number: ['n / 0 %', 'number', { decimalPlaces: 6, numberFormat: 'space_comma' }],
    day: ['Date "quoted"', 'date', { dateFormat: 'iso' }],
    choice: ['=choice', 'single_select', choices],
    many: ['many\u00a0', 'multiple_select', several],
    checked: ['☑', 'checkbox'],
  });
  await table.fill(
    texts.map((text, at) => ({
      text: text === '' ? null : text,
      long: long[at % long.length] ?? null,
      number: numbers[at % numbers.length] ?? null,
      day: days[at % days.length] ?? null,
      choice: ['a', 'b', 'c', 'd', null][at % 5] ?? null,
      many: ['x', 'y', 'z'].filter(() => next() < 0.5),
      checked: at % 3 === 0,
    })),
  );
  await table.view('\u200fתצוגה 👀', {
    rowHeight: 'tall',
    sorts: [{ fieldId: table.fieldIds.text, direction: 'desc' }],
    hiddenFieldIds: [table.fieldIds.checked],
  });

  const unfit = await makeTable(visitor, base, 'Cells that do not fit', {
    name: ['Name', 'single_line_text'],
    amount: ['Number', 'number'],
    when: ['Day', 'date'],
  });
  await unfit.fill(
    raws.map((_, at) => ({ name: `row ${at + 1}` })),
    raws.map((raw) => ({ amount: raw, when: raw })),
  );

  say('500 fields');
  const kinds = ['single_line_text', 'number', 'date', 'checkbox', 'long_text'] as const;
  const wide: { [key: string]: FieldPlan } = {};
  for (let at = 0; at < 500; at++) wide[`f${at}`] = [`Field ${at + 1}`, kinds[at % kinds.length] ?? 'number'];
  const cell: readonly CellValue[] = ['a', 1.5, '2026-02-03T00:00:00.000Z', true, 'b'];
  const fields = await makeTable(visitor, base, 'Five hundred fields', wide);
  await fields.fill(
    Array.from({ length: 50 }, (_, row) =>
      Object.fromEntries(
        Object.keys(wide).map((key, at) => [
          key,
          (at + row) % 4 === 0 ? null : (cell[at % cell.length] ?? null),
        ]),
      ),
    ),
  );

  say('Nothing, and very long names');
  await makeTable(visitor, base, 'Empty', { only: ['Only field', 'single_line_text'] });
  const longNames = await makeTable(visitor, base, `${'A table with a very long name '.repeat(8)}end`, {
    f: [`${'A field with a very long name '.repeat(8)}end`, 'long_text'],
  });
  await longNames.fill([{ f: null }, {}, { f: '\u00a0' }]);
};
