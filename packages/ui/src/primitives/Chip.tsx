import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './class-names.ts';
import { Icon } from './Icon.tsx';
import { optionStyle } from './option-color.ts';

export interface ChipProps {
  /** A colour of the palette; null when the field shows no colours. */
  readonly color: string | null;
  /** Pill for a select option, square for a linked record. */
  readonly shape?: 'pill' | 'square' | undefined;
  readonly children: ReactNode;
  readonly onRemove?: (() => void) | undefined;
  /** Names the thing in the remove button. */
  readonly removeLabel?: string | undefined;
}

/** A chosen option or linked record: 20 high, one line. */
export function Chip({ color, shape = 'pill', children, onRemove, removeLabel = 'Remove' }: ChipProps) {
  return (
    <span
      className={cx(
        'inline-flex h-5 max-w-full shrink-0 items-center gap-1 px-2 text-small leading-5 forced-colors:border',
        shape === 'pill' ? 'rounded-full' : 'rounded-sm',
        color === null && 'bg-pressed text-text',
      )}
      style={color === null ? undefined : optionStyle(color)}
    >
      <span className="truncate">{children}</span>
      {onRemove !== undefined && (
        <button
          type="button"
          aria-label={removeLabel}
          onClick={onRemove}
          className="-mr-1 inline-flex rounded-full p-px hover:bg-pressed"
        >
          <Icon of={X} size={14} />
        </button>
      )}
    </span>
  );
}
