import { Switch } from '@weft/ui';
import { copied, type DaySchedule, nameOfDay, switched, withTimes } from './availability-draft.ts';
import { CopyTimes } from './CopyTimes.tsx';
import { TimeRows } from './TimeRows.tsx';

interface DayProps {
  readonly day: DaySchedule;
  readonly timeFormat: '12h' | '24h';
  readonly disabled: boolean;
  readonly onChange: (day: DaySchedule) => void;
  readonly onCopy: (days: ReadonlySet<number>) => void;
}

function Day({ day, timeFormat, disabled, onChange, onCopy }: DayProps) {
  const { isoDay, availableTimes } = day;
  const name = nameOfDay(isoDay);
  return (
    <li className="flex min-h-11 gap-2 border-line-subtle border-b py-1.5 max-sm:flex-col sm:items-start">
      <Switch
        className="h-8 shrink-0 flex-row-reverse justify-end gap-2.5 sm:w-36"
        label={<span className={day.disabled ? 'text-text-muted' : 'font-medium'}>{name}</span>}
        checked={!day.disabled}
        onChange={(on) => onChange(switched(day, on))}
      />
      {day.disabled ? (
        <p className="flex h-8 items-center text-base text-text-muted">Unavailable</p>
      ) : (
        <TimeRows
          {...{ timeFormat, disabled }}
          of={name}
          times={availableTimes}
          onChange={(times) => onChange(withTimes(day, times))}
          beside={<CopyTimes {...{ isoDay, disabled, onCopy }} />}
        />
      )}
    </li>
  );
}

/** The seven days of a week, with their times. */
export function WeeklyHours(props: {
  readonly days: readonly DaySchedule[];
  readonly timeFormat: '12h' | '24h';
  readonly disabled: boolean;
  readonly onChange: (days: readonly DaySchedule[]) => void;
}) {
  const { days, onChange, ...look } = props;
  return (
    <ul aria-label="Weekly hours">
      {days.map((day) => (
        <Day
          key={day.isoDay}
          {...look}
          day={day}
          onChange={(changed) => onChange(days.map((one) => (one === day ? changed : one)))}
          onCopy={(to) => onChange(copied(days, day, to))}
        />
      ))}
    </ul>
  );
}
