import type { Filter } from '@weft/core';
import { type Integration, integrationQueue, type NewDelivery, pageTagTypes } from '@weft/db';
import {
  type AnswerField,
  type Answers,
  answerText,
  type ConditionEnv,
  canBeJudged,
  fieldsAskedBy,
  holds,
} from '@weft/forms';
import {
  type AnswerContent,
  conditionsOfMapping,
  integrationKind,
  type Target,
  type WriteConfig,
} from '@weft/integrations';
import type { IdKind } from '@weft/std';

export interface AnswerDeliveryDeps {
  readonly newId: (kind: IdKind) => string;
  /** The place at a service that a target is in. */
  readonly placeOf: (type: string, target: Target) => string;
}

/** An answer, or a record of an app, with what every one has. */
interface ToldAnswer {
  readonly flowId: string;
  /** What the form or the app is called. */
  readonly formName: string;
  /** Told twice by the same id it is written once. */
  readonly submissionId: string;
  readonly submittedAt: string;
  /** The field that holds when it was sent. */
  readonly submitted: AnswerField;
  /** Of an app: where the record is from. */
  readonly origin?: Pick<AnswerContent, 'tableId' | 'baseId'>;
}

/** What has deliveries of its own, or none: it is in the pages. */
const notDelivered: ReadonlySet<string> = new Set(['databases', ...pageTagTypes]);

/** Characters of why an answer was left out, and of one answer in it. */
const longestReason = 300;
const longestAnswer = 60;

const shortened = (text: string, longest: number): string =>
  text.length > longest ? `${text.slice(0, longest)}…` : text;

/** Which answers a condition did not hold for: 'Skipped: Evenings is Full'. */
function whySkipped(when: Filter, asked: readonly AnswerField[], answers: Answers): string {
  const said = fieldsAskedBy([when], asked).map((field) => {
    const text = answerText(field, answers.get(field.id) ?? null);
    return `${field.name} is ${text === '' ? 'empty' : shortened(text, longestAnswer)}`;
  });
  // What may be asked names a field once for each way to it.
  const reason = [...new Set(said)].join(', ') || 'its condition does not hold';
  return shortened(`Skipped: ${reason}`, longestReason);
}

/**
 * A delivery to each of these third-party services. Where its conditions do not hold for the answer it is
 * skipped, and where they cannot be judged it is held: both say why. `asked` are all fields that the form may ask for.
 */
export function integrationDeliveries(
  { newId, placeOf }: AnswerDeliveryDeps,
  integrations: readonly Integration[],
  { flowId, formName, submissionId, submittedAt, submitted, origin }: ToldAnswer,
  fields: readonly AnswerField[],
  answers: Answers,
  env: ConditionEnv,
  asked: ConditionEnv,
): readonly NewDelivery[] {
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
      const isLeftOut = when !== null && unjudged === null && !holds(when, env, answers);
      const skipped = isLeftOut ? whySkipped(when, asked.table.fields, all) : null;
      return { ...integration, unjudged, skipped };
    })
    .map(({ id, service, config, unjudged, skipped }) => ({
      id: newId('dlv'),
      ...{ kind: integrationKind, queue: integrationQueue },
      // What is written to one place at a service begins alike: some lose what is written at once.
      target: `${service.type} ${service.id} ${placeOf(service.type, (config as WriteConfig).settings)}`,
      ...{ title: formName.slice(0, 200), skipped },
      idempotencyKey: `${flowId} ${submissionId} ${id}`,
      content: {
        ...{ integrationId: id, flowId, fields: [...answered, ...emptyOf(config as WriteConfig)] },
        values: answered.map((field) => [field.id, all.get(field.id)]),
        ...(unjudged !== null && { unjudged }),
        ...origin,
      },
    }));
}
