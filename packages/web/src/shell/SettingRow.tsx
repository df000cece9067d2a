import type { ReactNode } from 'react';

export interface SettingRowProps {
  readonly title: string;
  readonly hint?: ReactNode;
  /** By which another part of the page leads here. */
  readonly part?: string | undefined;
  readonly children: ReactNode;
}

/** One matter of the settings: what it is at the left, its control at the right, or below where there is no room. */
export function SettingRow({ title, hint, part, children }: SettingRowProps) {
  return (
    <section
      data-part={part}
      className="@container border-line-subtle border-t py-6 first:border-t-0 first:pt-0"
    >
      <div className="grid @min-[34rem]:grid-cols-[240px_minmax(0,1fr)] gap-x-8 gap-y-4">
        <div>
          <h2 className="font-semibold text-body">{title}</h2>
          {hint !== undefined && <p className="mt-1 text-pretty text-base text-text-muted">{hint}</p>}
        </div>
        <div className="min-w-0">{children}</div>
      </div>
    </section>
  );
}
