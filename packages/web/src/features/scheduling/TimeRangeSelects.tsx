import { Select } from '@weft/ui';
import { type AvailableTime, clockText, endTimes, startTimes, withStart } from './availability-draft.ts';

/** When a time begins and when it ends. */
export function TimeRangeSelects(props: {
  readonly time: AvailableTime;
  readonly timeFormat: '12h' | '24h';
  /** What the time is of, read aloud: 'Monday'. */
  readonly of: string;
  readonly disabled: boolean;
  readonly onChange: (time: AvailableTime) => void;
}) {
  const { time, timeFormat, of, disabled, onChange } = props;
  const options = (times: readonly string[]) =>
    times.map((value) => ({ value, label: clockText(value, timeFormat) }));
  return (
    <>
      <span className="w-25.5 max-sm:min-w-0 max-sm:flex-1">
        <Select
          label={`${of} from`}
          value={time.startTime}
          disabled={disabled}
          onChange={(startTime) => onChange(withStart(time, startTime))}
          options={options(startTimes(time.startTime))}
        />
      </span>
      <span className="text-base text-text-muted">to</span>
      <span className="w-25.5 max-sm:min-w-0 max-sm:flex-1">
        <Select
          label={`${of} to`}
          value={time.endTime}
          disabled={disabled}
          onChange={(endTime) => onChange({ ...time, endTime })}
          options={options(endTimes(time.startTime, time.endTime))}
        />
      </span>
    </>
  );
}
