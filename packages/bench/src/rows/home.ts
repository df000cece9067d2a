import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Engine, FlowFeed, Flows, migrate, openEmbedded, openPostgres, Workspaces } from '@weft/db';
import { startPostgres } from '@weft/testkit';
import { type Figure, percentile, timed } from '../measure.ts';
import { flowCount, workspaceCount } from './home-world.ts';

const moves = 100;
const typed = ['p', 'pl', 'pla', 'plan', 'plans', 'plans 7', 'plans 77'];

/** An organization with an admin, and a member of three of four workspaces who owns a tenth of the flows. */
const world = `
  INSERT INTO weft.auth_user ("id", "name", "email", "emailVerified", "updatedAt")
    VALUES ('ann', 'Ann', 'ann@bench.example', true, now()), ('bob', 'Bob', 'bob@bench.example', true, now());
  INSERT INTO weft.organizations (id, name) VALUES ('org', 'Bench');
  INSERT INTO weft.members (organization_id, user_id, role) VALUES ('org', 'ann', 'admin'), ('org', 'bob', 'member');
  INSERT INTO weft.workspaces (id, organization_id, slug, name)
    SELECT 'wsp' || n, 'org', 'w' || n, 'Workspace ' || n FROM generate_series(1, ${workspaceCount}) AS n;
  INSERT INTO weft.workspace_members SELECT 'wsp' || n, 'bob', 'write' FROM generate_series(1, ${workspaceCount}) AS n WHERE n % 4 > 0;
  INSERT INTO weft.flows (id, public_identifier, organization_id, owner_user_id, workspace_id, type, name, created_at)
    SELECT 'bas' || n, 'bas' || n, 'org', CASE WHEN n % 10 = 0 THEN 'bob' ELSE 'ann' END,
      'wsp' || (n % ${workspaceCount} + 1), 'base', 'Plans ' || n, now() - make_interval(secs => n)
    FROM generate_series(1, ${flowCount}) AS n;
  ANALYZE`;

/** The engine, and how many round trips it was asked for. */
function counted(engine: Engine): { readonly engine: Engine; readonly trips: () => number } {
  let trips = 0;
  const asked = new Set<PropertyKey>(['query', 'queryBoth', 'exec', 'transaction']);
  const watched = new Proxy(engine, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        if (asked.has(name)) trips++;
        return Reflect.apply(value, target, args);
      };
    },
  });
  return { engine: watched, trips: () => trips };
}

async function onEngine(name: 'embedded' | 'postgres', opened: Engine): Promise<Figure[]> {
  await migrate(opened);
  await opened.exec(world);
  const { engine, trips } = counted(opened);
  const feed = new FlowFeed(engine);
  const flows = new Flows(engine, feed);
  const workspaces = new Workspaces(engine, feed);
  const list = (search: string | null) =>
    flows.list({
      ...{ organizationId: 'org', userId: 'bob', types: ['base', 'form'], trashed: false },
      ...{ workspaceId: null, search, after: null, limit: 51 },
    });
  await list(null);
  const before = trips();
  await list(null);
  const perList = trips() - before;
  const first = await timed(40, () => list(null));
  const search = await timed(42, (i) => list(typed[i % typed.length] ?? ''));
  const places = await timed(20, () => workspaces.places('org', 'bob', ['base', 'form']));
  const by = { userId: 'ann', actionId: null };
  await Promise.all(
    Array.from({ length: moves }, (_, i) => flows.move('org', [`bas${i * 7 + 1}`], `wsp${(i % 5) + 1}`, by)),
  );
  const counts = await workspaces.places('org', 'ann', ['base', 'form']);
  const inPlaces = counts.workspaces.reduce((sum, { itemCount }) => sum + itemCount, 0);
  const of = `${flowCount.toLocaleString('en-US')} flows, ${workspaceCount} workspaces`;
  const p95 = (what: string, times: readonly number[]) => ({
    ...{ name: `home of ${of}: ${what}, p95`, engine: name, value: percentile(times, 0.95), unit: 'ms' },
    ...{ limit: 100, better: 'lower' as const },
  });
  return [
    p95('first page', first),
    p95('search as one types', search),
    p95('workspaces with counts', places),
    { name: 'home: round trips of one list', engine: name, value: perList, unit: '', limit: 1 },
    {
      name: `home: flows miscounted after ${moves} moves at once`,
      engine: name,
      value: Math.abs(inPlaces - flowCount),
      unit: '',
      limit: 0,
    },
  ];
}

/** Home of a large organization, as the database answers it. */
export async function home(): Promise<Figure[]> {
  await using stack = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'weft-bench-home-'));
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  const embedded = await openEmbedded(folder);
  stack.defer(() => embedded.close());
  const figures = await onEngine('embedded', embedded);
  const cluster = await startPostgres();
  stack.defer(() => cluster.stop());
  const postgres = await openPostgres(cluster.url);
  stack.defer(() => postgres.close());
  return [...figures, ...(await onEngine('postgres', postgres))];
}
