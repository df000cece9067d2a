import { useRef } from 'react';
import { expect, it } from 'vitest';
import { expectShown, type Shown, show } from '../../testing.ts';
import { ImportingStep } from './ImportingStep.tsx';
import type { ImportingState, ImportResult, UploadState } from './import-states.ts';
import { ResultStep } from './ResultStep.tsx';
import { UploadStep } from './UploadStep.tsx';

const nothing = () => {};
const file = { name: 'orders.csv', size: 2_400_000 };
const upload = { url: '/files/fil1/orders.csv', s3Key: 'fil1', fileName: 'orders.csv' };

function Uploading({ state }: { readonly state: UploadState }) {
  const chooser = useRef<HTMLButtonElement>(null);
  return <UploadStep state={state} maxMb={50} onChoose={nothing} onClear={nothing} chooser={chooser} />;
}

const uploads: readonly (readonly [string, UploadState, Shown])[] = [
  ['with nothing chosen', { at: 'choosing', error: null }, ['button', 'Choose file']],
  ['of too much', { at: 'choosing', error: 'File is too large' }, ['text', 'File is too large']],
  ['on its way', { at: 'uploading', file, sent: 0.4 }, ['progressbar', 'Uploading orders.csv']],
  [
    'that is read',
    { at: 'reading', file, upload },
    ['text', 'Looking through every row for names and types…'],
  ],
];

it.each(uploads)('an upload %s says so', async (_, state, shown) => {
  show(<Uploading state={state} />);
  await expectShown(shown);
});

const order = {
  ...{ importId: 'imp1', basePublicId: 'bas1', csvFileUrl: upload.url, fieldMappings: [] },
  config: { tableName: 'Orders' },
};

it('an import on its way counts its records', async () => {
  const state: ImportingState = {
    ...{ at: 'importing', importId: 'imp1', order, schema: null, sheets: null, base: null, shared: false },
    ...{ tableName: 'Orders', phase: 'importing', imported: 12_000, total: 50_000, cancel: 'no' },
    done: [],
  };
  show(<ImportingStep state={state} />);
  await expectShown(['text', '12,000 of 50,000 records']);
});

it('an import that stands still says why, and how it goes on', async () => {
  const interruption = {
    why: 'The server cannot be reached. Please check your connection.',
    next: 'Resume goes on with the import, or starts it again from the uploaded file.',
  };
  show(
    <ImportingStep
      state={{
        ...{ at: 'interrupted', order, schema: null, sheets: null, done: [] },
        ...{ total: 0, removing: false, interruption },
      }}
    />,
  );
  await expectShown(['text', 'Resume goes on with the import']);
});

const unclean: ImportResult = {
  ...{ type: 'finished', tableId: 'tbl1', recordsImported: 50_000 },
  ...{ rowsRejected: 2, valuesNotConverted: 1, reportUrl: '/files/fil2/report.csv' },
};

it('an import of several sheets says of each what became of it', async () => {
  show(
    <ResultStep
      results={[
        { tableName: 'Orders', result: unclean },
        { tableName: 'Notes', error: 'This sheet is empty' },
      ]}
    />,
  );
  await expectShown(['text', 'Not imported. This sheet is empty']);
});

it('an import says of names that no linked record has that nothing was linked, not that they were kept', async () => {
  const result = { ...unclean, rowsRejected: 0, namesNotLinked: 1 };
  show(<ResultStep results={[{ tableName: 'Orders', result }]} />);
  await expectShown([
    'text',
    '1 name of linked records not found, or of several: nothing was linked, the report has it.',
  ]);
  expect(document.body.textContent).not.toContain('kept as text');
});

it('an import with values that do not fit offers its report', async () => {
  show(<ResultStep results={[{ tableName: 'Orders', result: unclean }]} />);
  await expectShown(['link', 'Download report']);
});
