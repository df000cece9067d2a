// Finds or installs the Chromium of the browser tests.
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root, say } from './install.mjs';
import { capture, run } from './processes.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const places = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Playwright's own download stays inside the repository. */
const downloads = join(root, '.cache', 'browsers');

/** Path of a Chromium that runs; installs one when there is none. Throws a sentence when that is impossible. */
export async function ensureChromium(node) {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) {
    if (isExecutable(chosen)) return chosen;
    throw new Error(`CHROMIUM_PATH is ${chosen}, which is not a program that can be run.`);
  }
  return installed() ?? (await fromDebian()) ?? (await fromPlaywright(node));
}

function installed() {
  const folders = ['/usr/bin', '/usr/local/bin', ...(process.env.PATH ?? '').split(delimiter)];
  const candidates = [...folders.flatMap((folder) => names.map((name) => join(folder, name))), ...places];
  return candidates.find(isExecutable);
}

async function fromDebian() {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return undefined;
  // Ubuntu's package of that name is a snap, which needs a running snapd.
  if (/^ID=ubuntu$/m.test(readFileSync('/etc/os-release', 'utf8'))) return undefined;
  say('Installing Chromium (Debian’s package)…');
  const options = { stdio: ['ignore', 2, 2], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  await run('apt-get', ['update', '-q'], options);
  await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'], options);
  return installed();
}

async function fromPlaywright(node) {
  say('Installing Chromium (Playwright’s own)…');
  const cli = join(root, 'node_modules/@playwright/test/cli.js');
  const env = { ...process.env, PLAYWRIGHT_BROWSERS_PATH: downloads };
  await run(node, [cli, 'install', 'chromium'], { cwd: root, env, stdio: ['ignore', 2, 2] });
  const ask = "import { chromium } from '@playwright/test'; console.log(chromium.executablePath())";
  const { output } = await capture(node, ['--input-type=module', '-e', ask], { cwd: root, env });
  const path = output.trim();
  if (isExecutable(path)) return path;
  throw new Error(
    'There is no Chromium, and none could be installed. Install one, or set CHROMIUM_PATH to it.',
  );
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
