import { cx, Icon, type IconType } from '@weft/ui';

interface PanelTab<T extends string> {
  readonly name: T;
  readonly label: string;
  readonly icon?: IconType | undefined;
}

interface PanelTabsProps<T extends string> {
  readonly tabs: readonly PanelTab<T>[];
  readonly tab: T;
  readonly onTab: (tab: T) => void;
}

/** Of the part of an editor's panel that a tab shows; there is one panel on a page. */
export const shownPart = (tab: string) =>
  ({ id: 'panel', role: 'tabpanel', 'aria-labelledby': `panel-tab-${tab}` }) as const;

/** The tabs of an editor's panel; arrow keys go from one to the next. */
export function PanelTabs<T extends string>({ tabs, tab, onTab }: PanelTabsProps<T>) {
  return (
    <div role="tablist" aria-label="Settings of" className="flex h-full flex-1 gap-4 px-4">
      {tabs.map(({ name, label, icon }, at) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`panel-tab-${name}`}
          aria-selected={name === tab}
          aria-controls="panel"
          tabIndex={name === tab ? 0 : -1}
          className={cx(
            '-mb-px flex items-center gap-1.5 border-b-2 font-medium text-base focus-visible:-outline-offset-2',
            name === tab ? 'border-accent text-text' : 'border-transparent text-text-muted hover:text-text',
          )}
          onClick={() => onTab(name)}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
            const to = tabs[(at + (event.key === 'ArrowRight' ? 1 : tabs.length - 1)) % tabs.length];
            if (to === undefined) return;
            onTab(to.name);
            document.getElementById(`panel-tab-${to.name}`)?.focus();
          }}
        >
          {icon !== undefined && <Icon of={icon} size={14} />}
          {label}
        </button>
      ))}
    </div>
  );
}
