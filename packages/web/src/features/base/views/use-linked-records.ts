import { type FieldEnv, findShownField, isLinkField, type Table } from '@weft/core';
import { useMemo, useSyncExternalStore } from 'react';
import type { BaseSession } from '../open/base-session.ts';

type LinkedEnv = Pick<FieldEnv, 'linked' | 'shownField'>;

const noLinks: LinkedEnv = {};

/** What a table shows of linked records; nothing in a table without links, which is not drawn again for them. */
export function useLinkedRecords({ client }: BaseSession, { fields }: Table): LinkedEnv {
  const { linked } = client;
  const look = useSyncExternalStore(linked.subscribe, () => linked.look);
  const { metadata } = client;
  const links = fields.some(isLinkField);
  return useMemo(
    () => (links ? { linked: look, shownField: findShownField(metadata) } : noLinks),
    [links, look, metadata],
  );
}
