import { Link } from '@tanstack/react-router';
import type { DayCalendar } from '@weft/protocol';
import { Icon } from '@weft/ui';
import { Calendar, TriangleAlert } from 'lucide-react';
import { paths } from '../../../paths.ts';
import { serverClock } from '../../../rpc.ts';
import { relativeTime } from '../../../shell/relative-time.ts';

/** The calendars whose events take time from the page, and when they were read last. */
export function CheckedCalendars({ calendars }: { readonly calendars: readonly DayCalendar[] }) {
  return (
    <section aria-labelledby="checked-calendars" className="mt-4 border-line-subtle border-t pt-4">
      <h2 id="checked-calendars" className="mb-1 font-semibold text-base">
        Calendars checked
      </h2>
      {calendars.length === 0 ? (
        <p className="px-2 text-base text-text-muted">
          None.{' '}
          <Link to={paths.calendars} className="text-accent-text hover:underline">
            Open the calendars
          </Link>
        </p>
      ) : (
        <ul>
          {calendars.map(({ host, name, readAt, isReadable }, place) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: those of others have no name
              key={place}
              className="flex min-h-8 items-center gap-2 px-2 text-base"
            >
              <Icon
                of={isReadable ? Calendar : TriangleAlert}
                size={14}
                className={isReadable ? 'text-text-muted' : 'text-warning-text'}
              />
              <span className="min-w-0 flex-1 truncate">{name ?? `A calendar of ${host}`}</span>
              <span className={`shrink-0 ${isReadable ? 'text-text-muted' : 'text-warning-text'}`}>
                {isReadable && readAt !== null ? relativeTime(readAt, serverClock.now()) : 'Not readable'}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
