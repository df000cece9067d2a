import {
  addIntegration,
  databaseTypes,
  ensureService,
  type Flow,
  hastenDeliveries,
  type Integration,
  updateIntegration,
} from '@weft/db';
import {
  type AnswerField,
  type DatabaseMapping,
  fieldsOf,
  type ListOfQuestion,
  listPickersOf,
  mappingFault,
  questionsOf,
  quizOf,
  scoreField,
} from '@weft/forms';
import type { CallNameOf } from '@weft/protocol';
import { AppError, invalid, notFound } from '@weft/std';
import { idsOf } from '../answer-table.ts';
import type { FormsContext, FormsHandlers } from '../deps.ts';
import { readForm } from '../drafts.ts';
import { writeAudit } from '../form-audit.ts';
import { loadForm, present } from '../load-form.ts';
import { databaseKind, submittedField } from './database-delivery.ts';
import { writableBase } from './writable-base.ts';

export type IntegrationCall = Extract<
  CallNameOf<'query'> | CallNameOf<'mutation'>,
  'forms.integrations' | 'forms.connectDatabase' | `forms.${string}Integration`
>;

/** Deliveries in a log. */
const maxLog = 50;

/** What the form asks now, as fields that a table may keep. */
export async function mappableFields(
  { deps }: { readonly deps: Pick<FormsContext['deps'], 'documents'> },
  flowId: string,
): Promise<readonly AnswerField[]> {
  const content = readForm(present(await deps.documents.draft(flowId)).content);
  const score = quizOf(content) === null ? [] : [scoreField(idsOf(flowId).scoreId)];
  return [submittedField(flowId), ...fieldsOf(questionsOf(content)), ...score];
}

/** What the form reads of connected services, as its draft has it. */
export const listsRead = async (
  { documents }: Pick<FormsContext['deps'], 'documents'>,
  flowId: string,
): Promise<readonly ListOfQuestion[]> =>
  listPickersOf(questionsOf(readForm(present(await documents.draft(flowId)).content)));

/** The base, where the caller may write it and the mapping holds in it; throws otherwise. */
async function requireMapping(context: FormsContext, form: Flow, mapping: DatabaseMapping): Promise<Flow> {
  const { deps, caller } = context;
  const { basePublicIdentifier, tableId } = mapping;
  const person = { organizationId: form.organizationId, userId: caller.userId };
  const base = await writableBase(deps, form.id, basePublicIdentifier, person);
  if (!base.ok) throw notFound(base.error);
  const { tables } = (await deps.base(basePublicIdentifier).metadata()).metadata;
  const table = tables.find(({ id }) => id === tableId);
  if (table === undefined) throw notFound('Table not found');
  const fault = mappingFault(mapping, await mappableFields(context, form.id), table);
  if (fault !== null) throw invalid('nameMappings', fault);
  return base.value;
}

const integrationNotFound = () => notFound('Integration not found');

async function requireIntegration({ deps }: FormsContext, flowId: string, id: string): Promise<Integration> {
  const integration = await deps.integrations.find(id);
  if (integration?.flowId !== flowId || integration.service.type !== 'databases') throw integrationNotFound();
  return integration;
}

const serviceOf = ({ deps, caller }: FormsContext, { organizationId }: Pick<Flow, 'organizationId'>) => ({
  ...{ id: deps.newId('svc'), organizationId, userId: caller.userId },
  ...{ type: 'databases', name: 'Databases', source: 'formEditor' },
});

/** Ten characters that name a write query. */
const newQueryId = ({ deps }: FormsContext): string => deps.newId('int').slice(-10);

/** Connects the form to a database that the caller was found to write, in the caller's name. */
export async function addDatabase(
  tx: Parameters<typeof addIntegration>[0],
  context: FormsContext,
  form: Pick<Flow, 'id' | 'organizationId'>,
  mapping: DatabaseMapping,
): Promise<{ readonly id: string; readonly serviceId: string }> {
  const id = context.deps.newId('int');
  const serviceId = await ensureService(tx, serviceOf(context, form));
  const added = {
    ...{ id, flowId: form.id, serviceId, serviceType: 'databases' },
    ...{ queryId: newQueryId(context), config: mapping },
  };
  if (!(await addIntegration(tx, added, databaseTypes)))
    throw new AppError('conflict', 'You cannot connect to two databases at once.');
  return { id, serviceId };
}

export const integrationMethods: FormsHandlers<IntegrationCall> = {
  'forms.integrations': async (context, { flowId }) => {
    const { deps } = context;
    const { flow } = await loadForm(context, flowId, 'edit');
    const [integrations, log] = [
      await deps.integrations.of(flow.id),
      await deps.deliveries.ofForm({ kind: databaseKind, flowId: flow.id }, { limit: maxLog }),
    ];
    const databases = integrations.filter(({ service }) => service.type === 'databases');
    const shown = databases.map(async ({ id, service, queryId, config, enabled }) => {
      const { basePublicIdentifier, nameMappings, ...to } = config as DatabaseMapping;
      const base = await writableBase(deps, flow.id, basePublicIdentifier, service);
      return {
        ...{ id, enabled, serviceId: service.id, serviceType: service.type, serviceName: service.name },
        ...{ basePublicIdentifier, nameMappings, writeQuery: { id: queryId, config: to } },
        baseName: base.ok ? base.value.name : null,
        problem: base.ok ? null : base.error,
      };
    });
    return {
      integrations: await Promise.all(shown),
      fields: (await mappableFields(context, flow.id)).map(({ id, name, type }) => ({ id, name, type })),
      deliveries: log.map(({ id, target, state, attempts, answer, createdAt, sentAt }) => ({
        ...{ id, basePublicIdentifier: target, state, attempts, answer, createdAt, sentAt },
      })),
    };
  },

  'forms.connectDatabase': async (context, { flowId, ...mapping }) => {
    const { deps } = context;
    const { flow } = await loadForm(context, flowId, 'edit');
    const base = await requireMapping(context, flow, mapping);
    const added = await deps.transaction((tx) => addDatabase(tx, context, flow, mapping));
    await writeAudit(context, flow, 'flow.databaseConnected', { base: base.name });
    return added;
  },

  'forms.updateIntegration': async (context, { flowId, integrationId, mapping, enabled }) => {
    const { deps } = context;
    const { flow } = await loadForm(context, flowId, 'edit');
    await requireIntegration(context, flow.id, integrationId);
    const base = mapping && (await requireMapping(context, flow, mapping));
    const updated = await deps.transaction(async (tx) => {
      await hastenDeliveries(tx, { kind: databaseKind, keyPrefix: flow.id });
      return updateIntegration(tx, flow.id, integrationId, {
        enabled,
        // Whoever says where answers go lets them be written in their name.
        ...(mapping && { config: mapping, serviceId: await ensureService(tx, serviceOf(context, flow)) }),
      });
    });
    if (!updated) throw integrationNotFound();
    deps.wake();
    if (base) await writeAudit(context, flow, 'flow.databaseConnected', { base: base.name });
    return { updated: true };
  },

  'forms.removeIntegration': async (context, { flowId, integrationId }) => {
    const { flow } = await loadForm(context, flowId, 'edit');
    await requireIntegration(context, flow.id, integrationId);
    if (!(await context.deps.integrations.remove(flow.id, integrationId))) throw integrationNotFound();
    await writeAudit(context, flow, 'flow.databaseDisconnected');
    return { removed: true };
  },
};
