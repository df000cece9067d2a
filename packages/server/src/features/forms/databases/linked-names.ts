import { anyFieldType, type CellValue, type Field, type Table } from '@weft/core';
import type { BaseStore, RunScan } from '@weft/db';
import type { ActionInputs } from '@weft/history';
import { AppError } from '@weft/std';
import { derivedId, maxTries } from '../../../derived-id.ts';

interface LinkedNamesDeps {
  readonly store: BaseStore;
  readonly runScan: RunScan;
  readonly createRecord: (input: ActionInputs['CREATE_RECORD']) => Promise<void>;
  /** Tells whoever reads the log of writes, in a sentence. */
  readonly note: (sentence: string) => void;
}

interface Named {
  readonly name: string;
  readonly value: NonNullable<CellValue>;
}

const shown = (name: string): string => `“${name.slice(0, 100)}”`;

/** The records that an answer names by their primary cells: found in one scan for all names, and made where that is wanted. */
export class LinkedNames {
  readonly #deps: LinkedNamesDeps;
  readonly #linked: Table;
  readonly #primary: Field;
  /** Makes the id of a record whose name was deleted too often. */
  readonly #answerKey: string;

  constructor(deps: LinkedNamesDeps, linked: Table, primary: Field, answerKey: string) {
    this.#deps = deps;
    this.#linked = linked;
    this.#primary = primary;
    this.#answerKey = answerKey;
  }

  /** Their ids, in the order of the names. */
  async recordsCalled(names: readonly string[], create: boolean): Promise<readonly string[]> {
    const { note } = this.#deps;
    const named = names.flatMap((name): readonly Named[] => {
      const read = anyFieldType(this.#primary.type).fromText(name, this.#primary.template);
      return read.ok && read.value !== null ? [{ name, value: read.value }] : [];
    });
    const ids = new Map<string, string>();
    let missing = await this.#find(named, ids);
    for (let tries = 1; create && missing.length > 0 && tries <= maxTries + 1; tries++) {
      const taken: Named[] = [];
      for (const one of missing) if (!(await this.#make(one, tries, ids))) taken.push(one);
      // Another answer made them in this moment; otherwise deleted records have these ids.
      missing = taken.length === 0 ? [] : await this.#find(taken, ids);
    }
    for (const name of names)
      if (!ids.has(name)) note(`No record of ${this.#linked.name} is called ${shown(name)}.`);
    return [...new Set(names.map((name) => ids.get(name) ?? ''))].filter((id) => id !== '');
  }

  /** Notes the ids of those there are, and answers those of which there is none. */
  async #find(named: readonly Named[], ids: Map<string, string>): Promise<readonly Named[]> {
    if (named.length === 0) return [];
    const { store, runScan, note } = this.#deps;
    const values = named.map(({ value }) => value);
    const found = await store.findByValue(this.#linked.id, this.#primary.id, values, runScan);
    return named.filter(({ name }, at) => {
      const { recordId, count } = found[at] ?? { recordId: '', count: 0 };
      if (count > 0) ids.set(name, count === 1 ? recordId : '');
      if (count > 1)
        note(`${count} records of ${this.#linked.name} are called ${shown(name)}: none of them is linked.`);
      return count === 0;
    });
  }

  /** False: another record has, or had, the id. */
  async #make({ name, value }: Named, tries: number, ids: Map<string, string>): Promise<boolean> {
    const { store, createRecord } = this.#deps;
    const { id: tableId } = this.#linked;
    // Two answers that name the same make it once.
    const last = tries > maxTries ? this.#answerKey : String(tries);
    const id = derivedId('rec', store.baseId, tableId, name, last);
    try {
      await createRecord({ tableId, records: [{ id, cells: { [this.#primary.id]: { value } } }] });
    } catch (error) {
      if (error instanceof AppError && error.kind === 'conflict') return false;
      throw error;
    }
    ids.set(name, id);
    return true;
  }
}
