// Every check there is, without a database or a browser. Budget: 60 s on two cores.
import { join } from 'node:path';
import { root } from '../install.mjs';
import { capture } from '../processes.mjs';
import { fileSizeFaults } from './file-size.mjs';
import { lockfileFaults } from './lockfile.mjs';
import { migrationFaults } from './migrations.mjs';
import { wordFaults } from './words.mjs';

const tsc = 'node_modules/typescript-native/bin/tsc';

/**
 * Threads would each read most types again: four of them took half as much processor again, and two cores no less time.
 * What was checked is kept beside the installed packages and only checked again where something changed: 9 CPU-s of the
 * largest project become 1.
 */
const typesOf = (project) => [
  tsc,
  '-p',
  `tsconfig.${project}.json`,
  '--singleThreaded',
  '--incremental',
  '--tsBuildInfoFile',
  `node_modules/.cache/types/${project}.tsbuildinfo`,
];

const tools = [
  ['types (node)', typesOf('node')],
  ['types (web)', typesOf('web')],
  ['types (pure)', typesOf('pure')],
  [
    'levels',
    [
      'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs',
      '--config',
      '.dependency-cruiser.mjs',
      '--output-type',
      `plugin:${join(import.meta.dirname, 'levels-report.mjs')}`,
      'packages',
      'scripts',
    ],
  ],
  ['unused code', ['node_modules/knip/bin/knip.js', '--no-progress', '--no-config-hints']],
  [
    'format and lint',
    ['node_modules/@biomejs/biome/bin/biome', 'ci', '--colors=off', '--error-on-warnings', '.'],
  ],
];

const scans = [
  ['file size', fileSizeFaults],
  ['words', wordFaults],
  ['lockfile', lockfileFaults],
  ['migrations', migrationFaults],
];

/**
 * Runs all checks, as many at once as there is work for two cores, and tells `report` about each as it ends.
 * @param {string} node path of the pinned Node
 * @param {(result: {name: string, ok: boolean, output: string, seconds: number}) => void} report
 */
export async function runChecks(node, report) {
  const waiting = [
    ...tools.map(([name, args]) => ({ name, work: () => runTool(node, args) })),
    ...scans.map(([name, scan]) => ({ name, work: () => runScan(scan) })),
  ];
  const results = [];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const begin = performance.now();
      const { ok, output } = await next.work();
      const result = { name: next.name, ok, output, seconds: (performance.now() - begin) / 1000 };
      results.push(result);
      report(result);
    }
  };
  await Promise.all([worker(), worker(), worker()]);
  return results;
}

async function runTool(node, args) {
  const { code, output } = await capture(node, args, { cwd: root, env: { ...process.env, NO_COLOR: '1' } });
  return { ok: code === 0, output };
}

function runScan(scan) {
  const faults = scan();
  return { ok: faults.length === 0, output: faults.join('\n') };
}

/** More than this is not read, and the first fault is often the cause of the others. */
const maxLines = 120;

/** One line per check, and its words when it failed. */
export function checkLine(result) {
  const head = `${result.ok ? '✓' : '✗'} ${result.name} ${result.seconds.toFixed(1)} s`;
  if (result.ok) return head;
  const lines = result.output.trim().split('\n');
  const rest = lines.length > maxLines ? [`… and ${lines.length - maxLines} lines more`] : [];
  return [head, ...[...lines.slice(0, maxLines), ...rest].map((line) => `    ${line}`)].join('\n');
}
