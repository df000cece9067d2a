import type { ComponentPropsWithRef } from 'react';
import { cx } from './class-names.ts';
import { Icon, type IconType } from './Icon.tsx';

export interface PlainIconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'children'> {
  /** What it does; read aloud. */
  readonly label: string;
  readonly icon: IconType;
  readonly size?: 'sm' | 'md' | 'lg' | undefined;
  /** Pressed as a lasting state (a tool in use). */
  readonly active?: boolean | undefined;
}

const sizes = {
  sm: 'size-(--w-control-sm)',
  md: 'size-(--w-control-md)',
  lg: 'size-(--w-control-lg)',
} as const;

/** A quiet square button without a word, whose name is only read aloud. */
export function PlainIconButton({
  label,
  icon,
  size = 'md',
  active = false,
  className,
  type = 'button',
  ...rest
}: PlainIconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      className={cx(
        'inline-flex shrink-0 items-center justify-center rounded-md transition-colors duration-(--w-duration-fast) disabled:text-text-disabled disabled:hover:bg-transparent',
        active
          ? 'bg-accent-tint text-accent-text'
          : 'text-text-subtle hover:bg-hover hover:text-text active:bg-pressed aria-expanded:bg-pressed aria-expanded:text-text',
        sizes[size],
        className,
      )}
    >
      <Icon of={icon} size={16} />
    </button>
  );
}
