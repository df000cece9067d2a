import type { FieldEnv } from '@weft/core';
import { useEffect, useRef } from 'react';
import type { BaseSession } from '../open/base-session.ts';
import { type HistoryLine, namedRecords } from './change-lines.ts';

/** Reads the names of linked records that the lines name and nobody has read yet. */
export function useNamesOf(
  { client }: BaseSession,
  changes: readonly HistoryLine['what'][],
  { linked }: FieldEnv,
): void {
  const asked = useRef(new Set<string>());
  useEffect(() => {
    for (const [tableId, ids] of namedRecords(changes)) {
      const unknown = [...ids].filter((id) => linked?.(id) === undefined && !asked.current.has(id));
      for (const id of unknown) asked.current.add(id);
      if (unknown.length > 0)
        client.find(tableId, { ids: unknown }).catch((error: unknown) => {
          console.error('The names of linked records could not be read', error);
        });
    }
  }, [client, changes, linked]);
}
