import type { LucideIcon } from 'lucide-react';

export type IconType = LucideIcon;

const strokes: { readonly [size: number]: number } = { 14: 2.1, 16: 1.9, 20: 1.7, 24: 1.5 };

export interface IconProps {
  readonly of: IconType;
  /** 14 in headers and chips, 16 in buttons and menus, 20 on touch, 24 in empty states. */
  readonly size?: 14 | 16 | 20 | 24 | undefined;
  readonly className?: string | undefined;
}

/** A drawn sign beside words: hidden from readers, its stroke near 1.3 px at every size. */
export function Icon({ of: Drawing, size = 16, className }: IconProps) {
  return (
    <Drawing
      aria-hidden="true"
      size={size}
      strokeWidth={strokes[size]}
      className={`shrink-0 ${className ?? ''}`}
    />
  );
}
