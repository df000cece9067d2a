import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Banner, Button, cx, Skeleton, toast } from '@weft/ui';
import { useMemo, useRef, useState } from 'react';
import type { Me } from '../../../api.ts';
import { errorText } from '../../../error-text.ts';
import { queryClient } from '../../../queries.ts';
import { rpc } from '../../../rpc.ts';
import { LeaveGuard } from '../../../shell/LeaveGuard.tsx';
import { SettingRow } from '../../../shell/SettingRow.tsx';
import { useSubmission } from '../../../shell/use-submission.ts';
import { ConnectForm } from '../../integrations/ConnectForm.tsx';
import { ConnectionPicker } from '../../integrations/ConnectionPicker.tsx';
import {
  type CatalogueEntry,
  fieldsQuery,
  type ListedConnection,
  type TargetField,
} from '../../integrations/integration-queries.ts';
import { isComplete, isSameTarget } from '../../integrations/target-step.ts';
import { useStepFailures } from '../../integrations/use-step-failures.ts';
import { AboutTable, questionsAbout, type Tables } from './AboutTable.tsx';
import { FilledPdf } from './FilledPdf.tsx';
import { begun, useHost } from './host.ts';
import { MappingTable } from './MappingTable.tsx';
import { mappingFault, matchedByName, namingOf } from './mapping.ts';
import { PaneHeader, PaneTitle, TargetPath } from './PaneHeader.tsx';
import { PlaceSetting } from './PlaceSetting.tsx';
import {
  type Integration,
  type Question,
  type Run,
  runsQuery,
  thirdPartyKey,
  type WriteConfig,
} from './queries.ts';
import { RunDialog } from './RunDialog.tsx';
import { RunLog } from './RunLog.tsx';
import { TestCall } from './TestCall.tsx';
import { WrittenWhen } from './WrittenWhen.tsx';

interface IntegrationPaneProps {
  readonly me: Me;
  readonly entry: CatalogueEntry;
  /** What is changed; null: a new one is connected. */
  readonly integration: Integration | null;
  /** Of this service. */
  readonly connections: readonly ListedConnection[];
  /** What is asked; of an app, of all its tables. */
  readonly questions: readonly Question[];
  /** Of an app: those whose records it can write; null: a form writes its answers. */
  readonly tables: Tables | null;
  /** The connection that one just came back with from its sign-in. */
  readonly connected: string | undefined;
  /** The address of this pane, to come back to. */
  readonly address: string;
  /** It was connected (its id), or removed (null). */
  readonly onDone: (integrationId: string | null) => void;
}

/** Where the answers go: an account, a target in it, and what goes into its fields. */
interface Draft {
  readonly serviceId: string;
  readonly settings: WriteConfig['settings'];
  /** Null: nobody has matched anything yet. */
  readonly nameMappings: WriteConfig['nameMappings'] | null;
  /** The questions as the columns that were made for them are called. */
  readonly named?: readonly Question[] | null;
  readonly when: WriteConfig['when'];
  /** Of an app: the table that it is about; undefined: it is about no record. */
  readonly tableId?: string | undefined;
}

/** What is written to before anybody has chosen: of a connector without code its last version. */
const usualTarget = ({ custom }: CatalogueEntry): WriteConfig['settings'] =>
  custom === null ? {} : { version: `${custom.version}` };

const draftOf = (
  { entry, integration, connections, connected, tables }: IntegrationPaneProps,
  usual = connected ?? (connections.find(({ state }) => state !== 'reconnect') ?? connections[0])?.id ?? '',
): Draft =>
  integration === null
    ? {
        ...{ serviceId: usual, settings: usualTarget(entry), nameMappings: null, when: null },
        tableId: tables?.[0]?.id,
      }
    : { serviceId: integration.serviceId, ...integration.writeQuery.config };

const noFields: readonly TargetField[] = [];

