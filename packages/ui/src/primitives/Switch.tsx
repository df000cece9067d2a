import type { ReactNode } from 'react';
import { cx } from './class-names.ts';

export interface SwitchProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly label: ReactNode;
  /** The thumb dims while the change is on its way. */
  readonly loading?: boolean | undefined;
  readonly className?: string | undefined;
}

export function Switch({ checked, onChange, label, loading = false, className }: SwitchProps) {
  return (
    <label className={cx('flex items-center justify-between gap-3 text-base', className)}>
      {label}
      <span className="relative inline-flex h-4 w-7 shrink-0">
        <input
          type="checkbox"
          role="switch"
          checked={checked}
          aria-checked={checked}
          aria-busy={loading || undefined}
          onChange={(event) => onChange(event.target.checked)}
          className={cx(
            'h-4 w-7 appearance-none rounded-full transition-colors duration-(--w-duration-base) hover:shadow-[0_0_0_4px_var(--w-hover)]',
            checked ? 'bg-accent' : 'bg-line-control',
          )}
        />
        <span
          className={cx(
            'pointer-events-none absolute start-0.5 top-0.5 size-3 rounded-full bg-on-accent transition-transform duration-(--w-duration-base)',
            checked && 'translate-x-3 rtl:-translate-x-3',
            loading && 'opacity-60',
          )}
        />
      </span>
    </label>
  );
}
