import { Switch as Base } from '@base-ui/react/switch';
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
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the switch inside.
    <label className={cx('flex items-center justify-between gap-3 text-base', className)}>
      {label}
      <Base.Root
        checked={checked}
        aria-busy={loading || undefined}
        onCheckedChange={(next) => onChange(next)}
        className={cx(
          'inline-flex h-4 w-7 shrink-0 items-center rounded-full p-0.5 transition-colors duration-(--w-duration-base) hover:shadow-[0_0_0_4px_var(--w-hover)]',
          checked ? 'bg-accent' : 'bg-line-control',
        )}
      >
        <Base.Thumb
          className={cx(
            'size-3 rounded-full bg-on-accent transition-transform duration-(--w-duration-base) data-checked:translate-x-3 rtl:data-checked:-translate-x-3',
            loading && 'opacity-60',
          )}
        />
      </Base.Root>
    </label>
  );
}
