import type { ListedBooking } from '@weft/protocol';
import { clockText, dayText } from './booking-text.ts';

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** The bookings of a month on its days; a press shows one. */
export function BookingCalendar({
  month,
  bookings,
  onShow,
}: {
  /** Its first day. */
  readonly month: Date;
  readonly bookings: readonly ListedBooking[];
  readonly onShow: (booking: ListedBooking) => void;
}) {
  const [year, index] = [month.getFullYear(), month.getMonth()];
  const before = (month.getDay() + 6) % 7;
  const days = new Date(year, index + 1, 0).getDate();
  const weeks = Array.from({ length: Math.ceil((before + days) / 7) }, (_, week) => week);
  const byDay = Map.groupBy(bookings, ({ from }) => new Date(from).getDate());
  return (
    <div className="overflow-x-auto">
      <table className="w-full min-w-150 table-fixed border-collapse">
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
    </div>
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
      <ul className="flex flex-col gap-0.5">
        {bookings.map((booking) => (
          <li key={booking.id}>
            <button
              type="button"
              aria-label={`${dayText(booking.from)}, ${clockText(booking.from)}: ${booking.name}`}
              className={`block min-h-6 w-full truncate rounded-sm px-1.5 text-start text-small hover:underline ${looks[booking.state]}`}
              onClick={() => onShow(booking)}
            >
              {clockText(booking.from)} {booking.name}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
