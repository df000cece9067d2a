import { createHash } from 'node:crypto';
import type { AirtableTable } from '@weft/integrations';
import { tableIdAt } from '../from-service/table-ids.ts';

const digits = 12;
const most = 36n ** BigInt(digits);

/** The ids that Airtable's parts have here. */
export interface SourceIds {
  /** Told of all tables before any id of theirs is asked for. */
  saw?(tables: readonly AirtableTable[]): void;
  /** `index`: its place in its base. */
  table(index: number, id: string): string;
  field(id: string): string;
  view(id: string): string;
  record(id: string): string;
}

/** The ids that Airtable's parts get in one import: the same part the same one, wherever it is named. */
export class ImportedIds implements SourceIds {
  readonly #first: string;

  /** The id of the import's first table. */
  constructor(firstTableId: string) {
    this.#first = firstTableId;
  }

  table(index: number): string {
    return tableIdAt(this.#first, index);
  }

  field(id: string): string {
    return this.#made('fld', id);
  }

  view(id: string): string {
    return this.#made('viw', id);
  }

  record(id: string): string {
    return this.#made('rec', id);
  }

  /** With the time of the import, as ids have one; the digits that are otherwise random come from Airtable's id. */
  #made(kind: string, id: string): string {
    const hash = createHash('sha256').update(`${this.#first} ${id}`).digest();
    const tail = (hash.readBigUInt64BE() % most).toString(36).padStart(digits, '0');
    return `${kind}${this.#first.slice(3, 12)}${tail}`;
  }
}
