import { maxTimesOfDay } from '@weft/scheduling';
import { IconButton, Switch } from '@weft/ui';
import { Plus, X } from 'lucide-react';
import { copied, type DaySchedule, nameOfDay, nextTime, switched, withTimes } from './availability-draft.ts';
import { CopyTimes } from './CopyTimes.tsx';
import { TimeRangeSelects } from './TimeRangeSelects.tsx';

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
  const next = availableTimes.length < maxTimesOfDay ? nextTime(availableTimes) : null;
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
        <div className="flex min-w-0 flex-1 flex-col gap-2">
          {availableTimes.map((time, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: times have nothing but their place.
            <div key={place} className="flex items-center gap-2">
              <TimeRangeSelects
                {...{ time, timeFormat, disabled }}
                of={name}
                onChange={(changed) => onChange(withTimes(day, availableTimes.with(place, changed)))}
              />
              <IconButton
                icon={X}
                label={`Remove this time of ${name}`}
                disabled={disabled}
                onClick={() => onChange(withTimes(day, availableTimes.toSpliced(place, 1)))}
              />
              {place === 0 && (
                <>
                  <IconButton
                    icon={Plus}
                    label={`Add a time to ${name}`}
                    disabled={disabled || next === null}
                    onClick={() => next !== null && onChange(withTimes(day, [...availableTimes, next]))}
                  />
                  <CopyTimes {...{ isoDay, disabled, onCopy }} />
                </>
              )}
            </div>
          ))}
        </div>
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
