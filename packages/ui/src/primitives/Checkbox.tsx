import { Checkbox as Base } from '@base-ui/react/checkbox';
import { Check, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './class-names.ts';

export interface CheckboxProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean, event: Event) => void;
  /** Words beside it; without them give `ariaLabel`. */
  readonly label?: ReactNode;
  readonly ariaLabel?: string | undefined;
  readonly indeterminate?: boolean | undefined;
  readonly className?: string | undefined;
}

export function Checkbox({
  checked,
  onChange,
  label,
  ariaLabel,
  indeterminate = false,
  className,
}: CheckboxProps) {
  const on = checked || indeterminate;
  const box = (
    <Base.Root
      checked={checked}
      indeterminate={indeterminate}
      aria-label={ariaLabel}
      onCheckedChange={(next, { event }) => onChange(next, event)}
      className={cx(
        'inline-flex size-4 shrink-0 items-center justify-center rounded-sm border transition-shadow duration-(--w-duration-fast) hover:shadow-[0_0_0_4px_var(--w-hover)]',
        on ? 'border-accent bg-accent text-on-accent' : 'border-line-control bg-surface',
        label === undefined && className,
      )}
    >
      <Base.Indicator className="flex">
        {indeterminate ? (
          <Minus aria-hidden size={12} strokeWidth={3} />
        ) : (
          <Check aria-hidden size={12} strokeWidth={3} />
        )}
      </Base.Indicator>
    </Base.Root>
  );
  if (label === undefined) return box;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the checkbox inside.
    <label className={cx('flex items-center gap-2 text-base', className)}>
      {box}
      {label}
    </label>
  );
}
