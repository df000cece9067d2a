import type { EventSettings } from '@weft/forms';
import { minutesText } from '@weft/std';
import type { SettingPart } from './time-reasons.ts';

const minutes = (count: number): string => (count === 0 ? 'none' : minutesText(count));
const most = (count: number | null): string => (count === null ? 'none' : String(count));

function windowText({ bookingWindow }: EventSettings): string {
  if (bookingWindow === null) return 'any day';
  return 'days' in bookingWindow ? `${bookingWindow.days} days` : `to ${bookingWindow.to}`;
}

/** The settings of the event that decide about its times; each leads to itself. */
export function RulesInForce({
  event,
  onSetting,
}: {
  readonly event: EventSettings;
  readonly onSetting: (part: SettingPart) => void;
}) {
  const rules: readonly (readonly [string, string])[] = [
    ['A time every', minutes(event.slotIntervalMins ?? event.durations[0] ?? 30)],
    ['Buffer before', minutes(event.bufferBeforeMins)],
    ['Buffer after', minutes(event.bufferAfterMins)],
    ['Notice', minutes(event.noticeMins)],
    ['Bookable ahead', windowText(event)],
    ['Limit per day', most(event.maxPerDay)],
    ['Limit per week', most(event.maxPerWeek)],
  ];
  return (
    <section aria-labelledby="rules-in-force" className="mt-4 border-line-subtle border-t pt-4">
      <h2 id="rules-in-force" className="mb-1 font-semibold text-base">
        Rules on this page
      </h2>
      <ul>
        {rules.map(([name, value]) => (
          <li key={name}>
            <button
              type="button"
              className="flex min-h-8 w-full items-center justify-between gap-2 rounded-md px-2 text-base hover:bg-hover"
              onClick={() => onSetting('times')}
            >
              {name}
              <span className="text-text-muted">{value}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
