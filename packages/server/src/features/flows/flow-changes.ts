import type { FlowEvent } from '@weft/core';
import { notFound } from '@weft/std';
import type { StreamEvent } from '../../http/event-stream.ts';
import type { Handlers } from '../../rpc/handler.ts';
import { untilChanged } from '../../rpc/until-changed.ts';
import type { FlowChangesDeps } from './deps.ts';
import { roleOf } from './flow-policy.ts';

type Role = 'admin' | 'member' | null;

/** Every reader of an event gets the same text: it is made once, and goes with the event. */
const texts = new WeakMap<FlowEvent, string>();

function textOf(event: FlowEvent): string {
  const known = texts.get(event) ?? JSON.stringify(event);
  texts.set(event, known);
  return known;
}

/** Changes by which somebody may lose sight of a flow: their list is to be read again. */
const mayHide: ReadonlySet<FlowEvent['change']> = new Set(['moved', 'shared', 'deleted']);

/** Nobody is told of a flow they may not see. Who could see one that is gone is not known any more: admins could. */
async function* streamed(
  events: AsyncIterable<FlowEvent>,
  role: Role,
  isVisible: (flowId: string) => Promise<boolean>,
): AsyncIterable<StreamEvent> {
  const isHidden = async ({ flowId, flow }: Exclude<FlowEvent, { readonly change: 'missed' }>) =>
    flow === null ? role !== 'admin' : !(await isVisible(flowId));
  for await (const event of events) {
    const hidden = event.change !== 'missed' && (await isHidden(event));
    if (hidden && !mayHide.has(event.change)) continue;
    const told: FlowEvent = hidden ? { seq: event.seq, change: 'missed' } : event;
    yield { id: String(event.seq), json: textOf(told) };
  }
}

export const flowChanges: Handlers<'flows.changes', FlowChangesDeps> = {
  'flows.changes': async ({ deps, caller }, input, signal) => {
    const { organizationId } = input;
    const roleHere = async (): Promise<Role> => {
      // A token knows of no organization but its own.
      if (caller.scope !== null && caller.organizationId !== organizationId) return null;
      const all = await deps.organizationsOf(caller.userId);
      return all.find(({ id }) => id === organizationId)?.role ?? null;
    };
    const role = await roleHere();
    if (role === null) throw notFound('Organization not found');
    // A reader that comes back says the last event it got; that is later than the number it began with.
    const last = /^\d{1,15}$/.test(input.lastEventId ?? '') ? Number(input.lastEventId) : undefined;
    const since = last ?? input.sinceSeq ?? (await deps.flowFeed.head(organizationId));
    // Who is removed from the organization is told nothing more; whose role changes opens the stream again.
    const ends = untilChanged(role, async () => String(await roleHere()), signal);
    const isVisible = async (flowId: string): Promise<boolean> => {
      const found = await deps.flowAccess.of(flowId, caller.userId);
      return found !== null && roleOf(caller, organizationId, found.standing) !== null;
    };
    return streamed(deps.flowFeed.changes(organizationId, since, ends), role, isVisible);
  },
};
