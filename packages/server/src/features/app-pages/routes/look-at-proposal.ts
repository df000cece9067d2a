import { setImmediate } from 'node:timers/promises';
import { type AppUser, appOf, proposedApp } from '@weft/apps';
import type { Json } from '@weft/documents';
import { AppError, notFound } from '@weft/std';
import type { AppPagesDeps } from '../deps.ts';
import type { OpenApp } from '../open-app.ts';
import { proposedStore } from '../records/proposed-store.ts';
import type { Sight } from '../records/sight.ts';

/** Somebody of whom the table of people knows nothing yet: no record has this id. */
export const somebodyNew: NonNullable<AppUser> = {
  ...{ recordId: 'rec000000000000000000000', email: 'somebody@example.org', name: 'Somebody new' },
  ...{ roles: [], values: {} },
};

/** A draft as one person looks at it. */
interface Drafted {
  readonly open: OpenApp;
  readonly sight: Sight;
  /** Who it is looked at as where the table of people is not there yet; null: whoever is chosen. */
  readonly somebody: AppUser;
}

/** The draft as a proposal of the chat would make it. Nothing is kept of it. */
export async function asProposed(
  { appRows }: Pick<AppPagesDeps, 'appRows'>,
  { open, sight }: Drafted,
  turnId: string,
): Promise<Drafted> {
  const turn = await appRows.turn(open.flowId, turnId);
  if (turn?.state !== 'proposed') throw notFound('There is no such proposal, or it was settled before');
  const proposed = await proposedApp(
    open.content,
    sight.metadata.tables,
    { id: turn.id, operations: turn.operations as readonly Json[] },
    setImmediate,
  );
  if (!proposed.ok)
    throw new AppError('conflict', `The app has changed since this was proposed: ${proposed.error.reason}`);
  const { content, tables, additions } = proposed.value;
  const app = appOf(content);
  const metadata = { ...sight.metadata, tables };
  const isNew = additions.some((one) => one.kind === 'table' && one.table.id === app.users?.tableId);
  return {
    open: { ...open, content, app },
    sight: { ...sight, app, metadata, store: proposedStore(sight.store, sight.metadata, metadata) },
    somebody: isNew ? somebodyNew : null,
  };
}
