import type { FlowEvent } from '@weft/core';
import { notFound } from '@weft/std';
import type { StreamEvent } from '../../http/event-stream.ts';
import type { Handlers } from '../../rpc/handler.ts';
import { untilChanged } from '../../rpc/until-changed.ts';
import type { FlowChangesDeps } from './deps.ts';

/** Every reader of an event gets the same text: it is made once, and goes with the event. */
const texts = new WeakMap<FlowEvent, string>();

function textOf(event: FlowEvent): string {
  const known = texts.get(event) ?? JSON.stringify(event);
  texts.set(event, known);
  return known;
}

async function* streamed(events: AsyncIterable<FlowEvent>): AsyncIterable<StreamEvent> {
  for await (const event of events) yield { id: String(event.seq), json: textOf(event) };
}

export const flowChanges: Handlers<'flows.changes', FlowChangesDeps> = {
  'flows.changes': async ({ deps, caller }, input, signal) => {
    const { organizationId } = input;
    const isMember = async (): Promise<boolean> => {
      // A token knows of no organization but its own.
      if (caller.scope !== null && caller.organizationId !== organizationId) return false;
      const all = await deps.organizationsOf(caller.userId);
      return all.some(({ id }) => id === organizationId);
    };
    if (!(await isMember())) throw notFound('Organization not found');
    // A reader that comes back says the last event it got; that is later than the number it began with.
    const last = /^\d{1,15}$/.test(input.lastEventId ?? '') ? Number(input.lastEventId) : undefined;
    const since = last ?? input.sinceSeq ?? (await deps.flowFeed.head(organizationId));
    // Who is removed from the organization is told nothing more.
    const ends = untilChanged('true', async () => String(await isMember()), signal);
    return streamed(deps.flowFeed.changes(organizationId, since, ends));
  },
};
