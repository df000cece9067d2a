import { type FieldEnv, isLinkField, type Table } from '@weft/core';
import { useSyncExternalStore } from 'react';
import type { BaseSession } from '../open/base-session.ts';

/** How records are shown that others link to; null in a table without links, which is not drawn again for them. */
export function useLinkedNames({ client }: BaseSession, { fields }: Table): FieldEnv['linked'] | null {
  const { names } = client;
  const look = useSyncExternalStore(names.subscribe, () => names.look);
  return fields.some(isLinkField) ? look : null;
}
