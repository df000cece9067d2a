// Builds the web application and the published pages when its sources changed since the last build.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, say } from './install.mjs';
import { withLock } from './lock.mjs';
import { run } from './processes.mjs';

const programs = ['web', 'public'];
/** Of the application its file picker is built apart: see its vite.config.ts. */
const builds = [['packages/web'], ['packages/web', '--mode', 'picker'], ['packages/public']];
const bundled = [
  ...programs,
  ...[
    'ui',
    'client',
    'protocol',
    'history',
    'imports',
    'forms',
    'scheduling',
    'core',
    'documents',
    'payments',
    'std',
  ],
];
const stampFile = join(root, 'packages/web/dist/.stamp');
const skipped = new Set(['node_modules', 'dist', 'README.md', 'SPEC.md']);

/** Decides by content, not by time: a checkout touches files without changing them. About 30 ms for 400 files. */
export async function ensureWebBuilt(node) {
  if (builtFrom() !== sourcesHash()) await withLock('build', () => build(node));
}

async function build(node) {
  const hash = sourcesHash();
  if (builtFrom() === hash) return;
  say('Building the web application…');
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  for (const build of builds) {
    const code = await run(node, [vite, 'build', ...build], {
      cwd: root,
      stdio: ['ignore', 2, 2],
    });
    if (code !== 0) throw new Error('The web application could not be built; the reason is above.');
  }
  writeFileSync(stampFile, hash);
}

function builtFrom() {
  return existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : undefined;
}

function sourcesHash() {
  const hash = createHash('sha256');
  for (const file of ['package-lock.json', 'tsconfig.base.json', 'tsconfig.web.json'])
    add(hash, join(root, file));
  for (const name of bundled) addFolder(hash, join(root, 'packages', name));
  return hash.digest('hex');
}

function addFolder(hash, folder) {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    if (skipped.has(entry.name) || /\.(test|bench)\.tsx?$/.test(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) addFolder(hash, path);
    else add(hash, path);
  }
}

function add(hash, path) {
  hash
    .update(`${path.slice(root.length)}\0`)
    .update(readFileSync(path))
    .update('\0');
}
