import { useQuery } from '@tanstack/react-query';
import { IconButton, toast } from '@weft/ui';
import { RefreshCw } from 'lucide-react';
import { useEffect } from 'react';
import { errorText } from '../../../error-text.ts';
import { meQuery } from '../../../queries.ts';
import { RetryBanner } from '../../../shell/RetryBanner.tsx';
import { refetchTarget } from '../../integrations/integration-calls.ts';
import { type Connection, catalogueQuery } from '../../integrations/integration-queries.ts';
import { PickFiles } from '../../integrations/PickFiles.tsx';
import { SheetList, shownColumns } from '../../integrations/SheetList.tsx';
import { StepSelect } from '../../integrations/StepSelect.tsx';
import { picksFiles } from '../../integrations/service-words.ts';
import { AccountChoice } from '../AccountChoice.tsx';
import { countOf } from '../counts.ts';
import { ReadingSheet } from './ReadingSheet.tsx';
import { firstSheet, spreadsheetQuery, usableSheets } from './sheets-queries.ts';

/** What is imported, as far as it was chosen. */
export interface Selection {
  readonly serviceId: string;
  readonly spreadsheetId: string;
  readonly sheetName: string;
}

export const nothingChosen: Selection = { serviceId: '', spreadsheetId: '', sheetName: '' };

export interface SheetSelectionProps {
  /** Connections with somebody who is signed in; one at least. */
  readonly connections: readonly Connection[];
  readonly selection: Selection;
  readonly onChange: (selection: Selection) => void;
  readonly onConnectAnother: () => void;
  /** A sheet has to be chosen by hand: its rows go into a table that is there. */
  readonly asksForSheet: boolean;
  /** The spreadsheet with all its sheets: none of them is chosen. */
  readonly wholeSpreadsheet?: boolean;
}

/** Chooses the account, the spreadsheet and its sheet. */
export function SheetSelection(props: SheetSelectionProps) {
  const { connections, selection, onChange, onConnectAnother } = props;
  return (
    <div className="flex flex-col gap-4 pb-2">
      <AccountChoice
        connections={connections}
        serviceId={selection.serviceId}
        onChange={(serviceId) => onChange({ ...nothingChosen, serviceId })}
        onConnectAnother={onConnectAnother}
      >
        {(connection) => <SpreadsheetChoice key={connection.id} {...props} connection={connection} />}
      </AccountChoice>
      {selection.spreadsheetId !== '' && props.wholeSpreadsheet !== true && (
        <SheetChoice key={selection.spreadsheetId} {...props} />
      )}
      {props.wholeSpreadsheet !== true && (
        <p className="text-small text-text-muted">
          Large sheets may take a few minutes to import due to Google Sheets API rate limits.
        </p>
      )}
    </div>
  );
}

function SpreadsheetChoice({
  connection,
  selection,
  onChange,
}: SheetSelectionProps & { readonly connection: Connection }) {
  const { serviceId, spreadsheetId } = selection;
  const { data: catalogue } = useQuery(catalogueQuery);
  const { data: me } = useQuery(meQuery);
  const entry = catalogue?.find(({ type }) => type === 'googlesheets');
  const mayPick = entry !== undefined && me != null && picksFiles(entry, connection, me.user.id);
  return (
    <StepSelect
      {...{ serviceId, step: 'spreadsheetId', before: {}, chosen: spreadsheetId }}
      label="Spreadsheet"
      placeholder="Choose a spreadsheet"
      noneHint={
        mayPick
          ? 'Choose files at Google first: only those can be read.'
          : 'This account has no spreadsheet that the connection may read.'
      }
      reloadLabel="Load the spreadsheets anew"
      onChoose={(value) => onChange({ serviceId, spreadsheetId: value, sheetName: '' })}
    >
      {mayPick && (
        <PickFiles
          serviceId={serviceId}
          onPicked={([file]) =>
            void refetchTarget(serviceId, 'spreadsheetId', {})
              .catch((refused: unknown) => toast(errorText(refused), { tone: 'error' }))
              .then(() => file && onChange({ serviceId, spreadsheetId: file.id, sheetName: '' }))
          }
        />
      )}
    </StepSelect>
  );
}

const notLoaded = 'Could not load metadata for that spreadsheet - try again?';

/** The sheets of the chosen spreadsheet, by their columns; one without a header row cannot be imported. */
function SheetChoice({ selection, onChange, asksForSheet }: SheetSelectionProps) {
  const { serviceId, spreadsheetId, sheetName } = selection;
  const { data, error, refetch, isFetching } = useQuery(spreadsheetQuery(serviceId, spreadsheetId));
  const proposed = data === undefined || asksForSheet ? '' : firstSheet(data);
  useEffect(() => {
    if (sheetName === '' && proposed !== '') onChange({ serviceId, spreadsheetId, sheetName: proposed });
  }, [sheetName, proposed, onChange, serviceId, spreadsheetId]);
  if (error !== null && data === undefined)
    return (
      <RetryBanner tone="danger" onRetry={() => void refetch()}>
        {notLoaded}
      </RetryBanner>
    );
  if (data === undefined) return <ReadingSheet />;
  // What was read before stays.
  const reload = () =>
    void refetch().then(({ isError }) => {
      if (isError) toast(notLoaded, { tone: 'error' });
    });
  const list = (
    <SheetList
      label="Sheet"
      className="max-h-64 overflow-y-auto"
      sheets={data.sheets.map(({ title, hidden, columnHeaders }) => ({
        ...{ id: title, name: title, hidden },
        columns: columnHeaders.length === 0 ? null : columnsText(columnHeaders.map(({ name }) => name)),
      }))}
      chosen={sheetName}
      onChoose={(title) => onChange({ serviceId, spreadsheetId, sheetName: title })}
      onReload={reload}
    />
  );
  if (usableSheets(data).length === 0) return list;
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-center justify-between">
        <span className="font-medium text-small">Sheet</span>
        <IconButton
          icon={RefreshCw}
          size="sm"
          label="Load the sheets anew"
          disabled={isFetching}
          onClick={reload}
        />
      </div>
      {list}
    </div>
  );
}

const columnsText = (names: readonly string[]) => (
  <span className="block truncate text-small text-text-muted">
    {countOf(names.length, 'column')}: {names.slice(0, shownColumns).join(', ')}
  </span>
);
