import { Link } from '@tanstack/react-router';
import { cx } from '@weft/ui';
import type { ReactNode } from 'react';

interface EditorTab {
  readonly name: string;
  readonly label: string;
  readonly to: string;
  /** Behind the label: a count. */
  readonly badge?: ReactNode;
}

export interface TabRowProps {
  readonly label: string;
  readonly tabs: readonly EditorTab[];
  readonly tab: string;
  /** At its end: how the tab is looked at. */
  readonly children?: ReactNode;
}

/** The tab row of an editor: the active tab is a piece of the surface below it. */
export function TabRow({ label, tabs, tab, children }: TabRowProps) {
  return (
    <nav
      aria-label={label}
      className="flex h-(--w-tabbar) shrink-0 items-end gap-1 px-3 shadow-[inset_0_-1px_var(--w-line)]"
    >
      {tabs.map(({ name, label: text, to, badge }) => (
        <Link
          key={name}
          to={to}
          aria-current={name === tab ? 'page' : undefined}
          className={cx(
            'flex h-9 items-center rounded-t-md px-3.5 font-medium text-base focus-visible:-outline-offset-2',
            name === tab
              ? 'border border-b-surface bg-surface text-text'
              : 'border border-transparent text-text-muted hover:text-text',
          )}
        >
          {text}
          {badge}
        </Link>
      ))}
      <span className="flex-1" />
      {children}
    </nav>
  );
}
