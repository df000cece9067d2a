import { setTimeout as pause } from 'node:timers/promises';
import type { Connection, Delivery, Flow, Integration } from '@weft/db';
import {
  type AnswerContent,
  type Connector,
  integrationKind,
  type JudgedMappings,
  judgedMappings,
  mappedValues,
  type OutgoingItem,
  type Repeats,
  readAnswerContent,
  ServiceFault,
  type WriteConfig,
  type Written,
} from '@weft/integrations';
import { must } from '@weft/std';
import type { DeliveryKind } from '../../jobs/delivery-kind.ts';
import { JobFault, type JobRun, outsideRetries } from '../../jobs/job-kind.ts';
import { answeredIn } from './asking.ts';
import { whyNotInFlow } from './connection-access.ts';
import type { OwnDeps } from './deps.ts';
import { outgoingFile } from './outgoing-files.ts';
import { targetPlace } from './serial-key.ts';
import type { Targets } from './targets.ts';

/** Milliseconds after which the use of a connection that works is noted again. */
const noteEvery = 60_000;
/** Milliseconds a job waits for its turn at a service; past that it comes back later. */
const longestWait = 5_000;
/** Characters of what is noted. */
const longestAnswer = 1_000;

const mayBeDelivered = 'May have been delivered';

type Deps = OwnDeps & { readonly targets: Targets };

/** What an answer is written with. */
interface Job {
  readonly integration: Integration;
  readonly connection: Connection;
  readonly connector: Connector;
  readonly write: NonNullable<Connector['write']>;
  readonly config: WriteConfig;
}

/** The integration with its connection, where an answer may be written; throws why not. */
async function loadJob(
  { http, connections, integrations, flows }: Deps,
  content: AnswerContent,
): Promise<Job> {
  const integration = await integrations.find(content.integrationId);
  if (integration === null) throw new JobFault('The service was disconnected', null);
  const connection = await connections.find(integration.service.id);
  const connector = connection === null ? undefined : await http.serviceOf(connection);
  if (connection === null || connector?.write === undefined)
    throw new JobFault('Answers cannot be written to this service', null);
  const flow: Pick<Flow, 'organizationId' | 'workspaceId'> | null = await flows.placeOf(integration.flowId);
  const why = flow === null ? 'The form is gone' : whyNotInFlow(connection, flow, false);
  if (why !== null) throw new JobFault(`${why}. Nothing was written`, null);
  if (content.unjudged !== undefined)
    throw new JobFault(
      'Its condition does not fit what the form asked: look at it, then send this once more. Nothing was written',
      null,
    );
  return {
    integration,
    connection,
    connector,
    write: connector.write,
    config: integration.config as WriteConfig,
  };
}

const repeatsOf = ({ write: { repeats }, config }: Job, values: OutgoingItem['values']): Repeats =>
  typeof repeats === 'function' ? repeats(config.settings, values) : repeats;

/** Waits for the connection's turn; throws where that takes long, so that others go on. */
async function waitForTurn(
  { http: { pace } }: Deps,
  { connection, connector }: Job,
  { id }: Delivery,
  place: string,
  signal: AbortSignal,
): Promise<void> {
  const wait = pace.turnOf(id, connection, connector, place);
  if (wait > longestWait)
    throw new JobFault(`${connector.label} takes so many answers at a time`, wait / 1_000);
  if (wait > 0) await pause(wait, undefined, { signal });
  pace.end(id);
}

/** Milliseconds in which an answer has to be written: with files, each of which is as large as may be, longer. */
const writtenIn = { usual: answeredIn, withFiles: 10 * answeredIn } as const;

const hasFiles = (values: OutgoingItem['values']): boolean =>
  [...values.values()].some((value) => Array.isArray(value) && value.some((one) => typeof one === 'object'));

/** What goes into which field; what the form asks now is asked for only where a condition is about what the answer lacks. */
async function judge(
  { fieldsOfForm, toldByApp }: Deps,
  config: WriteConfig,
  content: AnswerContent,
  submittedAt: string,
): Promise<JudgedMappings> {
  const judged = judgedMappings(config, content, [], submittedAt);
  if (judged.unjudged.length === 0) return judged;
  const told = await toldByApp(content.flowId, null);
  const ofTable = told?.tables.find(({ id }) => id === content.tableId)?.fields ?? [];
  const asked = told === null ? await fieldsOfForm(content.flowId) : [...told.common, ...ofTable];
  return judgedMappings(config, content, asked, submittedAt);
}

