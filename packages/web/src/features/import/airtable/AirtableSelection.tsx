import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Banner, Button, FormField, Icon, IconButton, SearchSelect, Select, Skeleton, toast } from '@weft/ui';
import { ExternalLink, Plus, RefreshCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { errorText } from '../../../error-text.ts';
import { paths } from '../../../paths.ts';
import { useSubmission } from '../../../shell/use-submission.ts';
import { createConnection, refetchTarget } from '../../integrations/integration-calls.ts';
import { catalogueQuery, choicesQuery, connectionsQuery } from '../../integrations/integration-queries.ts';
import { RetryBanner } from '../../integrations/RetryBanner.tsx';
import { freeName } from '../../integrations/service-words.ts';
import { airtableBaseQuery } from './airtable-queries.ts';

/** Milliseconds between two looks at the bases, while somebody makes one at Airtable. */
const pollEvery = 5_000;
const another = 'another';

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
  /** Where one comes back to from Airtable's sign-in. */
  readonly returnTo: string;
  readonly workspaceId: string | null;
}

/** Chooses the account, the base and its tables. */
export function AirtableSelection(props: AirtableSelectionProps) {
  const { selection, onChange } = props;
  const { data, error, refetch } = useQuery(connectionsQuery);
  const connections = data?.filter(({ type }) => type === 'airtable');
  const [first] = connections ?? [];
  const { serviceId } = selection;
  const known = connections?.some(({ id }) => id === serviceId) ?? true;
  useEffect(() => {
    if (first !== undefined && (serviceId === '' || !known))
      onChange({ ...nothingChosen, serviceId: first.id });
  }, [first, serviceId, known, onChange]);
  const connect = useConnect(props, data?.map(({ name }) => name) ?? []);
  if (error !== null && connections === undefined)
    return (
      <RetryBanner tone="danger" onRetry={() => void refetch()}>
        {errorText(error)}
      </RetryBanner>
    );
  if (connections === undefined) return <Skeleton className="h-40" />;
  const chosen = connections.find(({ id }) => id === serviceId);
  if (connections.length === 0) return <FirstConnection connect={connect} />;
  return (
    <div className="flex flex-col gap-4 pb-2">
      {connect.error !== null && <Banner tone="danger">{connect.error}</Banner>}
      <FormField label="Account">
        {({ id }) => (
          <Select
            id={id}
            label="Account"
            value={serviceId}
            options={[
              ...connections.map((one) => ({
                value: one.id,
                label: one.name,
                hint: one.accountLabel ?? undefined,
              })),
              { value: another, label: 'Connect another account', icon: Plus },
            ]}
            onChange={(value) =>
              value === another ? connect.start() : onChange({ ...nothingChosen, serviceId: value })
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
        chosen !== undefined && <BaseChoice key={chosen.id} {...props} />
      )}
      {selection.baseId !== '' && <TableChoice {...props} />}
      {!props.choosesTable && selection.baseId !== '' && selection.tableId === '' && (
        <TablesOfBase {...selection} />
      )}
    </div>
  );
}

/** Signs in at Airtable, and comes back to this very step. */
function useConnect({ returnTo, workspaceId }: AirtableSelectionProps, taken: readonly string[]) {
  const { data: catalogue } = useQuery(catalogueQuery);
  const entry = catalogue?.find(({ type }) => type === 'airtable');
  const signsIn = entry?.ways.find(({ kind }) => kind === 'oauth')?.available === true;
  const { busy, error, submit } = useSubmission({ leaves: true });
  const start = () =>
    void submit(async () => {
      if (!signsIn) {
        location.assign(paths.connect('airtable', returnTo));
        return;
      }
      const { signInUrl } = await createConnection('airtable', {
        ...{ config: {}, serviceName: freeName('Airtable', taken), source: 'import' },
        ...(workspaceId !== null && { workspaceId }),
        ...{ redirectUri: returnTo, failureRedirectUri: returnTo },
      });
      if (signInUrl !== null) location.assign(signInUrl);
    });
  const byToken = paths.connect('airtable', returnTo);
  return { start, busy, error, signsIn, byToken, isKnown: catalogue !== undefined };
}

function FirstConnection({ connect }: { readonly connect: ReturnType<typeof useConnect> }) {
  return (
    <div className="flex flex-col items-start gap-4 pb-2">
      {connect.error !== null && <Banner tone="danger">{connect.error}</Banner>}
      <p className="text-body">
        {connect.signsIn
          ? 'Sign in to Airtable to choose a base. You come back to this step.'
          : 'Connect Airtable with a personal access token that has the scopes data.records:read and schema.bases:read.'}
      </p>
      <Button
        size="lg"
        variant="primary"
        disabled={!connect.isKnown}
        loading={connect.busy}
        onClick={connect.start}
      >
        Connect Airtable
      </Button>
      {connect.signsIn && (
        <a href={connect.byToken} className="text-base text-text-muted underline hover:text-text">
          Use a personal access token
        </a>
      )}
    </div>
  );
}

function BaseChoice({ selection, onChange }: AirtableSelectionProps) {
  const { serviceId, baseId } = selection;
  const { data, error, refetch } = useQuery(choicesQuery(serviceId, 'baseId', {}));
  const { busy, submit } = useSubmission({ toasts: true });
  const [making, setMaking] = useState(false);
  const waits = making && baseId === '';
  useEffect(() => {
    if (!waits) return;
    const timer = setInterval(() => void refetchTarget(serviceId, 'baseId', {}).catch(() => {}), pollEvery);
    return () => clearInterval(timer);
  }, [waits, serviceId]);
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
            label="Base"
            hint={data.length === 0 ? 'This account has no base that the connection may read.' : undefined}
          >
            {({ id }) => (
              <SearchSelect
                id={id}
                label="Base"
                value={baseId}
                placeholder="Choose a base"
                options={data.map((base) => ({ value: base.id, label: base.name }))}
                onChange={(value) => onChange({ serviceId, baseId: value, tableId: '' })}
              />
            )}
          </FormField>
        </div>
        <IconButton
          icon={RefreshCw}
          label="Load the bases anew"
          disabled={busy}
          onClick={() => void submit(() => refetchTarget(serviceId, 'baseId', {}))}
        />
      </div>
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
    </div>
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
  return (
    <FormField
      label="Table"
      hint={
        !choosesTable && selection.tableId !== ''
          ? 'Its links to other tables are kept as names alone.'
          : undefined
      }
    >
      {({ id }) => (
        <SearchSelect
          id={id}
          label="Table"
          value={selection.tableId}
          placeholder="Choose a table"
          options={[
            ...(choosesTable ? [] : [{ value: '', label: 'All tables' }]),
            ...tables.map((table) => ({ value: table.id, label: table.name })),
          ]}
          onChange={(tableId) => onChange({ ...selection, tableId })}
        />
      )}
    </FormField>
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
