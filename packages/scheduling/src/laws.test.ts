import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { slotsByMinute } from './oracle-laws.ts';
import { asked, busyEvents } from './request-laws.ts';
import { check, checkAll, type Slot, solve } from './solve.ts';
import { minute, type Span } from './span.ts';

const starts = (slots: readonly Slot[]) => slots.map(({ from }) => from);

describe('slots', () => {
  it('are those an oracle finds minute by minute (L6)', () => {
    fc.assert(
      fc.property(asked, ({ request, range }) => {
        const { slots } = solve(request, range);
        expect(slots.map(({ from, hostIds }) => [from, hostIds])).toEqual(slotsByMinute(request, range));
      }),
    );
  });

  it('are offered where a check of their start alone says so, and hidden for a reason (L1)', () => {
    fc.assert(
      fc.property(asked, ({ request, range }) => {
        const { slots, hidden } = solve(request, range, { hidden: true });
        for (const slot of slots) expect(check(request, slot.from)).toEqual(slot);
        for (const other of hidden) {
          expect(other.reasons).not.toEqual([]);
          expect(check(request, other.from)).toEqual(other);
        }
      }),
    );
  });

  it('are offered for no other minute: off the grid a check refuses and says why (L1)', () => {
    fc.assert(
      fc.property(asked, fc.nat(1_000), ({ request, range }, later) => {
        const time = range.from + later * minute;
        const answer = check(request, time);
        const offered = starts(solve(request, { from: time, to: time + minute }).slots);
        expect('reasons' in answer ? answer.reasons.length > 0 : 'a slot').toBe(
          offered.includes(time) ? 'a slot' : true,
        );
      }),
    );
  });

  it('checked many at once are what they are checked one by one', () => {
    const shares = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 5 });
    fc.assert(
      fc.property(asked, shares, ({ request, range }, of) => {
        const length = range.to - range.from;
        const times = of.map((share) => range.from + Math.floor((length * share) / minute) * minute);
        const within = times.filter((time) => time < range.to);
        expect(checkAll(request, range, within)).toEqual(within.map((time) => check(request, time)));
      }),
    );
  });

  it('of two ranges are those of both as one (L2)', () => {
    fc.assert(
      fc.property(asked, fc.double({ min: 0, max: 1, noNaN: true }), ({ request, range }, share) => {
        const middle = range.from + Math.round(((range.to - range.from) * share) / 1_000) * 1_000;
        const parts: readonly Span[] = [
          { from: range.from, to: middle },
          { from: middle, to: range.to },
        ];
        const found = parts.flatMap((part) => solve(request, part).slots);
        expect(found).toEqual(solve(request, range).slots);
      }),
    );
  });

  it('are the same in whatever zone the machine is (L3)', () => {
    const zone = process.env.TZ;
    const clock = () => new Date(0).getTimezoneOffset();
    try {
      fc.assert(
        fc.property(asked, ({ request, range }) => {
          process.env.TZ = 'America/New_York';
          const there = clock();
          const found = solve(request, range);
          process.env.TZ = 'Pacific/Apia';
          expect(clock()).not.toBe(there);
          expect(solve(request, range)).toEqual(found);
        }),
      );
    } finally {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    }
  });

  it('do not become more when a host is busy (L4)', () => {
    const withBusy = asked.chain((given) =>
      fc.tuple(fc.constant(given), busyEvents(...given.place), fc.nat(2)),
    );
    fc.assert(
      fc.property(withBusy, ([{ request, range }, event, which]) => {
        const hosts = request.hosts.map((host, place) =>
          place === which ? { ...host, busy: [...host.busy, event] } : host,
        );
        const before = new Set(starts(solve(request, range).slots));
        for (const { from, hostIds } of solve({ ...request, hosts }, range).slots) {
          expect(before).toContain(from);
          const slot = check(request, from);
          if (!('hostIds' in slot)) throw new Error('A slot that was not offered before');
          expect(slot.hostIds).toEqual(expect.arrayContaining([...hostIds]));
        }
      }),
    );
  });

  it('of a round robin do not become fewer with another host (L5)', () => {
    fc.assert(
      fc.property(asked, ({ request, range }) => {
        const event = { ...request.event, type: 'round_robin' as const };
        const all = starts(solve({ ...request, event }, range).slots);
        const fewer = { ...request, event, hosts: request.hosts.slice(0, -1) };
        // With no host there is no first one, whose zone would count.
        if (fewer.hosts.length === 0) return;
        expect(all).toEqual(expect.arrayContaining(starts(solve(fewer, range).slots)));
      }),
    );
  });

  it('of a collective open no time that the hosts did not have without another (L5)', () => {
    fc.assert(
      fc.property(asked, ({ request, range }) => {
        const event = { ...request.event, type: 'collective' as const };
        const [first, ...rest] = request.hosts;
        for (const { from } of solve({ ...request, event }, range).slots)
          for (const host of [first, ...rest]) {
            const alone = check({ ...request, event, hosts: host === undefined ? [] : [host] }, from);
            const reasons = 'reasons' in alone ? alone.reasons : [];
            // Alone, a host may have another grid, and another zone for the event's dates.
            expect(reasons.filter(({ code, hostId }) => hostId !== null && code !== 'off_grid')).toEqual([]);
          }
      }),
    );
  });

  it('of a collective are no new ones with another host whose windows begin on the same grid (L5)', () => {
    const onGrid = (time: string) => `${time.slice(0, 2)}:00`;
    fc.assert(
      fc.property(asked, ({ request, range }) => {
        const event = { ...request.event, type: 'collective' as const, slotIntervalMins: 20 };
        const hosts = request.hosts.map((host) => ({
          ...host,
          availability: {
            ...host.availability,
            timezone: 'Europe/London',
            dateOverrides: [],
            daySchedules: host.availability.daySchedules.map((day) => ({
              ...day,
              availableTimes: day.availableTimes.map(({ startTime, endTime }) => ({
                startTime: onGrid(startTime),
                endTime,
              })),
            })),
          },
        }));
        const fewer = solve({ ...request, event, hosts: hosts.slice(0, 1) }, range);
        const all = solve({ ...request, event, hosts }, range);
        expect(starts(fewer.slots)).toEqual(expect.arrayContaining(starts(all.slots)));
      }),
    );
  });
});
