import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Banner, Button, Dialog, Skeleton } from '@weft/ui';
import { useRef, useState } from 'react';
import { errorText } from '../../error-text.ts';
import { rpc } from '../../rpc.ts';
import { newId } from '../../session/new-id.ts';
import { RetryBanner } from '../../shell/RetryBanner.tsx';
import { useSubmission } from '../../shell/use-submission.ts';
import { SheetConnect } from '../import/google-sheets/SheetConnect.tsx';
import { nothingChosen, SheetSelection } from '../import/google-sheets/SheetSelection.tsx';
import { sheetConnectionsQuery, spreadsheetName } from '../import/google-sheets/sheets-queries.ts';
import type { ConnectElsewhereProps } from './ConnectAirtable.tsx';
import { FirstRead } from './FirstRead.tsx';

/** Connects a spreadsheet that an app shows: its rows stay there. */
export function ConnectSheets(props: ConnectElsewhereProps) {
  const { flowId, returnTo, connected, connectError, onBack, onClose, onConnected } = props;
  const [selection, setSelection] = useState({ ...nothingChosen, serviceId: connected ?? '' });
  const [connectsAnother, setConnectsAnother] = useState(false);
  // Kept for another try, so that what is sent twice connects once.
  const wanted = useRef({ of: '', id: '' });
  const [reading, setReading] = useState<string | null>(null);
  const { busy, error, submit } = useSubmission();
  const cache = useQueryClient();
  const found = useQuery(sheetConnectionsQuery);
  const connections = found.data;
  const { serviceId, spreadsheetId } = selection;
  const nameOf = () => spreadsheetName(cache, serviceId, spreadsheetId);
  const connect = () =>
    submit(async () => {
      const of = `${serviceId} ${spreadsheetId}`;
      if (wanted.current.of !== of) wanted.current = { of, id: newId('bas') };
      const made = await rpc.call('apps.connectSource', {
        ...{ flowId, baseId: wanted.current.id, name: nameOf(), service: 'googlesheets', serviceId },
        config: { spreadsheetId },
      });
      setReading(made.baseId);
    });
  if (reading !== null)
    return (
      <FirstRead
        {...{ flowId, name: nameOf(), baseId: reading, onClose, onConnected }}
        service="Google Sheets"
      />
    );
  const hasNone = connections?.length === 0;
  const connects = hasNone || connectsAnother;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Connect Google Sheets"
      footer={
        <>
          <Button size="lg" variant="quiet" className="me-auto -ms-3" onClick={onBack}>
            Back
          </Button>
          <Button size="lg" onClick={onClose}>
            Cancel
          </Button>
          {!connects && (
            <Button
              size="lg"
              variant="primary"
              loading={busy}
              disabled={serviceId === '' || spreadsheetId === ''}
              onClick={() => void connect()}
            >
              Connect
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4 pb-2">
        {(error ?? connectError) !== null && <Banner tone="danger">{error ?? connectError}</Banner>}
        <p className="text-base text-text-muted">
          Rows stay in the spreadsheet: each of its sheets is a table, whose first row names the columns. A
          column ‘Row ID’ is added to each sheet, by which a row is found again wherever it is moved.
        </p>
        {found.error !== null && connections === undefined && (
          <RetryBanner tone="danger" onRetry={() => void found.refetch()}>
            {errorText(found.error)}
          </RetryBanner>
        )}
        {found.error === null && connections === undefined && <Skeleton className="h-40" />}
        {connections !== undefined && connects && (
          <SheetConnect
            returnTo={returnTo}
            workspaceId={null}
            onBack={hasNone ? null : () => setConnectsAnother(false)}
          />
        )}
        {connections !== undefined && !connects && (
          <SheetSelection
            {...{ connections, selection }}
            onChange={setSelection}
            onConnectAnother={() => setConnectsAnother(true)}
            asksForSheet={false}
            wholeSpreadsheet
          />
        )}
      </div>
    </Dialog>
  );
}