/** Writes an answer; what it could not write of it is said. */
async function write(
  deps: Deps,
  job: Job,
  delivery: Delivery,
  content: AnswerContent,
  run: JobRun,
): Promise<string> {
  const { connection, connector, config } = job;
  const { settings } = config;
  const { id, idempotencyKey, attempts } = delivery;
  // The fields are read anew: a value is converted to what its field takes now.
  const fields = await deps.targets.current(connection, settings);
  const judged = await judge(deps, config, content, delivery.createdAt);
  const namesOf = new Map(fields.map((field) => [field.id, field.name]));
  const [unjudged] = judged.unjudged;
  if (unjudged !== undefined)
    throw new JobFault(
      `The condition of ${namesOf.get(unjudged) ?? 'a field'} does not fit what the form asked: set it anew, then send this once more. Nothing was written`,
      null,
    );
  const mapped = mappedValues(judged, content, fields, outgoingFile(deps, content.baseId ?? content.flowId));
  if (mapped.values.size === 0 && judged.leavesOut && mapped.missing.length === 0)
    return 'Nothing was written: the condition of each field that is matched leaves this answer out';
  if (mapped.fault !== null) throw new ServiceFault('permanent', mapped.fault);
  const place = targetPlace(deps.http, connection.type, settings);
  await waitForTurn(deps, job, delivery, place, run.signal);
  const ends = AbortSignal.timeout(writtenIn[hasFiles(mapped.values) ? 'withFiles' : 'usual']);
  const paced = { place, hasTurn: true };
  const http = await deps.http.of(connection, AbortSignal.any([run.signal, ends]), paced);
  const asks = repeatsOf(job, mapped.values) === 'ask';
  // A server that dies after this leaves an answer that may have been written.
  if (asks && !(await deps.runs.begin(id)))
    throw new ServiceFault(
      'unknown',
      `the server ended while ${connector.label} was asked (attempt ${attempts})`,
    );
  let written: Written;
  try {
    written = await job.write.run(http, settings, { key: idempotencyKey, values: mapped.values, fields });
  } catch (error) {
    if (!asks && error instanceof ServiceFault && error.class === 'unknown')
      throw new ServiceFault('retry', error.message, { cause: error, status: error.status });
    // Where the server stops now, what was asked may have been done: the mark stays.
    if (asks && !run.signal.aborted && !(error instanceof ServiceFault && error.class === 'unknown'))
      await deps.runs.classify(id, null);
    throw error;
  }
  // The mark goes with the commit that says it was sent: a server that dies before it does not write again.
  return [written.said, ...(written.url === undefined ? [] : [written.url]), ...mapped.notes]
    .join(' ')
    .slice(0, longestAnswer);
}

/** What a fault means for the connection and for the next attempt. */
async function failed(deps: Deps, job: Job, { id, attempts }: Delivery, error: unknown): Promise<unknown> {
  if (!(error instanceof ServiceFault)) return error;
  const { connection, connector } = job;
  const { message } = error;
  const isUnknown = error.class === 'unknown';
  await deps.runs.classify(id, error.class);
  if (error.class === 'reconnect') {
    if (connection.state !== 'reconnect') await deps.http.broke(connection, message);
    return new JobFault(
      `${message}. Nothing was written: it can be sent once ${connector.label} is connected again`,
      null,
    );
  }
  if (error.class === 'permanent') return new JobFault(`${message}. Nothing was written`, null);
  if (isUnknown) return new JobFault(`${mayBeDelivered}: ${message}`, null);
  await deps.connections.note(connection.id, 'failing', message);
  if (error.retryAfter === null) return new Error(message);
  // A service that always says 'in a second' would use up in a minute the attempts of three days.
  const { first, longest } = outsideRetries;
  return new JobFault(message, Math.max(error.retryAfter, Math.min(first * 2 ** attempts, longest) / 2));
}

/** Writes answers to third-party services, in the name of the connection that somebody chose. */
export const integrationDelivery = (own: OwnDeps, targets: Targets): DeliveryKind => {
  const deps: Deps = { ...own, targets };
  return {
    kind: integrationKind,
    keepsContent: true,
    send: async (delivery, run) => {
      const content = must(readAnswerContent(delivery.content), 'an answer to deliver');
      const job = await loadJob(deps, content);
      if (!job.integration.enabled) {
        // Given up at once, for those behind it in the queue of its place; switching it on again sends it.
        await deps.runs.classify(delivery.id, 'retry');
        // Whoever switched it on meanwhile found nothing given up yet.
        if ((await deps.integrations.find(job.integration.id))?.enabled === true)
          throw new JobFault('The integration was switched off for a moment', 1);
        throw new JobFault('The integration is switched off. Nothing was written', null);
      }
      const { connection, connector } = job;
      try {
        // It would be refused again, and each refusal may lock an account.
        if (connection.state === 'reconnect')
          throw new ServiceFault('reconnect', `${connector.label} is not signed in any more`);
        const said = await write(deps, job, delivery, content, run);
        const isNoted =
          connection.state === 'ok' &&
          connection.lastUsedAt !== null &&
          deps.now() - Date.parse(connection.lastUsedAt) < noteEvery;
        // What is written is written, whether or not its use can be noted.
        if (!isNoted) await deps.connections.note(connection.id, 'ok', null).catch(() => {});
        return said;
      } catch (error) {
        // The server stops: the attempt is given back.
        if (run.signal.aborted) throw error;
        throw await failed(deps, job, delivery, error);
      }
    },
  };
};
