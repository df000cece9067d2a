import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { Content } from '@weft/documents';
import type { DatabaseMapping } from '@weft/forms';
import { Banner, Button, IconButton, Menu, Skeleton, Switch } from '@weft/ui';
import { Database, Ellipsis, RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../../../error-text.ts';
import { paths } from '../../../paths.ts';
import { rpc } from '../../../rpc.ts';
import { lazyDialog } from '../../../shell/lazy-dialog.tsx';
import { SettingRow } from '../../../shell/SettingRow.tsx';
import { type ConnectStage, continuedStages } from '../../connect-database/stages.ts';
import { DeliveryLog } from './DeliveryLog.tsx';
import { MappingEditor } from './MappingEditor.tsx';
import { type Integrations, integrationsQuery } from './queries.ts';
import { useAct } from './use-act.ts';

const ConnectDatabaseDialog = lazyDialog(() =>
  import('./ConnectDatabaseDialog.tsx').then((part) => part.ConnectDatabaseDialog),
);

const mappingOf = ({
  basePublicIdentifier,
  nameMappings,
  writeQuery,
}: Integrations['integrations'][number]): DatabaseMapping => ({
  ...{ basePublicIdentifier, nameMappings },
  ...writeQuery.config,
});

interface DatabaseSectionProps {
  readonly flowId: string;
  /** What the form asks now. */
  readonly content: Content;
}

/** The database that answers are written into, how, and what became of each. */
export function DatabaseSection({ flowId, content }: DatabaseSectionProps) {
  const { data, error, refetch } = useQuery(integrationsQuery(flowId));
  const {
    continueImport,
    connected = null,
    connectError = null,
  } = useSearch({ from: '/editor/$flowId/$tab/{-$answerId}' });
  const navigate = useNavigate();
  const continued = continuedStages[continueImport ?? ''] ?? null;
  const [stage, setStage] = useState<ConnectStage | null>(continued);
  /** A database that was chosen, and whose fields are to be matched before it is connected. */
  const [chosen, setChosen] = useState<DatabaseMapping | null>(null);
  const act = useAct(integrationsQuery(flowId).queryKey);
  if (error !== null && data === undefined)
    return (
      <Banner tone="danger">
        {errorText(error)} <Button onClick={() => void refetch()}>Try again</Button>
      </Banner>
    );
  if (data === undefined) return <Skeleton className="h-40" />;
  const [integration] = data.integrations;
  const known = integration === undefined ? null : mappingOf(integration);
  const mapping = chosen ?? known;
  const close = () => {
    setStage(null);
    // Loaded again, the page begins without it.
    if (continueImport !== undefined)
      void navigate({ to: paths.editor(flowId, 'integrations'), replace: true });
  };
  const save = async (next: DatabaseMapping) => {
    if (integration === undefined) await rpc.call('forms.connectDatabase', { flowId, ...next });
    else await rpc.call('forms.updateIntegration', { flowId, integrationId: integration.id, mapping: next });
    setChosen(null);
    await refetch();
  };
  const change = (to: { readonly enabled: boolean } | 'remove') =>
    act(async () => {
      if (integration === undefined) return;
      const of = { flowId, integrationId: integration.id };
      if (to === 'remove') await rpc.call('forms.removeIntegration', of);
      else await rpc.call('forms.updateIntegration', { ...of, ...to });
    });
  return (
    <>
      <SettingRow
        title="Database"
        hint="Each answer becomes a record of a table, or changes the one that has its key. It is written in the name of whoever connected it."
      >
        {mapping === null ? (
          <Button icon={Database} onClick={() => setStage('initial')}>
            Connect database
          </Button>
        ) : (
          <div className="flex flex-col gap-4">
            {integration !== undefined && chosen === null && (
              <div className="flex items-center gap-3">
                {integration.baseName === null ? (
                  <p className="min-w-0 flex-1 truncate font-medium text-body">Database</p>
                ) : (
                  <Link
                    to={paths.database(integration.basePublicIdentifier)}
                    className="min-w-0 flex-1 truncate font-medium text-accent-text text-body hover:underline"
                  >
                    {integration.baseName}
                  </Link>
                )}
                <Switch
                  label="On"
                  checked={integration.enabled}
                  onChange={(enabled) => void change({ enabled })}
                />
                <Menu
                  align="end"
                  trigger={<IconButton plain icon={Ellipsis} label="More about the database" />}
                  items={[
                    {
                      label: 'Change database',
                      icon: RefreshCw,
                      onSelect: () => setStage('unified_selection'),
                    },
                    {
                      label: 'Disconnect',
                      icon: Trash2,
                      danger: true,
                      onSelect: () => void change('remove'),
                    },
                  ]}
                />
              </div>
            )}
            {integration?.problem != null && chosen === null ? (
              <Banner tone="warning">
                <span className="font-medium">{integration.problem}</span>. Answers are kept and tried again
                for three days; after that they can be sent again from the log below.{' '}
                <Button size="sm" onClick={() => setStage('select_existing')}>
                  Reconnect
                </Button>
              </Banner>
            ) : (
              <MappingEditor
                key={`${mapping.basePublicIdentifier} ${mapping.tableId}`}
                content={content}
                fields={data.fields}
                mapping={mapping}
                isNew={chosen !== null}
                onSave={save}
                onDiscard={() => setChosen(null)}
              />
            )}
          </div>
        )}
      </SettingRow>
      <DeliveryLog
        flowId={flowId}
        kind="database"
        title="Writes"
        hint="The newest first. One that is sent again stays one record."
      />
      {stage !== null && (
        <ConnectDatabaseDialog
          stage={stage}
          content={content}
          fields={data.fields}
          flowId={flowId}
          connected={connected}
          connectError={connectError}
          onClose={close}
          onChosen={(next) => {
            close();
            setChosen({
              ...next,
              createOptions: known?.createOptions ?? true,
              createLinks: known?.createLinks ?? false,
            });
          }}
        />
      )}
    </>
  );
}
