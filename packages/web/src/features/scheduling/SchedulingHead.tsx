import type { ReactNode } from 'react';
import { SchedulingTabs } from './SchedulingTabs.tsx';

/** The head of every page of scheduling: its tools, and the tabs that lead to the others. */
export function SchedulingHead({ children }: { readonly children?: ReactNode }) {
  return (
    <>
      <header className="flex min-h-14 shrink-0 flex-wrap items-center gap-2 px-8 py-2 max-sm:px-4">
        <h1 className="min-w-0 flex-1 truncate font-semibold text-title">Scheduling</h1>
        {children}
      </header>
      <SchedulingTabs />
    </>
  );
}
