// The files of the project: what git tracks or would track, minus data.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../install.mjs';

const code = /\.(tsx?|mjs|css)$/;
const data = /(^|\/)(fixtures|generated|data)\/|\.generated\.ts$/;

/** Paths from the root, with forward slashes. Outside git (an unpacked archive) there is nothing to list. */
export function projectFiles() {
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26, stdio: ['ignore', 'pipe', 'pipe'] };
  const names = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    options,
  );
  return names.split('\0').filter((name) => name !== '' && existsSync(join(root, name)));
}

export function codeFiles() {
  return projectFiles().filter((name) => code.test(name) && !data.test(name));
}

export function read(name) {
  return readFileSync(join(root, name), 'utf8');
}
