import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Banner, Button, Dialog, EmptyState, Skeleton, TextInput } from '@weft/ui';
import { CloudOff, Search } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../../error-text.ts';
import { paths } from '../../paths.ts';
import { meQuery } from '../../queries.ts';
import { usePageTitle } from '../../shell/use-page-title.ts';
import { Catalogue } from './Catalogue.tsx';
import { ConnectionList } from './ConnectionList.tsx';
import { catalogueQuery, connectionsQuery } from './integration-queries.ts';
import type { OwnService, ThirdParty } from './own-services.ts';
import { SignInOutcome } from './SignInOutcome.tsx';
import { countByType } from './service-words.ts';
import { ThirdPartyDialog } from './ThirdPartyDialog.tsx';

/** The services that can be connected, and the connections there are. */
export function IntegrationsPage() {
  usePageTitle('Integrations');
  const { data: me } = useSuspenseQuery(meQuery);
  const catalogue = useQuery(catalogueQuery);
  const { data: connections = [], error: connectionsError, refetch } = useQuery(connectionsQuery);
  const outcome = useSearch({ from: '/home-layout/home/integrations' });
  const [search, setSearch] = useState('');
  const [explained, setExplained] = useState<ThirdParty | OwnService | null>(null);
  const navigate = useNavigate();
  if (me === null) return null;
  const services = catalogue.data;
  const labelOf = (type: string) => services?.find((entry) => entry.type === type)?.label ?? type;
  const customOf = (type: string) => services?.find((entry) => entry.type === type)?.custom ?? null;
  return (
    <>
      <header className="flex min-h-14 shrink-0 flex-wrap items-center gap-3 border-line-subtle border-b px-8 py-2 max-sm:px-4">
        <h1 className="flex-1 font-semibold text-title">Integrations</h1>
        {me.isAdmin && (
          <Link
            to={paths.connectors}
            className="rounded-sm font-medium text-base text-text-muted hover:text-text pointer-coarse:py-3"
          >
            Custom connectors
          </Link>
        )}
        <TextInput
          icon={Search}
          className="w-60 max-sm:w-full"
          aria-label="Search integrations"
          placeholder="Search integrations"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </header>
      <div className="flex flex-1 flex-col gap-6 px-8 py-4 pb-10 max-sm:px-4">
        <SignInOutcome connectError={outcome.connectError} otherAccount={outcome.otherAccount} />
        {connectionsError !== null && (
          <Banner tone="danger" action={<Button onClick={() => void refetch()}>Try again</Button>}>
            Couldn’t load your connections. {errorText(connectionsError)}
          </Banner>
        )}
        {connections.length > 0 && search === '' && (
          <ConnectionList {...{ connections, labelOf, customOf }} />
        )}
        {services === undefined && catalogue.error !== null && (
          <EmptyState
            icon={CloudOff}
            title="Couldn’t load the integrations"
            text={errorText(catalogue.error)}
            action={<Button onClick={() => void catalogue.refetch()}>Try again</Button>}
          />
        )}
        {services === undefined && catalogue.error === null && (
          <div
            role="status"
            aria-label="Loading..."
            className="grid grid-cols-4 gap-3 max-md:grid-cols-2 max-sm:grid-cols-1"
          >
            {Array.from({ length: 12 }, (_, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
              <Skeleton key={i} className="h-17" />
            ))}
          </div>
        )}
        {services !== undefined && (
          <Catalogue
            services={services}
            search={search}
            connected={countByType(connections)}
            onChoose={({ type, use }) =>
              void navigate({ to: use === 'scheduling' ? paths.calendars : paths.connect(type) })
            }
            onOwn={setExplained}
            onThirdParty={setExplained}
            requestUrl={me.feedbackUrl}
          />
        )}
      </div>
      {explained !== null && <Explained of={explained} onClose={() => setExplained(null)} />}
    </>
  );
}

function Explained({ of, onClose }: { readonly of: ThirdParty | OwnService; readonly onClose: () => void }) {
  if ('steps' in of)
    return <ThirdPartyDialog title={`Connect ${of.name}`} steps={of.steps} onClose={onClose} />;
  if (of.type === 'rest') return <ThirdPartyDialog title={of.label} onClose={onClose} />;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={of.label}
      footer={
        <Button size="lg" onClick={onClose}>
          Close
        </Button>
      }
    >
      <p className="pb-2 text-body text-text-muted">
        Open a form, go to ‘Integrate’, and press ‘Connect database’: each answer becomes a record of a table
        of yours, or changes one.
      </p>
    </Dialog>
  );
}
