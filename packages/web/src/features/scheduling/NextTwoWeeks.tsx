import { clockText, hoursText, nameOfDay, type PreviewDay, previewMinutes } from './availability-draft.ts';

const hour = 3_600_000;
/** Of the drawing, in pixels. */
const height = 128;

const clock = (time: number): string =>
  `${String(Math.floor(time / hour) % 24).padStart(2, '0')}:${String(Math.round((time % hour) / 60_000)).padStart(2, '0')}`;

/** From 8 to 20, and further where something is open then; what goes on past midnight is cut there. */
function shownHours(days: readonly PreviewDay[]): { readonly from: number; readonly to: number } {
  const windows = days.flatMap((day) => day.windows);
  const from = Math.min(8, ...windows.map((window) => Math.floor(window.from / hour)));
  const to = Math.max(20, ...windows.map((window) => Math.ceil(Math.min(window.to, 24 * hour) / hour)));
  return { from, to };
}

function dayText(day: PreviewDay, timeFormat: '12h' | '24h'): string {
  const times = day.windows.map(
    ({ from, to }) => `${clockText(clock(from), timeFormat)} to ${clockText(clock(to), timeFormat)}`,
  );
  return `${nameOfDay(day.isoDay)} ${day.date}: ${times.length === 0 ? (day.rule === 'holiday' ? 'closed, a public holiday' : 'closed') : times.join(', ')}`;
}

/** Whether the date itself says so, and not its day of the week. */
const isOwn = ({ rule }: PreviewDay): boolean => rule !== 'week' && rule !== 'day_off';

/** When the next two weeks are open: a column for each date, and the same in words for who does not see it. */
export function NextTwoWeeks({
  days,
  timeFormat,
}: {
  readonly days: readonly PreviewDay[];
  readonly timeFormat: '12h' | '24h';
}) {
  const { from, to } = shownHours(days);
  const y = (time: number): number => ((Math.min(time, 24 * hour) / hour - from) / (to - from)) * height;
  const lines = [0, 1, 2, 3, 4].map((part) => from + ((to - from) * part) / 4);
  return (
    <section aria-label="Next two weeks">
      <div className="mb-3 flex items-baseline justify-between">
        <h3 className="font-semibold text-body">Next two weeks</h3>
        <span className="text-small text-text-muted">{hoursText(previewMinutes(days))} open</span>
      </div>
      <ul className="sr-only">
        {days.map((day) => (
          <li key={day.date}>{dayText(day, timeFormat)}</li>
        ))}
      </ul>
      <div aria-hidden="true" className="flex gap-2">
        <div className="relative w-8 shrink-0 text-micro text-text-muted" style={{ height }}>
          {lines.map((line) => (
            <span
              key={line}
              className="-translate-y-1/2 absolute end-0 whitespace-nowrap"
              style={{ top: y(line * hour) }}
            >
              {clockText(clock(line * hour), timeFormat).replace(':00', '')}
            </span>
          ))}
        </div>
        <div className="flex min-w-0 flex-1 gap-1">
          {days.map((day) => (
            <div key={day.date} className="min-w-0 flex-1 text-center text-micro text-text-muted">
              <div className="relative" style={{ height }}>
                {day.windows.map((window) => (
                  <span
                    key={window.from}
                    className={`absolute inset-x-0 rounded-sm ${isOwn(day) ? 'bg-accent' : 'bg-accent-line'}`}
                    style={{ top: y(window.from), height: Math.max(2, y(window.to) - y(window.from)) }}
                  />
                ))}
                {isOwn(day) && day.windows.length === 0 && (
                  <span className="absolute inset-0 rounded-sm border border-line-control border-dashed" />
                )}
              </div>
              <span className="mt-1 block">{nameOfDay(day.isoDay).slice(0, 1)}</span>
              <span className={isOwn(day) ? 'block font-semibold text-accent-text' : 'block'}>
                {Number(day.date.slice(8))}
              </span>
            </div>
          ))}
        </div>
      </div>
      <p aria-hidden="true" className="mt-3 flex gap-4 text-small text-text-muted">
        <span className="flex items-center gap-1.5">
          <i className="size-2 rounded-sm bg-accent-line" />
          Weekly
        </span>
        <span className="flex items-center gap-1.5">
          <i className="size-2 rounded-sm bg-accent" />
          Override
        </span>
        <span className="flex items-center gap-1.5">
          <i className="size-2 rounded-sm border border-line-control border-dashed" />
          Closed
        </span>
      </p>
    </section>
  );
}
