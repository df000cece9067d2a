import type { IntegrationRun } from '@weft/db';
import { answerText } from '@weft/forms';
import { readAnswerContent } from '@weft/integrations';
import type { CallNameOf, CallOutput } from '@weft/protocol';
import { notFound } from '@weft/std';
import { requireOwnConnection } from './connection-access.ts';
import type { IntegrationsHandlers } from './deps.ts';
import { loadForm, requireForFlow } from './integration-methods.ts';
import { serialKey } from './serial-key.ts';

export type LogCall = Extract<
  CallNameOf<'query'> | CallNameOf<'mutation'>,
  'integrations.log' | 'integrations.replay' | 'integrations.replayAll'
>;

type Run = CallOutput<'integrations.log'>['runs'][number];

const page = 20;
/** Failed ones are counted up to here: a badge says '1000+'. */
const mostCounted = 1_001;
/** Values of a run that are shown, and characters of each. */
const shownValues = 50;
const shownText = 200;

/** What an answer says, as texts. */
function valuesOf(content: unknown): Run['values'] {
  const read = readAnswerContent(content);
  if (read === null) return [];
  const { fields, values } = read;
  const byId = new Map(values);
  return fields.slice(0, shownValues).map((field) => ({
    ...{ id: field.id, name: field.name },
    text: answerText(field, (byId.get(field.id) ?? null) as Parameters<typeof answerText>[1]).slice(
      0,
      shownText,
    ),
  }));
}

const present = (flowId: string, run: IntegrationRun): Run => ({
  ...{ id: run.id, flowId, integrationId: run.integrationId, serviceId: run.serviceId },
  ...{ serviceType: run.serviceType ?? '', title: run.title, attempts: run.attempts, answer: run.answer },
  state:
    run.state === 'failed' && run.faultClass === 'reconnect'
      ? 'held'
      : run.state === 'kept'
        ? 'waiting'
        : run.state,
  values: valuesOf(run.content),
  ...{ createdAt: run.createdAt, sentAt: run.sentAt },
});

export const logMethods: IntegrationsHandlers<LogCall> = {
  'integrations.log': async (
    context,
    { flowId, integrationId = null, state = null, search, cursor = null },
  ) => {
    const { runs, scanSlots } = context.deps;
    const flow = await loadForm(context, flowId);
    const owner = { userId: context.caller.userId, organizationId: flow.organizationId };
    const words = search === undefined || search === '' ? null : search;
    const found = await runs.list(
      flow.id,
      { integrationId, state, cursor, search: words, limit: page + 1 },
      (work) => scanSlots.run(owner, context.left(), work),
    );
    const shown = found.slice(0, page);
    const failed = await runs.failed(flow.id, mostCounted);
    return {
      runs: shown.map((run) => present(flow.id, run)),
      nextCursor: found.length > page ? (shown.at(-1)?.id ?? null) : null,
      failedCount: [...failed.values()].reduce((sum, count) => sum + count, 0),
    };
  },

  'integrations.replay': async (context, { flowId, runId, values }) => {
    const { deps } = context;
    const flow = await loadForm(context, flowId);
    const run = await deps.runs.find(flow.id, runId);
    const integration = run && (await deps.integrations.find(run.integrationId));
    const sendable = integration?.flowId === flow.id;
    // Whoever says what is written must be able to use the connection.
    if (sendable && values !== undefined)
      await requireForFlow(context, flow, integration.service.id, integration.service.type);
    const replayed =
      sendable &&
      (await deps.transaction((tx) =>
        deps.runs.replay(
          tx,
          deps.newId('job'),
          { flowId: flow.id, id: runId },
          { edited: values, keyOf: (target, organizationId) => serialKey(deps.http, target, organizationId) },
        ),
      ));
    if (replayed !== true) throw notFound('Nothing of this id can be sent again');
    deps.wake();
    return { replayed: true };
  },

  'integrations.replayAll': async (context, { serviceId }) => {
    const { deps, caller } = context;
    const connection = await requireOwnConnection(deps, caller, serviceId);
    const replayed = await deps.runs.replayAll(
      { serviceId: connection.id },
      () => deps.newId('job'),
      (target, organizationId) => serialKey(deps.http, target, organizationId),
    );
    if (replayed > 0) deps.wake();
    return { replayed };
  },
};
