import { Progress } from '@base-ui/react/progress';

export interface ProgressBarProps {
  /** 0 to 1; null while the end is not known. */
  readonly value: number | null;
  readonly label: string;
}

/** A 4 px bar. */
export function ProgressBar({ value, label }: ProgressBarProps) {
  return (
    <Progress.Root value={value === null ? null : Math.round(value * 100)} aria-label={label}>
      <Progress.Track className="block h-1 overflow-hidden rounded-full bg-pressed">
        <Progress.Indicator className="block h-full rounded-full bg-accent transition-[width] duration-(--w-duration-slow) data-indeterminate:w-1/3 data-indeterminate:animate-pulse" />
      </Progress.Track>
    </Progress.Root>
  );
}
