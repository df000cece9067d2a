import { useQuery } from '@tanstack/react-query';
import { Banner, Button, FormField, Icon, SearchSelect, Skeleton, toast } from '@weft/ui';
import { ExternalLink, Table2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { errorText } from '../../../error-text.ts';
import { paths } from '../../../paths.ts';
import { RetryBanner } from '../../../shell/RetryBanner.tsx';
import { refetchTarget } from '../../integrations/integration-calls.ts';
import { connectionsQuery } from '../../integrations/integration-queries.ts';
import { StepSelect } from '../../integrations/StepSelect.tsx';
import { AccountChoice } from '../AccountChoice.tsx';
import { useSignIn } from '../use-sign-in.ts';
import { airtableBaseQuery } from './airtable-queries.ts';

/** Milliseconds between two looks at the bases, while somebody makes one at Airtable. */
const pollEvery = 5_000;

/** What is imported, as far as it was chosen. */
export interface Selection {
  readonly serviceId: string;
  readonly baseId: string;
  readonly tableId: string;
}

export const nothingChosen: Selection = { serviceId: '', baseId: '', tableId: '' };

interface AirtableSelectionProps {
  readonly selection: Selection;
  readonly onChange: (selection: Selection) => void;
  /** One table of the base is chosen; otherwise all of them, or one. */
  readonly choosesTable: boolean;
  /** The base with all its tables: none of them is chosen. */
  readonly wholeBase?: boolean;
  /** Where one comes back to from Airtable's sign-in. */
  readonly returnTo: string;
  readonly workspaceId: string | null;
}

/** Chooses the account, the base and its tables. */
export function AirtableSelection(props: AirtableSelectionProps) {
  const { selection, onChange, returnTo, workspaceId } = props;
  const { data, error, refetch } = useQuery(connectionsQuery);
  const connections = data?.filter(({ type }) => type === 'airtable');
  const signing = useSignIn({ type: 'airtable', service: 'Airtable', returnTo, workspaceId });
  const byToken = paths.connect('airtable', returnTo);
  const connect = () => (signing.ways.length > 0 ? signing.signIn({}) : signing.goTo(byToken));
  if (error !== null && connections === undefined)
    return (
      <RetryBanner tone="danger" onRetry={() => void refetch()}>
        {errorText(error)}
      </RetryBanner>
    );
  if (connections === undefined) return <Skeleton className="h-40" />;
  if (connections.length === 0)
    return <FirstConnection signing={signing} byToken={byToken} onConnect={connect} />;
  return (
    <div className="flex flex-col gap-4 pb-2">
      {signing.error !== null && <Banner tone="danger">{signing.error}</Banner>}
      <AccountChoice
        connections={connections}
        serviceId={selection.serviceId}
        onChange={(serviceId) => onChange({ ...nothingChosen, serviceId })}
        onConnectAnother={connect}
      >
        {({ id }) => <BaseChoice key={id} {...props} />}
      </AccountChoice>
      {selection.baseId !== '' && props.wholeBase !== true && <TableChoice {...props} />}
      {!props.choosesTable && selection.baseId !== '' && selection.tableId === '' && (
        <TablesOfBase {...selection} />
      )}
    </div>
  );
}

interface FirstConnectionProps {
  readonly signing: ReturnType<typeof useSignIn>;
  readonly byToken: string;
  readonly onConnect: () => void;
}

function FirstConnection({ signing, byToken, onConnect }: FirstConnectionProps) {
  const signsIn = signing.ways.length > 0;
  return (
    <div className="flex flex-col items-start gap-4 pb-2">
      {signing.error !== null && <Banner tone="danger">{signing.error}</Banner>}
      <p className="text-body">
        {signsIn
          ? 'Sign in to Airtable to choose a base. You come back to this step.'
          : 'Connect Airtable with a personal access token that has the scopes data.records:read, data.records:write and schema.bases:read.'}
      </p>
      <Button
        size="lg"
        variant="primary"
        disabled={!signing.isKnown}
        loading={signing.busy}
        onClick={onConnect}
      >
        Connect Airtable
      </Button>
      {signsIn && (
        <a href={byToken} className="text-base text-text-muted underline hover:text-text">
          Use a personal access token
        </a>
      )}
    </div>
  );
}

function BaseChoice({ selection, onChange }: AirtableSelectionProps) {
  const { serviceId, baseId } = selection;
  const [making, setMaking] = useState(false);
  const waits = making && baseId === '';
  useEffect(() => {
    if (!waits) return;
    const timer = setInterval(() => void refetchTarget(serviceId, 'baseId', {}).catch(() => {}), pollEvery);
    return () => clearInterval(timer);
  }, [waits, serviceId]);
  return (
    <StepSelect
      {...{ serviceId, step: 'baseId', before: {}, chosen: baseId }}
      label="Base"
      placeholder="Choose a base"
      noneHint="This account has no base that the connection may read."
      reloadLabel="Load the bases anew"
      onChoose={(value) => onChange({ serviceId, baseId: value, tableId: '' })}
    >
      <a
        href="https://airtable.com/"
        target="_blank"
        rel="noreferrer"
        className="flex items-center gap-1 self-start text-small text-text-muted underline hover:text-text"
        onClick={() => setMaking(true)}
      >
        Create a base in Airtable
        <Icon of={ExternalLink} size={14} />
      </a>
      {waits && (
        <p role="status" className="text-small text-text-muted">
          Looking for new bases every few seconds…
        </p>
      )}
    </StepSelect>
  );
}

/** The tables of the chosen base, or what is said where they cannot be read. */
function useTables({ serviceId, baseId }: Selection) {
  const { data, error, refetch } = useQuery(airtableBaseQuery(serviceId, baseId));
  const failed = error !== null && data === undefined;
  useEffect(() => {
    if (failed) toast(`Failed to load metadata for Airtable base ${baseId}`, { tone: 'error' });
  }, [failed, baseId]);
  const fault = failed ? (
    <RetryBanner tone="danger" onRetry={() => void refetch()}>
      Could not load metadata for that base - try again?
    </RetryBanner>
  ) : null;
  return { tables: data, fault };
}

function TableChoice({ selection, choosesTable, onChange }: AirtableSelectionProps) {
  const { tables, fault } = useTables(selection);
  if (fault !== null) return fault;
  if (tables === undefined) return <Skeleton className="h-13" />;
  if (choosesTable)
    return (
      <TableList
        tables={tables}
        chosen={selection.tableId}
        onChoose={(tableId) => onChange({ ...selection, tableId })}
      />
    );
  return (
    <FormField
      label="Table"
      hint={selection.tableId === '' ? undefined : 'Its links to other tables are kept as names alone.'}
    >
      {({ id }) => (
        <SearchSelect
          id={id}
          label="Table"
          value={selection.tableId}
          placeholder="Choose a table"
          options={[
            { value: '', label: 'All tables' },
            ...tables.map((table) => ({ value: table.id, label: table.name })),
          ]}
          onChange={(tableId) => onChange({ ...selection, tableId })}
        />
      )}
    </FormField>
  );
}

interface TableListProps {
  readonly tables: readonly { readonly id: string; readonly name: string }[];
  readonly chosen: string;
  readonly onChoose: (tableId: string) => void;
}

/** The tables of a base, one of which is chosen. */
function TableList({ tables, chosen, onChoose }: TableListProps) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1.5 font-medium text-small">Table</legend>
      <div className="max-h-65 divide-y overflow-y-auto rounded-lg border">
        {tables.map(({ id, name }) => (
          <label
            key={id}
            className={`flex min-h-11 items-center gap-3 px-3 ${id === chosen ? 'bg-accent-tint' : 'hover:bg-row-hover'}`}
          >
            <Icon of={Table2} size={16} className="shrink-0 text-text-muted" />
            <span className={`min-w-0 flex-1 truncate text-base ${id === chosen ? 'font-semibold' : ''}`}>
              {name}
            </span>
            <input
              type="radio"
              name="table"
              className="size-4 shrink-0 accent-accent"
              checked={id === chosen}
              onChange={() => onChoose(id)}
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function TablesOfBase({ serviceId, baseId }: Selection) {
  const { data: tables } = useQuery(airtableBaseQuery(serviceId, baseId));
  if (tables === undefined) return null;
  const shown = tables.slice(0, 6).map(({ name }) => name);
  const more = tables.length - shown.length;
  return (
    <p className="break-words text-base text-text-muted">
      {tables.length === 1 ? 'Its table: ' : `All ${tables.length} tables: `}
      {shown.join(', ')}
      {more > 0 && ` and ${more} more`}
    </p>
  );
}
