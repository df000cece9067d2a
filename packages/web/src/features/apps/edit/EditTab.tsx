import { useEffect, useState } from 'react';
import type { AppEditing } from '../app-editing.ts';
import type { AppState } from '../app-session.ts';
import type { AppChat } from '../chat/use-app-chat.ts';
import { BlockTree } from './BlockTree.tsx';
import { Canvas } from './Canvas.tsx';
import { PageTree } from './PageTree.tsx';
import { ProposalView } from './ProposalView.tsx';
import type { PreviewAs } from './preview-as.ts';
import { type PanelTab, SidePanel } from './SidePanel.tsx';
import { useAppClipboard } from './use-app-clipboard.ts';
import type { AppView } from './use-app-view.ts';

const writes = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('input, textarea, [contenteditable], [role="dialog"]') !== null;

export interface EditTabProps {
  readonly editing: AppEditing;
  readonly state: AppState;
  readonly view: AppView;
  readonly chat: AppChat;
  readonly as: PreviewAs;
  readonly device: 'desktop' | 'phone';
}

/** Building the app: its pages and blocks, the page as people see it, and the settings of what is selected. */
export function EditTab({ editing, state, view, chat, as, device }: EditTabProps) {
  const [adding, setAdding] = useState(false);
  const [tab, setTab] = useState<PanelTab>('block');
  // Where there is room it always shows.
  const [panelOpen, setPanelOpen] = useState(false);
  useAppClipboard(view);
  const { selected } = view;
  const reads = selected === null ? undefined : editing.app.blocks.get(selected)?.type.settings.table;
  useEffect(() => {
    if (selected !== null) setPanelOpen(true);
    // What one most likely came for: which records a list shows, and else the block itself. A talk goes on.
    const wanted = selected !== null && reads !== undefined ? 'data' : 'block';
    setTab((now) => (now === 'chat' ? now : wanted));
  }, [selected, reads]);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() === 'j' && (event.ctrlKey || event.metaKey) && !event.altKey) {
        event.preventDefault();
        setTab('chat');
        setPanelOpen(true);
        return;
      }
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || writes(event.target)) return;
      event.preventDefault();
      setAdding(true);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  const openPanel = () => setPanelOpen(true);
  // The other tabs of the panel are about the app as it is.
  const proposal = tab === 'chat' ? chat.proposal : null;
  return (
    <>
      {proposal !== null ? (
        <ProposalView
          key={proposal.turnId}
          {...{ editing, state, proposal, as, device, panelOpen }}
          from={view.page?.id}
          onPanel={openPanel}
        />
      ) : (
        <>
          <aside
            aria-label="Pages and blocks"
            className="flex w-62 shrink-0 flex-col border-e bg-surface max-[1099px]:w-52"
          >
            <PageTree {...{ editing, view }} />
            <BlockTree {...{ editing, view, adding }} onAdding={setAdding} />
          </aside>
          <Canvas {...{ editing, state, view, as, device, panelOpen }} onPanel={openPanel} />
        </>
      )}
      <SidePanel
        {...{ editing, view, chat, tab }}
        open={panelOpen}
        onTab={setTab}
        onClose={() => setPanelOpen(false)}
      />
    </>
  );
}
