import type { ComponentPropsWithRef } from 'react';
import { cx } from './class-names.ts';
import { Icon, type IconType } from './Icon.tsx';

/** The edge, ground and states every box to type in shares. */
export const inputLook =
  'w-full rounded-md border border-line-control bg-surface text-base text-text max-sm:text-lead hover:border-text-subtle focus:outline-2 focus:outline-focus focus:-outline-offset-1 aria-invalid:outline-2 aria-invalid:outline-danger aria-invalid:-outline-offset-1 disabled:border-transparent disabled:bg-hover disabled:text-text-disabled';

export interface TextInputProps extends Omit<ComponentPropsWithRef<'input'>, 'size'> {
  readonly size?: 'sm' | 'md' | 'lg' | 'xl' | undefined;
  /** At the start, such as the sign of a search. */
  readonly icon?: IconType | undefined;
}

const sizes = {
  sm: 'h-(--w-control-sm) px-2',
  md: 'h-(--w-control-md) px-2.5',
  lg: 'h-(--w-control-lg) px-3',
  xl: 'h-10 px-3 text-body max-sm:h-11',
} as const;

/** One line to type in; give it `aria-label` or put it in a FormField. */
export function TextInput({ size = 'md', icon, className, type = 'text', ...rest }: TextInputProps) {
  const input = (
    <input
      {...rest}
      type={type}
      className={cx(inputLook, sizes[size], icon !== undefined && 'pl-8', icon === undefined && className)}
    />
  );
  if (icon === undefined) return input;
  return (
    <div className={cx('relative', className)}>
      <Icon
        of={icon}
        className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-2.5 text-text-subtle"
      />
      {input}
    </div>
  );
}
