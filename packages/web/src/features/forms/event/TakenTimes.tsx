import type { DayTaken } from '@weft/protocol';
import { optionStyle } from '@weft/ui';
import type { CSSProperties } from 'react';
import { type InLane, inLanes } from './day-lanes.ts';

const looks: { readonly [K in DayTaken['kind']]: string } = {
  event: '',
  free: 'border border-line-control border-dashed',
  confirmed: 'bg-accent-tint text-accent-text',
  pending: 'border border-warning-line bg-warning-tint text-warning-text',
  held: 'border border-line-control border-dashed',
};
const words: { readonly [K in DayTaken['kind']]: string } = {
  event: 'Busy',
  free: 'Free',
  confirmed: 'Booked',
  pending: 'Waits for approval',
  held: 'On hold',
};

/** Stripes, as where nobody is open. */
export const hatched = 'bg-[repeating-linear-gradient(135deg,var(--w-line)_0_1px,transparent_1px_7px)]';

/** Pixels between what follows each other. */
const gap = 2;
/** From this height on there is room for a line of its own for each of name, time and calendar. */
const tall = 60;

interface TakenTimesProps {
  readonly taken: readonly DayTaken[];
  /** There are several hosts: each is named. */
  readonly isShared: boolean;
  /** What hides the time that is looked at. */
  readonly inTheWay: ReadonlySet<string | null>;
  readonly clock: (time: number) => string;
  /** Where a time stands, in pixels from the top. */
  readonly y: (time: number) => number;
  readonly height: number;
}

/** What takes the time of the hosts, each with the buffers that stay free around it. */
export function TakenTimes({ taken, isShared, inTheWay, clock, y, height }: TakenTimesProps) {
  const place = ({ lane, lanes }: InLane<DayTaken>, from: number, to: number): CSSProperties => {
    const [top, end] = [Math.max(0, y(from)), Math.min(height, y(to))];
    return {
      ...{ top: top + gap / 2, height: Math.max(6, end - top - gap) },
      insetInlineStart: `calc(${(100 * lane) / lanes}% + 8px)`,
      width: `calc(${100 / lanes}% - 16px)`,
    };
  };
  const placed = inLanes(taken);
  const isShown = (from: number, to: number) => from < to && y(to) > 0 && y(from) < height;
  const buffers = placed.flatMap((one) => {
    const { from, to, around } = one.item;
    return [
      { one, from: around.from, to: from },
      { one, from: to, to: around.to },
    ].filter((buffer) => isShown(buffer.from, buffer.to));
  });
  return (
    <>
      {buffers.map(({ one, from, to }) => (
        <li
          key={`${one.item.id} ${one.item.host} ${from}`}
          aria-hidden="true"
          className={`absolute rounded-md border border-line-strong ${hatched}`}
          style={place(one, from, to)}
        />
      ))}
      {placed.map((one) => {
        const { id, kind, host, title, calendar, from, to, heldUntil } = one.item;
        const look = place(one, from, to);
        const isTall = Number(look.height) >= tall;
        const line = isTall ? 'block truncate' : '';
        const about = [
          ...(kind === 'free' ? [title === null ? 'not counted' : 'Free, not counted'] : []),
          ...(isTall || kind === 'free' ? [] : [`${clock(from)} to ${clock(to)}`]),
          ...(calendar === null || kind === 'free' ? [] : [calendar]),
          ...(isShared ? [host] : []),
        ];
        return (
          <li
            key={`${id} ${host} ${from}`}
            className={`absolute overflow-hidden rounded-md px-2.5 py-1 text-small ${isTall ? '' : 'truncate'} ${looks[kind]} ${inTheWay.has(id) ? 'outline-2 outline-accent' : ''}`}
            style={{ ...look, ...(kind === 'event' && optionStyle('Sky')) }}
          >
            <span className={`font-semibold ${line}`}>
              {kind === 'held' && heldUntil !== null
                ? `Held until ${clock(heldUntil)}`
                : (title ?? words[kind])}
            </span>{' '}
            {isTall && (
              <span className={line}>
                {clock(from)} to {clock(to)}
              </span>
            )}
            <span className={line}>{about.join(', ')}</span>
          </li>
        );
      })}
    </>
  );
}
