import { type Engine, openPostgres } from '@weft/db';
import { type CitusCluster, databaseOnCitus, findCitus, startCitus, startPostgres } from '@weft/testkit';

/** What servers of the bench work on: one PostgreSQL server, or a coordinator of Citus with two workers. */
export type ServerEngine = 'postgres' | 'citus';

export interface BenchDatabase extends AsyncDisposable {
  /** Of the superuser. */
  readonly url: string;
  /** The same database at each PostgreSQL server: the coordinator, then its workers. */
  readonly nodes: readonly string[];
  /** What a server is started with to work on it. */
  readonly settings: { readonly [name: string]: string };
}

/** An empty database, every PostgreSQL server in its usual settings but for what docs/operations.md says of Citus. */
export async function startDatabase(engine: ServerEngine): Promise<BenchDatabase> {
  if (engine === 'postgres') {
    const { url, stop } = await startPostgres();
    return { url, nodes: [url], settings: { DATABASE_URL: url }, [Symbol.asyncDispose]: stop };
  }
  const binaries = findCitus();
  if (typeof binaries === 'string') throw new Error(binaries);
  const cluster: CitusCluster = await startCitus(binaries);
  const nodes = await databaseOnCitus(cluster);
  const [url = ''] = nodes;
  const settings = { DATABASE_URL: url, DATABASE_SHARDING: 'citus' };
  return { url, nodes, settings, [Symbol.asyncDispose]: cluster.stop };
}

/** Opens one as its servers do. */
export const openDatabase = ({ url, settings }: Pick<BenchDatabase, 'url' | 'settings'>): Promise<Engine> =>
  openPostgres(url, { sharding: settings.DATABASE_SHARDING === 'citus' ? 'citus' : null });
