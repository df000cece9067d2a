import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgres, type PostgresBinaries, type PostgresCluster, startPostgres } from './postgres.ts';

/** A coordinator of Citus and its workers, on loopback. */
export interface CitusCluster {
  /** Of the coordinator's superuser on database `postgres`, which has no workers: they are added database by database. */
  readonly url: string;
  readonly workers: readonly string[];
  readonly version: string;
  stop(): Promise<void>;
}

/**
 * PostgreSQL with Citus 13.2, which is built from the source that CITUS_SOURCE names, in the folder CITUS_BUILD, unless it is
 * there already; or a sentence that says what is missing. Needs PostgreSQL's development package and a C compiler.
 */
export function findCitus(): PostgresBinaries | string {
  const source = process.env.CITUS_SOURCE;
  if (!source || !existsSync(join(source, 'configure'))) return 'CITUS_SOURCE names no source of Citus';
  const installed = findPostgres();
  if (!installed || !existsSync(join(installed.folder, 'pg_config')))
    return 'There is no PostgreSQL with pg_config on this machine';
  const build = process.env.CITUS_BUILD ?? join(tmpdir(), `weft-citus-${installed.version}`);
  if (!existsSync(join(build, 'done'))) buildCitus(source, build, installed);
  return {
    folder: join(build, 'tree', configOf(installed, 'bindir')),
    version: installed.version,
  };
}

const configOf = ({ folder }: PostgresBinaries, what: string): string =>
  execFileSync(join(folder, 'pg_config'), [`--${what}`], { encoding: 'utf8' }).trim();

/** Builds into a tree of its own, with a copy of this machine's PostgreSQL, which finds its libraries beside itself. */
function buildCitus(source: string, build: string, installed: PostgresBinaries): void {
  const work = join(build, 'source');
  const tree = join(build, 'tree');
  mkdirSync(build, { recursive: true });
  cpSync(source, work, { recursive: true });
  // Since minor versions of 2026 PostgreSQL declares a function that Citus 13.2 brings along for older ones.
  const compat = join(work, 'src/include/pg_version_compat.h');
  const headers = configOf(installed, 'includedir-server');
  const declared = readFileSync(join(headers, 'commands/dbcommands.h'), 'utf8');
  if (declared.includes('have_createdb_privilege'))
    writeFileSync(
      compat,
      readFileSync(compat, 'utf8').replace(
        /static inline bool\nhave_createdb_privilege\(void\)\n\{[\s\S]*?\n\}\n/,
        '',
      ),
    );
  const inWork = { cwd: work, stdio: ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit'] };
  console.error('Building Citus: this takes some minutes.');
  const pgConfig = `PG_CONFIG=${join(installed.folder, 'pg_config')}`;
  execFileSync(join(work, 'configure'), ['--without-libcurl', pgConfig], inWork);
  execFileSync('make', ['-s', '-j2'], inWork);
  execFileSync('make', ['-s', 'install', `DESTDIR=${tree}`], inWork);
  for (const what of ['bindir', 'pkglibdir', 'sharedir']) {
    const place = configOf(installed, what);
    cpSync(place, join(tree, place), { recursive: true, force: false });
  }
  execFileSync('chmod', ['-R', 'a+rX', build]);
  writeFileSync(join(build, 'done'), '');
}

const settings: readonly string[] = [
  'shared_preload_libraries=citus',
  'wal_level=logical',
  'jit=off',
  'max_prepared_transactions=200',
  // The workers' connections are the coordinator's: one for each of its own that works on them.
  'max_connections=300',
  'max_worker_processes=64',
];

export async function startCitus(binaries: PostgresBinaries): Promise<CitusCluster> {
  const clusters: PostgresCluster[] = [];
  const stop = async () => {
    for (const cluster of clusters) await cluster.stop();
  };
  try {
    for (let node = 0; node < 3; node++) clusters.push(await startPostgres(binaries, settings));
  } catch (error) {
    await stop();
    throw error;
  }
  const [url = '', ...workers] = clusters.map((cluster) => cluster.url);
  return { url, workers, version: binaries.version, stop };
}
