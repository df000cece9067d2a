import { createHash } from 'node:crypto';
import type { AirtableTable } from '@weft/integrations';
import { AppError, must } from '@weft/std';
import type { SourceIds } from '../airtable/airtable-ids.ts';

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const base = BigInt(letters.length);
const hashDigits = 12;
/** Digits in base 36 that hold 14 letters of the service, with a one before them that keeps leading zeros. */
const recordDigits = 17;
const recordShape = /^rec[0-9A-Za-z]{1,14}$/;

function encoded(text: string): string {
  let number = 1n;
  for (const letter of text) number = number * base + BigInt(letters.indexOf(letter));
  return number.toString(36).padStart(recordDigits, '0');
}

function decoded(digits: string): string {
  let number = 0n;
  for (const digit of digits) number = number * 36n + BigInt(Number.parseInt(digit, 36));
  let text = '';
  for (; number > 1n; number /= base) text = `${letters[Number(number % base)]}${text}`;
  return text;
}

/**
 * The ids of the parts of an Airtable base in the database that shows it: the same part has the same one at every read, and
 * a record's tells what it is called there.
 */
export class MirrorIds implements SourceIds {
  readonly #baseId: string;
  readonly #ofRecords: string;
  readonly #types = new Map<string, string>();

  /** The id of the database here. */
  constructor(baseId: string) {
    this.#baseId = baseId;
    this.#ofRecords = this.#hash('records').slice(-4);
  }

  saw(tables: readonly AirtableTable[]): void {
    for (const { id, type } of tables.flatMap(({ fields }) => fields)) this.#types.set(id, type);
  }

  table(_index: number, id: string): string {
    return this.#made('tbl', id);
  }

  /** A field that begins or ends to hold links is another one here: nothing becomes a link, or was one. */
  field(id: string): string {
    const type = this.#types.get(id);
    const suffix =
      type === 'multipleRecordLinks' ? ' link' : type === 'multipleLookupValues' ? ' lookup' : '';
    return this.#made('fld', `${id}${suffix}`);
  }

  view(id: string): string {
    return this.#made('viw', id);
  }

  record(id: string): string {
    if (!recordShape.test(id)) throw new AppError('invalid', `Airtable has a record whose id is ‘${id}’`);
    return `rec${this.#ofRecords}${encoded(id.slice(3))}`;
  }

  /** A row of a sheet, by what it is called there. */
  row(sheetId: string, key: string): string {
    return this.#made('rec', `${sheetId} ${key}`);
  }

  /** What a record is called at Airtable. */
  recordThere(id: string): string {
    return `rec${decoded(id.slice(-recordDigits))}`;
  }

  #made(kind: string, id: string): string {
    return `${kind}${this.#baseId.slice(3, 12)}${this.#hash(id)}`;
  }

  #hash(id: string): string {
    const hash = createHash('sha256').update(`${this.#baseId} ${id}`).digest();
    return must((hash.readBigUInt64BE() % 36n ** BigInt(hashDigits)).toString(36)).padStart(hashDigits, '0');
  }
}
