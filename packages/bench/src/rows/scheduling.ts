import { type BookableEvent, check, type Host, type Slot, type SlotRequest, solve } from '@weft/scheduling';
import { must, seededRandom } from '@weft/std';
import { type Figure, percentile } from '../measure.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const now = Temporal.Instant.from('2026-10-12T08:00Z').epochMilliseconds;
const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Sydney', 'Pacific/Auckland'];
const busyEach = 200;
/** The first ones warm up: until then the compiler's work is counted too. */
const warmUp = 300;
const rounds = 100;

/** The 95th percentile of the processor's milliseconds: it waits for nothing, and neighbours are not measured. */
function p95(work: () => unknown): number {
  const times: number[] = [];
  for (let round = 0; round < warmUp + rounds; round++) {
    const begun = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(begun);
    times.push((user + system) / 1_000);
  }
  return percentile(times.slice(warmUp), 0.95);
}

/** Hosts of several zones with two windows a day and much in their calendars, over changes of the clock. */
function hostsOf(count: number): Host[] {
  const random = seededRandom(16);
  return Array.from({ length: count }, (_, place) => ({
    id: `host${place}`,
    availability: {
      timezone: must(zones[place % zones.length]),
      daySchedules: [1, 2, 3, 4, 5, 6, 7].map((isoDay) => ({
        isoDay,
        disabled: isoDay > 5,
        availableTimes: [
          { startTime: '09:00', endTime: '12:30' },
          { startTime: '13:30', endTime: '17:00' },
        ],
      })),
      dateOverrides: [],
      outOfOffice: [],
    },
    unreadableCalendars: [],
    busy: Array.from({ length: busyEach }, (_, event) => {
      const from = now + Math.floor(random() * 40 * 96) * 15 * minute;
      return {
        id: `event${event}`,
        showsAs: 'busy' as const,
        cancelled: false,
        declined: false,
        bookingId: null,
        when: { kind: 'timed' as const, from, to: from + 30 * minute },
      };
    }),
  }));
}

function requestOf(hosts: readonly Host[], type: BookableEvent['type']): SlotRequest {
  return {
    now,
    hosts,
    bookings: [],
    seats: 1,
    moving: null,
    event: {
      id: 'event',
      type,
      durationMins: 30,
      slotIntervalMins: 15,
      bufferBeforeMins: 5,
      bufferAfterMins: 10,
      noticeMins: 120,
      bookingWindow: { days: 60 },
      maxPerDay: 8,
      maxPerWeek: null,
      maxSeats: 5,
    },
  };
}

function solving(request: SlotRequest, days: number): { time: number; slots: readonly Slot[] } {
  const range = { from: now, to: now + days * day };
  return { time: p95(() => solve(request, range)), slots: solve(request, range).slots };
}

/** What it takes to know every slot of a month, and to know why a time is none. */
export async function slots(): Promise<Figure[]> {
  const one = solving(requestOf(hostsOf(1), 'individual'), 31);
  const many = requestOf(hostsOf(50), 'round_robin');
  const roundRobin = solving(many, 30);
  const ofOneZone = hostsOf(50).filter((_, place) => place % zones.length === 0);
  const collective = solving(requestOf(ofOneZone.slice(0, 5), 'collective'), 30);
  const note = (found: readonly Slot[]) => `${found.length} slots, ${busyEach} events a calendar`;
  const figure = (name: string, value: number, limit: number, more: string): Figure => ({
    name: `${name}, processor time p95`,
    engine: '-',
    value,
    unit: 'ms',
    limit,
    note: more,
  });
  return [
    figure('slots of 1 host, 31 days', one.time, 5, note(one.slots)),
    figure('slots of 50 hosts in turn, 30 days', roundRobin.time, 50, note(roundRobin.slots)),
    figure('slots of 5 hosts together, 30 days', collective.time, 50, note(collective.slots)),
    figure(
      'why not one time with 50 hosts',
      p95(() => check(many, now + 3 * day)),
      50,
      '',
    ),
  ];
}
