import { fieldKinds } from '@weft/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { besideStandIn, classOf } from './beside-stand-in.ts';
import { cellOf, localSheet, localSpreadsheets } from './local-spreadsheets.ts';
import { testFile } from './stand-in.ts';

describe('googlesheets', () => {
  it('makes a new sheet with headers', async () => {
    const { connector, http, server } = await besideStandIn('googlesheets');
    const headers = [
      { name: 'Name', type: 'single_line_text' },
      { name: 'Age', type: 'number' },
    ] as const;
    const tables = ['Answers', 'answers', 'x'.repeat(120)].map((name) => ({ name, headers }));
    expect(await connector.create?.run(http, { title: 'Guests', within: {}, tables })).toEqual({
      within: { spreadsheetId: 'made' },
      tables: [
        { id: '0', name: 'Answers' },
        { id: '1', name: 'answers (2)' },
        { id: '2', name: 'x'.repeat(100) },
      ],
    });
    expect(server.violations).toEqual([]);
  });

  it('lists sheets of cells, also one without a header row, which has no fields', async () => {
    const { connector, http, vendor, server } = await besideStandIn('googlesheets');
    const [, sheets] = connector.targets ?? [];
    expect(await sheets?.list(http, vendor.target)).toEqual([
      { id: '0', name: 'Empty' },
      { id: '7', name: "Bob's guests" },
    ]);
    expect(await connector.fieldsOf?.(http, { ...vendor.target, sheetId: '0' })).toEqual([]);
    // Looking changes nothing in the spreadsheet.
    expect(server.calls.filter(({ route }) => route.url.endsWith(':batchUpdate'))).toEqual([]);
  });

  it('says which column is gone instead of leaving its answer out', async () => {
    const { write, server } = await besideStandIn('googlesheets');
    expect(await classOf(write({ 100: 'Ada', 999: 'lost' }))).toBe('permanent');
    expect(server.added).toBe(0);
  });

  it.each([
    ['Europe/Berlin', '2026-03-29 03:30:00'],
    // "If the time zone isn't recognized, this may be a custom time zone such as GMT-07:00."
    ['GMT-07:00', '2026-03-28 18:30:00'],
    ['GMT+05:45', '2026-03-29 07:15:00'],
    ['GMT+00:00', '2026-03-29 01:30:00'],
    ['Mars/Olympus', '2026-03-29 01:30:00'],
  ])('writes a moment as the clock of the spreadsheet shows it: %s', async (timeZone, shown) => {
    const { connector, http, vendor, write, server } = await besideStandIn('googlesheets');
    localSpreadsheets.timeZone = timeZone;
    onTestFinished(() => {
      localSpreadsheets.timeZone = 'Europe/Berlin';
    });
    const [field] = (await connector.fieldsOf?.(http, vendor.target)) ?? [];
    await write({ [field?.id ?? '']: '2026-03-29T01:30:00Z' });
    expect(server.calls.at(-1)?.body).toMatchObject({ values: [[shown]] });
  });

  it.each([
    ['userRateLimitExceeded', 'retry'],
    ['insufficientPermissions', 'reconnect'],
    ['forbidden', 'permanent'],
  ])('reads a refusal by its reason: %s', async (reason, expected) => {
    const { connector, http, server } = await besideStandIn('googlesheets');
    const body = JSON.stringify({ error: { code: 403, message: 'No', errors: [{ reason }] } });
    server.faults.set(0, { kind: 'status', status: 403, body });
    expect(await classOf(connector.check(http))).toBe(expected);
  });

  it('gives each value of a column once, to its last row', async () => {
    const { connector, http, vendor, server } = await besideStandIn('googlesheets');
    const { text, number, none } = cellOf;
    localSpreadsheets.reset([
      localSheet(5, 'Halls', [
        [text('Place'), text('Hall')],
        [text('Rome'), text('A')],
        [none, text('B')],
        [text('Oslo'), text('A')],
        [none, number(7)],
      ]),
    ]);
    const names = await connector.choices?.(http, { ...vendor.target, sheetId: '5' }, '101');
    localSpreadsheets.reset([]);
    expect(names?.map(({ name }) => name)).toEqual(['A', 'B', '7']);
    expect(server.violations).toEqual([]);
  });
});

