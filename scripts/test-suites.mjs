// Every check and test, one suite after the other, counted together. Runs under the pinned Node (see test.mjs).
// --full runs 10,000 cases of every law instead of 100 (those that say so run fewer on the engines).
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgres, startPostgres } from '../packages/testkit/src/index.ts';
import { checkLine, runChecks } from './checks/run-checks.mjs';
import { ensureChromium } from './chromium.mjs';
import { root } from './install.mjs';
import { endWithParent, isEnding, run } from './processes.mjs';
import { playwrightFailures, playwrightFiles, vitestFailures, vitestFiles } from './test-reports.mjs';
import { timeReport } from './test-times.mjs';
import { ensureWebBuilt } from './web-build.mjs';

const full = process.argv.includes('--full');
const laws = full ? { LAWS_RUNS: '10000' } : seedOfCommit();
const node = process.execPath;

// Whatever the tests leave in a temporary folder lies in this one, which goes at the end.
const temporary = mkdtempSync(join(tmpdir(), 'weft-test-'));
const removeTemporary = () => rmSync(temporary, { recursive: true, force: true, maxRetries: 3 });
process.env.TMPDIR = temporary;
// As a started server does: the tests start some hundred of them.
process.env.NODE_COMPILE_CACHE ??= join(root, '.cache', 'compiled');
process.on('exit', removeTemporary);
const closing = [];
endWithParent(async () => {
  for (const close of closing) await close();
});

const began = performance.now();
const total = { passed: 0, failed: 0, skipped: 0 };
const notes = [];
/** What each suite took, and its files. */
const times = [];
/** What failed, said once more at the end: of a long log often only the end is kept. */
const failures = [];

await suite('checks', async () => {
  const results = await runChecks(node, (result) => console.log(checkLine(result)));
  const failed = results.filter((r) => !r.ok);
  failures.push(...failed.map(checkLine));
  return { passed: results.length - failed.length, failed: failed.length, skipped: 0 };
});
await suite('unit tests and laws', () => vitest('unit', laws));
// One after the other: each keeps two cores busy, and beside each other both took a tenth more.
await suite('database tests', databaseTests);
await suite('component tests', async () => vitest('browser', { CHROMIUM_PATH: await ensureChromium(node) }));
await suite('browser tests', browserTests);

console.log(`\n${timeReport(times).join('\n')}\n`);
for (const failure of failures) console.log(`FAILED ${failure}\n`);
for (const note of notes) console.log(`! ${note}`);
console.log(`All suites took ${((performance.now() - began) / 1000).toFixed(0)} s`);
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
process.exit(total.failed === 0 ? 0 : 1);

/** Runs one suite and adds its counts. A suite that breaks down counts as one failure. */
async function suite(name, work) {
  if (isEnding()) return;
  console.log(`\n── ${name}`);
  const begin = performance.now();
  let counts;
  try {
    counts = await work();
  } catch (error) {
    console.log(error.message);
    failures.push(`${name}: ${error.message}`);
    counts = { passed: 0, failed: 1, skipped: 0 };
  }
  for (const key of Object.keys(total)) total[key] += counts[key];
  const took = performance.now() - begin;
  times.push({ name, took, files: counts.files ?? [] });
  const seconds = (took / 1000).toFixed(0);
  console.log(
    `── ${name}: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped, ${seconds} s`,
  );
}

async function databaseTests() {
  const binaries = findPostgres();
  if (!binaries) {
    notes.push('SKIPPED: database tests on PostgreSQL. There is no PostgreSQL >= 15 on this machine.');
    return vitest('db*', laws);
  }
  const cluster = await startPostgres(binaries);
  closing.push(() => cluster.stop());
  console.log(`PostgreSQL ${cluster.version} and the embedded engine`);
  try {
    return await vitest('db*', { TEST_DATABASE_URL: cluster.url, ...laws });
  } finally {
    await cluster.stop();
  }
}

async function vitest(project, env) {
  const report = join(temporary, `${project.replace('*', '')}.json`);
  const args = ['run', '--project', project, '--passWithNoTests', '--reporter=dot', '--reporter=json'];
  const all = ['node_modules/vitest/vitest.mjs', ...args, `--outputFile.json=${report}`];
  const code = await run(node, all, options(env));
  const results = readReport(report, code);
  failures.push(...vitestFailures(results));
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = results;
  // A file that does not load has no tests to count.
  const brokenFiles = testResults.filter(
    (f) => f.status === 'failed' && f.assertionResults.length === 0,
  ).length;
  const counts = {
    passed: numPassedTests,
    failed: numFailedTests + brokenFiles,
    skipped: numPendingTests + numTodoTests,
    files: vitestFiles(results),
  };
  return honest(counts, code);
}

async function browserTests() {
  const chromium = await ensureChromium(node);
  await ensureWebBuilt(node);
  const report = join(temporary, 'browser.json');
  const args = ['test', '-c', 'packages/product-tests/playwright.config.ts', '--pass-with-no-tests'];
  const env = { CHROMIUM_PATH: chromium, BROWSER_TEST_REPORT: report, ...(full && laws) };
  const code = await run(node, ['node_modules/@playwright/test/cli.js', ...args], options(env));
  const results = readReport(report, code);
  failures.push(...playwrightFailures(results));
  const { stats, errors } = results;
  if (stats.flaky > 0) notes.push(`FLAKY: ${stats.flaky} browser tests passed the second time, named above.`);
  const counts = {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    files: playwrightFiles(results),
  };
  return honest({ ...counts, failed: counts.failed + (counts.failed === 0 ? errors.length : 0) }, code);
}

/** A runner that ended badly without a failed test still failed. */
function honest(counts, code) {
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

/** The seed of the laws; none where there is no commit to take it from, as in a downloaded archive. */
function seedOfCommit() {
  try {
    const commit = execFileSync('git', ['rev-parse', 'HEAD'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return { LAWS_SEED: String(Number.parseInt(commit.toString().slice(0, 7), 16)) };
  } catch {
    return {};
  }
}

function options(env) {
  return { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'inherit', 'inherit'] };
}

function readReport(path, code) {
  if (!existsSync(path)) throw new Error(`The test runner ended with code ${code} and left no report.`);
  return JSON.parse(readFileSync(path, 'utf8'));
}
