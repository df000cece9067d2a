import { cx } from './class-names.ts';
import { Icon, type IconType } from './Icon.tsx';
import { Tooltip } from './Tooltip.tsx';

interface Segment<Value extends string = string> {
  readonly value: Value;
  readonly label: string;
  /** Shown instead of the label, which becomes its name. */
  readonly icon?: IconType | undefined;
}

export interface SegmentedControlProps<Value extends string = string> {
  readonly value: Value;
  readonly segments: readonly Segment<Value>[];
  readonly onChange: (value: Value) => void;
  readonly label: string;
}

/** A few ways to look at the same thing, side by side. */
export function SegmentedControl<Value extends string>({
  value,
  segments,
  onChange,
  label,
}: SegmentedControlProps<Value>) {
  return (
    <fieldset className="inline-flex h-(--w-control-md) w-fit shrink-0 items-center gap-0.5 rounded-md bg-hover p-0.5">
      <legend className="sr-only">{label}</legend>
      {segments.map((segment) => {
        const on = segment.value === value;
        const button = (
          <button
            key={segment.value}
            type="button"
            aria-pressed={on}
            aria-label={segment.icon === undefined ? undefined : segment.label}
            onClick={() => onChange(segment.value)}
            className={cx(
              'inline-flex h-full items-center justify-center rounded-sm font-medium text-base transition-colors duration-(--w-duration-fast)',
              segment.icon === undefined ? 'px-3' : 'px-1.5',
              on ? 'bg-surface text-text shadow-1 dark:bg-pressed' : 'text-text-subtle hover:text-text',
            )}
          >
            {segment.icon === undefined ? segment.label : <Icon of={segment.icon} />}
          </button>
        );
        return segment.icon === undefined ? (
          button
        ) : (
          <Tooltip key={segment.value} content={segment.label}>
            {button}
          </Tooltip>
        );
      })}
    </fieldset>
  );
}
