import type { ImportEvent } from '@weft/protocol';
import { describe, expect, it } from 'vitest';
import { primaryOf } from './column-choice.ts';
import { describeImport } from './import-input.ts';
import { column, preview, reading } from './testing.ts';
import { emptyWizard, type WizardAction, type WizardState, wizard } from './wizard-state.ts';

const upload = { url: '/files/fil1/orders.csv', s3Key: 'fil1', fileName: 'orders.csv' };
const orders = preview([
  column(0, 'Order', 'single_line_text', [reading('long_text')]),
  column(1, 'Metres', 'single_line_text', [
    reading('number', 3, { template: { decimalPlaces: 2, numberFormat: 'comma_period' } }),
  ]),
  column(2, 'Paid', 'checkbox'),
]);

const after = (...actions: readonly WizardAction[]): WizardState => actions.reduce(wizard, emptyWizard);
const reviewed: readonly WizardAction[] = [
  { type: 'chosen', name: 'orders.csv', size: 10 },
  { type: 'sending', share: 0.5 },
  { type: 'uploaded', upload },
  { type: 'reading' },
  { type: 'previewed', preview: orders, parse: {} },
];
const finished: ImportEvent = {
  type: 'finished',
  tableId: 'tbl1',
  recordsImported: 100,
  rowsRejected: 0,
  valuesNotConverted: 0,
  reportUrl: null,
};
const records = (count: number): WizardAction => ({
  type: 'heard',
  event: {
    type: 'records',
    recordsImported: count,
    totalRecordsImported: count,
    currentTable: 'orders',
    tableName: 'orders',
  },
});

describe('the import wizard', () => {
  it('goes from the upload to the schema with everything as proposed', () => {
    const state = after(...reviewed);
    expect(state).toMatchObject({ step: 'schema', tableName: 'orders', primary: 0, reading: false });
    expect(state.columns.map(({ name, type, include }) => [name, type, include])).toEqual([
      ['Order', 'single_line_text', true],
      ['Metres', 'single_line_text', true],
      ['Paid', 'checkbox', true],
    ]);
  });

  it('clears file, preview and error on the way back', () => {
    expect(after(...reviewed, { type: 'began' }, { type: 'failed', error: 'x' }, { type: 'back' })).toEqual(
      emptyWizard,
    );
  });

  it('sends only what was changed', () => {
    const state = after(
      ...reviewed,
      { type: 'renamed', column: 0, name: ' Order no ' },
      {
        type: 'typed',
        column: 1,
        kind: 'number',
        template: { decimalPlaces: 2, numberFormat: 'comma_period' },
      },
      { type: 'included', column: 2, include: false },
    );
    expect(describeImport(state)).toEqual({
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
    const state = after(...reviewed, {
      type: 'previewed',
      preview: orders,
      parse: { headerRow: false },
    });
    expect(describeImport(state)?.parse).toEqual({ headerRow: false });
  });

  it('has nothing to send before there is a preview', () => {
    expect(describeImport(emptyWizard)).toBeNull();
  });

  it('takes another primary column where the wanted one cannot be it', () => {
    const state = after(...reviewed, { type: 'led', column: 2 });
    expect(primaryOf(state.columns, state.primary)).toBe(0);
    const without = after(...reviewed, { type: 'included', column: 0, include: false });
    expect(primaryOf(without.columns, without.primary)).toBe(1);
    const none = after(...reviewed, { type: 'included', column: 'all', include: false });
    expect(primaryOf(none.columns, none.primary)).toBeNull();
  });

  it('follows the phases, counts up and never down, and ends', () => {
    const running = after(
      ...reviewed,
      { type: 'began' },
      { type: 'heard', event: { type: 'phase', phase: 'importing' } },
      records(40),
      records(80),
      records(40),
    );
    expect(running).toMatchObject({ step: 'importing', phase: 'importing', imported: 80 });
    const asked = wizard(running, { type: 'asked', asking: true });
    expect(wizard(asked, { type: 'heard', event: finished })).toMatchObject({
      step: 'result',
      asking: false,
      result: finished,
    });
  });

  it('goes back to the schema with the reason when the import fails, keeping the choices', () => {
    const state = after(
      ...reviewed,
      { type: 'renamed', column: 0, name: 'No' },
      { type: 'began' },
      { type: 'failed', error: 'Import failed' },
    );
    expect(state).toMatchObject({ step: 'schema', error: 'Import failed' });
    expect(state.columns[0]?.name).toBe('No');
  });

  it('stands still when the server stopped, and starts again from nothing', () => {
    const running = after(...reviewed, { type: 'began' }, records(40));
    const interruption = { why: 'The server stopped.', next: 'Resume starts again.' };
    const still = wizard(running, { type: 'interrupted', interruption });
    expect(still).toMatchObject({ step: 'importing', interrupted: interruption });
    const again = wizard(still, { type: 'resumed', tableName: 'orders' });
    expect(again).toMatchObject({ step: 'importing', interrupted: null, imported: 0, total: 100 });
  });

  it('shows an import resumed from home, which has no schema to show', () => {
    const resumed = after({ type: 'resumed', tableName: 'orders' });
    expect(resumed).toMatchObject({ step: 'importing', tableName: 'orders', total: 0 });
    const event: ImportEvent = {
      type: 'records',
      recordsImported: 40,
      totalRecordsImported: 40,
      totalRows: 90,
      currentTable: 'orders',
      tableName: 'orders',
    };
    expect(wizard(resumed, { type: 'heard', event })).toMatchObject({ imported: 40, total: 90 });
  });

  it('hears nothing of an import it has left', () => {
    const state = after(...reviewed);
    expect(wizard(state, { type: 'heard', event: finished })).toBe(state);
  });
});
