import type { ReactNode } from 'react';

const tones = {
  neutral: 'bg-hover text-text-muted',
  accent: 'bg-accent-tint text-accent-text',
  success: 'bg-success-tint text-success-text',
  warning: 'bg-warning-tint text-warning-text',
  danger: 'bg-danger-tint text-danger-text',
  outline: 'border text-text-muted',
} as const;

export interface BadgeProps {
  readonly tone?: keyof typeof tones | undefined;
  readonly children: ReactNode;
}

/** A word or count beside a name. */
export function Badge({ tone = 'neutral', children }: BadgeProps) {
  return (
    <span
      className={`inline-flex h-5 shrink-0 items-center whitespace-nowrap rounded-full px-2 font-medium text-small tabular-nums ${tones[tone]}`}
    >
      {children}
    </span>
  );
}
