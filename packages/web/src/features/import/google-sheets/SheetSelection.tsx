import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  Badge,
  Banner,
  cx,
  FormField,
  Icon,
  IconButton,
  SearchSelect,
  Select,
  Skeleton,
  toast,
} from '@weft/ui';
import { Plus, RefreshCw, TriangleAlert } from 'lucide-react';
import { useEffect } from 'react';
import { errorText } from '../../../error-text.ts';
import { paths } from '../../../paths.ts';
import { meQuery } from '../../../queries.ts';
import { useSubmission } from '../../../shell/use-submission.ts';
import { refetchTarget } from '../../integrations/integration-calls.ts';
import { type Connection, catalogueQuery, choicesQuery } from '../../integrations/integration-queries.ts';
import { PickFiles } from '../../integrations/PickFiles.tsx';
import { RetryBanner } from '../../integrations/RetryBanner.tsx';
import { picksFiles } from '../../integrations/service-words.ts';
import { countOf } from '../counts.ts';
import { ReadingSheet } from './ReadingSheet.tsx';
import { firstSheet, spreadsheetQuery, usableSheets } from './sheets-queries.ts';

const another = 'another';
/** Names of columns that stand beside a sheet. */
const shownColumns = 12;

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
}

/** Chooses the account, the spreadsheet and its sheet. */
export function SheetSelection(props: SheetSelectionProps) {
  const { connections, selection, onChange, onConnectAnother } = props;
  const { serviceId } = selection;
  const [first] = connections;
  const chosen = connections.find(({ id }) => id === serviceId);
  useEffect(() => {
    if (first !== undefined && chosen === undefined) onChange({ ...nothingChosen, serviceId: first.id });
  }, [first, chosen, onChange]);
  return (
    <div className="flex flex-col gap-4 pb-2">
      <FormField label="Account">
        {({ id }) => (
          <Select
            id={id}
            label="Account"
            value={serviceId}
            options={[
              ...connections.map((one) => ({
                ...{ value: one.id, label: one.name, hint: one.accountLabel ?? undefined },
              })),
              { value: another, label: 'Connect another account', icon: Plus },
            ]}
            onChange={(value) =>
              value === another ? onConnectAnother() : onChange({ ...nothingChosen, serviceId: value })
            }
          />
        )}
      </FormField>
      {chosen?.state === 'reconnect' ? (
        <Banner
          tone="warning"
          action={
            <Link to={paths.editConnection(chosen.id)} className="font-medium text-small underline">
              Reconnect
            </Link>
          }
        >
          {chosen.lastError ?? 'Nobody is signed in.'}
        </Banner>
      ) : (
        chosen !== undefined && <SpreadsheetChoice key={chosen.id} {...props} connection={chosen} />
      )}
      {selection.spreadsheetId !== '' && <SheetChoice key={selection.spreadsheetId} {...props} />}
      <p className="text-small text-text-muted">
        Large sheets may take a few minutes to import due to Google Sheets API rate limits.
      </p>
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
  const { data, error, refetch } = useQuery(choicesQuery(connection.id, 'spreadsheetId', {}));
  const { busy, submit } = useSubmission({ toasts: true });
  const entry = catalogue?.find(({ type }) => type === 'googlesheets');
  const mayPick = entry !== undefined && me != null && picksFiles(entry, connection, me.user.id);
  if (error !== null && data === undefined)
    return (
      <RetryBanner tone="danger" onRetry={() => void refetch()}>
        {errorText(error)}
      </RetryBanner>
    );
  if (data === undefined) return <Skeleton className="h-13" />;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <FormField
            label="Spreadsheet"
            hint={
              data.length > 0
                ? undefined
                : mayPick
                  ? 'Choose files at Google first: only those can be read.'
                  : 'This account has no spreadsheet that the connection may read.'
            }
          >
            {({ id }) => (
              <SearchSelect
                id={id}
                label="Spreadsheet"
                value={spreadsheetId}
                placeholder="Choose a spreadsheet"
                options={data.map((one) => ({ value: one.id, label: one.name }))}
                onChange={(value) => onChange({ serviceId, spreadsheetId: value, sheetName: '' })}
              />
            )}
          </FormField>
        </div>
        <IconButton
          icon={RefreshCw}
          label="Load the spreadsheets anew"
          disabled={busy}
          onClick={() => void submit(() => refetchTarget(serviceId, 'spreadsheetId', {}))}
        />
      </div>
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
    </div>
  );
}

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
        Could not load metadata for that spreadsheet - try again?
      </RetryBanner>
    );
  if (data === undefined) return <ReadingSheet />;
  if (usableSheets(data).length === 0)
    return (
      <RetryBanner tone="warning" onRetry={() => void refetch()}>
        <span className="font-medium">No compatible sheets found</span>. A spreadsheet needs at least one
        header row.
      </RetryBanner>
    );
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-center justify-between">
        <span className="font-medium text-small">Sheet</span>
        <IconButton
          icon={RefreshCw}
          size="sm"
          label="Load the sheets anew"
          disabled={isFetching}
          onClick={() => void refetch()}
        />
      </div>
      <div
        role="radiogroup"
        aria-label="Sheet"
        className="max-h-64 divide-y overflow-y-auto rounded-lg border"
      >
        {data.sheets.map(({ sheetId, title, hidden, columnHeaders }) => {
          const off = columnHeaders.length === 0;
          return (
            <label
              key={sheetId}
              className={cx(
                'flex items-start gap-3 px-4 py-3',
                title === sheetName ? 'bg-accent-tint' : !off && 'hover:bg-row-hover',
              )}
            >
              <input
                type="radio"
                name="sheet"
                className="mt-0.5 size-4 shrink-0 accent-accent"
                disabled={off}
                checked={title === sheetName}
                onChange={() => onChange({ serviceId, spreadsheetId, sheetName: title })}
              />
              <span className="min-w-0 flex-1">
                <span className="flex items-center gap-2">
                  <span className={cx('truncate font-medium text-base', off && 'text-text-muted')}>
                    {title}
                  </span>
                  {hidden && <Badge>Hidden</Badge>}
                </span>
                {off ? (
                  <span className="flex items-center gap-1 text-small text-warning-text">
                    <Icon of={TriangleAlert} size={14} /> No header row, so it can’t be used
                  </span>
                ) : (
                  <span className="block truncate text-small text-text-muted">
                    {countOf(columnHeaders.length, 'column')}:{' '}
                    {columnHeaders
                      .slice(0, shownColumns)
                      .map(({ name }) => name)
                      .join(', ')}
                  </span>
                )}
              </span>
            </label>
          );
        })}
      </div>
    </div>
  );
}
