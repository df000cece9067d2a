import { EmptyState } from '@weft/ui';
import { Inbox, Lock } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { unreachable } from '../../api.ts';
import { OfflineBanner } from '../../session/OfflineBanner.tsx';
import { PartNotice } from '../../shell/PartNotice.tsx';
import { ImportingStep } from '../import/ImportingStep.tsx';
import type { ImportingState, UploadState } from '../import/import-states.ts';
import { ResultStep } from '../import/ResultStep.tsx';
import { UploadStep } from '../import/UploadStep.tsx';
import { Listing, type ListingProps } from '../settings/Listing.tsx';

const nothing = () => {};

const people: ListingProps<string> = {
  label: 'People',
  items: [],
  error: null,
  onRetry: nothing,
  empty: { icon: Inbox, title: 'Nobody yet', text: 'People you invite are listed here.' },
  row: (name) => name,
  keyOf: (name) => name,
};
const list = (part: Partial<ListingProps<string>>) => <Listing {...people} {...part} />;

const file = { name: 'orders.csv', size: 2_400_000 };
const upload = { url: '/files/fil1/orders.csv', s3Key: 'fil1', fileName: 'orders.csv' };

function Uploading({ state }: { readonly state: UploadState }) {
  const chooser = useRef<HTMLButtonElement>(null);
  return <UploadStep state={state} maxMb={50} onChoose={nothing} onClear={nothing} chooser={chooser} />;
}

const order = {
  ...{ importId: 'imp1', basePublicId: 'bas1', csvFileUrl: upload.url, fieldMappings: [] },
  config: { tableName: 'Orders' },
};
const importing: ImportingState = {
  ...{ at: 'importing', importId: 'imp1', order, schema: null, base: null, shared: false },
  ...{ tableName: 'Orders', phase: 'importing', imported: 12_000, total: 50_000, cancel: 'no' },
};
const interruption = {
  why: 'The server cannot be reached. Please check your connection.',
  next: 'Resume goes on with the import, or starts it again from the uploaded file.',
};

const offline = (waiting: number, safe: boolean) => (
  <OfflineBanner online={false} save={{ kind: 'offline', waiting }} safe={safe} />
);

/** Parts of the pages in each of their states, by what one would call it. */
const samples: { readonly [name: string]: () => ReactNode } = {
  'A list that loads': () => list({ items: undefined }),
  'A list without items': () => list({}),
  'A list that could not be loaded': () => list({ items: undefined, error: unreachable() }),
  'A list of two': () => list({ items: ['Ann Linde', 'Ben Okafor'] }),
  'A list of many': () => list({ items: Array.from({ length: 60 }, (_, i) => `Person ${i + 1}`) }),
  'A page that may not be seen': () => (
    <EmptyState icon={Lock} title="No longer open to you" text="Ask an admin of the organization." />
  ),
  'Offline, with nothing to send': () => offline(0, true),
  'Offline, with changes kept on the device': () => offline(3, true),
  'Offline, with changes in this tab alone': () => offline(3, false),
  'A part on its way': () => <PartNotice what="The filter" part={{ error: null, retry: nothing }} />,
  'A part that could not be fetched': () => (
    <PartNotice what="The filter" part={{ error: new Error('gone'), retry: nothing }} />
  ),
  'An upload with nothing chosen': () => <Uploading state={{ at: 'choosing', error: null }} />,
  'An upload of too much': () => <Uploading state={{ at: 'choosing', error: 'File is too large' }} />,
  'An upload on its way': () => <Uploading state={{ at: 'uploading', file, sent: 0.4 }} />,
  'An uploaded file that is read': () => <Uploading state={{ at: 'reading', file, upload }} />,
  'An import on its way': () => <ImportingStep state={importing} />,
  'An import that stands still': () => (
    <ImportingStep
      state={{ at: 'interrupted', order, schema: null, total: 0, removing: false, interruption }}
    />
  ),
  'An import with values that do not fit': () => (
    <ResultStep
      result={{
        ...{ type: 'finished', tableId: 'tbl1', recordsImported: 50_000 },
        ...{ rowsRejected: 2, valuesNotConverted: 1, reportUrl: '/files/fil2/report.csv' },
      }}
    />
  ),
};

export function StateSamples() {
  return Object.entries(samples).map(([name, sample]) => (
    <section key={name} aria-label={name} className="max-w-[560px]">
      <h2 className="mb-4 font-semibold text-title">{name}</h2>
      {sample()}
    </section>
  ));
}
