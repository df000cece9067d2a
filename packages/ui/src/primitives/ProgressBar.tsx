import { cx } from './class-names.ts';

export interface ProgressBarProps {
  /** 0 to 1; null while the end is not known. */
  readonly value: number | null;
  readonly label: string;
}

/** A 4 px bar. */
export function ProgressBar({ value, label }: ProgressBarProps) {
  const percent = value === null ? undefined : Math.round(value * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className="block h-1 overflow-hidden rounded-full bg-pressed"
    >
      <div
        className={cx(
          'h-full rounded-full bg-accent transition-[width] duration-(--w-duration-slow)',
          percent === undefined && 'w-1/3 animate-pulse',
        )}
        style={percent === undefined ? undefined : { width: `${percent}%` }}
      />
    </div>
  );
}
