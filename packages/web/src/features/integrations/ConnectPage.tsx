import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router';
import { Banner, Button, EmptyState, Icon, Skeleton, toast } from '@weft/ui';
import { ChevronRight, CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { errorText } from '../../error-text.ts';
import { paths, safeNext } from '../../paths.ts';
import { meQuery } from '../../queries.ts';
import { NothingHere } from '../../shell/pages.tsx';
import { usePageTitle } from '../../shell/use-page-title.ts';
import { ConnectForm } from './ConnectForm.tsx';
import { sendFailed } from './integration-calls.ts';
import { type CatalogueEntry, catalogueQuery, connectionsQuery } from './integration-queries.ts';
import { ServiceTile } from './ServiceTile.tsx';
import { SignInOutcome } from './SignInOutcome.tsx';
import { purposeOf } from './service-words.ts';

function Frame(props: {
  readonly name: string;
  readonly title: string;
  readonly entry: CatalogueEntry;
  readonly text: string;
  readonly children: ReactNode;
}) {
  return (
    <>
      <header className="flex min-h-14 shrink-0 items-center gap-2 border-line-subtle border-b px-8 font-medium text-base max-sm:px-4">
        <Link to={paths.integrations} className="text-text-muted hover:text-text">
          Integrations
        </Link>
        <Icon of={ChevronRight} size={14} className="text-text-subtle" />
        <span className="truncate">{props.name}</span>
      </header>
      <div className="mx-auto w-full max-w-[784px] px-8 pt-6 max-sm:px-4">
        <div className="flex items-center gap-4 border-line-subtle border-b pb-5">
          <ServiceTile label={props.entry.label} custom={props.entry.custom} size={40} />
          <div className="min-w-0">
            <h1 className="truncate font-semibold text-title">{props.title}</h1>
            <p className="text-base text-text-muted">{props.text}</p>
          </div>
        </div>
      </div>
      {props.children}
    </>
  );
}

function Waiting({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  if (error === null)
    return (
      <div role="status" aria-label="Loading..." className="mx-auto w-full max-w-[784px] p-8">
        <Skeleton className="h-60" />
      </div>
    );
  return (
    <EmptyState
      icon={CloudOff}
      title="Couldn’t load the integration"
      text={errorText(error)}
      action={<Button onClick={onRetry}>Try again</Button>}
    />
  );
}

/** Connects a service for the first time, or with another account. */
export function ConnectPage() {
  const { serviceType } = useParams({ from: '/home-layout/home/integrations/new/$serviceType' });
  const { next } = useSearch({ from: '/home-layout/home/integrations/new/$serviceType' });
  const { data: me } = useSuspenseQuery(meQuery);
  const { data, error, refetch } = useQuery(catalogueQuery);
  const { history } = useRouter();
  const entry = data?.find(({ type }) => type === serviceType);
  usePageTitle(entry === undefined ? 'Connect' : `Connect ${entry.label}`);
  if (me === null) return null;
  if (data === undefined) return <Waiting error={error} onRetry={() => void refetch()} />;
  if (entry === undefined) return <NothingHere />;
  const returnTo = next === undefined ? paths.integrations : safeNext(next);
  const back = () => history.push(returnTo);
  return (
    <Frame
      name={entry.label}
      title={`Connect ${entry.label}`}
      entry={entry}
      text={
        entry.use === 'write' ? `${purposeOf(entry)}. Forms choose what goes where.` : `${purposeOf(entry)}.`
      }
    >
      <ConnectForm
        {...{ entry, me }}
        connection={null}
        source="integrations"
        returnTo={returnTo}
        onDone={({ id, name }) => {
          toast(`${name} connected`);
          const to = new URL(returnTo, location.origin);
          if (next !== undefined) to.searchParams.set('connected', id);
          history.push(`${to.pathname}${to.search}${to.hash}`);
        }}
        onCancel={back}
      />
    </Frame>
  );
}

/** Changes a connection, or signs it in again: its id stays, and all that forms write with it. */
export function EditConnectionPage() {
  const { serviceId } = useParams({ from: '/home-layout/home/integrations/edit/$serviceId' });
  const outcome = useSearch({ from: '/home-layout/home/integrations/edit/$serviceId' });
  const { data: me } = useSuspenseQuery(meQuery);
  const catalogue = useQuery(catalogueQuery);
  const connections = useQuery(connectionsQuery);
  const navigate = useNavigate();
  const connection = connections.data?.find(({ id }) => id === serviceId);
  const entry = catalogue.data?.find(({ type }) => type === connection?.type);
  usePageTitle(connection?.name ?? 'Connection');
  if (me === null) return null;
  if (catalogue.data === undefined || connections.data === undefined)
    return (
      <Waiting
        error={catalogue.error ?? connections.error}
        onRetry={() => {
          void catalogue.refetch();
          void connections.refetch();
        }}
      />
    );
  if (connection === undefined || entry === undefined) return <NothingHere />;
  const back = () => void navigate({ to: paths.integrations });
  return (
    <Frame
      name={connection.name}
      title={connection.name}
      entry={entry}
      text={
        connection.mayEdit
          ? 'What forms write with it stays as it is.'
          : `${connection.ownerName} connected it.`
      }
    >
      <div className="mx-auto w-full max-w-[784px] px-8 pt-4 empty:hidden max-sm:px-4">
        <SignInOutcome connectError={outcome.connectError} otherAccount={outcome.otherAccount} />
        {outcome.connected !== undefined && connection.mayEdit && connection.usedBy > 0 && (
          <Banner
            tone="success"
            action={
              <Button size="sm" onClick={() => void sendFailed(connection.id)}>
                Send all failed again
              </Button>
            }
          >
            It is connected again. What could not be written meanwhile waits for you to send it.
          </Banner>
        )}
      </div>
      {connection.mayEdit ? (
        <ConnectForm
          key={connection.id}
          {...{ entry, me, connection }}
          source="integrations"
          returnTo={paths.editConnection(connection.id)}
          onDone={({ name, accountLabel }) => {
            const waits = connection.state === 'reconnect' && connection.usedBy > 0;
            toast(
              `${name} saved`,
              waits
                ? {
                    action: {
                      label: 'Send all failed again',
                      onSelect: () => void sendFailed(connection.id),
                    },
                  }
                : {},
            );
            const former = connection.accountLabel;
            const isOther = former !== null && accountLabel !== former;
            void navigate({ to: paths.integrations, search: isOther ? { otherAccount: former } : {} });
          }}
          onCancel={back}
        />
      ) : (
        <p className="mx-auto w-full max-w-[784px] px-8 py-6 text-base text-text-muted max-sm:px-4">
          Only {connection.ownerName} and admins can change this connection.
        </p>
      )}
    </Frame>
  );
}
