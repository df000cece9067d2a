import { Check, Minus } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
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
  const input = useRef<HTMLInputElement>(null);
  // No attribute says that it is neither on nor off.
  useLayoutEffect(() => {
    if (input.current !== null) input.current.indeterminate = indeterminate;
  }, [indeterminate]);
  const on = checked || indeterminate;
  const Sign = indeterminate ? Minus : Check;
  // Its class may widen what is pressed beyond the box: the whole of it is the checkbox.
  const Frame = label === undefined ? 'label' : 'span';
  const box = (
    <Frame
      className={cx(
        'relative isolate inline-flex size-4 shrink-0 align-middle',
        label === undefined && className,
      )}
    >
      <input
        ref={input}
        type="checkbox"
        checked={checked}
        aria-label={ariaLabel}
        onChange={(event) => onChange(event.target.checked, event.nativeEvent)}
        className={cx(
          'relative z-1 size-4 appearance-none rounded-sm border transition-shadow duration-(--w-duration-fast) hover:shadow-[0_0_0_4px_var(--w-hover)]',
          on ? 'border-accent bg-accent' : 'border-line-control bg-surface',
        )}
      />
      {on && (
        <Sign
          aria-hidden
          size={12}
          strokeWidth={3}
          className="pointer-events-none absolute inset-0 z-1 m-auto text-on-accent"
        />
      )}
    </Frame>
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
