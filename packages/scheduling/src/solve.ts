import {
  type Candidate,
  eventChecks,
  faultsOf,
  type HostSubject,
  hostChecks,
  passes,
  sessionAt,
} from './checks.ts';
import { type Diary, diariesOf } from './diary.ts';
import { type GridPiece, isStart, sharedPieces, startsIn } from './hours.ts';
import { type Limits, limitsOf } from './limits.ts';
import type { Reason } from './reasons.ts';
import type { SlotRequest } from './request.ts';
import { minute, type Span } from './span.ts';

/** A time that can be booked. */
export interface Slot extends Span {
  /** Of a round robin those who are free, one of whom is to be chosen; else all hosts, who are all needed. */
  readonly hostIds: readonly string[];
  /** Of a group event. */
  readonly seatsLeft: number | null;
}

/** A time that cannot be booked, and every reason. */
export interface HiddenSlot extends Span {
  readonly reasons: readonly Reason[];
}

export interface Solution {
  readonly slots: readonly Slot[];
  /** Candidates that are not offered; none where they were not asked for. */
  readonly hidden: readonly HiddenSlot[];
}

/** Hosts who are needed together, and when they are all at work. Any one party will do. */
interface Party {
  readonly subjects: readonly HostSubject[];
  readonly pieces: readonly GridPiece[];
}

interface Prepared {
  readonly request: SlotRequest;
  readonly step: number;
  readonly parties: readonly Party[];
  readonly limits: Limits;
}

/** The slots that begin within a range, in order; with `hidden`, also the candidates that are none. */
export function solve(request: SlotRequest, range: Span, { hidden = false } = {}): Solution {
  const prepared = prepare(request, range);
  const slots: Slot[] = [];
  const others: HiddenSlot[] = [];
  for (const [time, parties] of candidatesIn(prepared, range)) {
    const slot = slotAt(prepared, parties, time);
    if (slot !== null) slots.push(slot);
    else if (hidden) others.push(hiddenAt(prepared, time));
  }
  return { slots, hidden: others };
}

/** Whether a time can be booked, on the grid or off it, as `solve` offers it (law L1), and why not. */
export function check(request: SlotRequest, time: number): Slot | HiddenSlot {
  return checkedAt(prepare(request, { from: time, to: time + 1 }), time);
}

/** The same for many times within a range, whose hosts are prepared once. */
export function checkAll(
  request: SlotRequest,
  range: Span,
  times: readonly number[],
): readonly (Slot | HiddenSlot)[] {
  const prepared = prepare(request, range);
  return times.map((time) => checkedAt(prepared, time));
}

function checkedAt(prepared: Prepared, time: number): Slot | HiddenSlot {
  const parties = prepared.parties.filter(({ pieces }) => isStart(pieces, prepared.step, time));
  return slotAt(prepared, parties, time) ?? hiddenAt(prepared, time);
}

function prepare(request: SlotRequest, range: Span): Prepared {
  const { event, hosts } = request;
  const taken = { from: range.from, to: range.to + event.durationMins * minute };
  const wide = widened(request, taken);
  const booked = event.type === 'individual' || event.type === 'group' ? hosts.slice(0, 1) : hosts;
  const needed = booked.filter(({ id }) => request.hostId === undefined || id === request.hostId);
  const diaries = diariesOf(needed, request, taken, wide);
  const teams = event.type === 'round_robin' ? diaries.map((diary) => [diary]) : [diaries];
  return {
    request,
    step: (event.slotIntervalMins ?? event.durationMins) * minute,
    parties: teams.flatMap((team) => partyOf(request, team)),
    limits: limitsOf(request),
  };
}

function partyOf({ event, seats }: SlotRequest, diaries: readonly Diary[]): readonly Party[] {
  const [first, ...rest] = diaries;
  if (first === undefined) return [];
  const maxSeats = event.type === 'group' ? event.maxSeats : 1;
  return [
    {
      subjects: diaries.map((diary) => ({ diary, seats, maxSeats })),
      pieces: rest.reduce((pieces, { hours }) => sharedPieces(pieces, hours.pieces), first.hours.pieces),
    },
  ];
}

const widened = ({ event }: SlotRequest, { from, to }: Span): Span => ({
  from: from - event.bufferBeforeMins * minute,
  to: to + event.bufferAfterMins * minute,
});

/** The starts of all grids in order, each once, with the parties on whose grid it is. */
function candidatesIn({ parties, step }: Prepared, range: Span): readonly [number, Party[]][] {
  const times = new Map<number, Party[]>();
  for (const party of parties)
    for (const time of startsIn(party.pieces, step, range)) {
      const others = times.get(time);
      if (others === undefined) times.set(time, [party]);
      else others.push(party);
    }
  return [...times].sort(([a], [b]) => a - b);
}

function candidateAt(request: SlotRequest, from: number): Candidate {
  const to = from + request.event.durationMins * minute;
  return { from, to, wide: widened(request, { from, to }) };
}

/** `parties` are those on whose grid the time is. */
function slotAt({ request, limits }: Prepared, parties: readonly Party[], time: number): Slot | null {
  const candidate = candidateAt(request, time);
  if (!passes(eventChecks, limits, candidate)) return null;
  const free = parties.filter(({ subjects }) =>
    subjects.every((subject) => passes(hostChecks, subject, candidate)),
  );
  if (free.length === 0) return null;
  const { from, to } = candidate;
  const hostIds = free.flatMap(({ subjects }) => subjects.map(({ diary }) => diary.host.id));
  return { from, to, hostIds, seatsLeft: seatsLeft(request, free, candidate) };
}

function seatsLeft({ event }: SlotRequest, [party]: readonly Party[], candidate: Span): number | null {
  const diary = party?.subjects[0]?.diary;
  if (event.type !== 'group' || diary === undefined) return null;
  return event.maxSeats - (sessionAt(diary, candidate)?.seatsTaken ?? 0);
}

function hiddenAt({ request, step, parties, limits }: Prepared, time: number): HiddenSlot {
  const candidate = candidateAt(request, time);
  const reasons = faultsOf(eventChecks, limits, candidate);
  if (parties.length === 0) reasons.push({ code: 'no_host', hostId: null, by: null });
  for (const { pieces, subjects } of parties) {
    const faults = subjects.flatMap((subject) => faultsOf(hostChecks, subject, candidate));
    const hostId = subjects.length === 1 ? (subjects[0]?.diary.host.id ?? null) : null;
    // Outside of the hours there is no grid to be off.
    const isWithin = isStart(pieces, 1, time);
    if (isWithin && !isStart(pieces, step, time)) faults.push({ code: 'off_grid', hostId, by: null });
    reasons.push(...faults);
  }
  return { from: candidate.from, to: candidate.to, reasons };
}
