import type { FormSessions, Published } from '@weft/db';
import { questionsOf } from '@weft/forms';

/** The choices that nobody can take any more. */
export async function fullChoices(
  formSessions: FormSessions,
  { flowId, content }: Pick<Published, 'flowId' | 'content'>,
): Promise<ReadonlySet<string>> {
  const limited = questionsOf(content).flatMap(({ choices }) =>
    choices.flatMap(({ id, capacity }) => (capacity === undefined ? [] : [[id, capacity] as const])),
  );
  if (limited.length === 0) return new Set();
  const taken = await formSessions.takenChoices(flowId);
  return new Set(limited.filter(([id, capacity]) => (taken.get(id) ?? 0) >= capacity).map(([id]) => id));
}
