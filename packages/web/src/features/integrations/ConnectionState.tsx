import { Badge } from '@weft/ui';
import type { Connection } from './integration-queries.ts';

const looks = {
  ok: { tone: 'success', word: 'Connected' },
  reconnect: { tone: 'warning', word: 'Reconnect' },
  failing: { tone: 'danger', word: 'Failing' },
} as const;

/** How a connection is doing, in a word. */
export function ConnectionState({ state }: { readonly state: Connection['state'] }) {
  const { tone, word } = looks[state];
  return <Badge tone={tone}>{word}</Badge>;
}
