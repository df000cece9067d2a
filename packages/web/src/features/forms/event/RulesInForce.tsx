import { Link } from '@tanstack/react-router';
import type { EventSettings } from '@weft/forms';
import type { DayHours } from '@weft/protocol';
import { minutesText } from '@weft/std';
import { Icon } from '@weft/ui';
import { Bell, CalendarRange, CircleGauge, Clock, type LucideIcon, Repeat, Timer } from 'lucide-react';
import { paths } from '../../../paths.ts';
import type { SettingPart } from './time-reasons.ts';

const minutes = (count: number): string => (count === 0 ? 'none' : minutesText(count));
const most = (count: number | null, used: number | null): string =>
  count === null ? 'none' : used === null ? String(count) : `${count}, ${used} used`;

function windowText({ bookingWindow }: EventSettings): string {
  if (bookingWindow === null) return 'any day';
  return 'days' in bookingWindow ? `${bookingWindow.days} days` : `to ${bookingWindow.to}`;
}

const ruleLook = 'flex min-h-8 w-full items-center gap-2.5 rounded-md px-2 text-base hover:bg-hover';

/** The settings of the event that decide about its times; each leads to itself. */
export function RulesInForce({
  date,
  hours,
  used,
  event,
  clock,
  onSetting,
}: {
  readonly date: string;
  readonly hours: readonly DayHours[];
  /** What of the limits is used on the date, and in its week. */
  readonly used: { readonly day: number | null; readonly week: number | null };
  readonly event: EventSettings;
  readonly clock: (time: number) => string;
  readonly onSetting: (part: SettingPart) => void;
}) {
  const [host, ...others] = event.hosts;
  // One under the other: two stretches of a day do not fit side by side.
  const open = hours.map(({ from, to }) => `${clock(from)} – ${clock(to)}`).join('\n');
  const rules: readonly (readonly [string, string, LucideIcon])[] = [
    ['A time every', minutes(event.slotIntervalMins ?? event.durations[0] ?? 30), Repeat],
    ['Buffer before', minutes(event.bufferBeforeMins), Timer],
    ['Buffer after', minutes(event.bufferAfterMins), Timer],
    ['Notice', minutes(event.noticeMins), Bell],
    ['Bookable ahead', windowText(event), CalendarRange],
    ['Limit per day', most(event.maxPerDay, used.day), CircleGauge],
    ['Limit per week', most(event.maxPerWeek, used.week), CircleGauge],
  ];
  return (
    <section aria-labelledby="rules-in-force" className="mt-4 border-line-subtle border-t pt-4">
      <h2 id="rules-in-force" className="mb-1 font-semibold text-base">
        Rules on this page
      </h2>
      <ul>
        {host !== undefined && others.length === 0 && (
          <li>
            <Link
              to={paths.availability}
              search={{ user: host.userId, edit: host.availabilityId ?? 'default' }}
              className={ruleLook}
            >
              <Icon of={Clock} size={14} className="text-text-muted" />
              <span className="flex-1">
                {new Date(`${date}T12:00:00`).toLocaleDateString(undefined, { weekday: 'short' })}
              </span>
              <span className="whitespace-pre-line text-end text-text-muted">
                {open === '' ? 'closed' : open}
              </span>
            </Link>
          </li>
        )}
        {rules.map(([name, value, icon]) => (
          <li key={name}>
            <button type="button" className={ruleLook} onClick={() => onSetting('times')}>
              <Icon of={icon} size={14} className="text-text-muted" />
              <span className="flex-1 text-start">{name}</span>
              <span className="text-text-muted">{value}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
