import type { BaseStore } from '@weft/db';

/** Entries of the log read at a time. */
const page = 200;

/** Nothing was ever done in the base but what an import did and took back: it has no tables, and no other history. */
export async function isUntouched(store: BaseStore, importId?: string): Promise<boolean> {
  const { metadata, version } = await store.metadata();
  if (metadata.tables.length > 0) return false;
  if (version === 0) return true;
  return importId !== undefined && (await isOnlyOf(store, importId));
}

async function isOnlyOf(store: BaseStore, importId: string): Promise<boolean> {
  for (let cursor: string | undefined; ; ) {
    const { entries, nextCursor } = await store.history({ limit: page, ...(cursor && { cursor }) });
    if (entries.some(({ groupId }) => groupId !== importId)) return false;
    if (nextCursor === null) return true;
    cursor = nextCursor;
  }
}

/** Whether people see the table. */
export async function isShown(store: BaseStore, tableId: string): Promise<boolean> {
  const { metadata } = await store.metadata();
  return metadata.tables.some((table) => table.id === tableId);
}
