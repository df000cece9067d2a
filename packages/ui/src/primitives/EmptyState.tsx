import type { ReactNode } from 'react';
import { Icon, type IconType } from './Icon.tsx';

export interface EmptyStateProps {
  readonly icon: IconType;
  readonly title: string;
  readonly text?: ReactNode;
  /** At most one button. */
  readonly action?: ReactNode;
}

/** What stands where nothing is yet. */
export function EmptyState({ icon, title, text, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center px-4 py-10 text-center">
      <span className="mb-4 inline-flex size-11 items-center justify-center rounded-lg bg-hover text-text-subtle">
        <Icon of={icon} size={24} />
      </span>
      <h2 className="font-semibold text-body">{title}</h2>
      {text !== undefined && <p className="mt-1 max-w-80 text-base text-text-muted">{text}</p>}
      {action !== undefined && <div className="mt-4">{action}</div>}
    </div>
  );
}
