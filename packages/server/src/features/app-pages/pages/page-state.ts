import type { SortKey } from '@weft/core';
import type { Asked } from '../records/block-query.ts';

/**
 * What somebody has chosen on a page, in its address: searched words, a filter, an order, how far a list was read. All of it
 * goes by the id of a block, and of a filter by a field: what the block reads, and by which rules, stands in the app alone.
 */
export const names = {
  search: (blockId: string) => `q-${blockId}`,
  sort: (blockId: string) => `s-${blockId}`,
  cursor: (blockId: string) => `c-${blockId}`,
  filter: (blockId: string, fieldId: string) => `f-${blockId}-${fieldId}`,
  month: (blockId: string) => `m-${blockId}`,
  tab: (blockId: string) => `t-${blockId}`,
  /** The lane of a board that is read on in; '-' is that of none. */
  lane: (blockId: string) => `l-${blockId}`,
  /** What is searched among the records that a field of a form can link. */
  options: (blockId: string, fieldId: string) => `o-${blockId}-${fieldId}`,
  done: 'done',
} as const;

const isState = /^[qscmtl]-blk|^[fo]-blk|^done$/;

/** The parameters of an address that are not about blocks: what bindings may read. */
export const isParameter = (name: string): boolean =>
  !isState.test(name) && name !== 'as' && name !== 'canvas';

/** What is asked of a block that shows records. */
export function askedOf(blockId: string, params: URLSearchParams): Asked {
  const prefix = names.filter(blockId, '');
  const filters = [...params].flatMap(([name, value]) =>
    name.startsWith(prefix) && value !== '' ? [[name.slice(prefix.length), value] as const] : [],
  );
  const sort = params.get(names.sort(blockId)) ?? '';
  const key: SortKey = {
    fieldId: sort.replace(/^-/, ''),
    direction: sort.startsWith('-') ? 'desc' : 'asc',
  };
  return {
    search: params.get(names.search(blockId)) ?? undefined,
    ...(sort !== '' && { sort: key }),
    filters: new Map(filters),
  };
}

/** Whether somebody has narrowed a block. */
export const isNarrowed = ({ search = '', filters }: Asked): boolean =>
  search.trim() !== '' || (filters?.size ?? 0) > 0;

/** The names of everything that narrows a block, to be taken away, and where it was read to. */
export const narrowing = (blockId: string, params: URLSearchParams): { readonly [name: string]: null } =>
  Object.fromEntries(
    [
      names.search(blockId),
      names.cursor(blockId),
      ...[...params.keys()].filter((name) => name.startsWith(names.filter(blockId, ''))),
    ].map((name) => [name, null]),
  );
