import { Select, TextInput } from '@weft/ui';
import type { OperandProps } from './operand-props.ts';
import {
  type DateUnit,
  dateModeOf,
  dateModes,
  dateUnits,
  operandOfMode,
  type RelativeDate,
  relativeOf,
} from './relative-dates.ts';

const ways = [
  { value: 'ago', label: 'ago' },
  { value: 'ahead', label: 'from now' },
] as const;

/** Units a person counts from today at most. */
const maxUnits = 10_000;

/** A day of the calendar, or one that moves with today. */
export function DateOperand({ label, value, onChange }: OperandProps) {
  const mode = dateModeOf(value);
  const relative = relativeOf(value);
  return (
    <div className="flex flex-col gap-1.5">
      <Select
        size="sm"
        label={`${label}, kind of date`}
        value={mode}
        options={dateModes}
        onChange={(next) => onChange(operandOfMode(next))}
      />
      {mode === 'exact' && (
        <TextInput
          size="sm"
          type="date"
          aria-label={label}
          min="0001-01-01"
          max="9999-12-31"
          value={typeof value === 'string' ? value.slice(0, 10) : ''}
          onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
        />
      )}
      {mode === 'counted' && relative !== null && (
        <Counted label={label} relative={relative} onChange={onChange} />
      )}
    </div>
  );
}

function Counted({
  label,
  relative: { unit, offset },
  onChange,
}: {
  readonly label: string;
  readonly relative: RelativeDate;
  readonly onChange: (relative: RelativeDate) => void;
}) {
  const count = Math.abs(offset);
  const sign = offset > 0 ? 1 : -1;
  return (
    <div className="flex flex-wrap gap-1.5">
      <span className="min-w-14 flex-1">
        <TextInput
          size="sm"
          type="number"
          inputMode="numeric"
          aria-label={`${label}, how many`}
          min={2}
          max={maxUnits}
          className="tabular-nums"
          value={count}
          onChange={({ target }) => {
            const next = Math.round(target.valueAsNumber);
            if (next >= 2 && next <= maxUnits) onChange({ unit, offset: sign * next });
          }}
        />
      </span>
      <span className="min-w-22 flex-1">
        <Select<DateUnit>
          size="sm"
          label={`${label}, unit`}
          value={unit}
          options={dateUnits}
          onChange={(next) => onChange({ unit: next, offset })}
        />
      </span>
      <span className="min-w-26 flex-1">
        <Select
          size="sm"
          label={`${label}, direction`}
          value={sign === 1 ? 'ahead' : 'ago'}
          options={ways}
          onChange={(way) => onChange({ unit, offset: way === 'ahead' ? count : -count })}
        />
      </span>
    </div>
  );
}