/** One service that a form writes to: connected step by step, then changed, tested and watched. */
export function IntegrationPane(props: IntegrationPaneProps) {
  const { me, entry, integration, connections, tables, onDone } = props;
  const { flowId, title, words, asked: askedAbout, hasForm } = useHost();
  const [edited, setEdited] = useState<Draft | null>(null);
  const [isConnecting, setConnecting] = useState(connections.length === 0);
  const [isMoving, setMoving] = useState(false);
  const [chosenFills, setFills] = useState<boolean | null>(null);
  const [details, setDetails] = useState<Run | null>(null);
  const { busy, error, setError, submit } = useSubmission();
  const draft = edited ?? draftOf(props);
  const loses = useRef(false);
  loses.current = edited !== null && !isConnecting;
  /** What is shown is saved, or not wanted. */
  const done = (id: string | null) => {
    loses.current = false;
    onDone(id);
  };
  const { tableId } = draft;
  const questions = useMemo(() => questionsAbout(props.questions, tableId), [props.questions, tableId]);
  const connection = connections.find(({ id }) => id === draft.serviceId);
  // What is not signed in can be asked nothing.
  const asked = connection?.state === 'reconnect' ? undefined : connection;
  /** Nothing of an answer goes there: its tag is in the pages. */
  const isInPages = entry.use === 'page events';
  const uploads = entry.targets.find((step) => step.uploads !== null)?.key;
  const hasFile = uploads !== undefined && draft.settings[uploads] !== undefined;
  const fills = uploads !== undefined && (chosenFills ?? hasFile);
  const isReady = asked !== undefined && !isInPages && isComplete(entry, draft.settings) && fills === hasFile;
  const { texts: saidOfSteps, gone } = useStepFailures(entry, asked?.id, draft.settings);
  const fieldsAsked = useQuery({ ...fieldsQuery(draft.serviceId, draft.settings), enabled: isReady });
  const fieldsFault =
    fieldsAsked.error === null || fieldsAsked.data !== undefined ? null : errorText(fieldsAsked.error);
  /** What stands above already. */
  const said = new Set(saidOfSteps.values());
  const fields = fieldsAsked.data ?? noFields;
  const nameMappings = draft.nameMappings ?? matchedByName(fields, draft.named ?? questions, {});
  const config = {
    ...{ settings: draft.settings, nameMappings, when: draft.when },
    ...(tableId !== undefined && { tableId }),
  };
  const fault = !isReady
    ? asked === undefined
      ? 'Choose an account that is signed in'
      : isInPages
        ? null
        : fills
          ? 'Choose a PDF'
          : `Choose where the ${words.answer}s go`
    : fieldsAsked.data === undefined
      ? fieldsFault === null
        ? 'The fields are on their way'
        : 'Its fields cannot be read'
      : mappingFault(fields, nameMappings, words.question);
  // What is written to is seldom changed: it stands in the header.
  const showsPlace =
    integration === null ||
    isMoving ||
    isInPages ||
    !isReady ||
    gone !== null ||
    fieldsFault !== null ||
    saidOfSteps.size > 0 ||
    entry.custom !== null;
  const runs = useInfiniteQuery({
    ...runsQuery(flowId, integration?.id ?? '', {}),
    enabled: integration !== null && !isInPages,
  });
  const last = runs.data?.pages[0]?.runs.find(({ values }) => values.length > 0);
  const change = (to: Partial<Draft>) => {
    setError(null);
    // What is chosen in another window comes late: it changes what is there by then.
    setEdited((now) => ({ ...(now ?? draftOf(props)), ...to }));
  };
  const reread = () => queryClient.invalidateQueries({ queryKey: thirdPartyKey(flowId) });
  const save = () =>
    submit(async () => {
      const writeQuery = { config };
      const { serviceId } = draft;
      if (integration === null) {
        const of = { flowId, serviceId, serviceType: entry.type, writeQuery };
        const { id } = await rpc.call('integrations.connect', of);
        await reread();
        toast(`${entry.label} connected`);
        done(id);
      } else {
        const { version } = integration;
        const of = { flowId, integrationId: integration.id, serviceId, writeQuery, version };
        // What somebody else has made of it is read either way.
        await rpc.call('integrations.update', of).finally(reread);
        setEdited(null);
        setFills(null);
        setMoving(false);
      }
    });
  const remove = () =>
    submit(async () => {
      if (integration === null) return;
      await rpc.call('integrations.remove', { flowId, integrationId: integration.id });
      await reread();
      done(null);
    });
  if (isConnecting)
    return (
      <div className="flex min-w-0 flex-1 flex-col overflow-y-auto">
        <header className="mx-auto flex w-full max-w-[784px] items-center gap-3 px-8 pt-6 max-sm:px-4">
          <PaneTitle entry={entry} title={`Connect ${entry.label}`} place={null} />
        </header>
        <ConnectForm
          {...{ entry, me }}
          connection={null}
          source="formEditor"
          returnTo={props.address}
          onDone={({ id }) => {
            setConnecting(false);
            change({ serviceId: id, settings: usualTarget(entry), nameMappings: null });
          }}
          onCancel={() => (connections.length === 0 ? done(null) : setConnecting(false))}
        />
      </div>
    );
  return (
    <>
      <div className="min-w-0 flex-1 overflow-y-auto px-8 py-6 max-[1100px]:flex-none max-[1100px]:overflow-visible">
        <PaneHeader
          {...{ entry, integration }}
          place={
            showsPlace ? null : (
              <TargetPath entry={entry} serviceId={draft.serviceId} settings={draft.settings} />
            )
          }
          isMoving={isMoving}
          onMoving={setMoving}
          onRemove={() => void remove()}
        />
        {showsPlace && (
          <SettingRow
            title="Account"
            hint={
              isInPages
                ? 'Its id is in the published pages.'
                : `${begun(words.answer)}s are written in its name.`
            }
          >
            <ConnectionPicker
              connections={connections}
              chosen={connection}
              onChoose={(serviceId) =>
                change({ serviceId, settings: usualTarget(entry), nameMappings: null })
              }
              onAnother={() => setConnecting(true)}
            />
          </SettingRow>
        )}
        {isInPages && (
          <SettingRow title="Visitors" hint="Nothing is loaded from there before they allow it.">
            <p className="text-base">
              Whoever opens the published form is asked at its foot. Those who allow it are counted when the
              page opens and when their answer is taken. It works from the moment you connect it.
            </p>
          </SettingRow>
        )}
        {asked !== undefined && uploads !== undefined && hasForm && (
          <SettingRow title="PDF" hint="What is made of each answer.">
            <FilledPdf
              flowId={flowId}
              settings={draft.settings}
              fills={fills}
              onMode={(on) => {
                setFills(on);
                change({ settings: {}, nameMappings: null });
              }}
              // Fields of the same name stay matched.
              onUploaded={(settings) => change({ settings })}
            />
          </SettingRow>
        )}
        {entry.custom !== null &&
          integration !== null &&
          draft.settings.version !== usualTarget(entry).version && (
            <Banner
              className="mb-6"
              tone="info"
              action={
                <Button size="sm" onClick={() => change({ settings: usualTarget(entry) })}>
                  Use version {entry.custom.version}
                </Button>
              }
            >
              This {words.host} goes on with version {draft.settings.version} of {entry.label}, until you
              match its fields anew.
            </Banner>
          )}
        {showsPlace &&
          asked !== undefined &&
          uploads === undefined &&
          entry.custom === null &&
          entry.targets.length > 0 && (
            <PlaceSetting
              {...{ entry, questions }}
              connection={asked}
              me={me}
              title={title}
              settings={draft.settings}
              onRetry={() => fieldsFault !== null && void fieldsAsked.refetch()}
              onMade={(settings, named) => change({ settings, named, nameMappings: null })}
              onChange={(settings) =>
                change({
                  settings,
                  ...(!isSameTarget(entry, settings, draft.settings) && { named: null, nameMappings: null }),
                })
              }
            />
          )}
        {tables !== null && asked !== undefined && (
          <AboutTable
            {...{ tables, tableId }}
            onChange={(next) => change({ tableId: next, nameMappings: null, named: null, when: null })}
          />
        )}
        {isReady && (
          <div className={cx('flex flex-col gap-6', showsPlace && 'border-line-subtle border-t pt-6')}>
            <WrittenWhen
              filter={draft.when}
              asked={askedAbout(tableId)}
              onChange={(when) => change({ when })}
            />
            {fieldsFault !== null && gone === null && !said.has(fieldsFault) && (
              <Banner
                tone="danger"
                action={<Button onClick={() => void fieldsAsked.refetch()}>Try again</Button>}
              >
                {fieldsFault}
              </Banner>
            )}
            {fieldsAsked.data === undefined && fieldsAsked.error === null && <Skeleton className="h-40" />}
            {fieldsAsked.data !== undefined && (
              <MappingTable
                fields={fields}
                noun={nounOf(entry)}
                questions={questions}
                asked={askedAbout(tableId)}
                mappings={nameMappings}
                last={last}
                onChange={(next) => change({ nameMappings: next })}
              />
            )}
          </div>
        )}
        {error !== null && (
          <Banner tone="danger" className="mt-4">
            {error}
          </Banner>
        )}
        {(integration === null || edited !== null) && (
          <footer className="sticky -bottom-6 z-10 max-[1100px]:bottom-0 -mx-8 mt-6 -mb-6 flex items-center gap-2 border-line-subtle border-t bg-surface px-8 py-3">
            <LeaveGuard loses={() => loses.current} />
            <Button variant="primary" loading={busy} disabled={fault !== null} onClick={() => void save()}>
              {integration === null ? (busy ? 'Connecting' : 'Connect') : busy ? 'Saving' : 'Save'}
            </Button>
            <Button
              variant="quiet"
              onClick={() => {
                setFills(null);
                setMoving(false);
                if (integration === null) done(null);
                else setEdited(null);
              }}
            >
              {integration === null ? 'Cancel' : 'Discard'}
            </Button>
            {fault !== null && <span className="text-small text-text-muted">{fault}.</span>}
          </footer>
        )}
      </div>
      {(isReady || (integration !== null && !isInPages)) && (
        <aside
          aria-label="Test and runs"
          className="w-80 shrink-0 overflow-y-auto border-s max-[1100px]:w-full max-[1100px]:overflow-visible max-[1100px]:border-s-0 max-[1100px]:border-t"
        >
          <TestCall
            {...{ flowId, config }}
            serviceType={entry.type}
            serviceId={draft.serviceId}
            organizationId={me.organization.id}
            whyNot={fault}
          />
          {integration !== null && (
            <RunLog
              flowId={flowId}
              integrationId={integration.id}
              questionIds={namingOf(integration.writeQuery.config.nameMappings, questions)}
              onDetails={setDetails}
            />
          )}
        </aside>
      )}
      {details !== null && integration !== null && (
        <RunDialog {...{ flowId, integration, fields }} run={details} onClose={() => setDetails(null)} />
      )}
    </>
  );
}

/** What the fields of a service are called. */
const nounOf = ({ type }: CatalogueEntry): string =>
  type === 'googlesheets' || type === 'excel' ? 'column' : 'field';
