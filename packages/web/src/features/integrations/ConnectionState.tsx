import { Badge } from '@weft/ui';
import type { Connection } from './integration-queries.ts';
import { reconnectWord } from './service-words.ts';

const looks = {
  ok: { tone: 'success', word: () => 'Connected' },
  reconnect: { tone: 'warning', word: reconnectWord },
  failing: { tone: 'danger', word: () => 'Failing' },
} as const;

/** How a connection is doing, in a word. */
export function ConnectionState({ connection }: { readonly connection: Connection }) {
  const { tone, word } = looks[connection.state];
  return <Badge tone={tone}>{word(connection)}</Badge>;
}
