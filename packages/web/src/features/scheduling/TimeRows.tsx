import { maxTimesOfDay } from '@weft/scheduling';
import { Button, IconButton } from '@weft/ui';
import { Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { type AvailableTime, nextTime } from './availability-draft.ts';
import { TimeRangeSelects } from './TimeRangeSelects.tsx';

/** The times of one day, with ways to add and remove one. */
export function TimeRows(props: {
  readonly times: readonly AvailableTime[];
  readonly timeFormat: '12h' | '24h';
  /** What the times are of, read aloud: 'Monday'. */
  readonly of: string;
  readonly disabled: boolean;
  readonly onChange: (times: readonly AvailableTime[]) => void;
  /** What else can be done with all of them. */
  readonly beside?: ReactNode;
  /** There is room for a time alone beside each other: what adds one stands below. */
  readonly isNarrow?: boolean;
}) {
  const { times, timeFormat, of, disabled, onChange, beside, isNarrow = false } = props;
  const next = times.length < maxTimesOfDay ? nextTime(times) : null;
  const adding = {
    icon: Plus,
    disabled: disabled || next === null,
    onClick: () => next !== null && onChange([...times, next]),
  };
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-2">
      {times.map((time, place) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: times have nothing but their place.
          key={place}
          className={`flex items-center max-sm:gap-1 ${isNarrow ? 'gap-1.5' : 'gap-2 max-sm:-me-3'}`}
        >
          <TimeRangeSelects
            {...{ time, timeFormat, disabled, of }}
            onChange={(changed) => onChange(times.with(place, changed))}
          />
          <IconButton
            icon={X}
            label={`Remove this time of ${of}`}
            disabled={disabled}
            onClick={() => onChange(times.toSpliced(place, 1))}
          />
          {place === 0 && !isNarrow && (
            <>
              <IconButton {...adding} label={`Add a time to ${of}`} />
              {beside}
            </>
          )}
        </div>
      ))}
      {isNarrow && (
        <div>
          <Button {...adding} size="sm" variant="quiet" aria-label={`Add a time to ${of}`}>
            Add a time
          </Button>
        </div>
      )}
    </div>
  );
}
