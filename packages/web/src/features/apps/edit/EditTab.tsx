import { cx, Icon } from '@weft/ui';
import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import type { AppEditing } from '../app-editing.ts';
import type { AppState } from '../app-session.ts';
import { BlockTree } from './BlockTree.tsx';
import { Canvas } from './Canvas.tsx';
import { PageTree } from './PageTree.tsx';
import { BlockPanel, DataPanel, type PanelTab } from './Panel.tsx';
import type { PreviewAs } from './preview-as.ts';
import { useAppClipboard } from './use-app-clipboard.ts';
import type { AppView } from './use-app-view.ts';

const writes = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('input, textarea, [contenteditable], [role="dialog"]') !== null;

export interface EditTabProps {
  readonly editing: AppEditing;
  readonly state: AppState;
  readonly view: AppView;
  readonly as: PreviewAs;
  readonly device: 'desktop' | 'phone';
}

const panelTabs: readonly PanelTab[] = [
  { name: 'block', label: 'Block' },
  { name: 'data', label: 'Data' },
];

/** Building the app: its pages and blocks, the page as people see it, and the settings of what is selected. */
export function EditTab({ editing, state, view, as, device }: EditTabProps) {
  const [adding, setAdding] = useState(false);
  const [tab, setTab] = useState('block');
  useAppClipboard(view);
  const { selected } = view;
  const reads = selected === null ? undefined : editing.app.blocks.get(selected)?.type.settings.table;
  useEffect(() => {
    // What one most likely came for: which records a list shows, and else the block itself.
    if (selected !== null) setTab(reads === undefined ? 'block' : 'data');
    else setTab('block');
  }, [selected, reads]);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || writes(event.target)) return;
      event.preventDefault();
      setAdding(true);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  const panels: { readonly [name: string]: ReactNode } = {
    block: <BlockPanel {...{ editing, view }} />,
    data: <DataPanel {...{ editing, view }} />,
  };
  return (
    <>
      <aside
        aria-label="Pages and blocks"
        className="flex w-62 shrink-0 flex-col border-e bg-surface max-[1099px]:w-52"
      >
        <PageTree {...{ editing, view }} />
        <BlockTree {...{ editing, view, adding }} onAdding={setAdding} />
      </aside>
      <Canvas {...{ editing, state, view, as, device }} />
      <aside
        aria-label="Settings"
        className="flex w-80 shrink-0 flex-col border-s bg-surface max-[1099px]:absolute max-[1099px]:end-0 max-[1099px]:bottom-0 max-[1099px]:top-[calc(var(--w-topbar)+var(--w-tabbar))] max-[1099px]:z-(--w-z-bar) max-[1099px]:shadow-3"
      >
        <div role="tablist" aria-label="Settings of" className="flex h-11 shrink-0 gap-4 border-b px-4">
          {panelTabs.map(({ name, label, icon }) => (
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
                name === tab
                  ? 'border-accent text-text'
                  : 'border-transparent text-text-muted hover:text-text',
              )}
              onClick={() => setTab(name)}
              onKeyDown={(event) => {
                if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
                const at = panelTabs.findIndex((each) => each.name === name);
                const by = event.key === 'ArrowRight' ? 1 : panelTabs.length - 1;
                const to = panelTabs[(at + by) % panelTabs.length];
                if (to === undefined) return;
                setTab(to.name);
                document.getElementById(`panel-tab-${to.name}`)?.focus();
              }}
            >
              {icon !== undefined && <Icon of={icon} size={14} />}
              {label}
            </button>
          ))}
        </div>
        <div
          id="panel"
          role="tabpanel"
          aria-labelledby={`panel-tab-${tab}`}
          className="min-h-0 flex-1 overflow-y-auto"
        >
          {panels[tab]}
        </div>
      </aside>
    </>
  );
}
