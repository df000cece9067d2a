import { DayPicker } from 'react-day-picker';
import './calendar.css';

const pad = (number: number, length: number): string => String(number).padStart(length, '0');

/** The picker works with local days; ours are plain 'YYYY-MM-DD'. */
const toDay = (date: Date): string =>
  `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1, 2)}-${pad(date.getDate(), 2)}`;

function toDate(day: string): Date | undefined {
  const [year, month, date] = day.split('-').map(Number);
  if (year === undefined || month === undefined || date === undefined) return undefined;
  const local = new Date(2000, month - 1, date);
  // Years below 100 are meant as they are.
  local.setFullYear(year);
  return local;
}

/** Holds the number the day shows, so that saying what one sees presses it. */
const dayName = new Intl.DateTimeFormat('en', { dateStyle: 'full' });

export interface CalendarProps {
  /** 'YYYY-MM-DD'. */
  readonly day: string | null;
  readonly onDay: (day: string) => void;
}

/** A month to choose a day from; weeks begin on Sunday (specification 2, section 5). */
export function Calendar({ day, onDay }: CalendarProps) {
  const selected = day === null ? undefined : toDate(day);
  return (
    <DayPicker
      mode="single"
      className="w-calendar"
      weekStartsOn={0}
      showOutsideDays
      fixedWeeks
      selected={selected}
      {...(selected && { defaultMonth: selected })}
      key={day?.slice(0, 7)}
      labels={{
        labelDayButton: (date, { today, selected: chosen }) =>
          `${today ? 'Today, ' : ''}${dayName.format(date)}${chosen ? ', selected' : ''}`,
      }}
      onDayClick={(date) => onDay(toDay(date))}
    />
  );
}
