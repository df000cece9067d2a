import { anyFieldType } from '@weft/core';
import type { Action } from '@weft/history';
import { integrationKind } from '@weft/integrations';
import { mailKind } from '../../mail/mailer.ts';
import { formUser, idsOf } from './answer-table.ts';
import { databaseKind } from './databases/database-delivery.ts';
import type { FormsDeps } from './deps.ts';
import { webhookKind } from './webhooks.ts';

type Deps = Pick<FormsDeps, 'base' | 'paymentOrders' | 'formSessions' | 'waitingReads' | 'newId' | 'now'>;

/** Answers that are erased at a time: each batch is an action of the base. */
const batch = 500;
/** How answers are sent on. */
const deliveryKinds = [mailKind, webhookKind, databaseKind, integrationKind];

/**
 * Erases answers: their records, what the log kept of them, and what waits to be sent of them. They are written down first,
 * so that a crash leaves none half erased. Files go once nothing holds them.
 */
async function eraseAnswers(
  { base, formSessions, newId }: Pick<Deps, 'base' | 'formSessions' | 'newId'>,
  flowId: string,
  recordIds: readonly string[],
): Promise<void> {
  const store = base(flowId);
  const { tableId } = idsOf(flowId);
  await formSessions.beginErasing(flowId, recordIds);
  const there = (await store.get(tableId, recordIds)).map(({ id }) => id);
  if (there.length > 0)
    await store.submit(formUser, {
      ...{ id: newId('act'), type: 'BULK_DELETE_RECORDS', input: { tableId, recordIds: there } },
    } as unknown as Action);
  await store.erase(tableId, recordIds);
  await formSessions.erase(flowId, recordIds, deliveryKinds);
}

/**
 * Erases the answers whose form keeps them no longer, and those that a crash left half erased. A form that fails is left
 * for the next run, and stops no other.
 */
export async function eraseExpired(deps: Deps & Pick<FormsDeps, 'log'>): Promise<void> {
  const failed: string[] = [];
  for (;;) {
    const expired = await deps.formSessions.toErase(batch, failed);
    const forms = Map.groupBy(expired, ({ flowId }) => flowId);
    for (const [flowId, answers] of forms)
      await eraseAnswers(
        deps,
        flowId,
        answers.map(({ recordId }) => recordId),
      ).catch((error: unknown) => {
        failed.push(flowId);
        deps.log.error({ err: error, flowId }, 'answers of a form could not be erased');
      });
    if (expired.length < batch) return;
  }
}

/** Whether a text gives an address: as a whole, or in a row of a repeating group, which keeps 'Email: ada@example.org; Age: 36'. */
const gives = (address: string) => (text: unknown) =>
  typeof text === 'string' &&
  text
    .toLowerCase()
    .split(/\n|; /)
    .some((part) => part.trim() === address || part.trimEnd().endsWith(`: ${address}`));

/**
 * Erases every answer that gives a mail address, or gave it before it was edited; finished or not, those in the trash too.
 * How many.
 */
export async function eraseAnswersOf(deps: Deps, flowId: string, email: string): Promise<number> {
  const store = deps.base(flowId);
  const { tableId } = idsOf(flowId);
  // What was paid is kept, without whoever paid it.
  await deps.paymentOrders.forgetEmail(flowId, email);
  let erased = await deps.formSessions.eraseSent(flowId, email);
  deps.waitingReads.forget(flowId);
  // The searches below take ü for u: whose address is another's but for its accents keeps their answers.
  const givesIt = gives(email.toLowerCase());
  const eraseTheirs = async (
    answers: readonly { readonly id: string; readonly texts: readonly unknown[] }[],
  ) => {
    const theirs = answers.filter(({ texts }) => texts.some(givesIt)).map(({ id }) => id);
    for (let at = 0; at < theirs.length; at += batch)
      await eraseAnswers(deps, flowId, theirs.slice(at, at + batch));
    erased += theirs.length;
  };
  const table = (await store.metadata()).metadata.tables.find(({ id }) => id === tableId);
  if (table === undefined) return erased;
  // Somebody may have given it where any text is taken.
  const items = table.fields
    .filter(({ type, template }) => anyFieldType(type).validate(email, template).ok)
    .map(({ id }) => ({ fieldId: id, operator: 'contains', value: email }));
  const query = {
    ...{ tableId, filter: { conjunction: 'or' as const, items }, limit: batch },
    ...{ timeZone: 'UTC', now: new Date(deps.now()).toISOString() },
  };
  let cursor: string | null = items.length === 0 ? null : '';
  while (cursor !== null) {
    const page = await store.list({ ...query, ...(cursor !== '' && { cursor }) });
    await eraseTheirs(page.records.map(({ id, data }) => ({ id, texts: Object.values(data) })));
    cursor = page.nextCursor;
  }
  // What was edited out of an answer, or deleted with it, stands in the log alone.
  for await (const logged of store.recordsLoggedWith(tableId, email)) await eraseTheirs(logged);
  return erased;
}
