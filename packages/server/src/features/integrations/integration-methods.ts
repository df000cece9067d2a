import { createHash } from 'node:crypto';
import {
  addIntegration,
  type Connection,
  countIntegrations,
  type Flow,
  type Integration,
  updateIntegration,
} from '@weft/db';
import type { AnswerField } from '@weft/forms';
import { inNamesOfNow, type WriteConfig, withQuestions } from '@weft/integrations';
import type { CallInput, CallNameOf } from '@weft/protocol';
import { AppError, invalid, notFound } from '@weft/std';
import { loadFlow } from '../flows/load-flow.ts';
import { exclusive, exclusiveOf } from './catalogue.ts';
import { loadConnection, userOf, whyNotInFlow } from './connection-access.ts';
import type { IntegrationsContext, IntegrationsHandlers } from './deps.ts';
import { requireOwnFile } from './own-file.ts';
import { ReadQueries } from './read-queries.ts';
import { serialKey } from './serial-key.ts';

export type FlowIntegrationCall = Extract<
  CallNameOf<'query'> | CallNameOf<'mutation'>,
  'integrations.list' | 'integrations.connect' | 'integrations.update' | 'integrations.remove'
>;

/** Services that one flow is written to. */
const maxIntegrations = 20;
/** Characters of the configs of one flow, as JSON: all are read for each answer. */
const longestConfigs = 1_000_000;
/** Failed answers are counted up to here. */
const mostCounted = 1_001;

export const loadForm = async ({ deps, caller }: IntegrationsContext, flowId: string): Promise<Flow> => {
  const { flow } = await loadFlow(deps, caller, flowId, 'edit');
  if (flow.type === 'base') throw notFound('Flow not found');
  // Forbidden where the caller may not open the database of an app.
  if (flow.type === 'zite') await deps.toldByApp(flow.id, caller);
  return flow;
};

/** Third-party services that a flow writes to; databases of ours have calls of their own. */
const isThirdParty = ({ service }: Integration): boolean => service.type !== 'databases';

/** What a choice of the form offers. */
const offered = ({ template }: AnswerField) =>
  'options' in template ? { options: template.options.map(({ label }) => label) } : {};

/** What the amounts of a field are counted in. */
const countedIn = ({ template }: AnswerField) =>
  'currencySymbol' in template ? { currencySymbol: template.currencySymbol } : {};

/** A field as it is offered to be matched. */
const mappable = (field: AnswerField) => ({
  ...{ id: field.id, name: field.name, type: field.type },
  ...offered(field),
  ...countedIn(field),
});

async function requireIntegration(
  { deps }: IntegrationsContext,
  flowId: string,
  id: string,
): Promise<Integration> {
  const integration = await deps.integrations.find(id);
  if (integration?.flowId !== flowId || !isThirdParty(integration)) throw notFound('Integration not found');
  return integration;
}

/** What an integration is by now: another wherever its account, its place or its mapping is. */
const versionOf = ({ service, config }: Pick<Integration, 'service' | 'config'>): string =>
  createHash('sha256')
    .update(JSON.stringify([service.id, config]))
    .digest('base64url')
    .slice(0, 22);

const changedMeanwhile = (): AppError =>
  new AppError(
    'conflict',
    'Somebody else has changed it meanwhile. Save once more to write over that, or discard to see it',
  );

/** A connection that may write the flow for the caller. */
export async function requireForFlow(
  context: Pick<IntegrationsContext, 'deps' | 'caller'>,
  flow: Flow,
  serviceId: string,
  serviceType: string,
): Promise<Connection> {
  const { deps, caller } = context;
  const connection = await loadConnection(deps, caller, serviceId, serviceType);
  const isKept = caller.organizationSettings.connectionsInWorkspace === true;
  const why = whyNotInFlow(connection, flow, isKept);
  if (why !== null) throw new AppError('forbidden', why);
  const connector = await deps.http.serviceOf(connection);
  if (connector?.pageTag !== undefined && flow.type === 'scheduling')
    throw invalid('serviceType', 'Pages to book a time have no tags');
  if (connector?.pageTag !== undefined && flow.type === 'zite')
    throw invalid('serviceType', 'Pages of apps have no tags');
  if (connector?.write === undefined && connector?.pageTag === undefined)
    throw invalid('serviceType', 'Answers cannot be written to this service');
  return connection;
}

/** What a flow may write: the questions of a form; of an app, what it tells, and the fields of one table. */
export async function askedIn(
  { deps, caller }: Pick<IntegrationsContext, 'deps' | 'caller'>,
  flow: Pick<Flow, 'id'>,
  tableId: string | undefined,
): Promise<readonly AnswerField[]> {
  const told = await deps.toldByApp(flow.id, caller);
  if (told === null) return deps.fieldsOfForm(flow.id);
  return [...told.common, ...(told.tables.find(({ id }) => id === tableId)?.fields ?? [])];
}

