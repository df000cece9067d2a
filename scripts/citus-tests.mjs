// `CITUS_SOURCE=/path/to/citus node scripts/citus-tests.mjs [files or vitest arguments]`: builds Citus 13.2 from its source
// beside the PostgreSQL of this machine, starts a coordinator and two workers on loopback, and runs the database and server
// tests on them. Needs PostgreSQL's development package and a C compiler. `CITUS_BUILD` names the folder that is built in,
// and kept for the next time. `--serve` starts the cluster alone and prints its addresses.
import { findCitus, startCitus } from '../packages/testkit/src/index.ts';
import { root } from './install.mjs';
import { endWithParent, isEnding, run } from './processes.mjs';

const given = process.argv.slice(2);
const binaries = findCitus();
if (typeof binaries === 'string') {
  console.log(`SKIPPED: tests on Citus. ${binaries}.`);
  process.exit(0);
}
let starting;
// Also while it starts.
endWithParent(() =>
  starting?.then(
    ({ stop }) => stop(),
    () => {},
  ),
);
starting = startCitus(binaries);
const cluster = await starting;
if (isEnding()) await new Promise(() => {});
const env = {
  ...process.env,
  TEST_DATABASE_URL: cluster.url,
  TEST_CITUS_WORKERS: cluster.workers.join(','),
};
console.log(`Citus on PostgreSQL ${cluster.version}: ${cluster.url}, workers ${env.TEST_CITUS_WORKERS}`);
if (given.includes('--serve')) await new Promise(() => {});
const code = await run(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--project', 'db*', ...given],
  { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] },
);
if (isEnding()) await new Promise(() => {});
await cluster.stop();
process.exit(code);
