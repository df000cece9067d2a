import { type Integration, integrationQueue, type NewDelivery, pageTagTypes } from '@weft/db';
import {
  type AnswerField,
  type Answers,
  type ConditionEnv,
  canBeJudged,
  fieldsAskedBy,
  holds,
} from '@weft/forms';
import { conditionsOfMapping, integrationKind, type WriteConfig } from '@weft/integrations';
import { submittedField } from './databases/database-delivery.ts';
import type { FormsDeps } from './deps.ts';

interface ToldAnswer {
  readonly flowId: string;
  readonly formName: string;
  readonly submissionId: string;
  readonly submittedAt: string;
}

/** What has deliveries of its own, or none: it is in the pages. */
const notDelivered: ReadonlySet<string> = new Set(['databases', ...pageTagTypes]);

/**
 * A delivery to each third-party service that the form writes to, where its conditions hold for the answer, or cannot be
 * judged: that one says so, and is held. `asked` are all fields that the form may ask for.
 */
export function integrationDeliveries(
  { newId, placeOf }: Pick<FormsDeps, 'newId' | 'placeOf'>,
  integrations: readonly Integration[],
  { flowId, formName, submissionId, submittedAt }: ToldAnswer,
  fields: readonly AnswerField[],
  answers: Answers,
  env: ConditionEnv,
  asked: ConditionEnv,
): readonly NewDelivery[] {
  const submitted = submittedField(flowId);
  const all = new Map(answers).set(submitted.id, submittedAt);
  const answered = [submitted, ...fields].filter(({ id }) => (all.get(id) ?? null) !== null);
  const known = new Set(answered.map((field) => field.id));
  // What conditions of single fields ask about, and the answer leaves empty.
  const emptyOf = (config: WriteConfig) =>
    fieldsAskedBy(conditionsOfMapping(config), asked.table.fields).filter((field) => !known.has(field.id));
  return integrations
    .filter(({ enabled, service }) => enabled && !notDelivered.has(service.type))
    .map((integration) => {
      const { when } = integration.config as WriteConfig;
      const unjudged = when === null || canBeJudged(when, asked) ? null : JSON.stringify(when);
      return { ...integration, when, unjudged };
    })
    .filter(({ when, unjudged }) => when === null || unjudged !== null || holds(when, env, answers))
    .map(({ id, service, config, unjudged }) => ({
      id: newId('dlv'),
      ...{ kind: integrationKind, queue: integrationQueue },
      // What is written to one place at a service begins alike: some lose what is written at once.
      target: `${service.type} ${service.id} ${placeOf(service.type, (config as WriteConfig).settings)}`,
      title: formName.slice(0, 200),
      idempotencyKey: `${flowId} ${submissionId} ${id}`,
      content: {
        ...{ integrationId: id, flowId, fields: [...answered, ...emptyOf(config as WriteConfig)] },
        values: answered.map((field) => [field.id, all.get(field.id)]),
        ...(unjudged !== null && { unjudged }),
      },
    }));
}
