import { AppError, invalid } from '@weft/std';

/** Lists and objects in each other; a filter at its own limit of 100 groups comes to some 200. */
export const deepestJson = 500;

const quote = 0x22;
const backslash = 0x5c;
const underscore = 0x5f;
const openList = 0x5b;
const openObject = 0x7b;
const closeList = 0x5d;
const closeObject = 0x7d;

const forbidden = '__proto__';
/** With each of its characters written as `\u005f`. */
const longestForbidden = forbidden.length * 6;

/** Where the string that begins at `from` ends; -1 when it does not. */
function endOfString(json: string, from: number): number {
  for (let end = json.indexOf('"', from); end !== -1; end = json.indexOf('"', end + 1)) {
    let before = end;
    while (before > from && json.charCodeAt(before - 1) === backslash) before--;
    // An even number of backslashes escape each other, not the quote.
    if ((end - before) % 2 === 0) return end;
  }
  return -1;
}

/** Whether the string between two quotes is a key: what stands before a colon is. */
function isKey(json: string, end: number): boolean {
  let at = end + 1;
  while (at < json.length && ' \t\r\n'.includes(json.charAt(at))) at++;
  return json.charAt(at) === ':';
}

/** Whether the string between two quotes is the forbidden key, in whatever escapes. */
function isForbiddenKey(json: string, from: number, end: number): boolean {
  const first = json.charCodeAt(from);
  if ((first !== underscore && first !== backslash) || end - from > longestForbidden) return false;
  if (!isKey(json, end)) return false;
  const written = json.slice(from, end);
  if (!written.includes('\\')) return written === forbidden;
  try {
    return JSON.parse(`"${written}"`) === forbidden;
  } catch {
    return false;
  }
}

/**
 * Refuses JSON with a `__proto__` key at any depth, and JSON that nests too deep, in one pass over the text that builds
 * nothing and stops at the first of them. Text that is not JSON is left for its reader to refuse. Keys such as
 * `constructor` are harmless: nothing that comes in is ever merged into an object of ours. It takes
 * about half as long as parsing the text.
 */
export function requireSafeJson(json: string): void {
  let depth = 0;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === quote) {
      const end = endOfString(json, at + 1);
      if (end === -1) return;
      if (isForbiddenKey(json, at + 1, end)) throw invalid(forbidden, `The key ${forbidden} is not allowed`);
      at = end;
    } else if (code === openList || code === openObject) {
      if (++depth > deepestJson) throw new AppError('invalid', `JSON may nest ${deepestJson} levels deep`);
    } else if (code === closeList || code === closeObject) depth--;
  }
}
