import type { ListedBooking } from '@weft/protocol';
import { useOwnClock } from './booking-text.ts';
import { daysOf, firstOf } from './bookings-month.ts';

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** The bookings of a month on its days; a press shows one. */
export function BookingCalendar({
  month,
  bookings,
  onShow,
}: {
  /** As in 2026-11. */
  readonly month: string;
  readonly bookings: readonly ListedBooking[];
  readonly onShow: (booking: ListedBooking) => void;
}) {
  const { dateOf } = useOwnClock();
  const before = (firstOf(month).getUTCDay() + 6) % 7;
  const days = daysOf(month);
  const weeks = Array.from({ length: Math.ceil((before + days) / 7) }, (_, week) => week);
  const byDay = Map.groupBy(bookings, ({ from }) => Number(dateOf(from).slice(8)));
  return (
    <>
      <DayList byDay={byDay} onShow={onShow} />
      <table className="w-full table-fixed border-collapse max-sm:hidden">
        <thead>
          <tr>
            {weekdays.map((name) => (
              <th key={name} scope="col" className="py-1.5 text-start font-medium text-small text-text-muted">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week}>
              {weekdays.map((name, column) => {
                const day = week * 7 + column - before + 1;
                const isOfMonth = day >= 1 && day <= days;
                return (
                  <td
                    key={name}
                    className={`h-24 border border-line-subtle p-1 align-top ${isOfMonth ? '' : 'bg-sunken'}`}
                  >
                    {isOfMonth && <Day day={day} bookings={byDay.get(day) ?? []} onShow={onShow} />}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** The days that have any, for narrow screens. */
function DayList({
  byDay,
  onShow,
}: {
  readonly byDay: ReadonlyMap<number, readonly ListedBooking[]>;
  readonly onShow: (booking: ListedBooking) => void;
}) {
  const { dayText } = useOwnClock();
  const days = [...byDay].toSorted(([a], [b]) => a - b);
  if (days.length === 0)
    return <p className="py-6 text-center text-base text-text-muted sm:hidden">No bookings in this month</p>;
  return (
    <ul className="flex flex-col sm:hidden">
      {days.map(([day, bookings]) => (
        <li key={day} className="border-line-subtle border-b py-2">
          <h3 className="px-1 font-medium text-small text-text-muted">
            {bookings[0] !== undefined && dayText(bookings[0].from)}
          </h3>
          <BookingList bookings={bookings} onShow={onShow} />
        </li>
      ))}
    </ul>
  );
}

const looks: { readonly [K in ListedBooking['state']]: string } = {
  confirmed: 'bg-accent-tint text-accent-text',
  pending: 'bg-warning-tint text-warning-text',
  cancelled: 'text-text-subtle line-through',
};

interface DayProps {
  readonly day: number;
  readonly bookings: readonly ListedBooking[];
  readonly onShow: (booking: ListedBooking) => void;
}

function Day({ day, bookings, onShow }: DayProps) {
  return (
    <>
      <span className="block px-1 text-small text-text-muted tabular-nums">{day}</span>
      <BookingList bookings={bookings} onShow={onShow} />
    </>
  );
}

function BookingList({ bookings, onShow }: Omit<DayProps, 'day'>) {
  const { clockText, dayText } = useOwnClock();
  return (
    <ul className="flex flex-col gap-0.5">
      {bookings.map((booking) => (
        <li key={booking.id}>
          <button
            type="button"
            aria-label={`${dayText(booking.from)}, ${clockText(booking.from)}: ${booking.name}`}
            className={`block min-h-6 w-full truncate rounded-sm px-1.5 text-start text-small hover:underline max-sm:min-h-11 max-sm:text-base ${looks[booking.state]}`}
            onClick={() => onShow(booking)}
          >
            {clockText(booking.from)} {booking.name}
          </button>
        </li>
      ))}
    </ul>
  );
}
