import type { ComponentPropsWithRef } from 'react';
import { cx } from './class-names.ts';
import { Icon, type IconType } from './Icon.tsx';
import { Spinner } from './Spinner.tsx';

type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
type ButtonSize = 'sm' | 'md' | 'lg' | 'xl';

const variants: { readonly [variant in ButtonVariant]: string } = {
  primary:
    'bg-accent text-on-accent shadow-1 hover:bg-accent-hover active:bg-accent-pressed active:shadow-none aria-expanded:bg-accent-pressed forced-colors:border',
  secondary:
    'border border-line-strong bg-surface text-text shadow-1 hover:bg-[linear-gradient(var(--w-hover),var(--w-hover))] active:bg-[linear-gradient(var(--w-pressed),var(--w-pressed))] active:shadow-none',
  quiet: 'text-text-muted hover:bg-hover hover:text-text active:bg-pressed aria-expanded:bg-pressed',
  danger:
    'bg-danger text-on-danger shadow-1 hover:bg-danger-hover active:brightness-90 active:shadow-none forced-colors:border',
};

const off: { readonly [variant in ButtonVariant]: string } = {
  primary: 'bg-hover text-text-disabled',
  secondary: 'bg-hover text-text-disabled',
  quiet: 'text-text-disabled',
  danger: 'bg-hover text-text-disabled',
};

const sizes: { readonly [size in ButtonSize]: string } = {
  sm: 'h-(--w-control-sm) px-2 text-base',
  md: 'h-(--w-control-md) px-3 text-base',
  lg: 'h-(--w-control-lg) px-4 text-body',
  xl: 'h-10 px-4 text-body max-sm:h-11',
};

export interface ButtonProps extends ComponentPropsWithRef<'button'> {
  readonly variant?: ButtonVariant | undefined;
  /** Heights 28, 32, 36 and 40; larger under a finger. */
  readonly size?: ButtonSize | undefined;
  /** Spins, says it is busy and ignores clicks; name the work in the children ('Saving'). */
  readonly loading?: boolean | undefined;
  readonly icon?: IconType | undefined;
}

/** A button with a word; `type` is 'button' unless said otherwise. */
export function Button({
  variant = 'secondary',
  size = 'md',
  loading = false,
  icon,
  disabled = false,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={loading ? 'button' : type}
      disabled={disabled}
      aria-busy={loading || undefined}
      onClick={loading ? undefined : onClick}
      className={cx(
        'inline-flex shrink-0 select-none items-center justify-center gap-1.5 whitespace-nowrap rounded-md font-medium transition-colors duration-(--w-duration-fast)',
        sizes[size],
        disabled ? off[variant] : variants[variant],
        className,
      )}
    >
      {loading ? <Spinner /> : icon !== undefined && <Icon of={icon} size={size === 'sm' ? 14 : 16} />}
      {children}
    </button>
  );
}
