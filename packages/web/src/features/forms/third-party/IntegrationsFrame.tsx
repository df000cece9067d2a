import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Banner, Button, Skeleton, TextInput } from '@weft/ui';
import { Search } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { errorText } from '../../../error-text.ts';
import { meQuery } from '../../../queries.ts';
import { Catalogue } from '../../integrations/Catalogue.tsx';
import {
  type CatalogueEntry,
  catalogueQuery,
  connectionsQuery,
} from '../../integrations/integration-queries.ts';
import type { ThirdParty } from '../../integrations/own-services.ts';
import { SignInOutcome } from '../../integrations/SignInOutcome.tsx';
import { countByType, isSought, purposeOf } from '../../integrations/service-words.ts';
import { ThirdPartyDialog } from '../../integrations/ThirdPartyDialog.tsx';
import { HostContext, type IntegrationHost } from './host.ts';
import { IntegrationPane } from './IntegrationPane.tsx';
import { IntegrationRail } from './IntegrationRail.tsx';
import { type Integration, thirdPartyQuery } from './queries.ts';

interface IntegrationsFrameProps {
  readonly host: IntegrationHost;
  /** What the address says is shown: an integration, 'add', or a service with a prefix; undefined: what is shown first. */
  readonly view: string | undefined;
  /** What one comes back with from the sign-in at a service. */
  readonly connected: string | undefined;
  readonly connectError: string | undefined;
  readonly otherAccount: string | undefined;
  /** Whether a service that tags pages is offered. */
  readonly hasTags: boolean;
  /** Null: what is shown first. */
  readonly onGo: (view: string | null) => void;
  /** What is shown first. */
  readonly children: ReactNode;
}

const newPrefix = 'new.';
const tooMany = {
  database: 'You cannot connect to two databases at once.',
  tag: 'You may only connect one pixel/GTM tag at a time',
} as const;

/** Everything that a form or an app writes to: ours, and third-party services, one at a time beside the list of them. */
export function IntegrationsFrame(props: IntegrationsFrameProps) {
  const { host, view, connected, connectError, otherAccount, hasTags, onGo, children } = props;
  const { flowId } = host;
  const { data: me } = useSuspenseQuery(meQuery);
  const listed = useQuery(thirdPartyQuery(flowId));
  const catalogue = useQuery(catalogueQuery);
  const connections = useQuery(connectionsQuery);
  const failed = [listed, catalogue, connections].find(
    ({ error, data }) => error !== null && data === undefined,
  );
  const integrations = listed.data?.integrations ?? [];
  const integration = integrations.find(({ id }) => id === view);
  const type = view?.startsWith(newPrefix) ? view.slice(newPrefix.length) : integration?.serviceType;
  const entry = catalogue.data?.find((one) => one.type === type);
  const pane = () => {
    if (view === undefined || view === 'ours') return children;
    if (failed !== undefined)
      return (
        <div className="flex-1 p-8">
          <Banner tone="danger" action={<Button onClick={() => void failed.refetch()}>Try again</Button>}>
            {errorText(failed.error)}
          </Banner>
        </div>
      );
    if (
      me === null ||
      listed.data === undefined ||
      catalogue.data === undefined ||
      connections.data === undefined
    )
      return <Skeleton className="m-8 h-40 flex-1" />;
    if (entry === undefined)
      return (
        <AddService
          services={catalogue.data.filter(({ use }) => use === 'write' || (use === 'page events' && hasTags))}
          integrations={integrations}
          connections={connections.data}
          requestUrl={me.feedbackUrl}
          onChoose={(chosen) => onGo(newPrefix + chosen)}
          onOurs={host.hasForm ? () => onGo(null) : null}
        />
      );
    return (
      <IntegrationPane
        // A connection that one comes back with begins the pane anew.
        key={`${view} ${connected ?? ''}`}
        {...{ me, entry, connected }}
        integration={integration ?? null}
        connections={connections.data.filter((one) => one.type === entry.type)}
        questions={listed.data.fields}
        tables={listed.data.tables ?? null}
        address={host.address(view)}
        onDone={onGo}
      />
    );
  };
  return (
    <HostContext value={host}>
      <div className="flex min-w-0 flex-1">
        <IntegrationRail
          {...{ integrations }}
          onlyRead={listed.data?.onlyRead ?? []}
          current={view ?? 'ours'}
          customOf={(of) => catalogue.data?.find((one) => one.type === of)?.custom ?? null}
          labelOf={(of) => catalogue.data?.find((one) => one.type === of)?.label ?? of}
          onGo={onGo}
        />
        <div className="flex min-w-0 flex-1 flex-col">
          <SignInOutcome {...{ connectError, otherAccount }} className="m-4 mb-0" />
          <div className="flex min-h-0 min-w-0 flex-1 max-[1100px]:flex-col max-[1100px]:overflow-y-auto">
            {pane()}
          </div>
        </div>
      </div>
    </HostContext>
  );
}

function AddService(props: {
  readonly services: readonly CatalogueEntry[];
  readonly integrations: readonly Integration[];
  readonly connections: Parameters<typeof countByType>[0];
  readonly requestUrl: string;
  readonly onChoose: (serviceType: string) => void;
  /** Leads to our own webhooks; null: there are none here. */
  readonly onOurs: (() => void) | null;
}) {
  const { services, integrations, connections, onChoose, onOurs } = props;
  const [search, setSearch] = useState('');
  const [party, setParty] = useState<ThirdParty | null>(null);
  const used = new Set(
    integrations.map(({ serviceType }) => services.find(({ type }) => type === serviceType)?.onlyOneOf),
  );
  const whyNot = ({ onlyOneOf }: CatalogueEntry) =>
    onlyOneOf !== null && used.has(onlyOneOf) ? tooMany[onlyOneOf] : null;
  /** Enter chooses the one that is left. */
  const [only, ...others] = services.filter(
    (entry) => whyNot(entry) === null && isSought({ ...entry, purpose: purposeOf(entry) }, search),
  );
  return (
    <div className="min-w-0 flex-1 overflow-y-auto px-8 py-6">
      <div className="mb-4 flex items-center gap-3">
        <h2 className="flex-1 font-semibold text-title">Add an integration</h2>
        <TextInput
          icon={Search}
          className="w-60"
          aria-label="Search integrations"
          placeholder="Search integrations"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          onKeyDown={({ key }) => {
            if (key === 'Enter' && only !== undefined && others.length === 0) onChoose(only.type);
          }}
        />
      </div>
      <Catalogue
        {...{ services, search, whyNot }}
        connected={countByType(connections)}
        onChoose={({ type }) => onChoose(type)}
        onOwn={onOurs}
        onThirdParty={onOurs === null ? null : setParty}
        requestUrl={props.requestUrl}
      />
      {party !== null && onOurs !== null && (
        <ThirdPartyDialog
          title={`Connect ${party.name}`}
          steps={party.steps}
          action={
            <Button size="lg" variant="primary" onClick={onOurs}>
              Go to webhooks
            </Button>
          }
          onClose={() => setParty(null)}
        />
      )}
    </div>
  );
}
