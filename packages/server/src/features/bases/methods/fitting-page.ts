import type { BaseRecord } from '@weft/core';

/** Characters of cells in one page: the answer's text must stay well below the longest one there is (2^29). */
const maxCharacters = 64 * 1024 * 1024;

const charactersOf = ({ data, raw = {} }: BaseRecord): number => {
  let sum = 0;
  for (const value of Object.values(data)) {
    if (typeof value === 'string') sum += value.length;
    else if (Array.isArray(value))
      for (const item of value) sum += typeof item === 'string' ? item.length : JSON.stringify(item).length;
  }
  for (const text of Object.values(raw)) sum += text.length;
  return sum;
};

/**
 * A page of at most `limit` records, fewer where their texts would be too much for one answer, but at least one; its
 * cursor continues with the rest. Only such a page is read a second time.
 */
export async function fittingPage<Page extends { readonly records: readonly BaseRecord[] }>(
  list: (limit: number) => Promise<Page>,
  limit: number,
  most = maxCharacters,
): Promise<Page> {
  const page = await list(limit);
  let room = most;
  const fitting = page.records.findIndex((record) => {
    room -= charactersOf(record);
    return room < 0;
  });
  return fitting === -1 || page.records.length === 1 ? page : list(Math.max(1, fitting));
}
