/**
 * Ids are made by the client, sort by time and are idempotent keys.
 * Shape: three-letter kind, then 9 base-36 digits of milliseconds, then 12 random base-36 digits: 24 characters.
 */
export type IdKind =
  | 'bas'
  | 'tbl'
  | 'fld'
  | 'viw'
  | 'rec'
  | 'act'
  | 'grp'
  | 'imp'
  | 'opt'
  | 'pag'
  | 'rul'
  | 'fil'
  | 'org'
  | 'wsp'
  | 'inv'
  | 'tok'
  | 'dlv'
  | 'aud'
  | 'job'
  | 'sec'
  | 'key'
  | 'snp'
  | 'sub'
  | 'edt'
  | 'whk'
  | 'svc'
  | 'int'
  | 'con'
  | 'avl'
  | 'bok'
  | 'ord'
  | 'rfd'
  | 'blk'
  | 'trn';

/** Fills the array with random bytes (`crypto.getRandomValues`). */
export type Random = (bytes: Uint8Array<ArrayBuffer>) => Uint8Array;

const digits = '0123456789abcdefghijklmnopqrstuvwxyz';
const pattern = /^[a-z]{3}[0-9a-z]{21}$/;

function randomDigits(random: Random, count: number): string {
  let text = '';
  while (text.length < count) {
    for (const byte of random(new Uint8Array(count * 2))) {
      // 252 is the largest multiple of 36 in a byte: no digit is likelier than another.
      if (byte < 252 && text.length < count) text += digits[byte % 36];
    }
  }
  return text;
}

/** What ids of a moment (epoch milliseconds) begin with: those made before sort before it, all others behind. */
export const firstIdAt = (kind: IdKind, moment: number): string =>
  kind + moment.toString(36).padStart(9, '0');

/** A maker of ids; `now` is in epoch milliseconds. */
export function idMaker(now: () => number, random: Random): (kind: IdKind) => string {
  return (kind) => firstIdAt(kind, now()) + randomDigits(random, 12);
}

export const isId = (kind: IdKind, text: unknown): text is string =>
  typeof text === 'string' && pattern.test(text) && text.startsWith(kind);

/** The short id of a select option's value: 10 random digits. */
export const shortId = (random: Random): string => randomDigits(random, 10);
