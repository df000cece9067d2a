import { replayFailedDeliveries } from '@weft/db';
import type { CallNameOf } from '@weft/protocol';
import { databaseKind } from './databases/database-delivery.ts';
import type { FormsContext, FormsHandlers } from './deps.ts';
import { loadForm } from './load-form.ts';
import { webhookKind } from './webhooks.ts';

export type DeliveryCall = Extract<
  CallNameOf<'query'> | CallNameOf<'mutation'>,
  'forms.deliveries' | 'forms.replayFailed'
>;

const page = 20;
/** Failed ones are counted up to here: a badge says '1000+'. */
const mostCounted = 1_001;
/** Deliveries that are sent again in one transaction. */
const batch = 500;

const kinds = { database: databaseKind, webhook: webhookKind } as const;

/** The names of databases, where the caller may see them. */
async function baseNames({ deps, caller }: FormsContext, ids: ReadonlySet<string>) {
  const names = new Map<string, string>();
  for (const id of ids) {
    const found = await deps.flowAccess.of(id, caller.userId);
    if (found !== null) names.set(id, found.flow.name);
  }
  return names;
}

export const deliveryMethods: FormsHandlers<DeliveryCall> = {
  'forms.deliveries': async (context, { flowId, kind, failed = false, cursor }) => {
    const { deps } = context;
    await loadForm(context, flowId, 'edit');
    const of = { kind: kinds[kind], flowId };
    const found = await deps.deliveries.ofForm(of, { failed, after: cursor ?? null, limit: page + 1 });
    const shown = found.slice(0, page);
    const names =
      kind === 'database'
        ? await baseNames(context, new Set(shown.map(({ target }) => target)))
        : new Map<string, string>();
    return {
      deliveries: shown.map(({ id, target, state, attempts, answer, createdAt, sentAt }) => ({
        ...{ id, state, attempts, answer, createdAt, sentAt },
        to: kind === 'database' ? (names.get(target) ?? 'Database') : target,
      })),
      nextCursor: found.length > page ? (shown.at(-1)?.id ?? null) : null,
      failedCount: await deps.deliveries.failedOfForm(of, mostCounted),
    };
  },

  'forms.replayFailed': async (context, { flowId, kind }) => {
    const { deps } = context;
    await loadForm(context, flowId, 'edit');
    const of = { kind: kinds[kind], flowId };
    let replayed = 0;
    // From the newest down, each once: those sent meanwhile may have failed again.
    let before: string | null = null;
    do {
      const ids: readonly string[] = await deps.transaction((tx) =>
        replayFailedDeliveries(tx, () => deps.newId('job'), of, { before, limit: batch }),
      );
      replayed += ids.length;
      before = ids.length < batch ? null : (ids.at(-1) ?? null);
    } while (before !== null);
    if (replayed > 0) deps.wake();
    return { replayed };
  },
};
