import type { FieldPlan, World } from './world.ts';
import { makeTable, options, random } from './world.ts';

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
  const next = random(13);
  const base = await visitor.newBase('🦑 قاعدة "strange" <b>base</b>');

  say('Every script');
  const table = await makeTable(
    visitor,
    base,
    'كل شيء — every 文字 🌍',
    {
      text: { name: 'טקסט‏', type: 'single_line_text' },
      long: { name: '📝', type: 'long_text' },
      number: {
        name: 'n / 0 %',
        type: 'number',
        template: { decimalPlaces: 6, numberFormat: 'space_comma' },
      },
      day: { name: 'Date "quoted"', type: 'date', template: { dateFormat: 'iso' } },
      choice: {
        name: '=choice',
        type: 'single_select',
        template: options({
          a: ['a, b', 'Red'],
          b: ['"', 'Blue'],
          c: ['İş 😀', 'Lime'],
          d: ['שלום', 'Pink'],
        }),
      },
      many: {
        name: 'many\u00a0',
        type: 'multiple_select',
        template: options({ x: ['x', 'Teal'], y: ['y, y', 'Violet'], z: ['👩‍👩‍👧‍👦', 'Sky'] }),
      },
      checked: { name: '☑', type: 'checkbox' },
    },
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
  await visitor.call('views.create', {
    basePublicId: base,
    tableId: table.tableId,
    view: {
      name: '‏תצוגה 👀',
      config: {
        rowHeight: 'tall',
        sorts: [{ fieldId: table.fieldIds.text, direction: 'desc' }],
        hiddenFieldIds: [table.fieldIds.checked],
      },
    },
  });

  const unfit = await makeTable(
    visitor,
    base,
    'Cells that do not fit',
    {
      name: { name: 'Name', type: 'single_line_text' },
      amount: { name: 'Number', type: 'number' },
      when: { name: 'Day', type: 'date' },
    },
    [],
  );
  const { name, amount, when } = unfit.fieldIds;
  await visitor.call('records.create', {
    basePublicId: base,
    tableId: unfit.tableId,
    records: raws.map((raw, at) => ({
      data: { [name]: `row ${at + 1}` },
      raw: { [amount]: raw, [when]: raw },
    })),
  });

  say('500 fields');
  const kinds = ['single_line_text', 'number', 'date', 'checkbox', 'long_text'] as const;
  const wide: { [key: string]: FieldPlan } = {};
  for (let at = 0; at < 500; at++)
    wide[`f${at}`] = { name: `Field ${at + 1}`, type: kinds[at % kinds.length] ?? 'number' };
  const cell = {
    single_line_text: 'a',
    number: 1.5,
    date: '2026-02-03T00:00:00.000Z',
    checkbox: true,
    long_text: 'b',
  };
  await makeTable(
    visitor,
    base,
    'Five hundred fields',
    wide,
    Array.from({ length: 50 }, (_, row) =>
      Object.fromEntries(
        Object.entries(wide).map(([key, { type }], at) => [
          key,
          (at + row) % 4 === 0 ? null : cell[type as keyof typeof cell],
        ]),
      ),
    ),
  );

  say('Nothing, and very long names');
  await makeTable(visitor, base, 'Empty', { only: { name: 'Only field', type: 'single_line_text' } }, []);
  await makeTable(
    visitor,
    base,
    `${'A table with a very long name '.repeat(8)}end`,
    { f: { name: `${'A field with a very long name '.repeat(8)}end`, type: 'long_text' } },
    [{ f: null }, {}, { f: '\u00a0' }],
  );
};
