import type { BaseRecord } from '@weft/core';
import { useEffect, useState } from 'react';
import type { LinkSource } from '../cell-editor.ts';

/** Milliseconds until what is typed is searched (specification 2, section 7). */
const searchDebounce = 300;

interface Found {
  readonly search: string;
  readonly records: readonly BaseRecord[];
}

/** Linked records that are shown first, so that they can be unchecked. */
const maxHeld = 25;

/** The first records, after those that the cell held when it was opened. */
async function firstOf(source: LinkSource, held: readonly string[]): Promise<readonly BaseRecord[]> {
  const ids = held.slice(0, maxHeld);
  const [linked, first] = await Promise.all([ids.length === 0 ? [] : source.find({ ids }), source.find({})]);
  return [...linked, ...first.filter(({ id }) => !ids.includes(id))];
}

/** The records a search finds; `loading` until those of the present text are there. */
export function useFoundRecords(
  source: LinkSource | null,
  search: string,
  held: readonly string[],
): { readonly records: readonly BaseRecord[]; readonly loading: boolean } {
  const [found, setFound] = useState<Found | null>(null);
  // Neither changes what is looked for: the list is not put in another order while it is open.
  const [opened] = useState({ source, held });
  const wanted = search.trim();
  useEffect(() => {
    if (opened.source === null) return;
    const { source, held } = opened;
    let here = true;
    const take = (records: readonly BaseRecord[]) => here && setFound({ search: wanted, records });
    const timer = setTimeout(
      () => {
        const read = wanted === '' ? firstOf(source, held) : source.find({ search: wanted });
        read.then(take, (error: unknown) => {
          console.error('The records to link could not be read', error);
          take([]);
        });
      },
      wanted === '' ? 0 : searchDebounce,
    );
    return () => {
      here = false;
      clearTimeout(timer);
    };
  }, [opened, wanted]);
  return { records: found?.records ?? [], loading: source !== null && found?.search !== wanted };
}
