import { anyFieldType } from '@weft/core';
import type { Action } from '@weft/history';
import { formUser, idsOf } from './answer-table.ts';
import type { FormsDeps } from './deps.ts';

type Deps = Pick<FormsDeps, 'base' | 'formSessions' | 'newId' | 'now'>;

/** Answers that are erased at a time: each batch is an action of the base. */
const batch = 500;

/** Erases answers: their records, what the log kept of them, and what waits to be sent of them. Files go once nothing holds them. */
async function eraseAnswers(
  { base, formSessions, newId }: Deps,
  flowId: string,
  recordIds: readonly string[],
): Promise<void> {
  const store = base(flowId);
  const { tableId } = idsOf(flowId);
  const there = (await store.get(tableId, recordIds)).map(({ id }) => id);
  if (there.length > 0)
    await store.submit(formUser, {
      ...{ id: newId('act'), type: 'BULK_DELETE_RECORDS', input: { tableId, recordIds: there } },
    } as unknown as Action);
  await store.erase(tableId, recordIds);
  await formSessions.erase(flowId, recordIds);
}

/** Erases the answers whose form keeps them no longer. A form that fails is left for the next run, and stops no other. */
export async function eraseExpired(deps: Deps & Pick<FormsDeps, 'log'>): Promise<void> {
  const failed: string[] = [];
  for (;;) {
    const expired = await deps.formSessions.expired(batch, failed);
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

/** Erases every answer that gives a mail address, finished or not; how many. */
export async function eraseAnswersOf(deps: Deps, flowId: string, email: string): Promise<number> {
  const store = deps.base(flowId);
  const { tableId } = idsOf(flowId);
  const table = (await store.metadata()).metadata.tables.find(({ id }) => id === tableId);
  // Somebody may have given it where any text is taken.
  const fields = (table?.fields ?? []).filter(
    ({ type, template }) => anyFieldType(type).validate(email, template).ok,
  );
  let erased = await deps.formSessions.eraseSent(flowId, email);
  if (fields.length === 0) return erased;
  const items = fields.map(({ id }) => ({ fieldId: id, operator: 'is', value: email }));
  const query = {
    tableId,
    filter: { conjunction: 'or' as const, items },
    timeZone: 'UTC',
    now: new Date(deps.now()).toISOString(),
  };
  // The filter takes ü for u: whose address is another's but for its accents keeps their answers.
  const isOf = (text: unknown) =>
    typeof text === 'string' && text.trim().toLowerCase() === email.toLowerCase();
  let cursor: string | null = null;
  do {
    const page = await store.list({ ...query, limit: batch, ...(cursor !== null && { cursor }) });
    const theirs = page.records.filter((record) => fields.some(({ id }) => isOf(record.data[id])));
    if (theirs.length > 0)
      await eraseAnswers(
        deps,
        flowId,
        theirs.map(({ id }) => id),
      );
    erased += theirs.length;
    cursor = page.nextCursor;
  } while (cursor !== null);
  return erased;
}