/** The config of a write query, where the steps to its target were all taken. */
async function requireConfig(
  { deps, caller }: IntegrationsContext,
  flow: Flow,
  type: string,
  config: CallInput<'integrations.connect'>['writeQuery']['config'],
  /** What its texts meant before. */
  before: WriteConfig['nameMappings'] = {},
): Promise<WriteConfig> {
  const { organizationId } = caller;
  const connector = await deps.http.serviceOf({ type, organizationId });
  if (config.tableId !== undefined) {
    const told = await deps.toldByApp(flow.id, caller);
    if (told?.tables.some(({ id }) => id === config.tableId) !== true)
      throw invalid('config.tableId', 'Choose a table of the database that the app shows');
  }
  // Its pages have a tag, and nothing of an answer goes there.
  if (connector?.pageTag !== undefined) return { settings: {}, nameMappings: {}, when: null };
  const steps = connector?.targets ?? [];
  const missing = steps.find(({ key, optional }) => optional !== true && !config.settings[key]);
  if (missing !== undefined) throw invalid(`config.settings.${missing.key}`, `Choose: ${missing.label}`);
  if (Object.keys(config.nameMappings).length === 0)
    throw invalid('config.nameMappings', 'Match at least one question to a field');
  const fields = await askedIn({ deps, caller }, flow, config.tableId);
  return { ...config, nameMappings: withQuestions(config.nameMappings, fields, before) };
}

/** Refuses a flow whose answers would be read through megabytes of mappings. */
function requireRoom(length: number): void {
  if (length > longestConfigs)
    throw new AppError(
      'limit',
      'What a form writes to all its services is too long together: shorten texts or conditions of one',
    );
}

/** Forms that are looked at for a circle. */
const maxFormsInRow = 100;

/** Refuses a target that leads back to the form: each answer would go around for ever. */
async function requireNoCircle(
  { deps }: IntegrationsContext,
  flow: Pick<Flow, 'id'>,
  type: string,
  { settings }: WriteConfig,
): Promise<void> {
  const formOf = (serviceType: string, target: WriteConfig['settings']) =>
    deps.http.builtInConnector(serviceType)?.ownForm?.(target) ?? [];
  const reached = new Set([formOf(type, settings)].flat());
  for (const formId of reached) {
    if (formId === flow.id)
      throw invalid('config.settings.formId', 'Answers would come back to this form: choose another');
    if (reached.size > maxFormsInRow) throw new AppError('limit', 'Too many forms write to one another');
    for (const { service, config } of await deps.integrations.of(formId))
      for (const next of [formOf(service.type, (config as WriteConfig).settings)].flat()) reached.add(next);
  }
}

/** Two forms may be made to write to each other at the same moment: what closed a circle is taken back. */
async function takeBackInCircle(
  context: IntegrationsContext,
  flow: Pick<Flow, 'id'>,
  [type, config]: readonly [string, WriteConfig],
  takeBack: () => Promise<unknown>,
): Promise<void> {
  try {
    await requireNoCircle(context, flow, type, config);
  } catch (error) {
    await takeBack();
    throw error;
  }
}

