import type { Flow } from '../../api.ts';

/** The groups of the scheduling page (specification 3, section 2). */
export interface SchedulingGroup {
  readonly key: string;
  readonly title: string;
  readonly flows: readonly Flow[];
  /** The first name of another person whose calendar is not connected; else null. */
  readonly unconnected: string | null;
}

interface Viewer {
  readonly userId: string;
  readonly isAdmin: boolean;
}

/**
 * One's own forms first, even where there are none; then, for admins, those of each other person by name, of several
 * people by turns, and of nobody.
 */
export function schedulingGroups(
  flows: readonly Flow[],
  { userId: viewerId, isAdmin }: Viewer,
): readonly SchedulingGroup[] {
  const isTurned = (flow: Flow) => flow.scheduling?.eventType === 'round_robin';
  const byHost = Map.groupBy(
    flows.filter((flow) => !isTurned(flow)),
    ({ scheduling }) => scheduling?.userId ?? null,
  );
  const own: SchedulingGroup = {
    ...{ key: 'own', title: 'Your scheduling forms', unconnected: null },
    flows: byHost.get(viewerId) ?? [],
  };
  if (!isAdmin) return [own];
  const people = [...byHost].flatMap(([hostId, ofHost]): SchedulingGroup[] => {
    const { firstName, hasCalendar } = ofHost[0]?.scheduling ?? {};
    if (hostId === null || hostId === viewerId || !firstName) return [];
    const title = `${firstName}'s scheduling forms`;
    return [{ key: hostId, title, flows: ofHost, unconnected: hasCalendar === true ? null : firstName }];
  });
  const rest = [
    { key: 'round robin', title: 'Round robin scheduling forms', flows: flows.filter(isTurned) },
    { key: 'other', title: 'Other scheduling forms', flows: byHost.get(null) ?? [] },
  ].map((group): SchedulingGroup => ({ ...group, unconnected: null }));
  return [
    own,
    ...people.toSorted((a, b) => a.title.localeCompare(b.title)),
    ...rest.filter((group) => group.flows.length > 0),
  ];
}

type Scheduling = NonNullable<Flow['scheduling']>;

const kinds: { readonly [K in Scheduling['eventType']]: (event: Scheduling) => string } = {
  individual: () => 'Individual',
  collective: () => 'Collective',
  round_robin: () => 'Round robin',
  group: ({ maxSeats }) => `Group, ${maxSeats} ${maxSeats === 1 ? 'seat' : 'seats'}`,
};

/** 'Individual', 'Group, 5 seats'. */
export const eventKindText = (event: Scheduling): string => kinds[event.eventType](event);
