// `CITUS_SOURCE=/path/to/citus node scripts/citus-tests.mjs [files or vitest arguments]`: builds Citus 13.2 from its source
// beside the PostgreSQL of this machine, starts a coordinator and two workers on loopback, and runs the database and server
// tests on them. Needs PostgreSQL's development package and a C compiler. `CITUS_BUILD` names the folder that is built in,
// and kept for the next time. `--serve` starts the cluster alone and prints its addresses.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgres, startPostgres } from '../packages/testkit/src/index.ts';
import { root } from './install.mjs';
import { endWithParent, run } from './processes.mjs';

const given = process.argv.slice(2);
const source = process.env.CITUS_SOURCE;
if (!source || !existsSync(join(source, 'configure'))) {
  console.log('SKIPPED: tests on Citus. CITUS_SOURCE names no source of Citus.');
  process.exit(0);
}
const installed = findPostgres();
if (!installed || !existsSync(join(installed.folder, 'pg_config'))) {
  console.log('SKIPPED: tests on Citus. There is no PostgreSQL with pg_config on this machine.');
  process.exit(0);
}

const config = (what) =>
  execFileSync(join(installed.folder, 'pg_config'), [`--${what}`], { encoding: 'utf8' }).trim();
const build = process.env.CITUS_BUILD ?? join(tmpdir(), `weft-citus-${installed.version}`);
const tree = join(build, 'tree');
if (!existsSync(join(build, 'done'))) buildCitus();

const closing = [];
endWithParent(async () => {
  for (const close of closing) await close();
});
const binaries = { folder: join(tree, config('bindir')), version: installed.version };
const settings = [
  'shared_preload_libraries=citus',
  'wal_level=logical',
  'max_prepared_transactions=200',
  // The workers' connections are the coordinator's: one for each of its own that works on them.
  'max_connections=300',
  'max_worker_processes=64',
];
const clusters = [];
for (let i = 0; i < 3; i++) {
  const cluster = await startPostgres(binaries, settings);
  closing.push(() => cluster.stop());
  clusters.push(cluster);
}
const [coordinator, ...workers] = clusters;
const env = {
  ...process.env,
  TEST_DATABASE_URL: coordinator.url,
  TEST_CITUS_WORKERS: workers.map(({ url }) => url).join(','),
};
console.log(
  `Citus on PostgreSQL ${installed.version}: ${coordinator.url}, workers ${env.TEST_CITUS_WORKERS}`,
);
if (given.includes('--serve')) await new Promise(() => {});
const code = await run(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--project', 'db*', ...given],
  { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] },
);
for (const close of closing) await close();
process.exit(code);

/** Builds into a tree of its own, with a copy of this machine's PostgreSQL, which finds its libraries beside itself. */
function buildCitus() {
  const work = join(build, 'source');
  mkdirSync(build, { recursive: true });
  cpSync(source, work, { recursive: true });
  // Since minor versions of 2026 PostgreSQL declares a function that Citus 13.2 brings along for older ones.
  const compat = join(work, 'src/include/pg_version_compat.h');
  const declared = readFileSync(join(config('includedir-server'), 'commands/dbcommands.h'), 'utf8');
  if (declared.includes('have_createdb_privilege'))
    writeFileSync(
      compat,
      readFileSync(compat, 'utf8').replace(
        /static inline bool\nhave_createdb_privilege\(void\)\n\{[\s\S]*?\n\}\n/,
        '',
      ),
    );
  const inWork = { cwd: work, stdio: ['ignore', 'ignore', 'inherit'] };
  console.log('Building Citus: this takes some minutes.');
  const pgConfig = `PG_CONFIG=${join(installed.folder, 'pg_config')}`;
  execFileSync(join(work, 'configure'), ['--without-libcurl', pgConfig], inWork);
  execFileSync('make', ['-s', '-j2'], inWork);
  execFileSync('make', ['-s', 'install', `DESTDIR=${tree}`], inWork);
  for (const place of [config('bindir'), config('pkglibdir'), config('sharedir')])
    cpSync(place, join(tree, place), { recursive: true, force: false });
  execFileSync('chmod', ['-R', 'a+rX', build]);
  writeFileSync(join(build, 'done'), '');
}
