import type { BaseRecord } from '@weft/core';
import type { BaseStore } from '@weft/db';

interface Ask {
  readonly ids: readonly string[];
  readonly resolve: (records: readonly BaseRecord[]) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Reads of single records of one table that are asked for in the same turn become one query: edits of many
 * people are acknowledged together (one transaction), and so are the records their answers carry.
 */
export class ReadBatcher {
  readonly #waiting = new Map<string, Ask[]>();

  get(store: BaseStore, tableId: string, ids: readonly string[]): Promise<readonly BaseRecord[]> {
    return new Promise((resolve, reject) => {
      const key = `${store.baseId}/${tableId}`;
      const asks = this.#waiting.get(key);
      if (asks !== undefined) {
        asks.push({ ids, resolve, reject });
        return;
      }
      this.#waiting.set(key, [{ ids, resolve, reject }]);
      setImmediate(() => void this.#read(store, tableId, key));
    });
  }

  async #read(store: BaseStore, tableId: string, key: string): Promise<void> {
    const asks = this.#waiting.get(key) ?? [];
    this.#waiting.delete(key);
    try {
      const ids = [...new Set(asks.flatMap((ask) => ask.ids))];
      const found = new Map((await store.get(tableId, ids)).map((record) => [record.id, record]));
      for (const ask of asks) ask.resolve(ask.ids.flatMap((id) => found.get(id) ?? []));
    } catch (error) {
      for (const ask of asks) ask.reject(error);
    }
  }
}
