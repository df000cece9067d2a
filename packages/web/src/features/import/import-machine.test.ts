import { lawRuns } from '@weft/core/testing';
import type { ImportEvent } from '@weft/protocol';
import { AppError } from '@weft/std';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { primaryOf } from './column-choice.ts';
import { describeImport } from './import-input.ts';
import { transition } from './import-machine.ts';
import type { ImportSchema, SchemaEdit } from './import-schema.ts';
import { choosing, type ImportEffect, type ImportMove, type ImportState } from './import-states.ts';
import type { ImportOrder } from './import-stream.ts';
import { column, preview, reading } from './testing.ts';

const upload = { url: '/files/fil1/orders.csv', s3Key: 'fil1', fileName: 'orders.csv' };
const orders = preview([
  column(0, 'Order', 'single_line_text', [reading('long_text')]),
  column(1, 'Metres', 'single_line_text', [
    reading('number', 3, { template: { decimalPlaces: 2, numberFormat: 'comma_period' } }),
  ]),
  column(2, 'Paid', 'checkbox'),
]);
const file = new File(['Order,Metres,Paid\n'], 'orders.csv', { type: 'text/csv' });
const importId = 'imp1';
const order: ImportOrder = {
  importId,
  basePublicId: 'bas1',
  csvFileUrl: upload.url,
  config: { tableName: 'orders' },
  fieldMappings: [],
};
const finished = (more: object = {}): ImportEvent => ({
  ...{ type: 'finished', tableId: 'tbl1', recordsImported: 100, rowsRejected: 0 },
  ...{ valuesNotConverted: 0, reportUrl: null },
  ...more,
});
const records = (count: number, more: object = {}): ImportMove => ({
  type: 'heard',
  importId,
  event: {
    ...{ type: 'records', recordsImported: count, totalRecordsImported: count },
    ...{ currentTable: 'orders', tableName: 'orders' },
    ...more,
  },
});
const edited = (edit: SchemaEdit): ImportMove => ({ type: 'edited', edit });
const refusal = (kind: 'unavailable' | 'not-found' | 'conflict' | 'invalid', message = kind as string) =>
  new AppError(kind, message);

const reviewed: readonly ImportMove[] = [
  { type: 'chosen', files: [file], maxMb: 50 },
  { type: 'sending', share: 0.5 },
  { type: 'uploaded', upload },
  { type: 'review' },
  { type: 'previewed', preview: orders, parse: {} },
];
const begun: readonly ImportMove[] = [...reviewed, { type: 'begin', importId }];
const running: readonly ImportMove[] = [...begun, { type: 'baseMade', importId, base: 'bas1', order }];

const follow = (moves: readonly ImportMove[]) => {
  let state: ImportState = choosing;
  const effects: ImportEffect[] = [];
  for (const move of moves) {
    const step = transition(state, move);
    state = step.state;
    effects.push(...step.effects);
  }
  return { state, effects };
};
const after = (...moves: readonly ImportMove[]): ImportState => follow(moves).state;
/** What the last of these moves has done. */
const effectsOf = (...moves: readonly ImportMove[]): readonly ImportEffect[] =>
  transition(after(...moves.slice(0, -1)), moves.at(-1) as ImportMove).effects;
function schemaOf(state: ImportState): ImportSchema {
  if (state.at !== 'schema') throw new Error(`It is at ${state.at}`);
  return state.schema;
}

