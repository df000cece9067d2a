import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { ConnectionBudget, Servers } from '@weft/db';
import type { Logger } from 'pino';
import { repeatedly } from './repeatedly.ts';
import type { Settings } from './settings.ts';

/** Milliseconds between two signs of life. */
const interval = 10_000;

/** Why the servers could run out of connections together; null when they cannot. */
export function overBudget({ servers, most, limit }: ConnectionBudget): string | null {
  if (limit === null || most <= limit) return null;
  return `The ${servers.length} servers of this database may take ${most} connections together, but it gives them ${limit}: raise its max_connections, or put a pooler before it, as docs/operations.md says under 'Several servers'.`;
}

/**
 * Says among the servers of the database that this one is there, until it is stopped; the log tells what connections they
 * may take together. Alone on the embedded database it says nothing.
 */
export async function announced(
  servers: Servers,
  { databaseUrl, role, port }: Pick<Settings, 'databaseUrl' | 'role' | 'port'>,
  log: Logger,
): Promise<{ readonly id: string; readonly stop: () => Promise<void> }> {
  const id = randomUUID();
  if (databaseUrl === null) return { id, stop: async () => {} };
  const own = { id, name: `${hostname()}:${port}`, role };
  await servers.seen(own);
  const budget = await servers.budget();
  const { most, limit } = budget;
  const sentence = overBudget(budget);
  const told = { servers: budget.servers.length, connections: most, limit };
  if (sentence === null) log.info(told, 'connections of the database');
  else log.warn(told, sentence);
  const signs = repeatedly(interval, () => servers.seen(own));
  return {
    id,
    stop: async () => {
      // One that is under way would say that it is there once more.
      await signs.stop();
      // A database that is away forgets it by itself.
      await servers.leave(own.id).catch(() => {});
    },
  };
}
