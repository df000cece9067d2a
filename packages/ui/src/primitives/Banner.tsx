import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './class-names.ts';
import { Icon } from './Icon.tsx';

const tones = {
  info: { look: 'border-accent-line bg-accent-tint text-accent-text', icon: Info },
  success: { look: 'border-success-line bg-success-tint text-success-text', icon: CircleCheck },
  warning: { look: 'border-warning-line bg-warning-tint text-warning-text', icon: TriangleAlert },
  danger: { look: 'border-danger-line bg-danger-tint text-danger-text', icon: CircleAlert },
} as const;

export interface BannerProps {
  readonly tone: keyof typeof tones;
  readonly icon?: LucideIcon | undefined;
  /** A button at the end. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
  readonly className?: string | undefined;
}

/** One message about the place it stands in; danger is announced at once. */
export function Banner({ tone, icon, action, children, className }: BannerProps) {
  const { look, icon: usual } = tones[tone];
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={cx(
        'flex min-h-10 items-center gap-2.5 rounded-md border px-3 py-2 text-base',
        look,
        className,
      )}
    >
      <Icon of={icon ?? usual} className="self-start mt-0.5" />
      <div className="min-w-0 flex-1">{children}</div>
      {action}
    </div>
  );
}
