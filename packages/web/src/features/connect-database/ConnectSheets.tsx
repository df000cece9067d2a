import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Skeleton } from '@weft/ui';
import { useState } from 'react';
import { errorText } from '../../error-text.ts';
import { RetryBanner } from '../../shell/RetryBanner.tsx';
import { SheetConnect } from '../import/google-sheets/SheetConnect.tsx';
import { nothingChosen, SheetSelection } from '../import/google-sheets/SheetSelection.tsx';
import { sheetConnectionsQuery, spreadsheetName } from '../import/google-sheets/sheets-queries.ts';
import { ConnectElsewhere, type ConnectElsewhereProps } from './ConnectElsewhere.tsx';

/** Connects a spreadsheet that an app shows: its rows stay there. */
export function ConnectSheets({ returnTo, connected, ...step }: ConnectElsewhereProps) {
  const [selection, setSelection] = useState({ ...nothingChosen, serviceId: connected ?? '' });
  const [connectsAnother, setConnectsAnother] = useState(false);
  const cache = useQueryClient();
  const found = useQuery(sheetConnectionsQuery);
  const connections = found.data;
  const { serviceId, spreadsheetId } = selection;
  const hasNone = connections?.length === 0;
  const connects = hasNone || connectsAnother;
  const isChosen = serviceId !== '' && spreadsheetId !== '';
  return (
    <ConnectElsewhere
      {...step}
      label="Google Sheets"
      canConnect={!connects}
      chosen={isChosen ? { service: 'googlesheets', serviceId, config: { spreadsheetId } } : null}
      nameOf={() => spreadsheetName(cache, serviceId, spreadsheetId)}
    >
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
    </ConnectElsewhere>
  );
}