export const integrationMethods: IntegrationsHandlers<FlowIntegrationCall> = {
  'integrations.list': async (context, { flowId }) => {
    const { deps } = context;
    const flow = await loadForm(context, flowId);
    const integrations = (await deps.integrations.of(flow.id)).filter(isThirdParty);
    const failed = await deps.runs.failed(flow.id, mostCounted);
    const told = await deps.toldByApp(flow.id, context.caller);
    const read = new ReadQueries(told === null ? await deps.listsOfForm(flow.id) : []);
    const written = new Set(integrations.map(({ service }) => service.id));
    const common = told === null ? await deps.fieldsOfForm(flow.id) : told.common;
    const shownConfig = (config: WriteConfig): WriteConfig => {
      const ofTable = told?.tables.find(({ id }) => id === config.tableId)?.fields ?? [];
      return { ...config, nameMappings: inNamesOfNow(config.nameMappings, [...common, ...ofTable]) };
    };
    const shown = integrations.map(async ({ id, service, queryId, config, enabled }) => {
      const usable = await deps.connections.findUsable(service.id, userOf(context.caller));
      const state = usable?.state ?? (await deps.connections.find(service.id))?.state ?? 'reconnect';
      return {
        ...{ id, enabled, serviceId: service.id, serviceType: service.type, serviceName: service.name },
        // Whose account it is, is for those who may use it.
        ...{ accountLabel: usable?.accountLabel ?? null, state },
        writeQuery: { id: queryId, config: shownConfig(config as WriteConfig) },
        readQueries: read.of(service.id),
        ...{ failed: failed.get(id) ?? 0, version: versionOf({ service, config }) },
      };
    });
    return {
      integrations: await Promise.all(shown),
      onlyRead: await read.onlyRead(context, written),
      fields: [
        ...common.map(mappable),
        ...(told?.tables ?? []).flatMap((table) =>
          table.fields.map((field) => ({ ...mappable(field), tableId: table.id })),
        ),
      ],
      ...(told !== null && { tables: told.tables.map(({ id, name }) => ({ id, name })) }),
    };
  },

  'integrations.connect': async (context, { flowId, serviceId, serviceType, writeQuery }) => {
    const { deps } = context;
    const flow = await loadForm(context, flowId);
    await requireForFlow(context, flow, serviceId, serviceType);
    const config = await requireConfig(context, flow, serviceType, writeQuery.config);
    await requireOwnFile(context, serviceType, config.settings, flow.id);
    await requireNoCircle(context, flow, serviceType, config);
    const id = deps.newId('int');
    const only = exclusiveOf(serviceType);
    const added = { id, flowId: flow.id, serviceId, serviceType, config };
    const queryId = writeQuery.id ?? deps.newId('int').slice(-10);
    const isAdded = await deps.transaction(async (tx) => {
      const others = only === null ? [] : exclusive[only].types;
      if (!(await addIntegration(tx, { ...added, queryId }, others))) return false;
      const { count, length } = await countIntegrations(tx, flow.id);
      if (count > maxIntegrations)
        throw new AppError('limit', `A form writes to at most ${maxIntegrations} services: remove one first`);
      requireRoom(length);
      return true;
    });
    if (!isAdded)
      throw new AppError('conflict', only === null ? 'It is connected already' : exclusive[only].message);
    await takeBackInCircle(context, flow, [serviceType, config], () => deps.integrations.remove(flow.id, id));
    await writeAudit(context, flow, 'flow.serviceConnected', serviceType);
    return { id };
  },

  'integrations.update': async (context, input) => {
    const { flowId, integrationId, enabled, serviceId, writeQuery, version } = input;
    const { deps } = context;
    const flow = await loadForm(context, flowId);
    const before = await requireIntegration(context, flow.id, integrationId);
    const { service } = before;
    if (version !== undefined && version !== versionOf(before)) throw changedMeanwhile();
    // Whoever says where answers go must be able to use the connection.
    if (serviceId !== undefined || writeQuery !== undefined)
      await requireForFlow(context, flow, serviceId ?? service.id, service.type);
    const { nameMappings } = before.config as WriteConfig;
    const config =
      writeQuery && (await requireConfig(context, flow, service.type, writeQuery.config, nameMappings));
    if (config !== undefined) {
      await requireOwnFile(context, service.type, config.settings, flow.id);
      await requireNoCircle(context, flow, service.type, config);
    }
    const updated = await deps.transaction(async (tx) => {
      const to = { enabled, ...(config && { config }), ...(serviceId !== undefined && { serviceId }) };
      const was = version === undefined ? undefined : before.config;
      if (!(await updateIntegration(tx, flow.id, integrationId, to, was))) return false;
      if (config !== undefined) requireRoom((await countIntegrations(tx, flow.id)).length);
      return true;
    });
    if (!updated && version !== undefined) throw changedMeanwhile();
    if (!updated) throw notFound('Integration not found');
    if (config !== undefined)
      await takeBackInCircle(context, flow, [service.type, config], () =>
        deps.transaction((tx) =>
          updateIntegration(tx, flow.id, integrationId, { config: before.config, serviceId: service.id }),
        ),
      );
    if (enabled === true) {
      const isDue = await deps.runs.replayAll(
        { switchedOn: integrationId },
        () => deps.newId('job'),
        (target, organizationId) => serialKey(deps.http, target, organizationId),
      );
      if (isDue > 0) deps.wake();
    }
    if (enabled === false) await giveUpWaiting(context, flow.id, integrationId);
    await writeAudit(context, flow, 'flow.serviceChanged', service.type);
    return { updated: true };
  },

  'integrations.remove': async (context, { flowId, integrationId }) => {
    const flow = await loadForm(context, flowId);
    const { service } = await requireIntegration(context, flow.id, integrationId);
    if (!(await context.deps.integrations.remove(flow.id, integrationId)))
      throw notFound('Integration not found');
    await giveUpWaiting(context, flow.id, integrationId);
    await writeAudit(context, flow, 'flow.serviceDisconnected', service.type);
    return { removed: true };
  },
};

/** Ends the attempts of what is not written any more: in its pause it would hold up others of the same place. */
async function giveUpWaiting(
  { deps }: IntegrationsContext,
  flowId: string,
  integrationId: string,
): Promise<void> {
  await deps.runs.hasten(flowId, integrationId);
  deps.wake();
}

const writeAudit = (
  { deps, caller }: IntegrationsContext,
  { organizationId, id, type, name }: Flow,
  action: 'flow.serviceConnected' | 'flow.serviceChanged' | 'flow.serviceDisconnected',
  service: string,
): Promise<void> =>
  deps.audit.add({
    ...{ organizationId, userId: caller.userId, action, ip: null },
    details: { flowId: id, type, name, service },
  });
