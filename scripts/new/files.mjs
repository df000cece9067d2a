// Writing files and lines where they belong. Nothing that is there is overwritten.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../install.mjs';

/** `two-words` as `twoWords`, `TWO_WORDS`, `two_words` and `Two words`. */
export const camel = (name) => name.replaceAll(/-(.)/g, (_, letter) => letter.toUpperCase());
export const shouting = (name) => name.replaceAll('-', '_').toUpperCase();
export const snake = (name) => name.replaceAll('-', '_');
export const sentence = (name) => name[0].toUpperCase() + name.slice(1).replaceAll('-', ' ');

/** Refuses before anything is written. */
export function refuseExisting(...paths) {
  for (const path of paths) if (existsSync(join(root, path))) throw new Error(`${path} is there already.`);
}

export function create(path, text) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text, { flag: 'wx' });
}

/** Puts a line before the one that ends a list, which follows the line that begins it. */
export function addToList(path, begins, ends, line) {
  const lines = readFileSync(join(root, path), 'utf8').split('\n');
  const start = lines.findIndex((text) => text.includes(begins));
  const end = lines.findIndex((text, at) => at > start && text.startsWith(ends));
  if (start === -1 || end === -1) throw new Error(`${path} has no list that begins with "${begins}".`);
  lines.splice(end, 0, line);
  writeFileSync(join(root, path), lines.join('\n'));
}

/** Puts an import among the others, in the order of their paths as the formatter wants it. */
export function addImport(path, line) {
  const lines = readFileSync(join(root, path), 'utf8').split('\n');
  const from = (text) => /from '(\.[^']*)'/.exec(text)?.[1];
  const own = from(line);
  const after = lines.findIndex(
    (text) => from(text) !== undefined && from(text) > own && from(text)[1] === own[1],
  );
  const last = lines.findLastIndex((text) => from(text) !== undefined);
  lines.splice(after === -1 ? last + 1 : after, 0, line);
  writeFileSync(join(root, path), lines.join('\n'));
}
