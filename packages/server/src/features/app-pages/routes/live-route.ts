import { AppError } from '@weft/std';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendEvents } from '../../../http/event-stream.ts';
import { networkOf } from '../../../http/network.ts';
import { requireSameSite } from '../../../http/origin.ts';
import { serveReply } from '../../../http/serve.ts';
import { whenClosed } from '../../../http/when-closed.ts';
import type { AppPagesDeps } from '../deps.ts';
import { type AppVisit, userOf } from '../open-app.ts';
import { allowedRows, type Sight } from '../records/sight.ts';
import { liveOfNetwork } from './app-rates.ts';

interface Finders {
  readonly visit: (id: string, request: FastifyRequest, reply: FastifyReply) => Promise<AppVisit>;
}

/** The ids of tables that somebody may read something of. */
const readableIn = (sight: Sight): ReadonlySet<string> =>
  new Set(
    sight.metadata.tables.flatMap((table) => (allowedRows(sight, table, 'read') === null ? [] : [table.id])),
  );

/**
 * The ids of tables that change, of those that somebody may read something of: all of them at once where anything has changed
 * since their page was drawn. What has changed is not told. Who may hear of a change is asked when it happens: `look` gives
 * null for whoever is blocked or signed out by then, or finds nothing published.
 */
async function* changedTables(
  sight: Sight,
  look: () => Promise<Sight | null>,
  drawnAt: number,
  signal: AbortSignal,
) {
  const before = readableIn(sight);
  if (drawnAt < sight.version && before.size > 0) yield { json: JSON.stringify([...before]) };
  for await (const { changes } of sight.store.changes(sight.version, signal)) {
    const now = await look();
    if (now === null) return;
    const readable = readableIn(now);
    // Of large changes the tables are not told: any may have changed.
    const touched = changes === null ? [...readable] : changes.map(({ tableId }) => tableId);
    const told = [...new Set(touched)].filter((id) => readable.has(id));
    if (told.length > 0) yield { json: JSON.stringify(told) };
  }
}

/** Tells pages that something has changed: they read it again, by the rules. */
export function mountLive(app: FastifyInstance, deps: AppPagesDeps, { visit }: Finders): void {
  const open = new Map<string, number>();
  serveReply(
    app,
    'GET /a/:publicIdentifier/-/live',
    async ({ request, reply, path, query }) => {
      requireSameSite(request, deps.baseUrl());
      const { open: shown, sight } = await visit(path.publicIdentifier, request, reply);
      const network = networkOf(request.ip);
      const count = open.get(network) ?? 0;
      if (count >= liveOfNetwork)
        throw new AppError('rate-limit', 'Too many pages are open from one network');
      open.set(network, count + 1);
      const controller = new AbortController();
      whenClosed(reply.raw, () => controller.abort());
      const was = sight.visitor.user?.recordId;
      // Whoever was signed out or blocked hears no more.
      const isThere = async () => (await userOf(deps, shown, request))?.recordId === was;
      const look = async () => {
        const again = await visit(path.publicIdentifier, request, reply).catch(() => null);
        return again?.sight.visitor.user?.recordId === was ? (again?.sight ?? null) : null;
      };
      try {
        const hasTables = sight.metadata.tables.length > 0;
        const { since } = query();
        const drawnAt = since === undefined ? sight.version : Number(since);
        const events = hasTables
          ? changedTables(sight, look, drawnAt, controller.signal)
          : (async function* () {})();
        await sendEvents(reply, events, controller, isThere, () => '{}');
      } finally {
        const left = (open.get(network) ?? 1) - 1;
        if (left > 0) open.set(network, left);
        else open.delete(network);
      }
      return reply;
    },
    { exposeHeadRoute: false },
  );
}
