import { cx, Icon, IconButton, shortcut } from '@weft/ui';
import { Sparkles, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { PanelTabs, shownPart } from '../../../editor/PanelTabs.tsx';
import type { AppEditing } from '../app-editing.ts';
import { ChatPanel } from '../chat/ChatPanel.tsx';
import type { AppChat } from '../chat/use-app-chat.ts';
import { BlockPanel, DataPanel } from './Panel.tsx';
import type { AppView } from './use-app-view.ts';

const panelTabs = [
  { name: 'block', label: 'Block', icon: undefined },
  { name: 'data', label: 'Data', icon: undefined },
  { name: 'chat', label: 'Chat', icon: Sparkles },
] as const;

export type PanelTab = (typeof panelTabs)[number]['name'];

interface SidePanelProps {
  readonly editing: AppEditing;
  readonly view: AppView;
  readonly chat: AppChat;
  readonly tab: PanelTab;
  readonly onTab: (tab: PanelTab) => void;
  /** Whether it shows where it would cover the page. */
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The settings of what is selected, and the chat. On narrow windows it stands over the page, and is closed. */
export function SidePanel({ editing, view, chat, tab, onTab, open, onClose }: SidePanelProps) {
  const panels: { readonly [T in PanelTab]: () => ReactNode } = {
    block: () => <BlockPanel {...{ editing, view }} />,
    data: () => <DataPanel {...{ editing, view }} />,
    chat: () => <ChatPanel chat={chat} />,
  };
  return (
    <aside
      aria-label="Settings"
      className={cx(
        'flex shrink-0 flex-col border-s bg-surface max-[1099px]:absolute max-[1099px]:end-0 max-[1099px]:bottom-0 max-[1099px]:top-[calc(var(--w-topbar)+var(--w-tabbar))] max-[1099px]:z-(--w-z-bar) max-[1099px]:shadow-3',
        tab === 'chat' ? 'w-100 max-[1399px]:w-90' : 'w-80',
        !open && 'max-[1099px]:hidden',
      )}
    >
      <div className="flex h-11 shrink-0 items-center border-b pe-2">
        <PanelTabs tabs={panelTabs} tab={tab} onTab={onTab} />
        <span className="min-[1100px]:hidden">
          <IconButton plain size="sm" icon={X} label="Close the settings" onClick={onClose} />
        </span>
      </div>
      <div {...shownPart(tab)} className={cx('min-h-0 flex-1', tab !== 'chat' && 'overflow-y-auto')}>
        {panels[tab]()}
      </div>
      {tab !== 'chat' && chat.isThere && (
        <div className="shrink-0 border-t p-4">
          <button
            type="button"
            aria-keyshortcuts="Control+J Meta+J"
            className="flex h-9 w-full items-center gap-2 rounded-md border px-3 text-start text-base text-text-muted hover:border-line-strong hover:text-text"
            onClick={() => onTab('chat')}
          >
            <Icon of={Sparkles} size={14} />
            <span className="flex-1">Ask for a change</span>
            <kbd className="rounded-sm border px-1 text-small text-text-subtle">{shortcut('J')}</kbd>
          </button>
        </div>
      )}
    </aside>
  );
}
