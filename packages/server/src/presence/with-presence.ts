import type { StreamEvent } from '../http/event-stream.ts';
import type { Presence } from './presence.ts';

/** The events of a log, and between them who has its flow open: at first, and whenever that has changed. */
export async function* withPresence(
  entries: AsyncIterable<StreamEvent>,
  presence: Presence,
  flowId: string,
): AsyncGenerator<StreamEvent> {
  const waiting: StreamEvent[] = [];
  const end: { error?: unknown; reached: boolean } = { reached: false };
  let changed = true;
  let wake: () => void = () => {};
  const leave = presence.subscribe(flowId, () => {
    changed = true;
    wake();
  });
  const iterator = entries[Symbol.asyncIterator]();
  const read = async () => {
    try {
      for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) {
        waiting.push(next.value);
        wake();
      }
    } catch (error) {
      end.error = error;
    }
    end.reached = true;
    wake();
  };
  void read();
  try {
    for (;;) {
      if (changed) {
        changed = false;
        yield { json: presence.json(flowId) };
      }
      const entry = waiting.shift();
      if (entry !== undefined) yield entry;
      else if (end.reached) break;
      else if (!changed)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
    if (end.error !== undefined) throw end.error;
  } finally {
    leave();
    // It waits for its signal, which whoever stops reading has aborted, or aborts next.
    void iterator.return?.().catch(() => {});
  }
}
