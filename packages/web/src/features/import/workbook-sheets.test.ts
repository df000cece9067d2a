import type { ImportEvent, ImportPreview } from '@weft/protocol';
import { must } from '@weft/std';
import { expect, it } from 'vitest';
import { transition } from './import-machine.ts';
import { choosing, type ImportEffect, type ImportMove, type ImportState } from './import-states.ts';
import type { ImportOrder } from './import-stream.ts';
import { column, preview } from './testing.ts';

const upload = { url: '/files/fil1/book.xlsx', s3Key: 'fil1', fileName: 'book.xlsx' };
const file = new File(['PK'], 'book.xlsx');
const sheet = (currentSheet: string): ImportPreview => ({
  ...preview([column(0, `Name of ${currentSheet}`, 'single_line_text')]),
  ...{ currentSheet, availableSheets: ['People', 'Orders', 'Notes'].map((name) => ({ name })) },
});

/** The state after some moves, and what was to be done at the last one. */
function after(...moves: readonly ImportMove[]) {
  let state: ImportState = choosing;
  let effects: readonly ImportEffect[] = [];
  for (const move of moves) ({ state, effects } = transition(state, move));
  return { state, effects };
}

const reviewed: readonly ImportMove[] = [
  { type: 'chosen', files: [file], maxMb: 50 },
  { type: 'uploaded', upload },
  { type: 'review' },
  { type: 'previewed', preview: sheet('People'), parse: {} },
];
const shown = (name: string): ImportMove => ({
  ...{ type: 'previewed', preview: sheet(name), parse: { sheet: name } },
});
const run = (importId: string, tableName: string) => ({
  ...{ importId, config: { tableName }, fieldMappings: [] },
});
const order: ImportOrder = {
  ...{ basePublicId: 'bas1', csvFileUrl: upload.url, ...run('imp1', 'People') },
  moreSheets: [run('imp2', 'Orders'), run('imp3', 'Notes')],
};
const begun: readonly ImportMove[] = [
  ...reviewed,
  { type: 'begin', importId: 'imp1' },
  { type: 'baseMade', importId: 'imp1', base: 'bas1', order },
];
const heard = (importId: string, event: object): ImportMove => ({
  ...{ type: 'heard', importId, event: event as ImportEvent },
});
const finished = {
  type: 'finished',
  tableId: 'tbl',
  recordsImported: 3,
  rowsRejected: 0,
  valuesNotConverted: 0,
};

it('takes all sheets unless some are left out, as they were decided or else as proposed', () => {
  const { effects } = after(
    ...reviewed,
    { type: 'sheetShown', sheet: 'Notes' },
    shown('Notes'),
    { type: 'edited', edit: { type: 'tableNamed', name: 'Remarks' } },
    { type: 'sheetShown', sheet: 'People' },
    { type: 'begin', importId: 'imp1' },
  );
  const begins = must(effects.find((effect) => effect.do === 'makeBase'));
  expect(begins.sheets.map(({ name, described }) => [name, described?.config.tableName ?? null])).toEqual([
    ['People', 'People'],
    ['Orders', null],
    ['Notes', 'Remarks'],
  ]);
  const some = after(
    ...reviewed,
    { type: 'sheetChosen', sheet: 'People', include: false },
    { type: 'sheetChosen', sheet: 'Notes', include: false },
    { type: 'begin', importId: 'imp1' },
  );
  const began = must(some.effects.find((effect) => effect.do === 'makeBase'));
  expect(began.sheets).toEqual([{ name: 'Orders', described: null }]);
});

it('keeps what was decided of a sheet while another is looked at, and asks before it is lost', () => {
  const decided: readonly ImportMove[] = [
    ...reviewed,
    { type: 'edited', edit: { type: 'tableNamed', name: 'Staff' } },
    { type: 'sheetShown', sheet: 'Orders' },
    shown('Orders'),
  ];
  expect(after(...decided, { type: 'dismiss' }).state).toMatchObject({ asking: true });
  const back = after(...decided, { type: 'sheetShown', sheet: 'People' });
  expect(back.state).toMatchObject({ at: 'schema', schema: { tableName: 'Staff' }, reading: false });
});

it('follows one sheet after the other, and tells of one that failed at the end', () => {
  const second = after(...begun, heard('imp1', finished));
  expect(second.state).toMatchObject({ at: 'importing', importId: 'imp2', tableName: 'Orders', imported: 0 });
  expect(second.effects).toMatchObject([{ do: 'follow', order: { importId: 'imp2', basePublicId: 'bas1' } }]);
  const end = after(
    ...[...begun, heard('imp1', finished), heard('imp2', { type: 'error', message: 'This sheet is empty' })],
    heard('imp3', finished),
  );
  expect(end.state).toMatchObject({
    ...{ at: 'result', base: 'bas1' },
    results: [
      { tableName: 'People' },
      { tableName: 'Orders', error: 'This sheet is empty' },
      { tableName: 'Notes' },
    ],
  });
});

it('goes on with the sheets after one that was interrupted and resumed', () => {
  const stopped = heard('imp2', { type: 'error', message: 'stopped', interrupted: true });
  const moves = [...begun, heard('imp1', finished), stopped];
  expect(after(...moves).state).toMatchObject({ at: 'interrupted', order: { importId: 'imp2' } });
  const resumed = after(...moves, { type: 'resume' }, heard('imp2', finished));
  expect(resumed.state).toMatchObject({ at: 'importing', importId: 'imp3' });
  expect(
    after(...moves, { type: 'resume' }, heard('imp2', finished), heard('imp3', finished)).effects,
  ).toContainEqual({
    ...{ do: 'finished', base: 'bas1' },
  });
});

it('shows the tables that are complete when the rest is cancelled', () => {
  const { state } = after(
    ...[...begun, heard('imp1', finished)],
    { type: 'cancel' },
    { type: 'cancelled', importId: 'imp2' },
  );
  expect(state).toMatchObject({
    at: 'result',
    results: [
      { result: finished },
      { tableName: 'Orders', error: 'Cancelled' },
      { tableName: 'Notes', error: 'Cancelled' },
    ],
  });
});
