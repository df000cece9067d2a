import { cx, Icon, type IconType } from '@weft/ui';
import type { ComponentPropsWithRef } from 'react';

interface ToolFaceProps {
  readonly icon: IconType;
  /** What it does, or what it is doing: 'Filter', '2 filters'. Where there is no room only heard. */
  readonly label: string;
  /** Shown for the words where there is no room for them; null: the tool is not in use. */
  readonly count?: number | null;
}

export interface ToolButtonProps extends ToolFaceProps, ComponentPropsWithRef<'button'> {}

/** One tool of a table: quiet, tinted while it is in use. */
export function ToolButton({ icon, label, count = null, className, ...rest }: ToolButtonProps) {
  const active = count !== null;
  return (
    <button
      {...rest}
      type="button"
      title={label}
      className={cx(
        'inline-flex h-(--w-control-sm) shrink-0 select-none items-center gap-1.5 rounded-md px-2 font-medium text-base transition-colors duration-(--w-duration-fast) max-sm:h-10 max-sm:min-w-10 max-sm:justify-center',
        active
          ? 'bg-accent-tint text-accent-text hover:bg-accent-tint-strong'
          : 'text-text-muted hover:bg-hover hover:text-text active:bg-pressed aria-expanded:bg-pressed',
        className,
      )}
    >
      <ToolFace icon={icon} label={label} count={count} />
    </button>
  );
}

/** To a reader: what the view does with the records, without a way to change it. */
export function ToolInUse({ icon, label, count = null }: ToolFaceProps) {
  return (
    <span className="inline-flex h-(--w-control-sm) shrink-0 items-center gap-1.5 px-2 font-medium text-base text-text-muted">
      <ToolFace icon={icon} label={label} count={count} />
    </span>
  );
}

function ToolFace({ icon, label, count = null }: ToolFaceProps) {
  return (
    <>
      <Icon of={icon} />
      <span className="@max-[860px]:sr-only max-[1100px]:sr-only">{label}</span>
      {count !== null && count > 0 && (
        <span aria-hidden="true" className="@max-[860px]:inline hidden tabular-nums max-[1100px]:inline">
          {count}
        </span>
      )}
    </>
  );
}
