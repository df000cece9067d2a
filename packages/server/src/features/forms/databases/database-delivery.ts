import { defaultTemplate, type FieldShape } from '@weft/core';
import type { Integration, NewDelivery } from '@weft/db';
import type { AnswerField, Answers, DatabaseMapping } from '@weft/forms';
import { AppError, type IdKind, JoinedReads } from '@weft/std';
import { z } from 'zod';
import type { DeliveryKind } from '../../../jobs/delivery-kind.ts';
import { JobFault } from '../../../jobs/job-kind.ts';
import { idsOf } from '../answer-table.ts';
import type { FormsDeps } from '../deps.ts';
import { type AnswerToWrite, AnswerWriter } from './answer-writer.ts';
import { writableBase } from './writable-base.ts';

/** Stored with each delivery; it never changes. */
export const databaseKind = 'database';

export type DatabaseDeliveryDeps = Pick<
  FormsDeps,
  'base' | 'files' | 'fileStore' | 'flows' | 'integrations' | 'newId' | 'scanSlots'
>;

const stored = z.object({
  integrationId: z.string(),
  flowId: z.string(),
  fields: z.array(z.looseObject({ id: z.string(), name: z.string(), type: z.string() })),
  values: z.array(z.tuple([z.string(), z.unknown()])),
  /** Records that were picked, by the field that says what they are called. */
  links: z
    .record(z.string(), z.object({ base: z.string(), tableId: z.string(), recordId: z.string() }))
    .default({}),
});

/** When an answer was sent, which a table may keep too. */
export const submittedField = (flowId: string): AnswerField => ({
  ...{ id: idsOf(flowId).submittedId, name: 'Submitted' },
  ...({ type: 'datetime', template: defaultTemplate('datetime') } as FieldShape),
});

/** A delivery to each database that the form is connected to. */
export function databaseDeliveries(
  integrations: readonly Integration[],
  told: {
    readonly flowId: string;
    readonly formName: string;
    readonly submissionId: string;
    readonly submittedAt: string;
    readonly links: AnswerToWrite['links'];
  },
  fields: readonly AnswerField[],
  answers: Answers,
  newId: (kind: IdKind) => string,
): readonly NewDelivery[] {
  const { flowId, formName, submissionId, submittedAt, links } = told;
  const submitted = submittedField(flowId);
  const all = new Map(answers).set(submitted.id, submittedAt);
  const answered = [submitted, ...fields].filter(({ id }) => (all.get(id) ?? null) !== null);
  return integrations
    .filter(({ enabled, service }) => enabled && service.type === 'databases')
    .map(({ id, config }) => ({
      id: newId('dlv'),
      kind: databaseKind,
      target: (config as DatabaseMapping).basePublicIdentifier,
      title: formName.slice(0, 200),
      idempotencyKey: `${flowId} ${submissionId} ${id}`,
      content: {
        ...{ integrationId: id, flowId, fields: answered },
        values: answered.map((field) => [field.id, all.get(field.id)]),
        ...(Object.keys(links).length > 0 && { links }),
      },
    }));
}

/** The connection, where whoever made it may still write into the database; throws why not. */
async function connectionOf(
  deps: DatabaseDeliveryDeps,
  flowId: string,
  integrationId: string,
): Promise<Integration> {
  const integration = await deps.integrations.find(integrationId);
  if (integration === null) throw new JobFault('The database was disconnected', null);
  // A fault that passes by itself, or that somebody can mend, gets the retries of any delivery.
  if (!integration.enabled) throw new Error('The connection is switched off. Nothing was written');
  const { basePublicIdentifier } = integration.config as DatabaseMapping;
  const base = await writableBase(deps, flowId, basePublicIdentifier, integration.service);
  if (!base.ok) throw new Error(`${base.error}. Nothing was written`);
  return integration;
}

/** Writes an answer into one of our databases, in the name of whoever connected it. */
export const databaseDelivery = (
  deps: DatabaseDeliveryDeps,
  connections = new JoinedReads<Integration>(),
): DeliveryKind => ({
  kind: databaseKind,
  keepsContent: true,
  send: async ({ idempotencyKey, content }, { signal }) => {
    const { integrationId, flowId, fields, values, links } = stored.parse(content);
    // Answers that are written at once ask once.
    const { service, config } = await connections.read(`${flowId} ${integrationId}`, () =>
      connectionOf(deps, flowId, integrationId),
    );
    const mapping = config as DatabaseMapping;
    const { organizationId, userId } = service;
    const writer = new AnswerWriter(
      {
        ...{ files: deps.files, fileStore: deps.fileStore, newId: deps.newId },
        ...{ integrations: deps.integrations, integrationId },
        store: deps.base(mapping.basePublicIdentifier),
        owner: { organizationId, userId },
        runScan: (work) => deps.scanSlots.run({ organizationId, userId }, signal, work),
      },
      mapping,
    );
    const submittedAt = String(new Map(values).get(submittedField(flowId).id));
    try {
      return await writer.write({
        ...{ key: idempotencyKey, submittedAt, flowId, fields: fields as unknown as readonly AnswerField[] },
        values: new Map(values) as Answers,
        links,
      });
    } catch (error) {
      // What the base refuses now it refuses again.
      if (error instanceof AppError && error.kind === 'invalid')
        throw new JobFault(error.message, null, { cause: error });
      throw error;
    }
  },
});
