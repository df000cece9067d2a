import { zoneOffset } from '@weft/core';
import type { DayTime } from '@weft/protocol';
import { useState } from 'react';
import { useOwnClock } from './booking-text.ts';
import { stepOf } from './day-times.ts';
import { hatched, TakenTimes } from './TakenTimes.tsx';
import { TimeRow } from './TimeRow.tsx';
import type { Circumstances, SettingPart } from './time-reasons.ts';

/** Height of the shortest step between two times, in pixels. */
const rowHeight = 34;
const hour = 3_600_000;

interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** The hours that begin within a stretch, as the clock shows them. */
function hoursIn(zone: string, from: number, to: number): readonly number[] {
  const offset = zoneOffset(zone, from);
  const past = Math.floor((from + offset) / hour) * hour - offset;
  const first = past === from ? from : past + hour;
  return Array.from({ length: Math.max(0, Math.ceil((to - first) / hour)) }, (_, at) => first + at * hour);
}

/** When nobody is open within a stretch. */
function closedIn(hours: readonly Stretch[], from: number, to: number): readonly Stretch[] {
  const closed: Stretch[] = [];
  let at = from;
  for (const open of hours.toSorted((a, b) => a.from - b.from)) {
    if (open.from > at) closed.push({ from: at, to: Math.min(open.from, to) });
    at = Math.max(at, open.to);
    if (at >= to) return closed;
  }
  return at < to ? [...closed, { from: at, to }] : closed;
}

/** Hours, calendars, and the times beside them; on a phone the times alone. */
const columns = 'grid grid-cols-[4rem_minmax(0,300px)_minmax(240px,468px)] max-md:grid-cols-1';

interface DayColumnsProps {
  readonly times: readonly DayTime[];
  readonly around: Circumstances;
  readonly onSetting: (part: SettingPart) => void;
}

/** What the calendars hold at the left, and beside it what people can book. */
export function DayColumns({ times, around, onSetting }: DayColumnsProps) {
  const [shown, setShown] = useState<number | null>(null);
  const { clock } = around;
  const { zone } = useOwnClock();
  const [first, last] = [times[0], times.at(-1)];
  if (first === undefined || last === undefined) return null;
  const step = stepOf(times);
  const y = (time: number): number => ((time - first.from) / step) * rowHeight;
  const end = last.from + step;
  const reasons = times.find(({ from }) => from === shown)?.reasons ?? [];
  const inTheWay = new Set(reasons.map(({ by }) => by));
  const height = y(end);
  const inDay = around.taken.filter((one) => one.around.from < end && one.around.to > first.from);
  const lines = hoursIn(zone, first.from, end).map((time) => (
    <li
      key={time}
      aria-hidden="true"
      className="absolute inset-x-0 border-line-subtle border-t"
      style={{ top: y(time) }}
    />
  ));
  return (
    <>
      <div className={`sticky top-0 z-1 border-b bg-sunken text-small text-text-muted ${columns}`}>
        <h3 className="col-start-2 px-2 py-2 max-md:hidden">Calendars</h3>
        <h3 className="px-2.5 py-2">What people can book</h3>
      </div>
      <div className={`mb-6 ${columns}`}>
        <div
          aria-hidden="true"
          className="relative pe-3 text-end text-small text-text-muted max-md:hidden"
          style={{ height }}
        >
          {hoursIn(zone, first.from, end).map((time) => (
            <span key={time} className="absolute end-2 whitespace-nowrap pt-1" style={{ top: y(time) }}>
              {clock(time)}
            </span>
          ))}
        </div>
        <ul
          aria-label="Calendars"
          className="relative border-line-subtle border-x border-b max-md:hidden"
          style={{ height }}
        >
          {closedIn(around.hours, first.from, end).map(({ from, to }) => (
            <li
              key={from}
              aria-hidden="true"
              className={`absolute inset-x-0 ${hatched}`}
              style={{ top: y(from), height: y(to) - y(from) }}
            />
          ))}
          {lines}
          <TakenTimes
            taken={inDay}
            isShared={around.event.hosts.length > 1}
            {...{ inTheWay, clock, y, height }}
          />
        </ul>
        <ul
          aria-label="Times"
          className="relative border-line-subtle md:border-e md:border-b"
          style={{ height }}
        >
          {lines}
          {times.map((time) => (
            <li
              key={time.from}
              className="absolute inset-x-2 py-0.5"
              style={{ top: y(time.from), height: rowHeight }}
            >
              <TimeRow
                {...{ time, around, onSetting }}
                open={shown === time.from}
                onOpenChange={(open) => setShown(open ? time.from : null)}
              />
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
