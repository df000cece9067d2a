import type { HoursRule } from './day-plan.ts';
import type { Blocker, Diary, Session } from './diary.ts';
import type { Limits } from './limits.ts';
import type { Reason, ReasonCode } from './reasons.ts';
import { covers, meets, overlap, type Span } from './span.ts';

/** A start that is looked at, with its end. */
export interface Candidate extends Span {
  /** With the buffers of the event. */
  readonly wide: Span;
}

/** Something a candidate must hold to, and the reasons where it does not. Both are asked of the same candidate. */
export interface Check<Subject> {
  holds(subject: Subject, candidate: Candidate): boolean;
  reasons(subject: Subject, candidate: Candidate): readonly Reason[];
}

/** Whether all checks hold, and why not: all there is to decide about a candidate. */
export const passes = <S>(checks: readonly Check<S>[], subject: S, candidate: Candidate): boolean =>
  checks.every((check) => check.holds(subject, candidate));
export const faultsOf = <S>(checks: readonly Check<S>[], subject: S, candidate: Candidate): Reason[] =>
  checks.flatMap((check) => (check.holds(subject, candidate) ? [] : check.reasons(subject, candidate)));

/** What is asked about a host: the diary, and what the event says about seats. */
export interface HostSubject {
  readonly diary: Diary;
  readonly seats: number;
  readonly maxSeats: number;
}

const hoursReasons: Readonly<Record<HoursRule, ReasonCode>> = {
  week: 'outside_hours',
  day_off: 'day_off',
  override: 'override',
  holiday: 'holiday',
  out_of_office: 'out_of_office',
};

const startsOpen = ({ diary }: HostSubject, { from }: Span): boolean =>
  covers(diary.hours.open, { from, to: from + 1 });

export const hostChecks: readonly Check<HostSubject>[] = [
  {
    holds: ({ diary }) => diary.host.unreadableCalendars.length === 0,
    reasons: ({ diary: { host } }) =>
      host.unreadableCalendars.map((by) => ({ code: 'calendar_unreadable', hostId: host.id, by })),
  },
  {
    holds: ({ diary }, { from, to }) => covers(diary.hours.open, { from, to }),
    reasons: (subject, candidate) => {
      const { host, hours } = subject.diary;
      const code = startsOpen(subject, candidate) ? 'too_long' : hoursReasons[hours.ruleAt(candidate.from)];
      return [{ code, hostId: host.id, by: null }];
    },
  },
  {
    holds: ({ diary }, { wide }) => !meets(diary.blocked, wide),
    reasons: ({ diary }, candidate) =>
      diary.blockers
        .filter((blocker) => overlap(blocker, candidate.wide))
        .flatMap((blocker) => reasonsOf(diary, blocker, candidate)),
  },
  {
    holds: ({ diary }, candidate) => otherSessions(diary, candidate).length === 0,
    reasons: ({ diary }, candidate) =>
      otherSessions(diary, candidate).flatMap(({ blocker }) => reasonsOf(diary, blocker, candidate)),
  },
  {
    holds: ({ diary, seats, maxSeats }, candidate) =>
      (sessionAt(diary, candidate)?.seatsTaken ?? 0) + seats <= maxSeats,
    reasons: ({ diary }, candidate) => [
      { code: 'no_seats', hostId: diary.host.id, by: sessionAt(diary, candidate)?.blocker.by ?? null },
    ],
  },
];

const isSame = (a: Span, b: Span): boolean => a.from === b.from && a.to === b.to;

/** Rule R16: the bookings of a group event that a candidate would join, and those in its way. */
export const sessionAt = ({ sessions }: Diary, candidate: Span): Session | undefined =>
  sessions.find((session) => isSame(session, candidate));
const otherSessions = ({ sessions }: Diary, candidate: Candidate): readonly Session[] =>
  sessions.filter((session) => overlap(session.blocker, candidate.wide) && !isSame(session, candidate));

/** Whether a candidate lies in what stays free before or after a blocker: the buffers of both. */
function isInBuffer({ from, to, own }: Blocker, { wide, ...candidate }: Candidate): boolean {
  const before = { from: from - (wide.to - candidate.to), to: own.from };
  const after = { from: own.to, to: to + (candidate.from - wide.from) };
  return [before, after].some((buffer) => buffer.from < buffer.to && overlap(buffer, candidate));
}

/** What is in the way itself, and with the buffers of either. */
function reasonsOf({ host }: Diary, blocker: Blocker, candidate: Candidate): readonly Reason[] {
  const codes: readonly ReasonCode[] = [
    ...(overlap(blocker.own, candidate) ? [blocker.code] : []),
    ...(isInBuffer(blocker, candidate) ? (['buffer'] as const) : []),
  ];
  return codes.map((code) => ({ code, hostId: host.id, by: blocker.by }));
}

const ofEvent = (code: ReasonCode): readonly Reason[] => [{ code, hostId: null, by: null }];

export const eventChecks: readonly Check<Limits>[] = [
  { holds: ({ now }, { from }) => from >= now, reasons: () => ofEvent('past') },
  {
    // What is past is not too soon besides.
    holds: ({ now, notice }, { from }) => from >= now + notice || from < now,
    reasons: () => ofEvent('too_soon'),
  },
  {
    holds: (limits, { from }) => limits.dayOf(from) >= limits.firstDay,
    reasons: () => ofEvent('before_window'),
  },
  {
    holds: (limits, { from }) => limits.dayOf(from) <= limits.lastDay,
    reasons: () => ofEvent('after_window'),
  },
  {
    holds: (limits, candidate) => limits.isJoined(candidate) || !limits.isDayFull(candidate.from),
    reasons: () => ofEvent('day_limit'),
  },
  {
    holds: (limits, candidate) => limits.isJoined(candidate) || !limits.isWeekFull(candidate.from),
    reasons: () => ofEvent('week_limit'),
  },
];