describe('the import wizard', () => {
  it('goes from the upload to the schema with everything as proposed', () => {
    const state = after(...reviewed);
    expect(state).toMatchObject({ at: 'schema', reading: false, base: null });
    expect(schemaOf(state)).toMatchObject({ tableName: 'orders', primary: 0, decided: false });
    expect(schemaOf(state).columns.map(({ name, type, include }) => [name, type, include])).toEqual([
      ['Order', 'single_line_text', true],
      ['Metres', 'single_line_text', true],
      ['Paid', 'checkbox', true],
    ]);
  });

  it('says why a file cannot be uploaded, and drops the one before', () => {
    const long = new File([], 'orders.txt', { type: 'text/plain' });
    const moves: readonly ImportMove[] = [
      ...reviewed.slice(0, 2),
      { type: 'chosen', files: [long], maxMb: 50 },
    ];
    expect(after(...moves)).toEqual({ at: 'choosing', error: 'Please select a valid CSV file' });
    expect(effectsOf(...moves)).toContainEqual({ do: 'stopTransfer' });
  });

  it('clears file, preview and error on the way back', () => {
    const failed: ImportMove = { type: 'failed', importId, error: refusal('invalid') };
    expect(after(...running, failed, { type: 'reset' })).toEqual(choosing);
  });

  it('sends only what was changed', () => {
    const state = after(
      ...reviewed,
      edited({ type: 'renamed', column: 0, name: ' Order no ' }),
      edited({
        type: 'typed',
        column: 1,
        kind: 'number',
        template: { decimalPlaces: 2, numberFormat: 'comma_period' },
      }),
      edited({ type: 'included', column: 2, include: false }),
    );
    expect(describeImport(schemaOf(state))).toEqual({
      csvFileUrl: upload.url,
      config: { tableName: 'orders' },
      fieldMappings: [
        { sourceFieldIndex: 0, fieldName: 'Order no', isPrimary: true },
        { sourceFieldIndex: 1, fieldName: 'Metres' },
      ],
      fieldTypeOverrides: {
        1: { fieldType: 'number', template: { decimalPlaces: 2, numberFormat: 'comma_period' } },
      },
    });
  });

  it('sends how the file is read only where the person said so', () => {
    const moves: readonly ImportMove[] = [...reviewed, { type: 'review', parse: { headerRow: false } }];
    expect(effectsOf(...moves)).toMatchObject([{ do: 'preview', parse: { headerRow: false } }]);
    const state = after(...moves, { type: 'previewed', preview: orders, parse: { headerRow: false } });
    expect(describeImport(schemaOf(state)).parse).toEqual({ headerRow: false });
  });

  it('takes another primary column where the wanted one cannot be it', () => {
    const primary = (...edits: readonly SchemaEdit[]) => {
      const { columns, primary } = schemaOf(after(...reviewed, ...edits.map(edited)));
      return primaryOf(columns, primary);
    };
    expect(primary({ type: 'led', column: 2 })).toBe(0);
    expect(primary({ type: 'included', column: 0, include: false })).toBe(1);
    expect(primary({ type: 'included', column: 'all', include: false })).toBeNull();
  });

  it('closes where nothing was decided, and asks before decisions are thrown away', () => {
    expect(effectsOf(...reviewed, { type: 'dismiss' })).toContainEqual({ do: 'close' });
    const looked = edited({ type: 'opened', column: 1 });
    expect(effectsOf(...reviewed, looked, { type: 'dismiss' })).toContainEqual({ do: 'close' });

    const decided = [...reviewed, edited({ type: 'renamed', column: 0, name: 'No' })];
    const asked = follow([...decided, { type: 'dismiss' }]);
    expect(asked.state).toMatchObject({ at: 'schema', asking: true });
    expect(asked.effects).not.toContainEqual({ do: 'close' });
    const kept = after(...decided, { type: 'dismiss' }, { type: 'keep' });
    expect(kept).toMatchObject({ asking: false });
    expect(schemaOf(kept).columns[0]?.name).toBe('No');
    expect(effectsOf(...decided, { type: 'dismiss' }, { type: 'close' })).toContainEqual({ do: 'close' });
  });

  it('makes a base, follows the phases, counts up and never down, and ends', () => {
    expect(effectsOf(...begun)).toMatchObject([{ do: 'makeBase', importId, base: null }]);
    expect(effectsOf(...running)).toEqual([{ do: 'follow', order }]);
    const moves: readonly ImportMove[] = [
      ...running,
      { type: 'heard', importId, event: { type: 'phase', phase: 'importing' } },
      ...[records(40), records(80), records(40)],
    ];
    expect(after(...moves)).toMatchObject({ phase: 'importing', imported: 80, total: 100 });
    const end: ImportMove = { type: 'heard', importId, event: finished() };
    expect(after(...moves, { type: 'dismiss' }, end)).toMatchObject({ at: 'result', base: 'bas1' });
    expect(effectsOf(...moves, end)).toContainEqual({ do: 'finished', base: 'bas1' });
  });

  it('shows what did not fit before it opens the base', () => {
    const end: ImportMove = { type: 'heard', importId, event: finished({ valuesNotConverted: 3 }) };
    expect(effectsOf(...running, end)).not.toContainEqual({ do: 'finished', base: 'bas1' });
    expect(effectsOf(...running, end, { type: 'dismiss' })).toEqual([{ do: 'finished', base: 'bas1' }]);
  });

  it('goes back to the schema with the reason when the import fails, keeping the choices and the base', () => {
    const moves: readonly ImportMove[] = [
      ...reviewed,
      edited({ type: 'renamed', column: 0, name: 'No' }),
      { type: 'begin', importId },
      { type: 'baseMade', importId, base: 'bas1', order },
      { type: 'failed', importId, error: refusal('invalid', 'Too many columns') },
    ];
    const state = after(...moves);
    expect(state).toMatchObject({ at: 'schema', error: 'Too many columns', base: 'bas1' });
    expect(schemaOf(state).columns[0]?.name).toBe('No');
    expect(effectsOf(...moves, { type: 'begin', importId: 'imp2' })).toMatchObject([
      { do: 'makeBase', importId: 'imp2', base: 'bas1' },
    ]);
  });

  it('stands still when the server stopped or cannot be reached, and starts again from nothing', () => {
    const stopped: ImportMove = {
      ...{ type: 'heard', importId },
      event: { type: 'error', message: 'The server stopped', interrupted: true },
    };
    const away: ImportMove = { type: 'failed', importId, error: refusal('unavailable') };
    for (const move of [stopped, away]) {
      const still = [...running, records(40), move];
      expect(after(...still)).toMatchObject({ at: 'interrupted', removing: false });
      expect(effectsOf(...still, { type: 'resume' })).toEqual([{ do: 'resume', order }]);
      expect(after(...still, { type: 'resume' })).toMatchObject({ at: 'importing', imported: 0, total: 100 });
    }
  });

  it('shows an import resumed from home, which has no schema to go back to', () => {
    const resumed: ImportMove = { type: 'resume', order };
    expect(after(resumed)).toMatchObject({ at: 'importing', tableName: 'orders', total: 0, shared: true });
    expect(after(resumed, records(40, { totalRows: 90 }))).toMatchObject({ imported: 40, total: 90 });
    const failed: ImportMove = { type: 'failed', importId, error: refusal('invalid') };
    expect(after(resumed, failed)).toEqual(choosing);
    expect(effectsOf(resumed, failed)).toContainEqual({ do: 'goBack' });
  });

  it('removes what stands still, and says so where it could not', () => {
    const still: readonly ImportMove[] = [
      ...running,
      { type: 'failed', importId, error: refusal('unavailable') },
      { type: 'remove' },
    ];
    expect(effectsOf(...still)).toEqual([{ do: 'remove', importId }]);
    expect(effectsOf(...still, { type: 'removed', importId })).toEqual([{ do: 'goBack' }]);
    const refused: ImportMove = { type: 'notRemoved', importId, error: refusal('invalid', 'Not now') };
    expect(after(...still, refused)).toMatchObject({ removing: false, interruption: { why: 'Not now' } });
    const unknown: ImportMove = { type: 'notRemoved', importId, error: refusal('not-found') };
    expect(effectsOf(...still, unknown)).toContainEqual({ do: 'trashBase', base: 'bas1' });
  });

  it('cancels when told to, goes on when it is too late, and keeps no base of what never began', () => {
    const cancelling: readonly ImportMove[] = [...running, { type: 'dismiss' }, { type: 'cancel' }];
    expect(effectsOf(...cancelling)).toEqual([{ do: 'cancel', importId }]);
    expect(after(...cancelling, { type: 'cancelled', importId })).toEqual(choosing);
    const late: ImportMove = { type: 'notCancelled', importId, error: refusal('conflict') };
    expect(after(...cancelling, late)).toMatchObject({ at: 'importing', cancel: 'no' });

    const early: ImportMove = { type: 'notCancelled', importId, error: refusal('not-found') };
    const base: ImportMove = { type: 'baseMade', importId, base: 'bas1', order };
    expect(effectsOf(...begun, { type: 'cancel' }, early, base)).toEqual([{ do: 'trashBase', base: 'bas1' }]);
  });

  it('hears nothing of an import it has left', () => {
    const other: ImportMove = { type: 'heard', importId: 'imp0', event: finished() };
    for (const moves of [reviewed, running]) expect(after(...moves, other)).toEqual(after(...moves));
  });

  const words = [
    'askToCancel',
    'cancel',
    'remove',
    'keep',
    'close',
    'dismiss',
    'openBase',
    'reset',
    'resume',
  ];
  const refusals = fc.record({
    type: fc.constantFrom('failed', 'notCancelled', 'notRemoved'),
    kind: fc.constantFrom('unavailable', 'not-found', 'conflict', 'invalid'),
  });
  /** Moves as they come one after the other; most lead on, so that every state is reached. */
  const anyMoves: fc.Arbitrary<readonly ImportMove[]> = fc.oneof(
    fc.constantFrom<readonly ImportMove[]>(
      reviewed,
      reviewed.slice(0, 4),
      [{ type: 'begin', importId }],
      [edited({ type: 'renamed', column: 0, name: 'No' })],
    ),
    fc.constantFrom<readonly ImportMove[]>(
      [{ type: 'cancelled', importId }],
      [{ type: 'removed', importId }],
      [records(10)],
      [{ type: 'heard', importId, event: finished() }],
      [{ type: 'heard', importId, event: { type: 'cancelled' } }],
    ),
    fc.constantFrom(...words).map((type) => [{ type, asking: true } as ImportMove]),
    refusals.map(({ type, kind }) => [{ type, importId, error: refusal(kind) } as ImportMove]),
  );

  it('leaves no base behind that nobody imports into, and closes over no decision unasked', () => {
    fc.assert(
      fc.property(fc.array(anyMoves, { maxLength: 30 }), (moves) => {
        let state: ImportState = after(...reviewed);
        /** The base that was made and belongs to nobody else: not to the server, nor to an import that ended. */
        let mine: string | null = null;
        const apply = (move: ImportMove) => {
          const decided = state.at === 'schema' && state.schema.decided && !state.asking;
          const { state: next, effects } = transition(state, move);
          if (decided && move.type === 'dismiss') expect(next).toMatchObject({ at: 'schema', asking: true });
          state = next;
          for (const effect of effects) {
            if (effect.do === 'trashBase') mine = null;
            // The server removes with an import what was made for it.
            if (effect.do === 'abandon') mine = null;
            if (effect.do === 'makeBase') {
              mine = effect.base ?? 'bas1';
              apply({ type: 'baseMade', importId: effect.importId, base: mine, order });
            }
          }
          if (state.at === 'result' || state.at === 'interrupted') mine = null;
          if (move.type === 'cancelled' || (move.type === 'heard' && move.event.type === 'cancelled'))
            if (state.at === 'choosing') mine = null;
          if (mine !== null) expect(state).toMatchObject({ base: mine });
        };
        for (const move of moves.flat()) apply(move);
      }),
      { numRuns: lawRuns * 5 },
    );
  });
});
