import type { DayTaken, DayTime } from '@weft/protocol';
import { useState } from 'react';
import { stepOf } from './day-times.ts';
import { TimeRow } from './TimeRow.tsx';
import type { Circumstances, SettingPart } from './time-reasons.ts';

/** Height of the shortest step between two times, in pixels. */
const rowHeight = 34;
const hour = 3_600_000;

const takenLooks: { readonly [K in DayTaken['kind']]: string } = {
  event: 'border-line-strong bg-sunken',
  confirmed: 'border-accent-line bg-accent-tint',
  pending: 'border-warning-line bg-warning-tint',
  held: 'border-line-control border-dashed',
};
const takenWords: { readonly [K in DayTaken['kind']]: string } = {
  event: 'Busy',
  confirmed: 'Booked',
  pending: 'Waits for approval',
  held: 'On hold',
};

interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** The hours that begin within a stretch, as the clock shows them. */
function hoursIn(from: number, to: number): readonly number[] {
  const past = new Date(from).setMinutes(0, 0, 0);
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

interface DayColumnsProps {
  readonly times: readonly DayTime[];
  readonly around: Circumstances;
  readonly onSetting: (part: SettingPart) => void;
}

/** What the calendars hold at the left, and beside it what people can book. */
export function DayColumns({ times, around, onSetting }: DayColumnsProps) {
  const [shown, setShown] = useState<number | null>(null);
  const { clock } = around;
  const [first, last] = [times[0], times.at(-1)];
  if (first === undefined || last === undefined) return null;
  const step = stepOf(times);
  const y = (time: number): number => ((time - first.from) / step) * rowHeight;
  const end = last.from + step;
  const reasons = times.find(({ from }) => from === shown)?.reasons ?? [];
  const inTheWay = new Set(reasons.map(({ by }) => by));
  const inDay = around.taken.filter(({ from, to }) => from < end && to > first.from);
  return (
    <div className="grid max-w-200 grid-cols-[3.5rem_minmax(0,30fr)_minmax(240px,47fr)] gap-x-4 max-md:grid-cols-1">
      <h3 className="col-start-2 mb-2 text-small text-text-muted max-md:hidden">Calendars</h3>
      <h3 className="mb-2 text-small text-text-muted">What people can book</h3>
      <div
        aria-hidden="true"
        className="relative text-end text-small text-text-muted max-md:hidden"
        style={{ height: y(end) }}
      >
        {hoursIn(first.from, end).map((time) => (
          <span key={time} className="absolute end-0" style={{ top: y(time) }}>
            {clock(time)}
          </span>
        ))}
      </div>
      <ul
        aria-label="Calendars"
        className="relative border-line-subtle border-x max-md:hidden"
        style={{ height: y(end) }}
      >
        {closedIn(around.hours, first.from, end).map(({ from, to }) => (
          <li
            key={from}
            aria-hidden="true"
            className="absolute inset-x-0 bg-[repeating-linear-gradient(135deg,var(--w-line)_0_1px,transparent_1px_7px)]"
            style={{ top: y(from), height: y(to) - y(from) }}
          />
        ))}
        {hoursIn(first.from, end).map((time) => (
          <li
            key={time}
            aria-hidden="true"
            className="absolute inset-x-0 border-line-subtle border-t"
            style={{ top: y(time) }}
          />
        ))}
        {inDay.map(({ id, kind, host, title, calendar, from, to }) => (
          <li
            key={`${id} ${host} ${from}`}
            className={`absolute inset-x-1 overflow-hidden rounded-md border px-2 py-0.5 text-small ${takenLooks[kind]} ${inTheWay.has(id) ? 'outline-2 outline-accent' : ''}`}
            style={{
              top: Math.max(0, y(from)),
              height: Math.max(20, y(Math.min(to, end)) - Math.max(0, y(from)) - 2),
            }}
          >
            <span className="font-medium">{title ?? takenWords[kind]}</span>{' '}
            <span className="text-text-muted">
              {clock(from)} to {clock(to)}, {[host, calendar].filter((part) => part !== null).join(', ')}
            </span>
          </li>
        ))}
      </ul>
      <ul aria-label="Times" className="relative" style={{ height: y(end) }}>
        {times.map((time) => (
          <li
            key={time.from}
            className="absolute inset-x-0 py-0.5"
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
  );
}
