import type { BaseStore } from '@weft/db';

/** Nothing was ever done in the base: it has no tables and no history. */
export async function isUntouched(store: BaseStore): Promise<boolean> {
  const { metadata, version } = await store.metadata();
  return version === 0 && metadata.tables.length === 0;
}

/** Whether people see the table. */
export async function isShown(store: BaseStore, tableId: string): Promise<boolean> {
  const { metadata } = await store.metadata();
  return metadata.tables.some((table) => table.id === tableId);
}
