import type { ReactNode } from 'react';
import { cx } from './class-names.ts';
import { optionStyle } from './option-color.ts';

export interface ChipProps {
  /** A colour of the palette; null when the field shows no colours. */
  readonly color: string | null;
  readonly children: ReactNode;
}

/** An option: 20 high, one line. */
export function Chip({ color, children }: ChipProps) {
  return (
    <span
      className={cx(
        'inline-flex h-5 max-w-full shrink-0 items-center rounded-full px-2 text-small leading-5 forced-colors:border',
        color === null && 'bg-pressed text-text',
      )}
      style={color === null ? undefined : optionStyle(color)}
    >
      <span className="truncate">{children}</span>
    </span>
  );
}