describe('airtable', () => {
  it('changes the record with the same key, once', async () => {
    const { write, connector, vendor, server } = await besideStandIn('airtable');
    const target = { ...vendor.target, mergeOn: 'fldName' };
    await write({ fldName: 'Ada', fldFiles: [testFile('a.png', 3)] }, target);
    expect(server.calls[0]?.body).toMatchObject({
      ...{ performUpsert: { fieldsToMergeOn: ['fldName'] } },
      // Its files are sent after it, in the place of those it had.
      records: [{ fields: { fldName: 'Ada', fldFiles: [] } }],
    });
    expect(server.calls[1]?.body).toMatchObject({ filename: 'a.png' });
    const { repeats } = connector.write ?? {};
    expect([target, vendor.target].map((one) => typeof repeats === 'function' && repeats(one))).toEqual([
      'idempotent',
      'ask',
    ]);
    expect(typeof repeats === 'function' && repeats(target, new Map([['fldOther', 'x']]))).toBe('ask');
  });

  it('makes tables whose fields take the answers, and says which were made where one is not', async () => {
    const { connector, http, vendor, server } = await besideStandIn('airtable');
    const headers = fieldKinds.map((type) => ({ name: type, type, options: ['Soup', 'soup', ' '] }));
    const tables = [
      { name: 'People', headers },
      { name: ' ', headers: [{ name: 'Meal', type: 'single_select' as const }] },
      { name: 'Cakes', headers: [{ name: 'name', type: 'checkbox' as const }] },
    ];
    const wanted = { title: '', within: vendor.target, tables };
    expect(await connector.create?.run(http, wanted)).toEqual({
      within: { baseId: vendor.target.baseId },
      tables: [
        { id: 'tblPeople (2)', name: 'People (2)' },
        { id: 'tblTable', name: 'Table' },
        { id: 'tblCakes', name: 'Cakes' },
      ],
    });
    const sent = server.calls.filter(({ route }) => route.adds).map(({ body }) => body);
    expect(sent[2]).toMatchObject({
      fields: [
        { name: 'Name (2)', type: 'singleLineText' },
        { name: 'name', type: 'checkbox' },
      ],
    });
    expect(server.violations).toEqual([]);

    server.faults.set(6, { kind: 'status', status: 422 });
    const fault = await connector.create?.run(http, wanted).catch((caught: unknown) => caught);
    expect(fault).toMatchObject({
      message: expect.stringMatching(/^Made People \(2\), but not all of it: /),
    });
    server.reset();
    server.faults.set(1, { kind: 'status', status: 403 });
    const refused = await connector.create?.run(http, wanted).catch((caught: unknown) => caught);
    expect(refused).toMatchObject({
      class: 'permanent',
      message: expect.stringContaining('schema.bases:write'),
    });
  });

  it('makes fields of money with the symbol that they have', async () => {
    const { connector, http, vendor, server } = await besideStandIn('airtable');
    const symbols = ['€', ' CHF ', '', undefined];
    const headers = symbols.map((currencySymbol, at) => ({
      ...{ name: `Price ${at}`, type: 'currency' as const, currencySymbol },
    }));
    const tables = [
      {
        name: 'Prices',
        headers: [...headers, { name: 'Seats', type: 'number' as const, currencySymbol: '€' }],
      },
    ];
    await connector.create?.run(http, { title: '', within: vendor.target, tables });
    const sent = server.calls.find(({ route }) => route.adds)?.body;
    expect(sent).toMatchObject({
      fields: [
        ...['€', 'CHF', '$', '$'].map((symbol) => ({ type: 'currency', options: { precision: 2, symbol } })),
        { type: 'number', options: { precision: 8 } },
      ],
    });
    expect(server.violations).toEqual([]);
  });

  it('gives the names that a field has', async () => {
    const { connector, http, vendor } = await besideStandIn('airtable');
    const names = await connector.choices?.(http, vendor.target, 'fldName');
    expect(names?.map(({ name }) => name)).toEqual(['Ada', 'Bo']);
  });

  it('refuses a file that it can neither fetch nor take, before anything is written', async () => {
    const { write, server } = await besideStandIn('airtable');
    const file = testFile('large.png', 6 * 1024 * 1024);
    expect(await classOf(write({ fldName: 'Ada', fldFiles: [file] }))).toBe('permanent');
    expect(server.added).toBe(0);
  });
});
